import type { App, BlockAction, ButtonAction, RespondFn } from '@slack/bolt';
import { parseRequest } from '../request-grammar.ts';
import type { Message } from './blocks.ts';
import { ACTIONS, CHECK_ACTION, threadOfBlockId, UNKNOWN_ACTION } from './buttons.ts';
import { startCheck } from './check.ts';
import { accept, answerRequest, instantAnswer, isCheck, later } from './doors.ts';
import { isForeign, presserOrigin, type Allowed } from './gate.ts';
import { DETAILS, HANDOFF, openModal, type Shown } from './modals.ts';
import { notice, OLD_BUTTON } from './notices.ts';
import { respondVia, sayPrivately, type Place } from './place.ts';
import type { Room } from './room.ts';
import type { Identity } from './sign-in.ts';

type Press = BlockAction<ButtonAction>;

/** The buttons under answers, failures and lists. Each carries the line that somebody could have typed. */
export function openButtons(app: App, room: Room, allowed: Allowed, identity: Identity): void {
  // The link opens in the browser; Slack still wants the press acknowledged.
  app.action<Press>({ type: 'block_actions', action_id: ACTIONS.openUi }, async ({ ack }) => ack());

  app.action<Press>({ type: 'block_actions', action_id: UNKNOWN_ACTION }, async ({ ack, body, action, respond }) => {
    await ack();
    const place = placeOfPress(body, action, { room, identity }, respond);
    later(room, () => sayPrivately(room.posting, place, notice(OLD_BUTTON), room.log));
  });

  const pressed = new Set<string>();
  for (const actionId of [ACTIONS.runAgain, CHECK_ACTION]) {
    app.action<Press>({ type: 'block_actions', action_id: actionId }, async ({ ack, body, action, respond }) => {
      await ack();
      const place = placeOfPress(body, action, { room, identity }, respond);
      const line = action.value ?? '';
      const request = parseRequest(line);
      const say = (message: Message) => sayPrivately(room.posting, place, message, room.log);
      const atOnce = instantAnswer(room, place, request, allowed);
      later(room, async () => {
        if (atOnce !== null) return say(atOnce);
        if (!isCheck(request)) return answerRequest(room, place, request, say);
        // A second tap while the first is still read would be a second thread about the same thing.
        const key = [place.channel, place.threadTs, body.message?.ts, line].join(' ');
        if (pressed.has(key)) return say(notice('I am already on it: the answer comes here in a moment.'));
        pressed.add(key);
        await startCheck(room, place, request).finally(() => pressed.delete(key));
      });
    });
  }

  const modals: [string, Shown][] = [
    [ACTIONS.handoff, HANDOFF],
    [ACTIONS.details, DETAILS],
  ];
  for (const [actionId, shown] of modals) {
    app.action<Press>({ type: 'block_actions', action_id: actionId }, async ({ ack, body, action, respond }) => {
      await ack();
      const place = placeOfPress(body, action, { room, identity }, respond);
      const request = parseRequest(action.value ?? '');
      // Not in a row with the checks: the press is good for three seconds.
      accept(room, openModal(room, place, body.trigger_id, request, shown, allowed));
    });
  }
}

/** Where a press asks: in the thread that the message stands in, or beside it in the channel. */
function placeOfPress(
  body: BlockAction,
  action: ButtonAction,
  { room, identity }: { room: Room; identity: Identity },
  respond: RespondFn,
): Place {
  const { channel, message, container, user } = body;
  const threadTs = threadOfBlockId(action.block_id) ?? textOr(container.thread_ts) ?? textOr(message?.thread_ts);
  // A root is listed with its own ts as thread_ts once it has replies; it still stands in the channel.
  const own = message?.ts ?? textOr(container.message_ts);
  const inThread = threadTs !== null && threadTs !== own;
  return {
    channel: channel?.id ?? textOr(container.channel_id) ?? user.id,
    user: user.id,
    foreign: isForeign(identity, presserOrigin(body)),
    threadTs: inThread ? threadTs : null,
    form: inThread ? 'single' : 'thread',
    respond: respondVia(respond, room.log),
  };
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
