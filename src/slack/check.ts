import { randomBytes } from 'node:crypto';
import { SparkcheckFailure } from '../failure.ts';
import type { Question } from '../question.ts';
import { typedForm } from '../request-grammar.ts';
import { idsIn } from '../request-targets.ts';
import type { Told } from './ask.ts';
import { tell, type Destination } from './tell.ts';
import { tellThread } from './tell-thread.ts';
import type { Log } from './log.ts';
import { failureNotice, stoppedNotice } from './failure-notices.ts';
import type { Place } from './place.ts';
import { beginWait, isUnconfirmed, openPlaceholder, reopened, soonOpened, type Placeholder } from './placeholder.ts';
import type { Room } from './room.ts';
import { handoffMessage, singleMessage } from './single-message.ts';
import { expectInThread, rememberThread } from './thread-memory.ts';

export interface CheckRequest {
  kind: 'question' | 'handoff';
  question: Question;
}

/** One check from the placeholder to the last reply; never rejects, and always ends in one answer. */
export function startCheck(room: Room, place: Place, request: CheckRequest): Promise<void> {
  const state: CheckState = { placeholder: null, lost: false, stage: 'reading' };
  const work = checkAndTell(room, place, request, state)
    .catch(async (error: unknown) => {
      const { question } = request;
      const message = failureNotice(failureFrom(error, room.log), room.apology, { question, threadTs: place.threadTs });
      if (mayTell(state)) await tell(room, place, state, message);
    })
    .catch((error: unknown) => room.log.error({ err: error }, 'a failure could not be told'));
  room.running.track(work, async () => {
    // What is on its way to Slack can not be called back; a second word over it would contradict it.
    if (state.stage === 'telling') return work;
    state.stage = 'abandoned';
    await tell(room, place, state, stoppedNotice(request.question));
  });
  return work;
}

interface CheckState extends Destination {
  /** `abandoned`: the asker was told that no answer comes; a late one must not follow. */
  stage: 'reading' | 'telling' | 'abandoned';
}

/** Whether the answer may be told; from now on nothing else is. */
function mayTell(state: CheckState): boolean {
  if (state.stage === 'abandoned') return false;
  state.stage = 'telling';
  return true;
}

async function checkAndTell(room: Room, place: Place, request: CheckRequest, state: CheckState): Promise<void> {
  const { kind, question } = request;
  const opening = room.pacing.firstWord(openPlaceholder(room, place, question));
  const placeholder = await soonOpened(opening);
  state.placeholder = placeholder;
  const thread = threadOf(place, placeholder);
  // Somebody may ask on while this is still read.
  if (thread !== null) expectInThread(room, thread, question);
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
    state.placeholder = state.stage === 'abandoned' ? first : await reopened(room, place, first, question);
  }
  const toldIn = threadOf(place, state.placeholder);
  if (toldIn !== null) rememberThread(room, toldIn, told.question);
  if (!mayTell(state)) return;
  if (kind === 'handoff') return tell(room, place, state, handoffMessage(told.narration, told.question));
  if (place.form === 'thread' && 'ts' in state.placeholder) {
    return tellThread(room, place, { ts: state.placeholder.ts, lost: state.lost }, told);
  }
  await tell(room, place, state, singleMessage(told.narration, told.question, { threadTs: place.threadTs }));
}

/** The thread that others see the answer in; `null` where only the asker sees it. */
function threadOf(
  { channel, threadTs }: Place,
  placeholder: Placeholder,
): { channel: string; threadTs: string } | null {
  return 'ts' in placeholder ? { channel, threadTs: threadTs ?? placeholder.ts } : null;
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
