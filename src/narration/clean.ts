import { stripVTControlCharacters } from 'node:util';

/** A name longer than this says no more about its owner and buries the sentence it stands in. */
export const NAME_CHARS = 120;
/** A whole error message in one line; the rest is a stack. */
export const ERROR_CHARS = 300;

const CUT = '… (cut)';

/** Direction marks and overrides re-order the line they stand in; the others are invisible. */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

/**
 * Text from outside as one harmless line of at most `maxChars`: terminal sequences, control and direction characters are
 * taken out, blanks run together, and a cut is said. Markup of Slack or Markdown is left: whoever shows it escapes that.
 */
export function cleanLine(text: string, maxChars: number = NAME_CHARS): string {
  // 100 KB of a hostile name must not cost 100 KB of work.
  const read = text.slice(0, maxChars * 4);
  const line = stripVTControlCharacters(read)
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim();
  const cut = read.length < text.length || line.length > maxChars;
  return cut ? `${firstCharacters(line, Math.max(0, maxChars - CUT.length)).trimEnd()}${CUT}` : line;
}

/** The message of an error without its stack: the first line, and the class without its package. */
export function errorLine(text: string): string {
  const first = text.slice(0, ERROR_CHARS * 8).split(/\r?\n/, 1)[0] ?? '';
  const message = cleanLine(first.replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z])/, ''), ERROR_CHARS);
  return message === '' ? cleanLine(text, ERROR_CHARS) : message;
}

function firstCharacters(text: string, chars: number): string {
  const slice = text.slice(0, chars);
  return /[\uD800-\uDBFF]$/.test(slice) ? slice.slice(0, -1) : slice;
}
