import { PLAIN, type Piece, type Run, type Style } from './pieces.ts';

/** The part of Markdown that a `markdown` block is used for: headings, lists, quotes, fences, emphasis, code and links. */
export function parseMarkdown(text: string): Piece[] {
  const pieces: Piece[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith('```')) {
      const end = lines.findIndex((later, at) => at > index && later.startsWith('```'));
      const until = end === -1 ? lines.length : end;
      pieces.push({ kind: 'preformatted', runs: [run(lines.slice(index + 1, until).join('\n'), PLAIN)] });
      index = until;
      continue;
    }
    const heading = /^(#{1,6}) +(.*)$/.exec(line);
    const quote = /^> ?(.*)$/.exec(line);
    const item = /^( *)(?:[-*+]|(\d+)[.)]) +(.*)$/.exec(line);
    if (heading)
      pieces.push({ kind: 'heading', level: heading[1]?.length ?? 1, runs: inline(heading[2] ?? '', PLAIN) });
    else if (quote) append(pieces, 'quote', quote[1] ?? '');
    else if (item) appendItem(pieces, item);
    else if (line.trim() === '') pieces.push({ kind: 'paragraph', runs: [] });
    else append(pieces, 'paragraph', line);
  }
  return pieces.filter((piece) => piece.kind !== 'paragraph' || piece.runs.length > 0);
}

function append(pieces: Piece[], kind: 'paragraph' | 'quote', line: string): void {
  const last = pieces.at(-1);
  const runs = inline(line, PLAIN);
  if (last?.kind === kind && last.runs.length > 0) last.runs.push(run('\n', PLAIN), ...runs);
  else pieces.push({ kind, runs });
}

function appendItem(pieces: Piece[], [, spaces = '', number, text = '']: RegExpExecArray): void {
  const indent = Math.floor(spaces.length / 2);
  const ordered = number !== undefined;
  const last = pieces.at(-1);
  if (last?.kind === 'list' && last.ordered === ordered && last.indent === indent) last.items.push(inline(text, PLAIN));
  else pieces.push({ kind: 'list', ordered, indent, first: Number(number ?? 1), items: [inline(text, PLAIN)] });
}

const INLINE =
  /`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|(\*\*|__|~~)(?!\s)(.+?)(?<!\s)\4|(?<![\w*])([*_])(?!\s)(.+?)(?<!\s)\6(?![\w*])|\\([\\`*_{}[\]()#+\-.!~>|])/;

function inline(text: string, style: Style): Run[] {
  const runs: Run[] = [];
  let rest = text;
  for (;;) {
    const found = INLINE.exec(rest);
    if (!found) break;
    if (found.index > 0) runs.push(run(rest.slice(0, found.index), style));
    const [whole, code, label, url, strong, strongText, em, emText, escaped] = found;
    if (code !== undefined) runs.push(run(code, { ...style, code: true }));
    else if (url !== undefined) runs.push({ kind: 'link', url, text: label ?? url, style });
    else if (strong !== undefined) {
      runs.push(...inline(strongText ?? '', { ...style, ...(strong === '~~' ? { strike: true } : { bold: true }) }));
    } else if (em !== undefined) runs.push(...inline(emText ?? '', { ...style, italic: true }));
    else runs.push(run(escaped ?? '', style));
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') runs.push(run(rest, style));
  return runs;
}

function run(text: string, style: Style): Run {
  return { kind: 'text', text, style };
}
