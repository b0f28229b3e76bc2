import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../faults.ts';
import { record } from '../journal.ts';
import type { DeliveredPayload } from '../local-slack.ts';
import type { Acknowledgement, State } from '../state.ts';
import { signatureHeaders } from './sign.ts';

const ENVELOPE_TYPES = { event: 'events_api', command: 'slash_commands', interaction: 'interactive' } as const;

/** What Slack has in hand when the connection breaks, on the way there or back. */
const BROKEN: Acknowledgement = { status: 0, body: null, timedOut: false };

/**
 * Hands a payload to the app, over an open Socket Mode connection when there is one and signed over HTTP when not, and
 * waits for the acknowledgement as long as Slack does. Never throws: what went wrong is in the answer.
 */
export async function deliver(state: State, payload: DeliveredPayload): Promise<Acknowledgement> {
  const at = state.workspace.now();
  const name = ENVELOPE_TYPES[payload.kind];
  const fault = state.faults.take('delivery');
  const answer = await (fault ? sendWithFault(state, payload, fault) : send(state, payload));
  record(state.journal, {
    kind: 'delivery',
    name,
    at,
    args: payload.body,
    status: answer.status,
    answer: answer.body,
    tookMs: state.workspace.now() - at,
  });
  return answer;
}

function send(state: State, payload: DeliveredPayload): Promise<Acknowledgement> {
  if (state.sockets.count() === 0) return deliverOverHttp(state, payload);
  const type = ENVELOPE_TYPES[payload.kind];
  return state.sockets.send({ type, payload: payload.body, ...(payload.retry ? { retry: payload.retry } : {}) });
}

async function sendWithFault(state: State, payload: DeliveredPayload, fault: Fault): Promise<Acknowledgement> {
  if (!fault.late) {
    if (fault.kind === 'dropped') return BROKEN;
    if (fault.kind === 'slow') await wait(fault.delayMs);
    return send(state, payload);
  }
  const sentAt = performance.now();
  const answer = await send(state, payload);
  // Without an acknowledgement there is none to lose or to hold back.
  if (answer.status === 0) return answer;
  if (fault.kind === 'dropped') return BROKEN;
  if (fault.kind !== 'slow') return answer;
  const leftMs = Math.max(0, state.settings.ackTimeoutMs - (performance.now() - sentAt));
  await wait(Math.min(fault.delayMs, leftMs));
  return fault.delayMs < leftMs ? answer : { status: 0, body: null, timedOut: true };
}

async function deliverOverHttp(state: State, payload: DeliveredPayload): Promise<Acknowledgement> {
  if (state.requestUrl === null) return { status: 0, body: null, timedOut: false };
  const body = encode(payload);
  const seconds = Math.floor(state.workspace.now() / 1000) + (payload.clockSkewSeconds ?? 0);
  const retry = payload.retry;
  const headers: Record<string, string> = {
    // Without a charset: Bolt's HTTPReceiver compares the whole value.
    'content-type': payload.kind === 'event' ? 'application/json' : 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    ...signatureHeaders(payload.signingSecret ?? state.signingSecret, seconds, body),
    ...(retry ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason } : {}),
  };
  return post(new URL(state.requestUrl), headers, body, state.settings.ackTimeoutMs);
}

function encode(payload: DeliveredPayload): string {
  if (payload.kind === 'event') return JSON.stringify(payload.body);
  if (payload.kind === 'interaction') return new URLSearchParams({ payload: JSON.stringify(payload.body) }).toString();
  return new URLSearchParams(
    Object.entries(payload.body).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
}

function post(url: URL, headers: Record<string, string>, body: string, timeoutMs: number): Promise<Acknowledgement> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestTls : request;
    const outgoing = send(url, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve({ status: 0, body: null, timedOut: false }));
      response.on('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString('utf8');
        const noRetry = response.headers['x-slack-no-retry'] === '1';
        resolve({ status: response.statusCode ?? 0, body: parseBody(text), timedOut: false, noRetry });
      });
    });
    const timer = setTimeout(() => {
      resolve({ status: 0, body: null, timedOut: true });
      outgoing.destroy();
    }, timeoutMs);
    outgoing.on('error', () => {
      clearTimeout(timer);
      resolve({ status: 0, body: null, timedOut: false });
    });
    outgoing.end(body);
  });
}

function parseBody(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
