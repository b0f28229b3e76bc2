import { describe, expect, test } from 'vitest';
import type { ApplicationRun, Task } from '../../../src/diagnosis/application-run.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { chooseUnit } from '../../../src/diagnosis/unit.ts';
import {
  aDriver,
  aJob,
  anExecutor,
  aRun,
  aStage,
  executors,
  GIB,
  HOUR,
  MIB,
  MINUTE,
  SECOND,
  START,
  tasks,
  TIB,
  type RunSpec,
} from '../../builders.ts';
import { answer, causeOf, checkOf, outcomeOf, readingOf } from '../answers.ts';

// Each name is a line of the list of traps: a wrong answer that a simple rule gives.

const rows = (n: number) => ({ shuffleReadRecords: n, shuffleReadBytes: n * 100 });

function one(each: (i: number) => Partial<Task>, count = 40, over: Partial<RunSpec> = {}): ApplicationRun {
  const stage = aStage({ tasks: tasks(count, (i) => ({ runTimeMs: MINUTE, ...rows(1e6), ...each(i) })) });
  return aRun({ stages: [stage], sqlExecutions: null, ...over });
}

describe('12 spill', () => {
  const spilling = (memory: number, disk: number, over = {}) =>
    one(
      () => ({
        runTimeMs: 10 * MINUTE,
        shuffleReadRecords: 1e7,
        shuffleReadBytes: GIB,
        memorySpilledBytes: memory,
        diskSpilledBytes: disk,
      }),
      40,
      over,
    );
  test('disk bytes 0 while memory bytes are 243 GB', () => {
    expect(outcomeOf(spilling((243 * GIB) / 40, 0), 'spill')).toBe('failing');
  });
  test('attempts are not summed', () => {
    const first = aStage({
      stageId: 1,
      status: 'failed',
      wallMs: MINUTE,
      tasks: tasks(16, () => ({ memorySpilledBytes: 7 * GIB })),
    });
    const again = aStage({
      stageId: 1,
      attemptId: 1,
      at: 2 * MINUTE,
      wallMs: 9 * MINUTE,
      tasks: tasks(16, () => ({ memorySpilledBytes: GIB })),
    });
    const told = diagnose(aRun({ stages: [first, again], sqlExecutions: null }));
    expect(readingOf(told, 'memory-spilled').value).toBe(16 * GIB);
  });
  test('small spill in a healthy stage is a remark', () => {
    const run = spilling(10 * MIB, MIB);
    expect(causeOf(run)).toBe('healthy');
    expect(outcomeOf(run, 'spill')).toBe('watch');
  });
});

describe('13 shuffle ratio above 1 is common in sound jobs', () => {
  const writing = (over: Partial<Task>) =>
    aRun({
      stages: [
        aStage({
          tasks: tasks(40, () => ({
            runTimeMs: MINUTE,
            inputRecords: 1e6,
            inputBytes: 40 * MIB,
            shuffleWriteRecords: 1e6,
            shuffleWriteBytes: 40 * MIB,
            ...over,
          })),
        }),
      ],
      sqlExecutions: null,
    });
  test('×2.8 in bytes on a whole-row repartition of compressed parquet', () => {
    expect(causeOf(writing({ shuffleWriteBytes: 2.8 * 40 * MIB }))).toBe('healthy');
  });
  test.each([
    ['JDBC: rows and no bytes', { inputBytes: 0 }, 'healthy'],
    ['ranges and in-memory tables: no input', { inputRecords: 0, inputBytes: 0 }, 'could-not-tell'],
  ])('%s', (_, over, outcome) => {
    const told = diagnose(writing(over));
    expect(checkOf(told, 'shuffle-volume').outcome).toBe(outcome);
    expect(told.cause).toBeNull();
  });
});

