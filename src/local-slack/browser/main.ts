import type { PageChannel, PageEvent, PageMessage, PageState } from '../page/protocol.ts';
import { createComposer, type Composer } from './composer.ts';
import { button, el, frame } from './dom.ts';
import { icon } from './icons.ts';
import { createMessageList } from './message-list.ts';
import { renderModal } from './modal.ts';
import { channelOf, channelTitle, isWide, listen, messageKey, send, type Page, type Place } from './page.ts';
import { channelIcon, renderSidebar } from './sidebar.ts';
import { createThreadPane } from './thread-pane.ts';
import { renderWelcome } from './welcome.ts';

let page: Page | null = null;

/** Everything below runs only once the workspace has told its state. */
function current(): Page {
  if (!page) throw new Error('The workspace has not told its state yet.');
  return page;
}

let composer: Composer | null = null;
/** What the channel's part of the page was last drawn for: it is redrawn only when that changes. */
let drawn = '';

const list = createMessageList(frame('messages'), current, false);
const thread = createThreadPane(current);

listen(onEvent, (up) => document.body.classList.toggle('offline', !up));
window.addEventListener('hashchange', () => page && show(placeFromAddress(page.state)));
frame('scrim').addEventListener('click', () => toggleMenu(false));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') toggleMenu(false);
});

function onEvent(event: PageEvent): void {
  if (event.kind === 'state') return start(event.state);
  const now = current();
  switch (event.kind) {
    case 'message':
      return onMessage(now, event.message);
    case 'channel':
      now.state.channels = [...now.state.channels.filter((one) => one.id !== event.channel.id), event.channel];
      return event.channel.id === now.place.channel ? show(now.place) : renderSidebar(now);
    case 'modal':
      return renderModal(now, event.modal);
  }
}

function start(state: PageState): void {
  const isReconnect = page !== null;
  const place = placeFromAddress(state);
  page = {
    state,
    place,
    unread: page?.unread ?? new Set(),
    messages: new Map(state.messages.map((message) => [messageKey(message), message])),
    go(to) {
      const address = `#/${to.channel}${to.threadTs ? `/${to.threadTs}` : ''}`;
      if (location.hash === address) show(to);
      else location.hash = address;
    },
    act: send,
  };
  drawn = '';
  show(place);
  // A modal belongs to the window it was opened in: a new one starts without, as Slack's do.
  if (isReconnect) renderModal(page, state.modal);
}

function onMessage(now: Page, message: PageMessage): void {
  if (message.deleted) now.messages.delete(messageKey(message));
  else now.messages.set(messageKey(message), message);
  thread.put(message);
  if (message.channel !== now.place.channel) {
    now.unread.add(message.channel);
    return renderSidebar(now);
  }
  if (message.threadTs !== null) {
    const root = now.messages.get(messageKey({ channel: message.channel, ts: message.threadTs }));
    if (root) list.put(root);
  } else if (message.deleted) list.remove(message.ts);
  else list.put(message);
}

function show(place: Place): void {
  const now = current();
  const channel = channelOf(now, place.channel);
  if (!channel) return;
  now.place = place;
  now.unread.delete(place.channel);
  toggleMenu(false);
  renderSidebar(now);
  const asDrawn = JSON.stringify(channel);
  if (drawn !== asDrawn) showChannel(now, channel);
  drawn = asDrawn;
  thread.show();
}

function showChannel(now: Page, channel: PageChannel): void {
  renderHeader(now, channel);
  composer = createComposer(current, {
    id: 'composer',
    placeholder: `Message ${channel.kind === 'im' ? channelTitle(now, channel) : `#${channel.name}`}`,
    threadTs: null,
  });
  const archived = 'This channel is archived. It can be read, not written to.';
  frame('composer-place').replaceChildren(
    channel.archived ? el('p', { class: 'archived-note' }, archived) : composer.element,
  );
  const roots = [...now.messages.values()].filter(
    (message) => message.channel === channel.id && message.threadTs === null,
  );
  list.show(roots, [renderWelcome(now, channel, (line) => composer?.fill(line))], 'end');
  if (isWide()) composer.focus();
}

function renderHeader(now: Page, channel: PageChannel): void {
  frame('channel-header').replaceChildren(
    button([icon('menu'), el('span', { class: 'hidden' }, 'Channels')], () => toggleMenu(true), {
      class: 'tool only-phone',
    }),
    el('h1', {}, icon(channelIcon(channel)), channelTitle(now, channel)),
    el('p', { class: 'purpose' }, channel.purpose),
  );
  document.title = `${channelTitle(now, channel)} · ${now.state.team}`;
}

function toggleMenu(open: boolean): void {
  frame('app').dataset['menu'] = open ? 'open' : 'closed';
  if (open) frame('sidebar').querySelector<HTMLElement>('.channel.current')?.focus();
}

function placeFromAddress(state: PageState): Place {
  const [, channel = '', threadTs = null] = location.hash.replace(/^#/, '').split('/');
  const known = state.channels.some((one) => one.id === channel);
  const fallback = state.channels.find((one) => one.name === 'incidents') ?? state.channels[0];
  return known ? { channel, threadTs } : { channel: fallback?.id ?? '', threadTs: null };
}
