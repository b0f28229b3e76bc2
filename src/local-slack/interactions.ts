import { z } from 'zod';
import { checkView } from './blocks/check-view.ts';
import { elementsOf, placedBlocks } from './blocks/nested.ts';
import { deliver } from './delivery/deliver.ts';
import { actionBody, shortcutBody, viewActionBody, viewBody, type Pressed } from './delivery/payloads.ts';
import type { LocalModal } from './local-slack.ts';
import type { Acknowledgement, State } from './state.ts';
import { failureOf, notice } from './typing.ts';
import { createView, replaceModal, viewJson, type OpenView } from './views.ts';
import { announce, findMessage, type Block, type StoredMessage } from './workspace.ts';

export type Values = Record<string, Record<string, unknown>>;

/** Presses a button, or picks in a menu when `choice` says what, as the local person. */
export async function press(
  state: State,
  at: { channel: string; ts: string },
  actionId: string,
  choice: Block = {},
): Promise<void> {
  const message = messageAt(state, at);
  const found = elementOfMessage(message, actionId);
  if (!found) throw new Error(`The message ${at.ts} has no element ${actionId}.`);
  const body = actionBody(state, message, state.workspace.person.id, found, choice);
  tellFailure(state, message, await deliver(state, { kind: 'interaction', body }));
}

/** Uses the app's message shortcut on a message. */
export async function runShortcut(state: State, at: { channel: string; ts: string }): Promise<void> {
  const message = messageAt(state, at);
  const body = shortcutBody(state, message, state.workspace.person.id);
  tellFailure(state, message, await deliver(state, { kind: 'interaction', body }));
}

export async function pressInModal(state: State, actionId: string, choice: Block = {}): Promise<void> {
  const view = topView(state);
  const found = findElement(view.modal.blocks, actionId);
  if (!found) throw new Error(`The modal has no element ${actionId}.`);
  const user = state.workspace.person.id;
  await deliver(state, {
    kind: 'interaction',
    body: viewActionBody(state, viewJson(state, view), user, found.block, found.element, choice),
  });
}

const submissionAnswer = z.union([
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.enum(['update', 'push']), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
]);

/** Submits the top modal; what the app answers decides whether it closes, changes, or shows what was wrong. */
export async function submitModal(state: State, values: Values = {}): Promise<void> {
  const view = topView(state);
  view.errors = missingValues(view, values);
  if (Object.keys(view.errors).length > 0) return announce(state.workspace, { kind: 'modal' });
  const body = viewBody(state, 'view_submission', viewJson(state, view, values), state.workspace.person.id);
  const answer = await deliver(state, { kind: 'interaction', body });
  if (failureOf(answer)) view.errors = { '': 'We had some trouble connecting. Try again?' };
  else applySubmission(state, view, answer.body);
  announce(state.workspace, { kind: 'modal' });
}

export async function closeModal(state: State): Promise<void> {
  const view = state.views.pop();
  if (!view) return;
  announce(state.workspace, { kind: 'modal' });
  if (!view.modal.notify_on_close) return;
  const body = viewBody(state, 'view_closed', viewJson(state, view), state.workspace.person.id);
  await deliver(state, { kind: 'interaction', body });
}

export function shownModal(state: State): LocalModal | null {
  const view = state.views.at(-1);
  if (!view) return null;
  return {
    id: view.id,
    title: view.modal.title.text,
    blocks: view.modal.blocks,
    submit: view.modal.submit?.text ?? null,
    close: view.modal.close?.text ?? (state.views.length > 1 ? 'Back' : 'Close'),
    errors: view.errors,
  };
}

function applySubmission(state: State, view: OpenView, body: unknown): void {
  const answer = submissionAnswer.safeParse(body);
  if (!answer.success) {
    state.views.pop();
    return;
  }
  switch (answer.data.response_action) {
    case 'errors':
      view.errors = answer.data.errors;
      return;
    case 'update':
      return replaceModal(state, view, checkView(answer.data.view));
    case 'push':
      state.views.push(createView(state, checkView(answer.data.view), view));
      return;
    case 'clear':
      state.views = [];
  }
}

/** Slack's client holds a submission back while a required field is empty. */
function missingValues(view: OpenView, values: Values): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const block of view.modal.blocks) {
    if (block.type !== 'input' || block.optional || !block.block_id) continue;
    const filled = Object.values(values[block.block_id] ?? {}).some(isFilled);
    if (!filled) errors[block.block_id] = 'Please complete this required field.';
  }
  return errors;
}

/** A field's state as Slack has it: its `type`, and under a name of that type what was typed or picked. */
function isFilled(state: unknown): boolean {
  if (typeof state !== 'object' || state === null) return false;
  const { type: _type, timezone: _timezone, ...filled } = { type: null, timezone: null, ...state };
  return Object.values(filled).some(
    (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
}

function tellFailure(state: State, message: StoredMessage, answer: Acknowledgement): void {
  const failure = failureOf(answer);
  const channel = state.workspace.channels.get(message.channel);
  if (!failure || !channel) return;
  const words = answer.timedOut
    ? 'Operation timed out. Apps need to respond within 3 seconds.'
    : answer.status === 0
      ? 'This app could not be reached.'
      : `This app responded with Status Code ${answer.status}.`;
  notice(state, channel, message.threadTs, words);
}

function messageAt(state: State, at: { channel: string; ts: string }): StoredMessage {
  const message = findMessage(state.workspace, at.channel, at.ts);
  if (!message) throw new Error(`There is no message ${at.ts} in ${at.channel}.`);
  return message;
}

function topView(state: State): OpenView {
  const view = state.views.at(-1);
  if (!view) throw new Error('No modal is open.');
  return view;
}

function elementOfMessage(message: StoredMessage, actionId: string): Pressed | null {
  const own = findElement(message.blocks, actionId);
  if (own) return { ...own, attachmentId: null };
  for (const { id, blocks } of message.attachments) {
    const found = Array.isArray(blocks) ? findElement(blocks, actionId) : null;
    if (found) return { ...found, attachmentId: id };
  }
  return null;
}

function findElement(blocks: readonly object[], actionId: string): { block: Block; element: Block } | null {
  for (const { block } of placedBlocks(blocks)) {
    const element = elementsOf(block).find((one) => one['action_id'] === actionId);
    if (element) return { block, element };
  }
  return null;
}
