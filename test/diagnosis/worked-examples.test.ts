import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  anExecutor,
  aJob,
  aPlan,
  aQuery,
  aRun,
  aSkippedStage,
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
} from '../builders.ts';
import { answer, checkOf, inWords, readingOf } from './answers.ts';

const MILLION = 1e6;
const HEALTHY = ['healthy', 'healthy', 'healthy', 'healthy', 'healthy'];

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

/** A scan that writes for an aggregation: what W4, W4b and W4c differ in. */
function aggregation(of: {
  mapTasks: number;
  inputBytes: number;
  records: number;
  writeBytes: number;
  writeRecords: number;
  groups: number;
  key: string;
  functions: string[];
  partial: boolean;
}) {
  const on = executors(20);
  const each = (n: number) => Math.round(n / of.mapTasks);
  const map = aStage({
    stageId: 0,
    on,
    wallMs: 20 * MINUTE,
    inputBytes: of.inputBytes,
    inputRecords: of.records,
    shuffleWriteBytes: of.writeBytes,
    shuffleWriteRecords: of.writeRecords,
    tasks: tasks(of.mapTasks, () => ({
      runTimeMs: MINUTE,
      inputBytes: each(of.inputBytes),
      inputRecords: each(of.records),
      shuffleWriteBytes: each(of.writeBytes),
      shuffleWriteRecords: each(of.writeRecords),
    })),
  });
  const reduce = aStage({
    stageId: 1,
    at: 21 * MINUTE,
    wallMs: 2 * MINUTE,
    on,
    shuffleReadBytes: of.writeBytes,
    shuffleReadRecords: of.writeRecords,
    tasks: tasks(200, () => ({
      shuffleReadBytes: of.writeBytes / 200,
      shuffleReadRecords: of.writeRecords / 200,
      outputRecords: of.groups / 200,
    })),
  });
  const scan = operator('Scan parquet lake.sales', { rows: of.records, at: 0 });
  const plan = aPlan(
    operator(
      'HashAggregate',
      { keys: [of.key], functions: of.functions, rows: of.groups, at: 1 },
      exchange(
        { keys: [of.key], rows: of.writeRecords, bytes: of.writeBytes, from: 0, to: 1 },
        of.partial
          ? operator(
              'HashAggregate',
              { keys: [of.key], functions: of.functions.map((f) => `partial_${f}`), rows: of.writeRecords, at: 0 },
              scan,
            )
          : scan,
      ),
    ),
  );
  return aRun({ stages: [map, reduce], executors: [aDriver(), ...on], plan });
}

test('W4 sum by store that combines nothing', () => {
  const told = diagnose(
    aggregation({
      mapTasks: 1_000,
      inputBytes: 120 * GIB,
      records: 2_400 * MILLION,
      writeBytes: 96 * GIB,
      writeRecords: 2_400 * MILLION,
      groups: 500,
      key: 'store_id',
      functions: ['sum(revenue)'],
      partial: false,
    }),
  );
  expect(inWords(told)).toEqual({
    cause: 'combine-not-happening@0',
    lever: 'reduce-by-key-or-combine',
    outcomes: ['healthy', 'failing', 'healthy', 'healthy', 'healthy'],
  });
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.8, 3);
  expect(readingOf(told, 'combine-ceiling').of).toEqual([2_400 * MILLION, 500_000]);
});

test('W4b count by country combines well: the ceiling holds', () => {
  const told = diagnose(
    aggregation({
      mapTasks: 2_800,
      inputBytes: 380 * GIB,
      records: 1_960 * MILLION,
      writeBytes: 15 * MIB,
      writeRecords: 520_000,
      groups: 190,
      key: 'country',
      functions: ['count(1)'],
      partial: true,
    }),
  );
  expect(inWords(told)).toEqual({ cause: 'healthy', lever: 'none', outcomes: HEALTHY });
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.00004, 5);
  expect(readingOf(told, 'combine-ceiling').of).toEqual([520_000, 532_000]);
});

test('W4c one list per profile: as expected for a near-unique key, and worth asking for', () => {
  const told = diagnose(
    aggregation({
      mapTasks: 2_800,
      inputBytes: 380 * GIB,
      records: 1_960 * MILLION,
      writeBytes: 361 * GIB,
      writeRecords: 1_900 * MILLION,
      groups: 900 * MILLION,
      key: 'profile_id',
      functions: ['collect_list(title_id)'],
      partial: true,
    }),
  );
  expect(inWords(told)).toEqual({ cause: 'healthy', lever: 'none', outcomes: HEALTHY });
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.95, 2);
  expect(checkOf(told, 'shuffle-volume').facts).toMatchObject({ askGrain: true, expected: 'near-unique' });
});

