import type { SlowStageVerdict } from '../diagnosis/checks/index.ts';
import type { UnitFinding } from '../diagnosis/unit-findings.ts';
import { gapWords } from './account.ts';
import type { Case, WordsOf } from './causes.ts';
import { errorLine } from './clean.ts';
import { executorName } from './names.ts';
import { pythonFunction, pythonNode, stageWork } from './stage-work.ts';
import { capital, capitalised, code, enumerated, errorSpan, paragraph, plain, say, spark } from './say.ts';
import { counted, duration, exact, percent, spokenDuration } from './units.ts';

type SlowStage = SlowStageVerdict['facts'];

/** Causes of check 1: none of them is one slow stage among healthy tasks. */
export const SLOW_STAGE_WORDS: WordsOf<'slow-stage', SlowStage> = {
  failed: (one) => {
    const finding = found(one, 'failed');
    const error = finding?.reason ?? null;
    const where = finding?.stageId == null ? `job ${finding?.jobId ?? 0}` : `stage ${finding.stageId}`;
    return {
      headline:
        error === null
          ? say`${capital(where)} failed, and the ${one.noun} with it.`
          : say`${capital(where)} failed: ${errorSpan(error)}.`,
      because: paragraph(
        say`${capital(where)} failed${!finding?.failedTasks ? '' : ` after ${counted(finding.failedTasks, 'failed task attempt')}`}, and the ${one.noun} ended with it.`,
        error === null ? say`The server gives no reason.` : null,
      ),
      notThis:
        error !== null && isMemory(error)
          ? say`running it again as it is. The same task would ask for the same memory.`
          : say`running it again as it is, on more machines or with more memory. The error names neither.`,
      askNext:
        error !== null && isMemory(error)
          ? say`what does that task keep in memory at one time? The first failed task in the Tasks table of ${where} has the stack.`
          : say`which input makes that error? The first failed task in the Tasks table of ${where} has the whole stack.`,
      expected: { 'slow-stage': `${where} completes` },
      spoken: {
        read: `It failed in ${where}${!finding?.failedTasks ? '' : ` after ${counted(finding.failedTasks, 'failed task attempt')}`}.`,
        compared: error === null ? 'The server gives no reason for it.' : `The error is: ${errorLine(error)}.`,
        meaning: 'So the question is that error, not the speed; next I would open the first failed task.',
        rerun: 'that stage complete',
      },
    };
  },

  'retried-stage': (one) => {
    const finding = found(one, 'retried-stage');
    const lost = finding?.lostExecutors[0] ?? null;
    const who = lost === null ? null : executorName(lost.executorId, lost.host);
    // Only what had a further attempt ran again as a stage; elsewhere single tasks did.
    const whole = (finding?.stages ?? []).filter((s) => s.attempts > 1);
    const told = whole.length > 0 ? whole : (finding?.stages ?? []);
    const stages = told.map((s) => s.stageId);
    const noun = stages.length === 1 ? 'stage' : 'stages';
    const failedTasks = told.reduce((sum, s) => sum + s.lostTasks, 0);
    const killed = /\b137\b/.test(lost?.reason ?? '');
    return {
      headline: say`Work was done twice: ${whole.length > 0 ? '' : 'tasks of '}${noun} ${enumerated(stages)} ran again${who === null ? '' : say` after ${who} was lost`}.`,
      because: paragraph(
        say`${whole.length > 0 ? say`${capital(noun)} ${enumerated(stages)} had a second attempt` : say`${counted(failedTasks, 'task')} of ${noun} ${enumerated(stages)} failed and ran again`}, and ${duration(finding?.atStakeMs ?? 0)} of the ${one.noun} went into work that was lost or repeated.`,
        who === null ? null : say`${capitalised(who)} went away in that time, and its shuffle files with it.`,
      ),
      notThis:
        whole.length > 0
          ? say`tuning the stage that ran twice. Its second attempt did the same work and succeeded.`
          : say`tuning that stage. The tasks that ran again did the same work and succeeded.`,
      askNext:
        who === null
          ? say`why did the first attempt fail? The failure reason on the Stages tab has the whole text.`
          : say`why did ${who} go away? Its own log and the cluster manager know${killed ? say`; exit code ${code('137')} means that it was killed from outside, often for its memory` : ''}.`,
      expected: { 'slow-stage': `one attempt a stage, and up to ${duration(finding?.atStakeMs ?? 0)} less` },
      spoken: {
        read: `${spokenDuration(finding?.atStakeMs ?? 0)} of it went into attempts that were lost or repeated.`,
        compared: who === null ? 'No executor is listed as lost.' : `${capital(plain(who))} was lost meanwhile.`,
        meaning: 'So the work was done twice because it was lost once; next I would ask why.',
        rerun: 'one attempt for each stage',
      },
    };
  },

  'driver-gap': (one) => {
    const finding = found(one, 'driver-gap');
    const gap = finding?.gap;
    const gapMs = duration(gap?.durationMs ?? 0);
    return {
      headline: say`No stage is slow: for ${duration(finding?.driverMs ?? 0)} no task ran at all.`,
      because: paragraph(
        say`The driver worked alone for ${duration(finding?.driverMs ?? 0)}, ${percent(finding?.share ?? 0)} of the time after start-up; the longest stretch is ${gapMs}, ${gap === undefined ? '' : gapWords(gap)}.`,
        say`The stages together ran for ${duration(one.facts.time.tasksRunningMs)}.`,
      ),
      notThis: say`more executors or larger ones. They would have waited too: there was no task for them.`,
      askNext: say`what does the program do ${gap === undefined ? 'then' : gapWords(gap)}? A thread dump of the driver, or its log at that moment, tells.`,
      expected: { 'slow-stage': `the time without tasks down from ${duration(finding?.driverMs ?? 0)}` },
      spoken: {
        read: `For ${spokenDuration(finding?.driverMs ?? 0)} of it no task ran at all.`,
        compared: `The longest such stretch is ${spokenDuration(gap?.durationMs ?? 0)}, ${gap === undefined ? '' : gapWords(gap)}.`,
        meaning: 'So the driver is what it waits for, not a stage; next I would look at what the program does there.',
        rerun: 'that stretch gone or much shorter',
      },
    };
  },

  'waiting-for-executors': (one) => {
    const finding = found(one, 'waiting-for-executors');
    const waitMs = finding?.wait.durationMs ?? 0;
    const short = finding?.short ?? null;
    const dynamic = one.diagnosis.run.settings['spark.dynamicAllocation.enabled'] === 'true';
    return {
      headline: say`No stage is slow: the ${one.noun} waited ${duration(waitMs)} for executors.`,
      because: paragraph(
        finding?.wait.stageId == null
          ? say`The first executor came ${duration(waitMs)} after the application had started, and no work was submitted before.`
          : short !== null
            ? say`Stage ${finding.wait.stageId} began on ${exact(short.slots)} of ${exact(short.peak)} task slots, and the others came over ${duration(waitMs)}.`
            : say`Stage ${finding.wait.stageId} was submitted ${duration(waitMs)} before its first task started${finding.firstExecutorAfterMs === null ? '' : `; the first executor came ${duration(finding.firstExecutorAfterMs)} after the stage`}.`,
        short === null ? say`Tasks then ran for ${duration(one.facts.time.tasksRunningMs)} in all.` : null,
      ),
      notThis:
        short === null
          ? say`tuning the query. Its tasks are the smaller part.`
          : say`tuning the query. Its tasks ran as they should, few at a time.`,
      askNext: dynamic
        ? say`how long does the cluster take to give an executor, and how many are kept? ${code('spark.dynamicAllocation.minExecutors')} and the backlog time-out are on the Environment tab.`
        : say`why did the executors come so late: a full queue, slow machines, or a large image to load? The cluster manager’s log of those minutes tells.`,
      expected: { 'slow-stage': `the wait down from ${duration(waitMs)}` },
      spoken: {
        read:
          short === null
            ? `It waited ${spokenDuration(waitMs)} for its first ${finding?.wait.stageId == null ? 'executor' : 'task to start'}.`
            : `It began on ${exact(short.slots)} of ${exact(short.peak)} task slots, and the others came over ${spokenDuration(waitMs)}.`,
        compared: `Tasks ${short === null ? 'then ' : ''}ran for ${spokenDuration(one.facts.time.tasksRunningMs)} in all.`,
        meaning: 'So it waited for executors, not for work; next I would ask when they were requested.',
        rerun:
          short === null
            ? 'the first task soon after its stage is submitted'
            : 'all slots there from the first task on',
      },
    };
  },

  'too-few-tasks': (one) => {
    const few = one.facts.tooFewTasks;
    const tasks = few?.tasks ?? 0;
    const slots = few?.slots ?? 0;
    const idle = Math.max(0, slots - tasks);
    const readsShuffle = (one.view?.stage.shuffleReadRecords ?? 0) > 0;
    return {
      headline: say`${capital(one.where)} ran as ${counted(tasks, 'task')} where ${exact(slots)} could run at once.`,
      because: paragraph(
        say`${capital(one.where)} had ${counted(tasks, 'task')}, and ${tasks === 1 ? 'it' : 'the median one'} ran ${duration(few?.medianMs ?? 0)} while ${counted(idle, 'core')} had nothing to do.`,
        readsShuffle
          ? say`Something before it, a ${code('coalesce')}, one output file or one key, leaves it that few pieces.`
          : say`Something in its source, a file that can not be split or one JDBC partition, gives it that few pieces.`,
      ),
      notThis: say`a bigger cluster. ${counted(idle, 'core')} had nothing to do already.`,
      askNext: readsShuffle
        ? say`where do the pieces come from: a ${code('coalesce')} or ${code('repartition')} in the code, a single output file, or a setting?`
        : say`how many files are read, and can they be split? A gzip file can not.`,
      expected: {
        'slow-stage': `${one.where} with at least ${counted(slots, 'task')}, and up to ${duration(one.atStakeMs ?? 0)} shorter`,
        skew: 'a task list worth comparing',
      },
      spoken: {
        read: `It ran as ${counted(tasks, 'task')}${tasks === 1 ? '' : ', the median one'} for ${spokenDuration(few?.medianMs ?? 0)}.`,
        compared: `${exact(slots)} tasks could have run at once.`,
        meaning: `So ${counted(idle, 'core')} had nothing to do; next I would ask what makes so few pieces.`,
        rerun: `at least ${counted(slots, 'task')} in that stage`,
      },
    };
  },

  'tiny-tasks': (one) => {
    const tiny = one.facts.tinyTasks;
    return {
      headline: say`${capital(one.where)} is ${counted(tiny?.tasks ?? 0, 'tiny task')}: handing them out costs more than the work.`,
      because: paragraph(
        say`The median of ${counted(tiny?.tasks ?? 0, 'task')} lasted ${duration(tiny?.medianMs ?? 0)}, and ${percent(tiny?.overheadShare ?? 0)} of the time they held a core was scheduling and start-up.`,
      ),
      notThis: say`more executors. Each task still has to be handed out one by one, by one driver.`,
      askNext: say`what decides the number of tasks: the partitions of the data, many small files, or a ${code('repartition')}?`,
      expected: {
        'slow-stage': `${one.where} with far fewer tasks of some seconds each, and up to ${duration(one.atStakeMs ?? 0)} shorter`,
      },
      spoken: {
        read: `It ran ${counted(tiny?.tasks ?? 0, 'task')}, the median one for ${spokenDuration(tiny?.medianMs ?? 0)}.`,
        compared: `${percent(tiny?.overheadShare ?? 0)} of the time they held a core was scheduling and start-up.`,
        meaning: 'So handing tasks out costs more than the work; next I would ask what decides their number.',
        rerun: 'far fewer tasks of some seconds each',
      },
    };
  },

  spread: (one) => {
    const finding = found(one, 'spread');
    const python = pythonFunction(pythonNode(one.view));
    const work = one.view === null ? null : stageWork(one.view);
    return {
      headline: say`No stage stands out: ${exact(finding?.stageCount ?? 0)} of them take about ${duration(finding?.typicalMs ?? 0)} each.`,
      because: paragraph(
        say`The longest of ${counted(finding?.stageCount ?? 0, 'stage')} holds ${percent(finding?.largestShare ?? 0)} of the stage time, so the cause is something that each of them repeats.`,
        python !== null
          ? say`The one I opened calls the Python function ${spark(python)} on each row.`
          : work === null
            ? null
            : say`The one I opened does ${work}.`,
      ),
      notThis: say`tuning one of the stages. The longest could give back ${percent(finding?.largestShare ?? 0)} at most.`,
      askNext: say`what does each stage do again: the same scan, the same function on each row, the same shuffle?`,
      expected: { 'slow-stage': `each stage shorter than its ${duration(finding?.typicalMs ?? 0)} now` },
      spoken: {
        read: `Its time lies in ${counted(finding?.stageCount ?? 0, 'stage')} of about ${spokenDuration(finding?.typicalMs ?? 0)} each.`,
        compared: `The longest holds ${percent(finding?.largestShare ?? 0)} of it.`,
        meaning: 'So something slow is repeated in each stage; next I would look for what they share.',
        rerun: 'each of those stages shorter',
      },
    };
  },
};

function found<K extends UnitFinding['kind']>(one: Case<SlowStage>, kind: K): Extract<UnitFinding, { kind: K }> | null {
  const { unitFinding } = one.facts;
  return unitFinding !== null && isOf(unitFinding, kind) ? unitFinding : null;
}

function isOf<K extends UnitFinding['kind']>(
  finding: UnitFinding,
  kind: K,
): finding is Extract<UnitFinding, { kind: K }> {
  return finding.kind === kind;
}

/** Errors that say the heap or the container was too small for the task. */
export function isMemory(error: string): boolean {
  return /OutOfMemory|heap space|GC overhead|memory limit|exit(ed with)? code:? ?137|Container killed/i.test(error);
}
