import type {
  Executor,
  ExecutorInStage,
  Quantiles,
  Stage,
  StageDetail,
  Task,
  TaskMetric,
  TaskQuantiles,
} from '../../src/diagnosis/application-run.ts';
import { SECOND, START } from './measures.ts';
import { tasks } from './tasks.ts';
import { executors } from './executors.ts';

export interface BuiltStage {
  stage: Stage;
  detail: StageDetail | null;
}

export interface StageSpec extends Partial<Stage> {
  /** First task launched, counted from the start of the application. */
  at?: number;
  /** First task launched → completed; without it the time its tasks need on the executors. */
  wallMs?: number;
  tasks?: Task[];
  on?: Executor[];
  /** How many of its slowest tasks the server listed; all by default. */
  listed?: number;
  /** `null`: the stage was not read in depth. */
  detail?: Partial<StageDetail> | null;
}

/** A stage that completed, whose line, quantiles and totals by executor follow from its tasks; eight even tasks by default. */
export function aStage(spec: StageSpec = {}): BuiltStage {
  const { at = 10 * SECOND, wallMs, tasks: given = tasks(8), on = executors(4), listed, detail, ...line } = spec;
  const stageId = line.stageId ?? 0;
  const attemptId = line.attemptId ?? 0;
  const from = START + at;
  const placed = onSlots(given, on, from);
  const ends = placed.map((t) => (t.launchedAt ?? from) + (t.durationMs ?? 0));
  const made = placed.filter((t) => t.status === 'success');
  const total = (metric: TaskMetric) => totalOf(placed, metric);
  const stage: Stage = {
    stageId,
    attemptId,
    status: 'complete',
    name: '$anonfun$withThreadLocalCaptured$2 at CompletableFuture.java:1768',
    description: null,
    callSite: null,
    submittedAt: from - 50,
    firstTaskLaunchedAt: from,
    completedAt: wallMs === undefined ? ends.reduce((a, b) => Math.max(a, b), from + 1) : from + wallMs,
    failureReason: null,
    taskCount: new Set(given.map((t) => t.index)).size,
    activeTasks: given.filter((t) => t.status === 'running').length,
    completeTasks: made.length,
    failedTasks: given.filter((t) => t.status === 'failed').length,
    killedTasks: given.filter((t) => t.status === 'killed').length,
    runTimeMs: total('runTimeMs'),
    cpuTimeMs: total('runTimeMs'),
    gcTimeMs: total('gcTimeMs'),
    deserializeTimeMs: total('deserializeTimeMs'),
    inputBytes: total('inputBytes'),
    inputRecords: total('inputRecords'),
    outputBytes: total('outputBytes'),
    outputRecords: total('outputRecords'),
    shuffleReadBytes: total('shuffleReadBytes'),
    shuffleReadRecords: total('shuffleReadRecords'),
    shuffleWriteBytes: total('shuffleWriteBytes'),
    shuffleWriteRecords: total('shuffleWriteRecords'),
    memorySpilledBytes: total('memorySpilledBytes'),
    diskSpilledBytes: total('diskSpilledBytes'),
    fetchWaitTimeMs: total('fetchWaitTimeMs'),
    ...line,
  };
  const slowestFirst = [...placed].sort((a, b) => (b.runTimeMs ?? 0) - (a.runTimeMs ?? 0));
  return {
    stage,
    detail:
      detail === null
        ? null
        : {
            stageId,
            attemptId,
            quantiles: made.length === 0 ? null : quantilesOf(made),
            tasks: slowestFirst.slice(0, listed ?? slowestFirst.length),
            allTasksListed: (listed ?? placed.length) >= placed.length,
            perExecutor: byExecutor(placed),
            ...detail,
          },
  };
}

/** A stage whose result was there already: listed, never run. */
export function aSkippedStage(stageId: number): BuiltStage {
  const { stage } = aStage({ stageId, tasks: [] });
  return {
    stage: {
      ...stage,
      status: 'skipped',
      taskCount: 200,
      submittedAt: null,
      firstTaskLaunchedAt: null,
      completedAt: null,
    },
    detail: null,
  };
}

