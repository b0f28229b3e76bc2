import type { ApplicationRun, Job, Stage } from './application-run.ts';
import type { Limit } from './reading.ts';
import { lateStartMs } from './late-start.ts';
import { lastSignOfLife, lengthMs, runningTime, union, type Interval } from './time.ts';
import type { Gap, TimeAccount, Wait } from './time-account.ts';
import { isStreaming, type UnitOfWork } from './unit.ts';
import { shortestOfExecutors } from './short-of-executors.ts';
import { WORTH_IT_MS, WORTH_IT_SHARE } from './stake.ts';
import { redoneStages, type RedoneStage } from './work-redone.ts';

/** What check 1 can find about the unit as a whole, before any stage is opened. */
export type UnitFinding =
  | {
      kind: 'failed';
      atStakeMs: null;
      jobId: number | null;
      stageId: number | null;
      attemptId: number | null;
      attempts: number;
      reason: string | null;
      failedTasks: number | null;
      ranBefore: number;
    }
  | {
      kind: 'retried-stage';
      atStakeMs: number;
      /** Those that cost most first. */
      stages: RedoneStage[];
      lostExecutors: { executorId: string; host: string; reason: string | null }[];
      share: number;
    }
  | { kind: 'driver-gap'; atStakeMs: number; driverMs: number; share: number; gap: Gap; gapCount: number }
  | {
      kind: 'waiting-for-executors';
      atStakeMs: number;
      share: number;
      wait: Wait;
      firstExecutorAfterMs: number | null;
      /** Some slots were there: this many of those that came later. `null`: none was. */
      short: { slots: number; peak: number } | null;
    }
  | {
      kind: 'spread';
      atStakeMs: number;
      stageCount: number;
      largestShare: number;
      typicalMs: number;
      coveredMs: number;
    };

/** Start-up is not part of any query; driver time or waiting must be the largest part of what is left. */
export const LARGEST_PART: Limit = {
  value: 0.4,
  unit: 'share',
  source: 'README, check 1 (the largest part)',
};
/** A stage run again is worth telling from this share of the unit. Judgement. */
export const RETRY_SHARE: Limit = { value: 0.1, unit: 'share', source: 'judgement (README, check 1)' };
/** From this many stages, none above a tenth (worked example W11), the shape is "spread". */
export const SPREAD_STAGES = 8;
export const SPREAD_LARGEST: Limit = { value: 0.25, unit: 'share', source: 'judgement (README, check 1)' };
/** Stages of similar length: the larger half within this factor of one another. Judgement. */
const SIMILAR = 3;

/** The largest unit-wide finding, or `null`. A failure comes first whatever else is true (traps.md 15). */
export function findInUnit(run: ApplicationRun, unit: UnitOfWork, time: TimeAccount): UnitFinding | null {
  // An application that ran no job has no time of its own to judge: it came up and went.
  if (unit.jobIds.length === 0) return null;
  const failed = findFailure(run, unit);
  if (failed !== null) return failed;
  const found = [
    findRetries(run, unit),
    findDriverGap(run, unit, time),
    findLateStart(run, unit) ?? findWaiting(unit, time) ?? findShort(run, unit, time),
    findSpread(run, unit),
  ].filter((f): f is Exclude<UnitFinding, { kind: 'failed' }> => f !== null);
  return found.sort((a, b) => b.atStakeMs - a.atStakeMs)[0] ?? null;
}

/** Failed by its status, or, where an ended application left none, by a stage of it that failed. */
function endedInFailure(run: ApplicationRun, job: Job): boolean {
  if (job.status !== 'unknown' || !run.application.completed) return job.status === 'failed';
  return run.stages.some((s) => s.status === 'failed' && job.stageIds.includes(s.stageId));
}

