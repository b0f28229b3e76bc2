import type { ApplicationRun, Job, SqlExecution, Stage } from './application-run.ts';
import { lateStartMs } from './late-start.ts';
import { clip, lastSignOfLife, lengthMs, runningTime, subtract, union, type Interval } from './time.ts';

/** What the shares are of: the thing a person means by "the job" (traps.md 2). */
export interface UnitOfWork {
  type: 'application' | 'sql-execution' | 'job';
  /** SQL execution or job id; `null` for the application. */
  id: number | null;
  /** Description or call site; from Spark, hostile. */
  name: string;
  window: Interval;
  durationMs: number;
  jobIds: number[];
  /** Stage attempts that ran in it; skipped ones left out. */
  stages: Stage[];
  /** Why this one: told to the asker. */
  chosen: 'asked' | 'only-query' | 'slowest-query' | 'whole-application';
  /** Other queries of the application, slowest first; empty when there is one. */
  otherQueries: { id: number; name: string; durationMs: number }[];
}

export interface UnitChoice {
  query?: number;
  job?: number;
  stage?: { stageId: number; attemptId?: number };
}

/** A query that holds this share of the time in which tasks ran is what the application is about; judgement. */
const MAIN_QUERY_SHARE = 0.8;
/** Driver time outside the main query above this share of the application belongs in the account, so the application is the unit; judgement. */
const OUTSIDE_GAP_SHARE = 0.2;
/** From this many queries with pauses after most of them the pauses are taken for a person's or a trigger's; judgement. */
const INTERACTIVE_QUERIES = 8;
/** A pause a person or a trigger makes, not a planner; judgement. */
const PAUSE_MS = 700;
/** Names under which shells, notebooks and SQL gateways start an application. */
const INTERACTIVE_NAMES =
  /spark[ -]?shell|pysparkshell|sparksql::|thrift|zeppelin|jupyter|ipykernel|notebook|databricks|livy|sparkconnect|spark connect|hue\b/i;
/** Description Structured Streaming gives each micro-batch: three lines, the last `batch = N`. */
const MICRO_BATCH = /\bbatch = \d+|\brunId = /;

/**
 * Chooses the unit: what was asked for, else the query that is (nearly) all of the application, else the slowest query
 * of a notebook or a stream, else the application. `null` when no time of any kind is known.
 */
export function chooseUnit(run: ApplicationRun, asked: UnitChoice = {}): UnitOfWork | null {
  const now = lastSignOfLife(run);
  const whole = wholeApplication(run, now);
  const queries = queriesOf(run, now);
  const others = (id: number | null) =>
    queries.filter((q) => q.id !== id).map((q) => ({ id: q.id ?? 0, name: q.name, durationMs: q.durationMs }));

  const byHand = askedUnit(run, queries, asked, now);
  if (byHand !== null) return { ...byHand, chosen: 'asked', otherQueries: others(byHand.id) };
  if (whole === null) return null;
  // Most of the time lies before any query: no query's account would hold it.
  if (lateStartMs(run) !== null) return { ...whole, otherQueries: queries.length > 1 ? others(null) : [] };
  const slowest = queries[0];
  if (slowest === undefined) return whole;
  if (runsManyQueries(run, queries)) return { ...slowest, chosen: 'slowest-query', otherQueries: others(slowest.id) };

  const busy = busyMs(whole.stages, whole.window, now);
  const outsideMs = lengthMs(
    subtract(
      [{ from: firstActivity(run) ?? whole.window.from, to: whole.window.to }],
      [slowest.window, ...runningPieces(whole.stages, now)],
    ),
  );
  const isMain = busyMs(slowest.stages, whole.window, now) >= MAIN_QUERY_SHARE * busy;
  if (isMain && outsideMs < OUTSIDE_GAP_SHARE * whole.durationMs) {
    return { ...slowest, chosen: 'only-query', otherQueries: others(slowest.id) };
  }
  return { ...whole, otherQueries: queries.length > 1 ? others(null) : [] };
}

/** True for micro-batches of a stream: the time between them is the trigger's. */
export function isStreaming(run: ApplicationRun): boolean {
  return (
    run.jobs.some((j) => j.description !== null && MICRO_BATCH.test(j.description)) ||
    (run.sqlExecutions ?? []).some((q) => MICRO_BATCH.test(q.description))
  );
}

/**
 * True where the time between queries is a person's or a trigger's: a stream, a shell or notebook by its name, or many
 * queries with a pause after most of them. Such idle time is no driver gap (traps.md 2).
 */
export function runsManyQueries(run: ApplicationRun, queries: UnitOfWork[]): boolean {
  if (queries.length < 2) return false;
  if (isStreaming(run)) return true;
  const named = [run.application.name, run.settings['spark.app.name'] ?? ''].some((n) => INTERACTIVE_NAMES.test(n));
  if (named || Object.keys(run.settings).some((k) => k.startsWith('spark.repl.'))) return true;
  if (queries.length < INTERACTIVE_QUERIES) return false;
  const inOrder = [...queries].sort((a, b) => a.window.from - b.window.from);
  const pauses = inOrder.filter(
    (q, i) => i > 0 && q.window.from - (inOrder[i - 1] as UnitOfWork).window.to >= PAUSE_MS,
  );
  return pauses.length >= 0.5 * (queries.length - 1);
}

