import { unescapeText } from '../escape.ts';
import { originOf, teamOf } from '../speakers.ts';
import { repliesOf, type Block, type StoredMessage, type Workspace } from '../workspace.ts';

/** A message as Slack's API and payloads show it. */
export function messageJson(workspace: Workspace, message: StoredMessage): Record<string, unknown> {
  const json: Record<string, unknown> = {
    type: 'message',
    user: message.user,
    ts: message.ts,
    text: message.text,
    team: teamOf(workspace, message.user).id,
    ...originOf(workspace, message),
    blocks: message.blocks,
  };
  if (message.attachments.length > 0) json['attachments'] = message.attachments;
  if (message.botId) Object.assign(json, { bot_id: message.botId, app_id: workspace.app.id });
  if (message.edited) json['edited'] = { user: message.user, ts: message.ts };
  if (message.metadata) json['metadata'] = message.metadata;
  if (message.reactions.size > 0) {
    json['reactions'] = [...message.reactions].map(([name, users]) => ({ name, users: [...users], count: users.size }));
  }
  if (message.threadTs) {
    json['thread_ts'] = message.threadTs;
    const root = workspace.byKey.get(`${message.channel} ${message.threadTs}`);
    if (root) json['parent_user_id'] = root.user;
  } else if (!message.onlyFor) {
    const replies = repliesOf(workspace, message);
    if (replies.length > 0) {
      const users = [...new Set(replies.map((reply) => reply.user))];
      Object.assign(json, {
        thread_ts: message.ts,
        reply_count: replies.length,
        reply_users: users,
        reply_users_count: users.length,
        latest_reply: replies.at(-1)?.ts,
      });
    }
  }
  return json;
}

/**
 * What Slack's client makes of typed text: one rich_text block, in which names, channels and links stand as elements of
 * their own. This is how a typed message arrives in events.
 */
export function typedBlocks(escaped: string): Block[] {
  const elements = escaped
    .split(/(<[^<>]+>)/)
    .filter((part) => part !== '')
    .map(typedElement);
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
}

function typedElement(part: string): Block {
  const token = /^<([@#!]?)([^|>]+)(?:\|[^>]*)?>$/.exec(part);
  if (!token) return { type: 'text', text: unescapeText(part) };
  const [, kind, target = ''] = token;
  if (kind === '@') return { type: 'user', user_id: target };
  if (kind === '#') return { type: 'channel', channel_id: target };
  if (kind === '!') return { type: 'broadcast', range: target };
  return { type: 'link', url: unescapeText(target) };
}
