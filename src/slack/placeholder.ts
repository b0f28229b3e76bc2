import { setTimeout as pause } from 'node:timers/promises';
import type { Question } from '../question.ts';
import type { Progress } from './ask.ts';
import type { Message } from './blocks.ts';
import type { Log } from './log.ts';
import { progressNotice, readingNotice, slackIsSlowNotice } from './notices.ts';
import { isNoMember, sayPrivately, type Place } from './place.ts';
import type { Posting } from './posting.ts';
import { SlackRefusal } from './slack-call.ts';

/** The message that says "Reading …" and later becomes the answer; or why there is none. */
export type Placeholder = { ts: string } | { refusedWith: string };

/** Longer than this nobody waits for Slack to confirm the placeholder: the reading begins without it. */
const PATIENCE_MS = 4_000;

export interface Timings {
  /** A wait that is longer than this is told in the placeholder … */
  progressAfterMs: number;
  /** … and told again this often. */
  progressEveryMs: number;
  /** An answer that only the asker sees and that comes later than this is announced. */
  announceAfterMs: number;
}

export const TIMINGS: Timings = { progressAfterMs: 5_000, progressEveryMs: 10_000, announceAfterMs: 700 };

/** What it takes to say something, and to tell who runs the bot of it. */
type Speaking = { posting: Posting; log: Log };

/** Posts the placeholder where the answer belongs; where Slack does not let the bot, says with which code. */
export async function openPlaceholder(
  { posting, log }: Speaking,
  place: Place,
  question: Question,
): Promise<Placeholder> {
  try {
    return { ts: await posting.post(place, readingNotice(question)) };
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    // Of a revoked token only this tells whoever runs the bot: the asker's answer comes another way.
    const level = isNoMember(error.code) ? 'info' : 'warn';
    log[level]({ channel: place.channel, code: error.code, notes: error.notes }, 'the placeholder was refused');
    return { refusedWith: error.code };
  }
}

/** The placeholder if Slack confirms it soon; else `unconfirmed` for now, while `opening` goes on. */
export async function soonOpened(opening: Promise<Placeholder>): Promise<Placeholder> {
  const stop = new AbortController();
  const late: Placeholder = { refusedWith: 'unconfirmed' };
  const patience = pause(PATIENCE_MS, late, { signal: stop.signal }).catch(() => late);
  const first = await Promise.race([opening, patience]);
  stop.abort();
  return first;
}

/** Trouble that passes; whatever else Slack refuses with will be refused again. */
const PASSING = new Set(['unconfirmed', 'unreachable', 'rate_limited']);

/** Whether the message may stand in the channel although nobody knows where. */
export function isUnconfirmed(placeholder: Placeholder): boolean {
  return 'refusedWith' in placeholder && placeholder.refusedWith === 'unconfirmed';
}

/**
 * A second try for a placeholder that met trouble, now that there is something to put in its place. At worst an older
 * placeholder stands without an answer; the answer itself stands once.
 */
export async function reopened(
  speaking: Speaking,
  place: Place,
  placeholder: Placeholder,
  question: Question,
): Promise<Placeholder> {
  return 'refusedWith' in placeholder && PASSING.has(placeholder.refusedWith)
    ? openPlaceholder(speaking, place, question)
    : placeholder;
}

/** What is told while the answer is being read. */
export interface Wait {
  onProgress(progress: Progress): void;
  /** Nothing of the wait is told any more once this has resolved. */
  end(): Promise<void>;
}

/** Keeps the asker informed: edits the placeholder, or announces an answer that will be private. */
export function beginWait(
  { posting, log, timings }: { posting: Posting; log: Log; timings: Timings },
  place: Place,
  placeholder: Placeholder,
  question: Question,
): Wait {
  const startedAt = Date.now();
  let latest: Progress | null = null;
  let telling: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const tell = (say: () => Promise<void>) => {
    telling = telling.then(say).catch((error: unknown) => log.debug({ err: error }, 'progress could not be told'));
  };
  if ('ts' in placeholder) {
    const edit = (message: Message) => tell(() => posting.showProgress(place.channel, placeholder.ts, message));
    const tick = () => {
      edit(progressNotice(question, latest, Date.now() - startedAt));
      timer = setTimeout(tick, timings.progressEveryMs);
    };
    timer = setTimeout(tick, timings.progressAfterMs);
  } else {
    const announcement = isUnconfirmed(placeholder) ? slackIsSlowNotice(question) : readingNotice(question);
    timer = setTimeout(() => tell(() => sayPrivately(posting, place, announcement, log)), timings.announceAfterMs);
  }
  return {
    onProgress(progress) {
      latest = progress;
    },
    async end() {
      clearTimeout(timer);
      await telling;
    },
  };
}
