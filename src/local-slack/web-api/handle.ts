import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import type { Fault } from '../faults.ts';
import { readBody, sendJson, sendText } from '../http.ts';
import { record } from '../journal.ts';
import type { State } from '../state.ts';
import { optionalText, readArguments, type Arguments } from './arguments.ts';
import { ALL_SCOPES, METHODS, type Caller, type Method } from './methods.ts';
import { RateLimited } from './rate.ts';

interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** One call of a Web API method: token, fault, scope, then the method; kept in the journal whatever came of it. */
export async function handleApi(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const at = state.workspace.now();
  const name = url.pathname.slice('/api/'.length);
  const body = await readBody(request);
  if (body === null) return void sendText(response, 413, 'request_too_large');
  let args: Arguments = {};
  const finish = (answer: Answer | null): void => {
    const { token: _token, ...shown } = args;
    const took = state.workspace.now() - at;
    record(state.journal, {
      kind: 'api',
      name,
      at,
      args: shown,
      status: answer?.status ?? 0,
      answer: answer?.body ?? null,
      tookMs: took,
    });
    if (answer === null) return void request.socket.destroy();
    if (typeof answer.body === 'string') return sendText(response, answer.status, answer.body);
    sendJson(response, answer.status, answer.body, answer.headers);
  };

  const fault = state.faults.take(name);
  if (fault && !fault.late) {
    if (fault.kind !== 'slow') return finish(spoiled(fault));
    await wait(fault.delayMs);
  }
  const answer = run(state, request, name, () => (args = readArguments(request, url, body)));
  if (fault?.late) {
    if (fault.kind !== 'slow') return finish(spoiled(fault));
    await wait(fault.delayMs);
  }
  finish(answer);
}

function run(state: State, request: IncomingMessage, name: string, read: () => Arguments): Answer {
  const headers: Record<string, string> = {};
  try {
    const args = read();
    const method = METHODS[name];
    if (!method) return { status: 200, body: { ok: false, error: 'unknown_method', req_method: name }, headers };
    const caller = identify(state, request, args, method);
    if (caller.token === 'bot' || caller.token === 'user') {
      headers['x-oauth-scopes'] = caller.scopes.join(',');
      if (method.scopes.length > 0) headers['x-accepted-oauth-scopes'] = method.scopes.join(',');
    }
    checkScope(caller, method);
    return { status: 200, body: { ok: true, ...method.run(state, caller, args) }, headers };
  } catch (error) {
    if (error instanceof ApiError)
      return { status: 200, body: { ok: false, error: error.code, ...error.extra }, headers };
    if (error instanceof RateLimited) return rateLimited(error.retryAfterSeconds);
    throw error;
  }
}

function identify(state: State, request: IncomingMessage, args: Arguments, method: Method): Caller {
  const { bot, person, app } = { ...state.workspace, app: state.workspace.app };
  if (method.token === 'none') return { userId: person.id, botId: null, scopes: [], token: 'none' };
  const header = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  const token = header ?? optionalText(args, 'token');
  if (token === null) throw new ApiError('not_authed');
  const callers = new Map<string, Caller>([
    [state.tokens.bot, { userId: bot.id, botId: app.botId, scopes: state.settings.scopes, token: 'bot' }],
    [state.tokens.app, { userId: bot.id, botId: app.botId, scopes: ['connections:write'], token: 'app' }],
    [state.tokens.user, { userId: person.id, botId: null, scopes: ALL_SCOPES, token: 'user' }],
  ]);
  const caller = callers.get(token);
  if (!caller) throw new ApiError('invalid_auth');
  if ((method.token === 'app') !== (caller.token === 'app')) throw new ApiError('not_allowed_token_type');
  return caller;
}

function checkScope(caller: Caller, method: Method): void {
  if (method.scopes.length === 0 || method.scopes.some((scope) => caller.scopes.includes(scope))) return;
  throw new ApiError('missing_scope', { needed: method.scopes.join(','), provided: caller.scopes.join(',') });
}

function spoiled(fault: Exclude<Fault, { kind: 'slow' }>): Answer | null {
  switch (fault.kind) {
    case 'error':
      return { status: 200, body: { ok: false, error: fault.error, ...fault.extra }, headers: {} };
    case 'status':
      return { status: fault.status, body: fault.body ?? 'Internal Server Error', headers: {} };
    case 'rate-limited':
      return rateLimited(fault.retryAfterSeconds);
    case 'dropped':
      return null;
  }
}

function rateLimited(retryAfterSeconds: number): Answer {
  return {
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    headers: { 'retry-after': String(retryAfterSeconds) },
  };
}
