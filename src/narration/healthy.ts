import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { CheckName } from '../diagnosis/vocabulary.ts';
import { soFar, stageNotRun } from './account.ts';
import { stageLabel, unitName, unitNoun } from './names.ts';
import { pythonFunction, pythonNode, stageWork } from './stage-work.ts';
import type { Paragraph } from './narration.ts';
import { capital, enumerated, paragraph, say, spark } from './say.ts';
import { CHECK_NUMBER } from './standing.ts';
import { counted, duration, percent, spokenDuration } from './units.ts';

/** A stage below this share of the unit is not what the time went into. Judgement. */
const LONG = 0.3;

/** Words for an application in which nothing fails: where the time went is the answer then. */
export function healthyHeadline(diagnosis: Diagnosis): Paragraph {
  const { unit, checks } = diagnosis;
  if (checks === null || unit === null) return say`I could not tell: the server gives no times for this application.`;
  if (unit.jobIds.length === 0) return say`It ran no job, so there is nothing to be slow.`;
  const notRun = stageNotRun(diagnosis);
  if (notRun !== null)
    return say`Stage ${diagnosis.asked.stage?.stageId ?? 0} ${notRun}; in ${unitName(unit)}, which lists it, nothing fails.`;
  const unknown = checksWith(diagnosis, 'could-not-tell');
  if (unknown.length > 0)
    return say`Nothing wrong in what I could read${soFar(diagnosis)}; ${checkList(unknown)} could not tell.`;
  const notes = checksWith(diagnosis, 'watch');
  if (notes.length > 0)
    return say`Nothing fails in ${subjectOf(diagnosis)}${soFar(diagnosis)}; ${checkList(notes)} ${notes.length === 1 ? 'is' : 'are'} worth a note.`;
  return say`I found nothing wrong with ${subjectOf(diagnosis)}${soFar(diagnosis)}${whereTimeWent(diagnosis)}.`;
}

/** Tasks that held their cores without computing may have waited: that is no work yet. */
function whereTimeWent(diagnosis: Diagnosis): string {
  if (!mostlyTasks(diagnosis)) return '';
  const cpu = cpuShare(diagnosis);
  return cpu !== null && cpu >= LITTLE_CPU ? ': the time went into work' : ': the time went into the tasks';
}

/** `this query`, or the stage that was asked for: of the others nothing was claimed. */
function subjectOf({ asked, view, unit }: Diagnosis): string {
  return asked.stage === undefined || view === null ? `this ${unitNoun(unit)}` : `stage ${view.stage.stageId}`;
}

/** Where the time went, in a sentence. */
export function healthySubline(diagnosis: Diagnosis): Paragraph {
  const { unit, time, view } = diagnosis;
  if (unit === null || time === null) return [];
  if (unit.jobIds.length === 0) return say`It was up for ${duration(time.totalMs)}, and no work arrived.`;
  if (view === null || view.wallMs === null || view.share === null)
    return say`Tasks were running for ${duration(time.tasksRunningMs)}.`;
  if (diagnosis.asked.stage === undefined && view.share < LONG)
    return say`Tasks were running for ${duration(time.tasksRunningMs)} of ${duration(time.totalMs)}, in ${counted(unit.stages.length, 'stage')} of which none is long.`;
  return say`Stage ${view.stage.stageId} and its ${counted(view.stage.taskCount, 'task')} took ${duration(view.wallMs)} of ${duration(unit.durationMs)}.`;
}

/** For the closing: what was looked at, what is only worth a note, and where the time went. */
export function healthyCause(diagnosis: Diagnosis): Paragraph {
  const { unit, checks, view, time } = diagnosis;
  if (checks === null || unit === null) return say`there is nothing to say without a time of any kind.`;
  if (unit.jobIds.length === 0) {
    return say`the application came up, ran no job and ${diagnosis.state === 'running' ? 'is still there' : 'ended'}; none of the five checks has anything to look at.`;
  }
  const unknown = checksWith(diagnosis, 'could-not-tell');
  const notes = checksWith(diagnosis, 'watch');
  const work = view === null ? null : stageWork(view);
  const python = pythonFunction(pythonNode(view));
  return paragraph(
    unknown.length === 0
      ? say`nothing fails in the five checks.`
      : say`nothing fails in the checks that could be made; ${checkList(unknown)} could not tell.`,
    notes.length === 0
      ? null
      : say`${capital(checkList(notes))} ${notes.length === 1 ? 'is' : 'are'} worth a note, no more.`,
    time === null
      ? null
      : say`Tasks were running for ${percent(time.tasksRunningMs / Math.max(1, time.totalMs))} of the ${unitNoun(unit)}${view === null || work === null || (view.share ?? 0) < LONG ? '' : say`, most of it in stage ${view.stage.stageId}`}.`,
    waited(diagnosis),
    python === null
      ? null
      : say`If that is too slow, the work itself is the place to look: ${spark(python)} runs on every row.`,
  );
}

