import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import {
  aDriver,
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
  spreadOver,
  tasks,
  TIB,
} from '../../builders.ts';
import { checkOf, inWords, readingOf } from '../answers.ts';

const MILLION = 1e6;

describe('W1 nightly ranking: one hot title_id in a window', () => {
  const on = executors(50, (i) =>
    i === 40 ? { taskTimeMs: 2.5 * HOUR, gcTimeMs: 40 * MINUTE } : { taskTimeMs: 1.5 * HOUR, gcTimeMs: 2 * MINUTE },
  );
  const scan = aStage({
    stageId: 3,
    name: 'scan viewing_events',
    wallMs: 7.4 * MINUTE,
    on,
    tasks: tasks(2_800, () => ({
      runTimeMs: 30 * SECOND,
      gcTimeMs: 300,
      inputBytes: (380 * GIB) / 2_800,
      inputRecords: 700_000,
      shuffleWriteBytes: (205 * GIB) / 2_800,
      shuffleWriteRecords: 700_000,
    })),
  });
  const row = <T extends { min: number; p25: number; median: number; p75: number; max: number }>(r: T) =>
    spreadOver(1_000, r);
  const runTimes = row({
    min: 48 * SECOND,
    p25: 2.9 * MINUTE,
    median: 3.5 * MINUTE,
    p75: 4.1 * MINUTE,
    max: 2 * HOUR,
  });
  const gc = row({ min: SECOND, p25: 4 * SECOND, median: 5 * SECOND, p75: 7 * SECOND, max: 38 * MINUTE });
  const bytes = row({ min: 160 * MIB, p25: 182 * MIB, median: 190 * MIB, p75: 199 * MIB, max: 6.6 * GIB });
  const records = row({
    min: 1.6 * MILLION,
    p25: 1.8 * MILLION,
    median: 1.9 * MILLION,
    p75: 2 * MILLION,
    max: 66 * MILLION,
  });
  const windowed = aStage({
    stageId: 4,
    name: 'window by title_id, write',
    at: 10 * SECOND + 7.5 * MINUTE,
    wallMs: 2.1 * HOUR,
    on,
    listed: 200,
    shuffleReadBytes: 205 * GIB,
    shuffleReadRecords: 2_800 * 700_000,
    outputBytes: 1.6 * GIB,
    tasks: tasks(1_000, (i) => {
      // Task 812 is the hot one; the others are handed out in order of their index.
      const rank = i === 812 ? 999 : i < 812 ? i : i - 1;
      return {
        runTimeMs: runTimes[rank] ?? 0,
        gcTimeMs: gc[rank] ?? 0,
        shuffleReadBytes: bytes[rank] ?? 0,
        shuffleReadRecords: records[rank] ?? 0,
        outputBytes: 1.6 * MIB,
        ...(i === 812 ? { executorId: '41', memorySpilledBytes: 29 * GIB, diskSpilledBytes: 6.4 * GIB } : {}),
      };
    }),
  });
  const plan = aPlan(
    operator(
      'Execute InsertIntoHadoopFsRelationCommand',
      { rows: 2_800 * 700_000, at: 4 },
      operator(
        'Window',
        { keys: ['title_id'] },
        operator(
          'Sort',
          { keys: ['title_id'], at: 4 },
          exchange(
            { keys: ['title_id'], rows: 2_800 * 700_000, bytes: 205 * GIB, from: 3, to: 4 },
            operator('Scan parquet lake.viewing_events', { rows: 2_800 * 700_000, at: 3 }),
          ),
        ),
      ),
    ),
  );
  const run = aRun({ stages: [scan, windowed], executors: [aDriver(), ...on], plan, endsAfterMs: 3 * MINUTE });
  const told = diagnose(run);

  test('skew is the cause, GC and spill its symptoms', () => {
    expect(inWords(told)).toEqual({
      cause: 'data-skew@4',
      lever: 'salt-or-isolate-key',
      outcomes: ['healthy', 'healthy', 'failing', 'failing<skew', 'failing<skew'],
    });
  });

  test('the readings are those of the Spark pages', () => {
    expect(readingOf(told, 'stage-share').value).toBeGreaterThan(0.9);
    expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.54, 2);
    expect(readingOf(told, 'duration-ratio')).toMatchObject({ of: [2 * HOUR, 3.5 * MINUTE], limit: { value: 5 } });
    expect(readingOf(told, 'duration-ratio').value).toBeCloseTo(34.3, 1);
    expect(readingOf(told, 'slow-task-record-ratio').value).toBeCloseTo(34.7, 1);
    expect(readingOf(told, 'disk-spilled').value).toBe(6.4 * GIB);
    expect(readingOf(told, 'task-spill-max').value).toBe(29 * GIB);
    expect(readingOf(told, 'task-spill-median').value).toBe(0);
  });

  test('task 812 on executor 41 is the culprit of all three', () => {
    const culprit = { stageId: 4, taskIndex: 812, executorId: '41' };
    expect(checkOf(told, 'skew').culprits).toMatchObject([culprit]);
    expect(checkOf(told, 'gc').culprits).toMatchObject([{ executorId: '41' }]);
    expect(checkOf(told, 'spill').culprits).toMatchObject([culprit]);
  });

  test('about two hours could be given back, and the key is named', () => {
    expect(told.cause?.atStakeMs).toBeGreaterThan(1.5 * HOUR);
    expect(told.cause?.atStakeMs).toBeLessThan(2 * HOUR);
    expect(checkOf(told, 'skew').facts).toMatchObject({ keys: ['title_id'], operation: 'Window', restsOn: 'records' });
  });
});

