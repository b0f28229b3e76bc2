import { mapBlock } from './blocks/nested.ts';
import type { Seed } from './seed.ts';

export type Block = Record<string, unknown>;

export interface Team {
  id: string;
  name: string;
  domain: string;
}

export interface Member {
  id: string;
  name: string;
  realName: string;
  isBot: boolean;
  /** The organisation that somebody from outside belongs to; left out: this workspace's own. */
  team?: Team;
}

export interface Channel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  purpose: string;
  archived: boolean;
  /** The other organisation that the channel is shared with (Slack Connect); left out: none. */
  sharedWith?: Team;
  members: Set<string>;
}

export interface StoredMessage {
  channel: string;
  ts: string;
  threadTs: string | null;
  user: string;
  botId: string | null;
  text: string;
  blocks: Block[];
  /** The older way of laying out a message, under its blocks; what most alerting tools post. */
  attachments: Block[];
  metadata: unknown;
  /** The only member who sees it, or null. */
  onlyFor: string | null;
  /** Who reacted, by the emoji's name. */
  reactions: Map<string, Set<string>>;
  edited: boolean;
  deleted: boolean;
}

export type Change =
  { kind: 'message'; message: StoredMessage } | { kind: 'channel'; channel: Channel } | { kind: 'modal' };

/** What stands in the workspace. Changed only by the functions below, so that every change is announced. */
export interface Workspace {
  team: Team;
  app: { id: string; botId: string };
  bot: Member;
  person: Member;
  members: Map<string, Member>;
  channels: Map<string, Channel>;
  messages: StoredMessage[];
  byKey: Map<string, StoredMessage>;
  listeners: Set<(change: Change) => void>;
  now: () => number;
  lastTsMicros: number;
  nextId: number;
}

export function createWorkspace(seed: Seed, now: () => number): Workspace {
  return {
    ...seed,
    members: new Map(seed.members.map((member) => [member.id, member])),
    channels: new Map(seed.channels.map((channel) => [channel.id, channel])),
    messages: [],
    byKey: new Map(),
    listeners: new Set(),
    now,
    lastTsMicros: 0,
    nextId: 1,
  };
}

/** A message's `ts`: seconds with six decimals, unique and rising even within one millisecond, as Slack's are. */
export function nextTs(workspace: Workspace): string {
  workspace.lastTsMicros = Math.max(workspace.now() * 1000, workspace.lastTsMicros + 1);
  const seconds = Math.floor(workspace.lastTsMicros / 1_000_000);
  return `${seconds}.${String(workspace.lastTsMicros % 1_000_000).padStart(6, '0')}`;
}

/** An id in Slack's shape with the given first letters, e.g. `V` for a view. */
export function nextId(workspace: Workspace, prefix: string): string {
  workspace.nextId += 1;
  return `${prefix}0LOCAL${workspace.nextId.toString(36).toUpperCase().padStart(5, '0')}`;
}

export function announce(workspace: Workspace, change: Change): void {
  for (const listener of workspace.listeners) listener(change);
}

export type Draft = Pick<StoredMessage, 'channel' | 'user' | 'text'> &
  Partial<Pick<StoredMessage, 'threadTs' | 'botId' | 'blocks' | 'attachments' | 'metadata' | 'onlyFor'>>;

export function addMessage(workspace: Workspace, draft: Draft): StoredMessage {
  const message: StoredMessage = {
    threadTs: null,
    botId: null,
    metadata: null,
    onlyFor: null,
    ...draft,
    blocks: (draft.blocks ?? []).map((block) => withIds(workspace, block)),
    attachments: (draft.attachments ?? []).map((one, index) => asStored(workspace, one, index)),
    ts: nextTs(workspace),
    reactions: new Map(),
    edited: false,
    deleted: false,
  };
  workspace.messages.push(message);
  workspace.byKey.set(keyOf(message.channel, message.ts), message);
  announce(workspace, { kind: 'message', message });
  return message;
}

export function editMessage(
  workspace: Workspace,
  message: StoredMessage,
  change: Partial<Pick<StoredMessage, 'text' | 'blocks' | 'attachments' | 'metadata'>>,
): void {
  Object.assign(message, change);
  if (change.blocks) message.blocks = change.blocks.map((block) => withIds(workspace, block));
  if (change.attachments) message.attachments = change.attachments.map((one, index) => asStored(workspace, one, index));
  message.edited = true;
  announce(workspace, { kind: 'message', message });
}

export function removeMessage(workspace: Workspace, message: StoredMessage): void {
  message.deleted = true;
  workspace.messages.splice(workspace.messages.indexOf(message), 1);
  workspace.byKey.delete(keyOf(message.channel, message.ts));
  announce(workspace, { kind: 'message', message });
}

export function findMessage(workspace: Workspace, channel: string, ts: string): StoredMessage | null {
  return workspace.byKey.get(keyOf(channel, ts)) ?? null;
}

export function repliesOf(workspace: Workspace, root: StoredMessage): StoredMessage[] {
  return workspace.messages.filter(
    (message) =>
      message.channel === root.channel && message.threadTs === root.ts && message.ts !== root.ts && !message.onlyFor,
  );
}

/** By id, or by name with or without `#`. */
export function findChannel(workspace: Workspace, idOrName: string): Channel | null {
  const byId = workspace.channels.get(idOrName);
  if (byId) return byId;
  const name = idOrName.replace(/^#/, '');
  return [...workspace.channels.values()].find((channel) => channel.kind !== 'im' && channel.name === name) ?? null;
}

/** The direct conversation between exactly these two, which is opened when it does not exist yet. */
export function directChannel(workspace: Workspace, one: string, other: string): Channel {
  for (const channel of workspace.channels.values()) {
    if (channel.kind === 'im' && channel.members.has(one) && channel.members.has(other)) return channel;
  }
  const channel: Channel = {
    id: nextId(workspace, 'D'),
    name: 'directmessage',
    kind: 'im',
    purpose: '',
    archived: false,
    members: new Set([one, other]),
  };
  workspace.channels.set(channel.id, channel);
  announce(workspace, { kind: 'channel', channel });
  return channel;
}

function keyOf(channel: string, ts: string): string {
  return `${channel} ${ts}`;
}

/** Slack names every block and every interactive element that the app left without a name. */
function withIds(workspace: Workspace, block: Block): Block {
  const named = mapBlock(
    block,
    (element) =>
      INTERACTIVE.has(String(element['type'])) && element['action_id'] === undefined
        ? { ...element, action_id: nextId(workspace, 'a') }
        : element,
    (inner) => withIds(workspace, inner),
  );
  return { block_id: nextId(workspace, 'b'), ...named };
}

/** An attachment gets a number, and one of blocks alone the words that stand for it where it can not be shown. */
function asStored(workspace: Workspace, attachment: Block, index: number): Block {
  const { blocks } = attachment;
  if (!Array.isArray(blocks)) return { id: index + 1, ...attachment };
  const named = blocks.map((block: Block) => withIds(workspace, block));
  return { id: index + 1, fallback: '[no preview available]', ...attachment, blocks: named };
}

const INTERACTIVE = new Set(
  [
    'button workflow_button icon_button feedback_buttons overflow radio_buttons checkboxes',
    'datepicker timepicker datetimepicker rich_text_input',
    'static_select external_select users_select conversations_select channels_select multi_static_select',
    'multi_external_select multi_users_select multi_conversations_select multi_channels_select',
  ].flatMap((line) => line.split(' ')),
);
