/**
 * What the diagnosis may look at: one Spark application as a history server (or a live driver UI) described it.
 *
 * Owned here, filled by the history-server room. Times are epoch milliseconds, durations end in `Ms`, sizes in `Bytes`.
 * `null` means "the server did not give this value" (field absent in that Spark version, not recorded, or dropped as
 * impossible). It never stands for zero, and zero never stands for it.
 */
export interface ApplicationRun {
  application: Application;
  server: ServerFacts;
  /** When the answers were read: the only clock a diagnosis of a running application may use. */
  readAt: number;
  jobs: Job[];
  /** Every stage attempt the server listed, skipped ones included. */
  stages: Stage[];
  /** Every executor, removed ones and the driver row included. */
  executors: Executor[];
  /** Allow-listed Spark properties that were set explicitly; a key that is missing has its default or was set later in the session. */
  settings: Record<string, string>;
  /** `null`: this server has no SQL endpoint (before 3.1) or it could not be read. */
  sqlExecutions: SqlExecution[] | null;
  /** Stage attempts that were read in depth; the others have only their line in `stages`. */
  stageDetails: StageDetail[];
  /** Parts that were asked for and not obtained, or dropped; told where they hurt. */
  notRead: NotRead[];
}

export interface Application {
  id: string;
  attemptId: string | null;
  /** Attempt ids the server knows, newest first; empty when the application has no attempts in its addresses. */
  attemptIds: string[];
  name: string;
  user: string | null;
  /** The application's own Spark version, not the server's. */
  sparkVersion: string | null;
  completed: boolean;
  startedAt: number | null;
  endedAt: number | null;
  /** Time of the server's last look at the log; not a sign of life of the application. */
  lastUpdatedAt: number | null;
  durationMs: number | null;
}

export interface ServerFacts {
  name: string;
  /** Base URL without the API path, e.g. `https://shs.example.com/gateway`. */
  url: string;
  kind: 'history-server' | 'live-ui';
  /** Spark version of the server: decides which fields exist. */
  version: string | null;
  /** Address of the application's own pages in the Spark UI, without a trailing slash. */
  uiUrl: string;
  /** Name of the server that was asked for, when it was gone and this one was read instead. */
  insteadOf?: string;
}

export type JobStatus = 'running' | 'succeeded' | 'failed' | 'unknown';

export interface Job {
  jobId: number;
  name: string;
  description: string | null;
  group: string | null;
  submittedAt: number | null;
  completedAt: number | null;
  status: JobStatus;
  /** Skipped stages included. */
  stageIds: number[];
  taskCount: number | null;
  skippedStages: number | null;
}

export type StageStatus = 'active' | 'complete' | 'pending' | 'failed' | 'skipped';

export interface Stage {
  stageId: number;
  attemptId: number;
  status: StageStatus;
  name: string;
  description: string | null;
  /** User frame of the call site where the stack text has one, e.g. `collect at report.py:12`. */
  callSite: string | null;
  submittedAt: number | null;
  firstTaskLaunchedAt: number | null;
  completedAt: number | null;
  failureReason: string | null;
  taskCount: number;
  activeTasks: number | null;
  completeTasks: number | null;
  failedTasks: number | null;
  killedTasks: number | null;
  /** Sum over all tasks, failed and killed ones included. */
  runTimeMs: number | null;
  cpuTimeMs: number | null;
  /** Absent on 2.4 servers. */
  gcTimeMs: number | null;
  deserializeTimeMs: number | null;
  inputBytes: number | null;
  inputRecords: number | null;
  outputBytes: number | null;
  outputRecords: number | null;
  shuffleReadBytes: number | null;
  shuffleReadRecords: number | null;
  shuffleWriteBytes: number | null;
  shuffleWriteRecords: number | null;
  memorySpilledBytes: number | null;
  diskSpilledBytes: number | null;
  fetchWaitTimeMs: number | null;
}

export interface Executor {
  id: string;
  host: string;
  isDriver: boolean;
  cores: number | null;
  active: boolean | null;
  addedAt: number | null;
  removedAt: number | null;
  removeReason: string | null;
  completedTasks: number | null;
  failedTasks: number | null;
  /** Sum of the wall-clock of its finished tasks (`totalDuration`). On a driver row: the application's own time since 3.3. */
  taskTimeMs: number | null;
  /** Sum of its finished tasks' GC (`totalGCTime`). */
  gcTimeMs: number | null;
  /** Storage memory in use; `null` where block updates are not recorded (the server then says 0, which is not a reading). */
  storageUsedBytes: number | null;
  /** Unified memory region as the server gives it (`maxMemory`). */
  storageTotalBytes: number | null;
  /** Peaks, when sampled; all-zero blocks are `null`. */
  peakStorageBytes: number | null;
  peakExecutionBytes: number | null;
  peakHeapBytes: number | null;
}

/** Positions of a sorted list of task values; the server picks elements, it does not interpolate. */
export interface Quantiles {
  min: number;
  p25: number;
  median: number;
  p75: number;
  p95: number;
  max: number;
}

