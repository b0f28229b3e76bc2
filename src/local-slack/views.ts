import { checkView, type Modal } from './blocks/check-view.ts';
import { VIEW_LIMITS } from './limits.ts';
import type { State, Trigger } from './state.ts';
import { ApiError } from './api-error.ts';
import { requiredText, type Arguments } from './web-api/arguments.ts';
import { announce, nextId } from './workspace.ts';

export interface OpenView {
  id: string;
  /** Who has it in front of them: whoever made the trigger that opened it. */
  user: string;
  rootId: string;
  previousId: string | null;
  hash: string;
  modal: Modal;
  /** By `block_id`: what the app found wrong with the last submission. */
  errors: Record<string, string>;
}

/** Slack's answer waits this long for a modal to be opened: https://docs.slack.dev/interactivity/handling-user-interaction */
const TRIGGER_LIFETIME_MS = 3_000;

export function issueTrigger(state: State, user: string): string {
  const id = `${state.workspace.now()}.${nextId(state.workspace, 'tr')}`;
  state.triggers.set(id, { user, issuedAt: state.workspace.now(), exchanged: false });
  return id;
}

/** `views.open`: @throws ApiError for a trigger that is unknown, old or used, and for a modal Slack would refuse */
export function openView(state: State, args: Arguments): Record<string, unknown> {
  const { user } = exchangeTrigger(state, args);
  const view = createView(state, checkView(args['view']), user, null);
  state.views = [view];
  announce(state.workspace, { kind: 'modal' });
  return { view: viewJson(state, view) };
}

/** `views.push`: onto the modal that is open, three deep at most. */
export function pushView(state: State, args: Arguments): Record<string, unknown> {
  const { user } = exchangeTrigger(state, args);
  const top = state.views.at(-1);
  if (!top) throw new ApiError('not_found');
  if (state.views.length >= VIEW_LIMITS.stack) throw new ApiError('push_limit_reached');
  const view = createView(state, checkView(args['view']), user, top);
  state.views.push(view);
  announce(state.workspace, { kind: 'modal' });
  return { view: viewJson(state, view) };
}

/** `views.update`: by `view_id`, guarded by `hash` when that is given. */
export function updateView(state: State, args: Arguments): Record<string, unknown> {
  const id = requiredText(args, 'view_id', 'not_found');
  const view = state.views.find((open) => open.id === id);
  if (!view) throw new ApiError('not_found');
  if (args['hash'] !== undefined && args['hash'] !== view.hash) throw new ApiError('hash_conflict');
  replaceModal(state, view, checkView(args['view']));
  return { view: viewJson(state, view) };
}

export function replaceModal(state: State, view: OpenView, modal: Modal): void {
  view.modal = withBlockIds(state, modal);
  view.hash = newHash(state);
  view.errors = {};
  announce(state.workspace, { kind: 'modal' });
}

export function createView(state: State, modal: Modal, user: string, under: OpenView | null): OpenView {
  const id = nextId(state.workspace, 'V');
  return {
    id,
    user,
    rootId: under?.rootId ?? id,
    previousId: under?.id ?? null,
    hash: newHash(state),
    modal: withBlockIds(state, modal),
    errors: {},
  };
}

/** A view as Slack's API and payloads show it, with what the person filled in. */
export function viewJson(state: State, view: OpenView, values: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: view.id,
    team_id: state.workspace.team.id,
    private_metadata: '',
    callback_id: '',
    external_id: '',
    close: null,
    submit: null,
    clear_on_close: false,
    notify_on_close: false,
    ...view.modal,
    state: { values },
    hash: view.hash,
    root_view_id: view.rootId,
    previous_view_id: view.previousId,
    app_id: state.workspace.app.id,
    app_installed_team_id: state.workspace.team.id,
    bot_id: state.workspace.app.botId,
  };
}

function exchangeTrigger(state: State, args: Arguments): Trigger {
  const id = requiredText(args, 'trigger_id', 'invalid_trigger_id');
  const trigger = state.triggers.get(id);
  if (!trigger) throw new ApiError('invalid_trigger_id');
  if (trigger.exchanged) throw new ApiError('exchanged_trigger_id');
  if (state.workspace.now() - trigger.issuedAt > TRIGGER_LIFETIME_MS) throw new ApiError('expired_trigger_id');
  trigger.exchanged = true;
  return trigger;
}

function withBlockIds(state: State, modal: Modal): Modal {
  return {
    ...modal,
    blocks: modal.blocks.map((block) => ({ ...block, block_id: block.block_id ?? nextId(state.workspace, 'b') })),
  };
}

function newHash(state: State): string {
  return `${Math.floor(state.workspace.now() / 1000)}.${nextId(state.workspace, 'h')}`;
}
