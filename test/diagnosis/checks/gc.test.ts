import { describe, expect, test } from 'vitest';
import type { Executor } from '../../../src/diagnosis/application-run.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { aDriver, aRun, aStage, executors, GIB, MINUTE, SECOND, tasks } from '../../builders.ts';
import { checkOf } from '../answers.ts';

interface Case {
  /** GC of the stage's tasks ÷ their time, deserialising included. */
  stage?: number;
  /** GC ÷ task time of each executor. */
  each?: number[];
  storage?: number | null;
  spillBytes?: number;
  runTimeMs?: number;
  wallMs?: number;
  longerMs?: number;
  executorTaskTimeMs?: number;
}

/** Sixteen tasks on four executors. */
function told(of: Case) {
  const { stage: share = 0, each = [share, share, share, share], runTimeMs = 60 * SECOND } = of;
  const on: Executor[] = executors(4, (i) => ({
    taskTimeMs: of.executorTaskTimeMs ?? 1_000 * SECOND,
    gcTimeMs: (of.executorTaskTimeMs ?? 1_000 * SECOND) * (each[i] ?? 0),
    storageTotalBytes: 10 * GIB,
    peakStorageBytes: of.storage === null ? null : (of.storage ?? 0.05) * 10 * GIB,
  }));
  const stage = aStage({
    on,
    ...(of.wallMs === undefined ? {} : { wallMs: of.wallMs }),
    tasks: tasks(16, () => ({
      runTimeMs,
      deserializeTimeMs: 0,
      gcTimeMs: share * runTimeMs,
      inputRecords: 1_000_000,
      inputBytes: 100_000_000,
      memorySpilledBytes: of.spillBytes ?? 0,
    })),
  });
  const run = aRun({
    stages: [stage],
    executors: [aDriver(), ...on],
    sqlExecutions: null,
    endsAfterMs: of.longerMs ?? SECOND,
  });
  return checkOf(diagnose(run), 'gc');
}

describe('GC ÷ task time', () => {
  test.each<[string, Case, string, string]>([
    ['at a tenth nothing is red', { stage: 0.1 }, 'healthy', 'clean'],
    ['over a tenth all are', { stage: 0.1001 }, 'failing', 'all-red'],
    ['three executors of four are all but all', { stage: 0.2, each: [0.2, 0.2, 0.2, 0.05] }, 'failing', 'all-red'],
    ['two of four are some', { stage: 0.2, each: [0.2, 0.2, 0.05, 0.05] }, 'watch', 'some-red'],
    ['red executors, but not from this stage', { stage: 0.02, each: [0.2, 0.2, 0.2, 0.2] }, 'watch', 'elsewhere'],
    ['a red stage on clean executors', { stage: 0.2, each: [0.02, 0.02, 0.02, 0.02] }, 'watch', 'worth-a-look'],
    ['red, but seconds in an hour', { stage: 0.2, longerMs: 60 * MINUTE }, 'watch', 'little-at-stake'],
    [
      'under five seconds of task time',
      { stage: 0.5, runTimeMs: 312, executorTaskTimeMs: 1_248 },
      'healthy',
      'little-at-stake',
    ],
    ['more GC than run time is all of it', { stage: 9.46, each: [0.3, 0.3, 0.3, 0.3] }, 'failing', 'all-red'],
  ])('%s', (_, of, outcome, pattern) => {
    expect(told(of)).toMatchObject({ outcome, facts: { pattern } });
  });

  test('no reading is above one', () => {
    const shares = told({ stage: 9.46 }).readings.filter((r) => r.unit === 'share');
    expect(shares.map((r) => r.value)).toEqual([1, 1, 0.05]);
  });

  test.each([
    ['just under 5% of a long stage', 0.0499, 'healthy'],
    ['5% of a long stage', 0.05, 'watch'],
  ])('%s is what a person would look at', (_, stage, outcome) => {
    expect(told({ stage, wallMs: 120 * MINUTE, runTimeMs: 110 * MINUTE }).outcome).toBe(outcome);
  });
  test.each([
    ['just under five minutes at stake', 4.9, 'healthy'],
    ['five minutes at stake', 5, 'watch'],
  ])('%s', (_, minutes, outcome) => {
    const wallMs = (minutes / 0.06) * MINUTE;
    expect(told({ stage: 0.06, wallMs, runTimeMs: wallMs }).outcome).toBe(outcome);
  });
});

describe('all red: what fills the heap', () => {
  test.each<[string, Case, string | null, string]>([
    ['storage at 70%', { stage: 0.3, storage: 0.7 }, 'gc-cache', 'failing'],
    ['storage just under it, nothing spilled', { stage: 0.3, storage: 0.69 }, 'gc-churn', 'failing'],
    ['storage just under it, and spill', { stage: 0.3, storage: 0.69, spillBytes: GIB }, 'gc-large-tasks', 'failing'],
    ['storage full, and spill', { stage: 0.3, storage: 0.95, spillBytes: GIB }, 'gc-cache', 'failing'],
    ['storage not recorded, and spill', { stage: 0.3, storage: null, spillBytes: GIB }, 'gc-large-tasks', 'failing'],
    ['storage not recorded, nothing spilled', { stage: 0.3, storage: null }, null, 'could-not-tell'],
  ])('%s', (_, of, kind, outcome) => {
    expect(told(of)).toMatchObject({ kind, outcome });
  });
});

describe('what the server does not give', () => {
  const without = (over: { gcTimeMs?: null; executors?: Executor[] }) => {
    const stage = aStage({
      tasks: tasks(16, () => ({ runTimeMs: MINUTE, gcTimeMs: 20 * SECOND })),
      ...(over.gcTimeMs === undefined ? {} : { gcTimeMs: null }),
    });
    return checkOf(
      diagnose(
        aRun({
          stages: [stage],
          sqlExecutions: null,
          executors: over.executors ?? [
            aDriver(),
            ...executors(4, () => ({ gcTimeMs: 20 * MINUTE, peakStorageBytes: null })),
          ],
        }),
      ),
      'gc',
    );
  };
  test('no GC of stages (Spark 2.4): the totals of the executors', () => {
    expect(without({ gcTimeMs: null })).toMatchObject({
      outcome: 'could-not-tell',
      missing: ['gc-time', 'storage-memory'],
    });
  });
  test('neither: could not tell, and not zero', () => {
    const verdict = without({ gcTimeMs: null, executors: [] });
    expect(verdict).toMatchObject({ outcome: 'could-not-tell', readings: [], missing: ['gc-time', 'executors'] });
  });
  test('local mode: the stage counts, not the times of the driver row', () => {
    const driver = aDriver({ cores: 4, taskTimeMs: 60 * MINUTE, gcTimeMs: 0, peakStorageBytes: 0 });
    expect(without({ executors: [driver] })).toMatchObject({ outcome: 'failing', kind: 'gc-churn' });
  });
});
