import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import {
  card,
  carousel,
  container,
  image,
  mrkdwn,
  plain,
  pressable,
  richText,
  section,
  table,
  task,
  times,
  video,
  x,
} from './a-block.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack({ scopes: ['chat:write', 'links.embed:write'], unfurlDomains: ['videos.example'] });
});
afterAll(() => slack.close());

const post = async (...blocks: object[]) =>
  (await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks })).body;

const NO_MORE = (count: number, pointer: string) => `no more than ${count} items allowed [json-pointer:${pointer}]`;
const LESS_THAN = (count: number, pointer: string) => `must be less than ${count} characters [json-pointer:${pointer}]`;

/** What Slack takes to the last character, and refuses one further on: in its words, at that place. */
const LIMITS: [name: string, at: object, over: object, refusal: string][] = [
  [
    'card title',
    card({ title: mrkdwn(x(150)) }),
    card({ title: mrkdwn(x(151)) }),
    LESS_THAN(151, '/blocks/0/title/text'),
  ],
  [
    'card subtitle',
    card({ subtitle: mrkdwn(x(150)) }),
    card({ subtitle: mrkdwn(x(151)) }),
    LESS_THAN(151, '/blocks/0/subtitle/text'),
  ],
  ['card body', card({ body: mrkdwn(x(200)) }), card({ body: mrkdwn(x(201)) }), LESS_THAN(201, '/blocks/0/body/text')],
  [
    'card subtext',
    card({ subtext: mrkdwn(x(200)) }),
    card({ subtext: mrkdwn(x(201)) }),
    LESS_THAN(201, '/blocks/0/subtext/text'),
  ],
  [
    'card buttons',
    card({ actions: times(3, (index) => pressable({ action_id: `a${index}` })) }),
    card({ actions: times(4, (index) => pressable({ action_id: `a${index}` })) }),
    NO_MORE(3, '/blocks/0/actions'),
  ],
  ['cards in a carousel', carousel(10), carousel(11), NO_MORE(10, '/blocks/0/elements')],
  [
    'container title',
    container({ title: plain(x(150)) }),
    container({ title: plain(x(151)) }),
    LESS_THAN(151, '/blocks/0/title/text'),
  ],
  [
    'container subtitle',
    container({ subtitle: mrkdwn(x(150)) }),
    container({ subtitle: mrkdwn(x(151)) }),
    LESS_THAN(151, '/blocks/0/subtitle/text'),
  ],
  [
    'blocks in a container',
    container({ child_blocks: times(10, () => section(1)) }),
    container({ child_blocks: times(11, () => section(1)) }),
    NO_MORE(10, '/blocks/0/child_blocks'),
  ],
  [
    'text of a section in a container',
    container({ child_blocks: [section(3000)] }),
    container({ child_blocks: [section(3001)] }),
    LESS_THAN(3001, '/blocks/0/child_blocks/0/text/text'),
  ],
  [
    'video title',
    video({ title: plain(x(199)) }),
    video({ title: plain(x(200)) }),
    LESS_THAN(200, '/blocks/0/title/text'),
  ],
  [
    'video description',
    video({ description: plain(x(199)) }),
    video({ description: plain(x(200)) }),
    LESS_THAN(200, '/blocks/0/description/text'),
  ],
  [
    'video author',
    video({ author_name: x(49) }),
    video({ author_name: x(50) }),
    LESS_THAN(50, '/blocks/0/author_name'),
  ],
  ['block id of a task', task({ block_id: x(255) }), task({ block_id: x(256) }), LESS_THAN(256, '/blocks/0/block_id')],
  [
    'block id of a task in a plan',
    { type: 'plan', title: 'p', tasks: [task({ block_id: x(255) })] },
    { type: 'plan', title: 'p', tasks: [task({ block_id: x(256) })] },
    LESS_THAN(256, '/blocks/0/tasks/0/block_id'),
  ],
];

