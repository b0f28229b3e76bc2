import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from './api-error.ts';
import { showResponse } from './app-response.ts';
import type { Fault } from './faults.ts';
import { readBody, sendJson, sendText } from './http.ts';
import { record } from './journal.ts';
import type { State } from './state.ts';

/** https://docs.slack.dev/interactivity/handling-user-interaction: five answers within half an hour. */
const MAX_USES = 5;
const LIFETIME_MS = 30 * 60_000;

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
  let args: Record<string, unknown> = {};
  const finish = (status: number, answer: unknown, headers: Record<string, string> = {}): void => {
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
  /** Spoils the answer; false when it was only late. */
  const isSpoiled = async (one: Fault): Promise<boolean> => {
    if (one.kind === 'slow') await wait(one.delayMs);
    if (one.kind === 'dropped') finish(0, null);
    if (one.kind === 'status') finish(one.status, one.body ?? 'Internal Server Error');
    if (one.kind === 'rate-limited') {
      finish(429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(one.retryAfterSeconds) });
    }
    if (one.kind === 'error') finish(404, { ok: false, error: one.error });
    return one.kind !== 'slow';
  };
  if (fault && !fault.late && (await isSpoiled(fault))) return;

  const target = state.responseUrls.get(url.pathname.slice('/respond/'.length));
  if (request.method !== 'POST' || !target) return finish(404, 'no_service');
  if (at - target.issuedAt > LIFETIME_MS) return finish(404, { ok: false, error: 'expired_url' });
  if (target.uses >= MAX_USES) return finish(404, { ok: false, error: 'used_url' });
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return finish(400, 'invalid_payload');
    args = { ...parsed };
  } catch {
    return finish(400, 'invalid_payload');
  }
  target.uses += 1;
  try {
    showResponse(state, target, args);
    if (fault?.late && (await isSpoiled(fault))) return;
    finish(200, 'ok');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    finish(error.code === 'no_text' ? 500 : 400, error.code);
  }
}
