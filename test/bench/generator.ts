/** How large the generated application is. */
export interface Size {
  stages: number;
  tasksPerStage: number;
  executors: number;
  queries: number;
  /** Operators of each plan. */
  operators: number;
}

const START_MS = Date.parse('2026-11-28T02:00:11.000Z');

const at = (ms: number): string => new Date(START_MS + ms).toISOString().replace('Z', 'GMT');

/** Answers of a History Server for an application of that size, in the shape and length of a 4.1 server's. */
export function generate(id: string, size: Size): Map<string, unknown> {
  const root = `applications/${id}`;
  const end = size.stages * 1_000;
  const answers = new Map<string, unknown>([
    ['version', { spark: '4.1.1' }],
    [
      root,
      {
        id,
        name: `generated ${id}`,
        attempts: [
          {
            startTime: at(0),
            endTime: at(end),
            lastUpdated: at(end),
            duration: end,
            sparkUser: 'bench',
            completed: true,
            appSparkVersion: '4.1.1',
          },
        ],
      },
    ],
    [`${root}/jobs`, times(Math.ceil(size.stages / 4), (job) => jobOf(job, size))],
    [`${root}/stages?details=false`, times(size.stages, (stage) => stageOf(stage, size))],
    [`${root}/allexecutors`, times(size.executors, executorOf)],
    [
      `${root}/environment`,
      {
        sparkProperties: [
          ['spark.executor.memory', '8g'],
          ['spark.executor.cores', '4'],
        ],
      },
    ],
    [`${root}/sql`, times(size.queries, (query) => queryOf(query, size))],
  ]);
  return answers;
}

function times<T>(count: number, make: (position: number) => T): T[] {
  return Array.from({ length: count }, (_, position) => make(position));
}

function jobOf(job: number, size: Size): object {
  const stageIds = times(4, (offset) => job * 4 + offset).filter((stage) => stage < size.stages);
  return {
    jobId: job,
    name: 'save at Report.scala:42',
    submissionTime: at(job * 4_000),
    completionTime: at(job * 4_000 + 3_900),
    stageIds,
    status: 'SUCCEEDED',
    numTasks: stageIds.length * size.tasksPerStage,
    numSkippedStages: 0,
  };
}

/** One stage is the slow one, half way through. */
const weight = (stage: number, size: Size): number => (stage === Math.floor(size.stages / 2) ? 50 : 1);

export function stageOf(stage: number, size: Size): object {
  const heavy = weight(stage, size);
  return {
    status: 'COMPLETE',
    stageId: stage,
    attemptId: 0,
    numTasks: size.tasksPerStage,
    numActiveTasks: 0,
    numCompleteTasks: size.tasksPerStage,
    numFailedTasks: 0,
    numKilledTasks: 0,
    submissionTime: at(stage * 1_000),
    firstTaskLaunchedTime: at(stage * 1_000 + 20),
    completionTime: at(stage * 1_000 + 900),
    executorDeserializeTime: 900 * heavy,
    executorRunTime: size.tasksPerStage * 100 * heavy,
    executorCpuTime: size.tasksPerStage * 90_000_000,
    jvmGcTime: size.tasksPerStage * 2,
    memoryBytesSpilled: 0,
    diskBytesSpilled: 0,
    inputBytes: 1_000_000_000,
    inputRecords: 10_000_000,
    outputBytes: 0,
    outputRecords: 0,
    shuffleFetchWaitTime: 12,
    shuffleReadBytes: 500_000_000,
    shuffleReadRecords: 5_000_000,
    shuffleWriteBytes: 500_000_000,
    shuffleWriteRecords: 5_000_000,
    name: 'save at Report.scala:42',
    details: times(30, (frame) => `org.apache.spark.sql.execution.Frame${frame}.apply(Frame.scala:${frame * 7})`).join(
      '\n',
    ),
    accumulatorUpdates: times(5, (one) => ({
      id: stage * 10 + one,
      name: `some accumulator ${one}`,
      value: `${one * 1_000}`,
    })),
    peakExecutorMetrics: Object.fromEntries(times(24, (one) => [`Metric${one}Memory`, one * 1_000_000])),
  };
}

function executorOf(executor: number): object {
  return {
    id: String(executor),
    hostPort: `10.${executor >> 16}.${(executor >> 8) & 255}.${executor & 255}:40000`,
    isActive: true,
    rddBlocks: 0,
    memoryUsed: 0,
    diskUsed: 0,
    totalCores: 4,
    completedTasks: 4_000,
    failedTasks: 0,
    totalDuration: 4_000_000,
    totalGCTime: 60_000,
    maxMemory: 5_000_000_000,
    addTime: at(1_000 + executor),
    executorLogs: {
      stdout: `http://10.0.0.1:8042/logs/${executor}/stdout`,
      stderr: `http://10.0.0.1:8042/logs/${executor}/stderr`,
    },
    peakMemoryMetrics: peaks(executor),
    attributes: {},
    resources: {},
  };
}

