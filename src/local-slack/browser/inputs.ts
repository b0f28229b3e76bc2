import type { ModalBlock } from '../blocks/block.ts';
import { el } from './dom.ts';
import { renderField } from './fields.ts';
import type { Lists } from './lists.ts';
import { readField } from './read-field.ts';

type Input = Extract<ModalBlock, { type: 'input' }>;

export type Values = Record<string, Record<string, unknown>>;

/** A field of a modal with its label, hint, and what was wrong with it. */
export function renderInput(block: Input, lists: Lists, error: string | null): HTMLElement {
  // Radio buttons and checkboxes have labels of their own, and a label may not hold another.
  const isGroup = block.element.type === 'radio_buttons' || block.element.type === 'checkboxes';
  const field = renderField(block.element, lists, isGroup ? block.label.text : null);
  field.setAttribute('data-block-id', block.block_id ?? '');
  const errorId = `error-${block.block_id ?? ''}`;
  if (error !== null) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', errorId);
  }
  return el(
    isGroup ? 'div' : 'label',
    { class: 'block input' },
    el('span', { class: 'input-label' }, block.label.text, block.optional ? el('small', {}, ' (optional)') : null),
    field,
    block.hint ? el('small', {}, block.hint.text) : null,
    error === null ? null : el('span', { class: 'input-error', id: errorId, role: 'alert' }, error),
  );
}

/** What was filled in, as Slack's `view.state.values` holds it. */
export function readValues(form: HTMLElement, blocks: ModalBlock[]): Values {
  const values: Values = {};
  for (const block of blocks) {
    if (block.type !== 'input' || !block.block_id) continue;
    const field = form.querySelector(`[data-block-id="${CSS.escape(block.block_id)}"]`);
    values[block.block_id] = { [block.element.action_id ?? 'value']: readField(block.element, field) };
  }
  return values;
}