test('W5 forty slow tasks, all on executor 17, with ordinary rows', () => {
  const on = executors(25, (i) => (i === 16 ? { host: '10.0.3.21' } : { host: `10.0.4.${i}` }));
  const slow = spreadOver(40, { min: 125e3, p25: 130e3, median: 134e3, p75: 138e3, max: 2.4 * MINUTE });
  const stage = aStage({
    stageId: 2,
    on,
    wallMs: 24 * MINUTE,
    listed: 200,
    tasks: tasks(1_000, (i) => {
      const onSlow = i % 25 === 16;
      return {
        executorId: String((i % 25) + 1),
        runTimeMs: onSlow ? (slow[Math.floor(i / 25)] ?? 0) : 10e3 + (i % 21) * 100,
        shuffleReadBytes: 120 * MIB,
        shuffleReadRecords: 1.1 * MILLION + (i % 11) * 10_000,
      };
    }),
  });
  const told = diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on] }));
  expect(inWords(told)).toMatchObject({ cause: 'slow-node@2', lever: 'replace-node' });
  expect(checkOf(told, 'skew').facts?.ratio).toBeCloseTo(13, 0);
  expect(checkOf(told, 'skew').facts?.slow?.slowMachine).toMatchObject({
    executorId: '17',
    host: '10.0.3.21',
    tasks: 40,
  });
  expect(readingOf(told, 'slow-task-record-ratio').value).toBeCloseTo(1, 1);
});

test('W5b the six slowest tasks share executor 9', () => {
  const on = executors(20);
  const stage = aStage({
    stageId: 2,
    on,
    listed: 200,
    wallMs: 8.5 * MINUTE,
    tasks: tasks(200, (i) => {
      const onNine = i < 6;
      return {
        executorId: onNine ? '9' : String([...Array(20).keys()].filter((n) => n !== 8)[i % 19]! + 1),
        runTimeMs: onNine ? 4 * MINUTE - i * SECOND : 15e3 + (i % 11) * SECOND,
        shuffleReadBytes: 80 * MIB,
        shuffleReadRecords: i === 0 ? 840_000 : 780_000 + (i % 5) * 10_000,
      };
    }),
  });
  const told = diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on] }));
  expect(inWords(told)).toMatchObject({ cause: 'slow-node@2', lever: 'replace-node' });
  expect(readingOf(told, 'duration-ratio').value).toBeCloseTo(12, 0);
  expect(checkOf(told, 'skew').culprits).toHaveLength(6);
});

