/**
 * Slow stage: where the wall-clock of the unit went. Either one stage owns it (the other checks then open that stage), or
 * no stage does: the driver worked alone, nothing ran for want of executors, work was done twice, or a stage had too few
 * or too many tasks.
 */
import type { Stage } from '../application-run.ts';
import { ratio, type Limit, type Missing, type Reading, type Verdict } from '../reading.ts';
import { distribution, stageCulprit, stageField, stagePath, stagePlace, type StageView } from '../stage-view.ts';
import { atMost, shareOfWall, uncoveredMs, worthIt } from '../stake.ts';
import type { TimeAccount } from '../time-account.ts';
import { unitFields, unitFindingReadings } from '../unit-finding-readings.ts';
import type { UnitFinding } from '../unit-findings.ts';
import { lengthMs, runningTime, union, type Interval } from '../time.ts';
import type { UnitOfWork } from '../unit.ts';
import type { KindOf, Outcome } from '../vocabulary.ts';

/** A stage with at most this many tasks for each slot leaves cores idle. */
export const TASKS_PER_SLOT: Limit = {
  value: 0.5,
  unit: 'ratio',
  source: 'judgement (README, check 1)',
};
/** Its tasks must be long: shorter ones are cheap wherever they run. Judgement. */
export const LONG_TASK_MS = 5_000;
/** The share of the unit from which a stage is opened at all, a little under the fifth of traps.md 4. */
export const TOO_FEW_SHARE: Limit = { value: 0.15, unit: 'share', source: 'judgement (README, check 1)' };
/** "Thousands of tasks of milliseconds" (answer.md §1). */
export const MANY_TASKS = 1_000;
export const TINY_TASK_MS: Limit = { value: 500, unit: 'ms', source: 'judgement (README, check 1)' };
/** Slot time in which no task ran its code ÷ all slot time of the stage. Judgement: start-up counted, it nears or passes the work. */
export const OVERHEAD: Limit = {
  value: 0.4,
  unit: 'share',
  source: 'judgement (README, check 1)',
};
/** If the top two hold this share, narrow to those. */
export const TOP_TWO: Limit = { value: 0.8, unit: 'share', source: 'README, check 1' };

export interface SlowStageFacts {
  unit: UnitOfWork;
  time: TimeAccount;
  unitFinding: UnitFinding | null;
  /** Longest first, at most twelve. */
  stages: {
    stageId: number;
    attemptId: number;
    wallMs: number;
    waitMs: number;
    tasks: number;
    share: number;
    name: string;
  }[];
  stageCount: number;
  skippedCount: number;
  target: {
    stageId: number;
    attemptId: number;
    wallMs: number;
    share: number;
    waitMs: number;
    taskCount: number;
    slots: number | null;
    running: boolean;
    nodeNames: string[];
    readKeys: string[];
    keys: string[];
  } | null;
  /** Time in which only other stages ran: all they could give back. */
  othersMs: number | null;
  topTwoShare: number | null;
  tooFewTasks: { tasks: number; slots: number; medianMs: number } | null;
  tinyTasks: { tasks: number; medianMs: number; overheadShare: number } | null;
  /** Jobs that failed although the application went on. */
  failedJobs: number;
  retriedStages: number;
}

