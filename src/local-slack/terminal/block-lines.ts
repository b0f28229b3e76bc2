import type { MessageBlock } from '../blocks/block.ts';
import { parseMarkdown } from '../text/markdown.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { elementLines, type NumberOf } from './element-lines.ts';
import { chartLines, tableLines } from './figure-lines.ts';
import { cardLines, carouselLines, containerLines, planLines, taskLines, videoLines } from './nested-lines.ts';
import { printable, wrap } from './printable.ts';
import { flat, pieceLines, textPieces, type NameOf } from './text-lines.ts';

/** A block as lines of plain text no wider than `width`, where that can be helped. */
export function blockLines(block: MessageBlock, width: number, nameOf: NameOf, numberOf?: NumberOf): string[] {
  switch (block.type) {
    case 'section': {
      const texts = [block.text, ...(block.fields ?? [])].filter((text) => text !== undefined);
      return [
        ...texts.flatMap((text) => pieceLines(textPieces(text), width, nameOf)),
        ...(block.accessory ? elementLines([block.accessory], width, numberOf) : []),
      ];
    }
    case 'header':
      return wrap(printable(block.text.text).toUpperCase(), width);
    case 'context':
      return wrap(
        block.elements
          .map((element) =>
            element.type === 'image' ? `[${printable(element.alt_text)}]` : flat(textPieces(element), nameOf),
          )
          .join(' · '),
        width,
      );
    case 'divider':
      return ['─'.repeat(Math.min(width, 40))];
    case 'actions':
    case 'context_actions':
      return elementLines(block.elements, width, numberOf);
    case 'image':
      return [`[image: ${printable(block.alt_text)}]`];
    case 'rich_text':
      return pieceLines(richTextPieces(block), width, nameOf);
    case 'markdown':
      return pieceLines(parseMarkdown(block.text), width, nameOf);
    case 'table':
      return tableLines(cellTexts(block.rows, nameOf), block.column_settings ?? []);
    case 'data_table':
      return [printable(block.caption), ...tableLines(cellTexts(block.rows, nameOf), [])];
    case 'data_visualization':
      return chartLines(block, width);
    case 'card':
      return cardLines(block, width, nameOf, numberOf);
    case 'carousel':
      return carouselLines(block, width, nameOf, numberOf);
    case 'container':
      return containerLines(block, width, nameOf, (child, inner) => blockLines(child, inner, nameOf, numberOf));
    case 'task_card':
      return taskLines(block, width, nameOf);
    case 'plan':
      return planLines(block, width, nameOf);
    case 'video':
      return videoLines(block, width);
  }
}

type Rows = Extract<MessageBlock, { type: 'table' }>['rows'];

function cellTexts(rows: Rows, nameOf: NameOf): string[][] {
  return rows.map((row) =>
    row.map((cell) => {
      if (cell.type === 'rich_text') return flat(richTextPieces(cell), nameOf);
      return printable(cell.type === 'raw_number' ? (cell.text ?? String(cell.value)) : cell.text);
    }),
  );
}