function peaks(seed: number): object {
  const names = [
    'JVMHeapMemory',
    'OnHeapExecutionMemory',
    'OnHeapStorageMemory',
    'OffHeapStorageMemory',
    ...times(20, (one) => `ProcessTree${one}Memory`),
  ];
  return Object.fromEntries(names.map((name, position) => [name, (seed + position) * 1_000]));
}

function queryOf(query: number, size: Size): object {
  const perQuery = Math.max(1, Math.floor(Math.ceil(size.stages / 4) / size.queries));
  return {
    id: query,
    status: 'COMPLETED',
    description: `INSERT INTO report_${query} SELECT …`,
    planDescription: '',
    submissionTime: at(query * perQuery * 4_000),
    duration: perQuery * 4_000,
    runningJobIds: [],
    successJobIds: times(perQuery, (offset) => query * perQuery + offset),
    failedJobIds: [],
    nodes: [],
    edges: [],
  };
}

const SPREAD = { quantiles: [0, 0.25, 0.5, 0.75, 0.95, 1], flat: [90, 95, 100, 105, 120, 400] };

export function stageDetailOf(stage: number, size: Size): object {
  const row = SPREAD.flat;
  return {
    ...stageOf(stage, size),
    tasks: {},
    executorSummary: Object.fromEntries(
      times(size.executors, (executor) => [
        String(executor),
        {
          taskTime: 9_000,
          failedTasks: 0,
          succeededTasks: 20,
          killedTasks: 0,
          inputBytes: 1_000_000,
          inputRecords: 10_000,
          shuffleRead: 100_000,
          shuffleReadRecords: 1_000,
          memoryBytesSpilled: 0,
          diskBytesSpilled: 0,
          peakMemoryMetrics: peaks(executor),
        },
      ]),
    ),
    taskMetricsDistributions: {
      quantiles: SPREAD.quantiles,
      duration: row,
      executorRunTime: row,
      executorDeserializeTime: row,
      jvmGcTime: row,
      schedulerDelay: row,
      gettingResultTime: row,
      peakExecutionMemory: row,
      memoryBytesSpilled: row,
      diskBytesSpilled: row,
      inputMetrics: { bytesRead: row, recordsRead: row },
      outputMetrics: { bytesWritten: row, recordsWritten: row },
      shuffleReadMetrics: { readBytes: row, readRecords: row, fetchWaitTime: row },
      shuffleWriteMetrics: { writeBytes: row, writeRecords: row },
    },
  };
}

export function taskListOf(stage: number, length: number, size: Size): object[] {
  return times(Math.min(length, size.tasksPerStage), (task) => ({
    taskId: stage * size.tasksPerStage + task,
    index: task,
    attempt: 0,
    launchTime: at(stage * 1_000 + 20),
    duration: 400 - task,
    executorId: String(task % size.executors),
    host: `10.0.0.${task % 250}`,
    status: 'SUCCESS',
    taskLocality: 'ANY',
    speculative: false,
    accumulatorUpdates: times(3, (one) => ({ id: one, name: `some accumulator ${one}`, value: '7' })),
    schedulerDelay: 2,
    gettingResultTime: 0,
    taskMetrics: {
      executorRunTime: 400 - task,
      executorDeserializeTime: 2,
      jvmGcTime: 1,
      memoryBytesSpilled: 0,
      diskBytesSpilled: 0,
      peakExecutionMemory: 1_000,
      inputMetrics: { bytesRead: 10_000, recordsRead: 100 },
      outputMetrics: { bytesWritten: 0, recordsWritten: 0 },
      shuffleReadMetrics: { remoteBytesRead: 4_000, localBytesRead: 1_000, recordsRead: 50, fetchWaitTime: 0 },
      shuffleWriteMetrics: { bytesWritten: 5_000, recordsWritten: 50 },
    },
  }));
}

export function planOf(query: number, size: Size): object {
  const { operators } = size;
  const tree = times(
    operators,
    (depth) => `${'   '.repeat(depth)}${depth === 0 ? '' : '+- '}Project (${operators - depth})`,
  );
  const columns = times(40, (column) => `column_${column}#${query * 1_000 + column}L`).join(', ');
  const paragraphs = times(
    operators,
    (one) => `(${one + 1}) Project [codegen id : ${one}]\nOutput [40]: [${columns}]\nInput [40]: [${columns}]\n`,
  );
  return {
    ...queryOf(query, size),
    planDescription: `== Physical Plan ==\n${tree.join('\n')}\n\n\n${paragraphs.join('\n')}`,
    nodes: times(operators, (nodeId) => ({
      nodeId,
      nodeName: 'Project',
      wholeStageCodegenId: operators - 1 - nodeId,
      metrics: [
        {
          name: 'duration',
          value: 'total (min, med, max (stageId: taskId))\n5.4 m (3.3 s, 5.1 s, 1.1 m (stage 4.0: task 26))',
        },
      ],
    })),
    edges: times(operators - 1, (nodeId) => ({ fromId: nodeId + 1, toId: nodeId })),
  };
}