test('14 GC is per JVM: tasks of one executor report the same pause', () => {
  // Four tasks at a time on an executor each report the pause of the one JVM: 1.2 s in a minute is 2%, not 8%.
  const on = executors(4, () => ({ taskTimeMs: 40 * MINUTE, gcTimeMs: 48 * SECOND }));
  const run = one(() => ({ gcTimeMs: 1_200 }), 40, { executors: [aDriver(), ...on] });
  expect(readingOf(diagnose(run), 'stage-gc-share').value).toBeCloseTo(0.02, 3);
  expect(readingOf(diagnose(run), 'executor-gc-share').value).toBeCloseTo(0.02, 3);
  expect(outcomeOf(run, 'gc')).toBe('healthy');
});

describe('15 failed and running applications first', () => {
  test('a failed stage’s reason is the answer, whatever else is true', () => {
    const skewed = aStage({
      stageId: 0,
      tasks: tasks(40, (i) => ({ runTimeMs: i === 0 ? HOUR : MINUTE, ...rows(i === 0 ? 6e7 : 1e6) })),
    });
    const failed = aStage({
      stageId: 1,
      at: HOUR + MINUTE,
      wallMs: MINUTE,
      status: 'failed',
      failureReason: 'Job aborted due to stage failure: Task 3 failed 4 times',
    });
    const told = diagnose(
      aRun({ stages: [skewed, failed], jobs: [aJob([skewed, failed], { status: 'failed' })], sqlExecutions: null }),
    );
    expect(told).toMatchObject({
      state: 'failed',
      lever: 'fix-failure',
      cause: { kind: 'failed', stage: { stageId: 1 } },
    });
    expect(told.others.map((o) => o.kind)).toEqual(['data-skew']);
  });

  const running = (() => {
    const map = aStage({
      stageId: 0,
      wallMs: MINUTE,
      tasks: tasks(16, () => ({
        inputRecords: 1e6,
        inputBytes: GIB,
        shuffleWriteRecords: 3.2e6,
        shuffleWriteBytes: GIB,
      })),
    });
    const active = aStage({
      stageId: 1,
      at: 2 * MINUTE,
      status: 'active',
      completedAt: null,
      tasks: tasks(40, (i) =>
        i === 17
          ? { status: 'running', runTimeMs: 0, durationMs: null, ...rows(0) }
          : { runTimeMs: 20 * SECOND, ...rows(1e6) },
      ),
    });
    // The driver last reported something forty minutes later, and the log was read days after that.
    const tick = anExecutor({ id: '9', addedAt: START + 42 * MINUTE });
    return aRun({
      stages: [map, active],
      jobs: [aJob([map, active], { status: 'running', completedAt: null })],
      executors: [aDriver(), ...executors(4), tick],
      application: { completed: false, endedAt: null, durationMs: 0 },
      readAt: START + 50 * 24 * HOUR,
      sqlExecutions: null,
    });
  })();
  test('a running one is told so far, with the elapsed time of its running task', () => {
    const told = diagnose(running);
    expect(told.state).toBe('running');
    expect(checkOf(told, 'skew').facts?.slowest[0]).toMatchObject({ index: 17, running: true, records: null });
    expect(checkOf(told, 'skew').facts?.runTime?.max).toBeGreaterThan(35 * MINUTE);
    expect(checkOf(told, 'skew').facts?.runTime?.max).toBeLessThan(45 * MINUTE);
  });
  test('its unread rows tell what it has left', () => {
    const told = diagnose(running);
    expect(told.cause).toMatchObject({ kind: 'data-skew', stage: { stageId: 1 } });
    expect(checkOf(told, 'skew').facts).toMatchObject({ restsOn: 'unread-records', unread: { tasks: 1, ratio: 12.2 } });
  });
});

