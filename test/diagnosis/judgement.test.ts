import { describe, expect, test } from 'vitest';
import type { ApplicationRun, Executor, Task } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  aJob,
  anExecutor,
  aPlan,
  aRun,
  aStage,
  exchange,
  executors,
  GIB,
  HOUR,
  MIB,
  MINUTE,
  operator,
  SECOND,
  START,
  tasks,
  type BuiltStage,
  type RunSpec,
} from '../builders.ts';
import { answer, causeOf, checkOf } from './answers.ts';

const MILLION = 1e6;
const on100 = executors(25);

function run(stages: BuiltStage[], over: Partial<RunSpec> = {}): ApplicationRun {
  return aRun({ stages, executors: [aDriver(), ...on100], ...(over.plan ? {} : { sqlExecutions: null }), ...over });
}

const reads = (records: number, bytes = records * 100): Partial<Task> => ({
  shuffleReadRecords: records,
  shuffleReadBytes: bytes,
});
const scans = (records: number, bytes = records * 100): Partial<Task> => ({ inputRecords: records, inputBytes: bytes });
const writes = (records: number, bytes = records * 100): Partial<Task> => ({
  shuffleWriteRecords: records,
  shuffleWriteBytes: bytes,
});

describe('rows that were multiplied upstream', () => {
  const scan = (stageId: number, records: number) =>
    aStage({
      stageId,
      on: on100,
      wallMs: 4 * MINUTE,
      detail: null,
      tasks: tasks(400, () => ({ runTimeMs: 50 * SECOND, ...scans(records), ...writes(records) })),
    });
  const join = aStage({
    stageId: 2,
    on: on100,
    at: 5 * MINUTE,
    wallMs: 20 * MINUTE,
    tasks: tasks(1_000, () => ({ runTimeMs: 2 * MINUTE, ...reads(MILLION), ...writes(8 * MILLION) })),
  });
  const window = (spillBytes: number) =>
    aStage({
      stageId: 3,
      on: on100,
      at: 26 * MINUTE,
      wallMs: 50 * MINUTE,
      tasks: tasks(1_000, () => ({ runTimeMs: 5 * MINUTE, ...reads(8 * MILLION), memorySpilledBytes: spillBytes })),
    });
  const side = (stageId: number, rows: number) =>
    exchange(
      { keys: ['id'], rows, from: stageId, to: 2 },
      operator(`Scan parquet lake.t${stageId}`, { rows, at: stageId }),
    );
  const plan = aPlan(
    operator(
      'Window',
      { keys: ['title'], at: 3 },
      exchange(
        { keys: ['title'], rows: 8_000 * MILLION, from: 2, to: 3 },
        operator(
          'SortMergeJoin',
          { keys: ['id'], kind: 'Inner', rows: 8_000 * MILLION, at: 2 },
          side(0, 800 * MILLION),
          side(1, 200 * MILLION),
        ),
      ),
    ),
  );
  test.each([
    ['without spill', 0],
    ['and spill on every task', 3 * GIB],
  ])('the join is the cause, not the longer window that reads its rows (%s)', (_, spill) => {
    expect(causeOf(run([scan(0, 2 * MILLION), scan(1, 0.5 * MILLION), join, window(spill)], { plan }))).toBe(
      'rows-multiplied-join@2',
    );
  });

  test('an explode in a short scan is the cause of the long aggregation that spills', () => {
    const exploding = aStage({
      stageId: 0,
      on: on100,
      wallMs: 12 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 2.5 * MINUTE, ...scans(MILLION), ...writes(20 * MILLION) })),
    });
    const sorting = aStage({
      stageId: 1,
      on: on100,
      at: 13 * MINUTE,
      wallMs: 60 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 14 * MINUTE, ...reads(20 * MILLION), memorySpilledBytes: 6 * GIB })),
    });
    const explode = aPlan(
      operator(
        'Window',
        { keys: ['tag'], at: 1 },
        exchange(
          { keys: ['tag'], rows: 8_000 * MILLION, from: 0, to: 1 },
          operator(
            'Generate',
            { kind: 'explode', keys: ['tags'], rows: 8_000 * MILLION, at: 0 },
            operator('Scan parquet lake.t', { rows: 400 * MILLION, at: 0 }),
          ),
        ),
      ),
    );
    expect(causeOf(run([exploding, sorting], { plan: explode }))).toBe('rows-multiplied-explode@0');
  });
});

