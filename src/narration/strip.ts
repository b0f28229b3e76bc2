import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { FiveTold } from '../diagnosis/symptoms.ts';
import type { Outcome } from '../diagnosis/vocabulary.ts';
import { limitOf } from './compared.ts';
import type { StripEntry } from './narration.ts';
import { CHECK_NUMBER } from './standing.ts';
import { amount, counted, duration, percent, quotient, size, times } from './units.ts';

/** Name of each check as people say it. */
export const LABELS = ['slow stage', 'shuffle', 'skew', 'GC', 'spill'] as const;

/** One check in a few words, for the strip under the headline. */
export function stripOf(diagnosis: Diagnosis): StripEntry[] {
  const shorts = shortsOf(diagnosis);
  return (diagnosis.checks ?? []).map((told, at) => ({
    number: at + 1,
    check: told.check,
    outcome: told.outcome,
    symptomOf: told.symptomOf,
    label: LABELS[at] ?? told.check,
    short: told.symptomOf !== null ? `symptom of ${CHECK_NUMBER[told.symptomOf]}` : (shorts[at] ?? ''),
  }));
}

function shortsOf({ checks }: Diagnosis): string[] {
  if (checks === null) return [];
  const [slow, shuffle, skew, gc, spill] = checks;
  const of = (outcome: Outcome, words: string | null, none: string) =>
    outcome === 'not-applicable' ? none : (words ?? 'could not tell');
  return [
    of(slow.outcome, slowShort(slow), 'no stage'),
    of(shuffle.outcome, shuffleShort(shuffle), 'no shuffle'),
    of(
      skew.outcome,
      skew.outcome === 'could-not-tell' ? null : ratioShort(skew),
      skew.facts?.pattern === 'one-task' ? 'one task' : 'no stage',
    ),
    of(gc.outcome, gcShort(gc), 'no stage'),
    of(spill.outcome, spillShort(spill), 'no stage'),
  ];
}

/** Check 1 in a few words; `null`: no stage to tell of. */
export function slowShort({ facts, kind }: FiveTold[0]): string | null {
  if (facts === null) return null;
  const finding = facts.unitFinding;
  switch (finding?.kind) {
    case 'failed':
      return finding.stageId === null ? 'failed' : `stage ${finding.stageId} failed`;
    case 'driver-gap':
      return `${duration(finding.driverMs)} without a task`;
    case 'waiting-for-executors':
      return `${duration(finding.wait.durationMs)} waiting`;
    case 'retried-stage':
      return `${percent(finding.share)} done twice`;
    case 'spread':
      return `spread over ${counted(finding.stageCount, 'stage')}`;
    case undefined:
      if (kind === 'too-few-tasks' && facts.tooFewTasks !== null)
        return `${counted(facts.tooFewTasks.tasks, 'task')} for ${counted(facts.tooFewTasks.slots, 'core')}`;
      if (kind === 'tiny-tasks' && facts.tinyTasks !== null) return `${counted(facts.tinyTasks.tasks, 'tiny task')}`;
      return facts.target === null ? null : `${percent(facts.target.share)} in stage ${facts.target.stageId}`;
  }
}

/** Check 2 in a few words; `null`: could not tell. */
export function shuffleShort({ facts, outcome, readings }: FiveTold[1]): string | null {
  if (facts === null || outcome === 'could-not-tell') return null;
  const limit = limitOf(readings, 'shuffle-ratio', 'record-ratio');
  switch (facts.excess?.kind) {
    case 'rows-multiplied-explode':
    case 'rows-multiplied-join':
      return `rows ${times(facts.excess.ratio, limit)}`;
    case 'missed-broadcast':
      return `${size(facts.excess.smallBytes)} not broadcast`;
    case 'repeated-exchange':
      return `shuffled ${amount(facts.excess.times)} times`;
    case 'combine-not-happening':
      return `${times(facts.excess.recordsWritten / Math.max(1, facts.excess.ceiling))} what a combine leaves`;
    case undefined: {
      // Where bytes and records disagree, the verdict goes by the records, and so does its figure.
      const byRecords = facts.recordRatio !== null && facts.byteRatio !== null && facts.byteRatio > (limit ?? Infinity);
      const ratio = byRecords ? facts.recordRatio : (facts.byteRatio ?? facts.recordRatio);
      return ratio === null ? null : quotient(ratio, limit);
    }
  }
}

function ratioShort({ facts, readings }: FiveTold[2]): string | null {
  return facts?.ratio == null ? null : times(facts.ratio, limitOf(readings, 'duration-ratio'));
}

function gcShort({ facts, readings }: FiveTold[3]): string | null {
  if (facts === null || facts.pattern === 'unknown') return null;
  const limit = limitOf(readings, 'stage-gc-share', 'executor-gc-share');
  const worst = facts.executors[0];
  if (facts.pattern === 'some-red' && worst !== undefined)
    return `${percent(worst.share, limit)} on ${counted(facts.redCount, 'executor')}`;
  const share = facts.stageShare ?? worst?.share ?? null;
  return share === null ? null : percent(share, limit);
}

function spillShort({ facts, outcome }: FiveTold[4]): string | null {
  if (facts === null || outcome === 'could-not-tell') return null;
  if (facts.pattern === 'none') return 'none';
  return size(facts.memoryBytes ?? facts.diskBytes ?? 0);
}
