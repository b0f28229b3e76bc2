import type { CheckName, KindOf, Outcome } from './vocabulary.ts';

/** Base units of every number in an answer: milliseconds, bytes, plain counts, quotients and shares from 0 to 1. */
export type Unit = 'ms' | 'bytes' | 'count' | 'ratio' | 'share';

/** Names of the readings; add, never rename. */
export type ReadingName =
  | 'stage-share'
  | 'stage-duration'
  | 'stage-waiting'
  | 'gap-share'
  | 'waiting-share'
  | 'top-two-share'
  | 'tasks-per-core'
  | 'task-overhead-share'
  | 'retry-share'
  | 'failed-tasks'
  | 'shuffle-ratio'
  | 'record-ratio'
  | 'join-row-ratio'
  | 'broadcast-side'
  | 'repeated-exchanges'
  | 'combine-ceiling'
  | 'duration-ratio'
  | 'p75-ratio'
  | 'slow-task-record-ratio'
  | 'slow-task-byte-ratio'
  | 'executor-pace-ratio'
  | 'stage-gc-share'
  | 'executor-gc-share'
  | 'storage-share'
  | 'memory-spilled'
  | 'disk-spilled'
  | 'task-spill-max'
  | 'task-spill-median'
  | 'partition-size'
  | 'task-memory-ceiling';

/** The response field a number came from: path below the application, dotted field, array elements chosen by `[key=value]`. */
export interface Source {
  path: string;
  field: string;
}

export interface Limit {
  value: number;
  unit: Unit;
  /** Where the limit comes from: a page, a default of Spark, or "judgement". Ours, shown as it is. */
  source: string;
}

/** Where a person reads the same number in the Spark UI; narration puts it into words and an address. */
export type Place =
  | { screen: 'jobs' }
  | { screen: 'job'; jobId: number }
  | { screen: 'stages' }
  | { screen: 'stage'; stageId: number; attemptId: number; row: StageRow }
  | { screen: 'executors' }
  | { screen: 'sql'; executionId: number; node: string | null }
  | { screen: 'environment' };

export type StageRow =
  'header' | 'duration' | 'records' | 'gc' | 'spill' | 'tasks' | 'aggregated-by-executor' | 'event-timeline';

export interface Reading {
  name: ReadingName;
  value: number;
  unit: Unit;
  /** The two numbers `value` was divided from, in their base units. */
  of: [number, number] | null;
  limit: Limit | null;
  place: Place;
  readFrom: Source[];
}

export interface Culprit {
  stageId: number | null;
  attemptId: number | null;
  taskIndex: number | null;
  executorId: string | null;
  host: string | null;
  sqlNode: string | null;
}

/** What a check lacked, as a closed word; narration says what it would have shown. */
export type Missing =
  | 'no-stage'
  | 'stage-list'
  | 'task-quantiles'
  | 'task-list'
  | 'executor-totals'
  | 'executors'
  | 'gc-time'
  | 'storage-memory'
  | 'input-size'
  | 'feeding-stages'
  | 'operation'
  | 'sql-plan'
  | 'records'
  | 'stages-not-kept'
  | 'times'
  | 'spill-per-task'
  | 'settings'
  | 'too-few-tasks-to-compare'
  | 'one-slow-task-only';

/** One check's answer about one stage: facts only. */
export interface Verdict<C extends CheckName, F> {
  check: C;
  outcome: Outcome;
  kind: KindOf<C> | null;
  /** Wall-clock that a fix could give back at most; `null` when it can not be estimated. */
  atStakeMs: number | null;
  facts: F;
  readings: Reading[];
  culprits: Culprit[];
  missing: Missing[];
}

/** A quotient, or `null` when either side is missing or the divisor is not above zero. */
export function ratio(numerator: number | null, divisor: number | null): number | null {
  return numerator === null || divisor === null || divisor <= 0 ? null : numerator / divisor;
}
