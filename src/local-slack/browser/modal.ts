import type { PageModal } from '../page/protocol.ts';
import { renderBlock } from './blocks.ts';
import { button, el } from './dom.ts';
import { icon } from './icons.ts';
import { readValues } from './inputs.ts';
import { listsOf } from './lists.ts';
import { nameOf, type Page } from './page.ts';

/** Shows the modal that the workspace says is open, or none. The browser's own dialog keeps the focus inside it. */
export function renderModal(page: Page, modal: PageModal | null): void {
  const dialog = document.getElementById('modal');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (!modal) {
    dialog.close();
    dialog.replaceChildren();
    return;
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
  dialog.replaceChildren(form);
  dialog.oncancel = (event) => {
    event.preventDefault();
    close();
  };
  if (!dialog.open) dialog.showModal();
}
