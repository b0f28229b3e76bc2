import type { Quantiles, Task, TaskMetric } from './application-run.ts';
import { paceElsewhere } from './pace-elsewhere.ts';
import { median } from './quantile.ts';
import { ratio } from './reading.ts';
import { workingTasks, type StageView } from './stage-view.ts';

/** The tasks that hold a stage up, and what they have in common. */
export interface SlowTasks {
  tasks: Task[];
  /** Median records (bytes) of the slow tasks over the median of all; `null`: not recorded. */
  recordRatio: number | null;
  byteRatio: number | null;
  hosts: string[];
  executors: string[];
  /** Set when every machine that holds slow tasks is slow on all it ran, and those machines are few. */
  slowMachine: SlowMachine | null;
  /** One slow task is all that is known of its executor: the machine or the work, nobody can tell. */
  oneTaskOnly: boolean;
  /** Slow machine could not be judged: no per-executor totals. */
  machinesKnown: boolean;
  /** Tasks were slow, but all of them the first on their executors, where the other first tasks were as slow. */
  warmUp: boolean;
}

export interface SlowMachine {
  executorId: string;
  host: string;
  tasks: number;
  /** Mean wall-clock of a task there and the median of the same mean over the other executors. */
  meanTaskMs: number;
  othersMeanTaskMs: number;
  paceRatio: number;
}

/** Twice the median is where five-checks.md §3 stops calling a duration ordinary. */
const SLOW_OVER_MEDIAN = 2;
/** A task that took less than half of the slowest belongs to another group (start-up of the first wave, say); judgement. */
const SLOW_OF_SLOWEST = 0.5;
/** An executor whose tasks take twice as long as elsewhere on average is slow on everything; judgement, as for single tasks. */
export const SLOW_PACE = 2;
/** More machines than this share are not "a slow node" but something they all do; judgement. */
const FEW_MACHINES_SHARE = 1 / 3;
/** First tasks up to this much slower than the typical first task are start-up; judgement from runs with cold executors (ratio up to 1.4). */
const WARM_UP_SPREAD = 1.6;
/** From this many times the median on, the first wave as a whole was starting up. Judgement. */
const SLOW_FIRST = 1.5;

/** The slow tasks of a stage, by run time against the median; empty when nothing is slow or no task list was obtained. */
export function slowTasks(
  view: StageView,
  runTime: Quantiles,
  records: Quantiles | null,
  bytes: Quantiles | null,
  read: { records: TaskMetric; bytes: TaskMetric } | null,
): SlowTasks {
  const all = workingTasks(view).filter((t) => t.runTimeMs !== null);
  const slowest = Math.max(runTime.max, ...all.map((t) => t.runTimeMs as number));
  const floor = Math.max(SLOW_OVER_MEDIAN * runTime.median, SLOW_OF_SLOWEST * slowest);
  const slow = all.filter((t) => (t.runTimeMs as number) >= floor);
  const first = firstWave(all);
  const more = (t: Task) => read !== null && hasMoreData(t, read.records, records);
  const tasks = slow.filter((t) => more(t) || !isWarmUp(t, first, runTime));
  const cold = tasks.length === 0 || (!tasks.some(more) && allCold(view, tasks, all, first, runTime.median));
  const finished = tasks.filter((t) => t.status === 'success');
  const typical = (name: TaskMetric | undefined) =>
    name === undefined ? null : median(finished.map((t) => t[name]).filter((v): v is number => v !== null));
  // What the executor did elsewhere decides where it ran nothing else here.
  const alone = onlyTaskOf(view, tasks);
  const elsewhere = alone === null ? null : paceElsewhere(view, alone);
  const machine = alone !== null && (elsewhere ?? 0) < SLOW_PACE ? null : slowMachine(view, tasks);
  return {
    tasks,
    recordRatio: overMedian(typical(read?.records), records),
    byteRatio: overMedian(typical(read?.bytes), bytes),
    hosts: [...new Set(tasks.map((t) => t.host))],
    executors: [...new Set(tasks.map((t) => t.executorId))],
    slowMachine: machine,
    oneTaskOnly: alone !== null && elsewhere === null,
    machinesKnown: (view.detail?.perExecutor ?? []).length > 0,
    warmUp: slow.length > 0 && cold,
  };
}

