import { isEveryday } from './request-everyday.ts';
import { isNearOption, isOptionWord, readParts } from './request-reading.ts';
import { couldBeId, idsIn, isLink, isTypedId, looksLikeId, targetsIn } from './request-targets.ts';

/** The application that a line is about. */
export interface Subject {
  id: string;
  /** Positions of the words that name it. */
  at: number[];
  /** Surely an id or a link, also in the middle of a sentence. Others are so only where the rest is a form. */
  sure: boolean;
  /** Another one is named as well. */
  others: boolean;
}

/** Ids of the known shapes and links to Spark pages among the words; an address after `on` is a server where one is named besides. */
export function targetsNamed(words: string[]): string[] {
  const isAddress = (at: number) => isServerWord(words, at);
  const besides = targetsIn(words.filter((_, at) => !isAddress(at)).join(' '));
  return besides.length > 0 ? besides : targetsIn(words.join(' '));
}

function isServerWord(words: string[], at: number): boolean {
  const word = words[at] ?? '';
  return words[at - 1]?.toLowerCase() === 'on' && isLink(word) && idsIn(word).length === 0;
}

/** Talk, or so short that no application is found by it. */
export function isChatter(word: string): boolean {
  return isEveryday(word) || /^[a-z]{1,2}$/i.test(word);
}

/** The application that the words name; `null` when none of them does. */
export function targetOf(words: string[]): Subject | null {
  const named = targetsNamed(words);
  const [first = ''] = words;
  const firstIsTarget = isLink(first) || (isTypedId(first) && idsIn(first).length > 0);
  const [id] = firstIsTarget ? [first] : named;
  if (id !== undefined) {
    const inside = idsIn(id);
    const others = named.some(
      (one) => one !== id && !id.includes(one) && !idsIn(one).some((own) => inside.includes(own)),
    );
    const at = words.flatMap((word, position) =>
      word.includes(id) || idsIn(word).some((own) => inside.includes(own)) ? [position] : [],
    );
    return { id, at, sure: true, others };
  }
  return firstWord(words) ?? onlyWordLeft(words);
}

/** An id of no known shape, or a name, at the place where the form has the application. */
function firstWord(words: string[]): Subject | null {
  const [first = '', second] = words;
  if (!isTypedId(first) || isOptionWord(first)) return null;
  const found = { id: first, at: [0], sure: couldBeId(first), others: false };
  if (looksLikeId(first)) return found;
  if (isChatter(first)) return null;
  return second === undefined || isNearOption(second) || found.sure ? found : null;
}

/** `stage 2 of my.backend_7`: what is left of a form when its parts are read. */
function onlyWordLeft(words: string[]): Subject | null {
  const { left } = readParts(words, () => false, 'form');
  const [at, more] = left;
  const id = words[at ?? -1];
  if (id === undefined || at === undefined || more !== undefined || !isTypedId(id) || isChatter(id)) return null;
  const before = words[at - 1]?.toLowerCase() ?? '';
  const isNamed = couldBeId(id) || words[0]?.toLowerCase() === 'handoff' || before === 'of';
  return isNamed ? { id, at: [at], sure: couldBeId(id), others: false } : null;
}