function askedUnit(
  run: ApplicationRun,
  queries: UnitOfWork[],
  asked: UnitChoice,
  now: number | null,
): UnitOfWork | null {
  if (asked.query !== undefined) {
    const execution = (run.sqlExecutions ?? []).find((q) => q.id === asked.query);
    return execution === undefined ? null : queryUnit(run, execution, now);
  }
  if (asked.job !== undefined) {
    const job = run.jobs.find((j) => j.jobId === asked.job);
    return job === undefined ? null : jobUnit(run, job, now);
  }
  if (asked.stage !== undefined) {
    const { stageId } = asked.stage;
    return (
      queries.find((q) => q.stages.some((s) => s.stageId === stageId)) ??
      run.jobs
        .filter((j) => j.stageIds.includes(stageId))
        .map((j) => jobUnit(run, j, now))
        .find((u) => u !== null) ??
      null
    );
  }
  return null;
}

/** SQL executions that ran stages, slowest first. Nested executions are counted with their root where the server tells it. */
function queriesOf(run: ApplicationRun, now: number | null): UnitOfWork[] {
  return (run.sqlExecutions ?? [])
    .filter((q) => q.rootId === null || q.rootId === q.id)
    .map((q) => queryUnit(run, q, now))
    .filter((q): q is UnitOfWork => q !== null && q.stages.length > 0)
    .sort((a, b) => b.durationMs - a.durationMs || (a.id ?? 0) - (b.id ?? 0));
}

function queryUnit(run: ApplicationRun, execution: SqlExecution, now: number | null): UnitOfWork | null {
  const nested = (run.sqlExecutions ?? []).filter((q) => q.rootId === execution.id && q.id !== execution.id);
  const jobIds = [...new Set([execution, ...nested].flatMap((q) => q.jobIds))];
  if (execution.submittedAt === null) return null;
  const jobs = run.jobs.filter((j) => jobIds.includes(j.jobId));
  const jobEnds = jobs.map((j) => j.completedAt).filter((t): t is number => t !== null);
  // The duration of a query that still runs is counted by the server's clock, which may be days after the log was written.
  const to =
    execution.status === 'running' || execution.durationMs === null
      ? Math.max(now ?? execution.submittedAt, ...jobEnds)
      : execution.submittedAt + execution.durationMs;
  const name = execution.description === '' ? (jobs[0]?.name ?? '') : execution.description;
  return unit('sql-execution', execution.id, name, { from: execution.submittedAt, to }, jobs, run);
}

function jobUnit(run: ApplicationRun, job: Job, now: number | null): UnitOfWork | null {
  const to = job.completedAt ?? now;
  if (job.submittedAt === null || to === null) return null;
  return unit('job', job.jobId, job.description ?? job.name, { from: job.submittedAt, to }, [job], run);
}

function wholeApplication(run: ApplicationRun, now: number | null): UnitOfWork | null {
  const from = run.application.startedAt ?? firstActivity(run);
  const to = run.application.endedAt ?? now;
  if (from === null || to === null) return null;
  return unit('application', null, run.application.name, { from, to }, run.jobs, run, run.stages);
}

function unit(
  type: UnitOfWork['type'],
  id: number | null,
  name: string,
  window: Interval,
  jobs: Job[],
  run: ApplicationRun,
  stages: Stage[] = run.stages.filter((s) => jobs.some((j) => j.stageIds.includes(s.stageId))),
): UnitOfWork {
  return {
    type,
    id,
    name,
    window,
    durationMs: Math.max(0, window.to - window.from),
    jobIds: jobs.map((j) => j.jobId).sort((a, b) => a - b),
    stages: stages.filter((s) => s.status !== 'skipped' && s.status !== 'pending').map((s) => endedWithJob(s, run)),
    chosen: 'whole-application',
    otherQueries: [],
  };
}

/**
 * A driver that is too busy drops events: a stage whose end was lost stays active for ever (spark-rest.md §2.8). It can not
 * have outlived its jobs.
 */
function endedWithJob(stage: Stage, run: ApplicationRun): Stage {
  if (stage.status !== 'active' || stage.completedAt !== null) return stage;
  const jobs = run.jobs.filter((j) => j.stageIds.includes(stage.stageId));
  const ends = jobs.map((j) => j.completedAt).filter((t): t is number => t !== null);
  if (ends.length === 0 || ends.length < jobs.length) return stage;
  return { ...stage, status: 'complete', completedAt: ends.reduce((a, b) => Math.max(a, b)) };
}

/** First submission of anything: what comes before is the start-up of the application. */
export function firstActivity(run: ApplicationRun): number | null {
  const moments = [
    ...run.jobs.map((j) => j.submittedAt),
    ...run.stages.map((s) => s.submittedAt),
    ...(run.sqlExecutions ?? []).map((q) => q.submittedAt),
  ].filter((m): m is number => m !== null);
  return moments.length === 0 ? null : moments.reduce((a, b) => Math.min(a, b));
}

function runningPieces(stages: Stage[], now: number | null): Interval[] {
  return union(stages.map((s) => runningTime(s, now)).filter((i): i is Interval => i !== null));
}

function busyMs(stages: Stage[], window: Interval, now: number | null): number {
  return lengthMs(clip(runningPieces(stages, now), window));
}
