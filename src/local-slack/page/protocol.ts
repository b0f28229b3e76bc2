import type { LocalModal, Suggestion } from '../local-slack.ts';
import type { Attachment } from '../blocks/attachment.ts';
import type { MessageBlock, ModalBlock } from '../blocks/block.ts';

/** What the page is told: everything when it connects, then each change. */
export type PageEvent =
  | { kind: 'state'; state: PageState }
  | { kind: 'message'; message: PageMessage }
  | { kind: 'channel'; channel: PageChannel }
  | { kind: 'modal'; modal: PageModal | null };

export interface PageState {
  team: string;
  /** The local person's id. */
  you: string;
  bot: string;
  members: PageMember[];
  /** Ids of those as whom one may speak where they are members; the local person everywhere. */
  speakers: string[];
  channels: PageChannel[];
  messages: PageMessage[];
  modal: PageModal | null;
  command: { name: string; description: string; hint: string };
  shortcut: string;
  suggestions: Suggestion[];
}

export interface PageMember {
  id: string;
  name: string;
  realName: string;
  isBot: boolean;
  /** The other organisation they belong to; left out: none. */
  team?: { name: string };
}

export interface PageChannel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  purpose: string;
  archived: boolean;
  /** The other organisation that the channel is shared with; left out: none. */
  sharedWith?: { name: string };
  /** Ids of who is in it. */
  members: string[];
}

export interface PageMessage {
  channel: string;
  ts: string;
  threadTs: string | null;
  user: string;
  text: string;
  blocks: MessageBlock[];
  attachments: Attachment[];
  ephemeral: boolean;
  /** The id of the only person who sees it, or null. */
  onlyFor: string | null;
  edited: boolean;
  deleted: boolean;
}

export type PageModal = Omit<LocalModal, 'blocks'> & { blocks: ModalBlock[] };