const HEALTHY_NOT_THIS = 'changing settings on the strength of this run. None of the five readings asks for it.';
const HEALTHY_NEXT =
  'was it faster before? Compare these five readings with a run from then: what differs is where to look.';
const EMPTY_NEXT = 'should it have run a job? If so, the driver’s log says why it did not.';

/** What not to do where nothing asks for a change. */
export function healthyNotThis({ unit }: Diagnosis): string {
  return unit?.jobIds.length === 0 ? 'changing settings. It did no work that they could speed up.' : HEALTHY_NOT_THIS;
}

/** The next question where nothing fails. */
export function healthyNext(diagnosis: Diagnosis): string {
  const longer = longerThanAsked(diagnosis);
  if (longer !== null)
    return `what takes the time in ${stageLabel(longer)}? It ran ${duration(longer.wallMs)}; ask for it, or for the whole application.`;
  return diagnosis.unit?.jobIds.length === 0 ? EMPTY_NEXT : HEALTHY_NEXT;
}

/** The longest stage of the unit, where another one was asked for and read; else `null`. */
function longerThanAsked({ asked, checks }: Diagnosis) {
  const facts = checks?.[0].facts ?? null;
  const longest = facts?.stages[0];
  const read = facts?.target?.stageId;
  return asked.stage === undefined || read !== asked.stage.stageId || longest === undefined || longest.stageId === read
    ? null
    : longest;
}

/** Said out loud, after where the time is and which stage. */
export function healthySpoken(diagnosis: Diagnosis): { read: string; compared: string; meaning: string } | null {
  const { checks, unit, view } = diagnosis;
  if (checks === null || unit === null || unit.jobIds.length === 0) return null;
  const skew = checks[2].facts;
  const notes = checksWith(diagnosis, 'watch');
  const unknown = checksWith(diagnosis, 'could-not-tell');
  const longer = longerThanAsked(diagnosis);
  return {
    read:
      skew?.runTime == null || view === null
        ? 'I could not compare its tasks.'
        : `Its median task ran ${spokenDuration(skew.runTime.median)} and its slowest ${spokenDuration(skew.runTime.max)}.`,
    compared:
      unknown.length === 0
        ? notes.length > 0
          ? `${capital(checkList(notes))} ${notes.length === 1 ? 'is' : 'are'} worth a note, no more.`
          : 'Shuffle, collection and spill give no reason to act either.'
        : `${capital(checkList(unknown))} could not tell.`,
    meaning: `So nothing is wrong that these checks can see; next I would ${longer === null ? 'compare with an earlier run' : `ask for ${stageLabel(longer)}, which took longer`}.`,
  };
}

/** Below this share of CPU the tasks mostly waited, or worked where Spark does not count. Judgement. */
const LITTLE_CPU = 0.3;

/** Equal tasks that are all slow look like work; the CPU that Spark counted tells whether they computed (traps.md 11). */
function waited(diagnosis: Diagnosis): Paragraph | null {
  const share = cpuShare(diagnosis);
  if (share === null || share >= LITTLE_CPU || (diagnosis.view?.share ?? 0) < LONG) return null;
  return say`Spark counted CPU for ${percent(share)} of the task time there. The rest went into waiting or into code outside the JVM, such as Python; no metric tells which.`;
}

/** CPU time ÷ run time of the stage's tasks; `null` where either was not counted. */
function cpuShare({ view }: Diagnosis): number | null {
  const { cpuTimeMs, runTimeMs } = view?.stage ?? { cpuTimeMs: null, runTimeMs: null };
  if (cpuTimeMs === null || runTimeMs === null || runTimeMs <= 0 || cpuTimeMs <= 0) return null;
  return cpuTimeMs / runTimeMs;
}

/** Most of the time after start-up had tasks running; else "went into work" would be a guess. Judgement. */
const MOST = 0.6;

function mostlyTasks({ time }: Diagnosis): boolean {
  return time !== null && time.tasksRunningMs >= MOST * (time.totalMs - time.startUpMs);
}

function checksWith({ checks }: Diagnosis, outcome: 'could-not-tell' | 'watch'): CheckName[] {
  return (checks ?? []).filter((c) => c.outcome === outcome && c.symptomOf === null).map((c) => c.check);
}

function checkList(checks: CheckName[]): string {
  const numbers = enumerated(checks.map((c) => CHECK_NUMBER[c]))
    .map((s) => s.text)
    .join('');
  return `${checks.length === 1 ? 'check' : 'checks'} ${numbers}`;
}
