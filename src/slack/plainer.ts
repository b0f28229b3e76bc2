import type { Block, Message } from './blocks.ts';
import { mrkdwn } from './escape.ts';
import { chartAsText } from './evidence.ts';
import { TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';

/** The same message with its charts as lines of text, for a Slack that refuses the chart block. */
export function withoutCharts(message: Message): Message {
  const blocks = message.blocks.map((block) => (block.type === 'data_visualization' ? chartAsText(block) : block));
  return { ...message, blocks: fitted(blocks) };
}

export function hasCharts(message: Message): boolean {
  return message.blocks.some(({ type }) => type === 'data_visualization');
}

/** The last resort when Slack refuses the blocks: everything they say in the one text field, escaped. */
export function withoutBlocks(message: Message): Message {
  const lines = message.blocks.map(wordsOf).filter((line) => line !== '');
  const text = lines.length > 0 ? lines.join(' — ') : message.text;
  return { text: mrkdwn(text, TEXT_CHARS) || message.text, blocks: [] };
}

function wordsOf(block: Block): string {
  switch (block.type) {
    case 'rich_text':
      return block.elements
        .flatMap(({ elements }) =>
          elements.map((element) => (element.type === 'channel' ? element.channel_id : element.text)),
        )
        .join('');
    case 'section':
      return block.text.text;
    case 'table':
      return block.rows.map((row) => row.map(({ text }) => text).join(' | ')).join('; ');
    case 'data_visualization':
      return wordsOf(chartAsText(block));
    case 'actions':
      return '';
  }
}
