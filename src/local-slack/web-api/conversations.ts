import { ApiError } from '../api-error.ts';
import type { State } from '../state.ts';
import { announce, findMessage, repliesOf, type Channel } from '../workspace.ts';
import { optionalText, requiredText, type Arguments } from './arguments.ts';
import { directChannelWith, visibleChannel } from './chat.ts';
import { messageJson } from './message-json.ts';
import type { Caller } from './methods.ts';

type Answer = Record<string, unknown>;

export function info(state: State, caller: Caller, args: Arguments): Answer {
  const channel = visibleChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  const { team } = state.workspace;
  const { sharedWith } = channel;
  return {
    channel: {
      ...channelJson(state, caller, channel),
      context_team_id: team.id,
      // In conversations.info only: "no way to find all channels shared with a specific external organization" on
      // https://docs.slack.dev/apis/slack-connect
      ...(sharedWith ? { connected_team_ids: [sharedWith.id], conversation_host_id: team.id } : {}),
    },
  };
}

export function list(state: State, caller: Caller, args: Arguments): Answer {
  const types = (optionalText(args, 'types') ?? 'public_channel').split(',').map((type) => type.trim());
  const kinds = types.map((type) => ({ public_channel: 'public', private_channel: 'private', im: 'im' })[type] ?? null);
  if (kinds.includes(null)) throw new ApiError('invalid_types');
  const withoutArchived = optionalText(args, 'exclude_archived') === 'true';
  const channels = [...state.workspace.channels.values()].filter(
    (channel) =>
      kinds.includes(channel.kind) &&
      (channel.kind === 'public' || channel.members.has(caller.userId)) &&
      !(withoutArchived && channel.archived),
  );
  return {
    channels: channels.map((channel) => channelJson(state, caller, channel)),
    response_metadata: { next_cursor: '' },
  };
}

export function join(state: State, caller: Caller, args: Arguments): Answer {
  const channel = visibleChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  if (channel.kind !== 'public') throw new ApiError('method_not_supported_for_channel_type');
  if (channel.archived) throw new ApiError('is_archived');
  channel.members.add(caller.userId);
  announce(state.workspace, { kind: 'channel', channel });
  return { channel: channelJson(state, caller, channel) };
}

export function open(state: State, caller: Caller, args: Arguments): Answer {
  const users = requiredText(args, 'users', 'users_list_not_supplied').split(',');
  const other = state.workspace.members.get(users[0] ?? '');
  if (!other) throw new ApiError('user_not_found');
  // Group conversations are not part of this workspace.
  if (users.length > 1) throw new ApiError('not_enough_users');
  const channel = directChannelWith(state, caller, other);
  return { channel: channelJson(state, caller, channel) };
}

export function history(state: State, caller: Caller, args: Arguments): Answer {
  const channel = readableChannel(state, caller, args);
  const page = newest(args, 100);
  const roots = state.workspace.messages.filter(
    (message) => message.channel === channel.id && !message.onlyFor && message.threadTs === null,
  );
  const { oldest, latest } = range(args);
  const inRange = roots.filter((message) => message.ts >= oldest && message.ts <= latest);
  return {
    messages: inRange
      .slice(-page)
      .reverse()
      .map((message) => messageJson(state.workspace, message)),
    has_more: inRange.length > page,
  };
}

export function replies(state: State, caller: Caller, args: Arguments): Answer {
  const channel = readableChannel(state, caller, args);
  const root = findMessage(state.workspace, channel.id, requiredText(args, 'ts', 'thread_not_found'));
  if (!root || root.onlyFor) throw new ApiError('thread_not_found');
  const page = newest(args, 1000);
  const thread = [root, ...repliesOf(state.workspace, root)];
  return {
    messages: thread.slice(0, page).map((message) => messageJson(state.workspace, message)),
    has_more: thread.length > page,
  };
}

function readableChannel(state: State, caller: Caller, args: Arguments): Channel {
  const channel = visibleChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  if (!channel.members.has(caller.userId)) throw new ApiError('not_in_channel');
  return channel;
}

function newest(args: Arguments, fallback: number): number {
  const limit = Number(optionalText(args, 'limit') ?? fallback);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new ApiError('invalid_limit');
  return limit;
}

/** `ts` values have one length, so they compare as text. */
function range(args: Arguments): { oldest: string; latest: string } {
  return { oldest: optionalText(args, 'oldest') ?? '0', latest: optionalText(args, 'latest') ?? '9' };
}

function channelJson(state: State, caller: Caller, channel: Channel): Answer {
  const { sharedWith } = channel;
  const im = channel.kind === 'im';
  return {
    id: channel.id,
    ...(im ? { user: [...channel.members].find((member) => member !== caller.userId) } : { name: channel.name }),
    is_channel: !im,
    is_im: im,
    is_private: channel.kind !== 'public',
    is_archived: channel.archived,
    is_member: channel.members.has(caller.userId),
    is_shared: sharedWith !== undefined,
    is_ext_shared: sharedWith !== undefined,
    is_org_shared: false,
    shared_team_ids: [state.workspace.team.id, ...(sharedWith ? [sharedWith.id] : [])],
    num_members: channel.members.size,
    purpose: { value: channel.purpose, creator: '', last_set: 0 },
  };
}
