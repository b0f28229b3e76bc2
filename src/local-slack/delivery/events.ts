import { setTimeout as wait } from 'node:timers/promises';
import type { Acknowledgement, State } from '../state.ts';
import { deliver } from './deliver.ts';

/**
 * Sends an event, and again in the background while the app does not acknowledge it: three times at growing distances,
 * each saying the how-manyeth it is and why. https://docs.slack.dev/apis/events-api
 */
export async function sendEvent(state: State, body: Record<string, unknown>): Promise<void> {
  const answer = await deliver(state, { kind: 'event', body });
  if (!isSettled(answer)) void retry(state, body, answer);
}

async function retry(state: State, body: Record<string, unknown>, first: Acknowledgement): Promise<void> {
  let last = first;
  for (const [index, delayMs] of state.settings.retryDelaysMs.entries()) {
    try {
      await wait(delayMs, undefined, { signal: state.closing.signal, ref: false });
    } catch {
      return;
    }
    last = await deliver(state, { kind: 'event', body, retry: { num: index + 1, reason: reasonOf(last) } });
    if (isSettled(last)) return;
  }
}

/** Acknowledged, or answered with the wish to be spared: `X-Slack-No-Retry: 1`, which counts beside an error too. */
function isSettled(answer: Acknowledgement): boolean {
  return (answer.status >= 200 && answer.status < 300) || answer.noRetry === true;
}

function reasonOf(answer: Acknowledgement): string {
  if (answer.timedOut) return 'http_timeout';
  return answer.status === 0 ? 'connection_failed' : 'http_error';
}