export function examineSlowStage(
  view: StageView | null,
  unit: UnitOfWork,
  time: TimeAccount,
  unitFinding: UnitFinding | null,
  run: StageView['run'],
): Verdict<'slow-stage', SlowStageFacts> {
  const facts = slowStageFacts(view, unit, time, unitFinding, run);
  if (unitFinding !== null) return verdict(view, facts, 'failing', unitFinding.kind, unitFinding.atStakeMs, []);
  if (view === null) {
    const missing: Missing[] = run.notRead.some((n) => n.part === 'stages' && n.reason === 'not-kept-by-server')
      ? ['stages-not-kept']
      : ['no-stage'];
    return verdict(view, facts, 'could-not-tell', null, null, missing);
  }
  if (facts.tinyTasks !== null) {
    const stakeMs = atMost(shareOfWall(view, facts.tinyTasks.overheadShare), uncoveredMs(view));
    if (worthIt(stakeMs, view)) return verdict(view, facts, 'failing', 'tiny-tasks', stakeMs, []);
  }
  if (facts.tooFewTasks !== null) {
    const { tasks, slots, medianMs } = facts.tooFewTasks;
    // At the pace of the median task: what one task takes longer than the others, more tasks do not give back (check 3).
    const evenMs = view.wallMs === null ? null : Math.min(view.wallMs, medianMs);
    const stakeMs = atMost(evenMs === null ? null : evenMs * (1 - tasks / slots), uncoveredMs(view));
    if (worthIt(stakeMs, view) && (stakeMs ?? 0) >= TOO_FEW_SHARE.value * unit.durationMs) {
      return verdict(view, facts, 'failing', 'too-few-tasks', stakeMs, []);
    }
  }
  return verdict(view, facts, 'healthy', null, null, view.wallMs === null ? ['times'] : []);
}

function slowStageFacts(
  view: StageView | null,
  unit: UnitOfWork,
  time: TimeAccount,
  unitFinding: UnitFinding | null,
  run: StageView['run'],
): SlowStageFacts {
  const now = view?.now ?? unit.window.to;
  const walls = unit.stages
    .map((stage) => ({ stage, interval: runningTime(stage, now) }))
    .filter((w): w is { stage: Stage; interval: Interval } => w.interval !== null);
  const lengths = walls
    .map((w) => ({ ...w, wallMs: w.interval.to - w.interval.from }))
    .sort((a, b) => b.wallMs - a.wallMs || a.stage.stageId - b.stage.stageId);
  const covered = lengthMs(union(walls.map((w) => w.interval)));
  const without = (stage: Stage) => lengthMs(union(walls.filter((w) => w.stage !== stage).map((w) => w.interval)));
  const topTwo = lengthMs(union(lengths.slice(0, 2).map((l) => l.interval)));
  return {
    unit,
    time,
    unitFinding,
    stages: lengths.slice(0, 12).map((l) => ({
      stageId: l.stage.stageId,
      attemptId: l.stage.attemptId,
      wallMs: l.wallMs,
      waitMs: waitOf(l.stage),
      tasks: l.stage.taskCount,
      share: unit.durationMs > 0 ? l.wallMs / unit.durationMs : 0,
      name: l.stage.name,
    })),
    stageCount: unit.stages.length,
    skippedCount: run.stages.filter((s) => s.status === 'skipped').length,
    target:
      view === null || view.wallMs === null
        ? null
        : {
            stageId: view.stage.stageId,
            attemptId: view.stage.attemptId,
            wallMs: view.wallMs,
            share: view.share ?? 0,
            waitMs: waitOf(view.stage),
            taskCount: view.stage.taskCount,
            slots: view.slots,
            running: view.stage.status === 'active',
            nodeNames: view.operation.nodeNames,
            readKeys: view.operation.readKeys,
            keys: view.operation.keys,
          },
    othersMs: view === null ? null : without(view.stage),
    topTwoShare: ratio(topTwo, covered),
    tooFewTasks: view === null ? null : tooFewTasks(view),
    tinyTasks: view === null ? null : tinyTasks(view),
    failedJobs: run.jobs.filter((j) => j.status === 'failed').length,
    retriedStages: new Set(unit.stages.filter((s) => s.attemptId > 0).map((s) => s.stageId)).size,
  };
}

function waitOf(stage: Stage): number {
  return stage.submittedAt === null || stage.firstTaskLaunchedAt === null
    ? 0
    : Math.max(0, stage.firstTaskLaunchedAt - stage.submittedAt);
}

/** Fewer tasks than slots, and long ones: the rest of the cluster watched. */
function tooFewTasks(view: StageView): SlowStageFacts['tooFewTasks'] {
  const { slots, stage } = view;
  // An attempt that repeats lost tasks has few of them by nature.
  if (slots === null || stage.attemptId > 0 || stage.taskCount > TASKS_PER_SLOT.value * slots) return null;
  const medianMs = distribution(view, 'runTimeMs')?.median ?? ratio(stage.runTimeMs, stage.taskCount);
  return medianMs === null || medianMs < LONG_TASK_MS ? null : { tasks: stage.taskCount, slots, medianMs };
}

