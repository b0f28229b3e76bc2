import { typedForm, type Request } from '../request-grammar.ts';
import type { Told } from './ask.ts';
import type { Message, Modal } from './blocks.ts';
import { failureFrom, rememberTold } from './check.ts';
import { instantAnswer } from './doors.ts';
import type { Allowed } from './gate.ts';
import { failureNotice } from './notices.ts';
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
  try {
    const told = lately ?? (await room.ask.answer(request.question, () => undefined, { channel: place.channel }));
    rememberTold(room, told);
    if (viewId === null) await sayPrivately(room.posting, place, shown.message(told), room.log);
    else await room.posting.updateModal(viewId, shown.modal(told));
  } catch (error) {
    const notice = failureNotice(failureFrom(error, room.log), room.apology, { question: request.question });
    const words = notice.blocks.filter(({ type }) => type !== 'actions');
    if (viewId === null) await sayPrivately(room.posting, place, notice, room.log);
    else await room.posting.updateModal(viewId, noticeModal(shown.title, words)).catch(() => undefined);
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
