import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { x, times, plain, mrkdwn, section, button, table, dataTable, bars, pie, labels } from './a-block.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack();
});
afterAll(() => slack.close());

/** What Slack takes to the last character, and refuses one further on: in its words, at that place. */
const LIMITS: [name: string, at: object[], over: object[], refusal: string][] = [
  [
    'blocks',
    times(50, () => section(1)),
    times(51, () => section(1)),
    'no more than 50 items allowed [json-pointer:/blocks]',
  ],
  [
    'section text',
    [section(3000)],
    [section(3001)],
    'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
  ],
  [
    'section fields',
    [{ type: 'section', fields: times(10, () => mrkdwn('x')) }],
    [{ type: 'section', fields: times(11, () => mrkdwn('x')) }],
    'no more than 10 items allowed [json-pointer:/blocks/0/fields]',
  ],
  [
    'field text',
    [{ type: 'section', fields: [plain(x(2000))] }],
    [{ type: 'section', fields: [plain(x(2001))] }],
    'must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]',
  ],
  [
    'header',
    [{ type: 'header', text: plain(x(150)) }],
    [{ type: 'header', text: plain(x(151)) }],
    'must be less than 151 characters [json-pointer:/blocks/0/text/text]',
  ],
  [
    'context elements',
    [{ type: 'context', elements: times(10, () => mrkdwn('x')) }],
    [{ type: 'context', elements: times(11, () => mrkdwn('x')) }],
    'no more than 10 items allowed [json-pointer:/blocks/0/elements]',
  ],
  [
    'buttons in a row',
    [
      {
        type: 'actions',
        elements: times(25, (index) => ({ type: 'button', action_id: `a${index}`, text: plain('x') })),
      },
    ],
    [
      {
        type: 'actions',
        elements: times(26, (index) => ({ type: 'button', action_id: `a${index}`, text: plain('x') })),
      },
    ],
    'no more than 25 items allowed [json-pointer:/blocks/0/elements]',
  ],
  [
    'button text',
    [button({ text: plain(x(75)) })],
    [button({ text: plain(x(76)) })],
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]',
  ],
  [
    'button value',
    [button({ value: x(2000) })],
    [button({ value: x(2001) })],
    'must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]',
  ],
  [
    'action id',
    [button({ action_id: x(255) })],
    [button({ action_id: x(256) })],
    'must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]',
  ],
  [
    'button address',
    [button({ url: `https://a.example/${x(2982)}` })],
    [button({ url: `https://a.example/${x(2983)}` })],
    'must be less than 3001 characters [json-pointer:/blocks/0/elements/0/url]',
  ],
  [
    'block id',
    [{ type: 'divider', block_id: x(255) }],
    [{ type: 'divider', block_id: x(256) }],
    'must be less than 256 characters [json-pointer:/blocks/0/block_id]',
  ],
  ['table rows', [table(100, 1)], [table(101, 1)], 'no more than 100 items allowed [json-pointer:/blocks/0/rows]'],
  ['table columns', [table(2, 20)], [table(2, 21)], 'no more than 20 items allowed [json-pointer:/blocks/0/rows/0]'],
  [
    'table characters',
    [table(100, 1, x(100))],
    [table(100, 1, x(101))],
    'must be less than 10001 characters [json-pointer:/blocks/0/rows]',
  ],
  ['tables in a message', [table(1, 1)], [table(1, 1), table(1, 1)], 'only_one_table_allowed [json-pointer:/blocks/1]'],
  [
    'data table rows',
    [dataTable(101)],
    [dataTable(102)],
    'no more than 101 items allowed [json-pointer:/blocks/0/rows]',
  ],
  [
    'charts in a message',
    times(2, () => bars({})),
    times(3, () => bars({})),
    'no more than 2 data_visualization blocks allowed [json-pointer:/blocks/2]',
  ],
  [
    'chart title',
    [bars({ title: x(50) })],
    [bars({ title: x(51) })],
    'must be less than 51 characters [json-pointer:/blocks/0/title]',
  ],
  [
    'chart series',
    [bars({ series: 12 })],
    [bars({ series: 13 })],
    'no more than 12 items allowed [json-pointer:/blocks/0/chart/series]',
  ],
  ['pie segments', [pie(12)], [pie(13)], 'no more than 12 items allowed [json-pointer:/blocks/0/chart/segments]'],
  [
    'chart categories',
    [bars({ categories: labels(20) })],
    [bars({ categories: labels(21) })],
    'no more than 20 items allowed [json-pointer:/blocks/0/chart/axis_config/categories]',
  ],
  [
    'chart label',
    [bars({ categories: [x(20)] })],
    [bars({ categories: [x(21)] })],
    'must be less than 21 characters [json-pointer:/blocks/0/chart/axis_config/categories/0]',
  ],
  [
    'axis label',
    [bars({ axis: { y_label: x(50) } })],
    [bars({ axis: { y_label: x(51) } })],
    'must be less than 51 characters [json-pointer:/blocks/0/chart/axis_config/y_label]',
  ],
  [
    'markdown of one block',
    [{ type: 'markdown', text: x(12_000) }],
    [{ type: 'markdown', text: x(12_001) }],
    'must be less than 12001 characters [json-pointer:/blocks/0/text]',
  ],
  [
    'markdown of all blocks',
    times(2, () => ({ type: 'markdown', text: x(6000) })),
    [
      { type: 'markdown', text: x(6000) },
      { type: 'markdown', text: x(6001) },
    ],
    'must be less than 12001 characters [json-pointer:/blocks/1/text]',
  ],
];

describe('limits of blocks', () => {
  test.each(LIMITS)('%s: taken at the limit, refused above it', async (_name, at, over, refusal) => {
    const channel = slack.channels['incidents'];
    const taken = await call(slack, 'chat.postMessage', { channel, text: 'x', blocks: at });
    expect(taken.body).toMatchObject({ ok: true });
    const refused = await call(slack, 'chat.postMessage', { channel, text: 'x', blocks: over });
    expect(refused.body).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect(refused.body['errors']).toContain(refusal);
    expect(refused.body['response_metadata']).toMatchObject({
      messages: expect.arrayContaining([`[ERROR] ${refusal}`]),
    });
  });

  test('characters of all blocks: 13,171 are taken, one more is msg_blocks_too_long', async () => {
    const channel = slack.channels['incidents'];
    const blocks = (last: number) => [...times(4, () => section(3000)), section(last)];
    const taken = await call(slack, 'chat.postMessage', { channel, text: 'x', blocks: blocks(1171) });
    expect(taken.body['ok']).toBe(true);
    const refused = await call(slack, 'chat.postMessage', { channel, text: 'x', blocks: blocks(1172) });
    expect(refused.body['error']).toBe('msg_blocks_too_long');
  });
});