describe('a stage beside others gives back only the time in which it ran alone', () => {
  const busy = aStage({
    stageId: 0,
    on: on100,
    wallMs: 62 * MINUTE,
    tasks: tasks(3_000, () => ({ runTimeMs: 2 * MINUTE, ...scans(MILLION) })),
  });
  test('one long task in the shadow of a stage that keeps every core busy', () => {
    const single = aStage({
      stageId: 1,
      on: on100,
      wallMs: 60 * MINUTE,
      tasks: tasks(1, () => ({ runTimeMs: 59 * MINUTE, ...scans(MILLION) })),
    });
    expect(causeOf(run([busy, single]))).toBe('healthy');
  });
  test('a straggler in that shadow', () => {
    const skewed = aStage({
      stageId: 1,
      on: on100,
      wallMs: 60 * MINUTE,
      tasks: tasks(200, (i) => ({
        runTimeMs: i === 3 ? 59 * MINUTE : MINUTE,
        ...reads(i === 3 ? 60 * MILLION : MILLION),
      })),
    });
    expect(causeOf(run([busy, skewed]))).toBe('healthy');
  });
});

describe('uneven input is no hot key', () => {
  const uneven = (bytes: number, settings: Record<string, string> = {}) => {
    const hot = (i: number) => i === 399;
    const stage = aStage({
      on: on100,
      tasks: tasks(400, (i) => ({
        runTimeMs: hot(i) ? 40 * MINUTE : MINUTE,
        ...scans(hot(i) ? 40 * MILLION : MILLION, hot(i) ? bytes : bytes / 40),
      })),
    });
    return answer(run([stage], { settings }));
  };
  test.each<[string, number, Record<string, string>, string]>([
    ['a piece of one split', 128 * MIB, {}, 'smaller-input-splits'],
    ['a file of four gigabytes that is not split', 4 * GIB, {}, 'more-tasks'],
    [
      'splits of half a gigabyte',
      512 * MIB,
      { 'spark.sql.files.maxPartitionBytes': '536870912' },
      'smaller-input-splits',
    ],
    ['the same in words', 512 * MIB, { 'spark.sql.files.maxPartitionBytes': '512MB' }, 'smaller-input-splits'],
  ])('%s', (_, bytes, settings, lever) => {
    expect(uneven(bytes, settings)).toMatchObject({ cause: 'data-skew@0', lever });
  });
});

describe('a fetch failure near the end of a skewed stage', () => {
  test('what was kept is not work done twice', () => {
    const hot = (i: number) => i === 999;
    const first = aStage({
      stageId: 4,
      on: on100,
      wallMs: 2.5 * HOUR,
      status: 'failed',
      failureReason: 'FetchFailed',
      completeTasks: 996,
      taskCount: 1_000,
      tasks: tasks(996, (i) => ({
        runTimeMs: i === 500 ? 2.4 * HOUR : 2 * MINUTE,
        ...reads(i === 500 ? 70 * MILLION : MILLION),
      })),
    });
    const mapAgain = aStage({
      stageId: 3,
      attemptId: 1,
      on: on100,
      at: 2.6 * HOUR,
      wallMs: 30 * SECOND,
      tasks: tasks(6, () => ({ runTimeMs: 20 * SECOND })),
    });
    const map = aStage({ stageId: 3, on: on100, at: 0, wallMs: 5 * MINUTE, detail: null, tasks: tasks(400) });
    const again = aStage({
      stageId: 4,
      attemptId: 1,
      on: on100,
      at: 2.62 * HOUR,
      wallMs: 3 * MINUTE,
      tasks: tasks(4, (i) => ({ index: 996 + i, runTimeMs: 2 * MINUTE, ...reads(MILLION) })),
    });
    expect(hot(999)).toBe(true);
    expect(causeOf(run([map, first, mapAgain, again]))).toBe('data-skew@4');
  });
});

