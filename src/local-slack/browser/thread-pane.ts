import type { PageChannel, PageMessage } from '../page/protocol.ts';
import type { Composer } from './composer.ts';
import { button, el, frame } from './dom.ts';
import { focusFirst, keepFocus } from './focus.ts';
import { icon } from './icons.ts';
import { createMessageList, type MessageList } from './message-list.ts';
import { channelOf, channelTitle, isWide, messageKey, repliesTo, type Page, type Place } from './page.ts';

export interface ThreadPane {
  /** Opens, changes or closes the pane as the place says. */
  show(): void;
  put(message: PageMessage): void;
}

export function createThreadPane(
  page: () => Page,
  composerAt: (place: Place, placeholder: string) => Composer,
): ThreadPane {
  const pane = frame('thread');
  let list: MessageList | null = null;
  let open: PageMessage | null = null;

  const close = (): void => page().go({ channel: page().place.channel, threadTs: null });
  pane.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });

  const hide = (): void => {
    const root = open;
    const hadFocus = pane.contains(document.activeElement);
    pane.hidden = true;
    pane.replaceChildren();
    frame('app').dataset['thread'] = 'closed';
    open = null;
    list = null;
    if (root && hadFocus) focusWhereOpened(root);
  };

  const draw = (root: PageMessage, channel: PageChannel, composer: Composer, from: 'start' | 'end'): void => {
    const messages = el('div', { class: 'messages', role: 'log', 'aria-label': 'Thread messages', tabindex: '0' });
    list = createMessageList(messages, page, true);
    pane.replaceChildren(
      el(
        'header',
        { class: 'bar' },
        button([icon('back'), el('span', { class: 'hidden' }, 'Back to the channel')], close, {
          class: 'tool only-phone',
        }),
        el(
          'h2',
          {},
          'Thread ',
          el('small', {}, channel.kind === 'im' ? channelTitle(page(), channel) : `#${channel.name}`),
        ),
        button([icon('close'), el('span', { class: 'hidden' }, 'Close the thread')], close, {
          class: 'tool only-wide',
        }),
      ),
      messages,
      channel.archived ? '' : composer.element,
    );
    pane.hidden = false;
    frame('app').dataset['thread'] = 'open';
    composer.refresh();
    list.show([root, ...repliesTo(page(), root.channel, root.ts)], [], from);
  };

  return {
    show() {
      const { channel: channelId, threadTs } = page().place;
      const root = threadTs === null ? null : page().messages.get(messageKey({ channel: channelId, ts: threadTs }));
      const channel = channelOf(page(), channelId);
      if (!root || !channel) return hide();
      const composer = composerAt({ channel: channelId, threadTs: root.ts }, 'Reply…');
      const isOther = !open || messageKey(open) !== messageKey(root);
      keepFocus(() => draw(root, channel, composer, isOther ? 'start' : 'end'));
      open = root;
      if (!isOther) return;
      if (isWide() && !channel.archived) composer.focus();
      else focusFirst(pane.querySelectorAll<HTMLElement>('.tool'));
    },
    put(message) {
      if (!list || !open) return;
      const root = message.threadTs ?? message.ts;
      if (messageKey({ channel: message.channel, ts: root }) !== messageKey(open)) return;
      if (!message.deleted) list.put(message);
      else if (message.threadTs === null) close();
      else list.remove(message.ts);
    },
  };
}

/** To the thread's line below its root, or the tools of a root that no one has replied to, or where one types. */
function focusWhereOpened(root: PageMessage): void {
  const message = frame('messages').querySelector(`.message[data-ts="${CSS.escape(root.ts)}"]`);
  const line = message?.querySelectorAll<HTMLElement>('.thread-line') ?? [];
  const tools = message?.querySelectorAll<HTMLElement>('.tools .tool') ?? [];
  focusFirst([...line, ...tools, ...frame('composer-place').querySelectorAll('textarea'), frame('messages')]);
}
