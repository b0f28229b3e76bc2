import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startAppServer, type AppServer } from './app-server.ts';

let slack: LocalSlack;
let app: AppServer;
beforeEach(async () => {
  app = await startAppServer();
  slack = await startLocalSlack({ ackTimeoutMs: 300, retryDelaysMs: [0, 10, 20] });
  slack.deliverTo(app.url);
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

const command = () => Object.fromEntries(new URLSearchParams(app.received[0]?.body ?? ''));
const last = () => slack.messages().at(-1);

describe('slash commands', () => {
  test('are signed forms of exactly the content type that Slack sends', async () => {
    await slack.type('/sparkcheck app-1 on <main> & more');
    const [request] = app.received;
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const timestamp = String(request?.headers['x-slack-request-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const digest = createHmac('sha256', slack.signingSecret).update(`v0:${timestamp}:${request?.body}`).digest('hex');
    expect(request?.headers['x-slack-signature']).toBe(`v0=${digest}`);
    expect(command()).toMatchObject({
      command: '/sparkcheck',
      text: 'app-1 on &lt;main&gt; &amp; more',
      channel_id: slack.channels['incidents'],
      channel_name: 'incidents',
      user_id: slack.userId,
      team_id: slack.teamId,
      api_app_id: slack.appId,
    });
    expect(command()['response_url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/respond\//);
    expect(command()).not.toHaveProperty('thread_ts');
  });

  test('a private channel keeps its name from the app', async () => {
    await slack.type('/sparkcheck help', { channel: 'war-room' });
    expect(command()['channel_name']).toBe('privategroup');
  });

  test('are not supported in threads, in the words of Slack', async () => {
    const root = slack.control.post('incidents', { text: 'alert' });
    await slack.type('/sparkcheck app-1', { channel: 'incidents', threadTs: root.ts });
    expect(app.received).toHaveLength(0);
    expect(last()).toMatchObject({
      text: '/sparkcheck is not supported in threads. Sorry!',
      threadTs: root.ts,
      ephemeral: true,
    });
  });

  test('another command is none', async () => {
    await slack.type('/sparkchekc app-1');
    expect(app.received).toHaveLength(0);
    expect(last()?.text).toContain('`/sparkchekc` is not a valid command.');
  });

  test.each([
    ['text', 'Checking…', 'text/plain', { text: 'Checking…', ephemeral: true }],
    ['JSON', '{"text":"hello"}', 'application/json', { text: 'hello', ephemeral: true }],
    [
      'JSON for all',
      '{"text":"hello","response_type":"in_channel"}',
      'application/json',
      { text: 'hello', ephemeral: false },
    ],
  ])('an acknowledgement of %s is shown', async (_name, body, type, expected) => {
    app.answer = { status: 200, body, type };
    await slack.type('/sparkcheck app-1');
    expect(last()).toMatchObject({ ...expected, user: slack.botUserId });
  });

  test('an acknowledgement that does not come is operation_timeout', async () => {
    app.answer = null;
    await slack.type('/sparkcheck app-1');
    expect(last()).toMatchObject({ text: '/sparkcheck failed with the error "operation_timeout"', ephemeral: true });
  });

  test('an error, or nobody there, is dispatch_failed', async () => {
    app.answer = { status: 500, body: '' };
    await slack.type('/sparkcheck app-1');
    expect(last()?.text).toBe('/sparkcheck failed with the error "dispatch_failed"');
    await app.close();
    await slack.type('/sparkcheck app-2');
    expect(last()?.text).toBe('/sparkcheck failed with the error "dispatch_failed"');
  });

  test('nothing is typed into an archived channel', async () => {
    await slack.type('/sparkcheck app-1', { channel: 'old-incidents' });
    await slack.type('hello?', { channel: 'old-incidents' });
    expect(app.received).toHaveLength(0);
    expect(slack.messages('old-incidents').every((message) => message.ephemeral)).toBe(true);
  });
});

describe('mentions', () => {
  const event = (index = 0) => JSON.parse(app.received[index]?.body ?? '{}');

  test('arrive as events with the typed name turned into an id', async () => {
    await slack.type('@sparkcheck app-1 see http://spark.example/history?a=1&b=2 #data-eng @robin');
    const text = `<@${slack.botUserId}> app-1 see <http://spark.example/history?a=1&amp;b=2> <#${slack.channels['data-eng']}|data-eng> <@U0ROBIN001>`;
    expect(app.received[0]?.headers['content-type']).toBe('application/json');
    expect(event()).toMatchObject({
      type: 'event_callback',
      team_id: slack.teamId,
      api_app_id: slack.appId,
      authorizations: [{ user_id: slack.botUserId, is_bot: true }],
      event: { type: 'app_mention', text, user: slack.userId, channel: slack.channels['incidents'] },
    });
    expect(event().event.blocks[0].elements[0].elements).toEqual([
      { type: 'user', user_id: slack.botUserId },
      { type: 'text', text: ' app-1 see ' },
      { type: 'link', url: 'http://spark.example/history?a=1&b=2' },
      { type: 'text', text: ' ' },
      { type: 'channel', channel_id: slack.channels['data-eng'] },
      { type: 'text', text: ' ' },
      { type: 'user', user_id: 'U0ROBIN001' },
    ]);
    expect(event().event_id).toMatch(/^Ev/);
    expect(event().event).not.toHaveProperty('thread_ts');
    expect(last()?.text).toBe(text);
  });

  test('inside a thread carry its root', async () => {
    const root = slack.control.post('incidents', { text: 'alert' });
    await slack.type('@sparkcheck app-1', { channel: 'incidents', threadTs: root.ts });
    expect(event().event.thread_ts).toBe(root.ts);
  });

  test('reach the app only where it is a member, and never in a direct conversation', async () => {
    await slack.type('@sparkcheck app-1', { channel: 'lounge' });
    expect(last()?.text).toContain('not in this channel');
    await slack.type('@sparkcheck app-1', { channel: 'D0SPARKCHK' });
    await slack.type('app-1 without a mention');
    expect(app.received).toHaveLength(0);
    await slack.type('/invite @sparkcheck', { channel: 'lounge' });
    await slack.type('@sparkcheck app-1', { channel: 'lounge' });
    expect(app.received).toHaveLength(1);
  });

  test('are sent again until acknowledged, each time saying why', async () => {
    app.answer = { status: 500, body: '' };
    await slack.type('@sparkcheck app-1');
    await vi.waitFor(() => expect(app.received).toHaveLength(4), { timeout: 10_000 });
    expect(app.received.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_error'],
      ['3', 'http_error'],
    ]);
    const ids = new Set(app.received.map((_, index) => event(index).event_id));
    expect(ids.size).toBe(1);
  });

  test.each([
    ['an error', { status: 500, body: '', headers: { 'X-Slack-No-Retry': '1' } }, 1],
    ['an error, with another value', { status: 500, body: '', headers: { 'X-Slack-No-Retry': '0' } }, 4],
  ])('are not sent again when the app asks for it beside %s', async (_name, answer, times) => {
    app.answer = answer;
    await slack.type('@sparkcheck app-1');
    await vi.waitFor(() => expect(app.received).toHaveLength(times), { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(app.received).toHaveLength(times);
  });

  test('that are sent again stop when a later answer asks for it', async () => {
    app.answer = null;
    await slack.type('@sparkcheck app-1');
    app.answer = { status: 503, body: '', headers: { 'x-slack-no-retry': '1' } };
    await vi.waitFor(() => expect(app.received).toHaveLength(2), { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(app.received).toHaveLength(2);
  });

  test('that time out are sent again for that reason, and no more once acknowledged', async () => {
    app.answer = null;
    const typed = slack.type('@sparkcheck app-1');
    await typed;
    app.answer = { status: 200, body: '' };
    await vi.waitFor(() => expect(app.received).toHaveLength(2), { timeout: 10_000 });
    expect(app.received[1]?.headers['x-slack-retry-reason']).toBe('http_timeout');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(app.received).toHaveLength(2);
  });
});

test('a delivery can be made with an old timestamp, a wrong secret, or twice', async () => {
  const body = { type: 'event_callback', event_id: 'Ev1' };
  expect(await slack.control.deliver({ kind: 'event', body, clockSkewSeconds: -600 })).toBe(200);
  expect(Number(app.received[0]?.headers['x-slack-request-timestamp'])).toBeLessThan(Date.now() / 1000 - 500);
  await slack.control.deliver({
    kind: 'event',
    body,
    signingSecret: 'wrong',
    retry: { num: 1, reason: 'http_timeout' },
  });
  const [, second] = app.received;
  const digest = createHmac('sha256', 'wrong')
    .update(`v0:${second?.headers['x-slack-request-timestamp']}:${second?.body}`)
    .digest('hex');
  expect(second?.headers['x-slack-signature']).toBe(`v0=${digest}`);
  expect(second?.headers['x-slack-retry-num']).toBe('1');
});

test('every delivery is in the journal, with what came of it', async () => {
  await slack.type('/sparkcheck app-1');
  slack.control.faults.add('delivery', { kind: 'dropped' });
  await slack.type('/sparkcheck app-2');
  const kept = slack.control.journal.filter(({ kind }) => kind === 'delivery');
  expect(kept.map(({ name, status, args }) => [name, status, args['text']])).toEqual([
    ['slash_commands', 200, 'app-1'],
    ['slash_commands', 0, 'app-2'],
  ]);
});

describe('a late fault of a delivery', () => {
  const faults = () => slack.control.faults;

  test('loses the acknowledgement after the app was reached', async () => {
    app.answer = { status: 200, body: 'Checking…' };
    faults().add('delivery', { kind: 'dropped', late: true });
    await slack.type('/sparkcheck app-1');
    expect(app.received).toHaveLength(1);
    expect(slack.messages().map(({ text }) => text)).toEqual(['/sparkcheck failed with the error "dispatch_failed"']);
  });

  test('has an event sent again to an app that knows it already', async () => {
    faults().add('delivery', { kind: 'dropped', late: true });
    await slack.type('@sparkcheck app-1');
    await vi.waitFor(() => expect(app.received).toHaveLength(2), { timeout: 10_000 });
    const ids = new Set(app.received.map(({ body }) => JSON.parse(body).event_id));
    expect(ids.size).toBe(1);
    expect(app.received[1]?.headers['x-slack-retry-reason']).toBe('connection_failed');
  });

  test('holds the acknowledgement back, for longer than Slack waits or not', async () => {
    app.answer = { status: 200, body: 'Checking…' };
    faults().add('delivery', { kind: 'slow', delayMs: 50, late: true });
    await slack.type('/sparkcheck app-1');
    expect(last()?.text).toBe('Checking…');
    faults().add('delivery', { kind: 'slow', delayMs: 60_000, late: true });
    await slack.type('/sparkcheck app-2');
    expect(app.received).toHaveLength(2);
    expect(last()?.text).toBe('/sparkcheck failed with the error "operation_timeout"');
  });
});
