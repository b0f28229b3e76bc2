import type {
  ApplicationRun,
  Executor,
  ExecutorInStage,
  Job,
  PlanMetric,
  PlanNode,
  Quantiles,
  SqlExecution,
  SqlPlan,
  Stage,
  StageDetail,
  Task,
  TaskMetric,
  TaskQuantiles,
} from '../src/diagnosis/application-run.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
export const TIB = 1024 ** 4;
/** When every built application starts. */
export const START = Date.UTC(2026, 10, 28, 2, 0, 0);

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

export function anExecutor(over: Partial<Executor> = {}): Executor {
  const id = over.id ?? '1';
  return {
    id,
    host: `10.0.3.${Number(id) % 250}`,
    isDriver: false,
    cores: 4,
    active: true,
    addedAt: START + 5 * SECOND,
    removedAt: null,
    removeReason: null,
    completedTasks: 100,
    failedTasks: 0,
    taskTimeMs: HOUR,
    gcTimeMs: 36 * SECOND,
    storageUsedBytes: null,
    storageTotalBytes: 10 * GIB,
    peakStorageBytes: 0.2 * GIB,
    peakExecutionBytes: 2 * GIB,
    peakHeapBytes: 6 * GIB,
    ...over,
  };
}

/** Executors `1` to `count`, each on a host of its own. */
export function executors(count: number, each: (i: number) => Partial<Executor> = () => ({})): Executor[] {
  return Array.from({ length: count }, (_, i) => anExecutor({ id: String(i + 1), ...each(i) }));
}

export function aDriver(over: Partial<Executor> = {}): Executor {
  return anExecutor({
    id: 'driver',
    host: '10.0.3.250',
    isDriver: true,
    cores: 0,
    addedAt: START,
    completedTasks: 0,
    gcTimeMs: 0,
    peakStorageBytes: null,
    peakExecutionBytes: null,
    peakHeapBytes: null,
    ...over,
  });
}

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

/** A job that ran these stages, from the submission of the first to the completion of the last. */
export function aJob(of: BuiltStage[], over: Partial<Job> = {}): Job {
  const times = (pick: (s: Stage) => number | null) =>
    of.map((b) => pick(b.stage)).filter((t): t is number => t !== null);
  const from = times((s) => s.submittedAt);
  const to = times((s) => s.completedAt);
  return {
    jobId: 0,
    name: 'save at NativeMethodAccessorImpl.java:0',
    description: null,
    group: null,
    submittedAt: from.length === 0 ? null : from.reduce((a, b) => Math.min(a, b)) - 20,
    completedAt: to.length === 0 ? null : to.reduce((a, b) => Math.max(a, b)) + 20,
    status: 'succeeded',
    stageIds: of.map((b) => b.stage.stageId),
    taskCount: of.reduce((sum, b) => sum + b.stage.taskCount, 0),
    skippedStages: of.filter((b) => b.stage.status === 'skipped').length,
    ...over,
  };
}

/** A query around jobs, planned for a tenth of a second before the first of them. */
export function aQuery(jobs: Job[], over: Partial<SqlExecution> = {}): SqlExecution {
  const from = jobs.map((j) => j.submittedAt).filter((t): t is number => t !== null);
  const to = jobs.map((j) => j.completedAt).filter((t): t is number => t !== null);
  const submittedAt = from.length === 0 ? START : from.reduce((a, b) => Math.min(a, b)) - 100;
  return {
    id: 0,
    rootId: null,
    description: 'save at NativeMethodAccessorImpl.java:0',
    status: 'completed',
    submittedAt,
    durationMs: to.length === 0 ? null : to.reduce((a, b) => Math.max(a, b)) + 100 - submittedAt,
    jobIds: jobs.map((j) => j.jobId),
    failedJobIds: jobs.filter((j) => j.status === 'failed').map((j) => j.jobId),
    plan: null,
    ...over,
  };
}

export interface RunSpec extends Omit<Partial<ApplicationRun>, 'application' | 'server' | 'stages'> {
  stages?: BuiltStage[];
  application?: Partial<ApplicationRun['application']>;
  server?: Partial<ApplicationRun['server']>;
  /** A plan makes the whole run one SQL execution. */
  plan?: SqlPlan;
  /** Lets the application end this long after its last job; a second by default. */
  endsAfterMs?: number;
}

