import type { RespondFn } from '@slack/bolt';
import { section, type Message } from './blocks.ts';
import type { Log } from './log.ts';
import { fitted } from './message-size.ts';
import { inSomeForm, type Posting } from './posting.ts';
import { SlackRefusal } from './slack-call.ts';

/** Where somebody asked, and so where the answer goes. */
export interface Place {
  channel: string;
  user: string;
  /** Of another organisation, in a channel that is shared with it; left out: of our own. */
  foreign?: boolean;
  /** The thread that the answer belongs in; `null`: it starts one of its own. */
  threadTs: string | null;
  /** `thread`: a root and a reply a check. `single`: one message, because the thread is somebody else's. */
  form: 'thread' | 'single';
  /** To the asker alone, without a membership (a response_url); `null` where Slack gave none. */
  respond: Respond | null;
}

export type Respond = (message: Message) => Promise<void>;

/** The bot's name in the manifest, as a person has to type it. */
export const BOT_NAME = '@sparkcheck';

/** A response_url as a way to speak: ephemeral, never over another message. Throws `SlackRefusal` when it is used up or expired. */
export function respondVia(respond: RespondFn, log: Log): Respond {
  return async (message) => {
    try {
      await inSomeForm({ log }, message, async ({ text, blocks }) => {
        await respond({
          response_type: 'ephemeral',
          replace_original: false,
          text,
          ...(blocks.length > 0 && { blocks }),
        });
      });
    } catch (error) {
      if (error instanceof SlackRefusal) throw error;
      throw new SlackRefusal('response_url_refused', [], { cause: error });
    }
  };
}

/**
 * Tells the asker alone, by the first way that still works: the response_url, an ephemeral message in the channel, a
 * direct message. Never throws; when nothing works, the log says so, because nobody else can.
 */
export async function sayPrivately(posting: Posting, place: Place, message: Message, log: Log): Promise<void> {
  const { channel, user, threadTs, respond } = place;
  const ways: (() => Promise<unknown>)[] = [
    ...(respond === null ? [] : [() => respond(message)]),
    ...(threadTs === null ? [] : [() => posting.ephemeral({ channel, user, threadTs }, message)]),
    () => posting.ephemeral({ channel, user, threadTs: null }, message),
    () => posting.post({ channel: user, threadTs: null }, askedIn(channel, message)),
  ];
  const refusals: string[] = [];
  for (const way of ways) {
    try {
      await way();
      return;
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      // Also when it may have arrived: a second copy for one pair of eyes is less than none.
      refusals.push(error.code);
    }
  }
  log.error({ channel, user, refusals }, 'an answer could not be told in any way');
}

/** In a direct message "this channel" has to be named. */
function askedIn(channel: string, message: Message): Message {
  if (channel.startsWith('D')) return message;
  const where = section({ type: 'text', text: 'About what you asked in ' }, { type: 'channel', channel_id: channel });
  return { ...message, blocks: message.blocks.length === 0 ? [] : fitted([where, ...message.blocks]) };
}

const NO_MEMBER = new Set(['not_in_channel', 'channel_not_found']);
const MESSAGE_GONE = new Set(['message_not_found', 'thread_not_found', 'cannot_reply_to_message']);
const TOKEN_REFUSED = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
]);

/** Refusals that stay however often one asks, with what helps. */
const PERMANENT: Record<string, string> = {
  message_limit_exceeded:
    'this workspace has used up the messages of its plan. For the whole thread, an admin of the workspace has to make room.',
  team_not_found:
    'Slack does not find the other organisation of this conversation. For the whole thread, ask in a channel of your own workspace.',
  messages_tab_disabled:
    'my Messages tab is switched off. For the whole thread, ask in a channel, or have the tab switched on under "App Home".',
  rate_limited: 'Slack takes no more messages from me here for now. For the whole thread, ask again in a few minutes.',
};

/** Whether the bot has no part in this channel: the usual case, and no fault. */
export function isNoMember(code: string): boolean {
  return NO_MEMBER.has(code);
}

/** Whether nothing more can be said in this place, by whatever call. */
export function isClosedPlace(code: string): boolean {
  return NO_MEMBER.has(code) || TOKEN_REFUSED.has(code) || code === 'is_archived' || mayNotPost(code);
}

/** Whether the message that was to be edited, taken away or answered does not exist any more. */
export function isGoneMessage(code: string): boolean {
  return MESSAGE_GONE.has(code);
}

function mayNotPost(code: string): boolean {
  return code.startsWith('restricted_action') || code === 'no_permission';
}

/** Why the answer stands where only the asker sees it, and how to get the whole thread. */
export function privateNote(code: string, channel: string): string {
  if (NO_MEMBER.has(code)) {
    // A direct message between two people can not take a third; its ids start with D.
    return channel.startsWith('D')
      ? 'Only you see this, because I have no part in this conversation. For the whole thread, ask in a channel where I am a member.'
      : `Only you see this, because I am not a member of this channel. For the whole thread: /invite ${BOT_NAME}, then ask again.`;
  }
  if (code === 'is_archived') {
    return 'Only you see this, because this channel is archived. For the whole thread, ask in another channel.';
  }
  if (MESSAGE_GONE.has(code)) {
    return 'Only you see this, because the message that the answer belonged to is gone. For the whole thread, ask again.';
  }
  if (TOKEN_REFUSED.has(code)) {
    return `Only you see this, because Slack no longer lets me post (${code}). Whoever runs sparkcheck has to install it again; "sparkcheck doctor" says what is missing.`;
  }
  if (mayNotPost(code)) {
    return 'Only you see this, because this channel does not let me post. For the whole thread, ask in another channel.';
  }
  if (code === 'unconfirmed' || code === 'unreachable') {
    return 'Only you see this, because Slack did not confirm my messages in the channel. For the whole thread, ask again.';
  }
  const reason = PERMANENT[code];
  if (reason !== undefined) return `Only you see this, because ${reason}`;
  return `Only you see this, because Slack did not take my message here (${code}). For the whole thread, ask in another channel.`;
}
