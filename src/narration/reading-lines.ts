import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { FiveTold } from '../diagnosis/symptoms.ts';
import type { Outcome } from '../diagnosis/vocabulary.ts';
import { unitNoun } from './names.ts';
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
    outcome === 'not-applicable'
      ? none
      : outcome === 'could-not-tell' && words === null
        ? 'could not tell'
        : (words ?? 'could not tell');
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

function slowShort({ facts, kind }: FiveTold[0]): string | null {
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

function shuffleShort({ facts, outcome }: Pick<FiveTold[1], 'facts' | 'outcome'>): string | null {
  if (facts === null || outcome === 'could-not-tell') return null;
  switch (facts.excess?.kind) {
    case 'rows-multiplied-explode':
    case 'rows-multiplied-join':
      return `rows ${times(facts.excess.ratio, 1.5)}`;
    case 'missed-broadcast':
      return `${size(facts.excess.smallBytes)} not broadcast`;
    case 'repeated-exchange':
      return `shuffled ${amount(facts.excess.times)} times`;
    case 'combine-not-happening':
      return `${times(facts.excess.recordsWritten / Math.max(1, facts.excess.ceiling))} its ceiling`;
    case undefined:
      return facts.byteRatio === null && facts.recordRatio === null
        ? null
        : quotient(facts.byteRatio ?? facts.recordRatio ?? 0, 1.5);
  }
}

function ratioShort({ facts, readings }: FiveTold[2]): string | null {
  const limit = readings.find((r) => r.name === 'duration-ratio')?.limit?.value;
  return facts?.ratio == null ? null : times(facts.ratio, limit);
}

function gcShort({ facts, readings }: FiveTold[3]): string | null {
  if (facts === null || facts.pattern === 'unknown') return null;
  const limit = readings[0]?.limit?.value;
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

/** The five readings as lines to paste into a ticket before anything is changed. */
export function readingLines(diagnosis: Diagnosis): string[] {
  const { checks, unit } = diagnosis;
  if (checks === null) return [];
  const [slow, shuffle, skew, gc, spill] = checks;
  const target = slow.facts?.target ?? null;
  const lines = [
    target === null
      ? (slowShort(slow) ?? 'no stage ran')
      : `stage ${target.stageId} = ${percent(target.share)} (${duration(target.wallMs)} of ${duration(unit?.durationMs ?? 0)} of the ${unitNoun(unit)})${extra(slow)}`,
    shuffleLine(shuffle),
    skewLine(skew),
    gcLine(gc),
    spillLine(spill),
  ];
  return lines.map((line, at) => `${at + 1} ${LABELS[at] ?? ''}: ${line}`);
}

function extra(slow: FiveTold[0]): string {
  return slow.kind === null ? '' : `; ${slowShort(slow) ?? slow.kind}`;
}

function shuffleLine({ facts, outcome }: FiveTold[1]): string {
  if (facts === null || facts.judged === null) return 'none moved';
  if (outcome === 'could-not-tell') return 'could not tell';
  const parts = [
    facts.byteRatio === null || facts.shuffleBytes === null || facts.inputBytes === null
      ? null
      : `${size(facts.shuffleBytes)} ÷ ${size(facts.inputBytes)} = ${quotient(facts.byteRatio, 1.5)}`,
    facts.recordRatio === null || facts.shuffleRecords === null || facts.inputRecords === null
      ? null
      : `records ${amount(facts.shuffleRecords)} ÷ ${amount(facts.inputRecords)} = ${quotient(facts.recordRatio, 1.5)}`,
    facts.excess === null ? null : shuffleShort({ facts, outcome }),
  ].filter((p) => p !== null);
  return `${facts.judged === 'write' ? 'written' : 'read'} ${parts.join(', ')}`;
}

function skewLine({ facts, outcome, readings }: FiveTold[2]): string {
  if (facts?.pattern === 'one-task') return 'one task, no ratio';
  if (facts?.runTime == null || facts.ratio === null)
    return outcome === 'not-applicable' ? 'no stage' : 'could not tell';
  const limit = readings.find((r) => r.name === 'duration-ratio')?.limit?.value;
  const data = facts.slow?.recordRatio ?? null;
  const bytes = facts.slow?.byteRatio ?? null;
  const more =
    data !== null
      ? `, records of the slow ones ${times(data)}`
      : bytes !== null
        ? `, bytes of the slow ones ${times(bytes)}`
        : '';
  return `${times(facts.ratio, limit)} (${duration(facts.runTime.max)} against a median of ${duration(facts.runTime.median)})${more}`;
}

function gcLine({ facts, readings }: FiveTold[3]): string {
  if (facts === null) return 'no stage';
  const limit = readings[0]?.limit?.value;
  const worst = facts.executors[0];
  const parts = [
    facts.stageShare === null ? null : `${percent(facts.stageShare, limit)} in the stage`,
    worst === undefined
      ? null
      : `${percent(worst.share, limit)} on ${facts.executors.length === 1 ? 'the one executor' : `the worst of ${counted(facts.executors.length, 'executor')}`}`,
    facts.storageShare === null ? 'cache not recorded' : `cache ${percent(facts.storageShare)} of storage memory`,
  ].filter((p) => p !== null);
  return parts.length > 1 ? parts.join(', ') : 'could not tell';
}

function spillLine({ facts, outcome }: FiveTold[4]): string {
  if (facts === null) return 'no stage';
  if (outcome === 'could-not-tell') return 'could not tell';
  if (facts.pattern === 'none') return 'none';
  const where = {
    'every-task': ', every task',
    'few-tasks': ', a few tasks only',
    edge: ', little beside what is read',
    unknown: '',
  }[facts.pattern];
  return [
    facts.memoryBytes === null ? null : `${size(facts.memoryBytes)} in memory`,
    facts.diskBytes === null ? null : `${size(facts.diskBytes)} on disk`,
  ]
    .filter((p) => p !== null)
    .join(', ')
    .concat(where);
}
