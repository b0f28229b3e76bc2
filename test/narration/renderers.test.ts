import { describe, expect, test } from 'vitest';
import { markdown } from '../../src/narration/markdown.ts';
import type { Narration } from '../../src/narration/narration.ts';
import { plainText } from '../../src/narration/plain-text.ts';

const NARRATION: Narration = {
  root: {
    application: { id: 'app-1', attemptId: null, name: 'nightly | *ranking*' },
    state: 'finished, 2 h 18 min',
    headline: [{ text: 'One hot ' }, { text: 'title`id', as: 'spark' }, { text: ' holds the whole job.' }],
    subline: [{ text: 'Two hours of the run wait for one task.' }],
    strip: [
      {
        number: 1,
        check: 'slow-stage',
        outcome: 'healthy',
        symptomOf: null,
        label: 'slow stage',
        short: '91% in stage 4',
      },
      { number: 3, check: 'skew', outcome: 'failing', symptomOf: null, label: 'skew', short: '34×' },
      { number: 4, check: 'gc', outcome: 'failing', symptomOf: 'skew', label: 'GC', short: 'symptom of 3' },
    ],
    url: 'http://history.example.com/history/app-1/',
    plain: 'nightly: one hot key.',
  },
  checks: [
    {
      number: 3,
      check: 'skew',
      outcome: 'failing',
      title: [{ text: 'Skew: one task had 35 times the rows.' }],
      paragraphs: [[{ text: `The median task ran 3.5 min. ${'It went on and on. '.repeat(12)}`.trim() }]],
      evidence: [
        { kind: 'table', title: 'Tasks', columns: ['', 'median', 'max'], rows: [['duration', '3 min 30 s', '2 h']] },
        {
          kind: 'bars',
          title: 'Stages',
          unit: 'minutes',
          bars: [
            { label: 'stage 4', value: 126 },
            { label: 'stage 3', value: 0.2 },
          ],
        },
      ],
      links: [{ label: 'Stage 4', url: 'http://history.example.com/history/app-1/stages/stage/?id=4&attempt=0' }],
    },
  ],
  closing: {
    cause: [{ text: 'skew is the cause.' }],
    firstChange: [{ text: 'salt the key, see ' }, { text: 'repartition', as: 'code' }, { text: '.' }],
    notThis: [{ text: 'more memory.' }],
    askNext: null,
    afterChange: null,
    readings: ['1 slow stage: 91%', '3 skew: 34×'],
    unseen: [{ text: 'the code.' }],
  },
  spoken: ['One.', 'Two.'],
  handoff: 'hand-off',
  unread: null,
  unseen: ['I could not see the code.'],
};

describe('plain text', () => {
  test.each([60, 80, 100])('keeps within %d columns', (width) => {
    const lines = plainText(NARRATION, { width, colour: false }).split('\n');
    // Addresses stay whole: half a link opens nothing.
    for (const line of lines.filter((l) => !l.includes('http'))) expect(line.length).toBeLessThanOrEqual(width);
  });

  test('is read as a person would: root, strip, checks with their evidence, closing', () => {
    const text = plainText(NARRATION, { width: 80, colour: false });
    expect(text).toContain('nightly | *ranking* · app-1 · finished, 2 h 18 min');
    expect(text).toContain('3 skew        ✗ 34×');
    expect(text).toContain('4 GC          ↳ symptom of 3');
    expect(text).toMatch(/duration +3 min 30 s +2 h/);
    expect(text).toMatch(/stage 4 +126 +█{40}/);
    expect(text).toMatch(/stage 3 +0\.2 +▏/);
    expect(text).toContain('Not this: more memory.');
    expect(text.indexOf('3 · Skew')).toBeLessThan(text.indexOf('So: skew'));
    expect(text).not.toContain('Ask next');
  });

  test('has colour only where asked for, and the same words with and without', () => {
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]+m`, 'g');
    const bare = plainText(NARRATION, { width: 80, colour: false });
    const coloured = plainText(NARRATION, { width: 80, colour: true });
    expect(bare).not.toMatch(escapes);
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, '')).toBe(bare);
  });
});

describe('Markdown', () => {
  const text = markdown(NARRATION);

  test('puts names into code spans that they can not end', () => {
    expect(text).toContain('# `nightly | *ranking*`');
    expect(text).toContain('**One hot ``title`id`` holds the whole job.**');
  });

  test('shows tables, charts as tables, and links', () => {
    expect(text).toContain('| duration | 3 min 30 s | 2 h |');
    expect(text).toContain('| stage 4 | 126 |');
    expect(text).toContain('[Stage 4](<http://history.example.com/history/app-1/stages/stage/?id=4&attempt=0>)');
  });

  test('keeps the readings and the spoken sentences as blocks to copy', () => {
    expect(text).toContain('```\n1 slow stage: 91%\n3 skew: 34×\n```');
    expect(text).toContain('```\nOne.\nTwo.\n```');
  });

  test('makes no link of an address that is none', () => {
    const hostile = { ...NARRATION, root: { ...NARRATION.root, url: 'javascript:alert(1)' } };
    expect(markdown(hostile)).not.toContain('javascript:');
  });
});