describe('a table shuffled twice', () => {
  const day = (stageId: number, rows: number, filter: string) =>
    exchange(
      { keys: ['user'], rows, bytes: 9 * GIB, from: stageId, to: 2 },
      operator(
        'Filter',
        { argumentsText: filter, at: stageId },
        operator('Scan parquet lake.events', {
          rows,
          at: stageId,
          argumentsText: 'InMemoryFileIndex [s3://lake/events]',
        }),
      ),
    );
  const two = (second: number, filter: string) => {
    const stages = [0, 1].map((stageId) =>
      aStage({
        stageId,
        on: on100,
        at: stageId * 11 * MINUTE,
        wallMs: 10 * MINUTE,
        tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(MILLION), ...writes(MILLION) })),
      }),
    );
    const join = aStage({
      stageId: 2,
      on: on100,
      at: 23 * MINUTE,
      wallMs: 5 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: MINUTE, ...reads(2 * MILLION) })),
    });
    return run([...stages, join], {
      plan: aPlan(
        operator(
          'SortMergeJoin',
          { kind: 'Inner', keys: ['user'], rows: 400 * MILLION, at: 2 },
          day(0, 400 * MILLION, 'isnotnull(user)'),
          day(1, second, filter),
        ),
      ),
    });
  };
  test('the same rows', () => expect(causeOf(two(400 * MILLION, 'isnotnull(user)'))).toBe('repeated-exchange@0'));
  test('today against yesterday: other rows of the same table', () =>
    expect(causeOf(two(391 * MILLION, 'isnotnull(user)'))).toBe('healthy'));
});

describe('Spark 2.4: no plans, no GC of stages, no SQL', () => {
  test('a skewed groupByKey of pickled batches', () => {
    const map = aStage({
      stageId: 0,
      name: 'flatMap at job.py:9',
      on: on100,
      wallMs: 5 * MINUTE,
      gcTimeMs: null,
      detail: null,
      tasks: tasks(400, () => ({ ...scans(MILLION), ...writes(10_000, 50 * MIB) })),
    });
    const group = aStage({
      stageId: 1,
      name: 'groupByKey at job.py:12',
      on: on100,
      at: 6 * MINUTE,
      gcTimeMs: null,
      tasks: tasks(200, (i) => ({
        runTimeMs: i === 50 ? 2 * HOUR : 2 * MINUTE,
        gcTimeMs: null,
        ...reads(20_000, i === 50 ? 6 * GIB : 100 * MIB),
      })),
    });
    const told = diagnose(run([map, group], { server: { version: '2.4.4' }, application: { sparkVersion: '2.4.4' } }));
    expect(told.cause).toMatchObject({ kind: 'data-skew', stage: { stageId: 1 } });
    expect(checkOf(told, 'gc').missing).toContain('gc-time');
  });
});

describe('dynamic allocation', () => {
  const growing = (count: number): Executor[] =>
    executors(count, (i) => ({ addedAt: START + (i < 2 ? 5 : 40 + i) * SECOND }));
  test('executors that came while the first wave ran', () => {
    const on = growing(25);
    const stage = aStage({
      on,
      wallMs: 22 * MINUTE,
      tasks: tasks(1_000, () => ({ runTimeMs: 2 * MINUTE, ...scans(MILLION) })),
    });
    expect(causeOf(run([stage], { executors: [aDriver(), ...on] }))).toBe('healthy');
  });
  test('executors that were let go and came back between two queries', () => {
    const early = executors(25, () => ({ removedAt: START + 20 * MINUTE, removeReason: 'Executor killed by driver.' }));
    const late = executors(25, (i) => ({ id: String(100 + i), addedAt: START + 30 * MINUTE }));
    const first = aStage({
      stageId: 0,
      on: early,
      wallMs: 15 * MINUTE,
      tasks: tasks(800, () => ({ runTimeMs: 100 * SECOND, ...scans(MILLION) })),
    });
    const second = aStage({
      stageId: 1,
      on: late,
      at: 30 * MINUTE,
      wallMs: 16 * MINUTE,
      tasks: tasks(800, () => ({ runTimeMs: 110 * SECOND, ...scans(MILLION) })),
    });
    const told = diagnose(run([first, second], { executors: [aDriver(), ...early, ...late] }));
    expect(told.cause?.kind ?? 'healthy').not.toBe('retried-stage');
  });
});

