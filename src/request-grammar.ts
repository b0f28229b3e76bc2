import type { Question } from './question.ts';
import { closestWord, plainWords } from './request-words.ts';
import { idsIn, targetsIn } from './request-targets.ts';
import type { ListRequest } from './slack/ask.ts';

/** What somebody typed, understood. The same for every door: command, mention, button, terminal. */
export type Request =
  | { kind: 'question'; question: Question }
  | { kind: 'handoff'; question: Question }
  | { kind: 'list'; list: ListRequest }
  | { kind: 'help' }
  | BadRequest;

export interface BadRequest {
  kind: 'bad-request';
  asked: string;
  /** The nearest form that would have been understood. */
  nearest: string;
  reason:
    | 'unknown-word'
    | 'number-expected'
    | 'server-expected'
    | 'one-part-only'
    | 'several-applications'
    | 'no-application'
    | 'which-application';
  /** With `which-application`: what is asked of an application that is not named. A thread may know which one is meant. */
  about?: { kind: 'question' | 'handoff'; part: Omit<Question, 'target'> };
}

/** The forms a person may type, for help and for apologies. */
export const FORMS = [
  '<app id or link> [query N | job N | stage N[.A]] [attempt N] [on SERVER]',
  '<app id or link> handoff',
  'list [running|failed] [TEXT] [on SERVER]',
  'help',
] as const;

const PARTS = ['query', 'job', 'stage'] as const;
const OPTION_WORDS = [...PARTS, 'attempt', 'on', 'handoff'] as const;
const FIRST_WORDS = ['help', 'list', 'handoff'] as const;
const STATES = ['running', 'failed'] as const;

const LINK = /^https?:\/\/\S+$/i;
/** An id is whatever a backend chose, as long as it can stand in a line of words. */
const ID = /^[A-Za-z0-9][\w.-]{0,199}$/;
/** Ids of Spark's parts are 32-bit counters; nine digits keep `Number` exact and the sentence short. */
const COUNTER = /^\d{1,9}$/;
const STAGE = /^(\d{1,9})(?:\.(\d{1,9}))?$/;
const ATTEMPT = /^[\w-]{1,64}$/;

/** What a typed line asks for. Never throws: a line that is not understood is a `bad-request` with the nearest form that is. */
export function parseRequest(line: string): Request {
  const words = plainWords(line);
  const first = words[0]?.toLowerCase();
  if (first === undefined || first === 'help' || first === '?' || first === '-h') return { kind: 'help' };
  const rest = words.slice(1);
  if (first === 'list') return listRequest(rest, line);
  if (first === 'handoff') {
    return aboutOne([...rest, 'handoff'], line);
  }
  const meant = looksLikeId(first) || words.length > 3 ? null : closestWord(first, FIRST_WORDS);
  if (meant !== null) {
    return badRequest(line, nearestForm(parseRequest([meant, ...rest].join(' ')), 'help'), 'unknown-word');
  }
  return aboutOne(words, line);
}

/**
 * The line that, typed, means this request again; `null` when there is none (an id that holds a blank, say). Buttons
 * carry it, so that every door goes through the one grammar.
 */
export function typedForm(request: Request): string | null {
  const form = writeOut(request);
  return form !== null && JSON.stringify(inKeyOrder(parseRequest(form))) === JSON.stringify(inKeyOrder(request))
    ? form
    : null;
}

function writeOut(request: Request): string | null {
  switch (request.kind) {
    case 'help':
      return 'help';
    case 'list': {
      const { status, text, server } = request.list;
      return ['list', status, text, server && `on ${server}`].filter(Boolean).join(' ');
    }
    case 'question':
      return writeQuestion(request.question);
    case 'handoff':
      return `${writeQuestion(request.question)} handoff`;
    case 'bad-request':
      return null;
  }
}

/** The form of a request that names no application, with a place for the id: `<app id> stage 0`. */
export function formWithId({ kind, part }: NonNullable<BadRequest['about']>): string {
  const form = writeQuestion({ target: '<app id>', ...part });
  return kind === 'handoff' ? `${form} handoff` : form;
}

function writeQuestion({ target, attemptId, query, job, stage, server }: Question): string {
  const words = [target];
  if (attemptId !== undefined) words.push('attempt', attemptId);
  if (query !== undefined) words.push('query', String(query));
  if (job !== undefined) words.push('job', String(job));
  if (stage) words.push('stage', [stage.stageId, stage.attemptId].filter((part) => part !== undefined).join('.'));
  if (server !== undefined) words.push('on', server);
  return words.join(' ');
}

function listRequest(words: string[], line: string): Request {
  const list: ListRequest = {};
  let rest = words;
  const state = rest[0]?.toLowerCase();
  // Any word may be looked for in names: only a near miss of a state is taken for one (`ranking` is no `running`).
  const meant = state === undefined ? null : closestWord(state, STATES, 1);
  if (meant !== null) {
    if (meant !== state) {
      return badRequest(line, nearestForm(listRequest([meant, ...rest.slice(1)], line), 'list'), 'unknown-word');
    }
    list.status = meant;
    rest = rest.slice(1);
  }
  const on = rest.findLastIndex((word) => word.toLowerCase() === 'on');
  if (on >= 0 && on === rest.length - 2) {
    list.server = rest[on + 1] ?? '';
    rest = rest.slice(0, on);
  }
  if (rest.length > 0) list.text = rest.join(' ');
  return { kind: 'list', list };
}

