import type { Task, TaskMetric } from '../../src/diagnosis/application-run.ts';
import { SECOND } from './measures.ts';

export const TASK_METRICS: TaskMetric[] = [
  'runTimeMs',
  'durationMs',
  'gcTimeMs',
  'deserializeTimeMs',
  'schedulerDelayMs',
  'gettingResultMs',
  'fetchWaitTimeMs',
  'inputBytes',
  'inputRecords',
  'outputBytes',
  'outputRecords',
  'shuffleReadBytes',
  'shuffleReadRecords',
  'shuffleWriteBytes',
  'shuffleWriteRecords',
  'memorySpilledBytes',
  'diskSpilledBytes',
  'peakExecutionBytes',
];

/** A successful task of ten seconds that moved nothing; a duration that is not given follows the run time. */
export function aTask(over: Partial<Task> = {}): Task {
  const runTimeMs = over.runTimeMs === undefined ? 10 * SECOND : over.runTimeMs;
  return {
    taskId: 0,
    index: 0,
    attempt: 0,
    executorId: '',
    host: '',
    status: 'success',
    speculative: false,
    locality: 'NODE_LOCAL',
    launchedAt: null,
    errorMessage: null,
    runTimeMs,
    durationMs: runTimeMs === null ? null : runTimeMs + 100,
    gcTimeMs: 0,
    deserializeTimeMs: 30,
    schedulerDelayMs: 20,
    gettingResultMs: 0,
    fetchWaitTimeMs: 0,
    inputBytes: 0,
    inputRecords: 0,
    outputBytes: 0,
    outputRecords: 0,
    shuffleReadBytes: 0,
    shuffleReadRecords: 0,
    shuffleWriteBytes: 0,
    shuffleWriteRecords: 0,
    memorySpilledBytes: 0,
    diskSpilledBytes: 0,
    peakExecutionBytes: 0,
    ...over,
  };
}

/** `count` tasks, each what `each` says of its position. */
export function tasks(count: number, each: (i: number) => Partial<Task> = () => ({})): Task[] {
  return Array.from({ length: count }, (_, i) => aTask({ taskId: i, index: i, ...each(i) }));
}

/** Sorted values whose quantiles are those of a Spark summary row; all but the last few stay near the 75th percentile. */
export function spreadOver(
  count: number,
  row: { min: number; p25: number; median: number; p75: number; max: number; top?: number },
): number[] {
  const top = row.top ?? 1;
  const at = (q: number) => Math.min(Math.floor(q * count), count - 1);
  const points: [number, number][] = [
    [0, row.min],
    [at(0.25), row.p25],
    [at(0.5), row.median],
    [at(0.75), row.p75],
    [count - top - 1, row.p75 * 1.05],
  ];
  return Array.from({ length: count }, (_, i) => {
    if (i >= count - top) return row.max;
    const after = points.findIndex(([position]) => position >= i);
    const [to, high] = points[after] ?? [i, row.p75];
    const [from, low] = points[after - 1] ?? [to, high];
    return to === from ? high : low + ((high - low) * (i - from)) / (to - from);
  });
}
