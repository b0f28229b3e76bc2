import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from './api-error.ts';
import { showResponse } from './app-response.ts';
import type { Fault } from './faults.ts';
import { readBody, sendJson, sendText } from './http.ts';
import { record } from './journal.ts';
import type { ResponseUrl, State } from './state.ts';
import type { Arguments } from './web-api/arguments.ts';

/** https://docs.slack.dev/interactivity/handling-user-interaction: five answers within half an hour. */
const MAX_USES = 5;
const LIFETIME_MS = 30 * 60_000;

interface Answer {
  status: number;
  answer: unknown;
  headers?: Record<string, string>;
}

/** A new address at which the app may answer one interaction. */
export function issueResponseUrl(
  state: State,
  issued: { channel: string; user: string; messageTs: string | null },
): string {
  const secret = randomBytes(12).toString('hex');
  state.responseUrls.set(secret, { ...issued, issuedAt: state.workspace.now(), uses: 0 });
  return `${state.origin}/respond/${secret}`;
}

/** A POST to a `response_url`: JSON without a token, answered with plain `ok`, never with a `ts`. */
export async function handleResponseUrl(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const at = state.workspace.now();
  const body = await readBody(request);
  const target = state.responseUrls.get(url.pathname.slice('/respond/'.length)) ?? null;
  let args: Arguments = {};
  const finish = ({ status, answer, headers }: Answer): void => {
    record(state.journal, {
      kind: 'response_url',
      name: 'response_url',
      at,
      args,
      status,
      answer,
      tookMs: state.workspace.now() - at,
    });
    if (status === 0) return void request.socket.destroy();
    if (typeof answer === 'string') sendText(response, status, answer);
    else sendJson(response, status, answer, headers);
  };

  const fault = state.faults.take('response_url');
  if (fault && !fault.late) {
    if (fault.kind !== 'slow') return finish(spoiled(fault));
    await wait(fault.delayMs);
  }
  const answer = run(state, request.method === 'POST' ? target : null, at, () => (args = readArguments(body)));
  if (fault?.late) {
    if (fault.kind !== 'slow') return finish(spoiled(fault));
    await wait(fault.delayMs);
  }
  finish(answer);
}

function run(state: State, target: ResponseUrl | null, at: number, read: () => Arguments): Answer {
  if (!target) return { status: 404, answer: 'no_service' };
  if (at - target.issuedAt > LIFETIME_MS) return { status: 404, answer: { ok: false, error: 'expired_url' } };
  if (target.uses >= MAX_USES) return { status: 404, answer: { ok: false, error: 'used_url' } };
  try {
    const args = read();
    target.uses += 1;
    showResponse(state, target, args);
    return { status: 200, answer: 'ok' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.code === 'no_text' ? 500 : 400, answer: error.code };
  }
}

function readArguments(body: string | null): Arguments {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Said below, as of any other body that is no object.
  }
  throw new ApiError('invalid_payload');
}

/** `status` 0 is a connection that breaks. */
function spoiled(fault: Exclude<Fault, { kind: 'slow' }>): Answer {
  switch (fault.kind) {
    case 'error':
      return { status: 404, answer: { ok: false, error: fault.error, ...fault.extra } };
    case 'status':
      return { status: fault.status, answer: fault.body ?? 'Internal Server Error' };
    case 'rate-limited':
      return {
        status: 429,
        answer: { ok: false, error: 'ratelimited' },
        headers: { 'retry-after': String(fault.retryAfterSeconds) },
      };
    case 'dropped':
      return { status: 0, answer: null };
  }
}
