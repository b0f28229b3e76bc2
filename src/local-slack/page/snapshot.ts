import { messageBlock } from '../blocks/block.ts';
import { shownModal } from '../interactions.ts';
import type { State } from '../state.ts';
import type { Change, Channel, StoredMessage } from '../workspace.ts';
import type { PageChannel, PageEvent, PageMessage, PageModal, PageState } from './protocol.ts';

/** All that the local person may see now. */
export function pageState(state: State): PageState {
  const { workspace, settings } = state;
  return {
    team: workspace.team.name,
    you: workspace.person.id,
    bot: workspace.bot.id,
    members: [...workspace.members.values()],
    channels: [...workspace.channels.values()].filter((channel) => isVisible(state, channel)).map(pageChannel),
    messages: workspace.messages.filter((message) => isReadable(state, message)).map(pageMessage),
    modal: pageModal(state),
    command: settings.command,
    shortcut: settings.shortcut.name,
    suggestions: settings.suggestions,
  };
}

/** A change as the page is told of it; null when the local person may not see it. */
export function pageEvent(state: State, change: Change): PageEvent | null {
  switch (change.kind) {
    case 'message':
      return isReadable(state, change.message) ? { kind: 'message', message: pageMessage(change.message) } : null;
    case 'channel':
      return isVisible(state, change.channel) ? { kind: 'channel', channel: pageChannel(change.channel) } : null;
    case 'modal':
      return { kind: 'modal', modal: pageModal(state) };
  }
}

function isVisible(state: State, channel: Channel): boolean {
  return channel.kind === 'public' || channel.members.has(state.workspace.person.id);
}

function isReadable(state: State, message: StoredMessage): boolean {
  const channel = state.workspace.channels.get(message.channel);
  if (!channel || !isVisible(state, channel)) return false;
  return message.onlyFor === null || message.onlyFor === state.workspace.person.id;
}

function pageChannel(channel: Channel): PageChannel {
  return { ...channel, members: [...channel.members] };
}

function pageMessage(message: StoredMessage): PageMessage {
  const { channel, ts, threadTs, user, text, edited, deleted } = message;
  const blocks = message.blocks.flatMap((block) => {
    const known = messageBlock.safeParse(block);
    return known.success ? [known.data] : [];
  });
  return { channel, ts, threadTs, user, text, blocks, ephemeral: message.onlyFor !== null, edited, deleted };
}

function pageModal(state: State): PageModal | null {
  const modal = shownModal(state);
  const view = state.views.at(-1);
  return modal && view ? { ...modal, blocks: view.modal.blocks } : null;
}
