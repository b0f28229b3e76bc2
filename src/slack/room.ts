import type { Question } from '../question.ts';
import type { Ask, Told } from './ask.ts';
import type { Recent } from './bounded.ts';
import type { Log } from './log.ts';
import type { Apology } from './failure-notices.ts';
import type { Timings } from './placeholder.ts';
import type { Posting } from './posting.ts';
import type { Pacing } from './pacing.ts';
import type { Running } from './running.ts';
import type { Turns } from './turns.ts';

/** Everything a conversation needs; one for the whole app. */
export interface Room {
  ask: Ask;
  apology: Apology;
  posting: Posting;
  turns: Turns;
  running: Running;
  pacing: Pacing;
  /** Answers that were told lately, by the line that a button carries. */
  told: Recent<Told>;
  /** What the threads are about that were answered in lately (thread-memory.ts). */
  threads: Recent<Question>;
  log: Log;
  timings: Timings;
}
