import { formWithId, type BadRequest, type Request } from '../request-grammar.ts';
import type { Question } from '../question.ts';
import { BOT_NAME, type Place } from './place.ts';
import type { Room } from './room.ts';

type Thread = Pick<Place, 'channel' | 'threadTs'>;

/**
 * Remembers what a thread is about, so that a later mention in it needs no id. The bot may not read messages (it has no
 * history scope): it knows the threads that it answered in since it was started, and of these the latest.
 */
export function rememberThread(
  { threads }: Pick<Room, 'threads'>,
  { channel, threadTs }: Thread,
  about: Question,
): void {
  if (threadTs !== null) threads.set(keyOf(channel, threadTs), about);
}

/**
 * Remembers the application while it is still read, in a thread that is about nothing yet. Not the part: a stage that there
 * is not would be asked for again by every later word in the thread.
 */
export function expectInThread(
  room: Pick<Room, 'threads'>,
  thread: Thread,
  { query: _query, job: _job, stage: _stage, ...whole }: Question,
): void {
  const known = thread.threadTs === null ? undefined : room.threads.get(keyOf(thread.channel, thread.threadTs));
  if (known === undefined) rememberThread(room, thread, whole);
}

/** A request that names no application, asked in a thread that is about one; any other request as it is. */
export function completedByThread(
  room: Pick<Room, 'threads'>,
  { channel, threadTs }: Thread,
  request: Request,
): Request {
  if (request.kind !== 'bad-request' || request.about === undefined || threadTs === null) return request;
  const known = room.threads.get(keyOf(channel, threadTs));
  if (known === undefined) return request;
  const { kind, part } = request.about;
  const named = part.query !== undefined || part.job !== undefined || part.stage !== undefined;
  const { query: _query, job: _job, stage: _stage, ...whole } = known;
  return { kind, question: { ...(named ? whole : known), ...part } };
}

/** What would have been understood, as it is typed at this door. */
export function formAtDoor(
  { about, nearest }: BadRequest,
  command: string,
  { respond }: Pick<Place, 'respond'>,
): string {
  if (about === undefined) return nearest;
  return `${respond === null ? BOT_NAME : command} ${formWithId(about)}`;
}

function keyOf(channel: string, threadTs: string): string {
  return `${channel} ${threadTs}`;
}
