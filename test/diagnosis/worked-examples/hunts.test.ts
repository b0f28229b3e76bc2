import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  aJob,
  aQuery,
  aRun,
  aSkippedStage,
  aStage,
  executors,
  GIB,
  HOUR,
  MIB,
  MINUTE,
  SECOND,
  spreadOver,
  tasks,
} from '../../builders.ts';
import { answer, checkOf, inWords, readingOf } from '../answers.ts';

const MILLION = 1e6;

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