describe('16 impossible values were dropped before: what is left is judged', () => {
  test('a peak of 263.9 GB in a 7 GB executor never reaches a share above one', () => {
    const on = executors(4, () => ({
      peakStorageBytes: 263.9 * GIB,
      storageTotalBytes: 7 * GIB,
      gcTimeMs: 20 * MINUTE,
    }));
    const told = diagnose(one(() => ({ gcTimeMs: 20 * SECOND }), 40, { executors: [aDriver(), ...on] }));
    for (const reading of (told.checks ?? []).flatMap((c) => c.readings).filter((r) => r.unit === 'share')) {
      expect([reading.name, reading.value <= 1]).toEqual([reading.name, true]);
    }
  });
  test('stages that completed before they started are not negative time', () => {
    const stage = aStage({ wallMs: -5 * MINUTE });
    const told = diagnose(aRun({ stages: [aStage({ stageId: 1 }), stage], sqlExecutions: null }));
    expect(Object.values(told.time ?? {}).filter((v) => typeof v === 'number' && v < 0)).toEqual([]);
  });
});

describe('17 speculation and retries duplicate tasks', () => {
  test('killed copies are not stragglers', () => {
    const stage = aStage({
      tasks: [
        ...tasks(40, () => ({ runTimeMs: MINUTE, ...rows(1e6) })),
        ...tasks(3, (i) => ({
          taskId: 40 + i,
          attempt: 1,
          speculative: true,
          status: 'killed',
          runTimeMs: 15 * MINUTE,
          ...rows(0),
        })),
      ],
    });
    const told = diagnose(aRun({ stages: [stage], sqlExecutions: null }));
    expect(told.cause).toBeNull();
    expect(checkOf(told, 'skew').facts?.slowest[0]?.runTimeMs).toBe(MINUTE);
  });
});

test('18 caching turns input into hits and misses: same rows, other time, and no hot key', () => {
  const stage = aStage({
    tasks: tasks(40, (i) => ({
      runTimeMs: i % 5 === 0 ? 30 * SECOND : 400,
      locality: i % 5 === 0 ? 'ANY' : 'PROCESS_LOCAL',
      inputRecords: 1e6,
      inputBytes: i % 5 === 0 ? 100 * MIB : 110 * MIB,
    })),
  });
  const told = diagnose(aRun({ stages: [stage], sqlExecutions: null }));
  expect(checkOf(told, 'skew').kind).not.toBe('data-skew');
  expect(checkOf(told, 'skew').kind).not.toBe('slow-node');
});

test('19 names are hostile: the diagnosis decides the same whatever they hold', () => {
  const hostile = '<!channel> `rm -rf` </script> ‮ \n'.repeat(3_000);
  const plain = one((i) => (i === 39 ? { runTimeMs: 20 * MINUTE, ...rows(2e7) } : {}));
  const named: ApplicationRun = {
    ...plain,
    application: { ...plain.application, name: hostile, user: hostile },
    stages: plain.stages.map((s) => ({ ...s, name: hostile, description: hostile, callSite: hostile })),
    jobs: plain.jobs.map((j) => ({ ...j, name: hostile, description: hostile, group: hostile })),
    executors: plain.executors.map((e) => ({ ...e, removeReason: hostile })),
  };
  expect(answer(named)).toEqual(answer(plain));
});

describe('20 different sizes of cluster', () => {
  const sized = (count: number) => {
    const on = executors(count);
    const stage = aStage({ on, tasks: tasks(8, () => ({ runTimeMs: 10 * MINUTE, ...rows(1e6) })) });
    return aRun({ stages: [stage], executors: [aDriver(), ...on], sqlExecutions: null });
  };
  test('eight tasks are enough for eight cores and too few for forty', () => {
    expect(causeOf(sized(2))).toBe('healthy');
    expect(causeOf(sized(10))).toBe('too-few-tasks@0');
  });
});

test('a terabyte is read like a megabyte', () => {
  const run = one(() => ({ runTimeMs: HOUR, shuffleReadRecords: 4e9, shuffleReadBytes: TIB }));
  expect(chooseUnit(run)?.durationMs).toBeGreaterThan(2 * HOUR);
  expect(causeOf(run)).toBe('healthy');
});
