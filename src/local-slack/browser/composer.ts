import { completions, type Completion } from './completions.ts';
import { button, el } from './dom.ts';
import { icon } from './icons.ts';
import { toast } from './notices.ts';
import { attempt, speakerIn, type Page, type Place } from './page.ts';
import { createSpeaking } from './speaking.ts';

export interface Composer {
  element: HTMLElement;
  /** Puts a line in without sending it, and the cursor behind it. */
  fill(line: string): void;
  focus(): void;
  /** What is typed and not sent. */
  draft(): string;
  /** Fits it to its place and to what is allowed there now. */
  refresh(): void;
}

const MAX_HEIGHT_PX = 180;

/**
 * The box in which a line is typed: Enter sends, Shift+Enter breaks the line, Tab takes the proposed completion, the up
 * arrow brings the last line back. Each place has one of its own that lives as long as the page, and with it its draft.
 */
export function createComposer(page: () => Page, options: { id: string; placeholder: string; place: Place }): Composer {
  const { channel, threadTs } = options.place;
  let last = '';
  let offers: Completion[] = [];
  let chosen = 0;
  const listId = `${options.id}-offers`;
  const speaking = createSpeaking(page, options.id, options.place);
  const list = el('ul', { class: 'offers', id: listId, role: 'listbox', 'aria-label': 'Completions', hidden: true });
  const note = el('div', { class: 'composer-note', 'aria-live': 'polite' });
  const failure = el('div', { class: 'composer-failure', role: 'alert' });
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
    speaking.refresh();
    const found = completions(page(), box.value, options.place);
    offers = found.offers;
    chosen = 0;
    note.textContent = found.note;
    drawOffers();
  };

  const drawOffers = (): void => {
    list.hidden = offers.length === 0 || document.activeElement !== box;
    list.replaceChildren(
      ...offers.map((offer, index) => {
        const item = el(
          'li',
          { role: 'option', id: `${listId}-${index}`, 'aria-selected': index === chosen ? 'true' : 'false' },
          el('strong', {}, offer.insert.trim()),
          ' ',
          el('span', {}, offer.detail),
        );
        item.addEventListener('mousedown', (event) => {
          event.preventDefault();
          take(offer);
        });
        return item;
      }),
    );
    list.children[chosen]?.scrollIntoView({ block: 'nearest' });
    if (offers.length > 0) box.setAttribute('aria-activedescendant', `${listId}-${chosen}`);
    else box.removeAttribute('aria-activedescendant');
  };

  const take = (offer: Completion): void => {
    box.value = box.value.slice(0, offer.from) + offer.insert;
    box.focus();
    refresh();
  };

  const sendLine = async (): Promise<void> => {
    const line = box.value.trim();
    if (line === '') return;
    last = line;
    box.value = '';
    failure.textContent = '';
    refresh();
    const wrong = await attempt('type', {
      line,
      channel,
      as: speakerIn(page(), channel),
      ...(threadTs ? { threadTs } : {}),
    });
    if (wrong === null) return;
    // What was typed in the meantime is a draft too.
    box.value = box.value === '' ? line : `${line}\n${box.value}`;
    refresh();
    failure.textContent = `Not sent. ${wrong} Your text is kept and can be sent again.`;
    if (!element.isConnected) toast(`Not sent. ${wrong} “${line}” is kept as a draft.`);
  };

  const fill = (line: string): void => {
    box.value = line;
    box.focus();
    refresh();
    box.setSelectionRange(line.length, line.length);
  };

  box.addEventListener('input', () => {
    failure.textContent = '';
    refresh();
  });
  box.addEventListener('keydown', (event) => {
    const offer = offers[chosen];
    if (event.isComposing) return;
    if (offer && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey && !event.altKey) {
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

  const boxAndButton = el('div', { class: 'composer-box' }, box, sendButton);
  const element = el('div', { class: 'composer' }, speaking.element, list, boxAndButton, failure, note);
  return { element, fill, focus: () => box.focus(), draft: () => box.value, refresh };
}
