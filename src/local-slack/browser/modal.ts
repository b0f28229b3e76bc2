import type { PageModal } from '../page/protocol.ts';
import { renderBlock } from './blocks.ts';
import { button, el } from './dom.ts';
import { keepFocus, rememberFocus } from './focus.ts';
import { icon } from './icons.ts';
import { readValues } from './inputs.ts';
import { keepFilled } from './keep-filled.ts';
import { listsOf } from './lists.ts';
import { nameOf, type Page } from './page.ts';

/** Which modal is drawn, and what gives the focus back once none is. */
let drawn: string | null = null;
let restoreFocus = (): void => {};

/** Shows the modal that the workspace says is open, or none. The browser's own dialog keeps the focus inside it. */
export function renderModal(page: Page, modal: PageModal | null): void {
  const dialog = document.getElementById('modal');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (!modal) {
    drawn = null;
    if (!dialog.open) return;
    dialog.close();
    dialog.replaceChildren();
    return restoreFocus();
  }
  const close = (): void => void page.act('modal/close', {});
  const context = {
    nameOf: (id: string) => nameOf(page, id),
    press: (actionId: string, choice?: Record<string, unknown>) => void page.act('modal/press', { actionId, choice }),
    lists: listsOf(page),
    errors: modal.errors,
  };
  const general = modal.errors[''];
  const form = el(
    'form',
    { method: 'dialog', novalidate: true },
    el(
      'header',
      { class: 'bar' },
      el('h2', { id: 'modal-title' }, modal.title),
      button([icon('close'), el('span', { class: 'hidden' }, 'Close')], close, { class: 'tool' }),
    ),
    el(
      'div',
      { class: 'modal-body' },
      general === undefined ? null : el('p', { class: 'input-error', role: 'alert' }, general),
      ...modal.blocks.map((block) => renderBlock(block, context)),
    ),
    el('div', { class: 'toasts', role: 'status' }),
    el(
      'footer',
      {},
      button(modal.close, close, { class: 'button' }),
      modal.submit === null ? null : el('button', { type: 'submit', class: 'button button-primary' }, modal.submit),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void page.act('modal/submit', { values: readValues(form, modal.blocks) });
  });
  dialog.oncancel = (event) => {
    event.preventDefault();
    close();
  };
  if (drawn === modal.id) keepFilled(dialog, form);
  drawn = modal.id;
  if (dialog.open) keepFocus(() => dialog.replaceChildren(form));
  else {
    restoreFocus = rememberFocus();
    dialog.replaceChildren(form);
    dialog.showModal();
  }
  form.querySelector<HTMLElement>('[aria-invalid] input, [aria-invalid]')?.focus();
}
