import type { SpillVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import { spillTable } from './evidence.ts';
import { lackedWords } from './missing.ts';
import { taskNames } from './names.ts';
import type { CheckSection, Paragraph } from './narration.ts';
import { linksFor } from './places.ts';
import { capital, paragraphsOf, say } from './say.ts';
import { stakeSentence } from './stake-words.ts';
import { CHECK_NUMBER, isBrief, isWorthSaying, standingOf } from './standing.ts';
import { asMuch } from './compared.ts';
import { counted, duration, exact, size } from './units.ts';

type Facts = NonNullable<Told<SpillVerdict>['facts']>;

/** Check 5: did rows go to disk because they did not fit, and in which tasks? */
export function spillSection(diagnosis: Diagnosis, told: Told<SpillVerdict>): CheckSection {
  const { facts } = told;
  return {
    number: 5,
    check: 'spill',
    outcome: told.outcome,
    title: say`Spill: ${title(told)}`,
    paragraphs:
      facts === null
        ? []
        : paragraphsOf(
            [spilled(diagnosis, facts), ...explained(told, facts), ...told.missing.map(lackedWords)],
            stakeSentence(diagnosis, told),
            isBrief(diagnosis, told) ? null : decision(diagnosis, told),
          ),
    evidence:
      facts !== null && told.outcome !== 'healthy' && told.outcome !== 'could-not-tell' ? spillTable(facts) : [],
    links: linksFor(
      told.readings.map((r) => r.place),
      diagnosis.run.server.uiUrl,
    ),
  };
}

function title({ facts, outcome }: Told<SpillVerdict>): Paragraph {
  if (facts === null) return say`no stage to read.`;
  switch (facts.pattern) {
    case 'none':
      return say`none.`;
    case 'every-task':
      return say`every task spills.`;
    case 'few-tasks': {
      const tasks = facts.spillingTasks.map((t) => t.index);
      return facts.spillingTasks.length === 0 ? say`in a few tasks only.` : say`all of it in ${taskNames(tasks)}.`;
    }
    case 'edge':
      return say`the tasks sit at the edge.`;
    case 'unknown':
      return outcome === 'watch' ? say`some, and I could not see where.` : say`I could not tell.`;
  }
}

function spilled({ view }: Diagnosis, facts: Facts): Paragraph | null {
  const stageId = view?.stage.stageId ?? 0;
  const { memoryBytes, diskBytes } = facts;
  if (facts.pattern === 'none') return say`No task of stage ${stageId} spilled.`;
  if (memoryBytes === null && diskBytes === null) return null;
  if (diskBytes === null || diskBytes === 0)
    return say`Stage ${stageId} spilled ${size(memoryBytes ?? 0)} of rows as they lie in memory.`;
  if (memoryBytes === null) return say`Stage ${stageId} wrote ${size(diskBytes)} of spill to disk.`;
  return say`Stage ${stageId} wrote ${size(diskBytes)} of spill to disk, ${size(memoryBytes)} as it lay in memory.`;
}

/** Where the spill sits, next to what a task may hold. */
function explained(told: Told<SpillVerdict>, facts: Facts): Paragraph[] {
  const { perTask, spillingTasks } = facts;
  switch (facts.pattern) {
    case 'every-task':
      return [
        perTask === null
          ? null
          : say`It is even: the median task spilled ${size(perTask.median)}, and the largest ${asMuch(perTask)}.`,
        roomSentence(facts),
        told.symptomOf === null ? verdictOnRoom(told, facts) : null,
      ].filter((s) => s !== null);
    case 'few-tasks': {
      const tasks = spillingTasks.map((t) => t.index);
      const most = spillingTasks[0]?.bytes;
      return [
        tasks.length === 0 || most === undefined
          ? say`The median task spilled nothing, so it is a few tasks only.`
          : say`All of it is in ${taskNames(tasks)}, ${tasks.length === 1 ? '' : 'up to '}${size(most)}${tasks.length === 1 ? '' : ' each'}; all others spilled nothing.`,
        told.symptomOf === null ? roomSentence(facts) : null,
      ].filter((s) => s !== null);
    }
    case 'edge':
      return [
        perTask === null ? null : say`The median task spilled ${size(perTask.median)}, little beside what it read.`,
        roomSentence(facts),
      ].filter((s) => s !== null);
    case 'none':
    case 'unknown':
      return [];
  }
}

function roomSentence({
  partitionBytes,
  ceilingBytes,
  slotsPerExecutor,
  heapBytes,
  readsShuffle,
}: Facts): Paragraph | null {
  if (partitionBytes === null && ceilingBytes === null) return null;
  const read =
    partitionBytes === null ? null : `the median task read ${size(partitionBytes)}${readsShuffle ? '' : ' of input'}`;
  if (ceilingBytes === null || slotsPerExecutor === null || heapBytes === null)
    return read === null ? null : say`${capital(read)}.`;
  const holds = `${exact(slotsPerExecutor)} at once on a heap of ${size(heapBytes)} may hold ${size(ceilingBytes)} each`;
  return read === null ? say`Tasks that run ${holds}.` : say`${capital(read)}, and tasks that run ${holds}.`;
}

function verdictOnRoom(told: Told<SpillVerdict>, { readsShuffle, taskCount }: Facts): Paragraph | null {
  switch (told.kind) {
    case 'spill-partitions':
      return say`${counted(taskCount, 'partition')} ${taskCount === 1 ? 'is' : 'are'} too few for that: the pieces are too large.`;
    case 'spill-scan':
      return say`It reads files and no shuffle, so the size of the input splits decides.`;
    case 'spill-memory':
      return say`The pieces are small already, so it is the room for each task that is short.`;
    case null:
      return readsShuffle ? null : say`It reads files and no shuffle.`;
  }
}

function decision(diagnosis: Diagnosis, told: Told<SpillVerdict>): Paragraph | null {
  const { symptomOf, facts } = told;
  switch (standingOf(diagnosis, told)) {
    case 'cause':
      return say`No earlier check fails, so I start here.`;
    case 'independent':
      return say`It is a finding of its own, beside the cause.`;
    case 'symptom':
      return symptomOf === null
        ? null
        : symptomOf === 'skew'
          ? say`${facts?.spillingTasks.length === 1 ? 'That is the slow task' : 'Those are the slow tasks'} of check ${CHECK_NUMBER.skew}, so this is its shadow.`
          : say`Every task of the stage holds more than it needs to, so this is check ${CHECK_NUMBER[symptomOf]} again.`;
    case 'remark':
      return !isWorthSaying(told.atStakeMs)
        ? say`A finding, if a small one: those tasks hold as much as their memory can.`
        : say`At most ${duration(told.atStakeMs)} could be won here, so I note it and go on.`;
    case 'clear':
      return null;
    case 'unknown':
      return null;
  }
}
