import { randomBytes } from 'node:crypto';
import { SparkcheckFailure } from '../failure.ts';
import type { Question } from '../question.ts';
import { typedForm } from '../request-grammar.ts';
import { idsIn } from '../request-targets.ts';
import type { Told } from './ask.ts';
import type { Message } from './blocks.ts';
import { withNotes } from './message-size.ts';
import { tellThread } from './tell-thread.ts';
import type { Log } from './log.ts';
import { failureNotice, stoppedNotice } from './failure-notices.ts';
import { privateNote, sayPrivately, type Place } from './place.ts';
import { putOverPlaceholder } from './over-placeholder.ts';
import { beginWait, isUnconfirmed, openPlaceholder, reopened, soonOpened, type Placeholder } from './placeholder.ts';
import type { Room } from './room.ts';
import { handoffMessage, singleMessage } from './single-message.ts';
import { SlackRefusal } from './slack-call.ts';
import { rememberThread } from './thread-memory.ts';

export interface CheckRequest {
  kind: 'question' | 'handoff';
  question: Question;
}

/** One check from the placeholder to the last reply; never rejects, and always ends in one answer. */
export function startCheck(room: Room, place: Place, request: CheckRequest): Promise<void> {
  const state: CheckState = { placeholder: null, lost: false, abandoned: false, telling: false };
  const work = checkAndTell(room, place, request, state)
    .catch(async (error: unknown) => {
      const { question } = request;
      const message = failureNotice(failureFrom(error, room.log), room.apology, { question, threadTs: place.threadTs });
      await tell(room, place, state, message);
    })
    .catch((error: unknown) => room.log.error({ err: error }, 'a failure could not be told'));
  room.running.track(work, async () => {
    // Half a thread has its verdict in the root already, with a button to ask again: nothing better can be said over it.
    if (state.telling) return;
    state.abandoned = true;
    await tell(room, place, { ...state, abandoned: false }, stoppedNotice(request.question));
  });
  return work;
}

interface CheckState {
  /** Where the answer will stand, as far as that is known; `null` before it was tried. */
  placeholder: Placeholder | null;
  /** A "Reading …" may stand in the channel that can never be edited: Slack did not say where it is. */
  lost: boolean;
  /** The asker was told that no answer comes; a late one must not follow. */
  abandoned: boolean;
  telling: boolean;
}

async function checkAndTell(room: Room, place: Place, request: CheckRequest, state: CheckState): Promise<void> {
  const { kind, question } = request;
  const opening = room.pacing.firstWord(openPlaceholder(room, place, question));
  const placeholder = await soonOpened(opening);
  state.placeholder = placeholder;
  const thread = threadOf(place, placeholder);
  // Somebody may ask on while this is still read.
  if (thread !== null) rememberThread(room, thread, question);
  const wait = beginWait(room, place, placeholder, question);
  let told: Told;
  try {
    await room.pacing.turnToRead();
    told = await room.ask.answer(question, wait.onProgress, { channel: place.channel });
    rememberTold(room, told);
  } finally {
    // Until Slack has confirmed the placeholder, the asker is told that something is on its way.
    const first = await opening;
    await wait.end();
    state.lost = isUnconfirmed(first);
    state.placeholder = state.abandoned ? first : await reopened(room, place, first, question);
  }
  if (state.abandoned) return;
  const toldIn = threadOf(place, state.placeholder);
  if (toldIn !== null) rememberThread(room, toldIn, told.question);
  if (kind === 'handoff') {
    await tell(room, place, state, handoffMessage(told.narration, told.question));
    return;
  }
  if (place.form === 'thread' && 'ts' in state.placeholder) {
    state.telling = true;
    await tellThread(room, place, state.placeholder.ts, told, state.lost ? [LOST_PLACEHOLDER] : []);
    return;
  }
  await tell(room, place, state, singleForm(told, place), (code) => singleForm(told, place, code));
}

const LOST_PLACEHOLDER =
  'Slack did not confirm my first line here. If a "Reading …" without an answer stands above, this is its answer.';

/** The thread that others see the answer in; `null` where only the asker sees it. */
function threadOf(
  { channel, threadTs }: Place,
  placeholder: Placeholder,
): { channel: string; threadTs: string } | null {
  return 'ts' in placeholder ? { channel, threadTs: threadTs ?? placeholder.ts } : null;
}

/**
 * One message to the place: over the placeholder where there is one, else to the asker alone. `privately` makes the form
 * for the asker, which says why it is private.
 */
async function tell(
  room: Room,
  place: Place,
  { placeholder, lost, abandoned }: Pick<CheckState, 'placeholder' | 'lost' | 'abandoned'>,
  message: Message,
  privately: (code: string) => Message = () => message,
): Promise<void> {
  if (abandoned) return;
  let code = placeholder !== null && 'refusedWith' in placeholder ? placeholder.refusedWith : 'unconfirmed';
  if (placeholder !== null && 'ts' in placeholder) {
    try {
      await putOverPlaceholder(room, place, placeholder.ts, lost ? withNotes(message, [LOST_PLACEHOLDER]) : message);
      return;
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      code = error.code;
    }
  }
  await sayPrivately(room.posting, place, privately(code), room.log);
}

export function singleForm({ narration, question }: Told, place: Place, code: string | null = null): Message {
  const note = code === null ? null : privateNote(code, place.channel);
  return singleMessage(narration, question, { note, threadTs: place.threadTs });
}

export function rememberTold(room: Pick<Room, 'told'>, told: Told): void {
  const line = typedForm({ kind: 'question', question: told.question });
  if (line !== null) room.told.set(line, told);
}

/** A known failure as it is; anything else is a bug, logged whole under an id that the asker can quote. */
export function failureFrom(error: unknown, log: Log): SparkcheckFailure {
  if (error instanceof SparkcheckFailure) {
    const application = idsIn(error.facts.asked ?? '')[0] ?? null;
    log.info({ failure: error.kind, application, cause: error.cause }, 'a question could not be answered');
    return error;
  }
  const bugId = randomBytes(4).toString('hex');
  log.error({ bugId, err: error }, 'a bug ended a check');
  return new SparkcheckFailure('bug', { bugId }, { cause: error });
}
