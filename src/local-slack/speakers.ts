import type { Channel, Member, StoredMessage, Team, Workspace } from './workspace.ts';

/** Whom somebody at the page or the terminal may speak as: the local person, and people of other organisations. */
export function isSpeaker(workspace: Workspace, id: string): boolean {
  const member = workspace.members.get(id);
  return id === workspace.person.id || (member?.team !== undefined && !member.isBot);
}

/** The same in one channel, the local person first: somebody from outside is only where they were let in. */
export function speakersIn(workspace: Workspace, channel: Channel): Member[] {
  const guests = [...workspace.members.values()].filter(
    ({ id }) => id !== workspace.person.id && channel.members.has(id) && isSpeaker(workspace, id),
  );
  return [workspace.person, ...guests];
}

/**
 * Who speaks in a channel, by name or id; the local person unless somebody else is named.
 * @throws when that is nobody whom one may speak as there
 */
export function speakerIn(workspace: Workspace, channel: Channel, as?: string): Member {
  const speakers = speakersIn(workspace, channel);
  const found = speakers.find(({ id, name }) => as === undefined || id === as || name === as);
  if (found) return found;
  const names = speakers.map(({ name }) => name).join(' and ');
  throw new Error(`Nobody speaks as ${nameOf(workspace, as)} in ${titleOf(channel)}: only ${names}.`);
}

/** The workspace that a member belongs to. */
export function teamOf(workspace: Workspace, id: string): Team {
  return workspace.members.get(id)?.team ?? workspace.team;
}

/**
 * Where a message's author belongs, as Slack says it of messages in a channel that is shared with another organisation:
 * `AppMentionEvent` of @slack/types has both names for it.
 */
export function originOf(workspace: Workspace, message: StoredMessage): { user_team?: string; source_team?: string } {
  if (!workspace.channels.get(message.channel)?.sharedWith) return {};
  const team = teamOf(workspace, message.user).id;
  return { user_team: team, source_team: team };
}

function nameOf(workspace: Workspace, as = ''): string {
  return workspace.members.get(as)?.name ?? as;
}

function titleOf(channel: Channel): string {
  return channel.kind === 'im' ? 'a direct conversation' : `#${channel.name}`;
}
