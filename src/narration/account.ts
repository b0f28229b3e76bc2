import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Gap } from '../diagnosis/time-account.ts';
import type { UnitOfWork } from '../diagnosis/unit.ts';
import { unitName, unitNoun } from './names.ts';
import type { Paragraph } from './narration.ts';
import { enumerated, say } from './say.ts';
import { counted, duration, percent } from './units.ts';

/** A part of the wall-clock smaller than this share and this long is told with the other small ones. Judgement. */
const WORTH_A_WORD_SHARE = 0.02;
const WORTH_A_WORD_MS = 1_000;

/** Which unit was read and why, and how long it took: where a person would start to look. */
export function unitSentence(diagnosis: Diagnosis, unit: UnitOfWork): Paragraph {
  const took = tookWords(diagnosis, duration(unit.durationMs));
  const queries = unit.otherQueries.length + 1;
  switch (unit.chosen) {
    case 'asked':
      if (stageNotRun(diagnosis) !== null)
        return say`You asked for stage ${diagnosis.asked.stage?.stageId ?? 0}, which ${stageNotRun(diagnosis) ?? ''}; I tell ${unitName(unit)} instead, which lists it and ${took}.`;
      if (diagnosis.asked.stage !== undefined)
        return say`You asked for stage ${diagnosis.asked.stage.stageId}, which ran in ${unitName(unit)}; that ${took}.`;
      return say`You asked for ${unitName(unit)}, which ${took}.`;
    case 'slowest-query':
      return diagnosis.streaming
        ? say`I took the slowest of ${counted(queries, 'micro-batch', 'micro-batches')}, ${unitName(unit)}, which ${took}.${nextSlowest(unit)}`
        : say`I took the slowest of ${counted(queries, 'query', 'queries')}, ${unitName(unit)}, which ${took}.${nextSlowest(unit)}`;
    case 'only-query':
      return queries > 1
        ? say`I started from the SQL tab, where ${unitName(unit)} ${took} and nearly all the work of ${counted(queries, 'query', 'queries')}.`
        : say`I started from the SQL tab, where ${unitName(unit)} ${took}.`;
    case 'whole-application':
      return say`I started from the Jobs tab: the application ${took}${jobsOf(unit)}.`;
  }
}

/** What became of the stage that was asked for, where it is listed and ran nothing; else `null`. */
export function stageNotRun({ asked, run }: Pick<Diagnosis, 'asked' | 'run'>): string | null {
  const attempts = run.stages.filter((s) => s.stageId === asked.stage?.stageId);
  if (attempts.length === 0) return null;
  if (attempts.every((s) => s.status === 'skipped')) return 'was skipped and ran nothing';
  return attempts.every((s) => s.status === 'pending') ? 'has not started' : null;
}

/** The other queries in a line, so that nobody takes one for all (traps.md 2). */
function nextSlowest({ otherQueries }: UnitOfWork): string {
  const next = otherQueries[0];
  return next === undefined ? '' : ` The next slowest, query ${next.id}, took ${duration(next.durationMs)}.`;
}

function jobsOf(unit: UnitOfWork): string {
  const { jobIds, otherQueries } = unit;
  if (jobIds.length === 0) return ' and ran no job';
  const queries = otherQueries.length > 1 ? ` of ${counted(otherQueries.length, 'query', 'queries')}` : '';
  return ` with ${counted(jobIds.length, 'job')}${queries}`;
}

