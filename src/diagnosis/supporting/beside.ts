import type { StageView } from '../stage-view.ts';
import type { Surroundings } from '../surroundings.ts';
import type { FiveTold } from '../symptoms.ts';
import { besideSlowStage } from './of-slow-stage.ts';
import { besideGc, besideShuffle, besideSkew, besideSpill } from './of-stage-checks.ts';
import type { SupportingReading } from './supporting-reading.ts';

/** For each check in order the numbers that may be told beside its own readings. */
export function supportingReadings(
  checks: FiveTold | null,
  view: StageView | null,
  around: Surroundings,
): SupportingReading[][] {
  if (checks === null) return [[], [], [], [], []];
  const [slow, shuffle, skew, gc, spill] = checks;
  return [
    slow.facts === null ? [] : besideSlowStage(view, slow.facts, around),
    view === null || shuffle.facts === null ? [] : besideShuffle(view, shuffle.facts),
    view === null || skew.facts === null ? [] : besideSkew(view, skew.facts),
    gc.facts === null ? [] : besideGc(gc.facts),
    view === null || spill.facts === null ? [] : besideSpill(view, spill.facts),
  ];
}
