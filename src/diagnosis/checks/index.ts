import { examineGc, type GcFacts } from './gc.ts';
import { examineShuffleVolume, type ShuffleFacts } from './shuffle-volume.ts';
import { examineSkew, type SkewFacts } from './skew.ts';
import { examineSlowStage, type SlowStageFacts } from './slow-stage.ts';
import { examineSpill, type SpillFacts } from './spill.ts';
import type { Verdict } from '../reading.ts';

export type SlowStageVerdict = Verdict<'slow-stage', SlowStageFacts>;
export type ShuffleVerdict = Verdict<'shuffle-volume', ShuffleFacts>;
export type SkewVerdict = Verdict<'skew', SkewFacts>;
export type GcVerdict = Verdict<'gc', GcFacts>;
export type SpillVerdict = Verdict<'spill', SpillFacts>;

export type AnyVerdict = SlowStageVerdict | ShuffleVerdict | SkewVerdict | GcVerdict | SpillVerdict;

/** One stage's five verdicts in the fixed order. */
export type FiveVerdicts = [SlowStageVerdict, ShuffleVerdict, SkewVerdict, GcVerdict, SpillVerdict];

export { examineGc, examineShuffleVolume, examineSkew, examineSlowStage, examineSpill };

/**
 * The order is the argument (five-checks.md §0): from the widest view to the narrowest. Multiplied rows look like skew, a
 * skewed task looks like GC and spill; so the earliest failing check is the cause and later ones may be its symptoms.
 * GC stands before spill because the pair tells a full heap from full execution memory.
 */
export const STAGE_CHECKS = [examineShuffleVolume, examineSkew, examineGc, examineSpill] as const;
