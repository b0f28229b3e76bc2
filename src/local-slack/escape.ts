import type { Workspace } from './workspace.ts';

/**
 * What a person typed, as Slack hands it to apps: `&`, `<` and `>` as entities, members, channels, broadcasts and links in
 * angle brackets. https://docs.slack.dev/messaging/formatting-message-text
 */
export function escapeTyped(workspace: Workspace, text: string): string {
  const members = new Map([...workspace.members.values()].map((member) => [member.name, member.id]));
  const channels = new Map(
    [...workspace.channels.values()]
      .filter((channel) => channel.kind !== 'im')
      .map((channel) => [channel.name, channel.id]),
  );
  return escapeText(text).replace(/https?:\/\/[^\s<>]+|(?<![\w.])[@#][\w.-]+/g, (found) => {
    if (found.startsWith('http')) return `<${found}>`;
    const name = found.slice(1);
    if (found.startsWith('#')) {
      const channel = channels.get(name);
      return channel ? `<#${channel}|${name}>` : found;
    }
    if (name === 'here' || name === 'channel' || name === 'everyone') return `<!${name}>`;
    const member = members.get(name);
    return member ? `<@${member}>` : found;
  });
}

/** The three characters with a meaning of their own in Slack's text. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
