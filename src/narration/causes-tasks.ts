import type { SkewVerdict } from '../diagnosis/checks/index.ts';
import type { Case, CauseWords, WordsOf } from './causes.ts';
import { allOf, ofMedian } from './compared.ts';
import { dataTimes, hotShare, readsInput } from './hot-data.ts';
import { executorName, keyWords, sharesHost } from './names.ts';
import { hotKeyQuery, pythonFunction, pythonNode } from './stage-work.ts';
import type { Paragraph } from './narration.ts';
import { capital, paragraph, plain, say, spark } from './say.ts';
import { amount, counted, duration, exact, multiple, spokenDuration } from './units.ts';

type Skew = SkewVerdict['facts'];

/** Causes of check 3: one task, or a few, hold the stage up. */
export const SKEW_WORDS: WordsOf<'skew', Skew> = {
  'data-skew': (one) => {
    const key = keyWords(one.facts.keys);
    const fromInput = readsInput(one.view);
    const slow = Math.max(1, one.facts.slow?.tasks.length ?? 1);
    const tasks = slow === 1 ? 'one task' : counted(slow, 'task');
    const more = hotShare(one.facts);
    return {
      headline: fromInput
        ? say`${slow === 1 ? 'One task' : counted(slow, 'task')} of ${one.where} got ${more}: the input comes in uneven pieces.`
        : say`${hotKey(key, slow)} ${slow === 1 ? 'holds' : 'hold'} ${one.where} up: data skew, ${more} in ${tasks}.`,
      because: paragraph(
        say`${fromInput ? 'uneven input' : say`skew${key === null ? '' : say` on ${key}`}`} is the cause: ${tasks} of ${one.where} took ${slow === 1 ? '' : 'up to '}${multiple(one.facts.ratio ?? 0)} times the median and had ${more}.`,
      ),
      notThis: notThisForSkew(one),
      askNext: fromInput
        ? say`which files or partitions did ${slow === 1 ? 'that task' : 'those tasks'} read, and why are they larger than the others?`
        : hotQuestion(one, key),
      expected: {
        ...stageExpected(one),
        skew: `under 2 times (${multiple(one.facts.ratio ?? 0)} now)`,
        gc: 'no red executor',
        spill: 'no spill columns',
      },
      spoken: {
        ...durationsSpoken(one),
        compared:
          one.facts.restsOn === 'unread-records'
            ? `What is left to read is ${multiple(dataTimes(one.facts))} times what the median task read.`
            : `The slow ${slow === 1 ? 'one' : 'ones'} read ${more}${more.startsWith('nearly') ? '' : ' of the median'}.`,
        meaning: fromInput
          ? 'So the input comes in uneven pieces; next I would find the large ones.'
          : `So it is the data${key === null ? '; next I would find the hot key' : `, ${slow === 1 ? 'one value' : 'a few values'} of ${plain(key)}; next I would find which`}.`,
      },
    };
  },

  'slow-node': (one) => {
    const machine = one.facts.slow?.slowMachine ?? null;
    const who = machine === null ? say`one executor` : executorName(machine.executorId, machine.host);
    const short = machine === null ? say`one executor` : executorName(machine.executorId, null);
    const slow = one.facts.slow?.tasks.length ?? 0;
    const alone = machine === null || !sharesHost(one.view, machine.host);
    return {
      headline: say`A slow ${alone ? 'machine' : 'executor'} holds ${one.where} up: tasks on ${who} take ${multiple(machine?.paceRatio ?? 0)} times as long as elsewhere.`,
      because: paragraph(
        say`${slow === 1 ? 'The slow task' : `${capital(allOf(slow))} slow tasks`} of ${one.where} ran on ${short}, with ordinary data.`,
        machine === null
          ? null
          : say`Its ${counted(machine.tasks, 'task')} took ${duration(machine.meanTaskMs)} each on average, against ${duration(machine.othersMeanTaskMs)} on the others.`,
      ),
      notThis: say`salting or repartitioning. The slow tasks had the same data as all the others.`,
      askNext: alone
        ? say`is that host slow in other applications too? Compare its tasks there, and look at its disk, its CPU and its network.`
        : say`what else ran beside that executor? Other executors share its host and kept their pace.`,
      expected: { ...stageExpected(one), skew: `under 2 times (${multiple(one.facts.ratio ?? 0)} now)` },
      spoken: {
        ...durationsSpoken(one),
        compared: `The slow ${slow === 1 ? 'one' : 'ones'} had ordinary data, and ${slow === 1 ? 'it' : 'they all'} ran on ${plain(short)}.`,
        meaning: alone
          ? 'So it is the machine, not the data; next I would see whether that host is slow elsewhere too.'
          : 'So it is that executor, not the data; next I would see what ran beside it.',
      },
    };
  },

  'uneven-work': (one) => {
    if (one.facts.cacheMix) return missedCache(one);
    const python = pythonFunction(pythonNode(one.view));
    const { slow } = one.facts;
    const tasks = slow?.tasks.length ?? 0;
    const executors = slow?.executors.length ?? 0;
    const read = slow?.recordRatio ?? slow?.byteRatio ?? null;
    const what = slow?.recordRatio == null ? 'bytes' : 'records';
    const them = tasks === 1 ? 'slow task' : `${exact(tasks)} slow tasks`;
    return {
      headline: say`${tasks === 1 ? 'One task' : counted(tasks, 'task')} of ${one.where} ${tasks === 1 ? 'needs' : 'need'} ${multiple(one.facts.ratio ?? 0)} times as long for the same data: some records cost more than others.`,
      because: paragraph(
        say`The ${them} of ${one.where} took up to ${multiple(one.facts.ratio ?? 0)} times the median${read === null ? '' : ` and read ${ofMedian(read, what)}`}.`,
        executors > 1 ? say`They ran on ${exact(executors)} executors, so no one machine explains them.` : null,
        python === null
          ? null
          : say`What differs is the work for a record, here in the Python function ${spark(python)}.`,
      ),
      notThis: say`more memory or a bigger cluster. The slow tasks have a core each already.`,
      askNext: say`which records are the expensive ones? Time the code on the input of ${slow?.tasks[0] === undefined ? 'a slow task' : `task ${slow.tasks[0].index}`} and of an ordinary one.`,
      expected: { ...stageExpected(one), skew: `under 2 times (${multiple(one.facts.ratio ?? 0)} now)` },
      spoken: {
        ...durationsSpoken(one),
        compared: `The slow ones read ${read === null ? 'no more than the median task' : ofMedian(read, what)}${executors > 1 ? `, on ${exact(executors)} executors` : ''}.`,
        meaning: 'So some records cost more work than others; next I would find out which.',
      },
    };
  },
};

