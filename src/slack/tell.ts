import type { Message } from './blocks.ts';
import { LOST_PLACEHOLDER, withNotes } from './message-size.ts';
import { putOverPlaceholder } from './over-placeholder.ts';
import { privateNote, sayPrivately, type Place } from './place.ts';
import type { Placeholder } from './placeholder.ts';
import type { Room } from './room.ts';

/** Where an answer is to stand. */
export interface Destination {
  /** `null`: none was tried yet. */
  placeholder: Placeholder | null;
  /** A "Reading …" may stand in the channel that can never be edited: Slack did not say where it is. */
  lost: boolean;
}

const LOST_ELSEWHERE = 'If a "Reading …" without an answer stands in the channel, this is its answer.';

/** Slack said nothing that could be relied on: whatever was sent may stand there. */
const UNSURE = new Set(['unconfirmed', 'unreachable']);

/**
 * One message to the place: over the placeholder where there is one, else to the asker alone, with why it is private and
 * which line in the channel it answers.
 */
export async function tell(room: Room, place: Place, to: Destination, message: Message): Promise<void> {
  const { placeholder, lost } = to;
  if (placeholder === null) return sayPrivately(room.posting, place, message, room.log);
  if ('refusedWith' in placeholder) return tellPrivately(room, place, { code: placeholder.refusedWith, lost }, message);
  const noted = lost ? withNotes(message, [LOST_PLACEHOLDER]) : message;
  const put = await putOverPlaceholder(room, place, placeholder.ts, noted);
  if ('refusedWith' in put) {
    await tellPrivately(room, place, { code: put.refusedWith, lost: lost || put.stays }, message);
  }
}

/** To the asker alone, because Slack refused the place with `code`. */
export function tellPrivately(
  room: Pick<Room, 'posting' | 'log'>,
  place: Place,
  { code, lost }: { code: string; lost: boolean },
  message: Message,
): Promise<void> {
  const notes = [privateNote(code, place.channel), ...(lost || UNSURE.has(code) ? [LOST_ELSEWHERE] : [])];
  return sayPrivately(room.posting, place, withNotes(message, notes), room.log);
}
