import { webApi } from '@slack/bolt';

const CALL_TIMEOUT_MS = 15_000;

/** Of a message Slack's late word is worth more than a quick end: without it nobody knows whether the message stands. */
export const MESSAGE_TIMEOUT_MS = 30_000;

/**
 * Calls on their way at once. Slack takes about one message a second a channel, so more would not be sooner; fewer leave
 * the event loop free to acknowledge what arrives meanwhile.
 */
const CALLS_AT_ONCE = 16;

/**
 * How this room talks to the Web API: one attempt a call, because what may be repeated is decided in slack-call.ts. The
 * client's own handling of 429 would hold back every channel for the limit of one.
 */
export function webClientOptions(apiUrl: string | null, timeoutMs = CALL_TIMEOUT_MS): webApi.WebClientOptions {
  return {
    ...(apiUrl !== null && { slackApiUrl: apiUrl }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: CALLS_AT_ONCE,
    timeout: timeoutMs,
    fetch: fetchWithRetryAfter,
  };
}

/** A 429 without Retry-After (proxies send them) would reach us as an error without a type; a second is Slack's usual wait. */
const fetchWithRetryAfter: NonNullable<webApi.WebClientOptions['fetch']> = async (url, init) => {
  const response = await fetch(url, init);
  if (response.status !== 429 || response.headers.has('retry-after')) return response;
  return new Response(response.body, { status: 429, headers: { 'retry-after': '1' } });
};