describe('slots are those that were there at one time', () => {
  test('spot machines that are replaced all the time do not add up', () => {
    // Twenty-five executors at any time, a new generation every fifteen minutes.
    const generations = Array.from({ length: 10 }, (_, g) =>
      executors(25, (i) => ({
        id: String(g * 100 + i),
        addedAt: START + 5 * SECOND + g * 15 * MINUTE,
        removedAt: START + (g + 1) * 15 * MINUTE,
        removeReason: 'Executor decommission: worker decommissioned',
      })),
    ).flat();
    const stage = aStage({
      on: on100,
      wallMs: 140 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 34 * MINUTE, ...scans(MILLION) })),
    });
    expect(causeOf(run([stage], { executors: [aDriver(), ...generations] }))).toBe('healthy');
  });

  const ramp = (early: number, lateAtMs: number) => {
    const on = executors(50, (i) => ({ addedAt: START + (i < early ? 5 * SECOND : lateAtMs) }));
    const stage = aStage({
      on,
      wallMs: 60 * MINUTE,
      tasks: tasks(2_000, () => ({ runTimeMs: MINUTE, ...scans(MILLION) })),
    });
    return run([stage], { executors: [aDriver(), ...on] });
  };
  test.each([
    ['two of fifty executors for fifty of its sixty minutes', 2, 50 * MINUTE, /^waiting-for-executors/],
    ['forty of fifty', 40, 50 * MINUTE, /^healthy/],
    ['two of fifty for the first three minutes', 2, 3 * MINUTE, /^healthy/],
  ])('%s', (_, early, lateAtMs, cause) => {
    expect(causeOf(ramp(early, lateAtMs))).toMatch(cause);
  });

  test('a stage of few tasks asked for no more executors than it had', () => {
    const on = executors(50, (i) => ({ addedAt: START + (i < 2 ? 5 * SECOND : 50 * MINUTE) }));
    const small = aStage({
      stageId: 0,
      on: on.slice(0, 2),
      wallMs: 49 * MINUTE,
      tasks: tasks(8, (i) => ({ runTimeMs: 48 * MINUTE + i, ...scans(MILLION) })),
    });
    const large = aStage({
      stageId: 1,
      on,
      at: 50 * MINUTE,
      wallMs: 10 * MINUTE,
      tasks: tasks(2_000, () => ({ runTimeMs: MINUTE, ...scans(MILLION) })),
    });
    expect(causeOf(run([small, large], { executors: [aDriver(), ...on] }))).not.toMatch(/^waiting/);
  });
});

test('a stage whose end was never logged ends with its job', () => {
  const lost = aStage({ stageId: 0, on: on100, tasks: tasks(400, () => ({ runTimeMs: MINUTE, ...scans(MILLION) })) });
  const zombie = { ...lost, stage: { ...lost.stage, status: 'active' as const, completedAt: null } };
  const later = aStage({
    stageId: 1,
    on: on100,
    at: 3 * HOUR,
    wallMs: 10 * MINUTE,
    tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(MILLION) })),
  });
  const told = diagnose(run([zombie, later], { jobs: [aJob([lost], { jobId: 0 }), aJob([later], { jobId: 1 })] }));
  expect(told.cause?.kind).toBe('driver-gap');
  expect(told.time?.betweenMs).toBeGreaterThan(2.8 * HOUR);
});

test('four cores a task: run time is counted once for each of them since 4.1', () => {
  const stage = aStage({
    on: on100,
    tasks: tasks(200, (i) => {
      const wallMs = i === 199 ? 40 * MINUTE : MINUTE;
      return { runTimeMs: 4 * wallMs, durationMs: wallMs + 100, ...reads(i === 199 ? 40 * MILLION : MILLION) };
    }),
  });
  const told = diagnose(run([stage], { settings: { 'spark.task.cpus': '4' } }));
  expect(told.cause).toMatchObject({ kind: 'data-skew' });
  expect(told.cause?.atStakeMs).toBeLessThan(40 * MINUTE);
});

