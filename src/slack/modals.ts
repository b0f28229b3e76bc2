import { typedForm, type Request } from '../request-grammar.ts';
import type { Told } from './ask.ts';
import type { Message, Modal } from './blocks.ts';
import { failureFrom, rememberTold } from './check.ts';
import { instantAnswer } from './doors.ts';
import type { Allowed } from './gate.ts';
import { failureNotice, stoppedNotice } from './failure-notices.ts';
import { notice, OLD_BUTTON } from './notices.ts';
import { sayPrivately, type Place } from './place.ts';
import type { Room } from './room.ts';
import {
  detailsMessage,
  detailsModal,
  handoffMessage,
  handoffModal,
  noticeModal,
  waitingModal,
} from './single-message.ts';
import { SlackRefusal } from './slack-call.ts';

/** What a modal about an answer shows. */
export interface Shown {
  title: string;
  modal: (told: Told) => Modal;
  /** The same as a message, for when Slack does not open the modal. */
  message: (told: Told) => Message;
}

/**
 * Opens a modal about an answer: at once where the answer was told lately; else a waiting one that is filled when the
 * answer was read again, because Slack gives three seconds from the press.
 */
export async function openModal(
  room: Room,
  place: Place,
  triggerId: string,
  request: Request,
  shown: Shown,
  allowed: Allowed,
): Promise<void> {
  if (request.kind !== 'question') {
    return sayPrivately(room.posting, place, notice(OLD_BUTTON), room.log);
  }
  const refusal = instantAnswer(room, place, request, allowed);
  if (refusal !== null) return sayPrivately(room.posting, place, refusal, room.log);
  const lately = room.told.get(typedForm(request) ?? '');
  let viewId: string | null = null;
  try {
    viewId = await room.posting.openModal(
      triggerId,
      lately === undefined ? waitingModal(shown.title) : shown.modal(lately),
    );
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    room.log.warn({ code: error.code, notes: error.notes }, 'a modal could not be opened; the text goes as a message');
  }
  if (lately !== undefined && viewId !== null) return;
  await fillIn(room, place, request, shown, viewId, lately);
}

async function fillIn(
  room: Room,
  place: Place,
  request: Extract<Request, { kind: 'question' }>,
  shown: Shown,
  viewId: string | null,
  lately: Told | undefined,
): Promise<void> {
  let filled = false;
  const fill = async ({ modal, message }: { modal: Modal; message: Message }) => {
    if (filled) return;
    filled = true;
    if (viewId !== null && (await isFilled(room, viewId, modal))) return;
    await sayPrivately(room.posting, place, message, room.log);
    // A window that goes on saying "Reading …" would be waited for.
    if (viewId !== null) await isFilled(room, viewId, noticeModal(shown.title, notice(ELSEWHERE).blocks));
  };
  const work = read(room, place, request, shown, lately).then(fill);
  room.running.track(work, () => fill(inBoth(shown, stoppedNotice(request.question))));
  await work;
}

const ELSEWHERE = 'The text came as a message that only you see: Slack did not take it here.';

async function read(
  room: Room,
  place: Place,
  { question }: Extract<Request, { kind: 'question' }>,
  shown: Shown,
  lately: Told | undefined,
): Promise<{ modal: Modal; message: Message }> {
  try {
    const told = lately ?? (await room.ask.answer(question, () => undefined, { channel: place.channel }));
    rememberTold(room, told);
    return { modal: shown.modal(told), message: shown.message(told) };
  } catch (error) {
    return inBoth(shown, failureNotice(failureFrom(error, room.log), room.apology, { question }));
  }
}

/** A notice as a window too, which has no room for buttons that post into the channel behind it. */
function inBoth(shown: Shown, message: Message): { modal: Modal; message: Message } {
  const blocks = message.blocks.filter(({ type }) => type !== 'actions');
  return { modal: noticeModal(shown.title, blocks), message };
}

/** True also when the person has closed the modal meanwhile: they no longer wait for it. */
async function isFilled(room: Room, viewId: string, modal: Modal): Promise<boolean> {
  try {
    await room.posting.updateModal(viewId, modal);
    return true;
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    room.log.info({ code: error.code, notes: error.notes }, 'a modal could not be filled');
    return error.code === 'not_found' || error.code === 'view_not_found';
  }
}

export const HANDOFF: Shown = {
  title: 'Hand-off text',
  modal: ({ narration }) => handoffModal(narration),
  message: ({ narration, question }) => handoffMessage(narration, question),
};

export const DETAILS: Shown = {
  title: 'The five checks',
  modal: ({ narration }) => detailsModal(narration),
  message: ({ narration, question }) => detailsMessage(narration, question),
};
