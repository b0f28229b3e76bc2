import type { ReadContext } from './read-context.ts';

/** Answers that may read from one server at the same time. */
export interface Turns {
  free: number;
  waiting: Set<() => void>;
}

/**
 * Each answer in reading holds bodies of some ten megabytes of a large application, and one thread parses them all: more
 * at once makes every one of them later and memory grow with the number of askers.
 */
const READING_AT_ONCE = 3;

export function newTurns(): Turns {
  return { free: READING_AT_ONCE, waiting: new Set() };
}

/** Runs `work` when it is this answer's turn. At the deadline it runs at once: each of its calls then says that time is up. */
export async function inTurn<T>(turns: Turns, context: ReadContext, work: () => Promise<T>): Promise<T> {
  const mine = await turnOf(turns, context.signal);
  try {
    return await work();
  } finally {
    if (mine) passOn(turns);
  }
}

/** False when the deadline came before the turn. */
function turnOf(turns: Turns, signal: AbortSignal): Promise<boolean> {
  if (turns.free > 0) {
    turns.free -= 1;
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const begin = () => settle(true);
    const giveUp = () => settle(false);
    const settle = (mine: boolean) => {
      turns.waiting.delete(begin);
      signal.removeEventListener('abort', giveUp);
      resolve(mine);
    };
    turns.waiting.add(begin);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  });
}

function passOn(turns: Turns): void {
  const [next] = turns.waiting;
  if (next === undefined) turns.free += 1;
  else next();
}
