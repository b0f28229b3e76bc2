import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  aJob,
  aRun,
  aStage,
  anExecutor,
  executors,
  MINUTE,
  SECOND,
  START,
  tasks,
  type BuiltStage,
  type RunSpec,
} from '../../builders.ts';
import { checkOf, readingOf } from '../answers.ts';

/** Nothing happens before the first stage is submitted. */
const FROM_FIRST_STAGE = { startedAt: START + 10 * SECOND - 70 };

function told(stages: BuiltStage[], over: Partial<RunSpec> = {}) {
  return checkOf(diagnose(aRun({ stages, sqlExecutions: null, ...over })), 'slow-stage');
}

describe('fewer tasks than cores: sixteen slots', () => {
  const few = (count: number, runTimeMs: number, attemptId = 0) =>
    aStage({ tasks: tasks(count, () => ({ runTimeMs })), attemptId });
  test.each<[string, BuiltStage, number, string | null]>([
    ['one task for each two slots', few(8, MINUTE), SECOND, 'too-few-tasks'],
    ['one more', few(9, MINUTE), SECOND, null],
    ['one task', few(1, MINUTE), SECOND, 'too-few-tasks'],
    ['of five seconds', few(1, 5 * SECOND), 0, 'too-few-tasks'],
    ['shorter ones are cheap wherever they run', few(1, 4_999), 0, null],
    // 15/16 of the stage could be given back.
    ['0.15 of the unit is at stake', few(1, MINUTE), 300 * SECOND, 'too-few-tasks'],
    ['less than that', few(1, MINUTE), 330 * SECOND, null],
  ])('%s', (_, stage, busyMs, kind) => {
    // A stage that keeps all cores busy for the rest of the time.
    const busy = aStage({ stageId: 1, at: 12 * SECOND, wallMs: busyMs, tasks: tasks(160), detail: null });
    const ends = stage.stage.completedAt ?? 0;
    const after = { ...busy.stage, submittedAt: ends, firstTaskLaunchedAt: ends, completedAt: ends + busyMs };
    const stages = busyMs === 0 ? [stage] : [stage, { ...busy, stage: after }];
    expect(told(stages, { endsAfterMs: 0, application: FROM_FIRST_STAGE })).toMatchObject({
      kind,
      outcome: kind === null ? 'healthy' : 'failing',
    });
  });

  test('a second attempt has few tasks by nature', () => {
    const again = few(1, 2 * SECOND, 1);
    expect(told([aStage({ tasks: tasks(160) }), { ...again, stage: { ...again.stage, stageId: 0 } }]).kind).toBeNull();
  });

  test('two cores a task halve the slots', () => {
    expect(told([few(8, MINUTE)], { settings: { 'spark.task.cpus': '2' } }).kind).toBeNull();
    expect(told([few(4, MINUTE)], { settings: { 'spark.task.cpus': '2' } }).kind).toBe('too-few-tasks');
  });

  test('executors that had left before it do not count', () => {
    const gone = anExecutor({ id: '9', cores: 64, removedAt: START + 6 * SECOND });
    expect(told([few(9, MINUTE)], { executors: [aDriver(), ...executors(4), gone] }).kind).toBeNull();
  });
});

describe('many tiny tasks', () => {
  /** Tasks whose wall-clock is `overhead` scheduling, the rest run time. */
  const tiny = (count: number, durationMs: number, overhead: number) =>
    aStage({ tasks: tasks(count, () => ({ durationMs, runTimeMs: durationMs * (1 - overhead) })) });
  test.each<[string, BuiltStage, string | null]>([
    ['a thousand tasks of 400 ms, 60% of it overhead', tiny(1_000, 400, 0.6), 'tiny-tasks'],
    ['one task less', tiny(999, 400, 0.6), null],
    ['500 ms', tiny(1_000, 500, 0.6), 'tiny-tasks'],
    ['501 ms', tiny(1_000, 501, 0.6), null],
    ['two fifths are overhead', tiny(1_000, 400, 0.4), 'tiny-tasks'],
    ['less', tiny(1_000, 400, 0.38), null],
  ])('%s', (_, stage, kind) => {
    expect(told([stage]).kind).toBe(kind);
  });
});

