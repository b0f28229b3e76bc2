import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { UnitFinding } from '../diagnosis/unit-findings.ts';
import { gapWords, likelyDriverWork } from './account.ts';
import { allOf } from './compared.ts';
import { executorName } from './names.ts';
import type { Paragraph } from './narration.ts';
import { capitalised, enumerated, errorSpan, say } from './say.ts';
import { counted, duration, exact, percent } from './units.ts';

/** A finding of check 1 about the unit as a whole, as a title. */
export function findingTitle(finding: UnitFinding, noun: string): Paragraph {
  switch (finding.kind) {
    case 'failed':
      return finding.stageId === null
        ? say`the ${noun} failed.`
        : say`stage ${finding.stageId} failed, and the ${noun} with it.`;
    case 'retried-stage':
      return say`part of the work was done twice.`;
    case 'driver-gap':
      return say`none is; for ${duration(finding.driverMs)} no task ran.`;
    case 'waiting-for-executors':
      return say`none is; the ${noun} waited ${duration(finding.wait.durationMs)} for executors.`;
    case 'spread':
      return say`none stands out among ${exact(finding.stageCount)}.`;
  }
}

/** What was read for it, and what it was held against. */
export function findingSentences(finding: UnitFinding, { time }: Diagnosis, noun: string): Paragraph[] {
  switch (finding.kind) {
    case 'failed':
      return failedSentences(finding);
    case 'retried-stage':
      return retriedSentences(finding, noun);
    case 'driver-gap':
      return gapSentences(finding, time);
    case 'waiting-for-executors':
      if (finding.wait.stageId === null) {
        return [
          say`The application started, and its first executor came ${duration(finding.wait.durationMs)} later.`,
          say`No work was submitted before that. The wait is ${percent(finding.share)} of the ${noun}.`,
        ];
      }
      if (finding.short !== null) {
        const { slots, peak } = finding.short;
        return [
          say`Stage ${finding.wait.stageId} began on ${exact(slots)} of the ${exact(peak)} task slots it had later; the others came over ${duration(finding.wait.durationMs)}, and most of its tasks ran on them.`,
          say`What the missing ones would have taken over is ${percent(finding.share)} of the ${noun}.`,
        ];
      }
      return [
        say`Stage ${finding.wait.stageId} was submitted, and its first task started ${duration(finding.wait.durationMs)} later.`,
        finding.firstExecutorAfterMs === null
          ? say`Executors were there, but no slot was free.`
          : say`The first executor came only ${duration(finding.firstExecutorAfterMs)} after the stage was submitted.`,
        say`Waiting is ${percent(finding.share)} of the ${noun}.`,
      ];
    case 'spread':
      return [
        say`The time lies in ${exact(finding.stageCount)} stages of about ${duration(finding.typicalMs)} each; the longest holds ${percent(finding.largestShare)} of it.`,
        say`That shape points at something slow that each stage repeats, not at one hot stage.`,
      ];
  }
}

function failedSentences(finding: Extract<UnitFinding, { kind: 'failed' }>): Paragraph[] {
  const { stageId, jobId, failedTasks, attempts, reason, ranBefore } = finding;
  const after =
    failedTasks === null || failedTasks === 0 ? '' : ` after ${counted(failedTasks, 'failed task attempt')}`;
  const again = attempts > 1 ? ` in ${exact(attempts)} attempts of the stage` : '';
  return [
    stageId === null
      ? say`Job ${jobId ?? 0} failed without a failed stage to show.`
      : say`Stage ${stageId} of job ${jobId ?? 0} failed${after}${again}.`,
    reason === null ? say`The server gives no reason for it.` : say`The error: ${errorSpan(reason)}.`,
    ranBefore === 0
      ? say`No stage had finished before it.`
      : say`${counted(ranBefore, 'stage')} had finished before it.`,
  ];
}

function retriedSentences(finding: Extract<UnitFinding, { kind: 'retried-stage' }>, noun: string): Paragraph[] {
  const { stages, lostExecutors, atStakeMs, share } = finding;
  const reason = stages.find((s) => s.reason !== null) ?? null;
  const runs = stages.map((s) =>
    s.attempts === 1
      ? `${counted(s.lostTasks, 'task')} of stage ${s.stageId} failed and ran again`
      : `stage ${s.stageId} ran ${s.attempts === 2 ? 'twice' : `${exact(s.attempts)} times`}`,
  );
  return [
    capitalised(say`${enumerated(runs)}.`),
    say`${duration(atStakeMs)} of the ${noun}, ${percent(share)}, went into work that was thrown away or had to be repeated.`,
    ...(reason === null
      ? []
      : [say`The reason Spark gives for stage ${reason.stageId}: ${errorSpan(reason.reason ?? '')}.`]),
    ...lostExecutors.slice(0, 2).map((e) => {
      const who = capitalised(executorName(e.executorId, e.host));
      return e.reason === null
        ? say`${who} was lost meanwhile.`
        : say`${who} was lost meanwhile: ${errorSpan(e.reason)}.`;
    }),
    ...(lostExecutors.length > 2 ? [say`In all, ${counted(lostExecutors.length, 'executor')} were lost.`] : []),
  ];
}

/** A second stretch at least this much of the longest is told too. Judgement. */
const ALSO_LONG = 0.2;

function gapSentences(finding: Extract<UnitFinding, { kind: 'driver-gap' }>, time: Diagnosis['time']): Paragraph[] {
  const { gap, driverMs, share, gapCount } = finding;
  const next = time?.gaps.find((g) => g !== gap && g.durationMs >= ALSO_LONG * gap.durationMs);
  const second = next === undefined ? '' : `, and the next ${duration(next.durationMs)}, ${gapWords(next)}`;
  const together =
    gapCount > 1 ? `${allOf(gapCount) === 'both' ? 'Both' : 'All'} together` : 'It and the small ones together';
  return [
    say`The longest stretch without a task is ${duration(gap.durationMs)}, ${gapWords(gap)}${second}.`,
    say`${together} come to ${duration(driverMs)}, ${percent(share)} of the time after start-up: the largest part, so no stage is the slow one.`,
    say`While no task runs, the driver works alone, likely ${likelyDriverWork(gap)}.`,
  ];
}