describe('W6 features job', () => {
  /** A stage whose tasks run on three executors with these totals. */
  function features(of: {
    wallMs: number;
    gcShare: number;
    totals: [taskTimeMs: number, gcTimeMs: number, storageBytes: number][];
    storageTotalBytes: number;
    spillBytes?: number;
    count?: number;
    runTimeMs?: number;
    otherStages?: number;
  }) {
    const on = of.totals.map(([taskTimeMs, gcTimeMs, peakStorageBytes], i) =>
      anExecutor({
        id: String(i + 1),
        taskTimeMs,
        gcTimeMs,
        peakStorageBytes,
        storageTotalBytes: of.storageTotalBytes,
      }),
    );
    const runTimeMs = of.runTimeMs ?? 2 * MINUTE;
    const stage = aStage({
      stageId: 7,
      on,
      wallMs: of.wallMs,
      tasks: tasks(of.count ?? 280, () => ({
        runTimeMs,
        gcTimeMs: of.gcShare * runTimeMs,
        shuffleReadBytes: 150 * MIB,
        shuffleReadRecords: MILLION,
        memorySpilledBytes: of.spillBytes ?? 0,
        diskSpilledBytes: (of.spillBytes ?? 0) / 4,
      })),
    });
    const later = aStage({ stageId: 8, at: of.wallMs + MINUTE, wallMs: of.otherStages ?? MINUTE, on });
    return aRun({ stages: [stage, later], executors: [aDriver(), ...on], sqlExecutions: null });
  }

  test('W6 all three red and storage nearly full: cached data', () => {
    const told = diagnose(
      features({
        wallMs: 50 * MINUTE,
        gcShare: 0.3,
        storageTotalBytes: 10.1 * GIB,
        totals: [
          [3.2 * HOUR, HOUR, 9.6 * GIB],
          [3.4 * HOUR, 58 * MINUTE, 9.9 * GIB],
          [3.1 * HOUR, 55 * MINUTE, 9.7 * GIB],
        ],
      }),
    );
    expect(inWords(told)).toMatchObject({ cause: 'gc-cache@7', lever: 'unpersist-cache' });
    expect(inWords(told).outcomes.slice(2)).toEqual(['healthy', 'failing', 'healthy']);
    expect(checkOf(told, 'gc').facts?.executors.map((e) => Math.round(e.share * 100))).toEqual([31, 30, 28]);
    expect(readingOf(told, 'storage-share').of).toEqual([9.9 * GIB, 10.1 * GIB]);
  });

  test('W6b red, storage empty, spill on every task: each task holds too much', () => {
    const told = diagnose(
      features({
        wallMs: 50 * MINUTE,
        gcShare: 0.33,
        storageTotalBytes: 10 * GIB,
        spillBytes: 2 * GIB,
        totals: [[2.5 * HOUR, 50 * MINUTE, 0.4 * GIB]],
      }),
    );
    expect(inWords(told)).toMatchObject({ cause: 'gc-large-tasks@7', lever: 'more-shuffle-partitions' });
    expect(inWords(told).outcomes.slice(2)).toEqual(['healthy', 'failing', 'failing<gc']);
    expect(readingOf(told, 'executor-gc-share').value).toBeCloseTo(0.33, 2);
  });

  test('W6c tasks of 300 ms with 120 ms GC are noise, judged on totals', () => {
    const few = { gcShare: 0.4, storageTotalBytes: 10 * GIB, runTimeMs: 300, otherStages: 20 * MINUTE };
    const clean: [number, number, number][] = [
      [HOUR, MINUTE, 0],
      [HOUR, MINUTE, 0],
    ];
    for (const count of [12, 200]) {
      const told = diagnose(features({ ...few, count, wallMs: count * 40, totals: clean }));
      expect([count, inWords(told).cause, checkOf(told, 'gc').outcome]).toEqual([count, 'healthy', 'healthy']);
    }
  });

  test('W6d 9% of a three-hour stage: nothing is red, 16 minutes are worth a look', () => {
    const told = diagnose(
      features({
        wallMs: 3 * HOUR,
        gcShare: 0.09,
        storageTotalBytes: 10 * GIB,
        totals: [
          [11 * HOUR, HOUR, 0],
          [11 * HOUR, HOUR, 0],
          [11 * HOUR, HOUR, 0],
        ],
        count: 900,
      }),
    );
    expect(inWords(told).cause).toBe('healthy');
    expect(checkOf(told, 'gc')).toMatchObject({ outcome: 'watch', facts: { redCount: 0 } });
    expect((checkOf(told, 'gc').atStakeMs ?? 0) / MINUTE).toBeCloseTo(16, 0);
  });
});

describe('W7 daily aggregation', () => {
  const on = executors(20, () => ({ cores: 5 }));
  const settings = { 'spark.executor.memory': '16g', 'spark.sql.shuffle.partitions': '200' };
  const stageOf = (partitions: number, spillBytes: number, wallMs: number) =>
    aStage({
      stageId: 4,
      on,
      wallMs,
      tasks: tasks(partitions, () => ({
        runTimeMs: (wallMs * 80) / partitions,
        shuffleReadBytes: (400 * GIB) / partitions,
        shuffleReadRecords: (4e9 / partitions) | 0,
        memorySpilledBytes: spillBytes / partitions,
        diskSpilledBytes: (spillBytes * 0.19) / partitions,
      })),
    });

  test('W7 2 GB a task and 1.6 TB spilled on every task: more partitions', () => {
    const told = diagnose(
      aRun({
        stages: [stageOf(200, 1.6 * TIB, 48 * MINUTE)],
        executors: [aDriver(), ...on],
        settings,
        sqlExecutions: null,
      }),
    );
    expect(inWords(told)).toMatchObject({ cause: 'spill-partitions@4', lever: 'more-shuffle-partitions' });
    expect(inWords(told).outcomes.slice(2)).toEqual(['healthy', 'healthy', 'failing']);
    expect(readingOf(told, 'partition-size').value).toBe(2.048 * 1_000 * MIB);
    // 400 GB ÷ 200 MB, with a gigabyte of 1,024 megabytes.
    expect(checkOf(told, 'spill').facts?.suggestedPartitions).toBe(2_048);
  });

  test('W7 at 2,000 partitions: nothing spills', () => {
    const told = diagnose(
      aRun({ stages: [stageOf(2_000, 0, 14 * MINUTE)], executors: [aDriver(), ...on], settings, sqlExecutions: null }),
    );
    expect(inWords(told).cause).toBe('healthy');
    expect(checkOf(told, 'spill').outcome).toBe('healthy');
  });

  test('W7b one task spilled 14 GB, the median nothing: the skew lever first', () => {
    const hot = aStage({
      stageId: 4,
      on,
      tasks: tasks(200, (i) => ({
        runTimeMs: i === 100 ? 20 * MINUTE : MINUTE,
        shuffleReadBytes: i === 100 ? 5 * GIB : 120 * MIB,
        shuffleReadRecords: i === 100 ? 43 * MILLION : MILLION,
        memorySpilledBytes: i === 100 ? 14 * GIB : 0,
        diskSpilledBytes: i === 100 ? 3 * GIB : 0,
      })),
    });
    const told = diagnose(aRun({ stages: [hot], executors: [aDriver(), ...on], settings, sqlExecutions: null }));
    expect(inWords(told)).toMatchObject({ cause: 'data-skew@4', lever: 'salt-or-isolate-key' });
    expect(inWords(told).outcomes.slice(2)).toEqual(['failing', 'healthy', 'failing<skew']);
    expect(checkOf(told, 'spill').facts?.perTask).toMatchObject({ min: 0, median: 0, max: 14 * GIB });
  });

  test('W7c a 16 GB heap shared by 5 cores gives a task 1.9 GB', () => {
    const told = diagnose(
      aRun({
        stages: [stageOf(200, 1.6 * TIB, 48 * MINUTE)],
        executors: [aDriver(), ...on],
        settings,
        sqlExecutions: null,
      }),
    );
    expect(Math.round(readingOf(told, 'task-memory-ceiling').value / MIB)).toBe(1_930);
  });
});

