import type { App } from '@slack/bolt';
import { SparkcheckFailure } from '../failure.ts';
import { parseRequest, type Request } from '../request-grammar.ts';
import { targetsIn } from '../request-targets.ts';
import type { Message } from './blocks.ts';
import { failureFrom, startCheck, type CheckRequest } from './check.ts';
import { isForeign, mentionOrigin, requireAllowed, type Allowed } from './gate.ts';
import { badRequestNotice, failureNotice, stoppedNotice, wrongChannelNotice } from './failure-notices.ts';
import { listNotice } from './list-notice.ts';
import { helpNotice } from './notices.ts';
import { respondVia, sayPrivately, type Place } from './place.ts';
import type { Room } from './room.ts';
import type { Identity } from './sign-in.ts';
import { SlackRefusal } from './slack-call.ts';
import { tellPrivately } from './tell.ts';
import { completedByThread, formAtDoor } from './thread-memory.ts';

/** Names that the manifest gives these doors; manifest.test.ts holds both to each other. */
export const COMMAND = '/sparkcheck';
export const EVENTS = ['app_mention'] as const;

/** `/sparkcheck …` in a channel or a direct message; Slack itself refuses it inside threads. */
export function openCommandDoor(app: App, room: Room, allowed: Allowed): void {
  app.command(COMMAND, async ({ command, ack, respond }) => {
    const place: Place = {
      channel: command.channel_id,
      user: command.user_id,
      threadTs: null,
      form: 'thread',
      respond: respondVia(respond, room.log),
    };
    const request = parseRequest(command.text ?? '');
    const atOnce = instantAnswer(room, place, request, allowed);
    if (atOnce !== null) {
      await ack({ response_type: 'ephemeral', text: atOnce.text, blocks: atOnce.blocks });
      return;
    }
    await ack();
    later(room, () =>
      answerRequest(room, place, request, (message) => sayPrivately(room.posting, place, message, room.log)),
    );
  });
}

/** `@sparkcheck …`: a thread under the mention, or one message when it stands in somebody's thread. */
export function openMentionDoor(app: App, room: Room, allowed: Allowed, identity: Identity): void {
  app.event('app_mention', async ({ event, body }) => {
    // An edit of the mention is the same event type again; the first one was answered.
    if ('edited' in event && event.edited !== undefined) return;
    // Another app may mention without a person behind it (an alert); it is answered in its thread like anybody.
    const user = event.user ?? ('bot_id' in event && typeof event.bot_id === 'string' ? event.bot_id : null);
    if (user === null) return room.log.warn({ channel: event.channel }, 'a mention by nobody was not answered');
    const inThread = event.thread_ts !== undefined;
    const place: Place = {
      channel: event.channel,
      user,
      foreign: isForeign(identity, mentionOrigin(body)),
      threadTs: event.thread_ts ?? event.ts,
      form: inThread ? 'single' : 'thread',
      respond: null,
    };
    const typed = parseRequest(mentionedWords(event.text ?? '', identity.botUserId));
    const request = inThread ? completedByThread(room, place, typed) : typed;
    const say = async (message: Message) => {
      try {
        await room.posting.post(place, message);
      } catch (error) {
        if (!(error instanceof SlackRefusal)) throw error;
        await tellPrivately(room, place, { code: error.code, lost: false }, message);
      }
    };
    const atOnce = instantAnswer(room, place, request, allowed);
    later(room, () => (atOnce === null ? answerRequest(room, place, request, say) : say(atOnce)));
  });
}

/** What needs no reading: help, words that were not understood, and a refusal by the allow-lists. */
export function instantAnswer(room: Room, place: Place, request: Request, allowed: Allowed): Message | null {
  try {
    requireAllowed(allowed, place);
  } catch (error) {
    const failure = failureFrom(error, room.log);
    return failure.facts.reason === 'channel'
      ? wrongChannelNotice(failure, room.apology, allowed.channels ?? [])
      : failureNotice(failure, room.apology);
  }
  if (request.kind === 'help') return helpNotice(room.ask.serverNames({ channel: place.channel }));
  if (request.kind !== 'bad-request') return null;
  const { asked, nearest, reason } = request;
  const failure = new SparkcheckFailure('bad-request', { asked, nearest: formAtDoor(request, COMMAND, place), reason });
  return badRequestNotice(
    failure,
    room.apology,
    parseRequest(nearest),
    place.form === 'single' ? place.threadTs : null,
  );
}

/** A list or a check. `say` is how this door says something that is no answer to a check. */
export async function answerRequest(
  room: Room,
  place: Place,
  request: Request,
  say: (message: Message) => Promise<void>,
): Promise<void> {
  if (request.kind === 'list') {
    await startList(room, place, request, say);
  } else if (isCheck(request)) {
    await startCheck(room, place, request);
  }
}

/** A list is told once: as it is, or as stopped when the process has to end before it is read. */
function startList(
  room: Room,
  place: Place,
  request: Extract<Request, { kind: 'list' }>,
  say: (message: Message) => Promise<void>,
): Promise<void> {
  let told = false;
  const once = async (message: Message) => {
    if (told) return;
    told = true;
    await say(message);
  };
  const work = listMessage(room, place, request).then(once);
  room.running.track(work, () => once(stoppedNotice(null)));
  return work;
}

async function listMessage(room: Room, place: Place, { list }: Extract<Request, { kind: 'list' }>): Promise<Message> {
  const threadTs = place.form === 'single' ? place.threadTs : null;
  try {
    return listNotice(await room.ask.list(list, { channel: place.channel }), list, threadTs);
  } catch (error) {
    return failureNotice(failureFrom(error, room.log), room.apology, { list, threadTs });
  }
}

export function isCheck(request: Request): request is CheckRequest {
  return request.kind === 'question' || request.kind === 'handoff';
}

/** The line that the mention stands in, without the mention; the whole text where only another line names an application. */
function mentionedWords(text: string, botUserId: string): string {
  const mention = new RegExp(`<@${botUserId}(?:\\|[^>]*)?>`, 'g');
  const line = text.split('\n').find((one) => one.search(mention) >= 0 && one.replace(mention, '').trim() !== '');
  const words = (line ?? text).replace(mention, ' ');
  const whole = text.replace(mention, ' ');
  return targetsIn(words).length === 0 && targetsIn(whole).length > 0 && !isUnderstood(words)
    ? whole.replaceAll('\n', ' ')
    : words;
}

function isUnderstood(words: string): boolean {
  return parseRequest(words).kind !== 'bad-request';
}

/** Work that starts after the acknowledgement has left, in its turn. */
export function later(room: Room, work: () => Promise<void>): void {
  accept(room, room.pacing.turnToStart().then(work));
}

/** Counts work as accepted from this moment, so that a stop waits for it. */
export function accept(room: Room, work: Promise<void>): void {
  const done = work.catch((error: unknown) =>
    room.log.error({ err: error }, 'something that was accepted could not be told'),
  );
  room.running.track(done, async () => undefined);
}
