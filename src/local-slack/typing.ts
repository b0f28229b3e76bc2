import { showResponse } from './app-response.ts';
import { ApiError } from './api-error.ts';
import { deliver } from './delivery/deliver.ts';
import { sendEvent } from './delivery/events.ts';
import { commandBody, eventBody } from './delivery/payloads.ts';
import { escapeText, escapeTyped } from './escape.ts';
import { SLACKBOT } from './seed.ts';
import type { Acknowledgement, State } from './state.ts';
import { typedBlocks } from './web-api/message-json.ts';
import { addMessage, announce, findChannel, findMessage, type Channel, type StoredMessage } from './workspace.ts';

/** What the local person types into a channel or a thread. Resolves once the app has acknowledged, or failed to. */
export async function typeLine(
  state: State,
  line: string,
  where: { channel?: string; threadTs?: string } = {},
): Promise<void> {
  const channel = findChannel(state.workspace, where.channel ?? 'incidents');
  if (!channel) throw new Error(`There is no channel ${where.channel} in this workspace.`);
  const threadTs = where.threadTs ?? null;
  if (threadTs !== null && !findMessage(state.workspace, channel.id, threadTs)) {
    throw new Error(`There is no message ${threadTs} in #${channel.name} to reply to.`);
  }
  if (channel.archived)
    return void notice(state, channel, threadTs, `#${channel.name} is archived. Nothing can be posted here.`);
  const text = line.trim();
  if (text === '') return;
  if (text.startsWith('/')) return command(state, channel, threadTs, text);
  await say(state, channel, threadTs, text);
}

/** Something that only the local person sees, said by Slackbot. */
export function notice(state: State, channel: Channel, threadTs: string | null, text: string): void {
  addMessage(state.workspace, {
    channel: channel.id,
    user: SLACKBOT,
    text,
    threadTs,
    onlyFor: state.workspace.person.id,
  });
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

async function say(state: State, channel: Channel, threadTs: string | null, line: string): Promise<void> {
  const { workspace } = state;
  const text = escapeTyped(workspace, line);
  await post(state, { channel: channel.id, user: workspace.person.id, text, blocks: typedBlocks(text), threadTs });
  if (text.includes(`<@${workspace.bot.id}>`) && !channel.members.has(workspace.bot.id)) {
    const who = `@${workspace.bot.name}`;
    notice(
      state,
      channel,
      threadTs,
      `You mentioned ${who}, but they’re not in this channel. \`/invite ${who}\` lets them in.`,
    );
  }
}

async function command(state: State, channel: Channel, threadTs: string | null, line: string): Promise<void> {
  const [name = '', ...words] = line.split(' ');
  const own = state.settings.command.name;
  if (name === '/invite' || name === '/remove')
    return setMember(state, channel, threadTs, name, words.join(' ').trim());
  if (name !== own) {
    const meaning = 'In Slack, all messages that start with the “/” character are interpreted as commands.';
    return notice(state, channel, threadTs, `\`${escapeText(name)}\` is not a valid command. ${meaning}`);
  }
  if (threadTs !== null) return notice(state, channel, threadTs, `${own} is not supported in threads. Sorry!`);
  const user = state.workspace.person.id;
  const body = commandBody(state, channel, user, own, escapeText(words.join(' ').trim()));
  const answer = await deliver(state, { kind: 'command', body });
  const failure = failureOf(answer);
  if (failure) return notice(state, channel, null, `${own} failed with the error "${failure}"`);
  try {
    showAcknowledgement(state, { channel: channel.id, user, messageTs: null }, answer.body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice(state, channel, null, `${own} failed with the error "${error.code}"`);
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

function setMember(state: State, channel: Channel, threadTs: string | null, command: string, who: string): void {
  const { workspace } = state;
  if (threadTs !== null) return notice(state, channel, threadTs, `${command} is not supported in threads. Sorry!`);
  const member = [...workspace.members.values()].find((one) => `@${one.name}` === who);
  if (!member)
    return notice(
      state,
      channel,
      null,
      `${command} needs a member of this workspace, e.g. \`${command} @${workspace.bot.name}\``,
    );
  if (channel.kind === 'im') return notice(state, channel, null, 'A direct conversation stays between the two of you.');
  const inviting = command === '/invite';
  if (inviting) channel.members.add(member.id);
  else channel.members.delete(member.id);
  announce(workspace, { kind: 'channel', channel });
  const did = inviting ? 'was added to' : 'was removed from';
  addMessage(workspace, {
    channel: channel.id,
    user: SLACKBOT,
    text: `${member.name} ${did} #${channel.name} by ${workspace.person.name}.`,
  });
}
