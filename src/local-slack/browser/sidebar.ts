import type { PageChannel } from '../page/protocol.ts';
import { button, el, frame } from './dom.ts';
import { keepFocus } from './focus.ts';
import { icon, type IconName } from './icons.ts';
import { channelTitle, placeKey, type Page } from './page.ts';

/** The list of channels, those with something unread in bold. */
export function renderSidebar(page: Page): void {
  keepFocus(() => draw(page));
}

function draw(page: Page): void {
  const { channels } = page.state;
  const group = (title: string, some: PageChannel[]): HTMLElement =>
    el('section', {}, el('h2', {}, title), el('ul', {}, ...some.map((channel) => el('li', {}, entry(page, channel)))));
  frame('sidebar').replaceChildren(
    el(
      'div',
      { class: 'workspace' },
      el('img', { src: '/assets/icon.svg', alt: '', width: 28, height: 28 }),
      el('strong', {}, page.state.team),
    ),
    group(
      'Channels',
      channels.filter((channel) => channel.kind !== 'im'),
    ),
    group(
      'Direct messages',
      channels.filter((channel) => channel.kind === 'im'),
    ),
    el(
      'p',
      { class: 'sidebar-note' },
      'Runs on this machine only. The bot in it is the one that joins a real workspace.',
    ),
  );
}

export function channelIcon(channel: PageChannel): IconName {
  if (channel.archived) return 'archive';
  if (channel.kind === 'private') return 'lock';
  return channel.kind === 'im' ? 'reply' : 'hash';
}

/** Beside a channel's name: which other organisation reads along. */
function sharedMark(organisation: string): HTMLElement {
  const words = `shared with ${organisation}`;
  return el(
    'span',
    { class: 'shared-mark', title: words },
    icon('shared'),
    el('span', { class: 'hidden' }, ` ${words}`),
  );
}

function entry(page: Page, channel: PageChannel): HTMLElement {
  const current = channel.id === page.place.channel;
  const unread = page.unread.has(channel.id);
  const draft = page.composers.get(placeKey({ channel: channel.id, threadTs: null }))?.draft() ?? '';
  const hasDraft = draft.trim() !== '' && !current && !channel.archived;
  const classes = `channel${current ? ' current' : ''}${unread ? ' unread' : ''}${channel.archived ? ' archived' : ''}`;
  return button(
    [
      icon(channelIcon(channel)),
      el('span', { class: 'channel-name' }, channelTitle(page, channel)),
      channel.sharedWith ? sharedMark(channel.sharedWith.name) : null,
      channel.archived ? el('span', { class: 'hidden' }, ' archived') : null,
      hasDraft ? el('span', { class: 'draft' }, icon('pencil'), el('span', { class: 'hidden' }, ' draft')) : null,
      unread ? el('span', { class: 'dot' }, el('span', { class: 'hidden' }, ' unread')) : null,
    ],
    () => page.go({ channel: channel.id, threadTs: null }),
    { class: classes, 'data-key': channel.id, 'aria-current': current ? 'page' : null },
  );
}
