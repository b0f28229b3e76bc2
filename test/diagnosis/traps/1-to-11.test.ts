import { describe, expect, test } from 'vitest';
import type { ApplicationRun, Task } from '../../../src/diagnosis/application-run.ts';
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
  START,
  tasks,
  type RunSpec,
} from '../../builders.ts';
import { answer, causeOf, checkOf, outcomeOf, readingOf } from '../answers.ts';

// Each name is a line of the list of traps: a wrong answer that a simple rule gives.

const rows = (n: number) => ({ shuffleReadRecords: n, shuffleReadBytes: n * 100 });

function one(each: (i: number) => Partial<Task>, count = 40, over: Partial<RunSpec> = {}): ApplicationRun {
  const stage = aStage({ tasks: tasks(count, (i) => ({ runTimeMs: MINUTE, ...rows(1e6), ...each(i) })) });
  return aRun({ stages: [stage], sqlExecutions: null, ...over });
}

describe('1 time base', () => {
  test('a 37 s stage with one 2 s task waited for pods', () => {
    const on = executors(1, () => ({ addedAt: START + 44 * SECOND }));
    const stage = aStage({ at: 45 * SECOND, on, tasks: tasks(1, () => ({ runTimeMs: 2 * SECOND })) });
    const run = aRun({
      stages: [{ ...stage, stage: { ...stage.stage, submittedAt: START + 10 * SECOND } }],
      executors: [aDriver(), ...on],
      sqlExecutions: null,
    });
    const told = diagnose(run);
    expect(told.cause).toMatchObject({ kind: 'waiting-for-executors', atStakeMs: 35 * SECOND });
    expect(readingOf(told, 'stage-share').of?.[0]).toBe(2_100);
  });

  test('a four-hour gap between jobs with every stage page normal', () => {
    const stages = [
      aStage({ stageId: 0, wallMs: 10 * MINUTE }),
      aStage({ stageId: 1, at: 4 * HOUR + 11 * MINUTE, wallMs: 10 * MINUTE }),
    ];
    const jobs = stages.map((s, jobId) => aJob([s], { jobId }));
    const told = diagnose(aRun({ stages, jobs, sqlExecutions: null }));
    expect(told.cause).toMatchObject({ check: 'slow-stage', kind: 'driver-gap', stage: null });
    expect(checkOf(told, 'slow-stage').facts?.unitFinding).toMatchObject({
      gap: { where: 'between-jobs', afterJobId: 0, beforeJobId: 1 },
    });
  });

  test('the wait for thousands of files after the last stage', () => {
    const told = diagnose(
      aRun({ stages: [aStage({ wallMs: 5 * MINUTE })], endsAfterMs: 30 * MINUTE, sqlExecutions: null }),
    );
    expect(checkOf(told, 'slow-stage')).toMatchObject({
      kind: 'driver-gap',
      facts: { unitFinding: { gap: { where: 'after-last-stage' } } },
    });
  });
});

describe('2 unit', () => {
  test('every exchange is a job of its own: shares are of the query', () => {
    const map = aStage({ stageId: 0, wallMs: 2 * MINUTE });
    const reduce = aStage({ stageId: 2, at: 3 * MINUTE, wallMs: 6 * MINUTE });
    const jobs = [aJob([map], { jobId: 0 }), aJob([aSkippedStage(1), reduce], { jobId: 1 })];
    const told = diagnose(aRun({ stages: [map, aSkippedStage(1), reduce], jobs, sqlExecutions: [aQuery(jobs)] }));
    expect(told.unit).toMatchObject({ type: 'sql-execution', jobIds: [0, 1] });
    expect(told.unit?.stages.map((s) => s.stageId)).toEqual([0, 2]);
    expect(readingOf(told, 'stage-share').value).toBeCloseTo(6 / 8.9, 1);
  });

  test('idle hours of a notebook are not a driver gap of its slowest query', () => {
    const stages = [0, 1, 2].map((stageId) =>
      aStage({ stageId, at: stageId * HOUR + MINUTE, wallMs: MINUTE, tasks: tasks(160) }),
    );
    const jobs = stages.map((s, jobId) => aJob([s], { jobId }));
    const run = aRun({
      stages,
      jobs,
      sqlExecutions: jobs.map((j) => aQuery([j], { id: j.jobId })),
      application: { name: 'Zeppelin' },
    });
    expect(diagnose(run)).toMatchObject({ cause: null, unit: { type: 'sql-execution', chosen: 'slowest-query' } });
  });
});

