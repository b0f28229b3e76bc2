import type { MessageBlock, ModalBlock } from '../blocks/block.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { el } from './dom.ts';
import { inert, optionsOf, type Lists, type Named } from './lists.ts';

/** What is filled in rather than pressed, in messages and in modals. */
export type FieldElement = Extract<ModalBlock, { type: 'input' }>['element'];
type Picked = Extract<FieldElement, { type: 'radio_buttons' | 'checkboxes' }>;

/** `label` names the field where no label stands around it. */
export function renderField(element: FieldElement, lists: Lists, label: string | null): HTMLElement {
  const attributes = { 'aria-label': label };
  switch (element.type) {
    case 'plain_text_input': {
      const text = { ...attributes, maxlength: element.max_length, placeholder: element.placeholder?.text };
      return element.multiline
        ? el('textarea', { ...text, rows: '5' }, element.initial_value ?? '')
        : el('input', { ...text, type: 'text', value: element.initial_value });
    }
    case 'rich_text_input':
      // Without a toolbar, so what is typed is plain text.
      return el(
        'textarea',
        { ...attributes, rows: element.min_lines ?? 3, placeholder: element.placeholder?.text },
        element.initial_value ? plainTextOf(element.initial_value) : '',
      );
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return el('input', {
        ...attributes,
        type: element.type === 'number_input' ? 'number' : element.type === 'url_text_input' ? 'url' : 'email',
        step: element.type === 'number_input' && element.is_decimal_allowed ? 'any' : null,
        min: element.type === 'number_input' ? element.min_value : null,
        max: element.type === 'number_input' ? element.max_value : null,
        placeholder: element.placeholder?.text,
        value: element.initial_value,
      });
    case 'datepicker':
      return el('input', { ...attributes, class: 'picker', type: 'date', value: element.initial_date });
    case 'timepicker':
      return el('input', { ...attributes, class: 'picker', type: 'time', value: element.initial_time });
    case 'datetimepicker':
      return el('input', {
        ...attributes,
        class: 'picker',
        type: 'datetime-local',
        value: element.initial_date_time === undefined ? null : localTime(element.initial_date_time),
      });
    case 'radio_buttons':
    case 'checkboxes':
      return renderPicked(element, label);
    case 'external_select':
    case 'multi_external_select':
      return inert(
        element.placeholder?.text ?? 'Choose…',
        "Its options come from the app's server, which is not asked here.",
      );
    case 'file_input':
      return inert('Choose files', 'No files can be uploaded here.');
    case 'static_select':
    case 'users_select':
    case 'channels_select':
    case 'conversations_select':
      return renderMenu(element, lists, label, false);
    case 'multi_static_select':
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select':
      return renderMenu(element, lists, label, true);
  }
}

let groups = 0;

function renderPicked(element: Picked, label: string | null): HTMLElement {
  // Two groups of one name would take each other's choice away.
  groups += 1;
  const name = `group-${groups}`;
  const isRadio = element.type === 'radio_buttons';
  const initial = isRadio ? [element.initial_option] : (element.initial_options ?? []);
  return el(
    'fieldset',
    { class: 'radios', 'aria-label': label },
    ...element.options.map((option) =>
      el(
        'label',
        { class: 'radio' },
        el('input', {
          type: isRadio ? 'radio' : 'checkbox',
          name,
          value: option.value,
          checked: initial.some((one) => one?.value === option.value),
        }),
        el('span', {}, option.text.text, option.description ? el('small', {}, ` ${option.description.text}`) : null),
      ),
    ),
  );
}

type Menu = Parameters<typeof optionsOf>[0];

function renderMenu(element: Menu, lists: Lists, label: string | null, multiple: boolean): HTMLElement {
  const groupsOfOptions = optionsOf(element, lists);
  const initial = initialOf(element);
  const one = ({ id, name }: Named): HTMLElement => el('option', { value: id, selected: initial.includes(id) }, name);
  return el(
    'select',
    { class: 'select', 'aria-label': label, multiple },
    multiple ? null : el('option', { value: '' }, element.placeholder?.text ?? 'Choose…'),
    ...groupsOfOptions.flatMap(({ label: group, options }) =>
      group === null ? options.map(one) : [el('optgroup', { label: group }, ...options.map(one))],
    ),
  );
}

function initialOf(element: Menu): (string | undefined)[] {
  switch (element.type) {
    case 'static_select':
      return [element.initial_option?.value];
    case 'multi_static_select':
      return (element.initial_options ?? []).map((option) => option.value);
    case 'users_select':
      return [element.initial_user];
    case 'channels_select':
      return [element.initial_channel];
    case 'conversations_select':
      return [element.initial_conversation];
    case 'multi_users_select':
      return element.initial_users ?? [];
    case 'multi_channels_select':
      return element.initial_channels ?? [];
    case 'multi_conversations_select':
      return element.initial_conversations ?? [];
  }
}

function plainTextOf(block: Extract<MessageBlock, { type: 'rich_text' }>): string {
  return richTextPieces(block)
    .flatMap((piece) => (piece.kind === 'list' ? piece.items : [piece.runs]))
    .map((runs) => runs.map((run) => ('text' in run ? run.text : '')).join(''))
    .join('\n');
}

/** Seconds since the epoch as a field of this browser's own time zone takes them. */
function localTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
