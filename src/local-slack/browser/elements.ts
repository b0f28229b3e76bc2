import type { MessageBlock } from '../blocks/block.ts';
import { isFollowable } from '../text/pieces.ts';
import { button, el } from './dom.ts';

/** Tells the app what was pressed or picked. */
export type Press = (actionId: string, choice?: Record<string, unknown>) => void;

type Section = Extract<MessageBlock, { type: 'section' }>;
type ContextActions = Extract<MessageBlock, { type: 'context_actions' }>;
type Element =
  | Extract<MessageBlock, { type: 'actions' }>['elements'][number]
  | NonNullable<Section['accessory']>
  | ContextActions['elements'][number];
type Choice = Extract<Element, { type: 'static_select' }>['options'][number];

export function renderElement(element: Element, press: Press): HTMLElement {
  switch (element.type) {
    case 'button':
      return renderButton(element, press);
    case 'feedback_buttons': {
      const one = (side: typeof element.positive_button): HTMLElement =>
        button(side.text.text, () => press(element.action_id ?? '', { value: side.value, text: side.text }), {
          class: 'button',
        });
      return el('span', { class: 'pair' }, one(element.positive_button), one(element.negative_button));
    }
    case 'overflow':
    case 'static_select':
      return renderSelect(element, press);
    case 'radio_buttons':
      return el(
        'fieldset',
        { class: 'radios' },
        ...element.options.map((option) => renderRadio(element, option, press)),
      );
    case 'image':
      return el('span', { class: 'image-text' }, element.alt_text);
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

function renderSelect(element: Extract<Element, { type: 'overflow' | 'static_select' }>, press: Press): HTMLElement {
  const placeholder = element.type === 'static_select' ? (element.placeholder?.text ?? 'Choose…') : '⋯';
  const select = el(
    'select',
    { class: 'select', 'aria-label': placeholder },
    el('option', { value: '' }, placeholder),
    ...element.options.map((option) => el('option', { value: option.value }, option.text.text)),
  );
  select.addEventListener('change', () => {
    const picked = element.options.find((option) => option.value === select.value);
    if (picked) press(element.action_id ?? '', { selected_option: picked });
  });
  return select;
}

function renderRadio(element: Extract<Element, { type: 'radio_buttons' }>, option: Choice, press: Press): HTMLElement {
  const input = el('input', { type: 'radio', name: element.action_id ?? '', value: option.value });
  input.addEventListener('change', () => press(element.action_id ?? '', { selected_option: option }));
  return el('label', { class: 'radio' }, input, option.text.text);
}
