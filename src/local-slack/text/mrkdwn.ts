import { PLAIN, type Piece, type Run, type Style } from './pieces.ts';

/** Slack's own markup: https://docs.slack.dev/messaging/formatting-message-text */
export function parseMrkdwn(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, part] of text.split('```').entries()) {
    if (index % 2 === 1) {
      pieces.push({ kind: 'preformatted', runs: [textRun(decode(part.replace(/^\n|\n$/g, '')), PLAIN)] });
    } else {
      pieces.push(...quotesAndParagraphs(part));
    }
  }
  return pieces;
}

function quotesAndParagraphs(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const line of text.replace(/^\n|\n$/g, '').split('\n')) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    const kind = quoted ? 'quote' : 'paragraph';
    const runs = parseInline(quoted?.[1] ?? line, PLAIN);
    const last = pieces.at(-1);
    if (last && last.kind === kind && (last.kind === 'quote' || last.kind === 'paragraph')) {
      last.runs.push(textRun('\n', PLAIN), ...runs);
    } else if (runs.length > 0) {
      pieces.push({ kind, runs });
    }
  }
  return pieces;
}

const MARKS: Record<string, keyof Style> = { '*': 'bold', _: 'italic', '~': 'strike' };

/** Code first, then `<…>`, then a mark that opens after a space and closes before one, as Slack's do. */
const INLINE = /`([^`\n]+)`|<([^<>\n]+)>|(?<![\p{L}\p{N}*_~])([*_~])(?!\s)([^\n]+?)(?<!\s)\3(?![\p{L}\p{N}*_~])/u;

function parseInline(text: string, style: Style): Run[] {
  const runs: Run[] = [];
  let rest = text;
  for (;;) {
    const found = INLINE.exec(rest);
    if (!found) break;
    if (found.index > 0) runs.push(textRun(decode(rest.slice(0, found.index)), style));
    const [whole, code, token, mark, inner] = found;
    if (code !== undefined) runs.push(textRun(decode(code), { ...style, code: true }));
    else if (token !== undefined) runs.push(tokenRun(token, style));
    else runs.push(...parseInline(inner ?? '', { ...style, [MARKS[mark ?? '*'] ?? 'bold']: true }));
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') runs.push(textRun(decode(rest), style));
  return runs;
}

function tokenRun(token: string, style: Style): Run {
  const [target = '', label] = token.split('|', 2);
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1), style };
  if (target.startsWith('#'))
    return { kind: 'channel', id: target.slice(1), name: label ? decode(label) : null, style };
  if (target.startsWith('!')) return { kind: 'broadcast', range: target.slice(1), style };
  return { kind: 'link', url: decode(target), text: decode(label ?? target), style };
}

function textRun(text: string, style: Style): Run {
  return { kind: 'text', text, style };
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
