import { issueResponseUrl } from '../response-url.ts';
import { originOf, teamOf } from '../speakers.ts';
import type { State } from '../state.ts';
import { issueTrigger } from '../views.ts';
import { messageJson, typedBlocks } from '../web-api/message-json.ts';
import { nextId, type Block, type Channel, type StoredMessage } from '../workspace.ts';

/** The verification token of old: sent by Slack, trusted by nobody. */
const LEGACY_TOKEN = 'deprecated-verification-token';

type Body = Record<string, unknown>;

/** What was pressed, the block it stands in, and the attachment when that is in one. */
export interface Pressed {
  block: Block;
  element: Block;
  attachmentId: unknown;
}

export function commandBody(state: State, channel: Channel, user: string, command: string, text: string): Body {
  const { team, members, app } = state.workspace;
  return {
    token: LEGACY_TOKEN,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channel.kind === 'private' ? 'privategroup' : channel.name,
    user_id: user,
    user_name: members.get(user)?.name ?? user,
    command,
    text,
    api_app_id: app.id,
    is_enterprise_install: 'false',
    response_url: issueResponseUrl(state, { channel: channel.id, user, messageTs: null }),
    trigger_id: issueTrigger(state, user),
  };
}

/** An Events API envelope for a posted message. */
export function eventBody(state: State, type: 'app_mention' | 'message', message: StoredMessage): Body {
  const { team, app, bot, channels } = state.workspace;
  const channel = channels.get(message.channel);
  const im = channel?.kind === 'im';
  return {
    token: LEGACY_TOKEN,
    team_id: team.id,
    context_team_id: team.id,
    context_enterprise_id: null,
    api_app_id: app.id,
    event: {
      type,
      user: message.user,
      text: message.text,
      ts: message.ts,
      client_msg_id: nextId(state.workspace, 'm'),
      team: teamOf(state.workspace, message.user).id,
      ...originOf(state.workspace, message),
      blocks: message.blocks.length > 0 ? message.blocks : typedBlocks(message.text),
      ...(message.attachments.length > 0 ? { attachments: message.attachments } : {}),
      channel: message.channel,
      event_ts: message.ts,
      ...(message.threadTs ? { thread_ts: message.threadTs } : {}),
      ...(type === 'message' ? { channel_type: im ? 'im' : 'channel' } : {}),
      ...(message.botId ? { bot_id: message.botId } : {}),
    },
    type: 'event_callback',
    event_id: nextId(state.workspace, 'Ev'),
    event_time: Math.floor(Number(message.ts)),
    authorizations: [
      { enterprise_id: null, team_id: team.id, user_id: bot.id, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: channel?.sharedWith !== undefined,
    event_context: `4-${message.channel}`,
  };
}

export function shortcutBody(state: State, message: StoredMessage, user: string): Body {
  const channel = state.workspace.channels.get(message.channel);
  return {
    ...interaction(state, user, 'message_action'),
    callback_id: state.settings.shortcut.callbackId,
    message_ts: message.ts,
    action_ts: `${state.workspace.now() / 1000}`,
    channel: { id: message.channel, name: channel ? shownName(channel) : '' },
    message: messageJson(state.workspace, message),
    response_url: issueResponseUrl(state, { channel: message.channel, user, messageTs: message.ts }),
  };
}

export function actionBody(
  state: State,
  message: StoredMessage,
  user: string,
  { block, element, attachmentId }: Pressed,
  choice: Body,
): Body {
  const channel = state.workspace.channels.get(message.channel);
  const ephemeral = message.onlyFor !== null;
  return {
    ...interaction(state, user, 'block_actions'),
    container: {
      type: attachmentId === null ? 'message' : 'message_attachment',
      message_ts: message.ts,
      ...(attachmentId === null ? {} : { attachment_id: attachmentId, is_app_unfurl: false }),
      channel_id: message.channel,
      is_ephemeral: ephemeral,
      ...(message.threadTs ? { thread_ts: message.threadTs } : {}),
    },
    channel: { id: message.channel, name: channel ? shownName(channel) : '' },
    // An ephemeral message is kept nowhere, so Slack has none to send along.
    ...(ephemeral ? {} : { message: messageJson(state.workspace, message) }),
    state: { values: {} },
    response_url: issueResponseUrl(state, { channel: message.channel, user, messageTs: message.ts }),
    actions: [actionOf(state, block, element, choice)],
  };
}

export function viewActionBody(
  state: State,
  view: Body,
  user: string,
  block: Block,
  element: Block,
  choice: Body,
): Body {
  return {
    ...interaction(state, user, 'block_actions'),
    container: { type: 'view', view_id: view['id'] },
    view,
    actions: [actionOf(state, block, element, choice)],
  };
}

export function viewBody(state: State, type: 'view_submission' | 'view_closed', view: Body, user: string): Body {
  const body = { ...interaction(state, user, type), view };
  return type === 'view_closed' ? { ...body, is_cleared: false } : { ...body, response_urls: [] };
}

function interaction(state: State, user: string, type: string): Body {
  const { team, app, members } = state.workspace;
  const name = members.get(user)?.name ?? user;
  return {
    type,
    token: LEGACY_TOKEN,
    // The workspace of the app even where somebody of another organisation pressed; only `user` says where they belong:
    // the payload in https://github.com/slackapi/java-slack-sdk/issues/1041
    team: { id: team.id, domain: team.domain },
    user: { id: user, username: name, name, team_id: teamOf(state.workspace, user).id },
    api_app_id: app.id,
    enterprise: null,
    is_enterprise_install: false,
    trigger_id: issueTrigger(state, user),
  };
}

function actionOf(state: State, block: Block, element: Block, choice: Body): Body {
  const { type, action_id: actionId, text, value, url } = element;
  return {
    type,
    action_id: actionId,
    block_id: block['block_id'],
    action_ts: `${state.workspace.now() / 1000}`,
    ...(text === undefined ? {} : { text }),
    ...(value === undefined ? {} : { value }),
    ...(url === undefined ? {} : { url }),
    ...choice,
  };
}

function shownName(channel: Channel): string {
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}
