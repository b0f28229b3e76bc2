import { showResponse } from './app-response.ts';
import { ApiError } from './api-error.ts';
import { deliver } from './delivery/deliver.ts';
import { sendEvent } from './delivery/events.ts';
import { commandBody, eventBody } from './delivery/payloads.ts';
import { escapeText, escapeTyped } from './escape.ts';
import { SLACKBOT } from './seed.ts';
import { speakerIn } from './speakers.ts';
import type { Acknowledgement, State } from './state.ts';
import { typedBlocks } from './web-api/message-json.ts';
import {
  addMessage,
  announce,
  findChannel,
  findMessage,
  type Channel,
  type Member,
  type StoredMessage,
} from './workspace.ts';

/** https://docs.slack.dev/apis/slack-connect, "Slash commands are not shared": neither those nor message shortcuts. */
export const ONLY_AT_HOME =
  'Slack offers an app’s commands and shortcuts only to people of the workspace that it is installed in.';

/** Where a line is typed, and by whom. */
interface Spot {
  channel: Channel;
  threadTs: string | null;
  speaker: Member;
}

/** What somebody types into a channel or a thread. Resolves once the app has acknowledged, or failed to. */
export async function typeLine(
  state: State,
  line: string,
  where: { channel?: string | undefined; threadTs?: string | undefined; as?: string | undefined } = {},
): Promise<void> {
  const channel = findChannel(state.workspace, where.channel ?? 'incidents');
  if (!channel) throw new Error(`There is no channel ${where.channel} in this workspace.`);
  const threadTs = where.threadTs ?? null;
  if (threadTs !== null && !findMessage(state.workspace, channel.id, threadTs)) {
    throw new Error(`There is no message ${threadTs} in #${channel.name} to reply to.`);
  }
  const spot: Spot = { channel, threadTs, speaker: speakerIn(state.workspace, channel, where.as) };
  if (channel.archived) return notice(state, spot, `#${channel.name} is archived. Nothing can be posted here.`);
  const text = line.trim();
  if (text === '') return;
  if (text.startsWith('/')) return command(state, spot, text);
  await say(state, spot, text);
}

/** Something that only one person sees, said by Slackbot. */
export function notice(state: State, { channel, threadTs, speaker }: Spot, text: string): void {
  addMessage(state.workspace, { channel: channel.id, user: SLACKBOT, text, threadTs, onlyFor: speaker.id });
}

/** Posts a message and tells the app of it when it is subscribed to such messages and is there to read them. */
export async function post(state: State, draft: Parameters<typeof addMessage>[1]): Promise<StoredMessage> {
  const { workspace, settings } = state;
  const message = addMessage(workspace, draft);
  const channel = workspace.channels.get(message.channel);
  if (!channel?.members.has(workspace.bot.id)) return message;
  // A mention in a direct conversation is a message.im event and no app_mention: docs.slack.dev/reference/events/app_mention
  const mentioned = message.text.includes(`<@${workspace.bot.id}>`) && channel.kind !== 'im';
  if (mentioned && settings.events.includes('app_mention'))
    await sendEvent(state, eventBody(state, 'app_mention', message));
  if (channel.kind === 'im' && settings.events.includes('message.im')) {
    await sendEvent(state, eventBody(state, 'message', message));
  }
  return message;
}

async function say(state: State, spot: Spot, line: string): Promise<void> {
  const { workspace } = state;
  const { channel, threadTs, speaker } = spot;
  const text = escapeTyped(workspace, line);
  await post(state, { channel: channel.id, user: speaker.id, text, blocks: typedBlocks(text), threadTs });
  if (text.includes(`<@${workspace.bot.id}>`) && !channel.members.has(workspace.bot.id)) {
    const who = `@${workspace.bot.name}`;
    notice(state, spot, `You mentioned ${who}, but they’re not in this channel. \`/invite ${who}\` lets them in.`);
  }
}

async function command(state: State, spot: Spot, line: string): Promise<void> {
  const { channel, speaker } = spot;
  const [name = '', ...words] = line.split(' ');
  const own = state.settings.command.name;
  if (name === '/invite' || name === '/remove') return setMember(state, spot, name, words.join(' ').trim());
  if (name !== own || speaker.team) {
    const meaning = 'In Slack, all messages that start with the “/” character are interpreted as commands.';
    const why = name === own ? ONLY_AT_HOME : meaning;
    return notice(state, spot, `\`${escapeText(name)}\` is not a valid command. ${why}`);
  }
  if (spot.threadTs !== null) return notice(state, spot, `${own} is not supported in threads. Sorry!`);
  const user = speaker.id;
  const body = commandBody(state, channel, user, own, escapeText(words.join(' ').trim()));
  const answer = await deliver(state, { kind: 'command', body });
  const failure = failureOf(answer);
  if (failure) return notice(state, spot, `${own} failed with the error "${failure}"`);
  try {
    showAcknowledgement(state, { channel: channel.id, user, messageTs: null }, answer.body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(state, spot, `${own} failed with the error "${error.code}"`);
  }
}

function showAcknowledgement(state: State, to: Parameters<typeof showResponse>[1], body: unknown): void {
  if (typeof body === 'string' && body.trim() !== '') return showResponse(state, to, { text: body });
  if (typeof body === 'object' && body !== null) return showResponse(state, to, { ...body });
}

/** Slack's word for a delivery that went wrong, or null. */
export function failureOf(answer: Acknowledgement): string | null {
  if (answer.timedOut) return 'operation_timeout';
  return answer.status === 200 ? null : 'dispatch_failed';
}

function setMember(state: State, spot: Spot, command: string, who: string): void {
  const { workspace } = state;
  const { channel, threadTs, speaker } = spot;
  if (threadTs !== null) return notice(state, spot, `${command} is not supported in threads. Sorry!`);
  // Slack's "can post only", one of the two rights that an organisation is let in with:
  // https://docs.slack.dev/reference/methods/conversations.externalInvitePermissions.set
  if (speaker.team) return notice(state, spot, `${speaker.team.name} may post here, not let people in or out.`);
  const member = [...workspace.members.values()].find((one) => `@${one.name}` === who);
  if (!member)
    return notice(
      state,
      spot,
      `${command} needs a member of this workspace, e.g. \`${command} @${workspace.bot.name}\``,
    );
  if (channel.kind === 'im') return notice(state, spot, 'A direct conversation stays between the two of you.');
  const inviting = command === '/invite';
  const { team } = member;
  if (inviting && team && channel.sharedWith?.id !== team.id) {
    return notice(
      state,
      spot,
      `${member.name} belongs to ${team.name}, and this channel is not shared with ${team.name}.`,
    );
  }
  if (inviting) channel.members.add(member.id);
  else channel.members.delete(member.id);
  announce(workspace, { kind: 'channel', channel });
  const did = inviting ? 'was added to' : 'was removed from';
  addMessage(workspace, {
    channel: channel.id,
    user: SLACKBOT,
    text: `${member.name} ${did} #${channel.name} by ${speaker.name}.`,
  });
}
