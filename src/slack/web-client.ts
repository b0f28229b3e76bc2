import { webApi } from '@slack/bolt';
import { EnvHttpProxyAgent, fetch as undiciFetch, type Dispatcher } from 'undici';

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
    fetch: fetchWithRetryAfter(dispatcherFor(way)),
  };
}

/** A 429 without Retry-After (proxies send them) would reach us as an error without a type; a second is Slack's usual wait. */
function fetchWithRetryAfter(dispatcher: Dispatcher | null): NonNullable<webApi.WebClientOptions['fetch']> {
  return async (url, init = {}) => {
    const response = await (dispatcher === null ? fetch(url, init) : throughProxy(dispatcher, url, init));
    if (response.status !== 429 || response.headers.get('retry-after') !== null) return response;
    return new Response(await response.text(), { status: 429, headers: { 'retry-after': '1' } });
  };
}

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>;

function throughProxy(dispatcher: Dispatcher, url: string | URL, { body, ...init }: NonNullable<Parameters<Fetch>[1]>) {
  // Forms with files have another shape here; this bot sends none.
  return undiciFetch(url, { ...init, ...(typeof body === 'string' && { body }), dispatcher });
}
