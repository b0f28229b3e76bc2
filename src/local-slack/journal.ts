/** One request that reached the workspace, or one delivery that left it. Tokens are never kept. */
export interface JournalEntry {
  kind: 'api' | 'response_url' | 'delivery';
  /** Web API method, `response_url`, or what was delivered (`slash_commands`, `events_api`, `interactive`). */
  name: string;
  /** Milliseconds since the epoch. */
  at: number;
  args: Record<string, unknown>;
  /** HTTP status of the answer; 0 when there was none. A Socket Mode acknowledgement counts as 200. */
  status: number;
  answer: unknown;
  tookMs: number;
}

/** Enough for any test and for a day's use; the oldest go first so that a long-lived workspace stays small. */
const MAX_ENTRIES = 20_000;

export function record(journal: JournalEntry[], entry: JournalEntry): void {
  journal.push(entry);
  if (journal.length > MAX_ENTRIES) journal.splice(0, journal.length - MAX_ENTRIES);
}