/** Each task on the slot that is free first, of its own executor where it names one. */
function onSlots(given: Task[], on: Executor[], from: number): Task[] {
  const slots = on.flatMap((e) =>
    Array.from({ length: Math.max(1, e.cores ?? 1) }, () => ({ executor: e, freeAt: from })),
  );
  return given.map((task) => {
    const own = slots.filter((s) => s.executor.id === task.executorId);
    const among = own.length > 0 ? own : task.executorId === '' ? slots : [];
    const slot = among.reduce<(typeof slots)[number] | null>(
      (best, s) => (best === null || s.freeAt < best.freeAt ? s : best),
      null,
    );
    if (slot === null) return task;
    const launchedAt = task.launchedAt ?? slot.freeAt;
    slot.freeAt = launchedAt + (task.durationMs ?? task.runTimeMs ?? 0);
    return { ...task, executorId: slot.executor.id, host: slot.executor.host, launchedAt };
  });
}

function totalOf(of: Task[], metric: TaskMetric): number | null {
  const values = of.map((t) => t[metric]).filter((v): v is number => v !== null);
  return values.length === 0 && of.length > 0 ? null : values.reduce((a, b) => a + b, 0);
}

/** As the server picks them: elements of the sorted list, not interpolated. */
export function quantilesOf(of: Task[]): TaskQuantiles {
  const of1 = (metric: TaskMetric): Quantiles | null => {
    const sorted = of
      .map((t) => t[metric])
      .filter((v): v is number => v !== null)
      .sort((a, b) => a - b);
    if (sorted.length === 0) return null;
    const at = (q: number) => sorted[Math.min(Math.floor(q * sorted.length), sorted.length - 1)] ?? 0;
    return { min: at(0), p25: at(0.25), median: at(0.5), p75: at(0.75), p95: at(0.95), max: at(1) };
  };
  return {
    runTimeMs: of1('runTimeMs'),
    durationMs: of1('durationMs'),
    gcTimeMs: of1('gcTimeMs'),
    deserializeTimeMs: of1('deserializeTimeMs'),
    schedulerDelayMs: of1('schedulerDelayMs'),
    gettingResultMs: of1('gettingResultMs'),
    fetchWaitTimeMs: of1('fetchWaitTimeMs'),
    inputBytes: of1('inputBytes'),
    inputRecords: of1('inputRecords'),
    outputBytes: of1('outputBytes'),
    outputRecords: of1('outputRecords'),
    shuffleReadBytes: of1('shuffleReadBytes'),
    shuffleReadRecords: of1('shuffleReadRecords'),
    shuffleWriteBytes: of1('shuffleWriteBytes'),
    shuffleWriteRecords: of1('shuffleWriteRecords'),
    memorySpilledBytes: of1('memorySpilledBytes'),
    diskSpilledBytes: of1('diskSpilledBytes'),
    peakExecutionBytes: of1('peakExecutionBytes'),
  };
}

function byExecutor(placed: Task[]): ExecutorInStage[] {
  const ids = [...new Set(placed.map((t) => t.executorId))];
  return ids.map((executorId) => {
    const own = placed.filter((t) => t.executorId === executorId);
    return {
      executorId,
      host: own[0]?.host ?? null,
      taskTimeMs: totalOf(own, 'durationMs'),
      succeededTasks: own.filter((t) => t.status === 'success').length,
      failedTasks: own.filter((t) => t.status === 'failed').length,
      killedTasks: own.filter((t) => t.status === 'killed').length,
      inputBytes: totalOf(own, 'inputBytes'),
      inputRecords: totalOf(own, 'inputRecords'),
      shuffleReadBytes: totalOf(own, 'shuffleReadBytes'),
      shuffleReadRecords: totalOf(own, 'shuffleReadRecords'),
      memorySpilledBytes: totalOf(own, 'memorySpilledBytes'),
      diskSpilledBytes: totalOf(own, 'diskSpilledBytes'),
    };
  });
}
