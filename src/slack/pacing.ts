/** Who comes first when many ask at once: acknowledgements, then first words, then the reading and telling. */
export interface Pacing {
  /** Resolves when a piece of accepted work may start: whatever arrives together with it is acknowledged before. */
  turnToStart(): Promise<void>;
  /** Gives `word` back, and counts it as on its way until it has settled. */
  firstWord<T>(word: Promise<T>): Promise<T>;
  /** Resolves when the first words of everybody who waits are out, or after a while. */
  turnToRead(): Promise<void>;
}

/** A crowd has arrived when nothing more came for this long … */
const QUIET_MS = 20;
/** … and nobody waits longer than this for it. */
const HOLD_MS = 700;
/** Nor longer than this for the first words of others: a Slack that is slow for one must not hold the rest. */
const POLITE_MS = 2_000;
/** First words are this far apart, and readings this far, so that whatever arrives meanwhile is acknowledged between them. */
const WORDS_APART_MS = 1;
const READINGS_APART_MS = 5;

/**
 * Holds accepted work back while more is arriving. Reading a request and acknowledging it takes about a millisecond, a
 * first word two, a check some twenty until its thread is told: with hundreds of commands at once Slack hears of each
 * within its three seconds, and each asker reads something before the first long answer begins.
 */
export function createPacing(): Pacing {
  const starts: (() => void)[] = [];
  const readings: { since: number; begin: () => void }[] = [];
  let wordsOnTheirWay = 0;
  let lastArrival = 0;
  let heldSince = 0;
  let ticking = false;

  const next = (): number => {
    const now = performance.now();
    if (starts.length > 0) {
      if (now - lastArrival < QUIET_MS && now - heldSince < HOLD_MS) return QUIET_MS;
      starts.shift()?.();
      return WORDS_APART_MS;
    }
    const [first] = readings;
    if (first !== undefined && (wordsOnTheirWay === 0 || now - first.since > POLITE_MS)) {
      readings.shift();
      first.begin();
    }
    return READINGS_APART_MS;
  };
  const tick = () => {
    const waitMs = next();
    ticking = starts.length > 0 || readings.length > 0;
    if (ticking) setTimeout(tick, waitMs);
  };
  const begin = (inMs: number) => {
    if (ticking) return;
    ticking = true;
    setTimeout(tick, inMs);
  };
  return {
    turnToStart: () =>
      new Promise((start) => {
        lastArrival = performance.now();
        if (starts.push(start) === 1) heldSince = lastArrival;
        begin(QUIET_MS);
      }),
    async firstWord(word) {
      wordsOnTheirWay += 1;
      try {
        return await word;
      } finally {
        wordsOnTheirWay -= 1;
      }
    },
    turnToRead: () =>
      new Promise((begun) => {
        readings.push({ since: performance.now(), begin: begun });
        begin(0);
      }),
  };
}