/** A first task with twice the rows is not slow for being first. */
function hasMoreData(task: Task, metric: TaskMetric, all: Quantiles | null): boolean {
  return (overMedian(task[metric], all) ?? 0) >= SLOW_OVER_MEDIAN;
}

/** Against the median, or, where half of the tasks read nothing (traps.md 8), against the mean of the lower three quarters, at least one record. */
function overMedian(value: number | null, all: Quantiles | null): number | null {
  if (value === null || all === null || all.max <= 0) return null;
  return value / (all.median > 0 ? all.median : Math.max((all.p25 + all.median + all.p75) / 3, 1));
}

/** The executor whose one task in this stage is the only slow one; `null` where there are more, of either. */
function onlyTaskOf(view: StageView, slow: Task[]): string | null {
  const [task] = slow;
  if (task === undefined || slow.length > 1) return null;
  const there = (view.detail?.perExecutor ?? []).find((e) => e.executorId === task.executorId);
  const tasks = (there?.succeededTasks ?? 0) + (there?.failedTasks ?? 0) + (there?.killedTasks ?? 0);
  return there !== undefined && tasks <= 1 ? task.executorId : null;
}

/** Per-executor totals say it best: the same kind of tasks, many times the task time (five-checks.md §3). */
function slowMachine(view: StageView, slow: Task[]): SlowMachine | null {
  const pace = (view.detail?.perExecutor ?? [])
    .map((e) => ({
      executorId: e.executorId,
      host: e.host ?? slow.find((t) => t.executorId === e.executorId)?.host ?? e.executorId,
      tasks: (e.succeededTasks ?? 0) + (e.failedTasks ?? 0) + (e.killedTasks ?? 0),
      taskTimeMs: e.taskTimeMs,
    }))
    .filter((e): e is typeof e & { taskTimeMs: number } => e.taskTimeMs !== null && e.tasks > 0)
    .map((e) => ({ ...e, meanTaskMs: e.taskTimeMs / e.tasks }));
  const guilty = new Set(slow.map((t) => t.executorId));
  if (guilty.size === 0 || pace.length < 2) return null;
  const held = pace.filter((e) => guilty.has(e.executorId));
  const others = pace.filter((e) => !guilty.has(e.executorId));
  const othersMean = median(others.map((e) => e.meanTaskMs));
  const guiltyMachines = new Set(held.map((e) => e.host)).size;
  const machines = new Set(pace.map((e) => e.host)).size;
  const few =
    machines > 1
      ? guiltyMachines <= Math.max(1, machines * FEW_MACHINES_SHARE)
      : held.length <= Math.max(1, pace.length * FEW_MACHINES_SHARE);
  if (othersMean === null || othersMean <= 0 || held.length === 0 || !few) return null;
  const slowest = held.reduce((a, b) => (b.meanTaskMs > a.meanTaskMs ? b : a));
  const allSlow = held.every((e) => e.meanTaskMs >= SLOW_PACE * othersMean);
  const paceRatio = ratio(slowest.meanTaskMs, othersMean);
  if (!allSlow || paceRatio === null || !slowOnMost(view, slow, guilty)) return null;
  return {
    executorId: slowest.executorId,
    host: slowest.host,
    tasks: slowest.tasks,
    meanTaskMs: slowest.meanTaskMs,
    othersMeanTaskMs: othersMean,
    paceRatio,
  };
}

/** One slow task among many ordinary ones lifts a mean too: most of what a slow machine ran must be slow. */
function slowOnMost(view: StageView, slow: Task[], guilty: Set<string>): boolean {
  if (view.detail?.allTasksListed !== true) return slow.length > 1;
  const there = workingTasks(view).filter((t) => guilty.has(t.executorId));
  return slow.length * 2 > there.length;
}

/** With fewer first tasks than this in the stage there is no typical first task to hold one against. Judgement. */
const FEW_FIRST = 3;
/** Start-up of a JVM and its Python workers takes no longer; the slowest seen on a busy machine was some forty seconds. Judgement. */
const START_UP_MS = 60_000;

