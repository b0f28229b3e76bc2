import { describe, expect, it } from 'vitest';
import {
  plainText,
  section,
  type Block,
  type Button,
  type ChartBlock,
  type Message,
  type TableBlock,
} from '../../src/slack/blocks.ts';
import { preflight, preflightModal } from '../../src/slack/preflight.ts';

const words = (text: string): Block => section({ type: 'text', text });
const message = (...blocks: Block[]): Message => ({ text: 'A sentence.', blocks });
const button = (override: Partial<Button> = {}): Button => ({
  type: 'button',
  action_id: 'a',
  text: plainText('Press'),
  value: 'v',
  ...override,
});
const row = (...elements: Button[]): Block => ({ type: 'actions', elements });
const table = (rows: string[][]): TableBlock => ({
  type: 'table',
  rows: rows.map((cells) => cells.map((text) => ({ type: 'raw_text', text }))),
  column_settings: [],
});
const chart = (
  labels: string[],
  override: { title?: string; values?: number[]; categories?: string[] } = {},
): ChartBlock => ({
  type: 'data_visualization',
  title: override.title ?? 'Stages',
  chart: {
    type: 'bar',
    series: [{ name: 'seconds', data: labels.map((label, at) => ({ label, value: override.values?.[at] ?? 1 })) }],
    axis_config: { categories: override.categories ?? labels, y_label: 'seconds' },
  },
});
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

describe('at the limit a message passes, one over it does not', () => {
  it.each<[string, Message, Message]>([
    ['blocks', message(...many(50, () => words('w'))), message(...many(51, () => words('w')))],
    [
      'characters',
      message(...many(4, () => words('w'.repeat(3_000)))),
      message(...many(4, () => words('w'.repeat(3_000))), words('w')),
    ],
    ['characters of a part', message(words('w'.repeat(3_000))), message(words('w'.repeat(3_001)))],
    ['text', { ...message(words('w')), text: 't'.repeat(4_000) }, { ...message(words('w')), text: 't'.repeat(4_001) }],
    ['tables', message(table([['a']])), message(table([['a']]), table([['b']]))],
    ['table rows', message(table(many(100, () => ['a']))), message(table(many(101, () => ['a'])))],
    ['table columns', message(table([many(20, () => 'a')])), message(table([many(21, () => 'a')]))],
    [
      'table characters',
      message(table(many(90, () => ['c'.repeat(100)]))),
      message(table(many(91, () => ['c'.repeat(100)]))),
    ],
    ['table cells', message(table([['a', '–']])), message(table([['a', ' ']]))],
    ['table width', message(table([['a'], ['b']])), message(table([['a'], ['b', 'c']]))],
    ['charts', message(chart(['a']), chart(['b'])), message(chart(['a']), chart(['b']), chart(['c']))],
    ['chart title', message(chart(['a'], { title: 't'.repeat(50) })), message(chart(['a'], { title: 't'.repeat(51) }))],
    ['chart categories', message(chart(many(20, String))), message(chart(many(21, String)))],
    ['chart labels', message(chart(['l'.repeat(20)])), message(chart(['l'.repeat(21)]))],
    ['chart label twice', message(chart(['a', 'b'])), message(chart(['a', 'a']))],
    ['chart points', message(chart(['a', 'b'])), message(chart(['a', 'b'], { categories: ['a', 'c'] }))],
    ['chart values', message(chart(['a'], { values: [0] })), message(chart(['a'], { values: [Number.NaN] }))],
    [
      'buttons',
      message(row(...many(25, (at) => button({ action_id: `a${at}` })))),
      message(row(...many(26, (at) => button({ action_id: `a${at}` })))),
    ],
    ['action ids', message(row(button(), button({ action_id: 'b' }))), message(row(button(), button()))],
    [
      'button text',
      message(row(button({ text: plainText('t'.repeat(75)) }))),
      message(row(button({ text: plainText('t'.repeat(76)) }))),
    ],
    [
      'button value',
      message(row(button({ value: 'v'.repeat(2_000) }))),
      message(row(button({ value: 'v'.repeat(2_001) }))),
    ],
    [
      'button url',
      message(row(button({ url: 'https://a.example.com/' }))),
      message(row(button({ url: 'javascript:alert(1)' }))),
    ],
    ['empty text', message(words('w')), message(section())],
    ['no blocks', message(words('w')), message()],
    ['mentions', message(words('‹!channel>')), message(words('<!channel>'))],
    ['mention in a button', message(row(button())), message(row(button({ text: plainText('<@U1>') })))],
    ['direction marks', message(words('ab')), message(words('a\u202Eb'))],
    ['control characters', message(words('a\nb')), message(words('a\u0000b'))],
  ])('%s', (_what, fits, over) => {
    expect(preflight(fits)).toEqual([]);
    expect(preflight(over)).not.toEqual([]);
  });
});

it('a modal takes more blocks, and no tables or charts', () => {
  const modal = (...blocks: Block[]) => ({
    type: 'modal' as const,
    title: plainText('Title'),
    close: plainText('Close'),
    blocks,
  });
  expect(preflightModal(modal(...many(100, () => words('w'))))).toEqual([]);
  expect(preflightModal(modal(...many(101, () => words('w'))))).not.toEqual([]);
  expect(preflightModal(modal(table([['a']])))).not.toEqual([]);
  expect(preflightModal(modal(chart(['a'])))).not.toEqual([]);
  expect(preflightModal({ ...modal(words('w')), title: plainText('t'.repeat(25)) })).not.toEqual([]);
});
