import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { diagnose, type Diagnosis } from '../../src/diagnosis/diagnose.ts';
import type { Reading, ReadingName } from '../../src/diagnosis/reading.ts';
import type { FiveTold } from '../../src/diagnosis/symptoms.ts';
import type { UnitChoice } from '../../src/diagnosis/unit.ts';
import type { CheckName } from '../../src/diagnosis/vocabulary.ts';

/** A diagnosis in the five words a reader remembers, for one line of a table. */
export interface Answer {
  /** `kind@stageId`, `kind` where no stage is at fault, `healthy` where there is no cause. */
  cause: string;
  lever: string;
  /** One word a check; `failing<skew` is a symptom of skew. */
  outcomes: string[];
}

export function answer(run: ApplicationRun, asked: UnitChoice = {}): Answer {
  return inWords(diagnose(run, asked));
}

export function inWords({ cause, lever, checks }: Diagnosis): Answer {
  const where = cause?.stage == null ? '' : `@${cause.stage.stageId}`;
  return {
    cause: cause === null ? 'healthy' : `${cause.kind}${where}`,
    lever,
    outcomes: (checks ?? []).map((c) => (c.symptomOf === null ? c.outcome : `${c.outcome}<${c.symptomOf}`)),
  };
}

export function causeOf(run: ApplicationRun, asked: UnitChoice = {}): string {
  return answer(run, asked).cause;
}

/** The five verdicts by name. */
export interface Checks {
  'slow-stage': FiveTold[0];
  'shuffle-volume': FiveTold[1];
  skew: FiveTold[2];
  gc: FiveTold[3];
  spill: FiveTold[4];
}

/** One check's verdict; throws where there was nothing to check. */
export function checkOf<C extends CheckName>({ checks }: Diagnosis, name: C): Checks[C] {
  if (checks === null) throw new Error('nothing was checked');
  const [slow, shuffle, skew, gc, spill] = checks;
  const byName: Checks = { 'slow-stage': slow, 'shuffle-volume': shuffle, skew, gc, spill };
  return byName[name];
}

export function outcomeOf(run: ApplicationRun, name: CheckName): string {
  return checkOf(diagnose(run), name).outcome;
}

export function readingOf(told: Diagnosis, name: ReadingName): Reading {
  const found = (told.checks ?? []).flatMap((c) => c.readings).find((r) => r.name === name);
  if (found === undefined) throw new Error(`no reading ${name}`);
  return found;
}