export type TaskMetric =
  | 'runTimeMs'
  | 'durationMs'
  | 'gcTimeMs'
  | 'deserializeTimeMs'
  | 'schedulerDelayMs'
  | 'gettingResultMs'
  | 'fetchWaitTimeMs'
  | 'inputBytes'
  | 'inputRecords'
  | 'outputBytes'
  | 'outputRecords'
  | 'shuffleReadBytes'
  | 'shuffleReadRecords'
  | 'shuffleWriteBytes'
  | 'shuffleWriteRecords'
  | 'memorySpilledBytes'
  | 'diskSpilledBytes'
  | 'peakExecutionBytes';

export type TaskQuantiles = Record<TaskMetric, Quantiles | null>;

export type TaskStatus = 'running' | 'success' | 'failed' | 'killed' | 'unknown';

export interface Task extends Record<TaskMetric, number | null> {
  taskId: number;
  /** Index of the partition within the stage: the number a person sees in the Tasks table. */
  index: number;
  attempt: number;
  executorId: string;
  host: string;
  status: TaskStatus;
  speculative: boolean;
  locality: string | null;
  launchedAt: number | null;
  errorMessage: string | null;
}

export interface ExecutorInStage {
  executorId: string;
  /** Joined from the executors list; `null` when that executor is no longer listed. */
  host: string | null;
  taskTimeMs: number | null;
  succeededTasks: number | null;
  failedTasks: number | null;
  killedTasks: number | null;
  inputBytes: number | null;
  inputRecords: number | null;
  shuffleReadBytes: number | null;
  shuffleReadRecords: number | null;
  memorySpilledBytes: number | null;
  diskSpilledBytes: number | null;
}

export interface StageDetail {
  stageId: number;
  attemptId: number;
  /** Of successful tasks (a 2.4 history server includes failed ones); `null`: no successful task, or not obtained. */
  quantiles: TaskQuantiles | null;
  /** Slowest first by run time; running and failed tasks too where they were asked for. `null`: not obtained. */
  tasks: Task[] | null;
  /** True when `tasks` holds every task attempt of the stage, not only the slowest. */
  allTasksListed: boolean;
  perExecutor: ExecutorInStage[] | null;
}

export interface SqlExecution {
  id: number;
  /** The query this one belongs to, where the server tells (4.2); else `null`. */
  rootId: number | null;
  description: string;
  status: 'running' | 'completed' | 'failed' | 'unknown';
  submittedAt: number | null;
  durationMs: number | null;
  jobIds: number[];
  failedJobIds: number[];
  /** Read only for the executions that were asked for. */
  plan: SqlPlan | null;
}

export interface SqlPlan {
  nodes: PlanNode[];
  /** True when the server or a limit cut the plan's text: keys may then be missing. */
  cut: boolean;
}

export interface PlanNode {
  nodeId: number;
  /** As Spark names it: `SortMergeJoin`, `Exchange`, `Scan parquet db.t`. */
  name: string;
  wholeStageCodegenId: number | null;
  /** Node ids whose rows flow into this one, in plan order (a join's left side first). */
  inputs: number[];
  metrics: PlanMetric[];
  /** Column names without expression ids (`user_id`, not `user_id#0L`); `null` when the plan text does not tell. */
  keys: string[] | null;
  /** e.g. `hashpartitioning`, `rangepartitioning`, `SinglePartition`, `Inner`, `LeftOuter`; `null` when not told. */
  kind: string | null;
  /** What the operator was given, from the plan text, one line, expression ids removed; `null` when not told. */
  argumentsText: string | null;
  /** Group-by functions of an aggregate (`sum`, `collect_list`), from the plan text. */
  functions: string[] | null;
  /** The number in brackets that a reader sees in the plan text, e.g. 13 for `SortMergeJoin (13)`. */
  operatorNumber: number | null;
}

export interface PlanMetric {
  name: string;
  unit: 'count' | 'bytes' | 'ms' | 'other';
  total: number | null;
  min: number | null;
  median: number | null;
  max: number | null;
  /** Stage attempt of the task that holds the maximum: ties the node to a stage. */
  maxAt: { stageId: number; attemptId: number; taskId: number } | null;
}

export type NotReadPart =
  | 'jobs'
  | 'stages'
  | 'executors'
  | 'environment'
  | 'sql-executions'
  | 'sql-plan'
  | 'task-quantiles'
  | 'task-list'
  | 'executor-totals';

export interface NotRead {
  part: NotReadPart;
  stageId: number | null;
  attemptId: number | null;
  reason:
    | 'not-in-this-version'
    | 'not-found'
    | 'timed-out'
    | 'too-large'
    | 'server-error'
    | 'unreadable'
    | 'dropped-as-impossible'
    | 'over-request-budget'
    | 'not-kept-by-server';
  /** Response field or call it was about, e.g. `jvmGcTime`; ours, never text from Spark. */
  what: string | null;
}
