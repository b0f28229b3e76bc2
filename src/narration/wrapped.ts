import { stripVTControlCharacters } from 'node:util';

/** Lines of at most `width`, broken at blanks; a word longer than a line stays whole, for it may be a link. */
export function wrap(text: string, width: number, first = '', rest = first): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of safe(text).split(/ +/).filter(Boolean)) {
    const indent = lines.length === 0 ? first : rest;
    if (line === '') line = word;
    else if (indent.length + line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(indent + line);
      line = word;
    }
  }
  if (line !== '') lines.push((lines.length === 0 ? first : rest) + line);
  return lines;
}

/** Whatever the span says of itself: no control character reaches a terminal. */
export function safe(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, ' ');
}
