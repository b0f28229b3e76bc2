import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serverUrl } from './history-server/server-config.ts';
import type { Question } from './question.ts';
import { FORMS, formWithId, parseRequest, type BadRequest } from './request-grammar.ts';
import type { ListRequest } from './slack/ask.ts';

/** What was typed at a terminal, understood, or every mistake in it. */
export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'doctor'; server: TerminalServer | null }
  | { kind: 'list'; list: ListRequest; server: TerminalServer | null; recorded: string | null; json: boolean }
  | {
      kind: 'question';
      question: Question;
      server: TerminalServer | null;
      recorded: string | null;
      format: Format;
      failOn: FailOn | null;
    }
  | { kind: 'mistakes'; mistakes: string[] };

export type Format = 'text' | 'json' | 'markdown' | 'spoken' | 'handoff';
export type FailOn = 'failing' | 'watch';
/** `--server`: a configured name, or an address that the person at the terminal vouches for. */
export type TerminalServer = { name: string } | { url: string };

const OPTIONS = {
  server: { type: 'string' },
  stage: { type: 'string' },
  query: { type: 'string' },
  job: { type: 'string' },
  attempt: { type: 'string' },
  recorded: { type: 'string' },
  'fail-on': { type: 'string' },
  json: { type: 'boolean' },
  markdown: { type: 'boolean' },
  spoken: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;
type OptionName = keyof typeof OPTIONS;

/** What `--help` shows. */
export const USAGE = `sparkcheck: why is this Spark job slow?

  sparkcheck <app id | link to its Spark UI> [query N | job N | stage N[.A]] [attempt ID] [handoff] [options]
  sparkcheck list [running|failed] [TEXT] [options]
  sparkcheck doctor [options]

  --server NAME|URL     the server to read: a configured one, or an address
  --stage N[.A]         read this stage (and attempt)
  --query N, --job N    read this SQL query or job instead of the one I would choose
  --attempt ID          read this attempt of the application
  --json                the answer as JSON, schema 1
  --markdown            the thread as Markdown
  --spoken              six sentences, as one would say them
  --recorded DIR        read one recorded application, or all in the folders below DIR, instead of a server
  --fail-on failing|watch   exit 3 when a check says so, for CI
  -h, --help · -v, --version

Without --server the servers of SPARKCHECK_SERVERS or of the file in SPARKCHECK_CONFIG are asked.
Exit: 0 answered · 1 the data could not be had · 2 wrong usage or configuration · 3 --fail-on.
`;

/** Reads the arguments after the program's name. Never throws: all mistakes are listed at once. */
export function readArguments(args: string[]): Command {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const mistakes = tokens.flatMap((token) => (token.kind === 'option' ? optionMistakes(token) : []));
  const text = (name: OptionName) => (typeof values[name] === 'string' ? values[name] : undefined);
  if (values.help === true || (args.length === 0 && mistakes.length === 0)) return { kind: 'help' };
  if (values.version === true && mistakes.length === 0) return { kind: 'version' };

  const server = readServer(text('server'), mistakes);
  const recorded = readFolder(text('recorded'), mistakes);
  if (server !== null && recorded !== null) mistakes.push('--server and --recorded exclude each other.');
  const format = readFormat(values, mistakes);
  const failOn = readFailOn(text('fail-on'), mistakes);

  if (positionals[0] === 'doctor' && positionals.length === 1) {
    return mistakes.length > 0 ? { kind: 'mistakes', mistakes } : { kind: 'doctor', server };
  }
  // `sparkcheck "$APP" --fail-on failing` with an empty variable is a mistake, not a call for help that passes.
  const words = positionals.join(' ').trim();
  const request = words === '' ? null : parseRequest(words);
  if (request === null) mistakes.push('An application id or a link to its Spark UI is missing.');
  else if (request.kind === 'bad-request') mistakes.push(requestMistake(request));
  else if (request.kind === 'list') {
    const json = format === 'json';
    return mistakes.length > 0
      ? { kind: 'mistakes', mistakes }
      : { kind: 'list', list: request.list, server, recorded, json };
  }
  const question = request !== null && 'question' in request ? { ...request.question } : { target: '' };
  readPart(question, { stage: text('stage'), query: text('query'), job: text('job') }, mistakes);
  const attempt = text('attempt');
  if (attempt !== undefined) question.attemptId = attempt;
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  if (request?.kind === 'help') return { kind: 'help' };
  return {
    kind: 'question',
    question,
    server,
    recorded,
    format: request?.kind === 'handoff' && format === 'text' ? 'handoff' : format,
    failOn,
  };
}

function optionMistakes(token: { name: string; rawName: string; value?: string | undefined }): string[] {
  if (!isOption(token.name)) return [`${token.rawName} is not an option of sparkcheck.`];
  const { type } = OPTIONS[token.name];
  if (type === 'boolean') return token.value === undefined ? [] : [`${token.rawName} takes no value.`];
  const missing = token.value === undefined || token.value.trim() === '' || token.value.startsWith('--');
  return missing ? [`${token.rawName} needs a value.`] : [];
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

/** A password that was typed into an address is not repeated on a screen. */
function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//…@');
}

function readServer(given: string | undefined, mistakes: string[]): TerminalServer | null {
  if (given === undefined) return null;
  if (!given.includes('/') && !given.includes(':')) return { name: given };
  const url = serverUrl.safeParse(given);
  if (url.success) return { url: url.data };
  mistakes.push(`--server ${withoutCredentials(given)} ${url.error.issues[0]?.message ?? 'is not an address'}.`);
  return null;
}

function readFolder(given: string | undefined, mistakes: string[]): string | null {
  if (given === undefined) return null;
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) {
    mistakes.push(`--recorded ${given} is not a folder.`);
    return null;
  }
  const places = [given, ...readdirSync(given).map((name) => join(given, name))];
  if (places.some((place) => existsSync(join(place, 'recording.json')))) return given;
  mistakes.push(
    `--recorded ${given} holds no recording: it takes the folder of a recording.json, or the folder above such folders.`,
  );
  return null;
}

