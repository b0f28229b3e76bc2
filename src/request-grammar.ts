import type { Question } from './question.ts';
import { isEveryday, isThanks, listingMeant } from './request-everyday.ts';
import { isPartWord, readParts, type PartMistake, type Reading } from './request-reading.ts';
import { isChatter, targetOf, targetsNamed } from './request-subject.ts';
import { couldBeId, isLink, isTypedId, looksLikeId } from './request-targets.ts';
import { closestWord, plainWords } from './request-words.ts';
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
  reason: PartMistake | 'several-applications' | 'no-application' | 'which-application';
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

const FIRST_WORDS = ['help', 'list', 'handoff'] as const;
const STATES = ['running', 'failed'] as const;

/** What a typed line asks for. Never throws: a line that is not understood is a `bad-request` with the nearest form that is. */
export function parseRequest(line: string): Request {
  const words = plainWords(line);
  const first = words[0]?.toLowerCase();
  const rest = words.slice(1);
  const named = targetsNamed(words);
  if (first === undefined) return { kind: 'help' };
  // "Help me with A" asks about A.
  if (['help', '?', '-h'].includes(first)) return named.length === 0 ? { kind: 'help' } : aboutOne(rest, line);
  if (first === 'list') return listRequest(rest, line);
  if (named.length > 0) return aboutOne(words, line);
  const listing = listingMeant(words);
  if (listing !== null) return badRequest(line, listing, 'unknown-word');
  const meant = looksLikeId(first) || isEveryday(first) || words.length > 3 ? null : closestWord(first, FIRST_WORDS);
  if (meant !== null && meant !== first) {
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

/** A request about one application, named anywhere among the words. */
function aboutOne(words: string[], line: string): Request {
  const target = targetOf(words);
  if (target === null) return aboutUnnamed(words, line);
  if (target.others) return badRequest(line, target.id, 'several-applications');
  const isTarget = (at: number) => target.at.includes(at);
  const form = readParts(words, isTarget, 'form');
  // A number at the beginning of a sentence counts something: "3 jobs are slow".
  if (!/[a-z]/i.test(target.id) && form.left.length > 0) return aboutUnnamed(words, line);
  const left = form.left.map((at) => words[at] ?? '');
  const around = words.filter((_, at) => !isTarget(at));
  if (left.length === 0) return requestOf(target.id, form, line);
  // One odd word behind an id is a slip of the pen; more of them, or everyday ones, are a sentence.
  const namesOthers = left.some((word) => isLink(word) || couldBeId(word));
  const isSentence = around.some(isEveryday) || (!namesOthers && (!isTarget(0) || left.length > 2));
  if (isSentence && target.sure) return requestOf(target.id, readParts(words, isTarget, 'prose'), line);
  const wrong = form.wrong ?? (namesOthers ? 'several-applications' : 'unknown-word');
  return badRequest(line, nearestForm(requestOf(target.id, { ...form, wrong: null }, line), 'help'), wrong);
}

function requestOf(target: string, { part, handoff, wrong }: Reading, line: string): Request {
  const understood: Request = { kind: handoff ? 'handoff' : 'question', question: { target, ...part } };
  return wrong === null ? understood : badRequest(line, nearestForm(understood, 'help'), wrong);
}

/** Words of a question about something that the people in a thread see before them. */
const POINTING = ['why', 'it', 'this', 'that'];

/** What `stage 0`, `handoff` or `why is it slow` ask of an application that they do not name, if anything. */
function aboutUnnamed(words: string[], line: string): Request {
  const [first = ''] = words;
  const nobody = () => false;
  const form = readParts(words, nobody, 'form');
  const reading = form.left.length === 0 ? form : readParts(words, nobody, 'prose');
  const { part, handoff, wrong, left } = reading;
  const kind = handoff ? 'handoff' : 'question';
  const strange = left.map((at) => words[at] ?? '').find((word) => couldBeId(word) || isLink(word));
  if (strange !== undefined) {
    // Not of a shape that is known, but named: the application of the thread is not what was meant.
    return badRequest(line, nearestForm({ kind, question: { target: strange, ...part } }, 'help'), 'no-application');
  }
  const ofOther = left.findIndex((at) => words[at - 1]?.toLowerCase() === 'of' && !isEveryday(words[at] ?? ''));
  if (ofOther >= 0) {
    const name = left.slice(ofOther).map((at) => words[at] ?? '');
    return badRequest(line, noApplicationNearest(name), 'no-application');
  }
  const { server: _, ...asks } = part;
  const says = handoff || Object.keys(asks).length > 0;
  const allEveryday = left.every((at) => isEveryday(words[at] ?? ''));
  const points = words.some((word) => POINTING.includes(word.toLowerCase())) && (says || !words.some(isThanks));
  const ours = isPartWord(first) || first.toLowerCase() === 'handoff';
  const isAbout = ours || points || (says && allEveryday);
  if (!isAbout) return badRequest(line, noApplicationNearest(words), 'no-application');
  if (wrong !== null) return badRequest(line, 'help', wrong);
  return { ...badRequest(line, 'help', 'which-application'), about: { kind, part } };
}

function noApplicationNearest(words: string[]): string {
  const couldBeAName = words.length <= 3 && words.every(isTypedId) && !words.every(isChatter);
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
