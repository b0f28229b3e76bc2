import type { Reading, ReadingName } from '../diagnosis/reading.ts';
import { exact, multiple, size } from './units.ts';

/** Comparisons as people say them. */

/** `8.6 times as long`, `about as long`. */
export function asLong(ratio: number, limit?: number): string {
  return isSame(ratio) ? 'about as long' : `${multiple(ratio, limit)} times as long`;
}

/** `25 times the records of the median task`, `about as many records as the median task`. */
export function ofMedian(ratio: number, what: 'records' | 'rows' | 'bytes'): string {
  const median = 'the median task';
  if (isSame(ratio)) return `about as many ${what} as ${median}`;
  return `${multiple(ratio)} times the ${what} of ${median}`;
}

/** The largest beside the median just told: `190 MB`, or `as much` where it would read the same. */
export function asMuch({ median, max }: { median: number; max: number }): string {
  return size(max) === size(median) ? 'as much' : size(max);
}

/** `both`, `all 8`; for one, `the one`. */
export function allOf(count: number): string {
  return count === 1 ? 'the one' : count === 2 ? 'both' : `all ${exact(count)}`;
}

/** Rounds to one: saying "1 times" would be a number without a meaning. */
export function isSame(ratio: number): boolean {
  return ratio >= 0.95 && ratio < 1.05;
}

/** The limit that one of the named readings was held against. */
export function limitOf(readings: Reading[], ...names: ReadingName[]): number | undefined {
  return readings.find((r) => names.includes(r.name) && r.limit !== null)?.limit?.value;
}
