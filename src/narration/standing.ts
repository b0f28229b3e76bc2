import type { AnyVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import type { CheckName } from '../diagnosis/vocabulary.ts';

/** The part a check's finding plays in the whole: what its last sentence has to say. */
export type Standing = 'cause' | 'symptom' | 'independent' | 'remark' | 'unknown' | 'clear';

/** Its place in the hunt, as a person counts. */
export const CHECK_NUMBER: Record<CheckName, number> = {
  'slow-stage': 1,
  'shuffle-volume': 2,
  skew: 3,
  gc: 4,
  spill: 5,
};

/** A check's part in the answer. */
export function standingOf({ cause }: Pick<Diagnosis, 'cause'>, told: Told<AnyVerdict>): Standing {
  if (told.symptomOf !== null) return 'symptom';
  if (cause !== null && cause.check === told.check && told.kind !== null) return 'cause';
  if (told.outcome === 'failing') return 'independent';
  if (told.outcome === 'watch') return 'remark';
  return told.outcome === 'could-not-tell' ? 'unknown' : 'clear';
}

/** Where nothing fails, a clear check takes one line: its reading, and no more. */
export function isBrief(diagnosis: Pick<Diagnosis, 'cause'>, told: Told<AnyVerdict>): boolean {
  return diagnosis.cause === null && standingOf(diagnosis, told) === 'clear';
}

/** A stake below this is not worth a number. Judgement. */
const LEAST_TOLD_MS = 500;

/** True for a stake that a sentence may name. */
export function isWorthSaying(atStakeMs: number | null): atStakeMs is number {
  return atStakeMs !== null && atStakeMs >= LEAST_TOLD_MS;
}
