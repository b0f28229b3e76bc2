import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { FiveTold } from '../diagnosis/symptoms.ts';
import { limitOf } from './compared.ts';
import { unitNoun } from './names.ts';
import { LABELS, shuffleShort, slowShort } from './strip.ts';
import { amount, counted, duration, percent, quotient, size, times } from './units.ts';

/** The five readings as lines to paste into a ticket before anything is changed. */
export function readingLines(diagnosis: Diagnosis): string[] {
  const { checks, unit } = diagnosis;
  if (checks === null) return [];
  const [slow, shuffle, skew, gc, spill] = checks;
  const target = slow.facts?.target ?? null;
  const lines = [
    target === null
      ? (slowShort(slow) ?? 'no stage ran')
      : `stage ${target.stageId} = ${percent(target.share)} (${duration(target.wallMs)} of ${duration(unit?.durationMs ?? 0)} of the ${unitNoun(unit)})${slow.kind === null ? '' : `; ${slowShort(slow) ?? slow.kind}`}`,
    shuffleLine(shuffle),
    skewLine(skew),
    gcLine(gc),
    spillLine(spill),
  ];
  return lines.map((line, at) => `${at + 1} ${LABELS[at] ?? ''}: ${line}`);
}

function shuffleLine(told: FiveTold[1]): string {
  const { facts, outcome, readings } = told;
  if (facts === null || facts.judged === null) return 'none moved';
  if (outcome === 'could-not-tell') return 'could not tell';
  const limit = limitOf(readings, 'shuffle-ratio', 'record-ratio');
  const { byteRatio, shuffleBytes, inputBytes, recordRatio, shuffleRecords, inputRecords } = facts;
  const parts = [
    byteRatio === null || shuffleBytes === null || inputBytes === null
      ? null
      : `${size(shuffleBytes)} ÷ ${size(inputBytes)} = ${quotient(byteRatio, limit)}`,
    recordRatio === null || shuffleRecords === null || inputRecords === null
      ? null
      : `records ${amount(shuffleRecords)} ÷ ${amount(inputRecords)} = ${quotient(recordRatio, limit)}`,
    facts.excess === null ? null : shuffleShort(told),
  ].filter((p) => p !== null);
  return `${facts.judged === 'write' ? 'written' : 'read'} ${parts.join(', ')}`;
}

function skewLine({ facts, outcome, readings }: FiveTold[2]): string {
  if (facts?.pattern === 'one-task') return 'one task, no ratio';
  if (facts?.runTime == null || facts.ratio === null)
    return outcome === 'not-applicable' ? 'no stage' : 'could not tell';
  const { runTime, ratio, slow, restsOn } = facts;
  const data = restsOn === 'bytes' ? null : (slow?.recordRatio ?? null);
  const bytes = slow?.byteRatio ?? null;
  const more =
    data !== null
      ? `, records of the slow ones ${times(data)}`
      : bytes !== null
        ? `, bytes of the slow ones ${times(bytes)}`
        : '';
  return `${times(ratio, limitOf(readings, 'duration-ratio'))} (${duration(runTime.max)} against a median of ${duration(runTime.median)})${more}`;
}

function gcLine({ facts, readings }: FiveTold[3]): string {
  if (facts === null) return 'no stage';
  const limit = limitOf(readings, 'stage-gc-share', 'executor-gc-share');
  const worst = facts.executors[0];
  const count = facts.executors.length;
  const whose = count === 1 ? 'the one executor' : `the worst of ${counted(count, 'executor')}`;
  const parts = [
    facts.stageShare === null ? null : `${percent(facts.stageShare, limit)} in the stage`,
    worst === undefined ? null : `${percent(worst.share, limit)} on ${whose}`,
    facts.storageShare === null ? 'cache not recorded' : `cache ${percent(facts.storageShare)} of storage memory`,
  ].filter((p) => p !== null);
  return parts.length > 1 ? parts.join(', ') : 'could not tell';
}

const WHERE_IT_SPILLS = {
  'every-task': ', every task',
  'few-tasks': ', a few tasks only',
  edge: ', little beside what is read',
  none: '',
  unknown: '',
} as const;

function spillLine({ facts, outcome }: FiveTold[4]): string {
  if (facts === null) return 'no stage';
  if (outcome === 'could-not-tell') return 'could not tell';
  if (facts.pattern === 'none') return 'none';
  return [
    facts.memoryBytes === null ? null : `${size(facts.memoryBytes)} in memory`,
    facts.diskBytes === null ? null : `${size(facts.diskBytes)} on disk`,
  ]
    .filter((p) => p !== null)
    .join(', ')
    .concat(WHERE_IT_SPILLS[facts.pattern]);
}
