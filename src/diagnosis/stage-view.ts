import type { ApplicationRun, Quantiles, Stage, StageDetail, Task, TaskMetric } from './application-run.ts';
import { feedingStages, type Feeding } from './lineage.ts';
import { operationOf, plannedStage, type Operation, type PlannedStage } from './operation.ts';
import { ratio, type Culprit, type Place, type Source, type StageRow } from './reading.ts';
import { peakSlots } from './slots.ts';
import { lastSignOfLife, runningTime } from './time.ts';
import type { UnitOfWork } from './unit.ts';

/** One stage attempt with everything a check may want to know about it, worked out once. */
export interface StageView {
  run: ApplicationRun;
  unit: UnitOfWork;
  stage: Stage;
  detail: StageDetail | null;
  /** First task launched → completed, or → the last sign of life while it runs; `null`: no task ran. */
  wallMs: number | null;
  /** `wallMs` as a share of the unit; stages overlap, so shares may add up to more than 1. */
  share: number | null;
  /** The most task slots there were at one time while it ran; `null` when the server lists none. */
  slots: number | null;
  operation: Operation;
  planned: PlannedStage | null;
  feeding: Feeding;
  now: number | null;
}

export function viewStage(run: ApplicationRun, unit: UnitOfWork, stage: Stage): StageView {
  const now = lastSignOfLife(run);
  const interval = runningTime(stage, now);
  const wallMs = interval === null ? null : interval.to - interval.from;
  return {
    run,
    unit,
    stage,
    detail: detailOf(run, stage),
    wallMs,
    share: ratio(wallMs, unit.durationMs),
    slots: peakSlots(run, interval),
    operation: operationOf(run, stage),
    planned: plannedStage(run, stage),
    feeding: feedingStages(run, stage),
    now,
  };
}

export function detailOf(run: ApplicationRun, stage: Stage): StageDetail | null {
  return run.stageDetails.find((d) => d.stageId === stage.stageId && d.attemptId === stage.attemptId) ?? null;
}

export function isLocalMode(run: ApplicationRun): boolean {
  return run.executors.length > 0 && run.executors.every((e) => e.isDriver);
}

/** Tasks that did the work: successful ones, and running ones with the time they have run so far. Killed copies are no stragglers. */
export function workingTasks(view: StageView): Task[] {
  return (view.detail?.tasks ?? [])
    .filter((t) => t.status === 'success' || t.status === 'running')
    .map((t) => (t.status === 'running' ? { ...t, runTimeMs: elapsedMs(t, view.now) } : t));
}

function elapsedMs(task: Task, now: number | null): number | null {
  return task.launchedAt === null || now === null ? null : Math.max(0, now - task.launchedAt);
}

/**
 * Distribution of a metric over tasks: the server's, or, where fewer than five tasks make its "median" the maximum
 * (traps.md 6), the listed tasks with the lower middle one as median; `null` where those are not listed either.
 */
export function distribution(view: StageView, metric: TaskMetric): Quantiles | null {
  const listed = workingTasks(view)
    // A running task's counters are zero on a history server: not a reading.
    .filter((t) => metric === 'runTimeMs' || t.status === 'success')
    .map((t) => t[metric])
    .filter((v): v is number => v !== null)
    .sort((a, b) => a - b);
  const everyTask = view.detail?.allTasksListed === true && listed.length >= 2;
  if (everyTask && (listed.length < FEW_TASKS || view.detail?.quantiles == null)) return fromList(listed);
  const { taskCount } = view.stage;
  return taskCount > 1 && taskCount < FEW_TASKS ? null : (view.detail?.quantiles?.[metric] ?? null);
}

/** With fewer tasks than this a quantile says little: the task list is read instead (traps.md 6). */
export const FEW_TASKS = 5;

function fromList(sorted: number[]): Quantiles {
  const at = (q: number) => sorted[Math.min(Math.floor(q * (sorted.length - 1)), sorted.length - 1)] as number;
  return { min: at(0), p25: at(0.25), median: at(0.5), p75: at(0.75), p95: at(0.95), max: sorted.at(-1) as number };
}

/** Whether tasks take their records from a shuffle or from a source; the metric pair that says how much each task had to do. */
export function readMetrics(stage: Stage): { records: TaskMetric; bytes: TaskMetric } | null {
  const shuffle = stage.shuffleReadRecords ?? 0;
  const input = stage.inputRecords ?? 0;
  if (shuffle === 0 && input === 0) {
    if ((stage.shuffleReadBytes ?? 0) > 0) return { records: 'shuffleReadRecords', bytes: 'shuffleReadBytes' };
    return (stage.inputBytes ?? 0) > 0 ? { records: 'inputRecords', bytes: 'inputBytes' } : null;
  }
  return shuffle >= input
    ? { records: 'shuffleReadRecords', bytes: 'shuffleReadBytes' }
    : { records: 'inputRecords', bytes: 'inputBytes' };
}

export function stagePath(stage: { stageId: number; attemptId: number }): string {
  return `stages/${stage.stageId}/${stage.attemptId}`;
}

/** A field of the stage's line in the list of stages. */
export function stageField(stage: Stage, field: string): Source {
  return { path: 'stages', field: `[stageId=${stage.stageId},attemptId=${stage.attemptId}].${field}` };
}

export function stagePlace(stage: { stageId: number; attemptId: number }, row: StageRow): Place {
  return { screen: 'stage', stageId: stage.stageId, attemptId: stage.attemptId, row };
}

export function taskCulprit(stage: Stage, task: Task): Culprit {
  return {
    stageId: stage.stageId,
    attemptId: stage.attemptId,
    taskIndex: task.index,
    executorId: task.executorId,
    host: task.host,
    sqlNode: null,
  };
}

export function stageCulprit(stage: Stage, sqlNode: string | null = null): Culprit {
  return { stageId: stage.stageId, attemptId: stage.attemptId, taskIndex: null, executorId: null, host: null, sqlNode };
}
