import { webApi } from '@slack/bolt';
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici';

const CALL_TIMEOUT_MS = 15_000;

/** Of a message Slack's late word is worth more than a quick end: without it nobody knows whether the message stands. */
export const MESSAGE_TIMEOUT_MS = 30_000;

/**
 * Calls on their way at once. Slack takes about one message a second a channel, so more would not be sooner; fewer leave
 * the event loop free to acknowledge what arrives meanwhile.
 */
const CALLS_AT_ONCE = 16;

/** Where Slack's Web API is, and how to get there. */
export interface WayToSlack {
  /** `null`: Slack's own. */
  apiUrl: string | null;
  /** Left out or `null`: straight. */
  proxy?: ProxySettings | null;
}

/** A company's forward proxy, in the words of HTTPS_PROXY, HTTP_PROXY and NO_PROXY; empty: none. */
export interface ProxySettings {
  httpsProxy: string;
  httpProxy: string;
  noProxy: string;
}

/** The proxy as undici knows it; `null`: none. Node's own fetch learns of proxies only in Node 24. */
export function dispatcherFor({ proxy }: WayToSlack): Dispatcher | null {
  return proxy === null || proxy === undefined ? null : new EnvHttpProxyAgent(proxy);
}

/**
 * How this room talks to the Web API: one attempt a call, because what may be repeated is decided in slack-call.ts. The
 * client's own handling of 429 would hold back every channel for the limit of one.
 */
export function webClientOptions(way: WayToSlack, timeoutMs = CALL_TIMEOUT_MS): webApi.WebClientOptions {
  const { apiUrl } = way;
  return {
    ...(apiUrl !== null && { slackApiUrl: apiUrl }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: CALLS_AT_ONCE,
    timeout: timeoutMs,
    fetch: plainFetch(dispatcherFor(way)),
  };
}

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>;

/**
 * Retry-After in seconds, as the client reads it. Without one, or with a date (both come from proxies), it would throw an
 * error without a type; a second is Slack's usual wait.
 */
function retryAfterSeconds(given: string | null): string {
  if (given !== null && /^\d+$/.test(given.trim())) return given.trim();
  const until = Date.parse(given ?? '');
  return Number.isNaN(until) ? '1' : String(Math.max(1, Math.ceil((until - Date.now()) / 1_000)));
}

/**
 * What the Web API client needs of a fetch, and no more: without the web streams of the real one a call costs a third
 * (measured: 0.5 ms against 1.4 ms of processor time), which is felt when hundreds ask at once.
 */
function plainFetch(dispatcher: Dispatcher | null): Fetch {
  return async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
    const answer = await request(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      // Forms with files have another shape; this bot sends none.
      ...(typeof body === 'string' && { body }),
      // A response_url comes without a limit of its own.
      signal: signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(dispatcher !== null && { dispatcher }),
    });
    const text = await answer.body.text();
    const received = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value));
    if (answer.statusCode === 429) received.set('retry-after', retryAfterSeconds(received.get('retry-after')));
    return {
      ok: answer.statusCode >= 200 && answer.statusCode < 300,
      status: answer.statusCode,
      statusText: '',
      url: String(url),
      headers: received,
      text: async () => text,
      json: async (): Promise<unknown> => JSON.parse(text),
      arrayBuffer: async () => new TextEncoder().encode(text).buffer,
    };
  };
}
