import { expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { untied } from '../../src/narration/tied.ts';
import { hotWindow } from './hot-window.ts';

test('the three columns of the task quantiles that a phone shows are the ones that tell skew', () => {
  const [table] = narrate(diagnose(hotWindow())).checks[2]?.evidence ?? [];
  if (table?.kind !== 'table') throw new Error('no table of quantiles');
  // The names are those of the Spark UI, whose order only a wide screen has room for.
  expect(table.columns).toEqual(['metric', 'median', 'max', 'min', '25%', '75%']);
  expect(table.rows[0]?.slice(0, 4).map(untied)).toEqual(['duration', '1 min', '20 min', '1 min']);
});

test('a finding tells what was read first, and what it is worth in a paragraph of its own', () => {
  const [, , skew] = narrate(diagnose(hotWindow())).checks;
  expect(skew?.paragraphs).toHaveLength(2);
  expect(skew?.paragraphs[1]?.[0]?.text).toMatch(/^Up to .* could be won: the time that the slow task ran beyond/);
});
