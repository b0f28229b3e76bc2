import { z } from 'zod';

/**
 * The fields we read of Spark's answers, and no more. Every field but the identifying ones may be absent: versions 2.4 to
 * 4.x differ (spark-rest.md §1), and absent options are left out, not null. Unknown fields are dropped.
 */

/** `2015-02-03T16:43:07.404GMT` → epoch ms. "Never" is epoch −1, printed as 1969: `null`. */
const date = z
  .string()
  .refine((text) => text === '' || !Number.isNaN(millisecondsOf(text)))
  .transform((text) => {
    const ms = millisecondsOf(text);
    return ms > 0 ? ms : null;
  })
  .nullish();

function millisecondsOf(text: string): number {
  return Date.parse(text.replace(/GMT$/, 'Z'));
}

const num = z.number().nullish();
const text = z.string().nullish();
const flag = z.boolean().nullish();
const id = z.number().int().nonnegative();

export const versionShape = z.object({ spark: z.string() });

export const applicationShape = z.object({
  id: z.string().min(1),
  name: text,
  attempts: z.array(
    z.object({
      attemptId: text,
      startTime: date,
      endTime: date,
      lastUpdated: date,
      duration: num,
      sparkUser: text,
      completed: flag,
      appSparkVersion: text,
    }),
  ),
});
export type ApplicationAnswer = z.infer<typeof applicationShape>;

export const jobShape = z.object({
  jobId: id,
  name: text,
  description: text,
  submissionTime: date,
  completionTime: date,
  stageIds: z.array(id).nullish(),
  jobGroup: text,
  status: text,
  numTasks: num,
  numSkippedStages: num,
});
export type JobAnswer = z.infer<typeof jobShape>;

export const stageShape = z.object({
  status: z.string(),
  stageId: id,
  attemptId: id,
  name: text,
  description: text,
  details: text,
  numTasks: num,
  numActiveTasks: num,
  numCompleteTasks: num,
  numFailedTasks: num,
  numKilledTasks: num,
  submissionTime: date,
  firstTaskLaunchedTime: date,
  completionTime: date,
  failureReason: text,
  executorRunTime: num,
  executorCpuTime: num,
  executorDeserializeTime: num,
  jvmGcTime: num,
  inputBytes: num,
  inputRecords: num,
  outputBytes: num,
  outputRecords: num,
  shuffleReadBytes: num,
  shuffleReadRecords: num,
  shuffleWriteBytes: num,
  shuffleWriteRecords: num,
  memoryBytesSpilled: num,
  diskBytesSpilled: num,
  shuffleFetchWaitTime: num,
});
export type StageAnswer = z.infer<typeof stageShape>;

const memoryPeaks = z.record(z.string(), z.number().nullish()).nullish();

export const executorShape = z.object({
  id: z.string().min(1),
  hostPort: text,
  isActive: flag,
  rddBlocks: num,
  memoryUsed: num,
  maxMemory: num,
  totalCores: num,
  completedTasks: num,
  failedTasks: num,
  totalDuration: num,
  totalGCTime: num,
  addTime: date,
  removeTime: date,
  removeReason: text,
  peakMemoryMetrics: memoryPeaks,
});
export type ExecutorAnswer = z.infer<typeof executorShape>;

/** Kept only as long as the allow-list is read from it: the whole block may hold secrets. */
export const environmentShape = z.object({
  sparkProperties: z.array(z.array(z.string())),
});

const spread = z.array(z.number()).nullish();

export const taskSummaryShape = z.object({
  quantiles: z.array(z.number()),
  duration: spread,
  executorRunTime: spread,
  executorDeserializeTime: spread,
  jvmGcTime: spread,
  schedulerDelay: spread,
  gettingResultTime: spread,
  peakExecutionMemory: spread,
  memoryBytesSpilled: spread,
  diskBytesSpilled: spread,
  inputMetrics: z.object({ bytesRead: spread, recordsRead: spread }).nullish(),
  outputMetrics: z.object({ bytesWritten: spread, recordsWritten: spread }).nullish(),
  shuffleReadMetrics: z.object({ readBytes: spread, readRecords: spread, fetchWaitTime: spread }).nullish(),
  shuffleWriteMetrics: z.object({ writeBytes: spread, writeRecords: spread }).nullish(),
});
export type TaskSummaryAnswer = z.infer<typeof taskSummaryShape>;

export const taskShape = z.object({
  taskId: id,
  index: id,
  attempt: id,
  launchTime: date,
  duration: num,
  executorId: text,
  host: text,
  status: text,
  taskLocality: text,
  speculative: flag,
  errorMessage: text,
  schedulerDelay: num,
  gettingResultTime: num,
  taskMetrics: z
    .object({
      executorRunTime: num,
      executorDeserializeTime: num,
      jvmGcTime: num,
      memoryBytesSpilled: num,
      diskBytesSpilled: num,
      peakExecutionMemory: num,
      inputMetrics: z.object({ bytesRead: num, recordsRead: num }).nullish(),
      outputMetrics: z.object({ bytesWritten: num, recordsWritten: num }).nullish(),
      shuffleReadMetrics: z
        .object({ remoteBytesRead: num, localBytesRead: num, recordsRead: num, fetchWaitTime: num })
        .nullish(),
      shuffleWriteMetrics: z.object({ bytesWritten: num, recordsWritten: num }).nullish(),
    })
    .nullish(),
});
export type TaskAnswer = z.infer<typeof taskShape>;

export const executorInStageShape = z.object({
  taskTime: num,
  succeededTasks: num,
  failedTasks: num,
  killedTasks: num,
  inputBytes: num,
  inputRecords: num,
  shuffleRead: num,
  shuffleReadRecords: num,
  memoryBytesSpilled: num,
  diskBytesSpilled: num,
});
export type ExecutorInStageAnswer = z.infer<typeof executorInStageShape>;

/** The two blocks are read one by one, so that a fault in one of them leaves the other. */
export const stageDetailShape = z.object({
  taskMetricsDistributions: z.unknown().optional(),
  executorSummary: z.record(z.string(), z.unknown()).nullish(),
});

export const sqlExecutionShape = z.object({
  id,
  status: text,
  description: text,
  submissionTime: date,
  duration: num,
  runningJobIds: z.array(id).nullish(),
  successJobIds: z.array(id).nullish(),
  failedJobIds: z.array(id).nullish(),
  rootExecutionId: num,
});
export type SqlExecutionAnswer = z.infer<typeof sqlExecutionShape>;

export const planShape = z.object({
  planDescription: text,
  nodes: z.array(
    z.object({
      nodeId: id,
      nodeName: z.string(),
      wholeStageCodegenId: num,
      metrics: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    }),
  ),
  edges: z.array(z.object({ fromId: id, toId: id })).nullish(),
});
export type PlanAnswer = z.infer<typeof planShape>;
