import fc from 'fast-check';
import type { ApplicationRun, Executor, Job, Stage, Task, TaskMetric } from '../../src/diagnosis/application-run.ts';
import {
  aDriver,
  aPlan,
  aRun,
  aStage,
  exchange,
  executors,
  GIB,
  MIB,
  operator,
  SECOND,
  START,
  TASK_METRICS,
  tasks,
  type BuiltStage,
} from '../builders.ts';

/** What a generated stage is like; its tasks follow from it. */
export interface StageSketch {
  taskCount: number;
  runTimeMs: number;
  /** The slow tasks' time and data over the others'. */
  slower: number;
  more: number;
  slow: 'one-task' | 'one-machine';
  spill: 'none' | 'one-task' | 'every-task';
  gcShare: number;
  source: 'files' | 'shuffle';
  written: number;
  gapMs: number;
}

export interface RunSketch {
  executorCount: number;
  cores: number;
  storageShare: number | null;
  stages: StageSketch[];
  planned: boolean;
  endsAfterMs: number;
}

const aSketch: fc.Arbitrary<StageSketch> = fc.record({
  taskCount: fc.constantFrom(1, 2, 4, 9, 30, 60),
  runTimeMs: fc.integer({ min: 20 * SECOND, max: 300 * SECOND }),
  slower: fc.constantFrom(1, 1, 1.4, 3, 8, 40),
  more: fc.constantFrom(1, 1.7, 3, 12),
  slow: fc.constantFrom('one-task', 'one-machine'),
  spill: fc.constantFrom('none', 'none', 'one-task', 'every-task'),
  gcShare: fc.constantFrom(0.01, 0.01, 0.08, 0.3),
  source: fc.constantFrom('files', 'shuffle'),
  written: fc.constantFrom(0, 0.02, 1, 4),
  gapMs: fc.constantFrom(0, 0, 30 * SECOND, 400 * SECOND),
});

/** Runs above the floors: every stage lasts many seconds, so that scaling times keeps every verdict. */
export const anyRunSketch: fc.Arbitrary<RunSketch> = fc.record({
  executorCount: fc.integer({ min: 2, max: 6 }),
  cores: fc.constantFrom(1, 2, 4),
  storageShare: fc.constantFrom(null, 0.05, 0.9),
  stages: fc.array(aSketch, { minLength: 1, maxLength: 4 }),
  planned: fc.boolean(),
  endsAfterMs: fc.constantFrom(0, 20 * SECOND, 900 * SECOND),
});

/** The run that a sketch describes: its stages one after the other, each a link of one chain of shuffles. */
export function drawRun(sketch: RunSketch): ApplicationRun {
  const gcShares = sketch.stages.map((s) => s.gcShare);
  const on = executors(sketch.executorCount, () => ({
    cores: sketch.cores,
    gcTimeMs: Math.max(...gcShares) * 3_600 * SECOND,
    storageTotalBytes: 10 * GIB,
    peakStorageBytes: sketch.storageShare === null ? null : sketch.storageShare * 10 * GIB,
  }));
  let at = 10 * SECOND;
  const stages = sketch.stages.map((s, stageId) => {
    at += s.gapMs;
    const built = aStage({ stageId, at, on, tasks: tasksOf(s, sketch.executorCount) });
    at = (built.stage.completedAt ?? START) - START + 200;
    return built;
  });
  const plan = sketch.planned ? { plan: chainOf(stages) } : { sqlExecutions: null };
  return aRun({ stages, executors: [aDriver(), ...on], endsAfterMs: sketch.endsAfterMs, ...plan });
}

function tasksOf(s: StageSketch, executorCount: number): Task[] {
  return tasks(s.taskCount, (i) => {
    const executorId = String((i % executorCount) + 1);
    const slow = s.slow === 'one-task' ? i === s.taskCount - 1 : executorId === '2';
    // Not two tasks alike: a tie could be decided either way.
    const runTimeMs = Math.round(s.runTimeMs * (slow ? s.slower : 1) * (1 + (i % 13) / 200));
    const records = Math.round(1e6 * (slow ? s.more : 1)) + i;
    const spills = s.spill === 'every-task' || (s.spill === 'one-task' && slow);
    return {
      executorId,
      runTimeMs,
      gcTimeMs: Math.round(s.gcShare * runTimeMs),
      ...(s.source === 'files'
        ? { inputRecords: records, inputBytes: records * 100 }
        : { shuffleReadRecords: records, shuffleReadBytes: records * 100 }),
      shuffleWriteRecords: Math.round(records * s.written),
      shuffleWriteBytes: Math.round(records * s.written) * 100,
      memorySpilledBytes: spills ? 300 * MIB : 0,
      diskSpilledBytes: spills ? 80 * MIB : 0,
    };
  });
}

function chainOf(stages: BuiltStage[]): ReturnType<typeof aPlan> {
  const first = operator('Scan parquet lake.events', { rows: stages[0]?.stage.inputRecords ?? 0, at: 0 });
  const top = stages
    .slice(1)
    .reduce(
      (below, { stage }) =>
        operator(
          stage.stageId % 2 === 0 ? 'SortMergeJoin' : 'HashAggregate',
          { keys: ['k'], functions: ['sum(x)'], rows: 1_000, at: stage.stageId },
          exchange(
            { keys: ['k'], from: stage.stageId - 1, to: stage.stageId, rows: stage.shuffleReadRecords ?? 0 },
            below,
          ),
        ),
      first,
    );
  return aPlan(operator('WriteFiles', {}, top));
}

