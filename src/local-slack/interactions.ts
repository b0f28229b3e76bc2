import { z } from 'zod';
import { checkView } from './blocks/check-view.ts';
import { elementsOf, placedBlocks } from './blocks/nested.ts';
import { deliver } from './delivery/deliver.ts';
import { actionBody, shortcutBody, viewActionBody, viewBody, type Pressed } from './delivery/payloads.ts';
import type { LocalModal } from './local-slack.ts';
import { speakerIn } from './speakers.ts';
import type { Acknowledgement, State } from './state.ts';
import { failureOf, notice, ONLY_AT_HOME } from './typing.ts';
import { createView, replaceModal, viewJson, type OpenView } from './views.ts';
import { announce, findMessage, type Block, type Channel, type Member, type StoredMessage } from './workspace.ts';

export type Values = Record<string, Record<string, unknown>>;

/** A message in front of somebody. */
interface Pointed {
  channel: string;
  ts: string;
  /** Who looks at it, by name or id; left out: the local person. */
  as?: string | undefined;
}

/** Presses a button, or picks in a menu when `choice` says what. */
export async function press(state: State, at: Pointed, actionId: string, choice: Block = {}): Promise<void> {
  const { message, channel, speaker } = seen(state, at);
  const found = elementOfMessage(message, actionId);
  if (!found) throw new Error(`The message ${at.ts} has no element ${actionId}.`);
  const answer = await deliver(state, {
    kind: 'interaction',
    body: actionBody(state, message, speaker.id, found, choice),
  });
  tellFailure(state, { channel, threadTs: message.threadTs, speaker }, answer);
}

/** Uses the app's message shortcut on a message. */
export async function runShortcut(state: State, at: Pointed): Promise<void> {
  const { message, channel, speaker } = seen(state, at);
  const spot = { channel, threadTs: message.threadTs, speaker };
  if (speaker.team) return notice(state, spot, ONLY_AT_HOME);
  const body = shortcutBody(state, message, speaker.id);
  tellFailure(state, spot, await deliver(state, { kind: 'interaction', body }));
}

export async function pressInModal(state: State, actionId: string, choice: Block = {}): Promise<void> {
  const view = topView(state);
  const found = findElement(view.modal.blocks, actionId);
  if (!found) throw new Error(`The modal has no element ${actionId}.`);
  await deliver(state, {
    kind: 'interaction',
    body: viewActionBody(state, viewJson(state, view), view.user, found.block, found.element, choice),
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
  const body = viewBody(state, 'view_submission', viewJson(state, view, values), view.user);
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
  const body = viewBody(state, 'view_closed', viewJson(state, view), view.user);
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
      state.views.push(createView(state, checkView(answer.data.view), view.user, view));
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

function tellFailure(state: State, spot: Parameters<typeof notice>[1], answer: Acknowledgement): void {
  if (!failureOf(answer)) return;
  const words = answer.timedOut
    ? 'Operation timed out. Apps need to respond within 3 seconds.'
    : answer.status === 0
      ? 'This app could not be reached.'
      : `This app responded with Status Code ${answer.status}.`;
  notice(state, spot, words);
}

/** @throws when there is no such message, or it is not for the eyes of who is said to look at it */
function seen(state: State, at: Pointed): { message: StoredMessage; channel: Channel; speaker: Member } {
  const message = findMessage(state.workspace, at.channel, at.ts);
  const channel = state.workspace.channels.get(at.channel);
  if (!message || !channel) throw new Error(`There is no message ${at.ts} in ${at.channel}.`);
  const speaker = speakerIn(state.workspace, channel, at.as);
  if (message.onlyFor !== null && message.onlyFor !== speaker.id) {
    const other = state.workspace.members.get(message.onlyFor)?.name ?? message.onlyFor;
    throw new Error(`Only ${other} sees that message, not ${speaker.name}.`);
  }
  return { message, channel, speaker };
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
