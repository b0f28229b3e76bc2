import { URL_CHARS } from './limits.ts';

/**
 * The one place that makes text from outside safe to show and short enough to send. Everything that is not written in
 * this room passes through here, whatever kind of block it ends in.
 */

/** Says that something was cut, in a word, so that nobody takes a part for the whole. */
export const CUT_MARK = '… (cut)';

/** Direction marks, overrides and isolates re-order the line they stand in; the others are invisible. */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

/** Control characters and halves of surrogate pairs, which no JSON reader on the way has to accept. */
const UNPRINTABLE = /\p{Cc}|\p{Cs}/gu;

/**
 * What `<!channel>`, `<@U1>` and `<#C1>` start with. Blocks that are not parsed would show them harmlessly, but the same
 * text is copied into tickets, read by other clients and repeated in notifications: the bracket is replaced everywhere.
 */
const MENTION_START = /<(?=[!@#])/g;

/** One harmless line: no control, direction or invisible characters, blanks collapsed (not trimmed), no mention. */
export function clean(text: string): string {
  return (
    text
      .replace(INVISIBLE, '')
      .replace(UNPRINTABLE, ' ')
      // A no-break space on its own stays: it keeps a figure and its unit on one line of a phone.
      .replace(/[\s\u2028\u2029]+/g, (blank) => (blank === '\u00A0' ? blank : ' '))
      .replace(MENTION_START, '‹')
  );
}

/** As `clean`, but the lines stay lines and keep a small indent: for text that is shown as typed. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `${/^ {0,8}/.exec(line)?.[0] ?? ''}${clean(line).trimStart()}`.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

/** At most `maxChars` characters (UTF-16, as Slack is no more generous), with the mark when something is missing. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars <= CUT_MARK.length) return firstCharacters(text, Math.max(0, maxChars - 1)) + (maxChars > 0 ? '…' : '');
  return firstCharacters(text, maxChars - CUT_MARK.length) + CUT_MARK;
}

/** A clean, trimmed line of at most `maxChars`. Reads no more than four times that, so that 100 KB of a hostile name cost nothing. */
export function cleanCut(text: string, maxChars: number): string {
  const read = text.slice(0, maxChars * 4);
  const cleaned = clean(read).trim();
  return cut(read.length < text.length ? cleaned + CUT_MARK : cleaned, maxChars);
}

/**
 * Slack has no escape for these, and chat.update no switch that turns them off: each is replaced by a sign that looks like
 * it. An underline inside a word formats nothing and stays, so that most names and ids can still be copied.
 */
const MARKS: [RegExp, string][] = [
  [/\*/g, '∗'],
  [/~/g, '∼'],
  [/`/g, 'ˋ'],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ'],
  // A quotation, at the start of a line only.
  [/^>/g, '›'],
  // `:name:` is an emoji; the colons of 10:30:05 are not.
  [/(?<![\p{N}]):(?=[\p{L}\p{N}_+'-]+:)/gu, '∶'],
];

/**
 * For the top-level `text`, which Slack parses: `&`, `<` and `>` become entities, and the marks of bold, italic, struck,
 * code, quotation and emoji signs that look like them. Cut so that the escaped text fits and no entity is broken.
 */
export function mrkdwn(text: string, maxChars: number): string {
  // A notification is searched and read out, not broken into lines.
  const line = cleanCut(text, maxChars).replaceAll('\u00A0', ' ');
  const plain = MARKS.reduce((marked, [mark, sign]) => marked.replace(mark, sign), line);
  const whole = escapeEntities(plain);
  if (whole.length <= maxChars) return whole;
  let fitted = '';
  for (const character of plain) {
    const escaped = escapeEntities(character);
    if (fitted.length + escaped.length > maxChars - CUT_MARK.length) break;
    fitted += escaped;
  }
  return fitted + CUT_MARK;
}

/** An address that may become a link or a button: http or https, without anything that could end a link early; else `null`. */
export function safeUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return null;
  parsed.username = '';
  parsed.password = '';
  const href = parsed.href.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E');
  return href.length <= URL_CHARS ? href : null;
}

function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The first `chars` characters without half an emoji at the end, and without a mark: for labels too short to hold one. */
export function firstCharacters(text: string, chars: number): string {
  const slice = text.slice(0, chars);
  return /[\uD800-\uDBFF]$/.test(slice) ? slice.slice(0, -1) : slice;
}