test('3 a dominant stage is not a cause', () => {
  const large = aStage({
    stageId: 0,
    wallMs: 3 * HOUR,
    tasks: tasks(2_000, (i) => ({ runTimeMs: 80e3 + (i % 9) * 1e3, inputRecords: 1e6, inputBytes: 128 * MIB })),
  });
  const small = aStage({ stageId: 1, at: 3 * HOUR + MINUTE, wallMs: MINUTE });
  expect(answer(aRun({ stages: [large, small], sqlExecutions: null }))).toMatchObject({
    cause: 'healthy',
    lever: 'none',
  });
});

test('4 a clean stage of 56% and a spilling one of 44%', () => {
  const on = executors(10);
  const clean = aStage({
    stageId: 0,
    on,
    wallMs: 56 * MINUTE,
    tasks: tasks(2_000, () => ({ runTimeMs: MINUTE, inputRecords: 1e6, inputBytes: 128 * MIB })),
  });
  const spilling = aStage({
    stageId: 1,
    on,
    at: 57 * MINUTE,
    wallMs: 44 * MINUTE,
    tasks: tasks(40, () => ({
      runTimeMs: 43 * MINUTE,
      ...rows(2e7),
      memorySpilledBytes: 6 * GIB,
      diskSpilledBytes: GIB,
    })),
  });
  expect(causeOf(aRun({ stages: [clean, spilling], executors: [aDriver(), ...on], sqlExecutions: null }))).toBe(
    'spill-partitions@1',
  );
});

describe('5 floors', () => {
  test('a ratio of 589 on millisecond tasks', () => {
    const run = one((i) => ({ runTimeMs: i === 3 ? 589 : 1, durationMs: i === 3 ? 600 : 5 }), 40, { endsAfterMs: 0 });
    expect(diagnose(run).cause?.check).not.toBe('skew');
    expect(outcomeOf(run, 'skew')).toBe('watch');
  });
  test('GC of 946% on a few hundred milliseconds', () => {
    const run = one(() => ({ runTimeMs: 20, gcTimeMs: 189, deserializeTimeMs: 0 }), 16);
    expect(outcomeOf(run, 'gc')).toBe('healthy');
  });
  test('a three-second skew in a two-hour job', () => {
    const large = aStage({
      stageId: 0,
      wallMs: 2 * HOUR,
      tasks: tasks(2_000, () => ({ runTimeMs: MINUTE, ...rows(1e6) })),
    });
    const skewed = aStage({
      stageId: 1,
      at: 2 * HOUR + MINUTE,
      tasks: tasks(40, (i) => ({ runTimeMs: i === 0 ? 3_000 : 100, ...rows(i === 0 ? 1e6 : 3e4) })),
    });
    const told = diagnose(aRun({ stages: [large, skewed], sqlExecutions: null }));
    expect(told).toMatchObject({ cause: null, others: [] });
  });
});

describe('6 few tasks', () => {
  test('with two tasks the median of the server is the maximum and every ratio 1.0', () => {
    const run = one((i) => (i === 1 ? { runTimeMs: 20 * MINUTE, ...rows(2e7) } : {}), 2);
    expect(run.stageDetails[0]?.quantiles?.runTimeMs?.median).toBe(20 * MINUTE);
    expect(readingOf(diagnose(run), 'duration-ratio').value).toBe(20);
    expect(checkOf(diagnose(run), 'skew').kind).toBe('data-skew');
  });
});

