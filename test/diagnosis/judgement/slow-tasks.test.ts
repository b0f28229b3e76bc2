import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  anExecutor,
  aPlan,
  aStage,
  executors,
  GIB,
  HOUR,
  MIB,
  MINUTE,
  operator,
  SECOND,
  tasks,
} from '../../builders.ts';
import { answer, causeOf, checkOf } from '../answers.ts';
import { MILLION, on100, run, reads, scans, writes } from './a-cluster.ts';

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
