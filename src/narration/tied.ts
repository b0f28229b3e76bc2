import type { CheckSection, Closing, Evidence, Narration, Paragraph, Root } from './narration.ts';

/**
 * Numbers tied to their units by a blank that does not break, so that no line ends between `38` and `s`.
 *
 * Tied is what a door breaks into lines of its own: paragraphs, the state, the strip, the cells of tables. What is
 * copied, searched or read by a program (hand-off, readings, spoken sentences, notifications, JSON, Markdown, and the
 * terminal's text once it is broken) has ordinary blanks, for nobody types the other one into a search.
 */

const NO_BREAK = '\u00A0';

/** `38 s`, `3.3 MB`, `1.9 million`: as units.ts writes them. */
const BEFORE_UNIT = /(?<=\d) (?=(?:ms|s|min|h|d|B|KB|MB|GB|TB|PB|million|billion|trillion)(?![\p{L}\p{N}]))/gu;
/** `2 min 38 s`, `3 d 4 h`: the two parts of one length. */
const BETWEEN_PARTS = /(?<=\d[ \u00A0](?:min|h|d)) (?=\d+[ \u00A0](?:s|min|h)(?![\p{L}\p{N}]))/gu;
/** `under 1 MB`: the word belongs to the number. */
const AFTER_BOUND = /(?<=\b(?:under|over)) (?=\d)/g;
/** `stage 4`, `3 executors`: in the strip, whose entries are a few words each. */
const BESIDE_DIGIT = /(?<=\d) | (?=\d)/g;

export function tied(text: string): string {
  return text.replace(BEFORE_UNIT, NO_BREAK).replace(BETWEEN_PARTS, NO_BREAK).replace(AFTER_BOUND, NO_BREAK);
}

/** The same text with ordinary blanks, for whoever copies it or looks for a word in it. */
export function untied(text: string): string {
  return text.replaceAll(NO_BREAK, ' ');
}

/** Everything of a narration that some door breaks into lines. */
export function tiedNarration(narration: Narration): Narration {
  const { root, checks, closing } = narration;
  return { ...narration, root: tiedRoot(root), checks: checks.map(tiedSection), closing: tiedClosing(closing) };
}

function tiedRoot(root: Root): Root {
  return {
    ...root,
    state: tied(root.state),
    headline: tiedParagraph(root.headline),
    subline: tiedParagraph(root.subline),
    strip: root.strip.map((entry) => ({ ...entry, short: tied(entry.short).replace(BESIDE_DIGIT, NO_BREAK) })),
  };
}

function tiedSection(section: CheckSection): CheckSection {
  return {
    ...section,
    title: tiedParagraph(section.title),
    paragraphs: section.paragraphs.map(tiedParagraph),
    evidence: section.evidence.map(tiedEvidence),
  };
}

function tiedEvidence(evidence: Evidence): Evidence {
  return evidence.kind === 'bars'
    ? evidence
    : { ...evidence, rows: evidence.rows.map(([name = '', ...cells]) => [name, ...cells.map(tied)]) };
}

function tiedClosing(closing: Closing): Closing {
  return {
    ...closing,
    cause: tiedParagraph(closing.cause),
    firstChange: tiedOrNull(closing.firstChange),
    notThis: tiedOrNull(closing.notThis),
    askNext: tiedOrNull(closing.askNext),
    afterChange: tiedOrNull(closing.afterChange),
    unseen: tiedOrNull(closing.unseen),
  };
}

function tiedOrNull(paragraph: Paragraph | null): Paragraph | null {
  return paragraph === null ? null : tiedParagraph(paragraph);
}

/** Names, errors and what is to be typed stay as they are: they are copied letter by letter. */
function tiedParagraph(paragraph: Paragraph): Paragraph {
  return paragraph.map((span) =>
    span.as === 'spark' || span.as === 'code' ? span : { ...span, text: tied(span.text) },
  );
}
