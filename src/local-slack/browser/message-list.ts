import type { PageMessage } from '../page/protocol.ts';
import { el } from './dom.ts';
import { keepFocus } from './focus.ts';
import { renderMessage } from './message.ts';
import type { Page } from './page.ts';

/** Messages of one author this close together share one head. */
const FOLLOW_SECONDS = 5 * 60;
/** Within this many pixels of its end a list counts as scrolled down, and stays so when it grows. */
const NEAR_END_PX = 80;

export interface MessageList {
  /** Shows these instead of whatever was there, from their start or their end on. */
  show(messages: PageMessage[], lead: Node[], from: 'start' | 'end'): void;
  /** Adds the message, or redraws it in place. */
  put(message: PageMessage): void;
  remove(ts: string): void;
}

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

/** A list that keeps its place while messages arrive and change under the reader's eyes. */
export function createMessageList(container: HTMLElement, page: () => Page, inThread: boolean): MessageList {
  const shown = new Map<string, HTMLElement>();

  const keepEnd = (change: () => void): void => {
    const wasAtEnd = isAtEnd(container);
    change();
    if (wasAtEnd) container.scrollTop = container.scrollHeight;
  };

  const arrange = (): void => {
    container.querySelectorAll('.day, .reply-count').forEach((line) => line.remove());
    let before: HTMLElement | null = null;
    for (const element of container.querySelectorAll<HTMLElement>('.message')) {
      const newDay = !before || dayOf(before) !== dayOf(element);
      if (newDay && !inThread) element.before(el('div', { class: 'day' }, el('span', {}, dayOf(element))));
      element.classList.toggle('follows', before !== null && !newDay && follows(before, element));
      before = element;
    }
    const [root, ...replies] = container.querySelectorAll<HTMLElement>('.message');
    if (!inThread || !root || replies.length === 0) return;
    const common = replies.filter((reply) => !reply.classList.contains('ephemeral')).length;
    root.after(el('div', { class: 'reply-count' }, common === 1 ? '1 reply' : `${common} replies`));
    replies[0]?.classList.remove('follows');
  };

  // The list also shrinks and grows with the window and with what opens beside it.
  let atEnd = true;
  container.addEventListener('scroll', () => {
    atEnd = isAtEnd(container);
  });
  new ResizeObserver(() => {
    if (atEnd) container.scrollTop = container.scrollHeight;
  }).observe(container);

  return {
    show(messages, lead, from) {
      shown.clear();
      for (const message of messages) shown.set(message.ts, renderMessage(page(), message, inThread));
      container.replaceChildren(...lead, ...shown.values());
      arrange();
      atEnd = from === 'end';
      container.scrollTop = atEnd ? container.scrollHeight : 0;
    },
    put(message) {
      keepEnd(() => {
        const fresh = renderMessage(page(), message, inThread);
        const old = shown.get(message.ts);
        shown.set(message.ts, fresh);
        if (old) keepFocus(() => old.replaceWith(fresh));
        else container.append(fresh);
        arrange();
      });
    },
    remove(ts) {
      shown.get(ts)?.remove();
      shown.delete(ts);
      arrange();
    },
  };
}

function isAtEnd(container: HTMLElement): boolean {
  return container.scrollHeight - container.scrollTop - container.clientHeight < NEAR_END_PX;
}

function dayOf(element: HTMLElement): string {
  return DAY.format(new Date(Number(element.dataset['ts']) * 1000));
}

function follows(before: HTMLElement, element: HTMLElement): boolean {
  const gap = Number(element.dataset['ts']) - Number(before.dataset['ts']);
  const bothPublic = !before.classList.contains('ephemeral') && !element.classList.contains('ephemeral');
  return (
    bothPublic &&
    before.dataset['user'] === element.dataset['user'] &&
    gap < FOLLOW_SECONDS &&
    !before.querySelector('.thread-line')
  );
}