describe('a cached table', () => {
  test('its scan counts batches: nothing was exploded', () => {
    const stage = aStage({
      stageId: 0,
      on: on100,
      wallMs: 10 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(100, 120 * MIB), ...writes(19_000, MIB) })),
    });
    const final = aStage({
      stageId: 1,
      on: on100,
      at: 11 * MINUTE,
      wallMs: 10 * SECOND,
      detail: null,
      tasks: tasks(10, () => reads(760_000)),
    });
    const plan = aPlan(
      operator(
        'HashAggregate',
        { keys: ['k'], functions: ['sum(x)'], rows: 19_000, at: 1 },
        exchange(
          { keys: ['k'], rows: 400 * 19_000, from: 0, to: 1 },
          operator(
            'HashAggregate',
            { keys: ['k'], functions: ['partial_sum(x)'], rows: 400 * 19_000, at: 0 },
            operator('InMemoryTableScan', { rows: 400 * MILLION, at: 0 }),
          ),
        ),
      ),
    );
    expect(causeOf(run([stage, final], { plan }))).toBe('healthy');
    expect(causeOf(run([stage, final]))).toBe('healthy');
  });
});

describe('executors that die without a stage retry', () => {
  test('a third of the tasks ran twice', () => {
    const stage = aStage({
      on: on100,
      wallMs: 60 * MINUTE,
      failedTasks: 320,
      tasks: [
        ...tasks(700, () => ({ runTimeMs: 6 * MINUTE, ...reads(MILLION) })),
        ...tasks(320, (i) => ({
          taskId: 1_000 + i,
          status: 'failed',
          runTimeMs: 5 * MINUTE,
          errorMessage:
            'ExecutorLostFailure (executor 7 exited caused by one of the running tasks) Reason: Container killed by YARN for exceeding memory limits',
        })),
      ],
    });
    const lost = executors(8, (i) => ({
      id: String(200 + i),
      removedAt: START + (10 + i) * MINUTE,
      removeReason: 'Container killed by YARN for exceeding memory limits',
    }));
    expect(causeOf(run([stage], { executors: [aDriver(), ...on100, ...lost] }))).toBe('retried-stage@0');
  });
});

describe('an application that nobody gave executors', () => {
  test('half an hour in a queue before its first executor', () => {
    const on = executors(25, () => ({ addedAt: START + 30 * MINUTE }));
    const stage = aStage({
      at: 31 * MINUTE,
      on,
      wallMs: 9 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(MILLION) })),
    });
    expect(causeOf(run([stage], { executors: [aDriver(), ...on] }))).toMatch(/^waiting-for-executors/);
  });
});

describe('thousands of tasks, of which the server lists the 200 slowest', () => {
  test('three slow machines of sixty', () => {
    const on = executors(60);
    const stage = aStage({
      on,
      listed: 200,
      tasks: tasks(6_000, (i) => ({
        executorId: String((i % 60) + 1),
        runTimeMs: i % 60 < 3 ? 4 * MINUTE + (i % 7) * SECOND : 20 * SECOND,
        ...reads(MILLION),
      })),
    });
    expect(causeOf(run([stage], { executors: [aDriver(), ...on] }))).toBe('slow-node@0');
  });
  test('three hundred hot partitions', () => {
    const stage = aStage({
      on: on100,
      listed: 200,
      wallMs: 3 * HOUR,
      tasks: tasks(5_000, (i) => ({
        runTimeMs: i > 4_700 ? 20 * MINUTE : MINUTE,
        ...reads(i > 4_700 ? 25 * MILLION : MILLION),
      })),
    });
    expect(causeOf(run([stage]))).toBe('data-skew@0');
  });
});

