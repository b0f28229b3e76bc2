import type { Message } from './blocks.ts';
import type { Room } from './room.ts';
import { isClosedPlace, isGoneMessage, type Place } from './place.ts';
import { SlackRefusal } from './slack-call.ts';

/**
 * Puts a message in the placeholder's stead and gives the `ts` under which it stands now. Where Slack refuses the edit, the
 * placeholder is taken away and the message is posted anew: a "Reading …" that nobody ends is worse than a moved answer.
 * Throws `SlackRefusal` when the place takes nothing more, or when somebody has removed the placeholder on purpose.
 */
export async function putOverPlaceholder(
  { posting, log }: Pick<Room, 'posting' | 'log'>,
  place: Place,
  placeholderTs: string,
  message: Message,
): Promise<string> {
  try {
    await posting.update(place.channel, placeholderTs, message);
    return placeholderTs;
  } catch (error) {
    if (!(error instanceof SlackRefusal) || isClosedPlace(error.code)) throw error;
    log.warn({ channel: place.channel, code: error.code }, 'the placeholder can not be edited; it is taken away');
    const removed = await isRemoved(posting, place.channel, placeholderTs);
    // An edit that Slack never confirmed may stand there: while it can not be taken away, a second answer would be one too many.
    if (isGoneMessage(error.code) || (!removed && MAY_HAVE_HAPPENED.has(error.code))) throw error;
  }
  return posting.post(place, message);
}

/** An edit is repeated, so that its trouble ends in one of these, and any of the tries may have worked. */
const MAY_HAVE_HAPPENED = new Set(['unreachable', 'rate_limited']);

async function isRemoved(posting: Room['posting'], channel: string, ts: string): Promise<boolean> {
  try {
    await posting.remove(channel, ts);
    return true;
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    return isGoneMessage(error.code);
  }
}
