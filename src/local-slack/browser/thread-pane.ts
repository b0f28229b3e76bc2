import type { PageMessage } from '../page/protocol.ts';
import { button, el, frame } from './dom.ts';
import { createComposer, type Composer } from './composer.ts';
import { icon } from './icons.ts';
import { createMessageList, type MessageList } from './message-list.ts';
import { channelOf, channelTitle, isWide, messageKey, repliesTo, type Page } from './page.ts';

export interface ThreadPane {
  /** Opens, changes or closes the pane as the place says. */
  show(): void;
  put(message: PageMessage): void;
}

export function createThreadPane(page: () => Page): ThreadPane {
  const pane = frame('thread');
  let list: MessageList | null = null;
  let composer: Composer | null = null;
  let openRoot: string | null = null;

  const close = (): void => page().go({ channel: page().place.channel, threadTs: null });
  pane.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });

  const hide = (): void => {
    pane.hidden = true;
    frame('app').dataset['thread'] = 'closed';
    openRoot = null;
    list = null;
  };

  return {
    show() {
      const { channel: channelId, threadTs } = page().place;
      const root = threadTs === null ? null : page().messages.get(messageKey({ channel: channelId, ts: threadTs }));
      const channel = channelOf(page(), channelId);
      if (!root || !channel) return hide();
      const isOther = openRoot !== messageKey(root);
      openRoot = messageKey(root);
      const messages = el('div', { class: 'messages', role: 'log', 'aria-label': 'Thread messages', tabindex: '-1' });
      list = createMessageList(messages, page, true);
      composer = createComposer(page, { id: 'thread-composer', placeholder: 'Reply…', threadTs: root.ts });
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
            'Thread',
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
      list.show([root, ...repliesTo(page(), channelId, root.ts)], [], isOther ? 'start' : 'end');
      if (isOther && isWide()) composer.focus();
      else if (isOther) pane.querySelector<HTMLElement>('.tool')?.focus();
    },
    put(message) {
      if (!list || openRoot === null) return;
      const root = message.threadTs ?? message.ts;
      if (messageKey({ channel: message.channel, ts: root }) !== openRoot) return;
      if (!message.deleted) list.put(message);
      else if (message.threadTs === null) close();
      else list.remove(message.ts);
    },
  };
}
