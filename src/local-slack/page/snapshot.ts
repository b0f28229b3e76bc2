import { attachment, type Attachment } from '../blocks/attachment.ts';
import { messageBlock, type MessageBlock } from '../blocks/block.ts';
import { shownModal } from '../interactions.ts';
import { isSpeaker } from '../speakers.ts';
import type { State } from '../state.ts';
import { isReadable, isVisible } from '../visible.ts';
import type { Block, Change, Channel, StoredMessage } from '../workspace.ts';
import type { PageChannel, PageEvent, PageMessage, PageModal, PageState } from './protocol.ts';

/** All that the local person may see now. */
export function pageState(state: State): PageState {
  const { workspace, settings } = state;
  return {
    team: workspace.team.name,
    you: workspace.person.id,
    bot: workspace.bot.id,
    members: [...workspace.members.values()],
    speakers: [...workspace.members.keys()].filter((id) => isSpeaker(workspace, id)),
    channels: [...workspace.channels.values()].filter((channel) => isVisible(workspace, channel)).map(pageChannel),
    messages: workspace.messages.filter((message) => isReadable(workspace, message)).map(pageMessage),
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
      return isReadable(state.workspace, change.message)
        ? { kind: 'message', message: pageMessage(change.message) }
        : null;
    case 'channel':
      return isVisible(state.workspace, change.channel)
        ? { kind: 'channel', channel: pageChannel(change.channel) }
        : null;
    case 'modal':
      return { kind: 'modal', modal: pageModal(state) };
  }
}

function pageChannel(channel: Channel): PageChannel {
  return { ...channel, members: [...channel.members] };
}

function pageMessage(message: StoredMessage): PageMessage {
  const { channel, ts, threadTs, user, text, onlyFor, edited, deleted } = message;
  const blocks = message.blocks.flatMap(pageBlock);
  const attachments = message.attachments.flatMap(pageAttachment);
  const ephemeral = message.onlyFor !== null;
  return { channel, ts, threadTs, user, text, blocks, attachments, ephemeral, onlyFor, edited, deleted };
}

/** Its blocks one by one: what another app posts is checked by nobody, and one odd block should not hide the rest. */
function pageAttachment(given: Block): Attachment[] {
  const { blocks, ...fields } = given;
  const known = attachment.safeParse(fields);
  if (!known.success) return [];
  return [Array.isArray(blocks) ? { ...known.data, blocks: blocks.flatMap(pageBlock) } : known.data];
}

function pageBlock(block: unknown): MessageBlock[] {
  const known = messageBlock.safeParse(block);
  return known.success ? [known.data] : [];
}

function pageModal(state: State): PageModal | null {
  const modal = shownModal(state);
  const view = state.views.at(-1);
  return modal && view ? { ...modal, blocks: view.modal.blocks } : null;
}