test('W8 the hunt: one key of a join holds three hours', () => {
  const on = executors(20, () => ({ taskTimeMs: 2 * HOUR, gcTimeMs: 2 * MINUTE }));
  const events = aStage({
    stageId: 0,
    on,
    wallMs: 4 * MINUTE,
    detail: null,
    tasks: tasks(400, () => ({
      inputBytes: 180 * MIB,
      inputRecords: 950_000,
      shuffleWriteBytes: 95 * MIB,
      shuffleWriteRecords: 950_000,
    })),
  });
  const titles = aStage({
    stageId: 1,
    on,
    wallMs: 20 * SECOND,
    detail: null,
    tasks: tasks(8, () => ({
      inputBytes: 200 * MIB,
      inputRecords: 100_000,
      shuffleWriteBytes: 150 * MIB,
      shuffleWriteRecords: 100_000,
    })),
  });
  const runTimes = spreadOver(200, { min: 22e3, p25: 34e3, median: 41e3, p75: 56e3, max: 2.8 * HOUR });
  const bytes = spreadOver(200, { min: 60, p25: 110, median: 135, p75: 160, max: 12.4 * 1024 });
  const gc = spreadOver(200, { min: 400, p25: 900, median: 1_200, p75: 1_600, max: 4 * MINUTE });
  const joined = aStage({
    stageId: 2,
    on,
    at: 4.2 * MINUTE,
    wallMs: 2.85 * HOUR,
    tasks: tasks(200, (i) => ({
      runTimeMs: runTimes[i] ?? 0,
      gcTimeMs: gc[i] ?? 0,
      shuffleReadBytes: (bytes[i] ?? 0) * MIB,
      shuffleReadRecords: Math.round((bytes[i] ?? 0) * 10_000),
      shuffleWriteBytes: 4.6 * MIB,
      shuffleWriteRecords: 40_000,
      memorySpilledBytes: i === 199 ? 90 * GIB : 0,
      diskSpilledBytes: i === 199 ? 24 * GIB : 0,
    })),
  });
  const written = aStage({ stageId: 3, on, at: 4.2 * MINUTE + 2.851 * HOUR, wallMs: 3 * MINUTE });
  const told = diagnose(
    aRun({ stages: [events, titles, joined, written], executors: [aDriver(), ...on], sqlExecutions: null }),
  );
  expect(inWords(told)).toMatchObject({ cause: 'data-skew@2', lever: 'salt-or-isolate-key' });
  expect(inWords(told).outcomes.slice(2)).toEqual(['failing', 'healthy', 'failing<skew']);
  expect(readingOf(told, 'stage-share').value).toBeCloseTo(0.96, 2);
  expect(checkOf(told, 'slow-stage').facts?.othersMs).toBeLessThan(8 * MINUTE);
  expect(readingOf(told, 'slow-task-byte-ratio').value).toBeCloseTo(94, 0);
  expect(readingOf(told, 'disk-spilled').value).toBe(24 * GIB);
});

