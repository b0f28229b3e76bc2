import type { PageChannel, PageEvent, PageMessage, PageState } from '../page/protocol.ts';
import { createComposer, type Composer } from './composer.ts';
import { button, el, frame } from './dom.ts';
import { focusFirst, keepFocus } from './focus.ts';
import { icon } from './icons.ts';
import { createMessageList } from './message-list.ts';
import { renderModal } from './modal.ts';
import { showLink, toast } from './notices.ts';
import { channelOf, channelTitle, isWide, listen, messageKey, placeKey, send, type Page, type Place } from './page.ts';
import { channelIcon, renderSidebar } from './sidebar.ts';
import { createThreadPane } from './thread-pane.ts';
import { renderWelcome } from './welcome.ts';

let page: Page | null = null;

/** Everything below runs only once the workspace has told its state. */
function current(): Page {
  if (!page) throw new Error('The workspace has not told its state yet.');
  return page;
}

/** What the channel's part of the page was last drawn for: it is redrawn only when that changes. */
let drawn = { id: '', text: '' };

const list = createMessageList(frame('messages'), current, false);
const thread = createThreadPane(current, composerAt);

listen(onEvent, showLink);
window.addEventListener('hashchange', () => page && show(placeFromAddress(page.state)));
frame('scrim').addEventListener('click', () => toggleMenu(false));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') toggleMenu(false);
});
// A window that was made wide shows the list beside the rest, not over it.
window.matchMedia('(min-width: 800px)').addEventListener('change', () => toggleMenu(false));
document.querySelector('.skip')?.addEventListener('click', (event) => {
  // The address says which channel is shown, so it may not become the link's.
  event.preventDefault();
  focusFirst([...frame('composer-place').querySelectorAll('textarea'), frame('messages')]);
});

function onEvent(event: PageEvent): void {
  if (event.kind === 'state') return start(event.state);
  const now = current();
  switch (event.kind) {
    case 'message':
      return onMessage(now, event.message);
    case 'channel':
      putChannel(now.state.channels, event.channel);
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
    speaker: page?.speaker ?? state.you,
    composers: page?.composers ?? new Map(),
    messages: new Map(state.messages.map((message) => [messageKey(message), message])),
    go(to) {
      const address = `#/${to.channel}${to.threadTs ? `/${to.threadTs}` : ''}`;
      if (location.hash === address) show(to);
      else location.hash = address;
    },
    act: send,
  };
  drawn = { ...drawn, text: '' };
  show(place);
  rescueDraft(place);
  // A modal belongs to the window it was opened in: a new one starts without, as Slack's do.
  if (isReconnect) renderModal(page, state.modal);
}

/** In its place, so that the list does not jump. */
function putChannel(channels: PageChannel[], channel: PageChannel): void {
  const at = channels.findIndex((one) => one.id === channel.id);
  if (at === -1) channels.push(channel);
  else channels[at] = channel;
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
  renderSidebar(now);
  const before = drawn;
  drawn = { id: channel.id, text: JSON.stringify(channel) };
  if (before.text !== drawn.text) keepFocus(() => showChannel(now, channel));
  if (before.id !== channel.id && isWide()) composerAt({ ...place, threadTs: null }).focus();
  toggleMenu(false);
  thread.show();
}

/** A workspace that was started anew has lost the open thread: what was typed there moves to the channel. */
function rescueDraft(place: Place): void {
  const { messages, composers } = current();
  if (place.threadTs === null || messages.has(messageKey({ channel: place.channel, ts: place.threadTs }))) return;
  const text = composers.get(placeKey(place))?.draft() ?? '';
  const composer = composerAt({ ...place, threadTs: null });
  if (text === '' || composer.draft() !== '') return;
  composer.fill(text);
  composers.delete(placeKey(place));
  toast(
    'The thread is gone with the old workspace. What you typed there was not sent and stands in the channel’s box.',
  );
}

/** A place's own box, which keeps its draft while other places are looked at and while the connection is lost. */
function composerAt(place: Place, placeholder = ''): Composer {
  const { composers } = current();
  const key = placeKey(place);
  const id = place.threadTs === null ? 'composer' : 'thread-composer';
  const composer = composers.get(key) ?? createComposer(current, { id, placeholder, place });
  composers.set(key, composer);
  return composer;
}

function showChannel(now: Page, channel: PageChannel): void {
  renderHeader(now, channel);
  const title = channel.kind === 'im' ? channelTitle(now, channel) : `#${channel.name}`;
  const composer = composerAt({ channel: channel.id, threadTs: null }, `Message ${title}`);
  const archived = 'This channel is archived. It can be read, not written to.';
  frame('composer-place').replaceChildren(
    channel.archived ? el('p', { class: 'archived-note' }, archived) : composer.element,
  );
  composer.refresh();
  const roots = [...now.messages.values()].filter(
    (message) => message.channel === channel.id && message.threadTs === null,
  );
  list.show(roots, [renderWelcome(now, channel, (line) => composer.fill(line))], 'end');
}

function renderHeader(now: Page, channel: PageChannel): void {
  frame('channel-header').replaceChildren(
    button([icon('menu'), el('span', { class: 'hidden' }, 'Channels')], () => toggleMenu(true), {
      class: 'tool only-phone',
      id: 'menu-button',
      'aria-expanded': 'false',
      'aria-controls': 'sidebar',
    }),
    el('h1', {}, icon(channelIcon(channel)), channelTitle(now, channel)),
    ...(channel.sharedWith ? [el('span', { class: 'shared-badge' }, `shared with ${channel.sharedWith.name}`)] : []),
    el('p', { class: 'purpose' }, channel.purpose),
  );
  document.title = `${channelTitle(now, channel)} · ${now.state.team}`;
}

/** The channel list that lies over the rest on a phone: the rest can not be reached as long as it does. */
function toggleMenu(open: boolean): void {
  const app = frame('app');
  const wasOpen = app.dataset['menu'] === 'open';
  if (open === wasOpen) return;
  app.dataset['menu'] = open ? 'open' : 'closed';
  frame('main').inert = open;
  frame('menu-button').setAttribute('aria-expanded', String(open));
  if (open) frame('sidebar').querySelector<HTMLElement>('.channel.current')?.focus();
  else focusFirst([frame('menu-button')]);
}

function placeFromAddress(state: PageState): Place {
  const [, channel = '', threadTs = null] = location.hash.replace(/^#/, '').split('/');
  const known = state.channels.some((one) => one.id === channel);
  const fallback = state.channels.find((one) => one.name === 'incidents') ?? state.channels[0];
  return known ? { channel, threadTs } : { channel: fallback?.id ?? '', threadTs: null };
}
