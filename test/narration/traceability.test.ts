import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { toAnswer } from '../../src/narration/answer.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { anyRemoval, anyRunSketch, drawRun, without } from '../diagnosis/any-run.ts';
import { openRecordings, situations } from '../recorded-answers.ts';
import { numbersIn, untraced } from './told-numbers.ts';

const FIVE = [0, 1, 2, 3, 4];

describe('every told number is one of the readings of its check', () => {
  let recordings: Awaited<ReturnType<typeof openRecordings>>;
  beforeAll(async () => {
    recordings = await openRecordings();
  });
  afterAll(() => recordings.close());

  test.each(situations())('in the answer about %s', async (situation) => {
    const { answer, narration } = await recordings.answer(situation);
    expect(FIVE.flatMap((at) => untraced(answer, narration, at))).toEqual([]);
    // A thread without numbers would pass too.
    const told = narration.checks.flatMap((c) => [c.title, ...c.paragraphs]).flatMap(numbersIn);
    expect(told.length).toBeGreaterThan(10);
    for (const check of answer.checks) expect(check.readings.every((r) => r.readFrom.length > 0)).toBe(true);
  });

  test('in the answer about any run', () => {
    fc.assert(
      fc.property(anyRunSketch, fc.option(anyRemoval), (sketch, removal) => {
        const run = drawRun(sketch);
        const diagnosis = diagnose(removal === null ? run : without(run, removal));
        const narration = narrate(diagnosis);
        const answer = toAnswer(diagnosis, narration, { requests: 1, bytes: 1, ms: 1 });
        expect(FIVE.flatMap((at) => untraced(answer, narration, at))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  }, 120_000);
});

test('a number that was not read would be found', () => {
  const paragraph = [{ text: 'Stage 4 took 2 h 51 min of 17 tasks, ' }, { text: 'k9', as: 'spark' as const }];
  expect(numbersIn(paragraph)).toEqual(['2 h 51 min', '17']);
});