describe('W9 ten minutes', () => {
  const on = executors(10);
  test('W9 199 tasks under a minute and one of ten: skew, and the spill is its consequence', () => {
    const stage = aStage({
      stageId: 3,
      on,
      tasks: tasks(200, (i) => ({
        runTimeMs: i === 7 ? 10 * MINUTE : 40e3 + (i % 19) * SECOND,
        shuffleReadBytes: i === 7 ? 5 * GIB : 60 * MIB,
        shuffleReadRecords: i === 7 ? 50 * MILLION : 600_000,
        memorySpilledBytes: i === 7 ? 12 * GIB : 0,
        diskSpilledBytes: i === 7 ? 3 * GIB : 0,
      })),
    });
    const told = diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on], sqlExecutions: null }));
    expect(inWords(told)).toMatchObject({ cause: 'data-skew@3', lever: 'salt-or-isolate-key' });
    expect(checkOf(told, 'spill').symptomOf).toBe('skew');
  });

  test('W9b the same ten minutes from 200 uniform tasks is volume', () => {
    const stage = aStage({
      stageId: 3,
      on,
      tasks: tasks(200, (i) => ({
        runTimeMs: 2 * MINUTE + (i % 7) * SECOND,
        inputBytes: 128 * MIB,
        inputRecords: MILLION,
      })),
    });
    expect(answer(aRun({ stages: [stage], executors: [aDriver(), ...on], sqlExecutions: null }))).toEqual({
      cause: 'healthy',
      lever: 'none',
      outcomes: ['healthy', 'not-applicable', 'healthy', 'healthy', 'healthy'],
    });
  });
});

test('W10 a groupBy on a laptop: the driver is the executor, the skipped stage cost nothing', () => {
  const driver = aDriver({ cores: 4, taskTimeMs: MINUTE, gcTimeMs: SECOND });
  const on = [driver];
  const small = (stageId: number, at: number) =>
    aStage({ stageId, at, on, tasks: tasks(1, () => ({ runTimeMs: 400 })), detail: null });
  const early = [0, 1, 2, 3, 4].map((id) => small(id, 10 * SECOND + id * SECOND));
  const map = aStage({
    stageId: 5,
    at: 16 * SECOND,
    on,
    tasks: tasks(4, (i) => ({
      runTimeMs: 3_000 + i * 100,
      inputBytes: 4 * MIB,
      inputRecords: 500_000,
      shuffleWriteBytes: (3.3 * MIB) / 4,
      shuffleWriteRecords: 20_000,
    })),
  });
  const skipped = aSkippedStage(6);
  const reduce = aStage({
    stageId: 7,
    at: 20 * SECOND,
    on,
    tasks: tasks(3, () => ({ runTimeMs: 900, shuffleReadBytes: 1.1 * MIB, shuffleReadRecords: 26_667 })),
  });
  const jobs = [
    ...early.map((s, i) => aJob([s], { jobId: i })),
    aJob([map], { jobId: 5 }),
    aJob([skipped, reduce], { jobId: 6 }),
  ];
  const told = diagnose(
    aRun({
      stages: [...early, map, skipped, reduce],
      jobs,
      executors: [driver],
      sqlExecutions: [aQuery(jobs.slice(5))],
      settings: { 'spark.master': 'local[4]' },
    }),
  );
  expect(inWords(told).cause).toBe('healthy');
  expect(inWords(told).outcomes).not.toContain('failing');
  expect(checkOf(told, 'slow-stage').facts).toMatchObject({ skippedCount: 1, target: { slots: 4 } });
  expect(checkOf(told, 'slow-stage').facts?.stages.map((s) => s.stageId)).not.toContain(6);
});

test('W11 twenty stages of a few minutes, none over a tenth: spread', () => {
  const on = executors(10);
  const stages = Array.from({ length: 20 }, (_, i) =>
    aStage({
      stageId: i,
      at: 10 * SECOND + i * 4 * MINUTE,
      wallMs: 3 * MINUTE + (i % 5) * 12 * SECOND,
      on,
      tasks: tasks(200, () => ({ runTimeMs: 38e3, inputBytes: 128 * MIB, inputRecords: MILLION })),
      detail: i > 3 ? null : {},
    }),
  );
  const told = diagnose(aRun({ stages, executors: [aDriver(), ...on], sqlExecutions: null }));
  expect(inWords(told)).toMatchObject({ cause: 'spread@3', lever: 'speed-up-row-code' });
  expect(checkOf(told, 'slow-stage')).toMatchObject({ outcome: 'failing', kind: 'spread' });
  expect(checkOf(told, 'slow-stage').facts?.stages.every((s) => s.share < 0.1)).toBe(true);
});
