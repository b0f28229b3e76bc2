import type { ModalBlock } from '../blocks/block.ts';
import { el } from './dom.ts';

type Input = Extract<ModalBlock, { type: 'input' }>;

export type Values = Record<string, Record<string, unknown>>;

/** A field of a modal with its label, hint, and what was wrong with it. */
export function renderInput(block: Input, error: string | null): HTMLElement {
  const field = renderField(block);
  field.setAttribute('data-block-id', block.block_id ?? '');
  if (error !== null) field.setAttribute('aria-invalid', 'true');
  return el(
    'label',
    { class: 'block input' },
    el('span', { class: 'input-label' }, block.label.text, block.optional ? el('small', {}, ' (optional)') : null),
    field,
    block.hint ? el('small', {}, block.hint.text) : null,
    error === null ? null : el('span', { class: 'input-error', role: 'alert' }, error),
  );
}

/** What was filled in, as Slack's `view.state.values` holds it. */
export function readValues(form: HTMLElement, blocks: ModalBlock[]): Values {
  const values: Values = {};
  for (const block of blocks) {
    if (block.type !== 'input' || !block.block_id) continue;
    const field = form.querySelector(`[data-block-id="${CSS.escape(block.block_id)}"]`);
    values[block.block_id] = { [block.element.action_id ?? 'value']: readField(block, field) };
  }
  return values;
}

function renderField({ element }: Input): HTMLElement {
  if (element.type === 'plain_text_input') {
    const attributes = { maxlength: element.max_length, placeholder: element.placeholder?.text };
    return element.multiline
      ? el('textarea', { ...attributes, rows: '5' }, element.initial_value ?? '')
      : el('input', { ...attributes, type: 'text', value: element.initial_value });
  }
  const initial = element.initial_option?.value;
  return el(
    'select',
    { class: 'select' },
    el('option', { value: '' }, 'Choose…'),
    ...element.options.map((option) =>
      el('option', { value: option.value, selected: option.value === initial }, option.text.text),
    ),
  );
}

function readField({ element }: Input, field: Element | null): Record<string, unknown> {
  if (element.type === 'plain_text_input') {
    const typed = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
    return { type: element.type, value: typed === '' ? null : typed };
  }
  const value = field instanceof HTMLSelectElement ? field.value : '';
  return { type: element.type, selected_option: element.options.find((option) => option.value === value) ?? null };
}
