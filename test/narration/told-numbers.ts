import type { Answer } from '../../src/narration/answer.ts';
import type { Narration, Paragraph } from '../../src/narration/narration.ts';
import {
  amount,
  duration,
  exact,
  multiple,
  percent,
  quotient,
  size,
  spokenDuration,
} from '../../src/narration/units.ts';
import { untied } from '../../src/narration/tied.ts';

/**
 * Every number that the sentences of a check tell is one of its readings (its value, what it was divided from, or its
 * limit), or the length of the unit or a part of its time; and every reading names the response fields it came from.
 */

type Check = Answer['checks'][number];

/** All the ways in which the readings of a check may be said. */
function sayable(answer: Answer, check: Check): Set<string> {
  const said = new Set<string>();
  const say = (value: number | null, unit: string, limit?: number) => {
    if (value === null) return;
    if (unit === 'ms') [duration(value), spokenDuration(value)].forEach((s) => said.add(s));
    if (unit === 'bytes') said.add(size(value));
    if (unit === 'count') [amount(value), exact(value)].forEach((s) => said.add(s));
    if (unit === 'share') [percent(value), percent(value, limit)].forEach((s) => said.add(s));
    if (unit === 'ratio') {
      for (const against of [undefined, limit])
        [multiple(value, against), quotient(value, against)].forEach((s) => said.add(s));
    }
  };
  for (const { value, unit, of, limit } of check.readings) {
    say(value, unit, limit?.value);
    if (limit !== null) say(limit.value, limit.unit);
    for (const part of of ?? []) for (const one of ['ms', 'bytes', 'count']) say(part, one);
  }
  say(check.atStakeMs, 'ms');
  for (const length of [answer.unit.durationMs, answer.application.durationMs, ...Object.values(answer.time)])
    say(length, 'ms');
  return said;
}

/** Ids are names, not readings. */
const ID = /\b(stages?|tasks?|index|executors?:?|query|job|attempt|batch|check)(?: \d+(?:(?:, | and )\d+)*)/gi;
const NUMBER =
  /(?:under |over |just under |just over )?\d[\d,.]*(?:\s?%| (?:million|billion|trillion)\b| (?:ms|s|min|h|d)\b(?: \d+ (?:s|min|h)\b)?| (?:B|KB|MB|GB|TB)\b)?/g;

/** Numbers in our own words; names, keys, errors and settings are the application's. */
export function numbersIn(paragraph: Paragraph): string[] {
  const own = paragraph.map(({ text, as }) => (as === 'spark' || as === 'code' ? '…' : text)).join('');
  return (untied(own).replace(ID, '$1').match(NUMBER) ?? []).map((number) => number.replace(/[.,]$/, ''));
}

/** Told numbers of one check that none of its readings is. */
export function untraced(answer: Answer, { checks }: Narration, at: number): string[] {
  const check = answer.checks[at];
  const section = checks[at];
  if (check === undefined || section === undefined) throw new Error(`check ${at + 1} is missing`);
  const known = sayable(answer, check);
  return [section.title, ...section.paragraphs].flatMap(numbersIn).filter((number) => !known.has(number));
}