/** A request about one application: the target first, or a sentence in which exactly one application is named. */
function aboutOne(words: string[], line: string): Request {
  const first = words[0] ?? '';
  const second = words[1]?.toLowerCase();
  const startsWithTarget =
    !(second === undefined && (isPartWord(first) || first === 'handoff')) &&
    (LINK.test(first) || ID.test(first)) &&
    (looksLikeId(first) || second === undefined || closestWord(second, OPTION_WORDS) !== null);
  if (startsWithTarget) return withOptions(first, words.slice(1), line, false);

  const named = targetsIn(words.join(' '));
  const [only] = named;
  if (only === undefined) {
    const about = aboutUnnamed(words, line);
    return about === null
      ? badRequest(line, noApplicationNearest(words), 'no-application')
      : { ...badRequest(line, 'help', 'which-application'), about };
  }
  if (named.length > 1) return badRequest(line, only, 'several-applications');
  const after = words.slice(words.findIndex((word) => word.includes(only)) + 1);
  return withOptions(only, after, line, true);
}

/** Stands where the id would be, to read the words around it as they would be read with one. */
const UNNAMED = 'app-0';
/** Words of a question about something that the people in a thread see before them. */
const POINTING = ['why', 'it', 'this', 'that'];

/** What `stage 0`, `handoff` or `why is it slow` ask of an application that they do not name; `null`: nothing. */
function aboutUnnamed(words: string[], line: string): NonNullable<BadRequest['about']> | null {
  const [first = ''] = words;
  const prose = words.some((word) => POINTING.includes(word.toLowerCase()));
  if (!prose && !isPartWord(first) && first.toLowerCase() !== 'handoff') return null;
  const read = withOptions(UNNAMED, words, line, prose);
  if (read.kind !== 'question' && read.kind !== 'handoff')
    return isPartWord(first) ? { kind: 'question', part: {} } : null;
  const { target: _, ...part } = read.question;
  return { kind: read.kind, part };
}

function isPartWord(word: string): boolean {
  return PARTS.some((part) => part === word.toLowerCase());
}

/** In a sentence (`prose`) words without a meaning here are let pass; after a typed target each word must be one of ours. */
function withOptions(target: string, words: string[], line: string, prose: boolean): Request {
  const question: Question = { target };
  let handoff = false;
  let wrong: BadRequest['reason'] | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const typed = (words[at] ?? '').toLowerCase();
    const word = closestWord(typed, OPTION_WORDS);
    if (word === null || (prose && word !== typed)) {
      if (!prose) wrong ??= idsIn(typed).length > 0 || LINK.test(typed) ? 'several-applications' : 'unknown-word';
      continue;
    }
    if (word !== typed) wrong ??= 'unknown-word';
    if (word === 'handoff') {
      handoff = true;
      continue;
    }
    const problem = readOption(question, word, words[at + 1]);
    if (problem === null) at += 1;
    else if (!prose) wrong ??= problem;
  }
  const understood: Request = { kind: handoff ? 'handoff' : 'question', question };
  return wrong === null ? understood : badRequest(line, nearestForm(understood, 'help'), wrong);
}

/** Puts one option into the question; says what is wrong with its value, if anything. */
function readOption(
  question: Question,
  word: Exclude<(typeof OPTION_WORDS)[number], 'handoff'>,
  value: string | undefined,
): BadRequest['reason'] | null {
  if (word === 'on') {
    if (value === undefined || question.server !== undefined) return 'server-expected';
    question.server = value;
    return null;
  }
  if (word === 'attempt') {
    if (value === undefined || !ATTEMPT.test(value)) return 'number-expected';
    question.attemptId = value;
    return null;
  }
  const stage = word === 'stage' ? STAGE.exec(value ?? '') : null;
  if (stage === null && (word === 'stage' || !COUNTER.test(value ?? ''))) return 'number-expected';
  if (PARTS.some((part) => question[part] !== undefined)) return 'one-part-only';
  if (stage !== null) {
    const [, stageId, attemptId] = stage;
    question.stage = {
      stageId: Number(stageId),
      ...(attemptId !== undefined && { attemptId: Number(attemptId) }),
    };
  } else if (word !== 'stage') {
    question[word] = Number(value);
  }
  return null;
}

/** Letters alone are a name or a word of ours; every resource manager's ids hold digits. */
function looksLikeId(word: string): boolean {
  return LINK.test(word) || (ID.test(word) && /\d/.test(word));
}

function noApplicationNearest(words: string[]): string {
  const couldBeAName = words.length <= 3 && words.every((word) => ID.test(word));
  return couldBeAName ? `list ${words.join(' ')}` : 'help';
}

function badRequest(asked: string, nearest: string, reason: BadRequest['reason']): BadRequest {
  return { kind: 'bad-request', asked, nearest, reason };
}

function nearestForm(request: Request, otherwise: string): string {
  return request.kind === 'bad-request' ? request.nearest : (typedForm(request) ?? otherwise);
}

function inKeyOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, inner]) => [key, inKeyOrder(inner)] as const)
    .sort(([a], [b]) => a.localeCompare(b));
}
