import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { call, outcome } from './web-api.ts';

let slack: LocalSlack;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-30T03:00:00Z');
  slack = await startLocalSlack({ now: () => nowMs });
});
afterEach(() => slack.close());

const post = (channel: string) => call(slack, 'chat.postMessage', { channel, text: 'x' });

test('one message a second a channel once that is switched on', async () => {
  expect((await post('incidents')).status).toBe(200);
  expect((await post('incidents')).status).toBe(200);
  slack.control.limitRate(true);
  const refused = await post('incidents');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.body).toEqual({ ok: false, error: 'ratelimited' });
  expect((await post('war-room')).status).toBe(200);
  nowMs += 999;
  expect((await post('incidents')).status).toBe(429);
  nowMs += 1;
  expect((await post('incidents')).status).toBe(200);
  expect(slack.messages('incidents')).toHaveLength(3);
});

test('faults strike as often as asked, then no more', async () => {
  slack.control.faults.add('chat.postMessage', { kind: 'error', error: 'restricted_action' }, 2);
  slack.control.faults.add('chat.postMessage', { kind: 'status', status: 503, body: 'try later' });
  slack.control.faults.add('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 7 });
  slack.control.faults.add('chat.postMessage', { kind: 'dropped' });
  expect((await post('incidents')).body['error']).toBe('restricted_action');
  expect((await post('incidents')).body['error']).toBe('restricted_action');
  expect((await post('incidents')).status).toBe(503);
  expect((await post('incidents')).headers.get('retry-after')).toBe('7');
  await expect(post('incidents')).rejects.toThrow('fetch failed');
  expect(slack.messages()).toHaveLength(0);
  expect((await post('incidents')).status).toBe(200);
  expect(slack.messages()).toHaveLength(1);
});

test('a late fault loses the answer and keeps the message', async () => {
  slack.control.faults.add('chat.postMessage', { kind: 'dropped', late: true });
  await expect(post('incidents')).rejects.toThrow('fetch failed');
  expect(slack.messages()).toHaveLength(1);
});

test('a delivery can be slow or lost, late too, and meets no other fault', () => {
  for (const kind of ['slow', 'dropped'] as const) {
    for (const late of [true, false]) slack.control.faults.add('delivery', { kind, delayMs: 1, late });
  }
  for (const fault of [
    { kind: 'error' as const, error: 'fatal_error' },
    { kind: 'status' as const, status: 500 },
    { kind: 'rate-limited' as const, retryAfterSeconds: 1, late: true },
  ]) {
    expect(() => slack.control.faults.add('delivery', fault)).toThrow('A delivery can not meet this fault');
  }
});

test('a slow answer comes late, and whole', async () => {
  slack.control.faults.add('auth.test', { kind: 'slow', delayMs: 200 });
  const before = performance.now();
  expect(await outcome(slack, 'auth.test')).toBe('ok');
  expect(performance.now() - before).toBeGreaterThan(190);
});

test('clearing forgets what was ordered', async () => {
  slack.control.faults.add('auth.test', { kind: 'error', error: 'fatal_error' });
  slack.control.faults.clear();
  expect(await outcome(slack, 'auth.test')).toBe('ok');
});

test('the journal keeps each request with its answer', async () => {
  await post('incidents');
  await post('nowhere');
  expect(slack.control.journal).toMatchObject([
    {
      kind: 'api',
      name: 'chat.postMessage',
      args: { channel: 'incidents', text: 'x' },
      status: 200,
      answer: { ok: true },
    },
    { kind: 'api', name: 'chat.postMessage', answer: { ok: false, error: 'channel_not_found' } },
  ]);
});

test('a body of more than 4 MB is cut off', async () => {
  const response = await call(slack, 'chat.postMessage', {
    channel: 'incidents',
    text: 'x'.repeat(4 * 1024 * 1024 + 1),
  });
  expect(response.status).toBe(413);
});
