import type { StageView } from './stage-view.ts';

/**
 * Floors below which a finding is a remark, not a cause (traps.md 5): what counts is the wall-clock a fix could give
 * back. Both are judgements: a twentieth of the unit is what a person would notice, and below two seconds start-up noise
 * of a task is as large as the finding.
 */
export const WORTH_IT_SHARE = 0.05;
export const WORTH_IT_MS = 2_000;

/** True when the stake is large enough to be called a cause; an unknown stake is not. */
export function worthIt(atStakeMs: number | null, view: StageView): boolean {
  return atStakeMs !== null && atStakeMs >= WORTH_IT_MS && atStakeMs >= WORTH_IT_SHARE * view.unit.durationMs;
}

/** The part of the stage's wall-clock that `share` of its work took; `null` when either is unknown. */
export function shareOfWall(view: StageView, share: number | null): number | null {
  return view.wallMs === null || share === null ? null : view.wallMs * Math.max(0, Math.min(1, share));
}
