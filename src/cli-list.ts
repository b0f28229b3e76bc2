import { cleanLine } from './narration/clean.ts';
import { duration } from './narration/units.ts';
import type { Listing, ListRequest } from './slack/ask.ts';
import { listingWords } from './slack/listing-words.ts';

/**
 * A list for a terminal: a line an application, or JSON. `aside` says what the list leaves out; it is for stderr, so that
 * another program reads applications only.
 */
export function toldList(listing: Listing, asked: ListRequest, json: boolean): { lines: string; aside: string } {
  const { applications, searched, total, more } = listing;
  const words = listingWords(
    applications.length,
    listing,
    asked.text === undefined ? asked : { ...asked, text: cleanLine(asked.text, 100) },
  );
  const partial = searched !== null || more || applications.length < total;
  if (json) return { lines: `${JSON.stringify(applications, null, 2)}\n`, aside: partial ? words : '' };
  if (applications.length === 0) return { lines: `${words}\n`, aside: '' };
  return { lines: table(applications), aside: partial ? words : '' };
}

function table(applications: Listing['applications']): string {
  const rows = applications.map(({ id, attemptId, state, durationMs, startedAt, name, server }) => [
    cleanLine(attemptId === null ? id : `${id} attempt ${attemptId}`, 80),
    // The listing of a server tells that an application ended, not how its jobs did.
    state === 'completed' ? 'finished' : state,
    durationMs === null || durationMs <= 0 ? '' : duration(durationMs),
    startedAt === null ? '' : new Date(startedAt).toISOString().slice(0, 16).replace('T', ' '),
    cleanLine(server, 40),
    cleanLine(name, 80),
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}
