/** Resolves when a piece of accepted work may start. */
export type TurnToStart = () => Promise<void>;

/**
 * Starts in a crowd are this far apart. Reading a request and acknowledging it takes under a millisecond, a check some
 * twenty until its thread is told: with hundreds of commands at once all are acknowledged while the first few start.
 */
const APART_MS = 5;

/** Lets a piece of work start at once when nobody else does, and spreads a crowd out. */
export function createPacing(): TurnToStart {
  const waiting: (() => void)[] = [];
  const startOne = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setTimeout(startOne, APART_MS);
  };
  return () =>
    new Promise((start) => {
      waiting.push(start);
      if (waiting.length === 1) setImmediate(startOne);
    });
}
