import type { Paragraph, Span } from '../narration/narration.ts';
import { section, type RichTextBlock, type TextElement } from './blocks.ts';
import { clean, cleanCut, cut } from './escape.ts';
import { SECTION_CHARS } from './limits.ts';

/** A name of the application that is longer than this says no more about it, and pushes the sentence off a phone. */
const SPARK_NAME_CHARS = 160;

/** Leaves room for the words that lead a paragraph in ("First change: "). */
const PARAGRAPH_CHARS = SECTION_CHARS - 100;

/** A paragraph as elements of a rich_text section, which Slack shows without parsing; empty when nothing is left to say. */
export function elementsOf(paragraph: Paragraph, maxChars = PARAGRAPH_CHARS): TextElement[] {
  const elements: TextElement[] = [];
  let left = maxChars;
  for (const span of paragraph) {
    const text = cut(textOf(span), left);
    if (text === '') continue;
    elements.push({ type: 'text', text, ...styleOf(span) });
    left -= text.length;
  }
  return trimmed(elements);
}

/** Paragraphs as one block each; paragraphs without words are left out. */
export function paragraphs(all: Paragraph[]): RichTextBlock[] {
  return all
    .map((paragraph) => elementsOf(paragraph))
    .filter((elements) => elements.length > 0)
    .map((elements) => section(...elements));
}

/** The words of a paragraph in one plain, clean line, for notifications. */
export function plainLine(paragraph: Paragraph): string {
  return paragraph.map(textOf).join('').trim();
}

export function bold(elements: TextElement[]): TextElement[] {
  return elements.map((element) => (element.style?.code ? element : { ...element, style: { bold: true } }));
}

function textOf({ text, as }: Span): string {
  if (as === 'spark') return cleanCut(text, SPARK_NAME_CHARS) || '(blank)';
  if (as === 'code') return cleanCut(text, SECTION_CHARS);
  return clean(text.slice(0, SECTION_CHARS * 2));
}

function styleOf({ as }: Span): Pick<TextElement, 'style'> {
  if (as === 'spark' || as === 'code') return { style: { code: true } };
  return as === 'strong' ? { style: { bold: true } } : {};
}

function trimmed(elements: TextElement[]): TextElement[] {
  const last = elements.length - 1;
  return elements
    .map((element, at) => {
      const start = at === 0 ? element.text.trimStart() : element.text;
      return { ...element, text: at === last ? start.trimEnd() : start };
    })
    .filter(({ text }) => text !== '');
}
