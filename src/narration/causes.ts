import type { AnyVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Reading } from '../diagnosis/reading.ts';
import type { StageView } from '../diagnosis/stage-view.ts';
import type { CheckName, KindOf } from '../diagnosis/vocabulary.ts';
import { GC_WORDS, SPILL_WORDS } from './causes-memory.ts';
import { SKEW_WORDS } from './causes-tasks.ts';
import { SHUFFLE_WORDS } from './causes-volume.ts';
import { SLOW_STAGE_WORDS } from './causes-work.ts';
import { unitNoun } from './names.ts';
import type { Paragraph } from './narration.ts';

/** Everything said about one kind of cause, built from its facts. */
export interface CauseWords {
  /** The verdict in one line. */
  headline: Paragraph;
  /** The two readings that agree, and what they mean. */
  because: Paragraph;
  /** The tempting wrong fix, and why it would do nothing. Never advice. */
  notThis: Paragraph;
  /** The next question to answer. */
  askNext: Paragraph;
  /** What the readings should be after the fix, where more is known than "as now". */
  expected: { [C in CheckName]?: string };
  /** Said out loud after where the time is: what was read, and what it means. */
  spoken: { read: string; compared: string; meaning: string; rerun: string };
}

/** What the words of a kind may draw on. */
export interface Case<F> {
  diagnosis: Diagnosis;
  view: StageView | null;
  facts: F;
  atStakeMs: number | null;
  readings: Reading[];
  /** `query`, `job` or `run`. */
  noun: string;
  /** `stage 4`, or the unit where no stage is at fault. */
  where: string;
}

export type WordsOf<C extends CheckName, F> = { [K in KindOf<C>]: (one: Case<F>) => CauseWords };

/** Words for the cause of a diagnosis, or `null` where nothing fails. */
export function causeWords(diagnosis: Diagnosis): CauseWords | null {
  const verdict = diagnosis.causeVerdict;
  return verdict === null ? null : wordsFor(diagnosis, verdict, diagnosis.view);
}

/** Words for any failing verdict, seen on the stage it is about. */
export function wordsFor(diagnosis: Diagnosis, verdict: AnyVerdict, view: StageView | null): CauseWords | null {
  const noun = unitNoun(diagnosis.unit);
  const shared = {
    diagnosis,
    view,
    atStakeMs: verdict.atStakeMs,
    readings: verdict.readings,
    noun,
    where: view === null ? `the ${noun}` : `stage ${view.stage.stageId}`,
  };
  switch (verdict.check) {
    case 'slow-stage':
      return verdict.kind === null ? null : SLOW_STAGE_WORDS[verdict.kind]({ ...shared, facts: verdict.facts });
    case 'shuffle-volume':
      return verdict.kind === null ? null : SHUFFLE_WORDS[verdict.kind]({ ...shared, facts: verdict.facts });
    case 'skew':
      return verdict.kind === null ? null : SKEW_WORDS[verdict.kind]({ ...shared, facts: verdict.facts });
    case 'gc':
      return verdict.kind === null ? null : GC_WORDS[verdict.kind]({ ...shared, facts: verdict.facts });
    case 'spill':
      return verdict.kind === null ? null : SPILL_WORDS[verdict.kind]({ ...shared, facts: verdict.facts });
  }
}
