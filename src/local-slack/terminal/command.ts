/** What a line at the terminal asks for. */
export type Command =
  | { kind: 'nothing' | 'quit' | 'help' | 'channels' | 'back' | 'close' | 'submit' }
  | { kind: 'go'; title: string }
  | { kind: 'as'; name: string }
  | { kind: 'press' | 'shortcut' | 'show' | 'thread'; number: string }
  | { kind: 'reply'; number: string; line: string }
  | { kind: 'say'; line: string };

const WORDS: Record<string, Command> = {
  '': { kind: 'nothing' },
  quit: { kind: 'quit' },
  exit: { kind: 'quit' },
  help: { kind: 'help' },
  channels: { kind: 'channels' },
  back: { kind: 'back' },
  close: { kind: 'close' },
  submit: { kind: 'submit' },
};

/** Only whole lines of these forms are commands to the terminal; everything else is said where the person is. */
export function readCommand(line: string): Command {
  const text = line.trim();
  const word = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined;
  if (word !== undefined) return word;
  if (/^[#@][\w.-]+$/.test(text)) return { kind: 'go', title: text };
  const as = /^as\s+@?([\w.-]+)$/.exec(text);
  if (as) return { kind: 'as', name: as[1] ?? '' };
  const said = /^say\s+(.+)$/.exec(text);
  if (said) return { kind: 'say', line: said[1] ?? '' };
  const reply = /^(?:thread|reply)\s+([\d.]+)\s+(.+)$/.exec(text);
  if (reply) return { kind: 'reply', number: reply[1] ?? '', line: reply[2] ?? '' };
  if (/^\d+$/.test(text)) return { kind: 'press', number: text };
  const pointed = /^(press|shortcut|show|thread)\s+(\d+(?:\.\d+)?)$/.exec(text);
  switch (pointed?.[1]) {
    case 'press':
    case 'shortcut':
    case 'show':
    case 'thread':
      return { kind: pointed[1], number: pointed[2] ?? '' };
    default:
      return { kind: 'say', line: text };
  }
}

/** What `help` prints. */
export function helpLines(offers: { command: string; shortcut: string }, botName: string): string[] {
  const { command, shortcut } = offers;
  const rows: [string, string][] = [
    [`${command} <app id or link>`, 'the slash command; "help" and "list" instead of an id too'],
    [`@${botName} <app id or link>`, 'the same as a mention'],
    ['any other line', 'is said in the channel or thread where you are'],
    ['7  or  press 7', 'presses the button [7 …]'],
    ['thread 3', `goes into the thread of message [3]; "back" leaves it`],
    [`reply 3 @${botName} …`, 'says one line in that thread'],
    ['shortcut 3', `the menu of message [3]: "${shortcut}"; 3.2 is the second reply under it`],
    ['show 3', 'prints message [3] and its thread again'],
    ['close  ·  submit', 'for the window that a button opened'],
    ['channels', 'where you can go'],
    ['#data-eng  ·  @robin', 'goes there'],
    ['as kim  ·  as you', 'speaks and presses as somebody of another organisation, in a channel shared with it'],
    [`/invite @${botName}  ·  /remove @${botName}`, 'lets it into the channel, and out'],
    ['say <line>', 'says a line that would be one of these'],
    ['help  ·  quit', ''],
  ];
  const width = Math.max(...rows.map(([form]) => form.length));
  return rows.map(([form, meaning]) => `  ${form.padEnd(width)}  ${meaning}`.trimEnd());
}
