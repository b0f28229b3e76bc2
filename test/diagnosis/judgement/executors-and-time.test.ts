import { describe, expect, test } from 'vitest';
import type { Executor } from '../../../src/diagnosis/application-run.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { aDriver, aJob, aStage, executors, GIB, HOUR, MINUTE, SECOND, START, tasks } from '../../builders.ts';
import { causeOf, checkOf } from '../answers.ts';
import { MILLION, on100, run, reads, scans } from './a-cluster.ts';

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
