import { typedForm, type Request } from '../request-grammar.ts';
import type { Question } from '../question.ts';
import { plainText, type ActionsBlock, type Button } from './blocks.ts';
import { clean, cleanCut, safeUrl } from './escape.ts';
import { ACTION_ELEMENTS, BUTTON_TEXT_CHARS, BUTTON_VALUE_CHARS } from './limits.ts';

/** What a press does. Slack wants the ids of one message distinct, so a `check` button's id ends in its position. */
export const ACTIONS = {
  openUi: 'open-spark-ui',
  runAgain: 'run-again',
  handoff: 'hand-off-text',
  details: 'show-details',
  check: 'check',
} as const;

/** Whatever stands after the name is only there to make the id distinct. */
export const CHECK_ACTION = /^check-\d+$/;

/** Any other id: a button of an older version, which still stands in some thread. */
export const UNKNOWN_ACTION = new RegExp(`^(?!(?:${Object.values(ACTIONS).join('|')}|check-\\d+)$)`);

export function openUiButton(url: string): Button | null {
  const safe = safeUrl(url);
  return safe === null
    ? null
    : { type: 'button', action_id: ACTIONS.openUi, text: plainText('Open in Spark UI'), url: safe };
}

export function runAgainButton(question: Question): Button | null {
  return requestButton(ACTIONS.runAgain, 'Run again', { kind: 'question', question });
}

export function handoffButton(question: Question): Button | null {
  return requestButton(ACTIONS.handoff, 'Hand-off text', { kind: 'question', question });
}

export function detailsButton(question: Question): Button | null {
  return requestButton(ACTIONS.details, 'Show details', { kind: 'question', question });
}

/** A button that asks what its line says, as if somebody had typed it. `readOut`: for those who only hear the label. */
export function checkButton(label: string, request: Request, position: number, readOut?: string): Button | null {
  const button = requestButton(`${ACTIONS.check}-${position}`, label, request);
  if (button === null || readOut === undefined) return button;
  return { ...button, accessibility_label: cleanCut(readOut, BUTTON_TEXT_CHARS) };
}

/**
 * A row of buttons, or nothing when none is left. `threadTs` is the thread that answers of these buttons belong in: a
 * press inside an ephemeral message does not tell where it stood.
 */
export function buttonRow(buttons: (Button | null)[], threadTs: string | null = null): ActionsBlock[] {
  const elements = buttons.filter((button) => button !== null).slice(0, ACTION_ELEMENTS);
  if (elements.length === 0) return [];
  return [{ type: 'actions', ...(threadTs !== null && { block_id: threadBlockId(threadTs) }), elements }];
}

export function threadBlockId(threadTs: string, position = 0): string {
  return `in-thread:${threadTs}:${position}`;
}

/** The thread written into a block id by `threadBlockId`; `null` for any other id. */
export function threadOfBlockId(blockId: string | undefined): string | null {
  return /^in-thread:(\d+\.\d+):\d+$/.exec(blockId ?? '')?.[1] ?? null;
}

/** The button's value is the typed line; a request that no line can say, or only one with odd characters, gets no button. */
function requestButton(actionId: string, label: string, request: Request): Button | null {
  const line = typedForm(request);
  if (line === null || line.length > BUTTON_VALUE_CHARS || clean(line) !== line) return null;
  const text = cleanCut(label, BUTTON_TEXT_CHARS) || 'Check';
  return { type: 'button', action_id: actionId, text: plainText(text), value: line };
}
