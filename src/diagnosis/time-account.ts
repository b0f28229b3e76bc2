import type { ApplicationRun } from './application-run.ts';
import { clip, lastSignOfLife, lengthMs, runningTime, subtract, union, waitingTime, type Interval } from './time.ts';
import type { UnitOfWork } from './unit.ts';

/** Where the whole wall-clock of a unit went; the parts add up to `totalMs`. */
export interface TimeAccount {
  totalMs: number;
  /** At least one stage had tasks running. */
  tasksRunningMs: number;
  /** Before the first task, a submitted stage's waiting left out. Contains `startUpMs`. */
  beforeFirstTaskMs: number;
  betweenMs: number;
  afterLastTaskMs: number;
  /** A stage was submitted and no task of any stage ran. */
  waitingForExecutorsMs: number;
  /** Application start → the executors that came before any work had arrived. Not the driver's work, nor the query's. */
  startUpMs: number;
  /** Driver time: before (without start-up), between and after. */
  driverMs: number;
  /** The pieces of driver time, longest first. */
  gaps: Gap[];
  /** The pieces of waiting, longest first. */
  waits: Wait[];
}

export interface Gap {
  where: 'before-first-job' | 'between-jobs' | 'after-last-stage';
  durationMs: number;
  /** The job that ended before it and the one that started after it. */
  afterJobId: number | null;
  beforeJobId: number | null;
}

export interface Wait {
  durationMs: number;
  /** `null`: no work had been submitted; the application itself waited. */
  stageId: number | null;
  attemptId: number | null;
  /** When the first executor came, counted from the beginning of the wait; `null`: executors were there before. */
  firstExecutorAfterMs: number | null;
}

/** Accounts for every moment of the unit (traps.md 1). */
export function accountForTime(run: ApplicationRun, unit: UnitOfWork): TimeAccount {
  const now = lastSignOfLife(run);
  const { window } = unit;
  // Tasks of other queries at the same time are not idle time of this one's driver, but they are not its work either.
  const running = clip(
    pieces([...unit.stages.map((s) => runningTime(s, now)), ...jobsWithoutStages(run, unit)]),
    window,
  );
  const waiting = subtract(clip(pieces(unit.stages.map((s) => waitingTime(s, now))), window), running);
  const idle = subtract([window], [...running, ...waiting]);
  const first =
    [...running, ...waiting][0] === undefined ? window.to : Math.min(...[...running, ...waiting].map((i) => i.from));
  const last = running.at(-1)?.to ?? first;
  const before = clip(idle, { from: window.from, to: first });
  const between = clip(idle, { from: first, to: last });
  const after = clip(idle, { from: last, to: window.to });
  const startUp = unit.type === 'application' ? clip(before, { from: window.from, to: startUpEnd(run, first) }) : [];
  const driver = subtract(idle, startUp);
  return {
    totalMs: unit.durationMs,
    tasksRunningMs: lengthMs(running),
    beforeFirstTaskMs: lengthMs(before),
    betweenMs: lengthMs(between),
    afterLastTaskMs: lengthMs(after),
    waitingForExecutorsMs: lengthMs(waiting),
    startUpMs: lengthMs(startUp),
    driverMs: lengthMs(driver),
    gaps: gapsOf(run, driver, first, last),
    waits: waitsOf(run, unit, waiting, now),
  };
}

/** A job whose stages the server no longer keeps did run (spark-rest.md §8.3): its time is not the driver's. */
function jobsWithoutStages(run: ApplicationRun, unit: UnitOfWork): Interval[] {
  const listed = new Set(run.stages.map((s) => s.stageId));
  return run.jobs
    .filter((j) => unit.jobIds.includes(j.jobId) && j.stageIds.length > 0 && !j.stageIds.some((id) => listed.has(id)))
    .flatMap((j) =>
      j.submittedAt === null || j.completedAt === null ? [] : [{ from: j.submittedAt, to: j.completedAt }],
    );
}

function pieces(intervals: (Interval | null)[]): Interval[] {
  return union(intervals.filter((i): i is Interval => i !== null));
}

/**
 * When the executors that came before any work were there. An application that starts without any (dynamic allocation,
 * local mode) is up when its first stage is submitted: what came before can not be told apart.
 */
function startUpEnd(run: ApplicationRun, firstStageAt: number): number {
  const arrivals = run.executors
    .filter((e) => !e.isDriver && e.addedAt !== null && e.addedAt <= firstStageAt)
    .map((e) => e.addedAt as number);
  return arrivals.length === 0 ? firstStageAt : Math.max(...arrivals);
}

function gapsOf(run: ApplicationRun, pieces: Interval[], first: number, last: number): Gap[] {
  const ended = run.jobs
    .flatMap((j) => (j.completedAt === null ? [] : [{ jobId: j.jobId, at: j.completedAt }]))
    .sort((a, b) => a.at - b.at || a.jobId - b.jobId);
  const started = run.jobs
    .flatMap((j) => (j.submittedAt === null ? [] : [{ jobId: j.jobId, at: j.submittedAt }]))
    .sort((a, b) => a.at - b.at || a.jobId - b.jobId);
  return pieces
    .map((piece): Gap => ({
      where: piece.to <= first ? 'before-first-job' : piece.from >= last ? 'after-last-stage' : 'between-jobs',
      durationMs: piece.to - piece.from,
      afterJobId: ended.findLast((j) => j.at <= piece.from + GAP_EDGE_MS)?.jobId ?? null,
      beforeJobId: started.find((j) => j.at >= piece.to - GAP_EDGE_MS)?.jobId ?? null,
    }))
    .sort((a, b) => b.durationMs - a.durationMs);
}

/** A job's own times and its stages' differ by a few milliseconds of bookkeeping. */
const GAP_EDGE_MS = 500;

function waitsOf(run: ApplicationRun, unit: UnitOfWork, waiting: Interval[], now: number | null): Wait[] {
  const arrivals = run.executors.filter((e) => !e.isDriver && e.addedAt !== null).map((e) => e.addedAt as number);
  const firstArrival = arrivals.reduce((a, b) => Math.min(a, b), Infinity);
  return unit.stages
    .flatMap((stage) => {
      const wait = waitingTime(stage, now);
      if (wait === null) return [];
      const durationMs = lengthMs(
        clip(
          waiting.filter((w) => w.to > wait.from && w.from < wait.to),
          wait,
        ),
      );
      if (durationMs === 0) return [];
      return [
        {
          durationMs,
          stageId: stage.stageId,
          attemptId: stage.attemptId,
          firstExecutorAfterMs: firstArrival !== Infinity && firstArrival > wait.from ? firstArrival - wait.from : null,
        },
      ];
    })
    .sort((a, b) => b.durationMs - a.durationMs || (a.stageId ?? 0) - (b.stageId ?? 0));
}