/** Thousands of tasks of milliseconds whose wall-clock is mostly not run time. */
function tinyTasks(view: StageView): SlowStageFacts['tinyTasks'] {
  const { stage, wallMs, slots } = view;
  const medianMs = distribution(view, 'durationMs')?.median ?? distribution(view, 'runTimeMs')?.median ?? null;
  if (stage.taskCount < MANY_TASKS || medianMs === null || medianMs > TINY_TASK_MS.value || stage.runTimeMs === null)
    return null;
  // Slot time, not task time: a driver that hands out tasks more slowly than they end leaves slots empty in between.
  const held = wallMs === null || slots === null ? null : wallMs * slots;
  const overheadShare = held === null || held <= 0 ? null : 1 - Math.min(1, stage.runTimeMs / held);
  return overheadShare === null || overheadShare < OVERHEAD.value
    ? null
    : { tasks: stage.taskCount, medianMs, overheadShare };
}

function verdict(
  view: StageView | null,
  facts: SlowStageFacts,
  outcome: Outcome,
  kind: KindOf<'slow-stage'> | null,
  atStakeMs: number | null,
  missing: Missing[],
): Verdict<'slow-stage', SlowStageFacts> {
  const failure = facts.unitFinding?.kind === 'failed' ? facts.unitFinding : null;
  return {
    check: 'slow-stage',
    outcome,
    kind,
    atStakeMs,
    facts,
    readings: readings(view, facts),
    culprits:
      failure !== null && failure.stageId !== null
        ? [
            {
              stageId: failure.stageId,
              attemptId: failure.attemptId,
              taskIndex: null,
              executorId: null,
              host: null,
              sqlNode: null,
            },
          ]
        : facts.unitFinding?.kind === 'retried-stage'
          ? facts.unitFinding.lostExecutors.map((e) => ({
              stageId: null,
              attemptId: null,
              taskIndex: null,
              executorId: e.executorId,
              host: e.host,
              sqlNode: null,
            }))
          : view === null
            ? []
            : [stageCulprit(view.stage)],
    missing,
  };
}

function readings(view: StageView | null, facts: SlowStageFacts): Reading[] {
  const found: Reading[] = [];
  const { target, unit, time, unitFinding } = facts;
  if (view !== null && target !== null) {
    found.push({
      name: 'stage-share',
      value: target.share,
      unit: 'share',
      of: [target.wallMs, unit.durationMs],
      limit: null,
      place: { screen: 'stages' },
      readFrom: [
        stageField(view.stage, 'firstTaskLaunchedTime'),
        stageField(view.stage, 'completionTime'),
        ...unitFields(unit),
      ],
    });
  }
  if (facts.topTwoShare !== null && facts.stageCount > 2) {
    found.push({
      name: 'top-two-share',
      value: facts.topTwoShare,
      unit: 'share',
      of: null,
      limit: TOP_TWO,
      place: { screen: 'stages' },
      readFrom: [{ path: 'stages', field: 'completionTime' }],
    });
  }
  if (unitFinding !== null) found.push(...unitFindingReadings(unitFinding, time, unit));
  if (view !== null && facts.tooFewTasks !== null) {
    const { tasks, slots } = facts.tooFewTasks;
    found.push({
      name: 'tasks-per-core',
      value: tasks / slots,
      unit: 'ratio',
      of: [tasks, slots],
      limit: TASKS_PER_SLOT,
      place: stagePlace(view.stage, 'tasks'),
      readFrom: [stageField(view.stage, 'numTasks'), { path: 'allexecutors', field: 'totalCores' }],
    });
  }
  if (view !== null && facts.tinyTasks !== null) {
    found.push({
      name: 'task-overhead-share',
      value: facts.tinyTasks.overheadShare,
      unit: 'share',
      of: null,
      limit: OVERHEAD,
      place: stagePlace(view.stage, 'duration'),
      readFrom: [stageField(view.stage, 'executorRunTime'), { path: stagePath(view.stage), field: 'executorSummary' }],
    });
  }
  return found;
}
