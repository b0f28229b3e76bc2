import type {
  ExecutorInStage,
  NotRead,
  Quantiles,
  Task,
  TaskQuantiles,
  TaskStatus,
} from '../diagnosis/application-run.ts';
import { QUANTILES } from './calls.ts';
import { believableInput } from './collect-stages.ts';
import { counter, type Where } from './lenient.ts';
import type { ExecutorInStageAnswer, TaskAnswer, TaskSummaryAnswer } from './responses.ts';

const STATUS: Record<string, TaskStatus> = {
  RUNNING: 'running',
  'GET RESULT': 'running',
  SUCCESS: 'success',
  FAILED: 'failed',
  KILLED: 'killed',
};

/** `where` names the stage attempt that the task belongs to. */
export function collectTask(answer: TaskAnswer, where: Where, notes: NotRead[]): Task {
  const read = (value: number | null | undefined, field: string) => counter(value, field, where, notes);
  const metrics = answer.taskMetrics;
  const shuffleRead = metrics?.shuffleReadMetrics;
  const status = STATUS[answer.status ?? ''] ?? 'unknown';
  // Run time is written when a task ends: before that it is 0, or negative in the server's own order (spark-rest.md §2.2).
  const ended = status !== 'running';
  const inputRecords = read(metrics?.inputMetrics?.recordsRead, 'recordsRead');
  return {
    taskId: answer.taskId,
    index: answer.index,
    attempt: answer.attempt,
    executorId: answer.executorId ?? '',
    host: answer.host ?? '',
    status,
    speculative: answer.speculative ?? false,
    locality: answer.taskLocality ?? null,
    launchedAt: answer.launchTime ?? null,
    errorMessage: answer.errorMessage ?? null,
    runTimeMs: ended ? read(metrics?.executorRunTime, 'executorRunTime') : null,
    durationMs: read(answer.duration, 'duration'),
    gcTimeMs: read(metrics?.jvmGcTime, 'jvmGcTime'),
    deserializeTimeMs: read(metrics?.executorDeserializeTime, 'executorDeserializeTime'),
    schedulerDelayMs: read(answer.schedulerDelay, 'schedulerDelay'),
    gettingResultMs: read(answer.gettingResultTime, 'gettingResultTime'),
    fetchWaitTimeMs: read(shuffleRead?.fetchWaitTime, 'fetchWaitTime'),
    inputBytes: believableInput(read(metrics?.inputMetrics?.bytesRead, 'bytesRead'), inputRecords, where, notes),
    inputRecords,
    outputBytes: read(metrics?.outputMetrics?.bytesWritten, 'bytesWritten'),
    outputRecords: read(metrics?.outputMetrics?.recordsWritten, 'recordsWritten'),
    shuffleReadBytes: plus(
      read(shuffleRead?.remoteBytesRead, 'remoteBytesRead'),
      read(shuffleRead?.localBytesRead, 'localBytesRead'),
    ),
    shuffleReadRecords: read(shuffleRead?.recordsRead, 'recordsRead'),
    shuffleWriteBytes: read(metrics?.shuffleWriteMetrics?.bytesWritten, 'bytesWritten'),
    shuffleWriteRecords: read(metrics?.shuffleWriteMetrics?.recordsWritten, 'recordsWritten'),
    memorySpilledBytes: read(metrics?.memoryBytesSpilled, 'memoryBytesSpilled'),
    diskSpilledBytes: read(metrics?.diskBytesSpilled, 'diskBytesSpilled'),
    peakExecutionBytes: read(metrics?.peakExecutionMemory, 'peakExecutionMemory'),
  };
}

/** What decides which rows of a distribution can be believed. */
export interface DistributionFacts {
  /** True when every task of the stage succeeded. */
  onlySuccessful: boolean;
  /** Server versions 3.0 and 3.1 also shift the shuffle read bytes (SPARK-38309). */
  readBytesShifted: boolean;
  /** The stage's own input bytes were not believable, so its tasks' are not either. */
  inputBytesMeasured: boolean;
}