/** A failed job that nothing successful was submitted after: the application caught no exception and went on. */
function findFailure(run: ApplicationRun, unit: UnitOfWork): UnitFinding | null {
  const jobs = run.jobs.filter((j) => unit.jobIds.includes(j.jobId));
  const failed = jobs.filter((j) => endedInFailure(run, j)).sort((a, b) => b.jobId - a.jobId)[0];
  if (failed === undefined) return null;
  const wentOn = jobs.some(
    (j) => j.status === 'succeeded' && failed.completedAt !== null && (j.submittedAt ?? 0) >= failed.completedAt,
  );
  if (wentOn) return null;
  const attempts = run.stages.filter((s) => failed.stageIds.includes(s.stageId) && s.status === 'failed');
  const stage = attempts.sort((a, b) => b.attemptId - a.attemptId || b.stageId - a.stageId)[0] ?? null;
  return {
    kind: 'failed',
    atStakeMs: null,
    jobId: failed.jobId,
    stageId: stage?.stageId ?? null,
    attemptId: stage?.attemptId ?? null,
    attempts: stage === null ? 0 : attempts.filter((s) => s.stageId === stage.stageId).length,
    reason: firstTaskError(run, stage) ?? stage?.failureReason ?? null,
    failedTasks: stage?.failedTasks ?? null,
    ranBefore: unit.stages.filter((s) => s.status === 'complete').length,
  };
}

/**
 * The stage's own reason can name a follow-up: after an OutOfMemoryError the dying executor rejects the retries, and the
 * last of those is what the stage tells (spark-rest.md §8.4). The first task that failed has the real one.
 */
function firstTaskError(run: ApplicationRun, stage: Stage | null): string | null {
  const tasks =
    run.stageDetails.find((d) => d.stageId === stage?.stageId && d.attemptId === stage.attemptId)?.tasks ?? [];
  const failed = tasks
    .filter((t) => t.status === 'failed' && t.errorMessage !== null)
    .sort((a, b) => (a.launchedAt ?? 0) - (b.launchedAt ?? 0) || a.taskId - b.taskId);
  return failed[0]?.errorMessage ?? null;
}

/** Work that was done twice: stages with a further attempt, and tasks that died with their executors. */
function findRetries(run: ApplicationRun, unit: UnitOfWork): UnitFinding | null {
  const lostExecutors = run.executors
    .filter(
      (e) => !e.isDriver && e.removedAt !== null && e.removedAt >= unit.window.from && e.removedAt <= unit.window.to,
    )
    .filter((e) => !/killed by driver|decommission|idle/i.test(e.removeReason ?? ''))
    .map((e) => ({ executorId: e.id, host: e.host, reason: e.removeReason }));
  // Tasks fail for reasons of their own, too: without a further attempt or a lost executor nothing was lost with them.
  const stages = redoneStages(unit.stages, lastSignOfLife(run)).filter(
    (s) => s.attempts > 1 || lostExecutors.length > 0,
  );
  const lostMs = Math.min(
    unit.durationMs,
    stages.reduce((sum, s) => sum + s.wastedMs, 0),
  );
  const share = unit.durationMs > 0 ? lostMs / unit.durationMs : 0;
  if (share < RETRY_SHARE.value || lostMs < WORTH_IT_MS) return null;
  return {
    kind: 'retried-stage',
    atStakeMs: lostMs,
    share,
    stages: stages.sort((a, b) => b.wastedMs - a.wastedMs || a.stageId - b.stageId),
    lostExecutors,
  };
}

function findDriverGap(run: ApplicationRun, unit: UnitOfWork, time: TimeAccount): UnitFinding | null {
  const gap = time.gaps[0];
  // Between micro-batches the trigger waits, not the driver.
  if (gap === undefined || isStreaming(run)) return null;
  const share = shareWithoutStartUp(time, time.driverMs);
  const largest = time.driverMs > time.tasksRunningMs && time.driverMs > time.waitingForExecutorsMs;
  if (!largest || share < LARGEST_PART.value || !worth(time.driverMs, unit)) return null;
  return {
    kind: 'driver-gap',
    atStakeMs: time.driverMs,
    driverMs: time.driverMs,
    share,
    gap,
    gapCount: time.gaps.filter((g) => g.durationMs >= WORTH_IT_MS).length,
  };
}

