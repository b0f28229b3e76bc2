import { setTimeout as pause } from 'node:timers/promises';

/** The checks that were accepted and are not told yet. */
export interface Running {
  /** `abandon` tells the asker that the answer will not come; it is called once, when a stop can wait no longer. */
  track(work: Promise<void>, abandon: () => Promise<void>): void;
  size(): number;
  /** Waits until everything accepted is told. At the deadline the rest is abandoned, which may take a moment more. */
  settle(deadlineMs: number): Promise<void>;
}

/** How long the asked-again messages of abandoned checks may take. */
const ABANDON_MS = 5_000;

export function createRunning(): Running {
  const running = new Map<Promise<void>, () => Promise<void>>();
  return {
    track(work, abandon) {
      running.set(work, abandon);
      const done = () => running.delete(work);
      work.then(done, done);
    },
    size: () => running.size,
    async settle(deadlineMs) {
      const giveUpAt = Date.now() + deadlineMs;
      // Work that is accepted while others finish counts too.
      while (running.size > 0 && Date.now() < giveUpAt) {
        await within(Promise.allSettled(running.keys()), giveUpAt - Date.now());
      }
      if (running.size > 0) {
        await within(Promise.allSettled([...running.values()].map((abandon) => abandon())), ABANDON_MS);
      }
    },
  };
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const stop = new AbortController();
  const timeout = pause(Math.max(0, ms), undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([work, timeout]);
  stop.abort();
}
