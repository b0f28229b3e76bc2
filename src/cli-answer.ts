import { readFileSync } from 'node:fs';
import { readArguments, USAGE, type Command, type FailOn, type Format } from './cli-arguments.ts';
import { toldList } from './cli-list.ts';
import { ConfigMistakes, readConfig, type Config } from './config.ts';
import { examineAll } from './doctor.ts';
import { SparkcheckFailure } from './failure.ts';
import { plainServer, type Server } from './history-server/read.ts';
import { apology } from './narration/apologies.ts';
import { cleanLine } from './narration/clean.ts';
import { markdown } from './narration/markdown.ts';
import { plainText } from './narration/plain-text.ts';
import { duration } from './narration/units.ts';
import { startRecordedServer } from './recorded/serve.ts';
import { createSparkcheck, type Answered, type Progress } from './sparkcheck.ts';

/** What the program may touch of the process it runs in. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Columns of the screen; absent where the output is no terminal. */
  columns?: number;
  colour: boolean;
  /** Somebody is watching: a slow server is told about on `err`. */
  watched?: boolean;
  out(text: string): void;
  err(text: string): void;
}

const ANSWERED = 0;
const NOT_HAD = 1;
const WRONG_USAGE = 2;
const FOUND = 3;
/** Of output that goes to a file or another program. */
const PAGE_COLUMNS = 100;

/** Runs one command line and gives the exit code (answer.md §3). Writes nothing to `out` unless there is an answer. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const command = readArguments(args);
  if (command.kind === 'help') return say(terminal, USAGE);
  if (command.kind === 'version') return say(terminal, `${ownVersion()}\n`);
  const config = configurationOf(terminal);
  const mistakes = [
    ...(command.kind === 'mistakes' ? command.mistakes : []),
    ...('mistakes' in config ? config.mistakes : []),
  ];
  if (command.kind === 'mistakes' || 'mistakes' in config) return refuse(terminal, mistakes);
  const servers = serversFor(command, config.servers, mistakes);
  if (mistakes.length > 0) return refuse(terminal, mistakes);
  try {
    return await run(command, { ...config, servers }, terminal);
  } catch (error) {
    terminal.err(`${inOneSentence(error, terminal)}\n`);
    return NOT_HAD;
  }
}

type Runnable = Exclude<Command, { kind: 'help' | 'version' | 'mistakes' }>;

function configurationOf({ env }: Terminal): Config | { mistakes: string[] } {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigMistakes) return { mistakes: error.mistakes };
    throw error;
  }
}

function refuse({ err }: Terminal, mistakes: string[]): number {
  err(`${mistakes.join('\n')}\nsparkcheck --help tells how it is used.\n`);
  return WRONG_USAGE;
}

/** The configured servers, or the one of the command line: a person at a terminal may name an address of their own. */
function serversFor(command: Runnable, configured: Server[], mistakes: string[]): Server[] {
  const asked = command.server;
  if (asked === null) {
    const needed = command.kind !== 'doctor' && command.recorded === null;
    if (needed && configured.length === 0)
      mistakes.push('No server is configured: set SPARKCHECK_SERVERS, or give one with --server.');
    return configured;
  }
  if ('url' in asked) {
    const known = configured.find((server) => server.url === asked.url);
    return [known ?? plainServer(new URL(asked.url.replaceAll('{appId}', 'id')).hostname, asked.url)];
  }
  const named = configured.filter((server) => server.name.toLowerCase() === asked.name.toLowerCase());
  if (named.length === 0) {
    const names = configured.map((server) => server.name);
    const known = names.length === 0 ? 'none is configured' : `configured: ${names.join(', ')}`;
    mistakes.push(`No server is called ${asked.name} (${known}); an address starts with http:// or https://.`);
  }
  return named;
}

async function run(command: Runnable, config: Config, terminal: Terminal): Promise<number> {
  if (command.kind === 'doctor') {
    const right = await examineAll(config, (line) => terminal.out(`${line}\n`));
    return right ? ANSWERED : NOT_HAD;
  }
  const recorded = command.recorded === null ? null : await startRecordedServer(command.recorded);
  const servers = recorded === null ? config.servers : [plainServer('recorded', recorded.url)];
  const sparkcheck = createSparkcheck({ servers, limits: config.limits });
  try {
    if (command.kind === 'list') {
      const { lines, aside } = toldList(await sparkcheck.list(command.list), command.list, command.json);
      if (aside !== '') terminal.err(`${aside}\n`);
      return say(terminal, lines);
    }
    const answered = await sparkcheck.answer(command.question, progressTo(terminal));
    say(terminal, told(answered, command.format, terminal));
    return command.failOn !== null && fails(answered, command.failOn) ? FOUND : ANSWERED;
  } finally {
    await sparkcheck.close();
    await recorded?.close();
  }
}

/** Silence until then is what a person expects of a command. */
const FIRST_WORD_MS = 3_000;
const NEXT_WORD_MS = 10_000;

/** A line on `err` now and then while a slow server loads, where somebody is watching. */
function progressTo({ err, watched }: Terminal): (progress: Progress) => void {
  let tellAt = FIRST_WORD_MS;
  return ({ step, server, elapsedMs }) => {
    if (watched !== true || elapsedMs < tellAt) return;
    tellAt = elapsedMs + NEXT_WORD_MS;
    err(`${DOING[step]} ${server === null ? 'the servers' : cleanLine(server, 60)}, ${duration(elapsedMs)} so far\n`);
  };
}

const DOING: Record<Progress['step'], string> = {
  'looking-up': 'looking it up on',
  loading: 'waiting for the application to be loaded by',
  reading: 'reading from',
  diagnosing: 'going through the answers of',
};

function told({ narration, answer }: Answered, format: Format, { columns, colour }: Terminal): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(answer, null, 2)}\n`;
    case 'markdown':
      return markdown(narration);
    case 'spoken':
      return `${narration.spoken.join('\n')}\n`;
    case 'handoff':
      return `${narration.handoff}\n`;
    case 'text':
      return plainText(narration, { width: columns ?? PAGE_COLUMNS, colour });
  }
}

function fails({ answer }: Answered, failOn: FailOn): boolean {
  return answer.checks.some(({ outcome }) => outcome === 'failing' || (failOn === 'watch' && outcome === 'watch'));
}

/** What happened and what to do, as one sentence: the two of an apology joined. */
function inOneSentence(error: unknown, { env, err }: Terminal): string {
  const known = error instanceof SparkcheckFailure;
  if (!known && /^(debug|trace)$/.test(env.LOG_LEVEL ?? ''))
    err(`${error instanceof Error ? error.stack : String(error)}\n`);
  const { sentence, next } = apology(known ? error : new SparkcheckFailure('bug'));
  return `${sentence.replace(/\.$/, '')}; ${next.charAt(0).toLowerCase()}${next.slice(1)}`;
}

function say({ out }: Terminal, text: string): number {
  out(text);
  return ANSWERED;
}

function ownVersion(): string {
  const read: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : 'unknown';
}
