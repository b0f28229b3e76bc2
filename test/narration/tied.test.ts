import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toAnswer } from '../../src/narration/answer.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { markdown } from '../../src/narration/markdown.ts';
import { narrate } from '../../src/narration/narrate.ts';
import type { Narration } from '../../src/narration/narration.ts';
import { plainText } from '../../src/narration/plain-text.ts';
import { tied, untied } from '../../src/narration/tied.ts';
import { GIB } from '../builders.ts';
import { openRecordings, situations } from '../recorded-answers.ts';
import { hotWindow } from './hot-window.ts';

/** A blank that does not break, shown as `~`. */
function shown(text: string): string {
  return text.replaceAll('\u00A0', '~');
}

describe('a number and its unit', () => {
  test.each([
    ['took 2 min 38 s of it', 'took 2~min~38~s of it'],
    ['43 s)', '43~s)'],
    ['2.1 s, 3 d 4 h.', '2.1~s, 3~d~4~h.'],
    ['133 MB ÷ 32.1 MB = 4.1', '133~MB ÷ 32.1~MB = 4.1'],
    ['1.9 million records', '1.9~million records'],
    ['under 1 B', 'under~1~B'],
    ['spent 2 in stage 4', 'spent 2 in stage 4'],
    ['48 min in the driver', '48~min in the driver'],
    ['7 minutes 2 seconds', '7 minutes 2 seconds'],
    ['5 GBs and 3 dogs', '5 GBs and 3 dogs'],
  ])('%s', (text, expected) => {
    expect(shown(tied(text))).toBe(expected);
    expect(untied(tied(text))).toBe(text);
  });
});

/** Own words in the parts of a narration that a door breaks into lines. */
function brokenByDoors({ root, checks, closing }: Narration): string[] {
  const { cause, firstChange, notThis, askNext, afterChange, unseen } = closing;
  const paragraphs = [
    root.headline,
    root.subline,
    ...checks.flatMap((check) => [check.title, ...check.paragraphs]),
    ...[cause, firstChange, notThis, askNext, afterChange, unseen].filter((p) => p !== null),
  ];
  const cells = checks.flatMap((check) =>
    check.evidence.flatMap((one) => (one.kind === 'table' ? one.rows.flatMap((row) => row.slice(1)) : [])),
  );
  return [
    root.state,
    ...root.strip.map((entry) => entry.short),
    ...paragraphs.flatMap((p) => p.filter((span) => span.as === undefined).map((span) => span.text)),
    ...cells,
  ];
}

describe('in a whole answer', () => {
  let recordings: Awaited<ReturnType<typeof openRecordings>>;
  beforeAll(async () => {
    recordings = await openRecordings();
  });
  afterAll(() => recordings.close());

  const loose = /\d (?:ms|s|min|h|d|B|KB|MB|GB|million|billion)(?![\p{L}\p{N}])|min \d+[ \u00A0]s\b/u;

  test.each(situations())('about %s no number can lose its unit, and what is copied has blanks', async (situation) => {
    const { narration, answer } = await recordings.answer(situation);
    for (const text of brokenByDoors(narration)) expect(text).not.toMatch(loose);
    const copied = [
      narration.handoff,
      narration.root.plain,
      ...narration.spoken,
      ...narration.unseen,
      ...narration.closing.readings,
      markdown(narration),
      plainText(narration, { width: 60, colour: false }),
      JSON.stringify(answer),
    ];
    for (const text of copied) expect(text).not.toContain('\u00A0');
  });
});

test.each([40, 53, 66, 80])('a terminal of %d columns ends no line between a number and its unit', (width) => {
  const text = plainText(narrate(diagnose(hotWindow({}, 3 * GIB))), { width, colour: false });
  expect(text).not.toMatch(/\d\n *(?:ms|s|min|h|B|KB|MB|GB|million)(?![\p{L}\p{N}])/u);
  expect(text).toMatch(/\d min/);
});

test('the JSON of a diagnosis has ordinary blanks in every told sentence', () => {
  const diagnosis = diagnose(hotWindow({}, 3 * GIB));
  const { checks, afterFix } = toAnswer(diagnosis, narrate(diagnosis), { requests: 1, bytes: 1, ms: 1 });
  expect(checks.flatMap((check) => check.told).join(' ')).toMatch(/ran 1 min and the slowest 20 min/);
  expect(JSON.stringify([checks, afterFix])).not.toContain('\u00A0');
});

test('an entry of the strip holds its figures together', () => {
  const { strip } = narrate(diagnose(hotWindow({}, 3 * GIB))).root;
  expect(strip.map((entry) => shown(entry.short))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\d+% in stage~4$/), 'symptom of~3']),
  );
});
