import type { GcVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import { isMemory } from './causes-work.ts';
import { allOf, limitOf } from './compared.ts';
import { executorTable } from './evidence.ts';
import { lackedWords } from './missing.ts';
import { executorName, taskNames } from './names.ts';
import type { CheckSection, Paragraph } from './narration.ts';
import { linksFor } from './places.ts';
import { capital, enumerated, paragraphsOf, say } from './say.ts';
import { stakeSentence } from './stake-words.ts';
import { CHECK_NUMBER, isBrief, isWorthSaying, standingOf } from './standing.ts';
import { counted, duration, exact, percent, size } from './units.ts';

type Facts = NonNullable<Told<GcVerdict>['facts']>;

/** Check 4: how much of their task time the executors spent collecting garbage, and what fills their heap. */
export function gcSection(diagnosis: Diagnosis, told: Told<GcVerdict>): CheckSection {
  const { facts } = told;
  return {
    number: 4,
    check: 'gc',
    outcome: told.outcome,
    title: say`GC: ${title(diagnosis, told)}`,
    paragraphs:
      facts === null
        ? []
        : paragraphsOf(
            [...shares(diagnosis, told, facts), ...explained(diagnosis, told, facts), ...told.missing.map(lackedWords)],
            stakeSentence(diagnosis, told),
            isBrief(diagnosis, told) ? null : decision(diagnosis, told, facts),
          ),
    evidence: facts !== null && facts.redCount > 0 ? executorTable(facts) : [],
    links: linksFor(
      told.readings.map((r) => r.place),
      diagnosis.run.server.uiUrl,
    ),
  };
}

function title(diagnosis: Diagnosis, told: Told<GcVerdict>): Paragraph {
  const { facts } = told;
  if (facts === null) return say`no stage to read.`;
  const hot = hotTasksOn(diagnosis, facts.executors[0]?.executorId);
  switch (facts.pattern) {
    case 'clean':
      return isOver(told) ? say`over the limit, with little to win.` : say`nothing red.`;
    case 'little-at-stake':
      return say`little to win.`;
    case 'worth-a-look':
      return say`high for a stage this long.`;
    case 'elsewhere':
      return say`red, but not in this stage.`;
    case 'all-red':
      return facts.executors.length > 1 ? say`every executor is red.` : say`the heap is crowded.`;
    case 'some-red':
      return told.symptomOf === 'skew' && facts.redCount === 1 && hot.length > 0
        ? say`one red executor, the one that ran ${taskNames(hot)}.`
        : say`${counted(facts.redCount, 'red executor')} of ${exact(facts.executors.length)}.`;
    case 'unknown':
      return say`I could not tell.`;
  }
}

function shares({ view }: Diagnosis, { readings }: Told<GcVerdict>, facts: Facts): Paragraph[] {
  const limit = limitOf(readings, 'stage-gc-share', 'executor-gc-share');
  const stage = `stage ${view?.stage.stageId ?? 0}`;
  const { stageShare, executors, pattern } = facts;
  const worst = executors[0];
  const against = limit === undefined ? '' : `, against a limit of ${percent(limit)}`;
  const inStage =
    stageShare === null
      ? null
      : say`In ${stage}, GC took ${percent(stageShare, limit)} of the task time${dividedBy(readings)}${worst === undefined ? against : ''}.`;
  if (worst === undefined) {
    const local = stageShare !== null && pattern !== 'little-at-stake';
    return [inStage, local ? say`The driver ran the tasks here, so I judged the stage as a whole.` : null].filter(
      (s) => s !== null,
    );
  }
  const who =
    executors.length === 1
      ? say`The one executor, ${executorName(worst.executorId, null)},`
      : say`The worst of ${counted(executors.length, 'executor')}, ${executorName(worst.executorId, null)},`;
  return [inStage, say`${who} spent ${percent(worst.share, limit)} over its life${against}.`].filter((s) => s !== null);
}

/** The division itself, for who wants to do it again. */
function dividedBy(readings: Told<GcVerdict>['readings']): string {
  const of = readings.find((r) => r.name === 'stage-gc-share')?.of ?? null;
  // More collection than task time was counted (spark-rest.md §2.4): the quotient would not be the share.
  if (of === null || of[0] > of[1]) return '';
  return ` (GC time ÷ task time: ${duration(of[0])} ÷ ${duration(of[1])})`;
}

/** What fills the heap: cached data, tasks that hold too much, or objects made for every row; each with its reading. */
function explained(diagnosis: Diagnosis, told: Told<GcVerdict>, facts: Facts): Paragraph[] {
  const ranOut = heapRanOut(diagnosis)
    ? [say`The error says that a heap ran full at one moment; shares like these do not show that.`]
    : [];
  switch (facts.pattern) {
    case 'all-red':
      return [...allRed(facts), ...heapSentences(told, facts)];
    case 'some-red':
      return someRed(diagnosis, told, facts);
    case 'elsewhere':
      return [say`The executors are red, but not from this stage: its own tasks are under the limit.`];
    case 'worth-a-look':
      return facts.stageGcMs === null
        ? []
        : [say`That is ${duration(facts.stageGcMs)} of task time, worth a look although nothing is red.`];
    case 'little-at-stake':
      return [say`The stage has too little task time for its share to mean anything.`];
    case 'clean':
      return [
        ...(isOver(told) ? [say`The stage is over the limit, but too little time is at stake for a finding.`] : []),
        ...ranOut,
      ];
    case 'unknown':
      return ranOut;
  }
}

/** The stage's own share is over the limit, although no executor is. */
function isOver({ facts, readings }: Told<GcVerdict>): boolean {
  const limit = limitOf(readings, 'stage-gc-share');
  return facts?.stageShare != null && limit !== undefined && facts.stageShare > limit;
}

function heapRanOut({ causeVerdict }: Diagnosis): boolean {
  const finding = causeVerdict?.check === 'slow-stage' ? causeVerdict.facts.unitFinding : null;
  return finding?.kind === 'failed' && finding.reason !== null && isMemory(finding.reason);
}

function allRed({ executors, redCount }: Facts): Paragraph[] {
  if (executors.length < 2) return [];
  const who =
    redCount === executors.length ? `${capital(allOf(redCount))} are red` : `${exact(redCount)} of them are red`;
  return [say`${who}, so it is no single task.`];
}

function heapSentences(told: Told<GcVerdict>, facts: Facts): Paragraph[] {
  const { storageShare, storageUsedBytes, storageTotalBytes, spilled } = facts;
  const storage =
    storageShare === null || storageUsedBytes === null || storageTotalBytes === null
      ? null
      : say`Cached data holds ${size(storageUsedBytes)} of ${size(storageTotalBytes)} of storage memory, ${percent(storageShare)}.`;
  const spill = spilled ? say`The stage spilled as well.` : say`Nothing spilled.`;
  const read = [storage, told.kind === 'gc-cache' ? null : spill].filter((s) => s !== null);
  switch (told.kind) {
    case 'gc-cache':
      return [...read, say`The cache crowds the heap: every collection has to walk over it and frees little.`];
    case 'gc-large-tasks':
      return [...read, say`The cache is not it, so each task holds more than its part of the heap.`];
    case 'gc-churn':
      return [
        ...read,
        say`Neither the cache nor what tasks keep fills the heap, so it is objects that are made and dropped for each row.`,
      ];
    case null:
      return read;
  }
}

function someRed(diagnosis: Diagnosis, told: Told<GcVerdict>, facts: Facts): Paragraph[] {
  const red = facts.executors.filter((e) => e.red);
  const hot = hotTasksOn(diagnosis, red[0]?.executorId);
  const one = red.length === 1;
  const who = one ? say`One red executor` : say`${exact(red.length)} red executors`;
  if (told.symptomOf === 'skew') {
    const ran = one && hot.length > 0 ? say`it ran ${taskNames(hot)}` : say`they ran the slow tasks`;
    return [
      say`${who} among clean ones: ${ran}, so this is check ${CHECK_NUMBER.skew} again, not a heap that is too small.`,
    ];
  }
  const named = enumerated(
    red.map((e) => executorName(e.executorId, e.host)),
    3,
  );
  return [
    say`${who} among clean ones (${named}): ${one ? 'it' : 'each'} held too much at one time, and I can not say which task it was.`,
  ];
}

/** Indexes of the slow tasks of check 3 that ran on an executor. */
function hotTasksOn({ checks }: Diagnosis, executorId: string | undefined): number[] {
  const tasks = checks?.[2].facts?.slow?.tasks ?? [];
  return tasks.filter((t) => t.executorId === executorId).map((t) => t.index);
}

function decision(diagnosis: Diagnosis, told: Told<GcVerdict>, { pattern }: Facts): Paragraph | null {
  const { symptomOf } = told;
  switch (standingOf(diagnosis, told)) {
    case 'cause':
      return say`No earlier check fails, so I start here.`;
    case 'independent':
      return say`It is a finding of its own, beside the cause.`;
    case 'symptom':
      return symptomOf === null || symptomOf === 'skew'
        ? null
        : say`Every task of the stage holds more than it needs to, so this is check ${CHECK_NUMBER[symptomOf]} again.`;
    case 'remark':
      return !isWorthSaying(told.atStakeMs)
        ? say`I note it and go on.`
        : say`At most ${duration(told.atStakeMs)} could be won here, so I note it and go on.`;
    case 'clear':
      return pattern === 'clean' && !heapRanOut(diagnosis) && !isOver(told)
        ? say`Nothing here asks for a change.`
        : null;
    case 'unknown':
      return null;
  }
}
