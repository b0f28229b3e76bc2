import type { Told } from './ask.ts';
import { section, type Message } from './blocks.ts';
import { buttonRow, detailsButton } from './buttons.ts';
import { fitted } from './message-size.ts';
import { privateNote, sayPrivately, type Place } from './place.ts';
import type { Room } from './room.ts';
import { singleMessage } from './single-message.ts';
import { SlackRefusal } from './slack-call.ts';
import { threadMessages } from './thread-messages.ts';

/**
 * The whole thread: the root over the placeholder, then the replies, each awaited, because Slack orders a thread by
 * arrival. A reply that Slack did not confirm is not posted again (it may be there); the root then says which one to look
 * for. When the place goes away in the middle, the asker gets the short form.
 */
export async function tellThread(room: Room, place: Place, rootTs: string, told: Told): Promise<void> {
  const { narration, question } = told;
  const { root, replies } = threadMessages(narration, question);
  const threadTs = place.threadTs ?? rootTs;
  const unconfirmed: number[] = [];
  try {
    await room.posting.update(place.channel, rootTs, root);
    for (const [position, reply] of replies.entries()) {
      try {
        await room.posting.post({ channel: place.channel, threadTs }, reply);
      } catch (error) {
        if (!(error instanceof SlackRefusal && error.code === 'unconfirmed')) throw error;
        unconfirmed.push(position + 1);
      }
    }
    if (unconfirmed.length > 0) await room.posting.update(place.channel, rootTs, withMissing(root, unconfirmed, told));
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    room.log.warn({ channel: place.channel, code: error.code }, 'a thread could not be finished');
    const note = privateNote(error.code, place.channel);
    await sayPrivately(
      room.posting,
      place,
      singleMessage(narration, question, { note, threadTs: place.threadTs }),
      room.log,
    );
  }
}

function withMissing(root: Message, replies: number[], { question }: Told): Message {
  const which = replies.length === 1 ? `reply ${replies.join('')}` : `replies ${replies.join(', ')}`;
  const note = `Slack did not confirm ${which} of this thread. If something is missing, "Show details" has it.`;
  const buttons = root.blocks.filter(({ type }) => type === 'actions');
  const words = root.blocks.filter(({ type }) => type !== 'actions');
  return {
    ...root,
    blocks: fitted([
      ...words,
      section({ type: 'text', text: note }),
      ...buttons,
      ...buttonRow([detailsButton(question)]),
    ]),
  };
}
