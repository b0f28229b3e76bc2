import { App, LogLevel } from '@slack/bolt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
let app: App | null = null;
beforeEach(async () => {
  slack = await startLocalSlack({ ackTimeoutMs: 2_000, retryDelaysMs: [10] });
});
afterEach(async () => {
  await app?.stop();
  app = null;
  await slack.close();
});

async function join(listen: (app: App) => void): Promise<void> {
  app = new App({
    token: slack.botToken,
    appToken: slack.appToken,
    socketMode: true,
    botId: slack.botId,
    botUserId: slack.botUserId,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: slack.apiUrl },
  });
  listen(app);
  await app.start();
  await vi.waitFor(() => expect(slack.control.socketCount()).toBe(1), { timeout: 20_000 });
}

const texts = () => slack.messages().map(({ text }) => text);

test('commands, mentions, buttons and shortcuts go over the connection, and so do their acknowledgements', async () => {
  await join((bolt) => {
    bolt.command('/sparkcheck', ({ ack, command }) => ack(`checking ${command.text}`));
    bolt.event('app_mention', async ({ event, client }) => {
      const blocks = [
        {
          type: 'actions',
          elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text' as const, text: 'Go' } }],
        },
      ];
      await client.chat.postMessage({ channel: event.channel, text: 'mentioned', blocks });
    });
    bolt.action('go', async ({ ack, respond }) => {
      await ack();
      await respond({ text: 'pressed', replace_original: false });
    });
    bolt.shortcut('check_this_spark_app', async ({ ack, respond }) => {
      await ack();
      await respond('shortcut');
    });
  });
  await slack.type('/sparkcheck app-1');
  expect(texts()).toEqual(['checking app-1']);
  await slack.type('@sparkcheck app-1');
  await vi.waitFor(() => expect(texts()).toContain('mentioned'), { timeout: 20_000 });
  const mentioned = slack.messages().find(({ text }) => text === 'mentioned');
  await slack.press(mentioned?.channel ?? '', mentioned?.ts ?? '', 'go');
  await vi.waitFor(() => expect(texts()).toContain('pressed'), { timeout: 20_000 });
  await slack.useShortcut(mentioned?.channel ?? '', mentioned?.ts ?? '');
  await vi.waitFor(() => expect(texts()).toContain('shortcut'), { timeout: 20_000 });
}, 60_000);

test('an app that is asked to reconnect comes back and hears what is said then', async () => {
  await join((bolt) => bolt.command('/sparkcheck', ({ ack }) => ack('heard')));
  slack.control.refreshSockets();
  expect(slack.control.socketCount()).toBe(0);
  // Slack's client waits some seconds before it comes back.
  await vi.waitFor(() => expect(slack.control.socketCount()).toBe(1), { timeout: 40_000 });
  await slack.type('/sparkcheck app-1');
  expect(texts()).toEqual(['heard']);
}, 60_000);

test('an app that is gone is dispatch_failed, one that is silent operation_timeout', async () => {
  await slack.type('/sparkcheck app-1');
  expect(texts()).toEqual(['/sparkcheck failed with the error "dispatch_failed"']);
  const silent = await connect();
  await slack.type('/sparkcheck app-1');
  expect(texts().at(-1)).toBe('/sparkcheck failed with the error "operation_timeout"');
  silent.socket.close();
}, 30_000);

test('the frames are those of Slack: hello, envelopes, retries', async () => {
  const { socket, frames } = await connect();
  expect(frames[0]).toMatchObject({ type: 'hello', num_connections: 1, connection_info: { app_id: slack.appId } });
  void slack.type('@sparkcheck app-1');
  await vi.waitFor(() => expect(frames).toHaveLength(3), { timeout: 20_000 });
  expect(frames[1]).toMatchObject({
    type: 'events_api',
    accepts_response_payload: false,
    payload: { type: 'event_callback' },
  });
  expect(frames[2]).toMatchObject({ type: 'events_api', retry_attempt: 1, retry_reason: 'http_timeout' });
  slack.control.refreshSockets();
  await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' }), {
    timeout: 20_000,
  });
  socket.close();
}, 60_000);

test('a fault loses the request, or with `late` the acknowledgement of one that arrived', async () => {
  const { socket, frames } = await connect();
  socket.on('message', (data) => socket.send(JSON.stringify({ envelope_id: JSON.parse(String(data)).envelope_id })));
  slack.control.faults.add('delivery', { kind: 'dropped' });
  await slack.type('/sparkcheck app-1');
  expect(frames).toHaveLength(1);
  slack.control.faults.add('delivery', { kind: 'dropped', late: true });
  await slack.type('/sparkcheck app-2');
  expect(frames).toHaveLength(2);
  const failure = '/sparkcheck failed with the error "dispatch_failed"';
  expect(texts()).toEqual([failure, failure]);
  await slack.type('/sparkcheck app-3');
  expect(texts()).toHaveLength(2);
  socket.close();
}, 30_000);

test('an address for a connection is good for one', async () => {
  const { body } = await call(slack, 'apps.connections.open', {}, { token: slack.appToken });
  const first = new WebSocket(String(body['url']));
  await new Promise((resolve) => first.on('open', resolve));
  const second = new WebSocket(String(body['url']));
  const refusal = await new Promise<string>((resolve) => second.on('error', (error) => resolve(error.message)));
  first.close();
  expect(refusal).toContain('403');
});

async function connect(): Promise<{ socket: WebSocket; frames: Record<string, unknown>[] }> {
  const { body } = await call(slack, 'apps.connections.open', {}, { token: slack.appToken });
  const socket = new WebSocket(String(body['url']));
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await vi.waitFor(() => expect(frames).toHaveLength(1), { timeout: 20_000 });
  return { socket, frames };
}