test('7 the longest task need not be the one with the most rows', () => {
  // One task reads thirty times the rows in ordinary time; another one takes thirty times as long for ordinary rows.
  const run = one((i) => (i === 38 ? rows(3e7) : i === 39 ? { runTimeMs: 30 * MINUTE } : {}));
  expect(readingOf(diagnose(run), 'slow-task-record-ratio').value).toBe(1);
  expect(checkOf(diagnose(run), 'skew').kind).not.toBe('data-skew');
});

describe('8 records, then bytes', () => {
  test('bytes alike under compression, rows twenty-fold', () => {
    const run = one((i) =>
      i === 39 ? { runTimeMs: 20 * MINUTE, shuffleReadRecords: 2e7, shuffleReadBytes: 1e8 } : {},
    );
    expect(checkOf(diagnose(run), 'skew')).toMatchObject({ kind: 'data-skew', facts: { restsOn: 'records' } });
  });
  test('a record is a batch of pickled rows: only the bytes show it, and that is said', () => {
    const run = one((i) =>
      i === 39 ? { runTimeMs: 20 * MINUTE, shuffleReadRecords: 1e6, shuffleReadBytes: 2e9 } : {},
    );
    expect(checkOf(diagnose(run), 'skew')).toMatchObject({ kind: 'data-skew', facts: { restsOn: 'bytes' } });
  });
  test('a scan stage compares input records', () => {
    const run = one((i) => ({
      ...rows(0),
      inputRecords: i === 39 ? 2e7 : 1e6,
      inputBytes: 128 * MIB,
      runTimeMs: i === 39 ? 20 * MINUTE : MINUTE,
    }));
    expect(checkOf(diagnose(run), 'skew')).toMatchObject({ kind: 'data-skew', facts: { restsOn: 'records' } });
  });
  test('4 of 30 tasks held all rows: a median of zero', () => {
    const run = one((i) => (i < 4 ? { runTimeMs: 20 * MINUTE, ...rows(1e7) } : { runTimeMs: 300, ...rows(0) }), 30);
    const told = diagnose(run);
    expect(checkOf(told, 'skew').kind).toBe('data-skew');
    expect(readingOf(told, 'slow-task-record-ratio').value).toBe(1e7);
  });
});

describe('9 wall, run and deserialise time differ', () => {
  test('ratio 21 in wall time with even run time is a cold executor', () => {
    const run = one((i) => ({
      durationMs: i === 39 ? 21 * MINUTE : MINUTE + 100,
      schedulerDelayMs: i === 39 ? 20 * MINUTE : 20,
    }));
    expect(checkOf(diagnose(run), 'skew').kind).toBeNull();
    expect(readingOf(diagnose(run), 'duration-ratio').value).toBe(1);
  });
});

describe('10 super-linear work is still data skew', () => {
  test('rows ×8, time ×40', () => {
    expect(causeOf(one((i) => (i === 39 ? { runTimeMs: 40 * MINUTE, ...rows(8e6) } : {})))).toBe('data-skew@0');
  });
  test('a slow node needs ordinary rows and one executor', () => {
    const onOne = (n: number) =>
      one((i) => ({ executorId: String((i % 4) + 1), ...(i % 4 === 1 ? { runTimeMs: 8 * MINUTE, ...rows(n) } : {}) }));
    expect(causeOf(onOne(1e6))).toBe('slow-node@0');
    expect(causeOf(onOne(8e6))).toBe('data-skew@0');
  });
});

test('11 tasks of equal data stuck at about 60 s on several hosts: neither skew nor a node', () => {
  const run = one((i) => ({ runTimeMs: i % 8 === 0 ? 61 * SECOND : 5 * SECOND }));
  expect(causeOf(run)).toBe('uneven-work@0');
  expect(checkOf(diagnose(run), 'skew').facts?.slow?.hosts.length).toBeGreaterThan(1);
});