/** A finished application: one job over its stages, on four executors; valid by default, override what the case is about. */
export function aRun(spec: RunSpec = {}): ApplicationRun {
  const { stages: built = [aStage()], application, server, plan, endsAfterMs = SECOND, ...rest } = spec;
  const jobs = rest.jobs ?? [aJob(built)];
  const ends = jobs.map((j) => j.completedAt ?? START);
  const endedAt = ends.reduce((a, b) => Math.max(a, b), START) + endsAfterMs;
  const startedAt = START;
  return {
    application: {
      id: 'app-20261128020000-0042',
      attemptId: null,
      attemptIds: [],
      name: 'nightly_ranking',
      user: 'etl',
      sparkVersion: '4.1.4',
      completed: true,
      startedAt,
      endedAt,
      lastUpdatedAt: endedAt + MINUTE,
      durationMs: endedAt - startedAt,
      ...application,
    },
    server: {
      name: 'prod',
      url: 'https://history.example.com',
      kind: 'history-server',
      version: '4.1.4',
      uiUrl: 'https://history.example.com/history/app-20261128020000-0042',
      ...server,
    },
    readAt: endedAt + HOUR,
    stages: built.map((b) => b.stage),
    executors: [aDriver(), ...executors(4)],
    settings: {},
    sqlExecutions: plan === undefined ? [] : [aQuery(jobs, { plan })],
    stageDetails: built.map((b) => b.detail).filter((d): d is StageDetail => d !== null),
    notRead: [],
    ...rest,
    jobs,
  };
}

/** An operator and the operators below it. */
export interface Operator {
  name: string;
  node: Partial<PlanNode>;
  metrics: PlanMetric[];
  inputs: Operator[];
}

export interface OperatorFacts extends Partial<Omit<PlanNode, 'metrics' | 'inputs' | 'nodeId' | 'name'>> {
  /** `number of output rows` */
  rows?: number;
  /** Stage whose tasks ran it, told by one of its metrics. */
  at?: number;
  metrics?: PlanMetric[];
}

export function operator(name: string, facts: OperatorFacts = {}, ...inputs: Operator[]): Operator {
  const { rows, at, metrics = [], ...node } = facts;
  return {
    name,
    node,
    inputs,
    metrics: [
      ...metrics,
      ...(rows === undefined ? [] : [planMetric('number of output rows', rows)]),
      ...(at === undefined ? [] : [planMetric('duration', 60_000, at)]),
    ],
  };
}

/** A shuffle: what stage `from` wrote for stage `to`. */
export function exchange(
  facts: {
    keys?: string[];
    kind?: string;
    rows?: number;
    bytes?: number;
    dataSize?: number;
    from?: number;
    to?: number;
  },
  below: Operator,
): Operator {
  return {
    name: 'Exchange',
    node: { keys: facts.keys ?? [], kind: facts.kind ?? 'hashpartitioning' },
    inputs: [below],
    metrics: [
      ...(facts.rows === undefined
        ? []
        : [planMetric('shuffle records written', facts.rows), planMetric('records read', facts.rows)]),
      ...(facts.bytes === undefined ? [] : [planMetric('shuffle bytes written', facts.bytes, facts.from)]),
      ...(facts.dataSize === undefined ? [] : [planMetric('data size', facts.dataSize, facts.from)]),
      planMetric('shuffle write time', 1_000, facts.from),
      planMetric('fetch wait time', 1_000, facts.to),
    ],
  };
}

export function planMetric(name: string, total: number, stageId?: number): PlanMetric {
  const unit = /time|duration/.test(name) ? 'ms' : /size|bytes/.test(name) ? 'bytes' : 'count';
  return {
    name,
    unit,
    total,
    min: null,
    median: null,
    max: stageId === undefined ? null : total,
    maxAt: stageId === undefined ? null : { stageId, attemptId: 0, taskId: 0 },
  };
}

/** A plan from its root operator, nodes numbered from the root downward. */
export function aPlan(root: Operator): SqlPlan {
  const nodes: PlanNode[] = [];
  // Not by recursion: a plan may be thousands of operators deep.
  const open: { op: Operator; parent: PlanNode | null }[] = [{ op: root, parent: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { op, parent } = next;
    const node: PlanNode = {
      nodeId: nodes.length,
      name: op.name,
      wholeStageCodegenId: null,
      inputs: [],
      metrics: op.metrics,
      keys: null,
      kind: null,
      argumentsText: null,
      functions: null,
      operatorNumber: null,
      ...op.node,
    };
    nodes.push(node);
    parent?.inputs.push(node.nodeId);
    open.push(...[...op.inputs].reverse().map((input) => ({ op: input, parent: node })));
  }
  return { nodes, cut: false };
}
