import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { messageBlock } from './blocks/block.ts';
import type { LocalMessage, LocalSlack } from './local-slack.ts';
import { blockLines } from './terminal/block-lines.ts';
import { textLines, type NameOf } from './terminal/text-lines.ts';

export interface TerminalStreams {
  input: Readable;
  output: Writable & { isTTY?: boolean; columns?: number };
  /** The environment's `NO_COLOR`, when it is set. */
  noColor?: boolean;
  /** How long a message must stay as it is before an edit of it is printed. */
  settleMs?: number;
}

export interface Terminal {
  /** Resolves when the person typed `quit` or the input ended, and every line before that has reached the app. */
  done: Promise<void>;
  detach(): void;
}

const HELP = [
  '/sparkcheck <app id or link>    asks in #incidents',
  '@sparkcheck <app id or link>    the same as a mention',
  'thread <n> @sparkcheck …        asks inside the thread of message [n]',
  'help · quit',
];

/**
 * The workspace in a terminal: prints every message, replies indented under their root, and takes a line at a time. A
 * message that is edited is printed again once it has stayed the same for a moment, so progress does not flood the screen.
 */
export function attachTerminal(localSlack: LocalSlack, streams: TerminalStreams): Terminal {
  const { input, output, settleMs = 400 } = streams;
  const bold =
    output.isTTY && !streams.noColor ? (text: string) => `\u001b[1m${text}\u001b[22m` : (text: string) => text;
  const nameOf: NameOf = (id) => localSlack.names[id] ?? id;
  const numbers = new Map<string, number>();
  const roots: { channel: string; ts: string }[] = [];
  const unsettled = new Map<string, { message: LocalMessage; timer: NodeJS.Timeout }>();
  let attached = true;

  const print = (message: LocalMessage): void => {
    const width = Math.max(40, Math.min(output.columns ?? 100, 110));
    const root = message.threadTs ?? message.ts;
    const number = numbers.get(`${message.channel} ${root}`);
    const marks = [message.edited ? 'edited' : '', message.ephemeral ? 'only visible to you' : '']
      .filter(Boolean)
      .join(', ');
    const place = message.threadTs ? `↳ [${number ?? '?'}]` : `[${number ?? '?'}] #${nameOf(message.channel)}`;
    const indent = message.threadTs ? '    ' : '';
    const body = bodyLines(message, width - indent.length - 2, nameOf);
    output.write(`${indent}${bold(`${place} ${nameOf(message.user)}`)}${marks === '' ? '' : ` (${marks})`}\n`);
    output.write(`${body.map((line) => `${indent}  ${line}`.trimEnd()).join('\n')}\n\n`);
  };

  const settle = (key: string): void => {
    const waiting = unsettled.get(key);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    unsettled.delete(key);
    print(waiting.message);
  };

  localSlack.onMessage((message) => {
    if (!attached || message.deleted) return;
    const key = `${message.channel} ${message.ts}`;
    if (message.edited) {
      clearTimeout(unsettled.get(key)?.timer);
      unsettled.set(key, { message, timer: setTimeout(() => settle(key), settleMs) });
      return;
    }
    if (message.threadTs === null) {
      roots.push({ channel: message.channel, ts: message.ts });
      numbers.set(key, roots.length);
    } else {
      settle(`${message.channel} ${message.threadTs}`);
    }
    print(message);
  });

  const take = async (line: string): Promise<void> => {
    const thread = /^thread\s+(\d+)\s+(.+)$/.exec(line);
    if (thread) {
      const root = roots[Number(thread[1]) - 1];
      if (!root) output.write(`There is no message [${thread[1]}].\n`);
      else await localSlack.type(thread[2] ?? '', { channel: root.channel, threadTs: root.ts });
    } else if (line.startsWith('/') || line.startsWith('@')) {
      await localSlack.type(line);
    } else if (line !== '') {
      output.write(`${HELP.join('\n')}\n`);
    }
  };

  const lines = createInterface({ input, terminal: false });
  const taking = new Set<Promise<void>>();
  const done = new Promise<void>((resolve) => {
    lines.on('line', (raw) => {
      const line = raw.trim();
      if (line === 'quit' || line === 'exit') return lines.close();
      const taken = take(line)
        .catch((error: unknown) => void output.write(`${error instanceof Error ? error.message : String(error)}\n`))
        .finally(() => taking.delete(taken));
      taking.add(taken);
    });
    lines.once('close', () => void Promise.all(taking).then(() => resolve()));
  });
  return {
    done,
    detach() {
      attached = false;
      for (const key of [...unsettled.keys()]) settle(key);
      lines.close();
    },
  };
}

function bodyLines(message: LocalMessage, width: number, nameOf: NameOf): string[] {
  if (message.blocks.length === 0) return textLines(message.text, width, nameOf);
  return message.blocks.flatMap((block) => {
    const known = messageBlock.safeParse(block);
    return known.success ? blockLines(known.data, width, nameOf) : [];
  });
}
