import { channelOf, speakerIn, type Page, type Place } from './page.ts';

export interface Completion {
  /** Replaces everything from this position on. */
  from: number;
  insert: string;
  detail: string;
}

/** What could stand where the person is typing, and a word of advice below the box. */
export function completions(page: Page, text: string, place: Place): { offers: Completion[]; note: string } {
  const inThread = place.threadTs !== null;
  const { command } = page.state;
  const bot = page.state.members.find((member) => member.id === page.state.bot)?.name ?? '';
  if (text.startsWith('/') && isGuest(page, place)) {
    return {
      offers: [],
      note: 'Slack offers an app’s commands only to people of the workspace that it is installed in.',
    };
  }
  if (/^\/\S*$/.test(text)) {
    if (inThread) return { offers: [], note: `Slack takes no commands in threads: write @${bot} … instead.` };
    const commands: Completion[] = [
      { from: 0, insert: `${command.name} `, detail: `${command.hint} — ${command.description}` },
      { from: 0, insert: `/invite @${bot}`, detail: `lets ${bot} into this channel` },
      { from: 0, insert: `/remove @${bot}`, detail: `takes ${bot} out of this channel` },
    ];
    return {
      offers: commands.filter((offer) => offer.insert.startsWith(text) && offer.insert.trim() !== text),
      note: '',
    };
  }
  if (text.startsWith(`${command.name} `)) {
    return inThread
      ? { offers: [], note: `Slack takes no commands in threads: write @${bot} … instead.` }
      : { offers: [], note: `${command.name} ${command.hint}` };
  }
  const mention = /(?:^|\s)(@[\w.-]*)$/.exec(text);
  if (mention?.[1] !== undefined) {
    const typed = mention[1];
    const from = text.length - typed.length;
    const offers = page.state.members
      .filter(
        (member) => `@${member.name}`.startsWith(typed) && `@${member.name}` !== typed && member.id !== page.state.you,
      )
      .map((member) => ({ from, insert: `@${member.name} `, detail: member.realName }));
    return { offers, note: '' };
  }
  const isMember = channelOf(page, place.channel)?.members.includes(page.state.bot) ?? false;
  const mentionsBot = text.includes(`@${bot}`);
  if (mentionsBot && !isMember)
    return { offers: [], note: `${bot} is not in this channel: /invite @${bot} lets it in.` };
  return { offers: [], note: mentionsBot ? `@${bot} ${command.hint}` : '' };
}

function isGuest(page: Page, { channel }: Place): boolean {
  return speakerIn(page, channel) !== page.state.you;
}