describe('a hot key of rows that are all alike', () => {
  test('many more rows in fewer bytes are still more rows, where a shuffle is read', () => {
    const stage = aStage({
      on: on100,
      tasks: tasks(400, (i) => ({
        runTimeMs: i === 399 ? 40 * MINUTE : MINUTE,
        ...reads(i === 399 ? 40 * MILLION : MILLION, i === 399 ? 30 * MIB : 100 * MIB),
      })),
    });
    expect(causeOf(run([stage]))).toBe('data-skew@0');
  });
});

test('planning that lists files for ten minutes inside the query', () => {
  const stage = aStage({
    at: 10 * MINUTE,
    wallMs: 3 * MINUTE,
    on: on100,
    tasks: tasks(400, () => ({ runTimeMs: 40 * SECOND, ...scans(MILLION) })),
  });
  const job = aJob([stage]);
  const told = diagnose(
    run([stage], {
      jobs: [job],
      executors: [aDriver(), ...on100],
      sqlExecutions: [
        {
          id: 0,
          rootId: null,
          description: 'save',
          status: 'completed',
          submittedAt: START + 10 * SECOND,
          durationMs: 13 * MINUTE,
          jobIds: [0],
          failedJobIds: [],
          plan: null,
        },
      ],
    }),
  );
  expect(told.cause?.kind).toBe('driver-gap');
  expect(checkOf(told, 'slow-stage').facts?.unitFinding).toMatchObject({ gap: { where: 'before-first-job' } });
});

test('a window without partition puts everything into one task', () => {
  const one = aStage({
    stageId: 1,
    at: 5 * MINUTE,
    on: on100,
    tasks: tasks(1, () => ({
      runTimeMs: 2 * HOUR,
      ...reads(900 * MILLION),
      memorySpilledBytes: 300 * GIB,
      diskSpilledBytes: 60 * GIB,
    })),
  });
  const scan = aStage({
    stageId: 0,
    on: on100,
    wallMs: 4 * MINUTE,
    tasks: tasks(400, () => ({ ...scans(2.25 * MILLION), ...writes(2.25 * MILLION) })),
  });
  expect(answer(run([scan, one]))).toMatchObject({ cause: 'too-few-tasks@1', lever: 'more-tasks' });
});

test('two faults: the costlier first, the other told after it', () => {
  const skewed = aStage({
    stageId: 0,
    on: on100,
    tasks: tasks(400, (i) => ({
      runTimeMs: i === 399 ? 30 * MINUTE : MINUTE,
      ...reads(i === 399 ? 40 * MILLION : MILLION),
    })),
  });
  const spilling = aStage({
    stageId: 1,
    at: 40 * MINUTE,
    on: on100,
    wallMs: 90 * MINUTE,
    tasks: tasks(400, () => ({
      runTimeMs: 20 * MINUTE,
      ...reads(50 * MILLION, 5 * GIB),
      memorySpilledBytes: 20 * GIB,
      diskSpilledBytes: 4 * GIB,
    })),
  });
  const told = diagnose(run([skewed, spilling]));
  expect(told.cause).toMatchObject({ kind: 'spill-partitions', stage: { stageId: 1 } });
  expect(told.others.map((o) => [o.kind, o.stage?.stageId])).toEqual([['data-skew', 0]]);
});

test('an executor id that is not in the list any more', () => {
  const stage = aStage({
    tasks: tasks(40, (i) => ({
      executorId: '99',
      host: 'gone',
      runTimeMs: i === 39 ? 20 * MINUTE : MINUTE,
      ...reads(i === 39 ? 20 * MILLION : MILLION),
    })),
  });
  expect(causeOf(run([stage], { executors: [aDriver(), anExecutor()] }))).toBe('data-skew@0');
});

test('two attempts of one stage have one fault', () => {
  const attempt = (attemptId: number, at: number) =>
    aStage({
      stageId: 3,
      attemptId,
      at,
      on: on100,
      wallMs: 30 * MINUTE,
      status: attemptId === 0 ? 'failed' : 'complete',
      failureReason: attemptId === 0 ? 'FetchFailed' : null,
      tasks: tasks(400, () => ({
        runTimeMs: 7 * MINUTE,
        ...reads(50 * MILLION, 5 * GIB),
        memorySpilledBytes: 20 * GIB,
      })),
    });
  const told = diagnose(run([attempt(0, 0), attempt(1, 31 * MINUTE)]));
  expect([told.cause?.kind, ...told.others.map((o) => o.kind)].sort()).toEqual(['retried-stage', 'spill-partitions']);
});

