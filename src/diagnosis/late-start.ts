import type { ApplicationRun } from './application-run.ts';

/** Start-up longer than this is no start-up any more. Judgement: on a busy machine it takes up to two minutes (spark-rest.md §8.8). */
const LATE_START_MS = 5 * 60_000;
/** And it must be the larger part of the application. Judgement. */
const LATE_START_SHARE = 0.5;

/**
 * How long the application waited for its first executor before any work was submitted (a queue that admits the driver
 * only, a cluster without room), where that is most of its time; `null` where it is ordinary start-up or not known.
 */
export function lateStartMs(run: ApplicationRun): number | null {
  const { startedAt, endedAt } = run.application;
  const arrivals = run.executors.filter((e) => !e.isDriver && e.addedAt !== null).map((e) => e.addedAt as number);
  if (startedAt === null || endedAt === null || arrivals.length === 0) return null;
  const submitted = run.stages.flatMap((s) => (s.submittedAt === null ? [] : [s.submittedAt]));
  const first = arrivals.reduce((a, b) => Math.min(a, b));
  if (submitted.length === 0 || submitted.some((at) => at < first)) return null;
  const waitedMs = first - startedAt;
  return waitedMs >= LATE_START_MS && waitedMs >= LATE_START_SHARE * (endedAt - startedAt) ? waitedMs : null;
}
