import { button, el } from './dom.ts';
import { completions, type Completion } from './completions.ts';
import { icon } from './icons.ts';
import type { Page } from './page.ts';

export interface Composer {
  element: HTMLElement;
  /** Puts a line in without sending it, and the cursor behind it. */
  fill(line: string): void;
  focus(): void;
}

const MAX_HEIGHT_PX = 180;

/**
 * The box in which a line is typed: Enter sends, Shift+Enter breaks the line, Tab takes the proposed completion, the up
 * arrow brings the last line back.
 */
export function createComposer(
  page: () => Page,
  options: { id: string; placeholder: string; threadTs: string | null },
): Composer {
  let last = '';
  let offers: Completion[] = [];
  let chosen = 0;
  const listId = `${options.id}-offers`;
  const list = el('ul', { class: 'offers', id: listId, role: 'listbox', 'aria-label': 'Completions', hidden: true });
  const note = el('div', { class: 'composer-note', 'aria-live': 'polite' });
  const box = el('textarea', {
    id: options.id,
    rows: 1,
    placeholder: options.placeholder,
    'aria-label': options.placeholder,
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const sendButton = button(icon('send'), () => void sendLine(), {
    class: 'send',
    'aria-label': 'Send',
    title: 'Send',
    disabled: true,
  });

  const refresh = (): void => {
    box.style.setProperty('height', 'auto');
    box.style.setProperty('height', `${Math.min(box.scrollHeight, MAX_HEIGHT_PX)}px`);
    sendButton.disabled = box.value.trim() === '';
    const found = completions(page(), box.value, options.threadTs !== null);
    offers = found.offers;
    chosen = 0;
    note.textContent = found.note;
    drawOffers();
  };

  const drawOffers = (): void => {
    list.hidden = offers.length === 0;
    list.replaceChildren(
      ...offers.map((offer, index) => {
        const item = el(
          'li',
          { role: 'option', id: `${listId}-${index}`, 'aria-selected': index === chosen ? 'true' : 'false' },
          el('strong', {}, offer.insert.trim()),
          el('span', {}, offer.detail),
        );
        item.addEventListener('mousedown', (event) => {
          event.preventDefault();
          take(offer);
        });
        return item;
      }),
    );
    if (offers.length > 0) box.setAttribute('aria-activedescendant', `${listId}-${chosen}`);
    else box.removeAttribute('aria-activedescendant');
  };

  const take = (offer: Completion): void => {
    box.value = box.value.slice(0, offer.from) + offer.insert;
    refresh();
    box.focus();
  };

  const sendLine = async (): Promise<void> => {
    const line = box.value.trim();
    if (line === '') return;
    last = line;
    box.value = '';
    refresh();
    const { channel } = page().place;
    const sent = await page().act('type', {
      line,
      channel,
      ...(options.threadTs ? { threadTs: options.threadTs } : {}),
    });
    if (!sent && box.value === '') fill(line);
  };

  const fill = (line: string): void => {
    box.value = line;
    refresh();
    box.focus();
    box.setSelectionRange(line.length, line.length);
  };

  box.addEventListener('input', refresh);
  box.addEventListener('keydown', (event) => {
    const offer = offers[chosen];
    if (event.isComposing) return;
    if (offer && (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) && !event.altKey) {
      event.preventDefault();
      take(offer);
    } else if (offer && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      chosen = (chosen + (event.key === 'ArrowDown' ? 1 : offers.length - 1)) % offers.length;
      drawOffers();
    } else if (offer && event.key === 'Escape') {
      event.stopPropagation();
      offers = [];
      drawOffers();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void sendLine();
    } else if (event.key === 'ArrowUp' && box.value === '' && last !== '') {
      event.preventDefault();
      fill(last);
    }
  });
  box.addEventListener('blur', () => {
    list.hidden = true;
  });
  box.addEventListener('focus', drawOffers);

  const element = el('div', { class: 'composer' }, list, el('div', { class: 'composer-box' }, box, sendButton), note);
  return { element, fill, focus: () => box.focus() };
}