/** Work differs because some tasks found their data in the cache and the slow ones did not (traps.md 18). */
function missedCache(one: Case<Skew>): CauseWords {
  const tasks = one.facts.slow?.tasks.length ?? 0;
  const who = tasks === 1 ? 'one task' : counted(tasks, 'task');
  const ratio = multiple(one.facts.ratio ?? 0);
  return {
    headline: say`${capital(who)} of ${one.where} missed the cache and took ${tasks === 1 ? '' : 'up to '}${ratio} times the median: what others had in memory was read or computed again.`,
    because: say`${who} of ${one.where} took ${tasks === 1 ? '' : 'up to '}${ratio} times the median. Part of the tasks read cached data, and ${tasks === 1 ? 'this one' : 'these'} read or computed it again: records and bytes of the slow ones say opposite things.`,
    notThis: say`salting a key or taking out a machine. What sets the slow tasks apart is the cache, not their rows.`,
    askNext: say`how much of it is cached? The Storage tab tells the share while the application runs.`,
    expected: { ...stageExpected(one), skew: `under 2 times (${ratio} now)` },
    spoken: {
      ...durationsSpoken(one),
      compared: 'The slow ones read or computed again what others had in the cache.',
      meaning: 'So a part of the data is not in the cache; next I would see how much of it is.',
    },
  };
}

function hotKey(key: Paragraph | null, slow: number): Paragraph {
  if (key === null) return slow === 1 ? say`One hot key` : say`A few hot keys`;
  return slow === 1 ? say`One hot ${key}` : say`A few hot values of ${key}`;
}

function stageExpected({ where, atStakeMs }: Case<Skew>): { 'slow-stage': string } {
  const less = atStakeMs === null ? '' : `, up to ${duration(atStakeMs)} less`;
  return { 'slow-stage': `${where} down to the pace of its other tasks${less}` };
}

function durationsSpoken({ facts }: Case<Skew>): Pick<CauseWords['spoken'], 'read' | 'rerun'> {
  const { runTime } = facts;
  return {
    read:
      runTime === null
        ? 'How long its tasks ran is not known.'
        : `Its median task ran ${spokenDuration(runTime.median)} and its slowest ${spokenDuration(runTime.max)}.`,
    rerun: 'no task above twice the median',
  };
}

function notThisForSkew({ facts, diagnosis, view }: Case<Skew>): Paragraph {
  const memoryTempts = diagnosis.checks?.some((c) => c.symptomOf === 'skew') ?? false;
  const records = facts.slowest[0]?.records ?? null;
  const one = facts.restsOn === 'records' && facts.slow?.tasks.length === 1 && records !== null;
  const rows = one ? `${amount(records)} rows` : facts.restsOn === 'bytes' ? 'data' : 'rows';
  if (memoryTempts) return say`more memory. The same ${rows} would sit in a bigger heap and take as long.`;
  if (readsInput(view)) return say`a bigger cluster. It helps only the tasks that had finished anyway.`;
  return say`more partitions or a bigger cluster. No partition count splits one key, and a bigger cluster helps only the tasks that had finished anyway.`;
}

function hotQuestion({ view, facts }: Case<Skew>, key: Paragraph | null): Paragraph {
  const query = view === null ? null : hotKeyQuery(view);
  const start = key === null ? say`which key value is it?` : say`which ${key} is it?`;
  const isNull = facts.likelyNullKey ? say` It may be NULL, for that join keeps rows without a key.` : say``;
  return query === null
    ? say`${start}${isNull} Count the rows by that key in what feeds the stage.`
    : say`${start}${isNull} ${query}`;
}