/** A job whose stages run one after the other, `gapMs` apart. */
function jobsApart(wallsMs: number[], gapMs: number): { stages: BuiltStage[]; jobs: ReturnType<typeof aJob>[] } {
  let at = 10 * SECOND;
  const stages = wallsMs.map((wallMs, stageId) => {
    const stage = aStage({ stageId, at, wallMs, tasks: tasks(16, () => ({ runTimeMs: wallMs - 100 })) });
    at += wallMs + gapMs;
    return stage;
  });
  return { stages, jobs: stages.map((s, jobId) => aJob([s], { jobId })) };
}

describe('time that no stage covers', () => {
  const driver = (busyMs: number, gapMs: number) => {
    const { stages, jobs } = jobsApart([busyMs / 2, busyMs / 2], gapMs);
    return told(stages, { jobs, endsAfterMs: 0, application: FROM_FIRST_STAGE });
  };
  test.each<[string, number, number, string | null]>([
    ['less than half', 100 * SECOND, 95 * SECOND, null],
    ['more than half', 100 * SECOND, 105 * SECOND, 'driver-gap'],
    ['more than half of three seconds', 1_400, 1_600, null],
  ])('%s', (_, busyMs, gapMs, kind) => {
    expect(driver(busyMs, gapMs).kind).toBe(kind);
  });

  test('after the last stage: committing output', () => {
    const verdict = told([aStage({ wallMs: MINUTE })], { endsAfterMs: 5 * MINUTE });
    expect(verdict).toMatchObject({
      kind: 'driver-gap',
      facts: { unitFinding: { gap: { where: 'after-last-stage', afterJobId: 0 } } },
    });
  });

  test('start-up is nobody’s: executors took two minutes to come', () => {
    const on = executors(4, () => ({ addedAt: START + 2 * MINUTE }));
    const stage = aStage({ at: 2 * MINUTE + 2 * SECOND, wallMs: MINUTE, on });
    expect(told([stage], { executors: [aDriver(), ...on] }).kind).toBeNull();
  });

  test('the parts add up to the whole', () => {
    const { stages, jobs } = jobsApart([40 * SECOND, 70 * SECOND, 20 * SECOND], 33 * SECOND);
    const time = diagnose(aRun({ stages, jobs, sqlExecutions: null, endsAfterMs: 17 * SECOND })).time;
    expect(time).not.toBeNull();
    if (time === null) return;
    const parts =
      time.tasksRunningMs + time.beforeFirstTaskMs + time.betweenMs + time.afterLastTaskMs + time.waitingForExecutorsMs;
    expect(parts).toBe(time.totalMs);
    expect(time.tasksRunningMs).toBe(130 * SECOND);
  });
});

describe('submitted, and no task runs', () => {
  const waiting = (waitMs: number, runMs: number, on = executors(4)) => {
    const stage = aStage({ at: 10 * SECOND + waitMs, wallMs: runMs, on, tasks: tasks(160) });
    return told([{ ...stage, stage: { ...stage.stage, submittedAt: START + 10 * SECOND } }], {
      executors: [aDriver(), ...on],
      application: FROM_FIRST_STAGE,
      endsAfterMs: 0,
    });
  };
  test.each<[string, number, number, string | null]>([
    ['less than half of the time', 95 * SECOND, 100 * SECOND, null],
    ['more than half of it', 105 * SECOND, 100 * SECOND, 'waiting-for-executors'],
  ])('%s', (_, waitMs, runMs, kind) => {
    expect(waiting(waitMs, runMs).kind).toBe(kind);
  });
  test('when the first executor came is told', () => {
    const late = executors(4, () => ({ addedAt: START + 70 * SECOND }));
    expect(waiting(100 * SECOND, 60 * SECOND, late).facts?.unitFinding).toMatchObject({ firstExecutorAfterMs: MINUTE });
  });
});

