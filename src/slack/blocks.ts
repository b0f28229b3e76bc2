/**
 * The blocks this bot sends, and no others. Slack's own types lack `data_visualization`, and leave open what is told
 * apart here: which texts Slack parses (none of these, but for `Message.text`).
 */
export interface TextElement {
  type: 'text';
  text: string;
  style?: { bold?: true; code?: true };
}

export interface LinkElement {
  type: 'link';
  url: string;
  text: string;
}

/** A channel by its id; Slack shows its name to those who may see it. */
export interface ChannelElement {
  type: 'channel';
  channel_id: string;
}

export interface RichTextSection {
  type: 'rich_text_section';
  elements: (TextElement | LinkElement | ChannelElement)[];
}

export interface RichTextPreformatted {
  type: 'rich_text_preformatted';
  elements: TextElement[];
}

export interface RichTextBlock {
  type: 'rich_text';
  elements: (RichTextSection | RichTextPreformatted)[];
}

export interface PlainText {
  type: 'plain_text';
  text: string;
  /** Off: `:name:` in a job's name stays what it is. */
  emoji: false;
}

export interface Button {
  type: 'button';
  action_id: string;
  text: PlainText;
  value?: string;
  url?: string;
  /** Read out in place of the text, where several buttons say the same. */
  accessibility_label?: string;
}

export interface ActionsBlock {
  type: 'actions';
  block_id?: string;
  elements: Button[];
}

export interface SectionBlock {
  type: 'section';
  block_id?: string;
  text: PlainText;
  accessory?: Button;
}

export interface TableBlock {
  type: 'table';
  rows: { type: 'raw_text'; text: string }[][];
  column_settings: { align: 'left' | 'right' }[];
}

export interface ChartBlock {
  type: 'data_visualization';
  title: string;
  chart: {
    type: 'bar';
    series: { name: string; data: { label: string; value: number }[] }[];
    axis_config: { categories: string[]; y_label: string };
  };
}

export type Block = RichTextBlock | ActionsBlock | SectionBlock | TableBlock | ChartBlock;

export interface Message {
  /** Read out by notifications and screen readers: one full sentence, escaped, because Slack parses it. */
  text: string;
  blocks: Block[];
}

export interface Modal {
  type: 'modal';
  title: PlainText;
  close: PlainText;
  blocks: Block[];
}

export function plainText(text: string): PlainText {
  return { type: 'plain_text', text, emoji: false };
}

export function section(...elements: RichTextSection['elements']): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

export function preformatted(text: string): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }] };
}
