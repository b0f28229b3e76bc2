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
  const lines = text.slice(0, MOST_OF_A_STACK).split(/\r?\n/);
  const message = withoutPackage(lines[0] ?? '');
  if (message.trim() === '') return cleanLine(text, ERROR_CHARS);
  // What was at the bottom of it says more than what it was reported as (spark-rest.md §8.4).
  const root = lines.findLast((line) => line.startsWith('Caused by: '))?.slice('Caused by: '.length);
  if (root === undefined) return cleanLine(message, ERROR_CHARS);
  const reported = cleanLine(message, ERROR_CHARS / 2);
  return `${reported}${/[.!?]$/.test(reported) ? ' It was' : ','} caused by ${cleanLine(withoutPackage(root), ERROR_CHARS / 2)}`;
}

/** Stacks run to tens of kilobytes; the causes stand in the first of them. */
const MOST_OF_A_STACK = 20_000;

function withoutPackage(line: string): string {
  return line.replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z])/, '');
}

function firstCharacters(text: string, chars: number): string {
  const slice = text.slice(0, chars);
  return /[\uD800-\uDBFF]$/.test(slice) ? slice.slice(0, -1) : slice;
}
