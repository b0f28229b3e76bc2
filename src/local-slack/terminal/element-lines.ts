import type { MessageBlock } from '../blocks/block.ts';
import { linkLine } from './text-lines.ts';
import { printable, wrap } from './printable.ts';

type Section = Extract<MessageBlock, { type: 'section' }>;
type InRow =
  | Extract<MessageBlock, { type: 'actions' }>['elements'][number]
  | Extract<MessageBlock, { type: 'context_actions' }>['elements'][number];
export type Element = InRow | NonNullable<Section['accessory']>;

/**
 * The number under which an element can be pressed, or an option of it picked (`choice` is what the app is then told);
 * null where nothing can be pressed.
 */
export type NumberOf = (actionId: string, label: string, choice?: Record<string, unknown>) => number | null;

const UNNUMBERED: NumberOf = () => null;

/** A row of buttons and fields; links stand under it in full, because a terminal opens addresses only. */
export function elementLines(elements: readonly Element[], width: number, numberOf = UNNUMBERED): string[] {
  const labels = elements.filter((element) => !isLink(element)).map((element) => elementLabel(element, numberOf));
  const links = elements.flatMap((element) => (isLink(element) ? [linkLine(element.text.text, element.url)] : []));
  return [...wrap(labels.join('  '), width), ...links].filter((line) => line !== '');
}

function isLink(element: Element): element is Extract<Element, { type: 'button' }> & { url: string } {
  return element.type === 'button' && element.url !== undefined;
}

/** What is written on an element, buttons with their numbers. Fields and menus are for the page. */
function elementLabel(element: Element, numberOf: NumberOf): string {
  const numbered = (label: string, choice?: Record<string, unknown>): string => {
    const number = numberOf(('action_id' in element && element.action_id) || '', label, choice);
    return number === null ? printable(label) : `${number} ${printable(label)}`;
  };
  switch (element.type) {
    case 'button':
    case 'icon_button':
      return `[${numbered(element.text.text)}]`;
    case 'workflow_button':
      return `[${printable(element.text.text)}]`;
    case 'feedback_buttons':
      return [element.positive_button, element.negative_button]
        .map(({ text, value }) => `[${numbered(text.text, { text, value })}]`)
        .join(' ');
    case 'overflow':
      return `[⋯ ${element.options.map((option) => numbered(option.text.text, { selected_option: option })).join(' | ')}]`;
    case 'image':
      return `[image: ${printable(element.alt_text)}]`;
    case 'radio_buttons':
      return element.options
        .map((option) => `${option.value === element.initial_option?.value ? '◉' : '○'} ${printable(option.text.text)}`)
        .join('  ');
    case 'checkboxes': {
      const initial = new Set(element.initial_options?.map((option) => option.value));
      return element.options
        .map((option) => `${initial.has(option.value) ? '☑' : '☐'} ${printable(option.text.text)}`)
        .join('  ');
    }
    case 'datepicker':
      return field(element.initial_date ?? element.placeholder?.text ?? 'a date');
    case 'timepicker':
      return field(element.initial_time ?? element.placeholder?.text ?? 'a time');
    case 'datetimepicker': {
      const at = element.initial_date_time;
      return field(at === undefined ? 'a date and time' : new Date(at * 1000).toISOString().slice(0, 16));
    }
    case 'rich_text_input':
      return field(element.placeholder?.text ?? 'text');
    case 'static_select':
    case 'external_select':
      return field(element.initial_option?.text.text ?? element.placeholder?.text ?? 'choose');
    default:
      return field(element.placeholder?.text ?? 'choose');
  }
}

function field(text: string): string {
  return `[${printable(text)} ▾]`;
}
