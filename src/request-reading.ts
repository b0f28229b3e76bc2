import type { Question } from './question.ts';
import {
  endsPlace,
  governsOn,
  isEveryday,
  isKindOfThing,
  isNoPlace,
  isPlaceName,
  isSaidNumber,
} from './request-everyday.ts';
import { couldBeId } from './request-targets.ts';
import { closestWord } from './request-words.ts';

/** What is wrong with a part that was said. */
export type PartMistake = 'unknown-word' | 'number-expected' | 'server-expected' | 'one-part-only' | 'said-twice';

/** What a line asks of its application, wherever in the line it says so. */
export interface Reading {
  part: Omit<Question, 'target'>;
  handoff: boolean;
  /** The first part that was said and could not be taken as it stands: nothing that was said is dropped without a word. */
  wrong: PartMistake | null;
  /** Positions of the words that are neither the application nor a part. */
  left: number[];
}

/** In a `form` every word is one of ours or a slip of the pen; in `prose` ours stand among others, and may be plain nouns. */
export type Manner = 'form' | 'prose';

const PARTS = ['query', 'job', 'stage'] as const;
const OPTION_WORDS = [...PARTS, 'attempt', 'on', 'handoff'] as const;
type Numbered = (typeof PARTS)[number] | 'attempt';

