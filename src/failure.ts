/** The closed set of ways in which an answer can not be had (answer.md §5); each has a sentence in narration/apologies.ts. */
export type FailureKind =
  | 'bad-request'
  | 'unknown-application'
  | 'several-servers'
  | 'not-listed-yet'
  | 'attempt-unknown'
  | 'app-running-ui-gone'
  | 'needs-login'
  | 'not-spark'
  | 'unreachable'
  | 'timed-out'
  | 'too-large'
  | 'server-error'
  | 'not-allowed'
  | 'bug';

/** What the sentence of a failure may name. Every text in it may come from outside and is escaped by whoever shows it. */
export interface FailureFacts {
  /** What was asked for: an application id, a link, the words that were typed. */
  asked?: string;
  /** Configured server names that were asked, or among which to choose. */
  servers?: string[];
  /** Applications or ids worth offering instead. */
  suggestions?: string[];
  /** The nearest valid form of a request that was not understood. */
  nearest?: string;
  /** Attempt ids that exist. */
  attempts?: string[];
  status?: number;
  bytes?: number;
  limitBytes?: number;
  waitedMs?: number;
  /** Why, as a closed word of ours. */
  reason?: string;
  /** An id to quote; the log holds the rest. */
  bugId?: string;
}

/** Thrown for every known way to fail; anything else that is thrown is a bug. Keeps its cause for the log. */
export class SparkcheckFailure extends Error {
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(kind, options);
    this.name = 'SparkcheckFailure';
    this.kind = kind;
    this.facts = facts;
  }
}
