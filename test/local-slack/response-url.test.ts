import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startAppServer, type AppServer } from './app-server.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
let app: AppServer;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-30T03:00:00Z');
  app = await startAppServer();
  slack = await startLocalSlack({ now: () => nowMs });
  slack.deliverTo(app.url);
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

async function commandUrl(channel = 'incidents'): Promise<string> {
  await slack.type('/sparkcheck app-1', { channel });
  return new URLSearchParams(app.received.at(-1)?.body).get('response_url') ?? '';
}

async function respond(url: string, body: unknown): Promise<[number, string]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

const texts = () => slack.messages().map(({ text, ephemeral }) => [text, ephemeral]);

test('takes five answers and no sixth', async () => {
  const url = await commandUrl();
  for (const text of ['1', '2', '3', '4', '5']) expect(await respond(url, { text })).toEqual([200, 'ok']);
  expect(await respond(url, { text: '6' })).toEqual([404, '{"ok":false,"error":"used_url"}']);
  expect(texts().map(([text]) => text)).toEqual(['1', '2', '3', '4', '5']);
});

test('lives for half an hour', async () => {
  const url = await commandUrl();
  nowMs += 30 * 60_000;
  expect(await respond(url, { text: 'just in time' })).toEqual([200, 'ok']);
  nowMs += 1;
  expect(await respond(url, { text: 'late' })).toEqual([404, '{"ok":false,"error":"expired_url"}']);
});

test('reaches channels the bot is not in, for the asker alone or for all', async () => {
  const url = await commandUrl('lounge');
  await respond(url, { text: 'for you' });
  await respond(url, { text: 'for all', response_type: 'in_channel' });
  expect(texts()).toEqual([
    ['for you', true],
    ['for all', false],
  ]);
});

test('refuses what Slack refuses', async () => {
  const url = await commandUrl();
  expect(await respond(url, {})).toEqual([500, 'no_text']);
  expect(await respond(url, { blocks: [{ type: 'section' }] })).toEqual([400, 'invalid_blocks']);
  expect(await respond(url, 'just text')).toEqual([400, 'invalid_payload']);
  expect(await respond(url.replace(/.$/, 'z'), { text: 'x' })).toEqual([404, 'no_service']);
  expect(texts()).toEqual([]);
});

const pressed = (): string =>
  JSON.parse(new URLSearchParams(app.received.at(-1)?.body).get('payload') ?? '{}').response_url;

test('of a button replaces or deletes its message', async () => {
  const blocks = [
    { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }] },
  ];
  const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'mine', blocks });
  const channel = String(body['channel']);
  await slack.press(channel, String(body['ts']), 'go');
  await respond(pressed(), { text: 'beside it', replace_original: false });
  await respond(pressed(), { text: 'instead of it', replace_original: true });
  expect(texts()).toEqual([
    ['instead of it', false],
    ['beside it', true],
  ]);
  await respond(pressed(), { delete_original: true });
  expect(texts()).toEqual([['beside it', true]]);
});

test('of a shortcut never replaces the message of somebody else', async () => {
  const alert = slack.control.post('incidents', { text: 'alert' });
  await slack.useShortcut(alert.channel, alert.ts);
  await respond(pressed(), { text: 'beside it', replace_original: true });
  expect(texts()).toEqual([
    ['alert', false],
    ['beside it', true],
  ]);
});

test('a fault on demand spoils it', async () => {
  const url = await commandUrl();
  slack.control.faults.add('response_url', { kind: 'status', status: 500, body: 'oops' });
  slack.control.faults.add('response_url', { kind: 'dropped' });
  expect(await respond(url, { text: 'x' })).toEqual([500, 'oops']);
  await expect(respond(url, { text: 'x' })).rejects.toThrow('fetch failed');
  expect(await respond(url, { text: 'x' })).toEqual([200, 'ok']);
});

test('a late fault loses the answer and keeps the message', async () => {
  const url = await commandUrl();
  slack.control.faults.add('response_url', { kind: 'status', status: 500, late: true });
  expect((await respond(url, { text: 'stands' }))[0]).toBe(500);
  expect(texts()).toEqual([['stands', true]]);
  slack.control.faults.add('response_url', { kind: 'status', status: 500 });
  expect((await respond(url, { text: 'lost' }))[0]).toBe(500);
  expect(texts()).toHaveLength(1);
});

test('a late fault loses a refusal as well, and is used up by it', async () => {
  const url = await commandUrl();
  slack.control.faults.add('response_url', { kind: 'dropped', late: true });
  await expect(respond(url, {})).rejects.toThrow('fetch failed');
  expect(await respond(url, { text: 'x' })).toEqual([200, 'ok']);
});

test('a limit there says how long to wait', async () => {
  const url = await commandUrl();
  slack.control.faults.add('response_url', { kind: 'rate-limited', retryAfterSeconds: 7 });
  const response = await fetch(url, { method: 'POST', body: '{"text":"x"}' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
});
