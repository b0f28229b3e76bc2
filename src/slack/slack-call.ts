import { setTimeout as pause } from 'node:timers/promises';
import { webApi } from '@slack/bolt';
import type { Log } from './log.ts';
import type { Turns } from './turns.ts';

/**
 * A call that Slack did not do. `code` is Slack's own error string, or one of ours: `unconfirmed` (it may have been done,
 * nobody can say), `unreachable` (it was not done), `rate_limited` (it was not done, however long we waited).
 */
export class SlackRefusal extends Error {
  readonly code: string;
  /** Slack's notes on what it did not like, with pointers into the blocks. */
  readonly notes: string[];

  constructor(code: string, notes: string[], options: ErrorOptions) {
    super(`Slack refused: ${code}`, options);
    this.name = 'SlackRefusal';
    this.code = code;
    this.notes = notes;
  }
}

export interface CallContext {
  log: Log;
  turns: Turns;
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 400;
/** Longer than any single Retry-After that Slack gives for messages; after it the answer is told another way. */
const RATE_LIMIT_PATIENCE_MS = 5 * 60_000;

/** Slack's answers that mean trouble of its own: "some aspect of the operation may have succeeded" (chat.postMessage reference). */
const SLACK_TROUBLE = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']);
/** What an error string of Slack looks like. */
const SLACK_CODE = /^[a-z0-9_]{1,80}$/;
/** The connection never stood, so nothing can have arrived. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Calls Slack with patience: waits out a 429 (one after another within `lane`, so that the waiting calls do not run into
 * the limit together), repeats after trouble. A call that is not `repeatable` is never repeated once it may have arrived:
 * a message must not be posted twice. Throws `SlackRefusal`.
 */
export async function callSlack<T>(
  context: CallContext,
  call: () => Promise<T>,
  { lane, repeatable }: { lane: string; repeatable: boolean },
): Promise<T> {
  const first = await tryCall(call, repeatable, context.log);
  if (first.done) return first.value;
  return context.turns.take(`slack:${lane}`, async () => {
    let waitMs = first.waitMs;
    const giveUpAt = Date.now() + RATE_LIMIT_PATIENCE_MS;
    while (Date.now() + waitMs < giveUpAt) {
      await pause(waitMs);
      const next = await tryCall(call, repeatable, context.log);
      if (next.done) return next.value;
      waitMs = next.waitMs;
    }
    throw new SlackRefusal('rate_limited', [], {});
  });
}

type Tried<T> = { done: true; value: T } | { done: false; waitMs: number };

async function tryCall<T>(call: () => Promise<T>, repeatable: boolean, log: Log): Promise<Tried<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { done: true, value: await call() };
    } catch (error) {
      const judged = judge(error, repeatable);
      if (judged.kind === 'wait') return { done: false, waitMs: judged.waitMs };
      if (judged.kind === 'refused' || attempt > RETRIES) {
        throw new SlackRefusal(judged.code, judged.notes, { cause: error });
      }
      log.debug({ code: judged.code, attempt }, 'Slack call is repeated');
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

type Judged = { kind: 'wait'; waitMs: number } | { kind: 'retry' | 'refused'; code: string; notes: string[] };

function judge(error: unknown, repeatable: boolean): Judged {
  const uncertain = (): Judged =>
    repeatable
      ? { kind: 'retry', code: 'unreachable', notes: [] }
      : { kind: 'refused', code: 'unconfirmed', notes: [] };
  if (error instanceof webApi.WebAPIRateLimitedError)
    return { kind: 'wait', waitMs: Math.max(1, error.retryAfter) * 1_000 };
  if (error instanceof webApi.WebAPIHTTPError) {
    // Also a 503: proxies answer it when Slack's own answer broke off on the way.
    return uncertain();
  }
  if (error instanceof webApi.WebAPIRequestError) {
    return NEVER_SENT.has(codeOf(error.original)) ? { kind: 'retry', code: 'unreachable', notes: [] } : uncertain();
  }
  if (error instanceof webApi.WebAPIPlatformError) {
    const { error: code, response_metadata: metadata } = error.data;
    if (code === 'ratelimited' || code === 'rate_limited') return { kind: 'wait', waitMs: 1_000 };
    // A page of a proxy that came with a 200 is no word of Slack's, and nothing to repeat to anybody.
    if (SLACK_TROUBLE.has(code) || !SLACK_CODE.test(code)) return uncertain();
    return { kind: 'refused', code, notes: metadata?.messages ?? [] };
  }
  // An answer that the client itself fell over (a body that says null): whether it was done, nobody can say.
  return uncertain();
}

/** Node's fetch hides the socket's error code in the cause, sometimes as the first of several tried addresses. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
