import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import {
  times,
  plain,
  mrkdwn,
  section,
  button,
  card,
  container,
  pressable,
  richText,
  cell,
  point,
  bars,
  pie,
} from './a-block.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack();
});
afterAll(() => slack.close());

/** What no number decides. */
const REFUSED: [name: string, block: object, refusal: string][] = [
  [
    'an empty text',
    { type: 'section', text: plain('') },
    'must be more than 0 characters [json-pointer:/blocks/0/text/text]',
  ],
  [
    'an empty cell',
    { type: 'table', rows: [[cell('a'), cell('')]] },
    'must be more than 0 characters [json-pointer:/blocks/0/rows/0/1/text]',
  ],
  [
    'an empty rich text element',
    richText(''),
    'must be more than 0 characters [json-pointer:/blocks/0/elements/0/elements/0/text]',
  ],
  [
    'a section without text or fields',
    { type: 'section' },
    'must define either `text` or `fields` [json-pointer:/blocks/0]',
  ],
  [
    'a header in mrkdwn',
    { type: 'header', text: mrkdwn('x') },
    'must be a valid enum value [json-pointer:/blocks/0/text/type]',
  ],
  ['a block of no known type', { type: 'sparkline' }, 'unsupported type: sparkline [json-pointer:/blocks/0/type]'],
  ['a block without a type', {}, 'missing required field: type [json-pointer:/blocks/0]'],
  [
    'a button without text',
    { type: 'actions', elements: [{ type: 'button' }] },
    'missing required field: text [json-pointer:/blocks/0/elements/0]',
  ],
  [
    'a property Slack does not know',
    { type: 'divider', color: 'red' },
    'invalid additional property: color [json-pointer:/blocks/0]',
  ],
  [
    'emoji on mrkdwn',
    { type: 'section', text: { ...mrkdwn('x'), emoji: false } },
    'invalid additional property: emoji [json-pointer:/blocks/0/text]',
  ],
  [
    'an address that is no web address',
    button({ url: 'javascript:alert(1)' }),
    'invalid url [json-pointer:/blocks/0/elements/0/url]',
  ],
  [
    'an alert in a message',
    { type: 'alert', text: plain('x') },
    'unsupported type: alert [json-pointer:/blocks/0/type]',
  ],
  [
    'an input in a message',
    { type: 'input', label: plain('x'), element: { type: 'plain_text_input' } },
    'unsupported type: input [json-pointer:/blocks/0/type]',
  ],
  [
    'an image from nowhere',
    { type: 'image', alt_text: 'x' },
    'must define either `image_url` or `slack_file` [json-pointer:/blocks/0]',
  ],
  [
    'an image of a file that is not here',
    { type: 'image', alt_text: 'x', title: plain('x'), slack_file: { id: 'F0123456789' } },
    'invalid slack file [json-pointer:/blocks/0/slack_file]',
  ],
  [
    'a series that misses a category',
    {
      ...bars({}),
      chart: {
        type: 'bar',
        series: [{ name: 's', data: [point('one')] }],
        axis_config: { categories: ['one', 'two'] },
      },
    },
    'series must have exactly one value for each category [json-pointer:/blocks/0/chart/series/0/data]',
  ],
  [
    'two series of one name',
    {
      ...bars({}),
      chart: {
        type: 'line',
        series: times(2, () => ({ name: 's', data: [point('one')] })),
        axis_config: { categories: ['one'] },
      },
    },
    'series names must be unique [json-pointer:/blocks/0/chart/series]',
  ],
  [
    'a pie segment of nothing',
    { ...pie(1), chart: { type: 'pie', segments: [{ label: 'x', value: 0 }] } },
    'must be more than 0 [json-pointer:/blocks/0/chart/segments/0/value]',
  ],
  [
    'a chart whose value is no number',
    {
      ...bars({}),
      chart: {
        type: 'bar',
        series: [{ name: 's', data: [{ label: 'one', value: null }] }],
        axis_config: { categories: ['one'] },
      },
    },
    'must provide a number [json-pointer:/blocks/0/chart/series/0/data/0/value]',
  ],
  [
    'two buttons of one id in a row',
    {
      type: 'actions',
      elements: [pressable(), pressable({ action_id: 'other' }), pressable()],
    },
    '`action_id` "go" already exists [json-pointer:/blocks/0/elements/2/action_id]',
  ],
  [
    'two buttons of one id on a card',
    card({ actions: [pressable(), pressable()] }),
    '`action_id` "go" already exists [json-pointer:/blocks/0/actions/1/action_id]',
  ],
  [
    'two buttons of one id in a row inside a container',
    container({ child_blocks: [{ type: 'divider' }, { type: 'actions', elements: [pressable(), pressable()] }] }),
    '`action_id` "go" already exists [json-pointer:/blocks/0/child_blocks/1/elements/1/action_id]',
  ],
  [
    'a table with uneven rows',
    { type: 'table', rows: [[cell('a'), cell('b')], [cell('c')]] },
    'all rows must have the same number of cells [json-pointer:/blocks/0/rows]',
  ],
  [
    'a null among the settings of columns',
    { type: 'table', rows: [[cell('a'), cell('b')]], column_settings: [null, { align: 'right' }] },
    'must provide an object [json-pointer:/blocks/0/column_settings/0]',
  ],
  [
    'a data table with uneven rows',
    { type: 'data_table', caption: 'x', rows: [[cell('a'), cell('b')], [cell('c')]] },
    'all rows must have the same number of cells [json-pointer:/blocks/0/rows]',
  ],
];

