import type { StageView } from './stage-view.ts';
import { lengthMs, runningTime, subtract, type Interval } from './time.ts';

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

/** From this share of the slots' time on, a stage kept the cores busy. Judgement. */
const BUSY_SHARE = 0.5;

/** Stages that ran beside it for a smaller part than this do not tell what it held up. Judgement. */
const BESIDE_SHARE = 0.5;

/**
 * The part of the stage's wall-clock in which no other stage kept the cores busy: beside one that did, tasks that held
 * few slots held nobody up. `null` when the stage's own time is not known.
 */
export function uncoveredMs(view: StageView): number | null {
  const own = runningTime(view.stage, view.now);
  if (own === null) return null;
  const { slots } = view;
  if (slots === null) return own.to - own.from;
  const busy = view.unit.stages
    .filter((s) => s !== view.stage)
    .flatMap((s): Interval[] => {
      const interval = runningTime(s, view.now);
      const busyMs = s.runTimeMs ?? 0;
      return interval !== null && busyMs >= BUSY_SHARE * (interval.to - interval.from) * slots ? [interval] : [];
    });
  const ownMs = own.to - own.from;
  const uncovered = lengthMs(subtract([own], busy));
  return uncovered < BESIDE_SHARE * ownMs ? uncovered : ownMs;
}

/** The smaller of a stake and what the stage can give back at all; `null` when either is unknown. */
export function atMost(stakeMs: number | null, mostMs: number | null): number | null {
  return stakeMs === null || mostMs === null ? null : Math.min(stakeMs, mostMs);
}
