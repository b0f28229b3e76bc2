import { section, type Block, type Message } from './blocks.ts';
import { BLOCK_TEXT_PER_MESSAGE, BLOCKS_PER_MESSAGE } from './limits.ts';

/** Keys whose strings are addresses and names for machines, not text that Slack counts as shown. */
const NOT_SHOWN = new Set(['type', 'action_id', 'block_id', 'value', 'url', 'align', 'style']);

const CUT_NOTE = 'Cut here: more does not fit in one Slack message. In a terminal, sparkcheck prints all of it.';

/** Characters of everything that a block shows, in the generous way of counting: labels, titles and cells too. */
export function shownChars(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + shownChars(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + (NOT_SHOWN.has(key) ? 0 : shownChars(inner)), 0);
}

/**
 * As many of the blocks, in their order, as one message (or modal) takes; the buttons at the end always stay, and a note
 * says when something was left out.
 */
export function fitted(blocks: Block[], maxBlocks = BLOCKS_PER_MESSAGE): Block[] {
  const total = shownChars(blocks);
  if (blocks.length <= maxBlocks && total <= BLOCK_TEXT_PER_MESSAGE) return blocks;
  const last = blocks.at(-1);
  const buttons = last?.type === 'actions' ? [last] : [];
  let left = BLOCK_TEXT_PER_MESSAGE - CUT_NOTE.length - shownChars(buttons);
  const kept: Block[] = [];
  for (const block of blocks.slice(0, blocks.length - buttons.length)) {
    left -= shownChars(block);
    if (left < 0 || kept.length >= maxBlocks - buttons.length - 1) break;
    kept.push(block);
  }
  return [...kept, section({ type: 'text', text: CUT_NOTE }), ...buttons];
}

/** Under an answer that does not stand where its first line stood. */
export const LOST_PLACEHOLDER =
  'Slack did not let me finish my first line here. If a "Reading …" without an answer stands above, this is its answer.';

/** The message with sentences of our own after its words, before its buttons. */
export function withNotes(message: Message, notes: string[]): Message {
  if (notes.length === 0) return message;
  const buttons = message.blocks.filter(({ type }) => type === 'actions');
  const words = message.blocks.filter(({ type }) => type !== 'actions');
  const said = notes.map((text) => section({ type: 'text', text }));
  return { ...message, blocks: fitted([...words, ...said, ...buttons]) };
}
