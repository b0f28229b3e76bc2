import { button, el } from './dom.ts';

export interface MenuItem {
  label: string;
  run: () => void;
}

/** A small menu at the button that opened it: arrows move, Enter chooses, Escape and leaving it close. */
export function openMenu(anchor: HTMLElement, items: MenuItem[]): void {
  if (anchor.getAttribute('aria-expanded') === 'true') return;
  let isOpen = true;
  // Taking the menu away makes its focused entry lose the focus, which closes it once more.
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    menu.remove();
    anchor.setAttribute('aria-expanded', 'false');
  };
  const entries = items.map((item) =>
    button(
      item.label,
      () => {
        close();
        anchor.focus();
        item.run();
      },
      { role: 'menuitem', class: 'menu-item' },
    ),
  );
  const name = anchor.getAttribute('aria-label');
  const menu = el('div', { class: 'menu', role: 'menu', 'aria-label': name }, ...entries);
  menu.addEventListener('keydown', (event) => {
    const at = entries.findIndex((entry) => entry === document.activeElement);
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      anchor.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      entries.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % entries.length)?.focus();
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      entries.at(event.key === 'Home' ? 0 : -1)?.focus();
    }
  });
  menu.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node) || !menu.contains(event.relatedTarget)) close();
  });
  anchor.setAttribute('aria-expanded', 'true');
  anchor.parentElement?.append(menu);
  const room = anchor.closest('.messages')?.getBoundingClientRect();
  if (room && menu.getBoundingClientRect().bottom > room.bottom) menu.classList.add('above');
  entries[0]?.focus();
}