/** Ids of Spark's parts are 32-bit counters; nine digits keep `Number` exact and the sentence short. */
const COUNTER = /^\d{1,9}$/;
const STAGE = /^(\d{1,9})(?:\.(\d{1,9}))?$/;
const ATTEMPT = /^[\w-]{1,64}$/;
const SERVER = /^(?:https?:\/\/\S+|[a-z0-9][\w.-]{0,59})$/i;
/** A part written like an id; with an application beside it, it is most likely the part. */
const HYPHENATED = /^(query|job|stage|attempt)[-_](\d{1,9}(?:\.\d{1,9})?)$/i;
/** Stand between a part and its number: `stage no. 4`, `stage # 4`. */
const NUMBER_MARK = /^(?:#|=|no|nr|num|number|id)$/i;
/** Tie a part to its application: `stage 2 of A`. */
const LINKING = /^(?:of|in|for)$/i;
const SERIES = /^(?:and|or|to|vs|through|until|&|\+|-|\/)$/i;
/** Numbered things of Spark that are no part of the grammar: a question about one is not a question about the whole. */
const OTHER_PART = /^(?:sql|execution|task|executor)s?$/i;

export function isPartWord(word: string): boolean {
  return PARTS.some((part) => part === word.toLowerCase());
}

export function isOptionWord(word: string): boolean {
  return OPTION_WORDS.some((option) => option === word.toLowerCase());
}

/** Also with a slip of the pen. */
export function isNearOption(word: string): boolean {
  return closestWord(word, OPTION_WORDS) !== null;
}

export function isLinking(word: string): boolean {
  return LINKING.test(word);
}

/** Reads all words around the application, before it and after it. `isTarget` tells the positions that name it. */
export function readParts(words: string[], isTarget: (at: number) => boolean, manner: Manner): Reading {
  const reading: Reading = { part: {}, handoff: false, wrong: null, left: [] };
  const line = startOfLine(words, isTarget, manner);
  while (line.at < words.length) {
    if (isTarget(line.at)) {
      advance(line, { ours: 1 });
      continue;
    }
    const used = readAt(line, reading);
    if (used > 0) advance(line, { ours: used });
    else {
      if (!LINKING.test(line.word(0))) reading.left.push(line.at);
      advance(line, 'other');
    }
  }
  return reading;
}

/** A place in the words, and what stands around it. */
interface Line {
  at: number;
  /** Whether the word before was the application or a part, or there is none: what comes now says more of it. */
  attached: boolean;
  manner: Manner;
  /** The word that stands so many behind this one; empty where there is none or the application is named. */
  word(offset: number): string;
  isOver(offset: number): boolean;
}

function startOfLine(words: string[], isTarget: (at: number) => boolean, manner: Manner): Line {
  const line: Line = {
    at: 0,
    attached: true,
    manner,
    word: (offset) => (isTarget(line.at + offset) ? '' : (words[line.at + offset] ?? '')),
    isOver: (offset) => line.at + offset >= words.length,
  };
  return line;
}

/** Goes on behind words that were ours, or behind one that was not. */
function advance(line: Line, by: { ours: number } | 'other'): void {
  line.at += by === 'other' ? 1 : by.ours;
  line.attached = by !== 'other';
}

/** Reads what begins at this word; how many words that took, 0 when it is none of ours. */
function readAt(line: Line, reading: Reading): number {
  const typed = line.word(0).toLowerCase();
  const [, hyphenated, number = ''] = HYPHENATED.exec(typed) ?? [];
  if (isNumbered(hyphenated)) {
    reading.wrong ??= 'unknown-word';
    put(reading, hyphenated, number);
    return 1;
  }
  if (OTHER_PART.test(typed) && COUNTER.test(line.word(1))) {
    reading.wrong ??= 'unknown-word';
    return 2;
  }
  const word = closestWord(typed, OPTION_WORDS);
  if (word === null) return 0;
  if (word === 'on') return readServer(line, reading);
  if (word === 'handoff') {
    if (word !== typed) reading.wrong ??= 'unknown-word';
    reading.handoff = true;
    return 1;
  }
  const marks = NUMBER_MARK.test(line.word(1)) && isValue(word, line.word(2), line.manner) ? 1 : 0;
  const value = line.word(1 + marks);
  if (!isValue(word, value, line.manner)) return word === typed ? withoutValue(line, reading) : misspelt(line, reading);
  if (word !== typed) reading.wrong ??= 'unknown-word';
  put(reading, word, value);
  return 2 + marks + moreNumbers(line, 2 + marks, reading, word);
}

function isNumbered(word: string | undefined): word is Numbered {
  return word === 'attempt' || PARTS.some((part) => part === word);
}

function isValue(word: Numbered, value: string, manner: Manner): boolean {
  if (word === 'stage') return STAGE.test(value);
  if (word !== 'attempt') return COUNTER.test(value);
  // An attempt is whatever a cluster manager calls it; in a sentence only a word with a digit is surely one.
  return ATTEMPT.test(value) && (/\d/.test(value) || (manner === 'form' && !isEveryday(value) && !isOptionWord(value)));
}

function put(reading: Reading, word: Numbered, value: string): void {
  const { part } = reading;
  if (word === 'attempt') {
    if (part.attemptId !== undefined && part.attemptId !== value) reading.wrong ??= 'said-twice';
    else part.attemptId = value;
    return;
  }
  const [, stageId, attemptId] = STAGE.exec(value) ?? [];
  const said =
    word === 'stage'
      ? { stage: { stageId: Number(stageId), ...(attemptId !== undefined && { attemptId: Number(attemptId) }) } }
      : { [word]: Number(value) };
  const before = PARTS.find((one) => part[one] !== undefined);
  if (before === undefined) Object.assign(part, said);
  else if (JSON.stringify({ [before]: part[before] }) !== JSON.stringify(said)) reading.wrong ??= 'one-part-only';
}

/** `stage 2 and 3`: the second number is a second part, though its word is not said again. */
function moreNumbers(line: Line, from: number, reading: Reading, word: Numbered): number {
  let used = 0;
  for (;;) {
    const tied = SERIES.test(line.word(from + used)) ? 1 : 0;
    if (!STAGE.test(line.word(from + used + tied))) return used;
    reading.wrong ??= word === 'attempt' ? 'said-twice' : 'one-part-only';
    used += tied + 1;
  }
}

/** `the job A`, `which stage is slow` and `my second attempt`: a word of ours behind which no number stands. */
function withoutValue(line: Line, reading: Reading): number {
  const next = line.word(1);
  const before = line.word(-1);
  // "One job" counts, "first job" and "last stage of A" point at one.
  const pointed =
    (isSaidNumber(before) && !/^one$/i.test(before)) ||
    (/^(?:last|latest|previous|next)$/i.test(before) && isLinking(next));
  const numberish = isSaidNumber(next) || (/\d/.test(next) && !couldBeId(next));
  if (pointed || numberish) {
    reading.wrong ??= 'number-expected';
    return numberish ? 2 : 1;
  }
  const isNoun = couldBeId(next) || (next === '' && !line.isOver(1));
  if (isNoun) return 1;
  const isWrongValue = next !== '' && !isEveryday(next) && !isNearOption(next);
  if (line.manner === 'form' || (line.attached && isWrongValue)) reading.wrong ??= 'number-expected';
  return line.manner === 'form' && isWrongValue ? 2 : 1;
}

/** A near miss of a word of ours is one in a form; in prose it is only with a number, and that is read with it. */
function misspelt(line: Line, reading: Reading): number {
  if (line.manner === 'prose' || isEveryday(line.word(0))) return 0;
  reading.wrong ??= 'unknown-word';
  return 1;
}

/**
 * The server after `on`. The names of the servers are not known here: in a form whatever follows is one, so that a mistyped
 * one is told which there are. In prose `on` has other uses, and an `on` that may be either is asked about.
 */
function readServer(line: Line, reading: Reading): number {
  const next = line.word(1);
  if (line.manner === 'form' && line.isOver(1)) reading.wrong ??= 'server-expected';
  if (next === '' || (isNumbered(next.toLowerCase()) && STAGE.test(line.word(2)))) return 1;
  if (line.manner === 'form') return putServer(reading, next, 2);
  if (/^(?:the|our|my|your)$/i.test(next)) {
    const name = line.word(2);
    const isPlace =
      !isNoPlace(name) &&
      SERVER.test(name) &&
      (isPlaceName(name) || /^(?:cluster|server|environment|env)$/i.test(line.word(3)));
    return isPlace ? putServer(reading, name, 3) : 1;
  }
  const name = next.replace(/['’]s$/, '');
  if (isNoPlace(name) || !SERVER.test(name)) return 1;
  if (isPlaceName(name)) return putServer(reading, name, 2);
  if (governsOn(line.word(-1))) return 1;
  const after = line.word(2);
  if (isKindOfThing(after)) return 1;
  if (line.attached || after === '' || endsPlace(after) || isOptionWord(after)) return putServer(reading, name, 2);
  reading.wrong ??= 'server-expected';
  return 2;
}

function putServer(reading: Reading, name: string, used: number): number {
  const { part } = reading;
  if (part.server !== undefined && part.server.toLowerCase() !== name.toLowerCase()) reading.wrong ??= 'said-twice';
  else part.server = name;
  return used;
}