test.each(LIMITS)('%s: taken at the limit, refused above it', async (_name, at, over, refusal) => {
  expect(await post(at)).toMatchObject({ ok: true });
  expect(await post(over)).toMatchObject({ ok: false, error: 'invalid_blocks', errors: [refusal] });
});

const TAKEN: [name: string, block: object][] = [
  [
    'a card with everything',
    card({ hero_image: image, icon: image, subtitle: mrkdwn('s'), body: mrkdwn('b'), actions: [pressable()] }),
  ],
  ['a card with one of Slack’s icons', card({ slack_icon: { type: 'icon', name: 'rocket' } })],
  ['a card of a picture only', { type: 'card', hero_image: image }],
  [
    'a container that is closed at first',
    container({ is_collapsible: true, default_collapsed: true, width: 'wide', icon: image }),
  ],
  ['a container with a rich title', { ...container({ rich_text_title: richText('t') }), title: undefined }],
  [
    'a container of each kind of block',
    container({
      child_blocks: [
        section(1),
        { type: 'header', text: plain('h') },
        { type: 'context', elements: [plain('c')] },
        { type: 'actions', elements: [pressable()] },
        image,
        richText('r'),
        table(1, 1),
        video(),
      ],
    }),
  ],
  [
    'a task with everything',
    task({
      details: richText('d'),
      output: richText('o'),
      sources: [{ type: 'url', url: 'http://spark.example/', text: 'Spark' }],
    }),
  ],
  ['a plan without tasks', { type: 'plan', title: 'Nothing yet' }],
  // As in the example of https://docs.slack.dev/reference/block-kit/blocks/plan-block.
  [
    'a plan whose tasks name no type',
    { type: 'plan', title: 'p', tasks: [{ task_id: '1', title: 't', status: 'error' }] },
  ],
];

test.each(TAKEN)('%s is taken', async (_name, block) => {
  expect(await post(block)).toMatchObject({ ok: true });
});

const REFUSED: [name: string, block: object, refusal: string][] = [
  [
    'a card of a subtitle only',
    { type: 'card', subtitle: mrkdwn('x') },
    'must define at least one of `hero_image`, `title`, `actions` or `body` [json-pointer:/blocks/0]',
  ],
  [
    'a card titled in plain text',
    card({ title: plain('x') }),
    'must be a valid enum value [json-pointer:/blocks/0/title/type]',
  ],
  [
    'a card with two icons',
    card({ icon: image, slack_icon: { type: 'icon', name: 'bug' } }),
    'must define either `icon` or `slack_icon` [json-pointer:/blocks/0]',
  ],
  [
    'a card with an icon Slack does not have',
    card({ slack_icon: { type: 'icon', name: 'flame' } }),
    'must be a valid enum value [json-pointer:/blocks/0/slack_icon/name]',
  ],
  ['a carousel of nothing', carousel(0), 'no fewer than 1 items allowed [json-pointer:/blocks/0/elements]'],
  [
    'a carousel of sections',
    { type: 'carousel', elements: [section(1)] },
    'unsupported type: section [json-pointer:/blocks/0/elements/0/type]',
  ],
  [
    'a container without a title',
    { type: 'container', child_blocks: [section(1)] },
    'must define either `title` or `rich_text_title` [json-pointer:/blocks/0]',
  ],
  [
    'a container in a container',
    container({ child_blocks: [container()] }),
    'unsupported type: container [json-pointer:/blocks/0/child_blocks/0/type]',
  ],
  [
    'a chart in a container',
    container({ child_blocks: [{ type: 'data_visualization' }] }),
    'unsupported type: data_visualization [json-pointer:/blocks/0/child_blocks/0/type]',
  ],
  [
    'a container that is closed and can not be opened',
    container({ default_collapsed: true }),
    '`default_collapsed` requires `is_collapsible` [json-pointer:/blocks/0/default_collapsed]',
  ],
  ['a task without an id', task({ task_id: undefined }), 'missing required field: task_id [json-pointer:/blocks/0]'],
  ['a task of no known status', task({ status: 'done' }), 'must be a valid enum value [json-pointer:/blocks/0/status]'],
  [
    'a video that is not secure',
    video({ video_url: 'http://videos.example/1' }),
    'must be an https url [json-pointer:/blocks/0/video_url]',
  ],
  [
    'a file, which only Slack adds',
    { type: 'file', source: 'remote', external_id: 'x' },
    'unsupported type: file [json-pointer:/blocks/0/type]',
  ],
];

