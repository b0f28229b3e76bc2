/** Resolves when a piece of accepted work may start. */
export type TurnToStart = () => Promise<void>;

/** A crowd has arrived when nothing more came for this long … */
const QUIET_MS = 20;
/** … and nobody waits longer than this for it. */
const HOLD_MS = 700;
/** Starts in a crowd are this far apart, so that whatever arrives meanwhile is acknowledged between them. */
const APART_MS = 5;

/**
 * Holds accepted work back while more is arriving. Reading a request and acknowledging it takes about a millisecond, a
 * check some twenty until its thread is told: with hundreds of commands at once all are acknowledged first, and Slack
 * hears of each within its three seconds.
 */
export function createPacing(): TurnToStart {
  const waiting: (() => void)[] = [];
  let lastArrival = 0;
  let heldSince = 0;
  const startOne = () => {
    const now = performance.now();
    const arriving = now - lastArrival < QUIET_MS && now - heldSince < HOLD_MS;
    if (!arriving) waiting.shift()?.();
    if (waiting.length > 0) setTimeout(startOne, arriving ? QUIET_MS : APART_MS);
  };
  return () =>
    new Promise((start) => {
      lastArrival = performance.now();
      if (waiting.push(start) > 1) return;
      heldSince = lastArrival;
      setTimeout(startOne, QUIET_MS);
    });
}
