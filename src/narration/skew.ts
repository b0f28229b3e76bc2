import type { SkewVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import { asLong, limitOf } from './compared.ts';
import { paceBars, quantileTable } from './evidence.ts';
import { hotShare } from './hot-data.ts';
import { lackedWords } from './missing.ts';
import { executorName } from './names.ts';
import type { CheckSection, Paragraph } from './narration.ts';
import { linksFor } from './places.ts';
import { paragraphsOf, say } from './say.ts';
import { slowTaskSentences } from './slow-task-words.ts';
import { stakeSentence } from './stake-words.ts';
import { isBrief, isWorthSaying, standingOf } from './standing.ts';
import { counted, duration, multiple } from './units.ts';

type Facts = NonNullable<Told<SkewVerdict>['facts']>;

/** Check 3: do all tasks take about as long, and if not, is it their data or their machine? */
export function skewSection(diagnosis: Diagnosis, told: Told<SkewVerdict>): CheckSection {
  const { facts } = told;
  const open = told.outcome !== 'healthy' && told.outcome !== 'not-applicable';
  const limit = limitOf(told.readings, 'duration-ratio');
  return {
    number: 3,
    check: 'skew',
    outcome: told.outcome,
    title: say`Skew: ${title(told)}`,
    paragraphs:
      facts === null
        ? []
        : paragraphsOf(
            [
              durations(diagnosis, facts, limit),
              ...slowTaskSentences(diagnosis, facts, told.kind),
              ...told.missing.map(lackedWords),
            ],
            stakeSentence(diagnosis, told),
            isBrief(diagnosis, told) ? null : decision(diagnosis, told, facts),
          ),
    evidence:
      facts === null || !open
        ? []
        : [...quantileTable(facts), ...(told.kind === 'slow-node' ? paceBars(diagnosis) : [])],
    links: linksFor(
      told.readings.map((r) => r.place),
      diagnosis.run.server.uiUrl,
    ),
  };
}

function title({ facts }: Told<SkewVerdict>): Paragraph {
  if (facts === null) return say`no stage to read.`;
  const { slow, pattern, ratio } = facts;
  switch (pattern) {
    case 'data':
      return dataTitle(facts);
    case 'machine':
      return slow?.slowMachine == null
        ? say`the slow tasks share a machine.`
        : say`the slow tasks are those of ${executorName(slow.slowMachine.executorId, null)}.`;
    case 'work':
      if (facts.cacheMix) return say`the slow ${slow?.tasks.length === 1 ? 'task' : 'tasks'} missed the cache.`;
      return say`${slow?.tasks.length === 1 ? 'one task took' : 'some tasks took'} longer for the same data.`;
    case 'warm-up':
      return say`the slow tasks are only the first ones.`;
    case 'even':
      return say`the tasks are even.`;
    case 'little-at-stake':
      return say`little to win.`;
    case 'one-task':
      return say`one task has nothing beside it.`;
    case 'unclear':
      return say`${ratio === null ? 'a slow task' : `one task took ${multiple(ratio)} times the median`}, and I could not tell why.`;
    case 'unknown':
      return say`I could not tell.`;
  }
}

function dataTitle(facts: Facts): Paragraph {
  const tasks = facts.slow?.tasks.length ?? 1;
  const who = tasks === 1 ? 'one task' : counted(tasks, 'task');
  if (facts.restsOn === 'unread-records')
    return say`${who} ${tasks === 1 ? 'is' : 'are'} left with ${hotShare(facts)}.`;
  return say`${who} had ${hotShare(facts)}.`;
}

function durations({ view }: Diagnosis, facts: Facts, limit: number | undefined): Paragraph | null {
  const { runTime, ratio, pattern, slowest } = facts;
  const stageId = view?.stage.stageId ?? 0;
  if (pattern === 'one-task') return say`Stage ${stageId} ran as one task, so there is no median to hold it against.`;
  if (runTime === null || ratio === null) return null;
  const running = slowest[0]?.running === true;
  const longest = !running
    ? 'the slowest'
    : view?.stage.status === 'active'
      ? 'the longest has been running for'
      : 'the longest, which was never reported as ended, at least';
  const against = limit === undefined ? '' : `, against a limit of ${multiple(limit)}`;
  return say`The median task ran ${duration(runTime.median)} and ${longest} ${duration(runTime.max)}: ${asLong(ratio, limit)}${against}.`;
}

function decision(diagnosis: Diagnosis, told: Told<SkewVerdict>, { pattern }: Facts): Paragraph | null {
  if (pattern === 'one-task') return null;
  switch (standingOf(diagnosis, told)) {
    case 'cause':
      return say`This is the earliest check that fails, so I read the next two in its light.`;
    case 'independent':
      return say`It is a finding of its own, beside the cause.`;
    case 'remark':
      return !isWorthSaying(told.atStakeMs)
        ? say`I note it and go on.`
        : say`At most ${duration(told.atStakeMs)} could be won here, so I note it and go on.`;
    case 'clear':
      return pattern === 'even' ? say`No task holds the others up.` : say`There is too little to win to look further.`;
    case 'symptom':
    case 'unknown':
      return null;
  }
}
