import type { SlowStageVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import { asides, silence } from './asides.ts';
import { accountSentences, soFar, unitSentence } from './account.ts';
import { stageBars, timeBars } from './evidence.ts';
import { findingSentences, findingTitle } from './finding-words.ts';
import { lackedWords } from './missing.ts';
import { stageLabel, unitNoun } from './names.ts';
import { stakeSentence } from './stake-words.ts';
import { stageAndWork } from './stage-work.ts';
import type { CheckSection, Paragraph } from './narration.ts';
import { linksFor, unitPlace } from './places.ts';
import { capital, paragraph, say } from './say.ts';
import { counted, duration, exact, percent } from './units.ts';

type Facts = NonNullable<Told<SlowStageVerdict>['facts']>;

/** From this share on a stage is said to own the unit; below the other, no stage is worth calling long. Judgement. */
const OWNS = 0.5;
const LONG = 0.2;
/** A stage that waited this long for slots has its waiting told. Judgement. */
const WAITED_MS = 2_000;
const WAITED_SHARE = 0.1;

/** Check 1: the unit, its whole wall-clock, and which stage the others open. */
export function slowStageSection(diagnosis: Diagnosis, told: Told<SlowStageVerdict>): CheckSection {
  const { unit, run, cause } = diagnosis;
  const { facts } = told;
  const noun = unitNoun(unit);
  const finding = facts?.unitFinding ?? null;
  const inTime = told.kind === 'driver-gap' || told.kind === 'waiting-for-executors';
  return {
    number: 1,
    check: 'slow-stage',
    outcome: told.outcome,
    title: say`Slow stage: ${title(diagnosis, told)}`,
    paragraphs: [
      paragraph(
        unit === null ? null : unitSentence(diagnosis, unit),
        ...accountSentences(diagnosis),
        ...silence(diagnosis),
      ),
      paragraph(
        ...(finding === null ? [] : findingSentences(finding, diagnosis, noun)),
        ...(facts === null ? [] : stageSentences(diagnosis, facts, stakeSentence(diagnosis, told))),
      ),
      paragraph(
        ...(facts === null ? [] : asides(diagnosis, facts)),
        ...(unit?.jobIds.length === 0 ? [] : told.missing.map(lackedWords)),
      ),
    ].filter((p) => p.length > 0),
    evidence: inTime ? timeBars(diagnosis) : cause === null ? [] : stageBars(told),
    links: linksFor([unitPlace(diagnosis), ...told.readings.map((r) => r.place)], run.server.uiUrl),
  };
}

function title(diagnosis: Diagnosis, told: Told<SlowStageVerdict>): Paragraph {
  const { unit, view } = diagnosis;
  const noun = unitNoun(unit);
  const facts = told.facts;
  const target = facts?.target ?? null;
  const finding = facts?.unitFinding ?? null;
  if (finding !== null) return findingTitle(finding, noun);
  if (told.kind === 'too-few-tasks' && facts?.tooFewTasks != null)
    return say`${counted(facts.tooFewTasks.tasks, 'task')} for ${counted(facts.tooFewTasks.slots, 'core')}.`;
  if (told.kind === 'tiny-tasks' && facts?.tinyTasks != null)
    return say`${counted(facts.tinyTasks.tasks, 'task')} of ${duration(facts.tinyTasks.medianMs)} each.`;
  if (view === null || target === null) return say`${unit?.jobIds.length === 0 ? 'no job ran' : 'I could not tell'}.`;
  if (target.share >= OWNS) return say`stage ${target.stageId} owns the ${noun}${soFar(diagnosis)}.`;
  const longest = facts?.stages[0]?.stageId === target.stageId;
  if (target.share < LONG && longest && diagnosis.cause === null)
    return say`none is; the longest has ${percent(target.share)} of the ${noun}${soFar(diagnosis)}.`;
  return say`stage ${target.stageId} has ${percent(target.share)} of the ${noun}${soFar(diagnosis)}.`;
}

/** Sorted by duration: the stage that the other checks open, and what all others could give back. */
function stageSentences(diagnosis: Diagnosis, facts: Facts, stake: Paragraph | null): Paragraph[] {
  const { view, unit, stageIsTarget } = diagnosis;
  const { target } = facts;
  if (target === null || view === null) return [];
  const took = `${target.running ? 'has been running for' : 'took'} ${duration(target.wallMs)}${target.running ? ' so far' : ''}, ${percent(target.share)} of the ${unitNoun(unit)}`;
  if (!stageIsTarget) {
    return [
      say`The longest stage, ${stageAndWork(view, true)} ${took}; it is not at fault, and I read it in the other checks all the same.`,
    ];
  }
  const only = facts.stages.length === 1;
  return [
    say`${only ? 'The one stage that ran, ' : 'Sorted by duration, '}${stageAndWork(view, only)} ${took}.`,
    ...(facts.unitFinding?.kind === 'failed' ? [] : compared(facts, target, diagnosis.asked.stage !== undefined)),
    ...shapeSentences(facts, target),
    ...(stake === null ? [] : [stake]),
    decision(diagnosis, facts, target),
  ];
}

function compared(
  { stages, stageCount, topTwoShare }: Facts,
  target: NonNullable<Facts['target']>,
  asked: boolean,
): Paragraph[] {
  const longest = stages[0];
  const other = stages.find((s) => !isStage(s, target));
  if (longest === undefined || other === undefined) return [];
  const next = isStage(longest, target)
    ? say`The next, ${stageLabel(other)}, took ${duration(other.wallMs)}.`
    : asked
      ? say`${capital(stageLabel(longest))} took longer, ${duration(longest.wallMs)}.`
      : say`${capital(stageLabel(longest))} took longer, ${duration(longest.wallMs)}, but what I found in stage ${target.stageId} can give back more.`;
  // Few stages show their shares by themselves; many need to be told where the time lies (five-checks.md §1).
  return topTwoShare === null || stageCount < MANY_STAGES
    ? [next]
    : [next, say`The two longest of ${exact(stageCount)} hold ${percent(topTwoShare)} of the time in stages.`];
}

function isStage(one: Facts['stages'][number] | undefined, target: NonNullable<Facts['target']>): boolean {
  return one?.stageId === target.stageId && one.attemptId === target.attemptId;
}

/** From this many stages on, the share of the longest two is worth a sentence. Judgement. */
const MANY_STAGES = 6;

function shapeSentences(facts: Facts, target: NonNullable<Facts['target']>): Paragraph[] {
  const said: Paragraph[] = [];
  const waitTold = facts.unitFinding?.kind === 'waiting-for-executors';
  if (!waitTold && target.waitMs >= WAITED_MS && target.waitMs >= WAITED_SHARE * target.wallMs) {
    said.push(
      say`Stage ${target.stageId} had waited ${duration(target.waitMs)} for its first free core; I count from its first task.`,
    );
  }
  if (facts.tooFewTasks !== null) {
    const { tasks, slots, medianMs } = facts.tooFewTasks;
    said.push(
      tasks === 1
        ? say`Stage ${target.stageId} had one task where ${exact(slots)} could run at once, and it ran ${duration(medianMs)}.`
        : say`Stage ${target.stageId} had ${counted(tasks, 'task')} where ${exact(slots)} could run at once, and the median one ran ${duration(medianMs)}.`,
    );
  }
  if (facts.tinyTasks !== null) {
    const { tasks, medianMs, overheadShare } = facts.tinyTasks;
    said.push(
      say`Stage ${target.stageId} ran ${counted(tasks, 'task')}, the median one for ${duration(medianMs)}.`,
      say`${percent(overheadShare)} of the time they held a core was scheduling and start-up, not work.`,
    );
  }
  return said;
}

/** Each check ends in one: stay, or look elsewhere. */
function decision({ unit, run }: Diagnosis, facts: Facts, target: NonNullable<Facts['target']>): Paragraph {
  const below = say`Everything below reads stage ${target.stageId}.`;
  switch (facts.unitFinding?.kind) {
    case 'failed':
      return say`The other checks read stage ${target.stageId}${target.stageId === facts.unitFinding.stageId ? ' as far as it came' : ''}.`;
    case 'spread':
      return say`I read the longest, stage ${target.stageId}, in the other checks, with that caveat.`;
    case 'retried-stage':
    case 'driver-gap':
    case 'waiting-for-executors':
      return say`The other checks read stage ${target.stageId}.`;
    case undefined:
      break;
  }
  const stagesMissing = run.notRead.some((n) => n.part === 'stages' && n.reason === 'not-kept-by-server');
  // Of a stage that is not the longest, what the others could give back speaks against it.
  const longest = isStage(facts.stages[0], target);
  if (facts.othersMs === null || facts.othersMs <= 0 || facts.stages.length < 2 || stagesMissing || target.share < LONG)
    return below;
  if (!longest) return below;
  return say`If every other stage were free, the ${unitNoun(unit)} would be at most ${duration(facts.othersMs)} shorter, so everything below reads stage ${target.stageId}.`;
}