test.each(REFUSED)('%s is refused', async (_name, block, refusal) => {
  expect(await post(block)).toMatchObject({ ok: false, error: 'invalid_blocks', errors: [refusal] });
});

describe('what counts over the whole message counts inside blocks too', () => {
  test('the one table', async () => {
    const inside = container({ child_blocks: [section(1), table(1, 1)] });
    expect(await post(inside)).toMatchObject({ ok: true });
    expect(await post(table(1, 1), inside)).toMatchObject({
      errors: ['only_one_table_allowed [json-pointer:/blocks/1/child_blocks/1]'],
    });
  });

  test('the characters of tables', async () => {
    const inside = (chars: number) => container({ child_blocks: [table(100, 1, x(chars))] });
    expect(await post(inside(100))).toMatchObject({ ok: true });
    expect(await post(inside(101))).toMatchObject({
      errors: ['must be less than 10001 characters [json-pointer:/blocks/0/child_blocks/0/rows]'],
    });
  });

  test('the characters of all blocks', async () => {
    // The container's title is 8 characters, the card's and the task's 7 and 21.
    const blocks = (last: number) => [
      container({ child_blocks: [...times(4, () => section(3000)), section(last)] }),
      card(),
      task(),
    ];
    const rest = 13_171 - 12_000 - 'Evidence'.length - 'Stage 4'.length - 'Reading the event log'.length;
    expect(await post(...blocks(rest))).toMatchObject({ ok: true });
    expect(await post(...blocks(rest + 1))).toMatchObject({ ok: false, error: 'msg_blocks_too_long' });
  });

  test('the names of blocks', async () => {
    const blocks = [
      container({ block_id: 'a', child_blocks: [{ type: 'divider', block_id: 'b' }] }),
      task({ block_id: 'b' }),
    ];
    expect(await post(...blocks)).toMatchObject({
      errors: ['block_id already exists: b [json-pointer:/blocks/1/block_id]'],
    });
  });
});

describe('a video', () => {
  const answerTo = async (options: { scopes?: string[]; unfurlDomains?: string[] }, block: object) => {
    const other = await startLocalSlack(options);
    try {
      return (await call(other, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks: [block] })).body;
    } finally {
      await other.close();
    }
  };

  test('needs a scope of its own', async () => {
    const without = { scopes: ['chat:write'], unfurlDomains: ['videos.example'] };
    expect(await answerTo(without, video())).toMatchObject({
      error: 'invalid_blocks',
      errors: ['Video validation failed: Bot scopes missing: [links.embed:write] [json-pointer:/blocks/0]'],
    });
  });

  test('comes from a domain of the app, also inside a container', async () => {
    const elsewhere = video({ video_url: 'https://evil-videos.example/1' });
    const refusal = 'Video validation failed: Domain is not a valid unfurl domain claimed by your app';
    expect(await post(elsewhere)).toMatchObject({ errors: [`${refusal} [json-pointer:/blocks/0]`] });
    expect(await post(container({ child_blocks: [elsewhere] }))).toMatchObject({
      errors: [`${refusal} [json-pointer:/blocks/0/child_blocks/0]`],
    });
    expect(await post(video({ video_url: 'https://eu.videos.example/1' }))).toMatchObject({ ok: true });
  });
});