/**
 * Every slow task was the first work of a fresh executor, and the stage has no other first tasks to compare with (it
 * started beside another stage that took the rest of the slots): its time is start-up as far as anybody can tell.
 */
function allCold(view: StageView, slow: Task[], every: Task[], first: Task[], medianMs: number): boolean {
  if (first.length >= FEW_FIRST || first.length === every.length) return false;
  if (slow.some((t) => (t.runTimeMs as number) - medianMs > START_UP_MS)) return false;
  const tasks = view.run.stageDetails.flatMap((d) => d.tasks ?? []);
  return slow.every((task) => {
    const { launchedAt, executorId } = task;
    if (launchedAt === null || task.status === 'running') return false;
    return !tasks.some(
      (t) =>
        t.executorId === executorId &&
        t.launchedAt !== null &&
        t.durationMs !== null &&
        t.launchedAt + t.durationMs <= launchedAt,
    );
  });
}

/** The tasks that were launched before their executor had finished any task of the stage. */
function firstWave(all: Task[]): Task[] {
  const firstEnd = new Map<string, number>();
  for (const t of all) {
    const end = t.launchedAt === null || t.durationMs === null ? Infinity : t.launchedAt + t.durationMs;
    firstEnd.set(t.executorId, Math.min(firstEnd.get(t.executorId) ?? Infinity, end));
  }
  return all.filter((t) => t.launchedAt !== null && t.launchedAt < (firstEnd.get(t.executorId) as number));
}

/**
 * The first wave on fresh executors is slower (class loading, Python workers starting; spark-rest.md §8.13): a first task
 * that took about as long as the other first tasks is start-up, not a straggler.
 */
function isWarmUp(task: Task, first: Task[], runTime: Quantiles): boolean {
  const typicalFirst = median(first.map((t) => t.runTimeMs as number));
  return (
    typicalFirst !== null &&
    first.length > 1 &&
    typicalFirst >= SLOW_FIRST * runTime.median &&
    first.includes(task) &&
    (task.runTimeMs as number) <= WARM_UP_SPREAD * typicalFirst
  );
}

/**
 * Wall-clock the stage would not have needed at the pace of its other tasks (five-checks.md §0): with every slow task at
 * that pace, the slots it held would have been free. Never more than what the slow tasks of one executor took too long,
 * shared over the slots they ran on: elsewhere the stage went on meanwhile.
 */
export function stragglerStakeMs(view: StageView, slow: Task[], runTime: Quantiles): number | null {
  const { wallMs } = view;
  if (wallMs === null) return null;
  const pace = Math.max(runTime.median, Math.min(runTime.p75, runTime.max / SLOW_OVER_MEDIAN));
  const byExecutor = new Map<string, { excessMs: number; longestMs: number; tasks: number }>();
  for (const task of slow) {
    const excessMs = Math.max(0, (task.runTimeMs as number) - pace);
    const held = byExecutor.get(task.executorId) ?? { excessMs: 0, longestMs: 0, tasks: 0 };
    byExecutor.set(task.executorId, {
      excessMs: held.excessMs + excessMs,
      longestMs: Math.max(held.longestMs, excessMs),
      tasks: held.tasks + 1,
    });
  }
  const held = [...byExecutor].map(([id, { excessMs, longestMs, tasks }]) => {
    const cores = view.run.executors.find((e) => e.id === id)?.cores ?? 1;
    return Math.max(longestMs, excessMs / Math.max(1, Math.min(cores, tasks)));
  });
  const excessMs = [...byExecutor.values()].reduce((sum, e) => sum + e.excessMs, 0);
  const most = Math.min(
    held.length > 0 ? Math.max(...held) : Math.max(0, runTime.max - runTime.p75),
    Math.max(0, wallMs - pace),
  );
  const taskTime = view.stage.runTimeMs;
  if (taskTime === null || view.slots === null || slow.length === 0) return most;
  const slots = Math.max(1, Math.min(view.slots, view.stage.taskCount));
  // An active stage's run time holds finished tasks only.
  const finishedExcess = slow.some((t) => t.status === 'running') ? 0 : excessMs;
  const ideal = Math.max(pace, (taskTime - finishedExcess) / slots);
  return Math.max(0, Math.min(most, wallMs - ideal));
}
