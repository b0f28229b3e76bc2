import type { PageMessage } from '../page/protocol.ts';
import { renderAttachment } from './attachments.ts';
import { renderBlock, renderText } from './blocks.ts';
import { button, el } from './dom.ts';
import { icon } from './icons.ts';
import { listsOf } from './lists.ts';
import { openMenu } from './menu.ts';
import { channelOf, fullName, nameOf, repliesTo, speakerIn, type Page } from './page.ts';

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** A message with its author, blocks, thread line and tools. `inThread` leaves out what leads into the thread. */
export function renderMessage(page: Page, message: PageMessage, inThread: boolean): HTMLElement {
  const member = page.state.members.find((one) => one.id === message.user);
  const speaker = (): string => message.onlyFor ?? speakerIn(page, message.channel);
  const names = (id: string): string => nameOf(page, id);
  const press = (actionId: string, choice?: Record<string, unknown>): void => {
    void page.act('press', { channel: message.channel, ts: message.ts, actionId, choice, as: speaker() });
  };
  const context = { nameOf: names, press, lists: listsOf(page) };
  const author = `${member?.name ?? message.user}${member?.team ? ` (${member.team.name})` : ''}`;
  const words = message.text === '' ? [] : [renderText(message.text, names)];
  const body = [
    ...(message.blocks.length > 0 ? message.blocks.map((block) => renderBlock(block, context)) : words),
    ...message.attachments.map((one) => renderAttachment(one, context)),
  ];
  return el(
    'article',
    {
      class: `message${message.ephemeral ? ' ephemeral' : ''}`,
      'data-ts': message.ts,
      'data-user': message.user,
      'aria-label': `${author} at ${timeOf(message)}`,
    },
    avatar(member?.name ?? '?', message.user === page.state.bot),
    el(
      'div',
      { class: 'message-main' },
      message.ephemeral ? el('div', { class: 'only-you' }, icon('eye'), onlyVisible(page, [message])) : null,
      el(
        'div',
        { class: 'message-head' },
        el('span', { class: 'author' }, member?.name ?? message.user),
        member?.team ? el('span', { class: 'organisation' }, member.team.name) : null,
        member?.isBot ? el('span', { class: 'badge' }, 'APP') : null,
        el('time', { datetime: new Date(Number(message.ts) * 1000).toISOString() }, timeOf(message)),
      ),
      el(
        'div',
        { class: 'message-body' },
        ...body,
        isTextEdit(message) ? el('small', { class: 'edited' }, '(edited)') : null,
      ),
      inThread ? null : threadLine(page, message),
    ),
    message.ephemeral ? null : tools(page, message, inThread),
  );
}

export function avatar(name: string, isSparkcheck: boolean): HTMLElement {
  if (isSparkcheck) return el('img', { class: 'avatar', src: '/assets/icon.svg', alt: '', width: 36, height: 36 });
  const hue = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return el('span', { class: `avatar tint-${hue}`, 'aria-hidden': 'true' }, name.slice(0, 1).toUpperCase());
}

/** Slack marks edits of text only: an app that changes its blocks in place leaves no mark. */
function isTextEdit(message: PageMessage): boolean {
  return message.edited && message.blocks.length === 0;
}

function onlyVisible(page: Page, messages: PageMessage[]): string {
  const readers = new Set(messages.map(({ onlyFor }) => onlyFor ?? page.state.you));
  const names = [...readers].map((id) => (id === page.state.you ? 'you' : fullName(page, id)));
  return `Only visible to ${names.join(' and ')}`;
}

function timeOf(message: PageMessage): string {
  return TIME.format(new Date(Number(message.ts) * 1000));
}

function threadLine(page: Page, message: PageMessage): HTMLElement | null {
  const replies = repliesTo(page, message.channel, message.ts);
  if (replies.length === 0) return null;
  const common = replies.filter((reply) => !reply.ephemeral).length;
  const count = common === 0 ? onlyVisible(page, replies) : common === 1 ? '1 reply' : `${common} replies`;
  const open = (): void => page.go({ channel: message.channel, threadTs: message.ts });
  const users = [...new Set(replies.map((reply) => reply.user))].slice(0, 3);
  return button(
    [
      ...users.map((user) => avatar(nameOf(page, user), user === page.state.bot)),
      el('strong', {}, count),
      ' ',
      el('span', { class: 'thread-hint' }, 'View thread'),
    ],
    open,
    { class: 'thread-line', 'data-key': 'thread' },
  );
}

function tools(page: Page, message: PageMessage, inThread: boolean): HTMLElement | null {
  if (channelOf(page, message.channel)?.archived) return null;
  const openThread = (): void => page.go({ channel: message.channel, threadTs: message.threadTs ?? message.ts });
  const reply = button(icon('reply'), openThread, {
    class: 'tool reply-tool',
    'aria-label': 'Reply in thread',
    title: 'Reply in thread',
  });
  const runShortcut = (): void => {
    const { channel, ts } = message;
    void page.act('shortcut', { channel, ts, as: speakerIn(page, channel) });
  };
  // In the menu too: where there is room for one tool only, it is the menu.
  const replyItem = inThread ? [] : [{ label: 'Reply in thread', run: openThread }];
  const more = button(
    icon('more'),
    () => openMenu(more, [{ label: page.state.shortcut, run: runShortcut }, ...replyItem]),
    {
      class: 'tool',
      'aria-label': 'More actions',
      title: 'More actions',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    },
  );
  return el('div', { class: 'tools' }, inThread ? null : reply, more);
}