/** `null` when the answer does not hold the positions that were asked for. */
export function collectQuantiles(answer: TaskSummaryAnswer, facts: DistributionFacts): TaskQuantiles | null {
  const positions = QUANTILES.map((wanted) => answer.quantiles.indexOf(wanted));
  if (positions.includes(-1)) return null;
  const row = (values: number[] | null | undefined): Quantiles | null => {
    const [min, p25, median, p75, p95, max] = positions.map((position) => values?.[position]);
    if (min === undefined || p25 === undefined || median === undefined) return null;
    if (p75 === undefined || p95 === undefined || max === undefined || min < 0) return null;
    return { min, p25, median, p75, p95, max };
  };
  // These three are picked at positions of all tasks while the count is of successful ones (spark-rest.md §1.4).
  const ofAllTasks = (values: number[] | null | undefined) => (facts.onlySuccessful ? row(values) : null);
  const readBytesWrong = facts.readBytesShifted && !facts.onlySuccessful;
  return {
    runTimeMs: row(answer.executorRunTime),
    durationMs: ofAllTasks(answer.duration),
    gcTimeMs: row(answer.jvmGcTime),
    deserializeTimeMs: row(answer.executorDeserializeTime),
    schedulerDelayMs: ofAllTasks(answer.schedulerDelay),
    gettingResultMs: ofAllTasks(answer.gettingResultTime),
    fetchWaitTimeMs: row(answer.shuffleReadMetrics?.fetchWaitTime),
    inputBytes: facts.inputBytesMeasured ? row(answer.inputMetrics?.bytesRead) : null,
    inputRecords: row(answer.inputMetrics?.recordsRead),
    outputBytes: row(answer.outputMetrics?.bytesWritten),
    outputRecords: row(answer.outputMetrics?.recordsWritten),
    shuffleReadBytes: readBytesWrong ? null : row(answer.shuffleReadMetrics?.readBytes),
    shuffleReadRecords: row(answer.shuffleReadMetrics?.readRecords),
    shuffleWriteBytes: row(answer.shuffleWriteMetrics?.writeBytes),
    shuffleWriteRecords: row(answer.shuffleWriteMetrics?.writeRecords),
    memorySpilledBytes: row(answer.memoryBytesSpilled),
    diskSpilledBytes: row(answer.diskBytesSpilled),
    peakExecutionBytes: row(answer.peakExecutionMemory),
  };
}

export function collectExecutorInStage(
  executorId: string,
  host: string | null,
  answer: ExecutorInStageAnswer,
  where: Where,
  notes: NotRead[],
): ExecutorInStage {
  const read = (value: number | null | undefined, field: string) => counter(value, field, where, notes);
  return {
    executorId,
    host,
    taskTimeMs: read(answer.taskTime, 'taskTime'),
    succeededTasks: read(answer.succeededTasks, 'succeededTasks'),
    failedTasks: read(answer.failedTasks, 'failedTasks'),
    killedTasks: read(answer.killedTasks, 'killedTasks'),
    inputBytes: read(answer.inputBytes, 'inputBytes'),
    inputRecords: read(answer.inputRecords, 'inputRecords'),
    shuffleReadBytes: read(answer.shuffleRead, 'shuffleRead'),
    shuffleReadRecords: read(answer.shuffleReadRecords, 'shuffleReadRecords'),
    memorySpilledBytes: read(answer.memoryBytesSpilled, 'memoryBytesSpilled'),
    diskSpilledBytes: read(answer.diskBytesSpilled, 'diskBytesSpilled'),
  };
}

/** Totals of each executor from its tasks: for servers that give no totals without giving every task (before 3.2). */
export function sumByExecutor(tasks: Task[]): ExecutorInStage[] {
  const byId = new Map<string, Task[]>();
  for (const task of tasks) {
    const own = byId.get(task.executorId);
    if (own === undefined) byId.set(task.executorId, [task]);
    else own.push(task);
  }
  return [...byId].map(([executorId, own]) => {
    const count = (status: TaskStatus) => own.filter((task) => task.status === status).length;
    const total = (of: (task: Task) => number | null) =>
      own.reduce<number | null>((sum, task) => plus(sum, of(task)), null);
    return {
      executorId,
      host: own[0]?.host ?? null,
      taskTimeMs: total((task) => task.durationMs),
      succeededTasks: count('success'),
      failedTasks: count('failed'),
      killedTasks: count('killed'),
      inputBytes: total((task) => task.inputBytes),
      inputRecords: total((task) => task.inputRecords),
      shuffleReadBytes: total((task) => task.shuffleReadBytes),
      shuffleReadRecords: total((task) => task.shuffleReadRecords),
      memorySpilledBytes: total((task) => task.memorySpilledBytes),
      diskSpilledBytes: total((task) => task.diskSpilledBytes),
    };
  });
}

function plus(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}
