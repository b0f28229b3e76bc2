import { randomBytes } from 'node:crypto';
import { findProblems } from '../blocks/check-message.ts';
import { readView } from '../blocks/check-view.ts';
import type { Problem } from '../blocks/problems.ts';
import { ApiError } from '../api-error.ts';
import { teamOf } from '../speakers.ts';
import type { State } from '../state.ts';
import { openView, pushView, updateView } from '../views.ts';
import { findMessage } from '../workspace.ts';
import { requiredText, type Arguments } from './arguments.ts';
import * as chat from './chat.ts';
import * as conversations from './conversations.ts';

export interface Caller {
  userId: string;
  botId: string | null;
  scopes: string[];
  token: 'bot' | 'app' | 'user' | 'none';
}

export interface Method {
  /** One of these scopes is enough; none are needed when empty. */
  scopes: string[];
  /** Which token may call it. Default: bot or user. */
  token?: 'app' | 'none';
  run: (state: State, caller: Caller, args: Arguments) => Record<string, unknown>;
}

const READ = ['channels:read', 'groups:read', 'im:read'];
const HISTORY = ['channels:history', 'groups:history', 'im:history'];

/** Each method with the scopes that its page under https://docs.slack.dev/reference/methods names. */
export const METHODS: Record<string, Method> = {
  'auth.test': { scopes: [], run: authTest },
  'apps.connections.open': { scopes: [], token: 'app', run: openConnection },
  'blocks.validate': { scopes: [], token: 'none', run: validateBlocks },
  'chat.postMessage': { scopes: ['chat:write'], run: chat.postMessage },
  'chat.postEphemeral': { scopes: ['chat:write'], run: chat.postEphemeral },
  'chat.update': { scopes: ['chat:write'], run: chat.update },
  'chat.delete': { scopes: ['chat:write'], run: chat.remove },
  'chat.getPermalink': { scopes: [], run: chat.getPermalink },
  'conversations.info': { scopes: READ, run: conversations.info },
  'conversations.list': { scopes: READ, run: conversations.list },
  'conversations.join': { scopes: ['channels:join'], run: conversations.join },
  'conversations.open': { scopes: ['im:write', 'channels:manage'], run: conversations.open },
  'conversations.history': { scopes: HISTORY, run: conversations.history },
  'conversations.replies': { scopes: HISTORY, run: conversations.replies },
  'reactions.add': { scopes: ['reactions:write'], run: addReaction },
  'users.info': { scopes: ['users:read'], run: userInfo },
  'views.open': { scopes: [], run: (state, _caller, args) => openView(state, args) },
  'views.push': { scopes: [], run: (state, _caller, args) => pushView(state, args) },
  'views.update': { scopes: [], run: (state, _caller, args) => updateView(state, args) },
};

/** Every scope a method here may ask for: what the local person's own token holds. */
export const ALL_SCOPES = [
  ...new Set([...Object.values(METHODS).flatMap((method) => method.scopes), 'links.embed:write']),
];

function authTest(state: State, caller: Caller): Record<string, unknown> {
  const { team, members } = state.workspace;
  return {
    url: `${state.origin}/`,
    team: team.name,
    user: members.get(caller.userId)?.name,
    team_id: team.id,
    user_id: caller.userId,
    ...(caller.botId ? { bot_id: caller.botId } : {}),
    is_enterprise_install: false,
  };
}

function openConnection(state: State): Record<string, unknown> {
  const url = new URL(state.origin);
  url.protocol = 'ws:';
  url.pathname = '/link/';
  const ticket = randomBytes(12).toString('hex');
  state.tickets.add(ticket);
  url.searchParams.set('ticket', ticket);
  return { url: url.href };
}

function validateBlocks(_state: State, _caller: Caller, args: Arguments): Record<string, unknown> {
  const given = ['blocks', 'message', 'view'].filter((name) => args[name] !== undefined);
  if (given.length !== 1) throw new ApiError('invalid_arguments');
  const problems = args['view'] === undefined ? problemsOfMessage(args) : readView(args['view']).problems;
  return { valid: problems.length === 0, errors: problems };
}

function problemsOfMessage({ blocks, message }: Arguments): Problem[] {
  const inMessage = typeof message === 'object' && message !== null && 'blocks' in message ? message.blocks : undefined;
  const list = message === undefined ? blocks : inMessage;
  if (!Array.isArray(list)) throw new ApiError('invalid_arguments');
  const at = message === undefined ? '' : '/message';
  return findProblems(list).map((problem) => ({ ...problem, pointer: `${at}${problem.pointer}` }));
}

function addReaction(state: State, caller: Caller, args: Arguments): Record<string, unknown> {
  const channel = chat.visibleChannel(state, caller, requiredText(args, 'channel', 'channel_not_found'));
  const name = requiredText(args, 'name', 'invalid_name');
  if (!/^[a-z0-9_+-]+$/.test(name)) throw new ApiError('invalid_name');
  const message = findMessage(state.workspace, channel.id, requiredText(args, 'timestamp', 'no_item_specified'));
  if (!message || message.onlyFor) throw new ApiError('message_not_found');
  const users = message.reactions.get(name) ?? new Set();
  if (users.has(caller.userId)) throw new ApiError('already_reacted');
  message.reactions.set(name, users.add(caller.userId));
  return {};
}

function userInfo(state: State, caller: Caller, args: Arguments): Record<string, unknown> {
  const { workspace } = state;
  const member = workspace.members.get(requiredText(args, 'user', 'user_not_found'));
  if (!member) throw new ApiError('user_not_found');
  const team = teamOf(workspace, member.id).id;
  const isMet = [...workspace.channels.values()].some(
    ({ members }) => members.has(member.id) && members.has(caller.userId),
  );
  return {
    user: {
      id: member.id,
      team_id: team,
      name: member.name,
      real_name: member.realName,
      is_bot: member.isBot,
      deleted: false,
      // False of somebody from outside too, once one shares a channel with them; only `team_id` says where they belong:
      // https://docs.slack.dev/reference/objects/user-object
      ...(member.team ? { is_stranger: !isMet } : {}),
      profile: { display_name: member.name, real_name: member.realName, team },
    },
  };
}
