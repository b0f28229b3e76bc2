import { typedForm, type Request } from '../request-grammar.ts';
import type { Told } from './ask.ts';
import type { Message, Modal } from './blocks.ts';
import { failureFrom, rememberTold } from './check.ts';
import { instantAnswer } from './doors.ts';
import type { Allowed } from './gate.ts';
import { failureNotice } from './failure-notices.ts';
import { sayPrivately, type Place } from './place.ts';
import type { Room } from './room.ts';
import {
  detailsModal,
  handoffMessage,
  handoffModal,
  noticeModal,
  singleMessage,
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
  if (request.kind !== 'question') return;
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
  let modal: Modal;
  let message: Message;
  try {
    const told = lately ?? (await room.ask.answer(request.question, () => undefined, { channel: place.channel }));
    rememberTold(room, told);
    modal = shown.modal(told);
    message = shown.message(told);
  } catch (error) {
    message = failureNotice(failureFrom(error, room.log), room.apology, { question: request.question });
    // A modal has no room for buttons that post into the channel behind it.
    modal = noticeModal(
      shown.title,
      message.blocks.filter(({ type }) => type !== 'actions'),
    );
  }
  if (viewId !== null && (await isFilled(room, viewId, modal))) return;
  await sayPrivately(room.posting, place, message, room.log);
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
  message: ({ narration, question }) => singleMessage(narration, question),
};