/** The application waited for its first executor longer than for anything else. */
function findLateStart(run: ApplicationRun, unit: UnitOfWork): UnitFinding | null {
  const waitedMs = unit.type === 'application' ? lateStartMs(run) : null;
  if (waitedMs === null) return null;
  return {
    kind: 'waiting-for-executors',
    atStakeMs: waitedMs,
    share: waitedMs / unit.durationMs,
    wait: { durationMs: waitedMs, stageId: null, attemptId: null, firstExecutorAfterMs: waitedMs },
    firstExecutorAfterMs: waitedMs,
    short: null,
  };
}

function findWaiting(unit: UnitOfWork, time: TimeAccount): UnitFinding | null {
  const wait = time.waits[0];
  if (wait === undefined) return null;
  const share = shareWithoutStartUp(time, time.waitingForExecutorsMs);
  const largest = time.waitingForExecutorsMs > time.tasksRunningMs && time.waitingForExecutorsMs > time.driverMs;
  if (!largest || share < LARGEST_PART.value || !worth(time.waitingForExecutorsMs, unit)) return null;
  return {
    kind: 'waiting-for-executors',
    atStakeMs: time.waitingForExecutorsMs,
    share,
    wait,
    firstExecutorAfterMs: wait.firstExecutorAfterMs,
    short: null,
  };
}

/** Some executors were there, and most of the work waited for the others. */
function findShort(run: ApplicationRun, unit: UnitOfWork, time: TimeAccount): UnitFinding | null {
  const short = shortestOfExecutors(run, unit.stages);
  if (short === null) return null;
  const share = shareWithoutStartUp(time, short.lostMs);
  if (share < LARGEST_PART.value || !worth(short.lostMs, unit)) return null;
  const { stageId, attemptId } = short.stage;
  return {
    kind: 'waiting-for-executors',
    atStakeMs: short.lostMs,
    share,
    wait: { durationMs: short.untilMs, stageId, attemptId, firstExecutorAfterMs: null },
    firstExecutorAfterMs: null,
    short: { slots: short.slots, peak: short.peak },
  };
}

function findSpread(run: ApplicationRun, unit: UnitOfWork): UnitFinding | null {
  const now = lastSignOfLife(run);
  const walls = unit.stages.map((s) => runningTime(s, now)).filter((i): i is Interval => i !== null);
  const lengths = walls.map((i) => i.to - i.from).sort((a, b) => b - a);
  const coveredMs = lengthMs(union(walls));
  const half = lengths.slice(0, Math.max(SPREAD_STAGES, Math.ceil(lengths.length / 2)));
  const [largest, smallest] = [half[0], half.at(-1)];
  if (lengths.length < SPREAD_STAGES || largest === undefined || smallest === undefined || coveredMs <= 0) return null;
  const isSpread = largest / coveredMs <= SPREAD_LARGEST.value && largest <= SIMILAR * smallest;
  const shareCovered = coveredMs / Math.max(1, unit.durationMs);
  if (!isSpread || shareCovered < LARGEST_PART.value || smallest < WORTH_IT_MS) return null;
  return {
    kind: 'spread',
    // A cause repeated in each stage could at most give back what all but the fastest pace takes; nobody can say more here.
    atStakeMs: coveredMs - lengths.length * (lengths.at(-1) ?? 0),
    stageCount: lengths.length,
    largestShare: largest / coveredMs,
    typicalMs: half[Math.floor(half.length / 2)] as number,
    coveredMs,
  };
}

function shareWithoutStartUp(time: TimeAccount, part: number): number {
  const rest = time.totalMs - time.startUpMs;
  return rest > 0 ? part / rest : 0;
}

function worth(ms: number, unit: UnitOfWork): boolean {
  return ms >= WORTH_IT_MS && ms >= WORTH_IT_SHARE * unit.durationMs;
}
