import type { LocalPlace } from './local-slack.ts';
import { isSpeaker, speakersIn } from './speakers.ts';
import type { Channel, StoredMessage, Workspace } from './workspace.ts';

/** Whether the local person may open a channel. */
export function isVisible(workspace: Workspace, channel: Channel): boolean {
  return channel.kind === 'public' || channel.members.has(workspace.person.id);
}

/**
 * Whether the local person may read a message. What is for somebody alone as whom they may speak is theirs to read too:
 * nobody else sits there.
 */
export function isReadable(workspace: Workspace, message: StoredMessage): boolean {
  const channel = workspace.channels.get(message.channel);
  if (!channel || !isVisible(workspace, channel)) return false;
  return message.onlyFor === null || isSpeaker(workspace, message.onlyFor);
}

/** Where the local person may go: channels, then direct conversations, which are called by the other's name. */
export function places(workspace: Workspace): LocalPlace[] {
  const visible = [...workspace.channels.values()].filter((channel) => isVisible(workspace, channel));
  const ofKind = (im: boolean): Channel[] => visible.filter((channel) => (channel.kind === 'im') === im);
  return [...ofKind(false), ...ofKind(true)].map((channel) => ({
    id: channel.id,
    title: titleOf(workspace, channel),
    kind: channel.kind,
    purpose: channel.purpose,
    archived: channel.archived,
    sharedWith: channel.sharedWith?.name ?? null,
    speakers: speakersIn(workspace, channel).map(({ name }) => name),
    hasBot: channel.members.has(workspace.bot.id),
  }));
}

function titleOf(workspace: Workspace, channel: Channel): string {
  if (channel.kind !== 'im') return `#${channel.name}`;
  const other = [...channel.members].find((member) => member !== workspace.person.id) ?? workspace.person.id;
  return `@${workspace.members.get(other)?.name ?? other}`;
}
