import { modalBlock } from '../blocks/block.ts';
import type { LocalModal } from '../local-slack.ts';
import { blockLines } from './block-lines.ts';
import type { NumberOf } from './element-lines.ts';
import { printable } from './printable.ts';
import { pieceLines, textPieces, type NameOf } from './text-lines.ts';

const RULE = '─';

/** A modal between two rules, with nothing at its sides, so that a text in it can be copied. */
export function modalLines(
  modal: LocalModal,
  width: number,
  nameOf: NameOf,
  numberOf: NumberOf,
  pageUrl: string,
): string[] {
  const body = modal.blocks.flatMap((given) => {
    const known = modalBlock.safeParse(given);
    if (!known.success) return [];
    const block = known.data;
    if (block.type === 'alert') return pieceLines(textPieces(block.text), width, nameOf);
    if (block.type !== 'input') return blockLines(block, width, nameOf, numberOf);
    const wrong = modal.errors[block.block_id ?? ''];
    return [
      `${printable(block.label.text)}: [filled in on the page, ${pageUrl}]`,
      ...(wrong ? [`! ${printable(wrong)}`] : []),
    ];
  });
  const general = modal.errors[''];
  const ends = [
    `close: ${printable(modal.close)}`,
    ...(modal.submit === null ? [] : [`submit: ${printable(modal.submit)}`]),
  ];
  return [
    ruled(printable(modal.title), width),
    ...body,
    ...(general ? [`! ${printable(general)}`] : []),
    ruled(ends.join(' · '), width),
  ];
}

function ruled(words: string, width: number): string {
  return `${RULE.repeat(3)} ${words} `.padEnd(Math.min(width, 72), RULE);
}
