import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attachment } from '../../src/local-slack/blocks/attachment.ts';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { attachmentLines } from '../../src/local-slack/terminal/attachment-lines.ts';
import { startAppServer, type AppServer } from './app-server.ts';
import { mrkdwn, plain, pressable, section, times, x } from './a-block.ts';
import { call, outcome } from './web-api.ts';

let slack: LocalSlack;
let app: AppServer;
beforeEach(async () => {
  app = await startAppServer();
  slack = await startLocalSlack();
  slack.deliverTo(app.url);
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

const ALERT = {
  color: 'danger',
  pretext: 'On call:',
  title: '[FIRING:1] JobLate',
  title_link: 'https://alerts.example/1',
  text: 'It is *late*.',
  fields: [{ title: 'Application', value: 'app-1', short: true }],
  footer: 'Alertmanager',
};
const post = (args: Record<string, unknown>) => outcome(slack, 'chat.postMessage', { channel: 'incidents', ...args });
const last = () => slack.messages('incidents').at(-1);

describe('posting', () => {
  test('attachments alone are a message, and stand in all that tells of it', async () => {
    const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', attachments: [ALERT] });
    expect(body).toMatchObject({ ok: true, message: { text: '', attachments: [{ id: 1, ...ALERT }] } });
    expect(last()?.attachments).toEqual([{ id: 1, ...ALERT }]);
    const as = { token: slack.userToken };
    const channel = slack.channels['incidents'] ?? '';
    const history = await call(slack, 'conversations.history', { channel }, as);
    expect(history.body['messages']).toMatchObject([{ attachments: [ALERT] }]);
    const replies = await call(slack, 'conversations.replies', { channel, ts: body['ts'] }, as);
    expect(replies.body['messages']).toMatchObject([{ attachments: [ALERT] }]);
    await slack.useShortcut(channel, String(body['ts']));
    const payload = JSON.parse(new URLSearchParams(app.received[0]?.body).get('payload') ?? 'null');
    expect(payload).toMatchObject({ type: 'message_action', message: { attachments: [ALERT] } });
  });

  test('a message without any has none', async () => {
    const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', attachments: [] });
    expect(body['message']).not.toHaveProperty('attachments');
  });

  test.each([
    ['100', times(100, () => ALERT), 'ok'],
    ['101', times(101, () => ALERT), 'too_many_attachments'],
    ['none', [], 'no_text'],
    ['an empty one', [{}], 'no_text'],
    ['one of a colour only', [{ color: 'good' }], 'no_text'],
    ['one of a title only', [{ title: 'x' }], 'ok'],
    ['one of blocks only', [{ blocks: [section(1)] }], 'ok'],
    ['an object', { text: 'x' }, 'invalid_attachments'],
    ['a text', ['x'], 'invalid_attachments'],
    ['fields that are no list', [{ text: 'x', fields: 'y' }], 'invalid_attachments'],
    ['a field that Slack does not know', [{ text: 'x', whatever: 1 }], 'ok'],
    ['a wrong block', [{ blocks: [section(3001)] }], 'invalid_attachments'],
    [
      'two tables',
      [{ blocks: times(2, () => ({ type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] })) }],
      'invalid_attachments',
    ],
  ])('%s: %s', async (_name, attachments, expected) => {
    expect(await post({ attachments })).toBe(expected);
    if (expected === 'ok')
      expect(last()?.attachments).toHaveLength(Array.isArray(attachments) ? attachments.length : 0);
  });

  test('what is wrong with blocks is told with its place', async () => {
    const twice = { type: 'actions', elements: [pressable(), pressable()] };
    const wrong = async (blocks: object[]) =>
      (await call(slack, 'chat.postMessage', { channel: 'incidents', attachments: [ALERT, { blocks }] })).body[
        'response_metadata'
      ];
    expect(await wrong([section(3001)])).toEqual({
      messages: ['[ERROR] must be less than 3001 characters [json-pointer:/attachments/1/blocks/0/text/text]'],
    });
    expect(await wrong([twice])).toEqual({
      messages: ['[ERROR] `action_id` "go" already exists [json-pointer:/attachments/1/blocks/0/elements/1/action_id]'],
    });
  });

  test('to one member, and through a response_url', async () => {
    const to = { channel: 'incidents', user: slack.userId, attachments: [ALERT] };
    expect(await outcome(slack, 'chat.postEphemeral', to)).toBe('ok');
    expect(last()).toMatchObject({ ephemeral: true, attachments: [ALERT] });
    await slack.type('/sparkcheck app-1');
    const url = new URLSearchParams(app.received[0]?.body).get('response_url') ?? '';
    const body = JSON.stringify({ attachments: [{ text: 'answer' }] });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    expect(last()).toMatchObject({ ephemeral: true, attachments: [{ text: 'answer' }] });
  });

  test('by another app, as a pager does it', () => {
    slack.control.post('incidents', { text: '', attachments: [ALERT] });
    expect(last()).toMatchObject({ text: '', attachments: [ALERT] });
  });
});

describe('an edit', () => {
  test('keeps them unless it names them, and takes them away with an empty list', async () => {
    const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', attachments: [ALERT] });
    const edit = (args: Record<string, unknown>) =>
      outcome(slack, 'chat.update', { channel: slack.channels['incidents'], ts: body['ts'], ...args });
    expect(await edit({ text: 'y' })).toBe('ok');
    expect(last()).toMatchObject({ text: 'y', attachments: [ALERT] });
    expect(await edit({ blocks: [section(1)] })).toBe('ok');
    expect(last()).toMatchObject({ attachments: [ALERT] });
    expect(await edit({ attachments: [{ text: 'other' }] })).toBe('ok');
    expect(last()).toMatchObject({ text: 'y', blocks: [{ type: 'section' }], attachments: [{ text: 'other' }] });
    expect(await edit({ attachments: [] })).toBe('ok');
    expect(last()?.attachments).toEqual([]);
    expect(await edit({ attachments: times(101, () => ALERT) })).toBe('too_many_attachments');
  });
});

test('a button in an attachment tells which one it stands in', async () => {
  const attachments = [ALERT, { blocks: [{ type: 'actions', elements: [pressable({ value: 'v' })] }] }];
  await post({ attachments });
  await slack.press(slack.channels['incidents'] ?? '', last()?.ts ?? '', 'go');
  const payload = JSON.parse(new URLSearchParams(app.received[0]?.body).get('payload') ?? 'null');
  expect(payload).toMatchObject({
    container: { type: 'message_attachment', attachment_id: 2 },
    actions: [{ action_id: 'go', value: 'v' }],
  });
});

test('the page is told of them, without what is no attachment', async () => {
  slack.control.post('incidents', {
    text: '',
    attachments: [ALERT, { fields: 7 }, { blocks: [{ type: 'odd' }, section(1)] }],
  });
  const stream = await fetch(new URL('page/events', slack.pageUrl));
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  const told = JSON.parse((value ?? '').replace(/^data: /, ''));
  expect(told.state.messages[0].attachments).toMatchObject([ALERT, { blocks: [{ type: 'section' }] }]);
});

describe('in the terminal', () => {
  const lines = (given: object): string[] =>
    attachmentLines(
      attachment.parse(given),
      60,
      (id) => id,
      () => 4,
    );

  test('an alert has a bar at its side', () => {
    expect(lines(ALERT)).toEqual([
      'On call:',
      '▌ → [FIRING:1] JobLate  https://alerts.example/1',
      '▌ It is late.',
      '▌ Application: app-1',
      '▌ Alertmanager',
    ]);
  });

  test('its blocks are shown, its fallback only where there is nothing else', () => {
    const blocks = [
      { type: 'section', text: mrkdwn('*late*') },
      { type: 'actions', elements: [pressable()] },
    ];
    expect(lines({ fallback: 'f', blocks })).toEqual(['▌ late', '▌ [4 Go]']);
    expect(lines({ fallback: 'f', color: 'good' })).toEqual(['▌ f']);
    expect(lines({ author_name: 'Robin', title: 'a\u001b[2J', image_url: x(3), thumb_url: x(2) })).toEqual([
      '▌ Robin',
      '▌ a\ufffd[2J',
      '▌ [image: xxx]',
      '▌ [image: xx]',
    ]);
    expect(lines({ blocks: [{ type: 'header', text: plain('h') }] })).toEqual(['▌ H']);
  });
});

test('a workspace that knows a recorded application starts with an alert whose attachment names it', async () => {
  const seeded = await startLocalSlack({ alertAbout: 'app-20261129222511-0018' });
  const [alert, ...more] = seeded.messages();
  await seeded.close();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ channel: seeded.channels['incidents'], text: '', blocks: [] });
  expect(JSON.stringify(alert?.attachments)).toContain('app-20261129222511-0018');
  expect(attachment.safeParse(alert?.attachments[0]).success).toBe(true);
  expect(slack.messages()).toEqual([]);
});
