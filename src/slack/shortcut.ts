import type { App } from '@slack/bolt';
import { SparkcheckFailure } from '../failure.ts';
import type { Request } from '../request-grammar.ts';
import { targetsIn } from '../request-targets.ts';
import type { Message } from './blocks.ts';
import { startCheck } from './check.ts';
import { instantAnswer, later } from './doors.ts';
import { isForeign, presserOrigin, type Allowed } from './gate.ts';
import { failureNotice } from './failure-notices.ts';
import { whichNotice } from './notices.ts';
import { respondVia, sayPrivately, type Place } from './place.ts';
import type { Room } from './room.ts';
import type { Identity } from './sign-in.ts';

/** The shortcut's callback id in the manifest. */
export const SHORTCUT = 'check_this_spark_app';

/** "Check this Spark app" on a message: as if the application had been named in that message's thread. */
export function openShortcutDoor(app: App, room: Room, allowed: Allowed, identity: Identity): void {
  app.shortcut({ callback_id: SHORTCUT, type: 'message_action' }, async ({ ack, shortcut, respond }) => {
    await ack();
    if (shortcut.type !== 'message_action') return;
    const { message } = shortcut;
    const threadTs = typeof message.thread_ts === 'string' ? message.thread_ts : message.ts;
    const place: Place = {
      channel: shortcut.channel.id,
      user: shortcut.user.id,
      foreign: isForeign(identity, presserOrigin(shortcut)),
      threadTs,
      form: 'single',
      respond: respondVia(respond, room.log),
    };
    const say = (notice: Message) => sayPrivately(room.posting, place, notice, room.log);
    const targets = targetsIn(wordsIn([message.text, message.blocks, message.attachments]));
    const [only] = targets;
    const request: Request | null =
      only !== undefined && targets.length === 1 ? { kind: 'question', question: { target: only } } : null;
    const atOnce = instantAnswer(room, place, request ?? { kind: 'list', list: {} }, allowed);
    later(room, async () => {
      if (atOnce !== null) return say(atOnce);
      if (request !== null) return startCheck(room, place, request);
      if (targets.length > 1) return say(whichNotice(targets, threadTs));
      const failure = new SparkcheckFailure('bad-request', {
        asked: 'this message',
        nearest: 'list',
        reason: 'no-application',
      });
      return say(failureNotice(failure, room.apology));
    });
  });
}

/** All texts inside a message, its blocks and attachments: an alert may name the application anywhere. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(wordsIn).join(' ');
}
