import type { SkewVerdict } from '../diagnosis/checks/index.ts';
import type { StageView } from '../diagnosis/stage-view.ts';
import { multiple } from './units.ts';

type Skew = SkewVerdict['facts'];

/** How many times the median's data the slow tasks had, by the reading that the verdict rests on. */
export function dataTimes({ restsOn, slow, unread }: Skew): number {
  if (restsOn === 'unread-records') return unread?.ratio ?? 0;
  return (restsOn === 'bytes' ? slow?.byteRatio : slow?.recordRatio) ?? 0;
}

/** `25 times the rows`; `nearly all the rows` where most tasks read none, for a ratio to nothing says nothing (traps.md 8). */
export function hotShare(facts: Skew): string {
  const what = facts.restsOn === 'bytes' ? 'data' : 'rows';
  const all = facts.restsOn === 'bytes' ? facts.bytes : facts.records;
  if (facts.restsOn !== 'unread-records' && all !== null && all.median <= 0) return `nearly all the ${what}`;
  return `${multiple(dataTimes(facts))} times the ${what}`;
}

/** A stage that reads no shuffle was given its pieces by the input, not by a key. */
export function readsInput(view: StageView | null): boolean {
  return view !== null && (view.stage.shuffleReadRecords ?? 0) === 0 && (view.stage.shuffleReadBytes ?? 0) === 0;
}
