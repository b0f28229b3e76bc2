import type { MessageBlock } from '../blocks/block.ts';
import { parseMarkdown } from '../text/markdown.ts';
import { parseMrkdwn } from '../text/mrkdwn.ts';
import { plainPieces, type Piece, type Run } from '../text/pieces.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { chartLines, tableLines } from './figure-lines.ts';
import { printable, wrap } from './printable.ts';

/** Names behind the ids of members and channels. */
export type NameOf = (id: string) => string;

/** A block as lines of plain text no wider than `width`, where that can be helped. */
export function blockLines(block: MessageBlock, width: number, nameOf: NameOf): string[] {
  switch (block.type) {
    case 'section': {
      const texts = [block.text, ...(block.fields ?? [])].filter((text) => text !== undefined);
      const accessory =
        block.accessory && 'text' in block.accessory ? [`[${printable(block.accessory.text.text)}]`] : [];
      return [...texts.flatMap((text) => pieceLines(textPieces(text), width, nameOf)), ...accessory];
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
    case 'actions': {
      const buttons = block.elements.filter((element) => element.type === 'button');
      const pressed = block.elements.map((element) => {
        if (element.type !== 'button') return '[menu]';
        return element.url === undefined ? `[${printable(element.text.text)}]` : null;
      });
      return [
        ...wrap(pressed.filter((label) => label !== null).join('  '), width),
        ...buttons.flatMap(({ text, url }) => (url === undefined ? [] : [linkLine(text.text, url)])),
      ].filter((line) => line !== '');
    }
    case 'context_actions':
      return block.elements.map(
        (element) =>
          `[${printable(element.positive_button.text.text)}] [${printable(element.negative_button.text.text)}]`,
      );
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
  }
}

/** Text without blocks, in Slack's own markup. */
export function textLines(text: string, width: number, nameOf: NameOf): string[] {
  return pieceLines(parseMrkdwn(text), width, nameOf);
}

function textPieces(text: { type: 'plain_text' | 'mrkdwn'; text: string }): Piece[] {
  return text.type === 'mrkdwn' ? parseMrkdwn(text.text) : plainPieces(text.text);
}

function pieceLines(pieces: Piece[], width: number, nameOf: NameOf): string[] {
  return pieces.flatMap((piece) => {
    switch (piece.kind) {
      case 'paragraph':
        if (isListOfLinks(piece.runs))
          return piece.runs.flatMap((run) => (run.kind === 'link' ? [linkLine(run.text, run.url)] : []));
        return wrap(runsText(piece.runs, nameOf), width);
      case 'heading':
        return wrap(runsText(piece.runs, nameOf), width);
      case 'quote':
        return wrap(runsText(piece.runs, nameOf), width - 2).map((line) => `> ${line}`);
      case 'preformatted':
        return runsText(piece.runs, nameOf)
          .split('\n')
          .map((line) => `    ${line}`);
      case 'list': {
        const space = '  '.repeat(piece.indent);
        return piece.items.flatMap((item, index) => {
          const bullet = piece.ordered ? `${piece.first + index}.` : '•';
          const lines = wrap(runsText(item, nameOf), width - space.length - bullet.length - 1);
          return lines.map((line, at) => `${space}${at === 0 ? bullet : ' '.repeat(bullet.length)} ${line}`);
        });
      }
    }
  });
}

/** Addresses are long and can not be broken, so a line of links becomes a line for each. */
function isListOfLinks(runs: Run[]): boolean {
  const links = runs.filter((run) => run.kind === 'link');
  return (
    links.length > 0 && runs.every((run) => run.kind === 'link' || (run.kind === 'text' && /^[ ·|]*$/.test(run.text)))
  );
}

function linkLine(label: string, url: string): string {
  return `→ ${printable(label)}  ${printable(url)}`;
}

function runsText(runs: Run[], nameOf: NameOf): string {
  return runs.map((run) => printable(runText(run, nameOf))).join('');
}

function runText(run: Run, nameOf: NameOf): string {
  switch (run.kind) {
    case 'text':
      return run.style.code ? `\`${run.text}\`` : run.text;
    case 'link':
      return run.text === run.url ? run.url : `${run.text} (${run.url})`;
    case 'user':
      return `@${nameOf(run.id)}`;
    case 'channel':
      return `#${run.name ?? nameOf(run.id)}`;
    case 'broadcast':
      return `@${run.range}`;
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

function flat(pieces: Piece[], nameOf: NameOf): string {
  return pieces
    .map((piece) =>
      piece.kind === 'list'
        ? piece.items.map((item) => runsText(item, nameOf)).join(', ')
        : runsText(piece.runs, nameOf),
    )
    .join(' ');
}
