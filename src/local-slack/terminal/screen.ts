import { attachment } from '../blocks/attachment.ts';
import { messageBlock } from '../blocks/block.ts';
import type { LocalMessage, LocalModal, LocalSlack } from '../local-slack.ts';
import { attachmentLines } from './attachment-lines.ts';
import { blockLines } from './block-lines.ts';
import type { NumberOf } from './element-lines.ts';
import { modalLines } from './modal-lines.ts';
import type { ButtonPlace, Numbers } from './numbers.ts';
import { textLines, type NameOf } from './text-lines.ts';

export interface Screen {
  /** Lines of the terminal's own. */
  say(...lines: string[]): void;
  /** A message as it is posted or edited. An edit is printed once the message has stayed the same for a moment. */
  tell(message: LocalMessage): void;
  /** A message as it stands. */
  show(message: LocalMessage): void;
  modal(modal: LocalModal | null): void;
  /** Whether edits wait to be printed. */
  isSettling(): boolean;
  /** Prints the edits that wait. */
  settle(): void;
}

export interface ScreenOptions {
  write: (text: string) => void;
  bold: (text: string) => string;
  width: () => number;
  settleMs: number;
}

/** What a person at a terminal reads: replies are indented under their root, and progress does not flood the screen. */
export function createScreen(localSlack: LocalSlack, numbers: Numbers, options: ScreenOptions): Screen {
  const { write, bold, settleMs } = options;
  const unsettled = new Map<string, { message: LocalMessage; timer: NodeJS.Timeout }>();
  let isModalOpen = false;

  const titles = (): Map<string, string> => new Map(localSlack.places().map(({ id, title }) => [id, title]));
  const nameOf: NameOf = (id) => localSlack.names[id] ?? titles().get(id)?.slice(1) ?? id;
  const fullName = (id: string): string => {
    const organisation = localSlack.organisations[id];
    return organisation === undefined ? nameOf(id) : `${nameOf(id)} (${organisation})`;
  };
  const readerOf = ({ onlyFor }: LocalMessage): string =>
    onlyFor === null || onlyFor === localSlack.userId ? 'you' : fullName(onlyFor);
  const width = (): number => Math.max(40, Math.min(options.width(), 110));
  const numberIn =
    (at: ButtonPlace): NumberOf =>
    (actionId, label, choice) =>
      numbers.ofButton(at, actionId, label, choice);

  const show = (message: LocalMessage): void => {
    const number = numbers.ofMessage(message);
    const marks = [message.edited ? 'edited' : '', message.ephemeral ? `only visible to ${readerOf(message)}` : '']
      .filter(Boolean)
      .join(', ');
    const place = message.threadTs
      ? `↳ [${number}]`
      : `[${number}] ${titles().get(message.channel) ?? message.channel}`;
    const indent = message.threadTs ? '    ' : '';
    const body = bodyLines(message, width() - indent.length - 2, nameOf, numberIn(message));
    const head = `${indent}${bold(`${place} ${fullName(message.user)}`)}${marks === '' ? '' : ` (${marks})`}`;
    write(`${[head, ...body.map((line) => `${indent}  ${line}`.trimEnd())].join('\n')}\n\n`);
  };

  const settleOne = (key: string): void => {
    const waiting = unsettled.get(key);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    unsettled.delete(key);
    show(waiting.message);
  };

  return {
    say: (...lines) => write(`${lines.join('\n')}\n`),
    tell(message) {
      const key = `${message.channel} ${message.ts}`;
      if (!message.readable) return;
      if (message.deleted) {
        clearTimeout(unsettled.get(key)?.timer);
        unsettled.delete(key);
        return;
      }
      if (message.edited) {
        clearTimeout(unsettled.get(key)?.timer);
        unsettled.set(key, { message, timer: setTimeout(() => settleOne(key), settleMs) });
        return;
      }
      // A thread reads from its root on, so an edit of the root comes before the replies.
      if (message.threadTs !== null) settleOne(`${message.channel} ${message.threadTs}`);
      show(message);
    },
    show,
    modal(modal) {
      if (modal === null) {
        if (isModalOpen) write('The window is closed.\n\n');
        isModalOpen = false;
        return;
      }
      isModalOpen = true;
      const lines = modalLines(modal, width(), nameOf, numberIn({ modal: modal.id }), localSlack.pageUrl);
      write(`${lines.join('\n')}\n\n`);
    },
    isSettling: () => unsettled.size > 0,
    settle() {
      for (const key of [...unsettled.keys()]) settleOne(key);
    },
  };
}

function bodyLines(message: LocalMessage, width: number, nameOf: NameOf, numberOf: NumberOf): string[] {
  const blocks = message.blocks.flatMap((given) => {
    const known = messageBlock.safeParse(given);
    return known.success ? blockLines(known.data, width, nameOf, numberOf) : [];
  });
  const words = message.text === '' ? [] : textLines(message.text, width, nameOf);
  const attachments = message.attachments.flatMap((given) => {
    const known = attachment.safeParse(given);
    return known.success ? attachmentLines(known.data, width, nameOf, numberOf) : [];
  });
  return [...(message.blocks.length === 0 ? words : blocks), ...attachments];
}
