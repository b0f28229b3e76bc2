import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { aDriver, anExecutor, aRun, aStage, executors, GIB, HOUR, MIB, MINUTE, tasks, TIB } from '../../builders.ts';
import { checkOf, inWords, readingOf } from '../answers.ts';

const MILLION = 1e6;

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
