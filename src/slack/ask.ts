import type { Narration } from '../narration/narration.ts';
import type { Question } from '../question.ts';

/** What the Slack room is given: the product behind the conversation. Every method throws `SparkcheckFailure` for a known failure. */
export interface Ask {
  /** Equal questions asked at once are read once; each asker gets the answer. Without an asker (a terminal) no server is closed. */
  answer(question: Question, onProgress: (progress: Progress) => void, asker?: Asker): Promise<Told>;
  list(request: ListRequest, asker?: Asker): Promise<Listing>;
  /** Names of the configured servers that the asker may ask, for help and typos. */
  serverNames(asker?: Asker): string[];
}

/** Where the question was asked: a server may be open to some channels only, whoever else asked the same at that moment. */
export interface Asker {
  channel: string;
}

export interface Told {
  narration: Narration;
  /** The question that gives the same answer again, with the server and attempt that were found. */
  question: Question;
}

/** What the reader is doing, told in the placeholder when it takes long. */
export interface Progress {
  step: 'looking-up' | 'loading' | 'reading' | 'diagnosing';
  server: string | null;
  elapsedMs: number;
}

export interface ListRequest {
  status?: 'running' | 'failed';
  /** Words that must occur in the name or id. */
  text?: string;
  server?: string;
}

export interface Listing {
  /** Newest start first. */
  applications: ListedApplication[];
  /** Applications that match, also those that are left out of `applications`. */
  total: number;
  /** A server may hold more applications than were looked through. */
  more: boolean;
  /**
   * How far the search for failed jobs went: the `newest` of all that `ended`; of these `unread` did not tell. `null`: no
   * such search.
   */
  searched: { newest: number; unread: number; ended: number } | null;
}

export interface ListedApplication {
  id: string;
  attemptId: string | null;
  name: string;
  user: string | null;
  server: string;
  state: 'running' | 'completed' | 'failed' | 'incomplete';
  startedAt: number | null;
  durationMs: number | null;
}