function readFormat(values: Record<string, unknown>, mistakes: string[]): Format {
  const asked = (['json', 'markdown', 'spoken'] as const).filter((format) => values[format] === true);
  if (asked.length > 1) mistakes.push(`${asked.map((one) => `--${one}`).join(' and ')} exclude each other.`);
  return asked[0] ?? 'text';
}

function readFailOn(given: string | undefined, mistakes: string[]): FailOn | null {
  if (given === undefined || given === 'failing' || given === 'watch') return given ?? null;
  mistakes.push('--fail-on takes failing or watch.');
  return null;
}

const COUNTER = /^\d{1,9}$/;
const STAGE = /^(\d{1,9})(?:\.(\d{1,9}))?$/;

/** The options say the same as the words after the id; both together would contradict each other. */
function readPart(
  question: Question,
  given: { stage: string | undefined; query: string | undefined; job: string | undefined },
  mistakes: string[],
): void {
  const parts = (['query', 'job', 'stage'] as const).filter(
    (part) => given[part] !== undefined || question[part] !== undefined,
  );
  if (parts.length > 1) mistakes.push(`One part at a time: ${parts.join(' and ')} exclude each other.`);
  for (const part of ['query', 'job'] as const) {
    const value = given[part];
    if (value === undefined) continue;
    if (COUNTER.test(value)) question[part] = Number(value);
    else mistakes.push(`--${part} takes a number.`);
  }
  if (given.stage === undefined) return;
  const [, stageId, attemptId] = STAGE.exec(given.stage) ?? [];
  if (stageId === undefined) mistakes.push('--stage takes a number, or a number and an attempt such as 4.1.');
  else {
    question.stage = {
      stageId: Number(stageId),
      ...(attemptId === undefined ? {} : { attemptId: Number(attemptId) }),
    };
  }
}

function requestMistake({ asked, nearest, about }: BadRequest): string {
  if (about !== undefined) return `"${asked}" does not say of which application: sparkcheck ${formWithId(about)}`;
  const form = nearest === 'help' ? FORMS[0] : nearest;
  return `"${asked}" is not understood; the nearest that is: sparkcheck ${form}`;
}