describe('W2 same job with a device table joined before the window: rows multiplied', () => {
  const on = executors(50, () => ({
    taskTimeMs: 10 * HOUR,
    gcTimeMs: 2 * HOUR,
    peakStorageBytes: 0.1 * GIB,
    storageTotalBytes: 10 * GIB,
  }));
  const events = aStage({
    stageId: 3,
    wallMs: 8 * MINUTE,
    on,
    tasks: tasks(2_800, () => ({
      runTimeMs: 30 * SECOND,
      inputBytes: (380 * GIB) / 2_800,
      inputRecords: 700_000,
      shuffleWriteBytes: (205 * GIB) / 2_800,
      shuffleWriteRecords: 700_000,
    })),
  });
  const devices = aStage({
    stageId: 4,
    wallMs: MINUTE,
    on,
    tasks: tasks(40, () => ({
      runTimeMs: 20 * SECOND,
      inputBytes: 10 * MIB,
      inputRecords: 250_000,
      shuffleWriteBytes: 5 * MIB,
      shuffleWriteRecords: 250_000,
    })),
  });
  const runTimes = spreadOver(1_000, {
    min: 7 * MINUTE,
    p25: 9 * MINUTE,
    median: 10 * MINUTE,
    p75: 11 * MINUTE,
    max: 14 * MINUTE,
  });
  const joined = aStage({
    stageId: 5,
    at: 9 * MINUTE,
    wallMs: 1.2 * HOUR,
    on,
    listed: 200,
    tasks: tasks(1_000, (i) => ({
      runTimeMs: runTimes[i] ?? 0,
      gcTimeMs: 0.2 * (runTimes[i] ?? 0),
      shuffleReadBytes: 205 * MIB,
      shuffleReadRecords: 1.97 * MILLION,
      shuffleWriteBytes: (1.9 * TIB) / 1_000,
      shuffleWriteRecords: 10 * MILLION,
      memorySpilledBytes: 4 * GIB,
      diskSpilledBytes: GIB,
    })),
  });
  const run = (plan: boolean) =>
    aRun({
      stages: [events, devices, joined],
      executors: [aDriver(), ...on],
      ...(plan
        ? {
            plan: aPlan(
              operator(
                'Sort',
                { keys: ['title_id'] },
                exchange(
                  { keys: ['title_id'], rows: 10_000 * MILLION, bytes: 1.9 * TIB, from: 5 },
                  operator(
                    'SortMergeJoin',
                    { keys: ['device_id'], kind: 'Inner', rows: 10_000 * MILLION, at: 5 },
                    operator(
                      'Sort',
                      { at: 5 },
                      exchange(
                        { keys: ['device_id'], rows: 1_960 * MILLION, bytes: 205 * GIB, from: 3, to: 5 },
                        operator('Scan parquet lake.viewing_events', { rows: 1_960 * MILLION, at: 3 }),
                      ),
                    ),
                    operator(
                      'Sort',
                      { at: 5 },
                      exchange(
                        { keys: ['device_id'], rows: 10 * MILLION, bytes: 200 * MIB, from: 4, to: 5 },
                        operator('Scan parquet lake.devices', { rows: 10 * MILLION, at: 4 }),
                      ),
                    ),
                  ),
                ),
              ),
            ),
          }
        : { sqlExecutions: null }),
    });

  test.each([
    ['with the plan', true],
    ['from the counters alone', false],
  ])('the join is the cause, GC and spill its symptoms (%s)', (_, plan) => {
    const told = diagnose(run(plan));
    expect(inWords(told)).toEqual({
      cause: 'rows-multiplied-join@5',
      lever: 'deduplicate-join-side',
      outcomes: ['healthy', 'failing', 'healthy', 'failing<shuffle-volume', 'failing<shuffle-volume'],
    });
    expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(5.1, 1);
    expect(readingOf(told, 'duration-ratio').value).toBeCloseTo(1.4, 2);
  });
});

test('W3 an explode before the groupBy comes before the skew it causes', () => {
  const on = executors(10, (i) => ({ taskTimeMs: HOUR, gcTimeMs: i < 2 ? 12 * MINUTE : MINUTE }));
  const runTimes = spreadOver(400, { min: 20e3, p25: 50e3, median: MINUTE, p75: 70e3, max: 6 * MINUTE, top: 2 });
  const exploded = aStage({
    stageId: 0,
    on,
    wallMs: 16 * MINUTE,
    tasks: tasks(400, (i) => ({
      runTimeMs: runTimes[i] ?? 0,
      inputBytes: 100 * MIB,
      inputRecords: i >= 398 ? 3 * MILLION : MILLION,
      shuffleWriteBytes: 320 * MIB,
      shuffleWriteRecords: i >= 398 ? 9.6 * MILLION : 3.2 * MILLION,
    })),
  });
  const grouped = aStage({ stageId: 1, at: 17 * MINUTE, wallMs: 3.5 * MINUTE, on, detail: null });
  const plan = aPlan(
    operator(
      'HashAggregate',
      { keys: ['tag'], functions: ['count(1)'], rows: 1_200 * MILLION, at: 1 },
      exchange(
        { keys: ['tag'], rows: 1_286 * MILLION, from: 0, to: 1 },
        operator(
          'Generate',
          { keys: ['tags'], kind: 'explode', rows: 1_286 * MILLION, at: 0 },
          operator('Scan parquet lake.events', { rows: 404 * MILLION, at: 0 }),
        ),
      ),
    ),
  );
  const told = diagnose(aRun({ stages: [exploded, grouped], executors: [aDriver(), ...on], plan }));
  expect(inWords(told)).toMatchObject({ cause: 'rows-multiplied-explode@0', lever: 'aggregate-before-explode' });
  expect(checkOf(told, 'skew').facts?.ratio).toBeCloseTo(6, 1);
  expect(checkOf(told, 'gc').facts?.redCount).toBe(2);
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(3.2, 2);
});
