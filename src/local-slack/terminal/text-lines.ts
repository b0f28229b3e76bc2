import { parseMrkdwn } from '../text/mrkdwn.ts';
import { plainPieces, type Piece, type Run } from '../text/pieces.ts';
import { printable, wrap } from './printable.ts';

/** Names behind the ids of members and channels. */
export type NameOf = (id: string) => string;

/** Text without blocks, in Slack's own markup. */
export function textLines(text: string, width: number, nameOf: NameOf): string[] {
  return pieceLines(parseMrkdwn(text), width, nameOf);
}

export function textPieces(text: { type: 'plain_text' | 'mrkdwn'; text: string }): Piece[] {
  return text.type === 'mrkdwn' ? parseMrkdwn(text.text) : plainPieces(text.text);
}

export function pieceLines(pieces: Piece[], width: number, nameOf: NameOf): string[] {
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

export function linkLine(label: string, url: string): string {
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
    case 'group':
      return `@${run.id}`;
    case 'color':
      return run.value;
  }
}

/** Formatted text in one line. */
export function flat(pieces: Piece[], nameOf: NameOf): string {
  return pieces
    .map((piece) =>
      piece.kind === 'list'
        ? piece.items.map((item) => runsText(item, nameOf)).join(', ')
        : runsText(piece.runs, nameOf),
    )
    .join(' ');
}
