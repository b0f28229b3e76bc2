import { cleanLine, ERROR_CHARS, errorLine, NAME_CHARS } from './clean.ts';
import type { Paragraph, Span } from './narration.ts';
import { untied } from './tied.ts';

/** What may stand in a sentence: words of ours, a marked span, or a part of a sentence; nothing is said for `null` and `false`. */
export type Piece = string | number | Span | Paragraph | null | false;

/**
 * A sentence, or a part of one: say`Stage ${4} read ${spark(key)}.` Text from the application goes in as `spark(…)`, never
 * as a plain string.
 */
export function say(words: TemplateStringsArray, ...pieces: Piece[]): Paragraph {
  return joined(words.flatMap((text, at) => [text, ...(at < pieces.length ? [pieces[at] ?? null] : [])]));
}

/** Pieces one after the other, neighbours of the same kind run together. */
export function joined(pieces: Piece[]): Paragraph {
  const spans: Span[] = [];
  for (const span of pieces.flatMap(spansOf)) {
    if (span.text === '') continue;
    const last = spans.at(-1);
    if (last !== undefined && last.as === undefined && span.as === undefined) last.text += span.text;
    else spans.push({ ...span });
  }
  return spans;
}

/** Whole sentences as one paragraph, a blank between them; empty ones are left out. */
export function paragraph(...sentences: (Paragraph | null | false)[]): Paragraph {
  const said = sentences.filter((s): s is Paragraph => s !== null && s !== false && s.length > 0);
  return joined(said.flatMap((sentence, at) => (at === 0 ? [sentence] : [' ', sentence])));
}

/**
 * What was read and what it means as one paragraph; what it is worth and what follows from it as a second one where
 * there is a figure to tell: eight sentences in a row are a wall on a phone.
 */
export function paragraphsOf(
  read: (Paragraph | null)[],
  stake: Paragraph | null,
  decision: Paragraph | null,
): Paragraph[] {
  return stake === null
    ? [paragraph(...read, decision)]
    : [paragraph(...read), paragraph(stake, decision)].filter((one) => one.length > 0);
}

/**
 * Text from the application: a name, a host, a key, an error. One line and of sensible length from here on; its markup is
 * hostile until the door that shows it has escaped it.
 */
export function spark(text: string, maxChars: number = NAME_CHARS): Span {
  return { text: cleanLine(text, maxChars) || '(blank)', as: 'spark' };
}

/** Something to type or paste. */
export function code(text: string): Span {
  return { text, as: 'code' };
}

/** `a`, `a and b`, `a, b and c`; after `most` the rest is counted. */
export function enumerated(items: Piece[], most = 4): Paragraph {
  const shown: Piece[] =
    items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : [...items];
  return joined(shown.flatMap((item, at) => (at === 0 ? [item] : [at === shown.length - 1 ? ' and ' : ', ', item])));
}

/** The words of a paragraph in one clean plain line, for JSON, tickets and screen readers. */
export function plain(text: Paragraph): string {
  return untied(text.map((span) => span.text).join(''));
}

/** Plain sentences of a paragraph: split after the full stops of our own words only, for a name may hold any. */
export function sentencesOf(text: Paragraph): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const span of text) {
    if (span.as !== undefined) {
      open += plain([span]);
      continue;
    }
    const pieces = span.text.split(/(?<=[.?!]) (?=\S)|(?<=[.?!]) $/);
    pieces.forEach((piece, at) => {
      open += piece;
      if (at === pieces.length - 1) return;
      sentences.push(open);
      open = '';
    });
  }
  return (open.trim() === '' ? sentences : [...sentences, open]).map(untied);
}

function spansOf(piece: Piece): Span[] {
  if (piece === null || piece === false) return [];
  if (typeof piece === 'string' || typeof piece === 'number') return [{ text: String(piece) }];
  return Array.isArray(piece) ? piece : [piece];
}

/** The message of an error in one line, its stack left out. */
export function errorSpan(text: string): Span {
  return spark(errorLine(text), ERROR_CHARS);
}

/** With a capital first letter, for the start of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same for words that may hold marked spans; a name keeps its own letters. */
export function capitalised(words: Paragraph): Paragraph {
  return words.map((span, at) => (at === 0 && span.as === undefined ? { ...span, text: capital(span.text) } : span));
}