describe('blocks Slack does not take', () => {
  test.each(REFUSED)('%s', async (_name, block, refusal) => {
    const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks: [block] });
    expect(body).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect(body['errors']).toContain(refusal);
  });

  test('two blocks of one id', async () => {
    const blocks = times(2, () => ({ type: 'divider', block_id: 'same' }));
    const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks });
    expect(body['errors']).toEqual(['block_id already exists: same [json-pointer:/blocks/1/block_id]']);
  });

  test('blocks that are no list, or no JSON at all', async () => {
    const asObject = await call(slack, 'chat.postMessage', { channel: 'incidents', blocks: { type: 'divider' } });
    expect(asObject.body['error']).toBe('invalid_blocks_format');
    const asText = await call(slack, 'chat.postMessage', { channel: 'incidents', blocks: '[{' });
    expect(asText.body['error']).toBe('invalid_blocks_format');
  });

  test('blocks.validate says the same without a token and posts nothing', async () => {
    const before = slack.messages().length;
    const blocks = [section(3001)];
    const { body } = await call(slack, 'blocks.validate', { blocks }, { token: null, json: true });
    expect(body).toMatchObject({ ok: true, valid: false, errors: [{ pointer: '/blocks/0/text/text' }] });
    expect(slack.messages()).toHaveLength(before);
  });

  test.each([
    ['a message', { message: { text: 'x', blocks: [section(3001)] } }, '/message/blocks/0/text/text'],
    ['a view', { view: { type: 'modal', title: plain('x'.repeat(25)), blocks: [] } }, '/view/title/text'],
  ])('blocks.validate takes %s too', async (_name, args, pointer) => {
    const { body } = await call(slack, 'blocks.validate', args, { token: null, json: true });
    expect(body).toMatchObject({ ok: true, valid: false, errors: [{ pointer }] });
  });

  test('blocks.validate takes exactly one of the three', async () => {
    const both = { blocks: [], message: { blocks: [] } };
    expect((await call(slack, 'blocks.validate', both, { token: null, json: true })).body['error']).toBe(
      'invalid_arguments',
    );
    expect((await call(slack, 'blocks.validate', {}, { token: null, json: true })).body['error']).toBe(
      'invalid_arguments',
    );
  });
});
