import { clearLine, createInterface, cursorTo } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalSlack } from './local-slack.ts';
import { readCommand } from './terminal/command.ts';
import { createNumbers } from './terminal/numbers.ts';
import { printable } from './terminal/printable.ts';
import { createScreen } from './terminal/screen.ts';
import { createSession, type Appears } from './terminal/session.ts';

export interface TerminalStreams {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
  /** The environment's `NO_COLOR`, when it is set. */
  noColor?: boolean;
  /** How long a message must stay as it is before an edit of it is printed. */
  settleMs?: number;
  /**
   * A script types faster than anybody reads: before each line of it the workspace has to be quiet for so long. At a
   * terminal nobody waits.
   */
  quietMs?: number;
  /** How long a script waits for a number that is not there yet, because its message is still to come. */
  patienceMs?: number;
}

export interface Terminal {
  /** Resolves when the person typed `quit` or the input ended, and every line before that has reached the app. */
  done: Promise<'quit' | 'end'>;
  detach(): void;
}

const SCRIPT = { quietMs: 2_000, patienceMs: 30_000 };
const AT_A_TERMINAL = { quietMs: 0, patienceMs: 0 };
/** A workspace that never becomes quiet, e.g. with somebody else on its page, must not stop a script. */
const LONGEST_QUIET_MS = 30_000;
const LOOK_EVERY_MS = 25;
/** What stood there before somebody sat down is shown to this depth. */
const EARLIER_MESSAGES = 20;

/**
 * The workspace in a terminal: prints every message that the local person may read, and takes a line at a time, each when
 * the one before has reached the app. `help` tells what can be typed.
 */
export function attachTerminal(localSlack: LocalSlack, streams: TerminalStreams): Terminal {
  const { input, output, settleMs = 400 } = streams;
  const isInteractive = input.isTTY === true && output.isTTY === true;
  const { quietMs, patienceMs } = { ...(input.isTTY ? AT_A_TERMINAL : SCRIPT), ...given(streams) };
  const lines = createInterface({ input, ...(isInteractive ? { output, terminal: true } : { terminal: false }) });
  const numbers = createNumbers();
  let attached = true;
  let isOpen = true;
  let changedAt = Date.now();

  const write = (text: string): void => {
    if (!isInteractive || !isOpen) return void output.write(text);
    // What is being typed stays under what is printed meanwhile.
    cursorTo(output, 0);
    clearLine(output, 0);
    output.write(text);
    lines.prompt(true);
  };
  const screen = createScreen(localSlack, numbers, {
    write,
    bold: output.isTTY && !streams.noColor ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text,
    width: () => output.columns || 100,
    settleMs,
  });
  const appears: Appears = async (read) => {
    const giveUpAt = Date.now() + patienceMs;
    for (let found = read(); ; found = read()) {
      if (found !== null || !attached || Date.now() >= giveUpAt) return found;
      await pause(LOOK_EVERY_MS);
    }
  };
  const session = createSession(localSlack, numbers, screen, appears);
  const prompt = (): string => `${session.where()}> `;

  localSlack.onMessage((message) => {
    if (!attached) return;
    changedAt = Date.now();
    screen.tell(message);
  });
  localSlack.onModal((modal) => {
    if (!attached) return;
    changedAt = Date.now();
    screen.modal(modal);
  });

  const quiet = async (): Promise<void> => {
    const giveUpAt = Date.now() + LONGEST_QUIET_MS;
    const isQuiet = (): boolean => Date.now() - changedAt >= quietMs && !screen.isSettling();
    while (quietMs > 0 && attached && !isQuiet() && Date.now() < giveUpAt) await pause(LOOK_EVERY_MS);
  };
  const take = async (line: string): Promise<void> => {
    await quiet();
    if (!isInteractive && line !== '') output.write(`${prompt()}${printable(line)}\n`);
    try {
      await session.run(readCommand(line));
    } catch (error) {
      screen.say(error instanceof Error ? error.message : String(error));
    }
    if (!isInteractive || !isOpen) return;
    lines.setPrompt(prompt());
    lines.prompt(true);
  };

  let queue = Promise.resolve();
  const done = new Promise<'quit' | 'end'>((resolve) => {
    let hasQuit = false;
    lines.on('line', (raw) => {
      const line = raw.trim();
      if (hasQuit) return;
      hasQuit = readCommand(line).kind === 'quit';
      if (hasQuit) return lines.close();
      queue = queue.then(() => take(line));
    });
    // Whoever presses Ctrl-C means the program; a terminal that edits lines would keep it to itself.
    lines.on('SIGINT', () => void process.kill(process.pid, 'SIGINT'));
    lines.once('close', () => {
      isOpen = false;
      void queue.then(() => resolve(hasQuit ? 'quit' : 'end'));
    });
  });

  for (const message of localSlack.messages().slice(-EARLIER_MESSAGES)) {
    if (message.readable) screen.show(message);
  }
  lines.setPrompt(prompt());
  screen.say(`You are in ${session.where()}. "help" tells what you can type.`, '');
  return {
    done,
    detach() {
      screen.settle();
      attached = false;
      lines.close();
    },
  };
}

/** The waits that somebody chose. */
function given({ quietMs, patienceMs }: TerminalStreams): Partial<typeof SCRIPT> {
  return { ...(quietMs === undefined ? {} : { quietMs }), ...(patienceMs === undefined ? {} : { patienceMs }) };
}
