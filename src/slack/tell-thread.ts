import type { Told } from './ask.ts';
import type { Question } from '../question.ts';
import type { Message } from './blocks.ts';
import { buttonRow, detailsButton } from './buttons.ts';
import { fitted, LOST_PLACEHOLDER, withNotes } from './message-size.ts';
import type { Place } from './place.ts';
import { tellPrivately } from './tell.ts';
import type { Room } from './room.ts';
import { putOverPlaceholder } from './over-placeholder.ts';
import { singleMessage } from './single-message.ts';
import { SlackRefusal } from './slack-call.ts';
import { rememberThread } from './thread-memory.ts';
import { threadMessages } from './thread-messages.ts';

/**
 * The whole thread: the root over the placeholder, then the replies, each awaited, because Slack orders a thread by
 * arrival. A reply that Slack did not confirm is not posted again (it may be there); the root then says which one to look
 * for. When the place goes away in the middle, the asker gets the short form.
 */
export async function tellThread(
  room: Room,
  place: Place,
  placeholder: { ts: string; lost: boolean },
  told: Told,
): Promise<void> {
  const { narration, question } = told;
  const { channel } = place;
  const { root, replies } = threadMessages(narration, question);
  const noted = withNotes(root, placeholder.lost ? [LOST_PLACEHOLDER] : []);
  const put = await putOverPlaceholder(room, place, placeholder.ts, noted);
  const lost = placeholder.lost || put.stays;
  const notes = lost ? [LOST_PLACEHOLDER] : [];
  const privately = (code: string) =>
    tellPrivately(room, place, { code, lost }, singleMessage(narration, question, { threadTs: place.threadTs }));
  if ('refusedWith' in put) return privately(put.refusedWith);
  const threadTs = place.threadTs ?? put.ts;
  rememberThread(room, { channel, threadTs }, question);
  try {
    // The verdict at once; only the replies of two checks in one channel take turns.
    const unconfirmed = await room.turns.take(channel, () => postReplies(room, { channel, threadTs }, replies));
    if (unconfirmed.length > 0) {
      await room.posting
        .update(channel, put.ts, withMissing(root, unconfirmed, notes, question))
        .catch((error: unknown) => {
          room.log.warn({ channel, err: error }, 'the root does not name its unconfirmed replies');
        });
    }
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    room.log.warn({ channel, code: error.code }, 'a thread could not be finished');
    await privately(error.code);
  }
}

/** Posts one after another; gives the positions (from 1) of those that Slack did not confirm. */
async function postReplies(
  { posting }: Room,
  thread: { channel: string; threadTs: string },
  replies: Message[],
): Promise<number[]> {
  const unconfirmed: number[] = [];
  for (const [position, reply] of replies.entries()) {
    try {
      await posting.post(thread, reply);
    } catch (error) {
      if (!(error instanceof SlackRefusal && error.code === 'unconfirmed')) throw error;
      unconfirmed.push(position + 1);
    }
  }
  return unconfirmed;
}

function withMissing(root: Message, replies: number[], notes: string[], question: Question): Message {
  const which = replies.length === 1 ? `reply ${replies.join('')}` : `replies ${replies.join(', ')}`;
  const note = `Slack did not confirm ${which} of this thread. If something is missing, "Show details" has it.`;
  const noted = withNotes(root, [...notes, note]);
  return { ...noted, blocks: fitted([...noted.blocks, ...buttonRow([detailsButton(question)])]) };
}
