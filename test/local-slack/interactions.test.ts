import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startAppServer, type AppServer } from './app-server.ts';
import { call, outcome } from './web-api.ts';

let slack: LocalSlack;
let app: AppServer;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-30T03:00:00Z');
  app = await startAppServer();
  slack = await startLocalSlack({ now: () => nowMs, ackTimeoutMs: 300 });
  slack.deliverTo(app.url);
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

const payload = () => JSON.parse(new URLSearchParams(app.received.at(-1)?.body).get('payload') ?? 'null');
const plain = (text: string) => ({ type: 'plain_text', text });
const buttons = [
  {
    type: 'actions',
    block_id: 'row',
    elements: [
      { type: 'button', action_id: 'again', text: plain('Run again'), value: 'app-1' },
      { type: 'button', action_id: 'open', text: plain('Open'), url: 'http://spark.example/' },
    ],
  },
];

async function postButtons(over: Record<string, unknown> = {}): Promise<string> {
  const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks: buttons, ...over });
  return String(body['ts']);
}

const incidents = () => slack.channels['incidents'] ?? '';

describe('buttons', () => {
  test('tell the app what was pressed, where, and in which message', async () => {
    const ts = await postButtons();
    await slack.press(incidents(), ts, 'again');
    expect(app.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(payload()).toMatchObject({
      type: 'block_actions',
      api_app_id: slack.appId,
      team: { id: slack.teamId },
      user: { id: slack.userId },
      channel: { id: incidents(), name: 'incidents' },
      container: { type: 'message', message_ts: ts, is_ephemeral: false },
      message: { ts, text: 'x', bot_id: slack.botId },
      actions: [{ type: 'button', action_id: 'again', block_id: 'row', value: 'app-1' }],
    });
  });

  test('with an address tell the app too', async () => {
    await slack.press(incidents(), await postButtons(), 'open');
    expect(payload().actions).toMatchObject([{ action_id: 'open', url: 'http://spark.example/' }]);
  });

  test('in a thread carry its root', async () => {
    const root = await postButtons();
    const ts = await postButtons({ thread_ts: root });
    await slack.press(incidents(), ts, 'again');
    expect(payload().container).toMatchObject({ thread_ts: root });
  });

  test('of an ephemeral message come without the message, which Slack does not keep', async () => {
    const { body } = await call(slack, 'chat.postEphemeral', {
      channel: 'incidents',
      user: slack.userId,
      text: 'x',
      blocks: buttons,
    });
    await slack.press(incidents(), String(body['message_ts']), 'again');
    expect(payload().container.is_ephemeral).toBe(true);
    expect(payload()).not.toHaveProperty('message');
  });

  test('that nobody answers say so to who pressed them', async () => {
    app.answer = null;
    const ts = await postButtons();
    await slack.press(incidents(), ts, 'again');
    expect(slack.messages().at(-1)).toMatchObject({
      text: 'Operation timed out. Apps need to respond within 3 seconds.',
      ephemeral: true,
    });
    app.answer = { status: 500, body: '' };
    await slack.press(incidents(), ts, 'again');
    expect(slack.messages().at(-1)?.text).toBe('This app responded with Status Code 500.');
  });

  test('that are not there can not be pressed', async () => {
    await expect(slack.press(incidents(), await postButtons(), 'nope')).rejects.toThrow('no element nope');
  });
});

test('the message shortcut hands over the whole message', async () => {
  const root = slack.control.post('incidents', { text: 'late again: app-1', blocks: [{ type: 'divider' }] });
  const reply = slack.control.post('incidents', { text: 'and app-2', threadTs: root.ts });
  await slack.useShortcut(root.channel, root.ts);
  expect(payload()).toMatchObject({
    type: 'message_action',
    callback_id: 'check_this_spark_app',
    message_ts: root.ts,
    message: { text: 'late again: app-1', ts: root.ts, blocks: [{ type: 'divider' }] },
    channel: { id: incidents() },
  });
  await slack.useShortcut(reply.channel, reply.ts);
  expect(payload().message).toMatchObject({ text: 'and app-2', thread_ts: root.ts });
});

describe('modals', () => {
  const view = (over: object = {}) => ({
    type: 'modal',
    title: plain('Hand-off'),
    blocks: [{ type: 'section', text: plain('six sentences') }],
    ...over,
  });
  const trigger = async (): Promise<string> => {
    await slack.press(incidents(), await postButtons(), 'again');
    return payload().trigger_id;
  };
  const open = async (over: object = {}) =>
    outcome(slack, 'views.open', { trigger_id: await trigger(), view: view(over) });
  const ask = {
    type: 'input',
    block_id: 'why',
    label: plain('Why'),
    element: { type: 'plain_text_input', action_id: 'text' },
  };

  test('open for a trigger, once, within three seconds', async () => {
    const id = await trigger();
    expect(await outcome(slack, 'views.open', { trigger_id: 'x', view: view() })).toBe('invalid_trigger_id');
    expect(await outcome(slack, 'views.open', { trigger_id: id, view: view() })).toBe('ok');
    expect(slack.modal()).toMatchObject({ title: 'Hand-off', close: 'Close', submit: null });
    expect(await outcome(slack, 'views.open', { trigger_id: id, view: view() })).toBe('exchanged_trigger_id');
    const late = await trigger();
    nowMs += 3_001;
    expect(await outcome(slack, 'views.open', { trigger_id: late, view: view() })).toBe('expired_trigger_id');
  });

  test.each([
    ['a title of 24 characters', { title: plain('x'.repeat(24)) }, 'ok'],
    ['a title of 25', { title: plain('x'.repeat(25)) }, 'invalid_arguments'],
    ['100 blocks', { blocks: Array.from({ length: 100 }, () => ({ type: 'divider' })) }, 'ok'],
    ['101 blocks', { blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }, 'invalid_arguments'],
    ['3,000 characters of private metadata', { private_metadata: 'x'.repeat(3_000) }, 'ok'],
    ['3,001', { private_metadata: 'x'.repeat(3_001) }, 'invalid_arguments'],
    ['a table', { blocks: [{ type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] }] }, 'invalid_arguments'],
    ['an input and nothing to submit it with', { blocks: [ask] }, 'invalid_arguments'],
    ['an input', { blocks: [ask], submit: plain('Send') }, 'ok'],
    ['two blocks of one id', { blocks: [ask, ask], submit: plain('Send') }, 'invalid_arguments'],
  ])('%s', async (_name, over, expected) => {
    expect(await open(over)).toBe(expected);
  });

  test('say what was wrong and where', async () => {
    const { body } = await call(slack, 'views.open', {
      trigger_id: await trigger(),
      view: view({ title: plain('x'.repeat(25)) }),
    });
    expect(body['response_metadata']).toEqual({
      messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
    });
    const go = { type: 'button', action_id: 'go', text: plain('Go') };
    const twice = { type: 'actions', elements: [go, go] };
    const second = await call(slack, 'views.open', { trigger_id: await trigger(), view: view({ blocks: [twice] }) });
    expect(second.body['response_metadata']).toEqual({
      messages: ['[ERROR] `action_id` "go" already exists [json-pointer:/view/blocks/0/elements/1/action_id]'],
    });
  });

  test('hold back while a required field is empty, then submit, and close on a plain acknowledgement', async () => {
    await open({ blocks: [ask], submit: plain('Send'), callback_id: 'reason', private_metadata: 'm' });
    const before = app.received.length;
    await slack.submitModal({ why: { text: { type: 'plain_text_input', value: null } } });
    expect(app.received).toHaveLength(before);
    expect(slack.modal()?.errors).toEqual({ why: 'Please complete this required field.' });
    const values = { why: { text: { type: 'plain_text_input', value: 'late' } } };
    await slack.submitModal(values);
    expect(payload()).toMatchObject({
      type: 'view_submission',
      view: { callback_id: 'reason', private_metadata: 'm', state: { values } },
    });
    expect(slack.modal()).toBeNull();
  });

  test('stay with errors, change, or pile up as the app answers', async () => {
    await open({ submit: plain('Send') });
    const answer = async (body: object): Promise<void> => {
      app.answer = { status: 200, body: JSON.stringify(body), type: 'application/json' };
      await slack.submitModal();
    };
    await answer({ response_action: 'errors', errors: { why: 'no' } });
    expect(slack.modal()?.errors).toEqual({ why: 'no' });
    await answer({ response_action: 'update', view: view({ title: plain('Second'), submit: plain('Send') }) });
    expect(slack.modal()).toMatchObject({ title: 'Second', errors: {} });
    await answer({ response_action: 'push', view: view({ title: plain('Third'), submit: plain('Send') }) });
    expect(slack.modal()).toMatchObject({ title: 'Third', close: 'Back' });
    await slack.closeModal();
    expect(slack.modal()?.title).toBe('Second');
    await answer({ response_action: 'clear' });
    expect(slack.modal()).toBeNull();
  });

  test('can be changed by id while their hash still fits, and pushed three deep', async () => {
    const opened = await call(slack, 'views.open', { trigger_id: await trigger(), view: view() });
    const shown = Object(opened.body['view']);
    const update = (over: object) =>
      outcome(slack, 'views.update', { view_id: shown.id, view: view({ title: plain('New') }), ...over });
    expect(await update({ hash: 'old' })).toBe('hash_conflict');
    expect(await update({ hash: shown.hash })).toBe('ok');
    expect(slack.modal()?.title).toBe('New');
    const push = async () => outcome(slack, 'views.push', { trigger_id: await trigger(), view: view() });
    expect([await push(), await push(), await push()]).toEqual(['ok', 'ok', 'push_limit_reached']);
  });

  test('tell the app that they were closed only when it asked for that', async () => {
    await open();
    const before = app.received.length;
    await slack.closeModal();
    expect(app.received).toHaveLength(before);
    await open({ notify_on_close: true });
    await slack.closeModal();
    expect(payload()).toMatchObject({ type: 'view_closed', view: { title: { text: 'Hand-off' } } });
  });
});
