import type { CheckSection, Closing, Narration, Paragraph, Root, StripEntry } from '../narration/narration.ts';
import { CHECKS, type Outcome } from '../diagnosis/vocabulary.ts';
import type { Question } from '../question.ts';
import { preformatted, section, type Block, type Message, type RichTextBlock, type TextElement } from './blocks.ts';
import { buttonRow, handoffButton, openUiButton, runAgainButton } from './buttons.ts';
import { clean, cleanCut, cleanLines, cut, mrkdwn, safeUrl } from './escape.ts';
import { evidenceBlocks } from './evidence.ts';
import { SECTION_CHARS, TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';
import { bold, elementsOf, paragraphs, plainLine } from './spans.ts';

/** The whole answer as a thread: the root that replaces the placeholder, then one reply a check, then the closing one. */
export interface ThreadMessages {
  root: Message;
  replies: Message[];
}

/**
 * A sign before the figure, tied to it by a space that does not break on a phone. The words of the reply say the same, so
 * nobody depends on seeing it.
 */
const OUTCOME_SIGNS: Record<Outcome, string> = {
  healthy: '✓\u00A0',
  watch: '!\u00A0',
  failing: '✗\u00A0',
  'could-not-tell': '?\u00A0',
  'not-applicable': '–\u00A0',
};

export function threadMessages(narration: Narration, question: Question): ThreadMessages {
  const { root, checks, closing } = narration;
  return {
    root: rootMessage(root, question),
    replies: [...checks.filter(wasRead).map(checkMessage), ...unreadMessages(narration), closingMessage(closing)],
  };
}

function rootMessage(root: Root, question: Question): Message {
  const buttons = buttonRow([openUiButton(root.url), runAgainButton(question), handoffButton(question)]);
  return { text: mrkdwn(root.plain, TEXT_CHARS) || 'Answered.', blocks: fitted([...headline(root), ...buttons]) };
}

/** Name and state, the verdict, and the strip of the five outcomes: the part of the root that every form shares. */
export function headline(root: Root): Block[] {
  const verdict = [...bold(elementsOf(root.headline, 1_000)), ...separated(' ', elementsOf(root.subline, 1_000))];
  return [
    section(
      { type: 'text', text: cleanCut(root.application.name, 200) || '(no name)', style: { bold: true } },
      { type: 'text', text: ' · ' },
      { type: 'text', text: cleanCut(root.application.id, 200) || '(no id)', style: { code: true } },
      { type: 'text', text: ` · ${cleanCut(root.state, 200)}` },
    ),
    ...(verdict.length > 0 ? [section(...verdict)] : []),
    ...(root.strip.length > 0 ? [section(...root.strip.slice(0, CHECKS.length).flatMap(stripElements))] : []),
  ];
}

function stripElements(entry: StripEntry, position: number): TextElement[] {
  const sign = entry.symptomOf === null ? OUTCOME_SIGNS[entry.outcome] : '';
  return [
    ...(position > 0 ? [{ type: 'text' as const, text: ' · ' }] : []),
    { type: 'text', text: cleanCut(`${entry.number}\u00A0${entry.label}`, 40), style: { code: true } },
    // Tied to its label, so that a line never ends between the two.
    { type: 'text', text: `\u00A0${sign}${cleanCut(entry.short, 80)}` },
  ];
}

function checkMessage(check: CheckSection): Message {
  const title = checkTitle(check);
  const plain = [plainLine(check.title), ...check.paragraphs.map(plainLine)].join(' ');
  return {
    text: mrkdwn(`${check.number} · ${plain}`, TEXT_CHARS),
    blocks: fitted([
      section(...title),
      ...paragraphs(check.paragraphs),
      ...evidenceBlocks(check.evidence),
      ...linkLine(check.links),
    ]),
  };
}

/** A check that had no stage to open has nothing to tell beside its title. */
export function wasRead({ paragraphs }: CheckSection): boolean {
  return paragraphs.length > 0;
}

/** One reply for all the checks that had no stage to open. */
function unreadMessages(narration: Narration): Message[] {
  const { unread } = narration;
  return unread === null ? [] : [{ text: mrkdwn(unread, TEXT_CHARS), blocks: unreadBlocks(narration) }];
}

/** The same as a line of a longer message; nothing where every check was read. */
export function unreadBlocks({ unread }: Narration): RichTextBlock[] {
  return unread === null ? [] : [section({ type: 'text', text: cleanCut(unread, SECTION_CHARS) })];
}

/** e.g. "3 · Skew: one task had 35 times the rows." */
export function checkTitle(check: CheckSection): TextElement[] {
  return bold([{ type: 'text', text: `${check.number} · ` }, ...elementsOf(check.title, 600)]);
}

export function linkLine(links: CheckSection['links']): RichTextBlock[] {
  const elements = links.slice(0, 10).flatMap(({ label, url }, position) => {
    const safe = safeUrl(url);
    if (safe === null) return [];
    const link = { type: 'link' as const, url: safe, text: cleanCut(label, 100) || 'Spark UI' };
    return position > 0 ? [{ type: 'text' as const, text: ' · ' }, link] : [link];
  });
  return elements.length > 0 ? [section(...elements)] : [];
}

function closingMessage(closing: Closing): Message {
  return {
    text: mrkdwn(`So: ${plainLine(closing.cause)}${closingPlain(closing.firstChange)}`, TEXT_CHARS),
    blocks: fitted([
      ...advice(closing),
      ...led('After the change I expect: ', closing.afterChange),
      ...readings(closing.readings),
      ...led('I could not see: ', closing.unseen),
    ]),
  };
}

function closingPlain(firstChange: Paragraph | null): string {
  return firstChange === null ? '' : ` First change: ${plainLine(firstChange)}`;
}

/** Cause, first change, what not to do, what to ask next: what somebody acts on, in every form of the answer. */
export function advice(closing: Closing): Block[] {
  return [
    ...led('So: ', closing.cause),
    ...led('First change: ', closing.firstChange),
    ...led('Not this: ', closing.notThis),
    ...led('Ask next: ', closing.askNext),
  ];
}

function readings(lines: string[]): Block[] {
  const text = cut(cleanLines(lines.map((line) => clean(line).trim()).join('\n')), SECTION_CHARS);
  if (text === '') return [];
  return [
    section({ type: 'text', text: 'Before you change anything, keep these:', style: { bold: true } }),
    preformatted(text),
  ];
}

function led(lead: string, paragraph: Paragraph | null): RichTextBlock[] {
  const elements = paragraph === null ? [] : elementsOf(paragraph);
  return elements.length > 0 ? [section({ type: 'text', text: lead, style: { bold: true } }, ...elements)] : [];
}

function separated(separator: string, elements: TextElement[]): TextElement[] {
  return elements.length > 0 ? [{ type: 'text', text: separator }, ...elements] : [];
}
