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
  members: { id: string; name: string; realName: string; isBot: boolean }[];
  channels: PageChannel[];
  messages: PageMessage[];
  modal: PageModal | null;
  command: { name: string; description: string; hint: string };
  shortcut: string;
  suggestions: Suggestion[];
}

export interface PageChannel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  purpose: string;
  archived: boolean;
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
  edited: boolean;
  deleted: boolean;
}

export type PageModal = Omit<LocalModal, 'blocks'> & { blocks: ModalBlock[] };
