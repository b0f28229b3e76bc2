import type { MessageBlock } from '../blocks/block.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { el } from './dom.ts';
import { pieceElements, type NameOf } from './pieces.ts';
import { scrollFrame } from './scroll-frame.ts';

type Table = Extract<MessageBlock, { type: 'table' | 'data_table' }>;
type Cell = Table['rows'][number][number];

/** A table whose first row is its head; it scrolls sideways on its own and never widens the page. */
export function renderTable(block: Table, nameOf: NameOf): HTMLElement {
  const [head = [], ...rows] = block.rows;
  const settings = block.type === 'table' ? (block.column_settings ?? []) : [];
  const align = (column: number): string => `align-${settings[column]?.align ?? 'left'}`;
  const heads = head.map((cell) => el('span', {}, ...cellNodes(cell, nameOf)).textContent);
  return scrollFrame(
    block.type === 'data_table' ? block.caption : `Table of ${heads.join(', ')}`,
    el(
      'table',
      {},
      block.type === 'data_table' ? el('caption', {}, block.caption) : null,
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...head.map((cell, column) => el('th', { scope: 'col', class: align(column) }, ...cellNodes(cell, nameOf))),
        ),
      ),
      el(
        'tbody',
        {},
        ...rows.map((row) =>
          el('tr', {}, ...row.map((cell, column) => el('td', { class: align(column) }, ...cellNodes(cell, nameOf)))),
        ),
      ),
    ),
  );
}

function cellNodes(cell: Cell, nameOf: NameOf): (Node | string)[] {
  if (cell.type === 'rich_text') return pieceElements(richTextPieces(cell), nameOf);
  return [cell.type === 'raw_number' ? (cell.text ?? String(cell.value)) : cell.text];
}
