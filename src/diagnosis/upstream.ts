import type { FiveVerdicts, ShuffleVerdict } from './checks/index.ts';
import { findExplode, findMultiplyingJoin, MULTIPLIED } from './excess.ts';
import { viewStage, type StageView } from './stage-view.ts';
import { shareOfWall, worthIt } from './stake.ts';

/** Stages are followed this far back. Judgement: a longer way back to the fault is no longer the same fault. */
const MOST_STAGES_BACK = 20;

/** A stage and its five verdicts, as far as this page needs them. */
interface Examined {
  view: StageView;
  five: FiveVerdicts;
}

/**
 * Rows that an explode or a join multiplied are read by every stage after it: what those take too long is a part of that
 * one finding's stake, and no finding of their own. Gives the stages with that finding, each with the stages it inflated;
 * `examine` is asked for a stage that was not among them.
 */
export function multipliedUpstream<E extends Examined>(
  examined: E[],
  examine: (view: StageView) => E,
): { source: E; shuffle: ShuffleVerdict; inflated: E[] }[] {
  const found = new Map<string, { source: E; inflated: E[] }>();
  for (const reader of examined) {
    const view = inflatedReads(reader) === null ? null : sourceOf(reader.view);
    if (view === null) continue;
    const { stageId, attemptId } = view.stage;
    const key = `${stageId}.${attemptId}`;
    const source = found.get(key)?.source ?? examined.find((e) => e.view.stage === view.stage) ?? examine(view);
    found.set(key, { source, inflated: [...(found.get(key)?.inflated ?? []), reader] });
  }
  return [...found.values()].flatMap(({ source, inflated }) => {
    const own = source.five[1];
    const kind = own.facts.excess?.kind;
    if (kind !== 'rows-multiplied-explode' && kind !== 'rows-multiplied-join') return [];
    const later = inflated.reduce((sum, r) => sum + (shareOfWall(r.view, 1 - 1 / (inflatedReads(r) ?? 1)) ?? 0), 0);
    const atStakeMs = Math.min(source.view.unit.durationMs, (own.atStakeMs ?? 0) + later);
    if (!worthIt(atStakeMs, source.view)) return [];
    return [{ source, inflated, shuffle: { ...own, outcome: 'failing' as const, kind, atStakeMs } }];
  });
}

/** How many times the rows that were scanned the stage handles, where that is too many and not its own doing. */
function inflatedReads({ view, five }: Examined): number | null {
  const { excess, recordRatio } = five[1].facts;
  if (excess !== null || (view.stage.shuffleReadRecords ?? 0) === 0) return null;
  return recordRatio !== null && recordRatio > MULTIPLIED.value ? recordRatio : null;
}

/** The nearest stage before this one that multiplied rows; `null` when there is none, or the links are not known. */
function sourceOf(view: StageView): StageView | null {
  const open = [...(view.feeding.direct ?? [])];
  const seen = new Set(open);
  for (let stage = open.shift(); stage !== undefined && seen.size <= MOST_STAGES_BACK; stage = open.shift()) {
    const before = viewStage(view.run, view.unit, stage);
    if ((findExplode(before) ?? findMultiplyingJoin(before)) !== null) return before;
    for (const below of before.feeding.direct ?? []) {
      if (seen.has(below)) continue;
      seen.add(below);
      open.push(below);
    }
  }
  return null;
}
