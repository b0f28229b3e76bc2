import type { State } from '../state.ts';

/** One message a second a channel: https://docs.slack.dev/apis/web-api/rate-limits */
const MIN_GAP_MS = 1000;

/** Thrown where Slack answers 429. */
export class RateLimited extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('ratelimited');
    this.name = 'RateLimited';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** @throws RateLimited when switched on and the channel took a message less than a second ago */
export function checkRate(state: State, channel: string): void {
  const now = state.workspace.now();
  const last = state.rate.lastPostAt.get(channel);
  if (state.rate.on && last !== undefined && now - last < MIN_GAP_MS) {
    throw new RateLimited(Math.max(1, Math.ceil((last + MIN_GAP_MS - now) / 1000)));
  }
  state.rate.lastPostAt.set(channel, now);
}
