import type { Message } from './blocks.ts';
import { LOST_PLACEHOLDER, withNotes } from './message-size.ts';
import { isClosedPlace, isGoneMessage, type Place } from './place.ts';
import type { Room } from './room.ts';
import { SlackRefusal } from './slack-call.ts';

/** Where a message stands, or why it stands nowhere; `stays`: the placeholder may still say "Reading …". */
export type Put = { ts: string; stays: boolean } | { refusedWith: string; stays: boolean };

/** An edit is repeated, so that its trouble ends in one of these, and any of the tries may have worked. */
const MAY_HAVE_HAPPENED = new Set(['unreachable', 'rate_limited']);

/**
 * Puts a message in the placeholder's stead. Where Slack refuses the edit, the placeholder is taken away and the message is
 * posted anew: a "Reading …" that nobody ends is worse than a moved answer. It is not posted anew where the place takes
 * nothing more, or where somebody has removed the placeholder on purpose.
 */
export async function putOverPlaceholder(
  { posting, log }: Pick<Room, 'posting' | 'log'>,
  { channel, threadTs }: Place,
  placeholderTs: string,
  message: Message,
): Promise<Put> {
  const refused = await refusalOf(() => posting.update(channel, placeholderTs, message));
  if (refused === null) return { ts: placeholderTs, stays: false };
  log.warn({ channel, code: refused }, 'the placeholder can not be edited; it is taken away');
  // Waiting out the limit a second time would only keep the asker waiting.
  const notRemoved =
    refused === 'rate_limited' ? refused : await refusalOf(() => posting.remove(channel, placeholderTs));
  const stays = notRemoved !== null && !isGoneMessage(notRemoved);
  // An edit that Slack never confirmed may stand there: while it can not be taken away, a second answer would be one too many.
  const uncertain = stays && MAY_HAVE_HAPPENED.has(refused);
  if (isClosedPlace(refused) || isGoneMessage(refused) || uncertain) return { refusedWith: refused, stays };
  try {
    const anew = stays ? withNotes(message, [LOST_PLACEHOLDER]) : message;
    return { ts: await posting.post({ channel, threadTs }, anew), stays };
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    return { refusedWith: error.code, stays };
  }
}

async function refusalOf(call: () => Promise<void>): Promise<string | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof SlackRefusal) return error.code;
    throw error;
  }
}
