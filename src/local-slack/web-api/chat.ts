import { MESSAGE_LIMITS } from '../limits.ts';
import type { State } from '../state.ts';
import {
  addMessage,
  directChannel,
  editMessage,
  findChannel,
  findMessage,
  removeMessage,
  type Channel,
  type Member,
  type StoredMessage,
} from '../workspace.ts';
import { ApiError } from '../api-error.ts';
import { flag, optionalText, requiredText, type Arguments } from './arguments.ts';
import { isEmpty, readContent, readMetadata } from './content.ts';
import type { Caller } from './methods.ts';
import { messageJson } from './message-json.ts';
import { checkRate } from './rate.ts';

type Answer = Record<string, unknown>;

export function postMessage(state: State, caller: Caller, args: Arguments): Answer {
  const channel = postableChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  const content = readContent(state, caller.scopes, args);
  if (isEmpty(content)) throw new ApiError('no_text');
  const threadTs = readThread(state, channel, args);
  checkRate(state, channel.id);
  const text = content.text ?? '';
  const message = addMessage(state.workspace, {
    channel: channel.id,
    user: caller.userId,
    botId: caller.botId,
    // Slack cuts here and says so only in a warning: https://docs.slack.dev/reference/methods/chat.postMessage
    text: text.slice(0, MESSAGE_LIMITS.textChars),
    blocks: content.blocks ?? [],
    attachments: content.attachments ?? [],
    metadata: readMetadata(args),
    threadTs,
  });
  const answer: Answer = { channel: channel.id, ts: message.ts, message: messageJson(state.workspace, message) };
  if (text.length > MESSAGE_LIMITS.textChars) {
    Object.assign(answer, { warning: 'message_truncated', response_metadata: { warnings: ['message_truncated'] } });
  }
  return answer;
}

export function postEphemeral(state: State, caller: Caller, args: Arguments): Answer {
  const channel = postableChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  const user = requiredText(args, 'user', 'user_not_in_channel');
  if (!channel.members.has(user)) throw new ApiError('user_not_in_channel');
  const content = readContent(state, caller.scopes, args);
  if (isEmpty(content)) throw new ApiError('no_text');
  const threadTs = readThread(state, channel, args);
  const message = addMessage(state.workspace, {
    channel: channel.id,
    user: caller.userId,
    botId: caller.botId,
    text: content.text ?? '',
    blocks: content.blocks ?? [],
    attachments: content.attachments ?? [],
    threadTs,
    onlyFor: user,
  });
  return { message_ts: message.ts };
}

export function update(state: State, caller: Caller, args: Arguments): Answer {
  const message = ownMessage(state, caller, args, 'cant_update_message');
  const content = readContent(state, caller.scopes, args);
  const { text, attachments } = content;
  const isNothing = text === null && content.blocks === null && attachments === null;
  if (isNothing && args['metadata'] === undefined) throw new ApiError('no_text');
  const isMarkdown = optionalText(args, 'markdown_text') !== null;
  if (!isMarkdown && (text ?? '').length > MESSAGE_LIMITS.updateTextChars) throw new ApiError('msg_too_long');
  // Text without blocks takes the old blocks away; blocks without text leave the old text: docs of chat.update.
  const blocks = content.blocks ?? (text === null ? message.blocks : []);
  editMessage(state.workspace, message, {
    text: text ?? message.text,
    blocks,
    // Kept unless they are named; an empty list takes them away: "attachments" there.
    ...(attachments === null ? {} : { attachments }),
    metadata: readMetadata(args) ?? message.metadata,
  });
  return {
    channel: message.channel,
    ts: message.ts,
    text: message.text,
    message: messageJson(state.workspace, message),
  };
}

export function remove(state: State, caller: Caller, args: Arguments): Answer {
  const message = ownMessage(state, caller, args, 'cant_delete_message');
  removeMessage(state.workspace, message);
  return { channel: message.channel, ts: message.ts };
}

export function getPermalink(state: State, caller: Caller, args: Arguments): Answer {
  const channel = visibleChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  const ts = requiredText(args, 'message_ts', 'message_not_found');
  const message = findMessage(state.workspace, channel.id, ts);
  if (!message || message.onlyFor) throw new ApiError('message_not_found');
  const thread = message.threadTs ? `?thread_ts=${message.threadTs}&cid=${channel.id}` : '';
  return { channel: channel.id, permalink: `${state.origin}/archives/${channel.id}/p${ts.replace('.', '')}${thread}` };
}

/**
 * A channel the caller may know of: private ones and other people's direct messages do not exist for who is not in them.
 * @throws ApiError `channel_not_found`
 */
export function visibleChannel(state: State, caller: Caller, idOrName: string): Channel {
  const channel = findChannel(state.workspace, idOrName);
  if (!channel) throw new ApiError('channel_not_found');
  if (channel.kind !== 'public' && !channel.members.has(caller.userId)) throw new ApiError('channel_not_found');
  return channel;
}

/**
 * The direct conversation with somebody. None is between two bots, Slack says of conversations.open's forerunner in
 * https://github.com/HubSpot/slack-client/pull/90; a person's token may begin one with a bot.
 * @throws ApiError `cannot_dm_bot`
 */
export function directChannelWith(state: State, caller: Caller, member: Member): Channel {
  if (caller.botId !== null && member.isBot) throw new ApiError('cannot_dm_bot');
  return directChannel(state.workspace, caller.userId, member.id);
}

function postableChannel(state: State, caller: Caller, target: string): Channel {
  const member = state.workspace.members.get(target);
  const channel = member ? directChannelWith(state, caller, member) : visibleChannel(state, caller, target);
  if (channel.archived) throw new ApiError('is_archived');
  const mayPostUnjoined = channel.kind === 'public' && caller.scopes.includes('chat:write.public');
  if (!channel.members.has(caller.userId) && !mayPostUnjoined) throw new ApiError('not_in_channel');
  return channel;
}

function readThread(state: State, channel: Channel, args: Arguments): string | null {
  const threadTs = optionalText(args, 'thread_ts');
  if (threadTs === null) return null;
  const root = findMessage(state.workspace, channel.id, threadTs);
  if (!root || root.onlyFor) throw new ApiError('thread_not_found');
  // Slack's reference asks for the parent's ts and never a reply's; a caller that mixes them up should find out here.
  if (root.threadTs) throw new ApiError('cannot_reply_to_message');
  if (flag(args, 'reply_broadcast')) throw new ApiError('invalid_arguments');
  return threadTs;
}

function ownMessage(state: State, caller: Caller, args: Arguments, code: string): StoredMessage {
  const id = requiredText(args, 'channel', 'channel_not_found');
  // Unlike chat.postMessage these two take no channel names.
  if (!state.workspace.channels.has(id)) throw new ApiError('channel_not_found');
  const channel = visibleChannel(state, caller, id);
  const message = findMessage(state.workspace, channel.id, requiredText(args, 'ts', 'message_not_found'));
  if (!message || message.onlyFor) throw new ApiError('message_not_found');
  if (message.user !== caller.userId) throw new ApiError(code);
  if (channel.archived) throw new ApiError('is_archived');
  return message;
}