describe('rows of an outer join', () => {
  const outer = (kind: string, out: number) => {
    const side = (stageId: number) =>
      exchange(
        { keys: ['id'], rows: 400 * MILLION, from: stageId, to: 2 },
        operator(`Scan parquet lake.t${stageId}`, { rows: 400 * MILLION, at: stageId }),
      );
    const scan = (stageId: number) =>
      aStage({
        stageId,
        on: on100,
        wallMs: 4 * MINUTE,
        detail: null,
        tasks: tasks(400, () => ({ ...scans(MILLION), ...writes(MILLION) })),
      });
    const join = aStage({
      stageId: 2,
      on: on100,
      at: 5 * MINUTE,
      wallMs: 20 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 4 * MINUTE, ...reads(2 * MILLION), outputRecords: out / 400 })),
    });
    return run([scan(0), scan(1), join], {
      plan: aPlan(
        operator(
          'WriteFiles',
          {},
          operator('SortMergeJoin', { keys: ['id'], kind, rows: out, at: 2 }, side(0), side(1)),
        ),
      ),
    });
  };
  test.each([
    ['full outer, no key on both sides: every row of either', 'FullOuter', 800 * MILLION, 'healthy'],
    ['left outer, half of it unmatched', 'LeftOuter', 700 * MILLION, 'healthy'],
    ['full outer, keys that repeat on both sides', 'FullOuter', 4_000 * MILLION, 'rows-multiplied-join@2'],
    ['inner', 'Inner', 800 * MILLION, 'rows-multiplied-join@2'],
  ])('%s', (_, kind, out, cause) => {
    expect(causeOf(outer(kind, out))).toBe(cause);
  });
});

describe('few tasks, one of which has it all', () => {
  test.each([
    ['eight on a hundred slots: a hot key, more tasks would not split it', 8, 50, 'data-skew@0'],
    ['eight even ones', 8, 1, 'too-few-tasks@0'],
  ])('%s', (_, count, more, cause) => {
    const stage = aStage({
      on: on100,
      tasks: tasks(count, (i) => ({
        runTimeMs: (i === 3 ? more : 1) * 2 * MINUTE,
        ...reads((i === 3 ? more : 1) * MILLION),
      })),
    });
    expect(causeOf(run([stage]))).toBe(cause);
  });
});

test('a hot bucket is a hot key: the join reads its files without a shuffle', () => {
  const stage = aStage({
    on: on100,
    tasks: tasks(400, (i) => ({
      runTimeMs: i === 399 ? 40 * MINUTE : MINUTE,
      ...scans(i === 399 ? 40 * MILLION : MILLION),
    })),
  });
  const bucketed = aPlan(
    operator(
      'SortMergeJoin',
      { kind: 'Inner', keys: ['id'], rows: 400 * MILLION, at: 0 },
      operator('Scan parquet lake.a', { rows: 300 * MILLION, at: 0 }),
      operator('Scan parquet lake.b', { rows: 140 * MILLION, at: 0 }),
    ),
  );
  expect(answer(run([stage], { plan: bucketed }))).toMatchObject({
    cause: 'data-skew@0',
    lever: 'salt-or-isolate-key',
  });
});

test('a long stage after a cached scan: batches are no rows, nothing was multiplied', () => {
  const map = aStage({
    stageId: 0,
    on: on100,
    wallMs: 10 * MINUTE,
    detail: null,
    tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(100, 120 * MIB), ...writes(19_000, MIB) })),
  });
  const reduce = aStage({
    stageId: 1,
    on: on100,
    at: 11 * MINUTE,
    wallMs: 60 * MINUTE,
    tasks: tasks(400, () => ({ runTimeMs: 14 * MINUTE, ...reads(19_000, MIB) })),
  });
  expect(causeOf(run([map, reduce]))).toBe('healthy');
});
