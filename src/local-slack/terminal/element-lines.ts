import type { MessageBlock } from '../blocks/block.ts';
import { linkLine } from './text-lines.ts';
import { printable, wrap } from './printable.ts';

type Section = Extract<MessageBlock, { type: 'section' }>;
type InRow =
  | Extract<MessageBlock, { type: 'actions' }>['elements'][number]
  | Extract<MessageBlock, { type: 'context_actions' }>['elements'][number];
export type Element = InRow | NonNullable<Section['accessory']>;

/** A row of buttons and fields; links stand under it in full, because a terminal opens addresses only. */
export function elementLines(elements: readonly Element[], width: number): string[] {
  const labels = elements.filter((element) => !isLink(element)).map(elementLabel);
  const links = elements.flatMap((element) => (isLink(element) ? [linkLine(element.text.text, element.url)] : []));
  return [...wrap(labels.join('  '), width), ...links].filter((line) => line !== '');
}

function isLink(element: Element): element is Extract<Element, { type: 'button' }> & { url: string } {
  return element.type === 'button' && element.url !== undefined;
}

/** What is written on an element. Nothing can be pressed or picked in a terminal. */
export function elementLabel(element: Element): string {
  switch (element.type) {
    case 'button':
    case 'icon_button':
    case 'workflow_button':
      return `[${printable(element.text.text)}]`;
    case 'feedback_buttons':
      return `[${printable(element.positive_button.text.text)}] [${printable(element.negative_button.text.text)}]`;
    case 'overflow':
      return `[⋯ ${element.options.map((option) => printable(option.text.text)).join(' | ')}]`;
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
