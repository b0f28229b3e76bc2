import type { MessageBlock } from '../blocks/block.ts';
import { isFollowable } from '../text/pieces.ts';
import { button, el } from './dom.ts';
import { renderField } from './fields.ts';
import { icon } from './icons.ts';
import { inert, type Lists } from './lists.ts';
import { readField } from './read-field.ts';

/** Tells the app what was pressed or picked. */
export type Press = (actionId: string, choice?: Record<string, unknown>) => void;

export interface ElementContext {
  press: Press;
  lists: Lists;
}

type Section = Extract<MessageBlock, { type: 'section' }>;
type ContextActions = Extract<MessageBlock, { type: 'context_actions' }>;
type Element =
  | Extract<MessageBlock, { type: 'actions' }>['elements'][number]
  | NonNullable<Section['accessory']>
  | ContextActions['elements'][number];

/** What an element that has no placeholder is called. */
const NAMES: Record<string, string> = {
  datepicker: 'Date',
  timepicker: 'Time',
  datetimepicker: 'Date and time',
  rich_text_input: 'Text',
  radio_buttons: 'One of these',
  checkboxes: 'Any of these',
};

export function renderElement(element: Element, { press, lists }: ElementContext): HTMLElement {
  switch (element.type) {
    case 'button':
      return renderButton(element, press);
    case 'icon_button': {
      const isShown = element.visible_to_user_ids?.includes(lists.you) ?? true;
      return button([icon(element.icon), element.text.text], () => press(element.action_id ?? ''), {
        class: 'button',
        'aria-label': element.accessibility_label,
        hidden: !isShown,
      });
    }
    case 'workflow_button':
      return inert(element.text.text, 'There are no workflows here.');
    case 'feedback_buttons': {
      const one = (side: typeof element.positive_button): HTMLElement =>
        button(side.text.text, () => press(element.action_id ?? '', { value: side.value, text: side.text }), {
          class: 'button',
        });
      return el('span', { class: 'pair' }, one(element.positive_button), one(element.negative_button));
    }
    case 'overflow':
      return renderOverflow(element, press);
    case 'image':
      return el('span', { class: 'image-text' }, element.alt_text);
    default: {
      const placeholder = 'placeholder' in element ? element.placeholder?.text : undefined;
      const field = renderField(element, lists, placeholder ?? NAMES[element.type] ?? 'Choose…');
      field.addEventListener('change', () => press(element.action_id ?? '', readField(element, field)));
      // A list, a date and a time have no room of their own for a placeholder.
      const hasRoom = !(field instanceof HTMLSelectElement && field.multiple) && !field.classList.contains('picker');
      if (placeholder === undefined || hasRoom) return field;
      return el('span', { class: 'noted' }, el('small', { 'aria-hidden': 'true' }, placeholder), field);
    }
  }
}

function renderButton(element: Extract<Element, { type: 'button' }>, press: Press): HTMLElement {
  const classes = `button${element.style ? ` button-${element.style}` : ''}`;
  const label = element.accessibility_label ?? null;
  // Slack opens the address and tells the app too.
  if (element.url !== undefined && isFollowable(element.url)) {
    const link = el(
      'a',
      { class: classes, href: element.url, target: '_blank', rel: 'noopener noreferrer', 'aria-label': label },
      element.text.text,
    );
    link.addEventListener('click', () => press(element.action_id ?? ''));
    return link;
  }
  return button(element.text.text, () => press(element.action_id ?? ''), { class: classes, 'aria-label': label });
}

function renderOverflow(element: Extract<Element, { type: 'overflow' }>, press: Press): HTMLElement {
  const select = el(
    'select',
    { class: 'select', 'aria-label': 'More options' },
    el('option', { value: '' }, '⋯'),
    ...element.options.map((option) => el('option', { value: option.value }, option.text.text)),
  );
  select.addEventListener('change', () => {
    const picked = element.options.find((option) => option.value === select.value);
    if (picked) press(element.action_id ?? '', { selected_option: picked });
  });
  return select;
}
