import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CHECKS } from '../../src/diagnosis/vocabulary.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { toAnswer } from '../../src/narration/answer.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { aRun, aStage } from '../builders.ts';
import { openRecordings, situations } from '../recorded-answers.ts';
import { answerSchema } from './answer-schema.ts';

const COST = { requests: 9, bytes: 1_000, ms: 20 };

function validated(answer: unknown): z.infer<typeof answerSchema> {
  // Through text, as a script on the other side of a pipe gets it.
  const read = answerSchema.safeParse(JSON.parse(JSON.stringify(answer)));
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return read.data;
}

describe('the answers about recorded applications', () => {
  let recordings: Awaited<ReturnType<typeof openRecordings>>;
  beforeAll(async () => {
    recordings = await openRecordings();
  });
  afterAll(() => recordings.close());

  test.each(situations())('%s is schema 1, and says the same as the thread', async (situation) => {
    const { answer, narration } = await recordings.answer(situation);
    const read = validated(answer);
    expect(read.checks.map((c) => c.check)).toEqual(CHECKS);
    expect(read.checks.map((c) => c.outcome)).toEqual(narration.checks.map((c) => c.outcome));
    expect(read.spoken).toEqual(narration.spoken);
    expect(read.cost.requests).toBeLessThanOrEqual(16);
    // A cause has a change to make, what it should bring, and a failing check that named it.
    const failing = read.checks.find((c) => c.check === read.cause?.check);
    if (read.cause === null) expect([read.lever, read.afterFix]).toEqual([null, []]);
    else expect([failing?.outcome, failing?.kind, read.afterFix.length]).toEqual(['failing', read.cause.kind, 5]);
  });
});

test('an application that ran nothing is answered too, absent things as null', () => {
  const diagnosis = diagnose(aRun({ stages: [] }));
  const answer = validated(toAnswer(diagnosis, narrate(diagnosis), COST));
  expect(answer).toMatchObject({ targetStage: null, cause: null, lever: null, cost: COST });
});

test('an application without a time of any kind has no times, and no zeros in their place', () => {
  const run = aRun({ stages: [] });
  run.application = { ...run.application, startedAt: null, endedAt: null, durationMs: null };
  run.jobs = [];
  run.executors = [];
  run.sqlExecutions = null;
  const diagnosis = diagnose(run);
  const answer = validated(toAnswer(diagnosis, narrate(diagnosis), COST));
  expect(diagnosis.unit).toBeNull();
  expect(answer.application).toMatchObject({ startedAt: null, durationMs: null });
  expect(Object.values(answer.time)).toEqual([null, null, null, null, null, null]);
  expect(answer.checks.map((c) => c.outcome)).toEqual(CHECKS.map(() => 'could-not-tell'));
});

test('dates are ISO 8601 in UTC', () => {
  const diagnosis = diagnose(aRun({ stages: [aStage()] }));
  const { application } = validated(toAnswer(diagnosis, narrate(diagnosis), COST));
  expect(application.startedAt).toBe(new Date(diagnosis.run.application.startedAt ?? 0).toISOString());
  expect(application.startedAt).toMatch(/Z$/);
});