/** Every moment of the unit, the large parts one by one. */
export function accountSentences(diagnosis: Diagnosis): Paragraph[] {
  const { time, unit } = diagnosis;
  if (time === null || unit === null || time.totalMs <= 0) return [];
  const parts = [
    { ms: time.startUpMs, words: 'while it started up and had no work yet' },
    {
      ms: time.beforeFirstTaskMs - time.startUpMs,
      words: time.tasksRunningMs > 0 ? 'in the driver before the first task' : 'in the driver',
    },
    { ms: time.waitingForExecutorsMs, words: 'with a stage waiting for its first task' },
    { ms: time.betweenMs, words: 'in the driver between stages' },
    { ms: time.afterLastTaskMs, words: 'after the last task' },
  ];
  const large = parts.filter((p) => p.ms >= WORTH_A_WORD_MS || p.ms >= WORTH_A_WORD_SHARE * time.totalMs);
  const restMs = parts.filter((p) => !large.includes(p)).reduce((sum, p) => sum + p.ms, 0);
  const told = large.map((p, at) => `${duration(p.ms)}${at === 0 ? ' passed' : ''} ${p.words}`);
  // The small parts have a line each in the JSON; a sentence of milliseconds tells nobody anything.
  const rest = restMs < 1 ? '' : '; the remainder in small gaps';
  const shares =
    time.tasksRunningMs <= 0
      ? 'No task ran.'
      : `Tasks were running for ${duration(time.tasksRunningMs)} of it, ${percent(time.tasksRunningMs / time.totalMs)}.`;
  return [
    say`${shares}`,
    ...(told.length === 0
      ? restMs < 1
        ? []
        : [say`The rest passed in small gaps.`]
      : [say`Of ${time.tasksRunningMs > 0 ? 'the rest' : 'that time'}, ${enumerated(told, 6)}${rest}.`]),
    ...around(diagnosis),
  ];
}

/** For a query or a job: what the application did around it, so that nothing of its wall-clock is left out. */
function around({ unit, surroundings, streaming, state }: Diagnosis): Paragraph[] {
  const { applicationMs, untilFirstActivityMs, beforeUnitMs, afterUnitMs } = surroundings;
  if (unit === null || unit.type === 'application' || applicationMs === null) return [];
  const noun = unitNoun(unit);
  const parts = [
    { ms: untilFirstActivityMs ?? 0, words: 'starting up' },
    { ms: beforeUnitMs ?? 0, words: `between start-up and this ${noun}` },
    { ms: afterUnitMs ?? 0, words: `after it` },
  ].filter((p) => p.ms >= WORTH_A_WORD_MS);
  if (parts.length === 0) return [];
  const up = state === 'running' ? 'has been up for' : 'was up for';
  const list = enumerated(parts.map((p) => `${duration(p.ms)} ${p.words}`));
  const idle = streaming
    ? ' The time between batches is the trigger’s, and none of theirs.'
    : unit.chosen === 'slowest-query'
      ? ` The pauses between queries are not counted to this one.`
      : '';
  return [say`The application itself ${up} ${duration(applicationMs)}, of which ${list}.${idle}`];
}

/** Which gap: between which jobs, before the first or after the last. */
export function gapWords(gap: Gap): string {
  if (gap.where === 'after-last-stage') return 'after the last stage';
  if (gap.where === 'before-first-job') return 'before the first job';
  if (gap.afterJobId !== null && gap.beforeJobId !== null && gap.afterJobId !== gap.beforeJobId)
    return `between job ${gap.afterJobId} and job ${gap.beforeJobId}`;
  return 'between two stages';
}

/** What a driver usually does at that moment; a guess, and told as one. */
export function likelyDriverWork(gap: Gap): string {
  if (gap.where === 'after-last-stage') return 'committing files, registering partitions or plain code of its own';
  if (gap.where === 'before-first-job') return 'planning, listing files or plain code of its own';
  return 'collecting results, listing files, planning or plain code of its own';
}

/** `took 2 min 11 s`, `has taken 2 min 11 s so far`. */
export function tookWords({ state }: Pick<Diagnosis, 'state'>, length: string): string {
  return state === 'running' ? `has taken ${length} so far` : `took ${length}`;
}

/** ` so far` while the application has no end, else nothing. */
export function soFar({ state }: Pick<Diagnosis, 'state'>): string {
  return state === 'running' ? ' so far' : '';
}