/** One thing a server may not give. */
export type Removal =
  | { of: 'stages'; field: NullableOf<Stage> }
  | { of: 'executors'; field: NullableOf<Executor> }
  | { of: 'jobs'; field: NullableOf<Job> }
  | { of: 'tasks'; field: TaskMetric | 'launchedAt' | 'locality' }
  | { of: 'quantiles'; field: TaskMetric }
  | { of: 'details'; field: 'quantiles' | 'tasks' | 'perExecutor' | 'all' }
  | { of: 'run'; field: 'sqlExecutions' | 'executors' | 'plans' | 'startedAt' | 'endedAt' | 'jobs' };

type NullableOf<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T];

const STAGE_FIELDS: NullableOf<Stage>[] = [
  'submittedAt',
  'firstTaskLaunchedAt',
  'completedAt',
  'runTimeMs',
  'gcTimeMs',
  'deserializeTimeMs',
  'inputBytes',
  'inputRecords',
  'shuffleReadBytes',
  'shuffleReadRecords',
  'shuffleWriteBytes',
  'shuffleWriteRecords',
  'memorySpilledBytes',
  'diskSpilledBytes',
  'completeTasks',
];
const EXECUTOR_FIELDS: NullableOf<Executor>[] = [
  'cores',
  'addedAt',
  'taskTimeMs',
  'gcTimeMs',
  'storageTotalBytes',
  'peakStorageBytes',
];

/** Fields of a check's own counters; those that decide which stage is the target or what its time is are not among them. */
export const anyRemoval: fc.Arbitrary<Removal> = fc.oneof(
  fc.constantFrom(...STAGE_FIELDS).map((field): Removal => ({ of: 'stages', field })),
  fc.constantFrom(...EXECUTOR_FIELDS).map((field): Removal => ({ of: 'executors', field })),
  fc.constantFrom<NullableOf<Job>>('submittedAt', 'completedAt').map((field): Removal => ({ of: 'jobs', field })),
  fc
    .constantFrom<TaskMetric | 'launchedAt' | 'locality'>(...TASK_METRICS, 'launchedAt', 'locality')
    .map((field): Removal => ({ of: 'tasks', field })),
  fc.constantFrom(...TASK_METRICS).map((field): Removal => ({ of: 'quantiles', field })),
  fc
    .constantFrom<'quantiles' | 'tasks' | 'perExecutor' | 'all'>('quantiles', 'tasks', 'perExecutor', 'all')
    .map((field): Removal => ({ of: 'details', field })),
  fc
    .constantFrom<'sqlExecutions' | 'executors' | 'plans' | 'startedAt' | 'endedAt' | 'jobs'>(
      'sqlExecutions',
      'executors',
      'plans',
      'startedAt',
      'endedAt',
      'jobs',
    )
    .map((field): Removal => ({ of: 'run', field })),
);

/** A counter that is not given; a list that is not given only moves a median. */
export const anyCounterRemoval = anyRemoval.filter(({ of }) => of !== 'run' && of !== 'details');

/** The run as a server tells it that does not give this. */
export function without(run: ApplicationRun, removal: Removal): ApplicationRun {
  switch (removal.of) {
    case 'stages':
      return { ...run, stages: run.stages.map((s) => ({ ...s, [removal.field]: null })) };
    case 'executors':
      return { ...run, executors: run.executors.map((e) => ({ ...e, [removal.field]: null })) };
    case 'jobs':
      return { ...run, jobs: run.jobs.map((j) => ({ ...j, [removal.field]: null })) };
    case 'tasks':
      return {
        ...run,
        stageDetails: run.stageDetails.map((d) => ({
          ...d,
          tasks: d.tasks?.map((t) => ({ ...t, [removal.field]: null })) ?? null,
        })),
      };
    case 'quantiles':
      return {
        ...run,
        stageDetails: run.stageDetails.map((d) => ({
          ...d,
          quantiles: d.quantiles === null ? null : { ...d.quantiles, [removal.field]: null },
        })),
      };
    case 'details':
      return {
        ...run,
        stageDetails:
          removal.field === 'all'
            ? []
            : run.stageDetails.map((d) => ({
                ...d,
                [removal.field]: null,
                ...(removal.field === 'tasks' ? { allTasksListed: false } : {}),
              })),
      };
    case 'run':
      return withoutPart(run, removal.field);
  }
}

function withoutPart(run: ApplicationRun, part: Extract<Removal, { of: 'run' }>['field']): ApplicationRun {
  switch (part) {
    case 'sqlExecutions':
      return { ...run, sqlExecutions: null };
    case 'plans':
      return { ...run, sqlExecutions: run.sqlExecutions?.map((q) => ({ ...q, plan: null })) ?? null };
    case 'executors':
      return { ...run, executors: [] };
    case 'jobs':
      return { ...run, jobs: [] };
    case 'startedAt':
    case 'endedAt':
      return { ...run, application: { ...run.application, [part]: null } };
  }
}
