import type { Narration } from '../narration/narration.ts';
import type { Question } from '../question.ts';
import { plainText, preformatted, section, type Block, type Message, type Modal } from './blocks.ts';
import { buttonRow, detailsButton, handoffButton, openUiButton, runAgainButton } from './buttons.ts';
import { cleanLines, cut, mrkdwn } from './escape.ts';
import { evidenceAsText } from './evidence.ts';
import { BLOCKS_PER_MODAL, SECTION_CHARS, TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';
import { paragraphs } from './spans.ts';
import { advice, checkTitle, headline, linkLine, unreadBlocks, wasRead } from './thread-messages.ts';

/**
 * The answer as ONE message, for somebody's own thread and for places where the bot may not post: headline, a line a
 * check, the advice, and the rest behind a button.
 */
export function singleMessage(
  narration: Narration,
  question: Question,
  { threadTs = null }: { threadTs?: string | null } = {},
): Message {
  const { root, checks, closing } = narration;
  const buttons = [openUiButton(root.url), detailsButton(question), runAgainButton(question), handoffButton(question)];
  return {
    text: mrkdwn(root.plain, TEXT_CHARS) || 'Answered.',
    blocks: fitted([
      ...headline(root),
      ...checks.filter(wasRead).map((check) => section(...checkTitle(check))),
      ...unreadBlocks(narration),
      ...advice(closing),
      ...buttonRow(buttons, threadTs),
    ]),
  };
}

/** Everything that the thread would have said of the five checks, for the presser alone. */
export function detailsModal(narration: Narration): Modal {
  return modal('The five checks', detailBlocks(narration));
}

/** The same as a message, for when Slack opens no window. */
export function detailsMessage(narration: Narration, question: Question): Message {
  const buttons = buttonRow([openUiButton(narration.root.url), runAgainButton(question), handoffButton(question)]);
  return {
    text: mrkdwn(`The five checks: ${narration.root.plain}`, TEXT_CHARS),
    blocks: fitted([...headline(narration.root), ...detailBlocks(narration), ...buttons]),
  };
}

function detailBlocks(narration: Narration): Block[] {
  const read = narration.checks
    .filter(wasRead)
    .flatMap((check): Block[] => [
      section(...checkTitle(check)),
      ...paragraphs(check.paragraphs),
      ...evidenceAsText(check.evidence),
      ...linkLine(check.links),
    ]);
  return [...read, ...unreadBlocks(narration)];
}

export function handoffModal(narration: Narration): Modal {
  return modal('Hand-off text', handoffBlocks(narration));
}

/** The hand-off as a message of its own, to be read and copied where it stands. */
export function handoffMessage(narration: Narration, question: Question): Message {
  const buttons = buttonRow([openUiButton(narration.root.url), runAgainButton(question)]);
  return {
    text: mrkdwn(`Hand-off: ${narration.root.plain}`, TEXT_CHARS),
    blocks: fitted([...handoffBlocks(narration), ...buttons]),
  };
}

/** A modal has to be open within three seconds of the press; this one waits for the answer. */
export function waitingModal(title: string): Modal {
  return modal(title, [section({ type: 'text', text: 'Reading the history server…' })]);
}

export function noticeModal(title: string, blocks: Block[]): Modal {
  return modal(title, blocks);
}

function modal(title: string, blocks: Block[]): Modal {
  const shown = blocks.length > 0 ? blocks : [section({ type: 'text', text: 'There is nothing to show.' })];
  return { type: 'modal', title: plainText(title), close: plainText('Close'), blocks: fitted(shown, BLOCKS_PER_MODAL) };
}

function handoffBlocks(narration: Narration): Block[] {
  const pieces = inPieces(cleanLines(narration.handoff), SECTION_CHARS);
  return pieces.length > 0 ? pieces.map(preformatted) : [section({ type: 'text', text: 'There is no hand-off text.' })];
}

/** Whole lines together as long as they fit; a line that alone is too long is cut, and says so. */
function inPieces(text: string, maxChars: number): string[] {
  const pieces: string[] = [];
  for (const line of text.split('\n').map((line) => cut(line, maxChars))) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= maxChars) pieces[pieces.length - 1] = `${last}\n${line}`;
    else pieces.push(line);
  }
  return pieces.filter((piece) => piece.trim() !== '');
}