describe('work that was done twice', () => {
  const retried = (againMs: number, endsAfterMs: number) => {
    const first = aStage({ stageId: 1, wallMs: 5 * MINUTE, tasks: tasks(160) });
    const again = aStage({ stageId: 1, attemptId: 1, at: 6 * MINUTE, wallMs: againMs, tasks: tasks(4) });
    return told([first, again], { endsAfterMs });
  };
  test.each<[string, number, number, string | null]>([
    ['a tenth of the unit', 60 * SECOND, 170 * SECOND, 'retried-stage'],
    ['less than a tenth', 60 * SECOND, 190 * SECOND, null],
    ['a tenth, but under two seconds', 1_999, 0, null],
  ])('%s', (_, againMs, endsAfterMs, kind) => {
    expect(retried(againMs, endsAfterMs).kind).toBe(kind);
  });
  test('the executors that were lost are named, those that were let go are not', () => {
    const at = START + 5 * MINUTE;
    const run = aRun({
      stages: [
        aStage({ stageId: 1, wallMs: 5 * MINUTE, status: 'failed', failureReason: 'FetchFailed' }),
        aStage({ stageId: 1, attemptId: 1, at: 5 * MINUTE + 11 * SECOND, wallMs: 5 * MINUTE }),
      ],
      executors: [
        aDriver(),
        anExecutor({ id: '1' }),
        anExecutor({ id: '2', removedAt: at, removeReason: 'Container killed by YARN for exceeding memory limits' }),
        anExecutor({ id: '3', removedAt: at, removeReason: 'Executor killed by driver.' }),
      ],
      sqlExecutions: null,
    });
    const verdict = checkOf(diagnose(run), 'slow-stage');
    expect(verdict.kind).toBe('retried-stage');
    expect(verdict.culprits.map((c) => c.executorId)).toEqual(['2']);
  });
});

describe('many stages of similar length', () => {
  const spread = (wallsMs: number[]) => {
    const { stages, jobs } = jobsApart(wallsMs, 0);
    return told(stages, { jobs });
  };
  const even = (count: number) => Array.from({ length: count }, () => 30 * SECOND);
  test.each<[string, number[], string | null]>([
    ['eight', even(8), 'spread'],
    ['seven', even(7), null],
    ['the largest a quarter', [...even(8), 80 * SECOND], 'spread'],
    ['the largest more than a quarter', [...even(8), 81 * SECOND], null],
    ['within a factor of three', [...even(12), 90 * SECOND], 'spread'],
    ['further apart', [...even(12), 91 * SECOND], null],
    ['of a second each', even(20).map(() => SECOND), null],
  ])('%s', (_, wallsMs, kind) => {
    expect(spread(wallsMs).kind).toBe(kind);
  });
});

describe('a failed job comes first', () => {
  const failed = aStage({
    stageId: 3,
    status: 'failed',
    failureReason: 'Job aborted due to stage failure',
    tasks: tasks(8, (i) => ({
      status: i === 5 ? 'failed' : 'success',
      errorMessage: i === 5 ? 'java.lang.OutOfMemoryError: Java heap space' : null,
    })),
  });
  test('its stage and the first task’s own error are told', () => {
    const verdict = told([aStage({ wallMs: 10 * MINUTE }), failed], {
      jobs: [aJob([aStage(), failed], { status: 'failed' })],
    });
    expect(verdict).toMatchObject({ kind: 'failed', atStakeMs: null, culprits: [{ stageId: 3 }] });
    expect(verdict.facts?.unitFinding).toMatchObject({
      reason: 'java.lang.OutOfMemoryError: Java heap space',
      ranBefore: 1,
    });
  });
  test('but not when the application caught it and went on', () => {
    const later = aStage({ stageId: 4, at: 20 * MINUTE, wallMs: MINUTE });
    const jobs = [aJob([failed], { jobId: 0, status: 'failed' }), aJob([later], { jobId: 1 })];
    expect(told([failed, later], { jobs }).facts).toMatchObject({ failedJobs: 1, unitFinding: { kind: 'driver-gap' } });
  });
});

test('shares are of the unit, and the top two are added up', () => {
  const { stages, jobs } = jobsApart([80 * SECOND, 15 * SECOND, 5 * SECOND], 0);
  const diagnosis = diagnose(aRun({ stages, jobs, sqlExecutions: null, endsAfterMs: 90 * SECOND - 20 }));
  expect(readingOf(diagnosis, 'stage-share')).toMatchObject({ value: 0.4, of: [80 * SECOND, 200 * SECOND] });
  expect(readingOf(diagnosis, 'top-two-share')).toMatchObject({ value: 0.95, limit: { value: 0.8 } });
});

describe('nothing to open', () => {
  test('no stage at all', () => {
    expect(told([], { jobs: [] })).toMatchObject({ outcome: 'could-not-tell', missing: ['no-stage'] });
  });
  test('stages that the server no longer keeps', () => {
    const notRead = [
      { part: 'stages', stageId: null, attemptId: null, reason: 'not-kept-by-server', what: null },
    ] as const;
    expect(told([], { jobs: [], notRead: [...notRead] })).toMatchObject({ missing: ['stages-not-kept'] });
  });
});
