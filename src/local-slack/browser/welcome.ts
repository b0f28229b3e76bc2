import type { PageChannel } from '../page/protocol.ts';
import { button, el } from './dom.ts';
import { channelTitle, type Page } from './page.ts';

/** What stands above a channel's first message: where one is, and what to try. */
export function renderWelcome(page: Page, channel: PageChannel, fill: (line: string) => void): HTMLElement {
  const { suggestions, command } = page.state;
  const isMember = channel.members.includes(page.state.bot);
  const bot = page.state.members.find((member) => member.id === page.state.bot)?.name ?? 'the bot';
  return el(
    'section',
    { class: 'welcome' },
    el('h2', {}, channel.kind === 'im' ? channelTitle(page, channel) : `#${channel.name}`),
    channel.purpose === '' ? null : el('p', { class: 'purpose' }, channel.purpose),
    channel.archived ? null : el('p', {}, ...whatToDo(bot, command.name, isMember)),
    channel.sharedWith
      ? el('p', { class: 'sharing' }, aboutSharing(bot, page.state.team, channel.sharedWith.name))
      : null,
    channel.archived || suggestions.length === 0
      ? null
      : el(
          'div',
          { class: 'suggestions' },
          el('h3', {}, 'Try a recorded run'),
          ...suggestions.map(({ label, command: line }) =>
            button([el('span', { class: 'suggestion-label' }, label), ' ', el('code', {}, line)], () => fill(line), {
              class: 'suggestion',
            }),
          ),
          el('p', { class: 'small' }, 'A button types the command for you; Enter or the arrow beside it sends it.'),
        ),
  );
}

function aboutSharing(bot: string, team: string, organisation: string): string {
  return (
    `This channel is shared with ${organisation} (Slack Connect). ${bot} is installed in ${team} only: people of ` +
    `${organisation} read what it answers here, and it takes no questions from them. Below you can speak as one of them.`
  );
}

function whatToDo(bot: string, command: string, isMember: boolean): (Node | string)[] {
  const code = (text: string): HTMLElement => el('code', {}, text);
  if (isMember) {
    return [
      `${bot} tells why a Spark job is slow. Ask with `,
      code(`${command} <app id>`),
      ', or write ',
      code(`@${bot} <app id>`),
      ' here or in a thread. Its answer is a thread: one reply for each of five checks, and the cause at the end.',
    ];
  }
  return [
    `${bot} is not in this channel: `,
    code(`${command} <app id>`),
    ' still gets one compact answer that only you see. For the whole thread, let it in with ',
    code(`/invite @${bot}`),
    '.',
  ];
}
