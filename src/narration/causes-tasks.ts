import type { SkewVerdict } from '../diagnosis/checks/index.ts';
import type { Case, WordsOf } from './causes.ts';
import { executorName, hotKeyQuery, keyWords, pythonFunction, pythonNode } from './names.ts';
import type { Paragraph } from './narration.ts';
import { allOf, ofMedian } from './compared.ts';
import { capital, paragraph, plain, say, spark } from './say.ts';
import { amount, counted, duration, exact, multiple, spokenDuration } from './units.ts';

type Skew = SkewVerdict['facts'];

/** Causes of check 3: one task, or a few, hold the stage up. */
export const SKEW_WORDS: WordsOf<'skew', Skew> = {
  'data-skew': (one) => {
    const key = keyWords(one.facts.keys);
    const times = dataTimes(one.facts);
    const what = one.facts.restsOn === 'bytes' ? 'data' : 'rows';
    const slow = Math.max(1, one.facts.slow?.tasks.length ?? 1);
    const task = slow === 1 ? 'one task' : counted(slow, 'task');
    return {
      headline: say`${key === null ? 'One hot key' : slow === 1 ? say`One hot ${key}` : say`A few hot values of ${key}`} ${slow === 1 ? 'holds' : 'hold'} ${one.where} up: data skew, ${multiple(times)} times the ${what} in ${task}.`,
      because: paragraph(
        say`Skew${key === null ? '' : say` on ${key}`} is the cause: ${task} of ${one.where} took ${multiple(one.facts.ratio ?? 0)} times the median and had ${multiple(times)} times the ${what}.`,
      ),
      notThis: notThisForSkew(one, what),
      askNext: hotQuestion(one, key),
      expected: {
        'slow-stage': `${one.where} down to the pace of its other tasks, up to ${duration(one.atStakeMs ?? 0)} less`,
        skew: `under 2 times (${multiple(one.facts.ratio ?? 0)} now)`,
        gc: 'no red executor',
        spill: 'no spill columns',
      },
      spoken: {
        read: `Its median task ran ${spokenDuration(one.facts.runTime?.median ?? 0)} and its slowest ${spokenDuration(one.facts.runTime?.max ?? 0)}.`,
        compared:
          one.facts.restsOn === 'unread-records'
            ? `What is left to read is ${multiple(times)} times what the median task read.`
            : `The slow ${slow === 1 ? 'one' : 'ones'} read ${multiple(times)} times the ${what} of the median.`,
        meaning: `So it is the data${key === null ? '' : `, one value of ${plain(key)}`}; next I would find which one.`,
        rerun: 'no task above twice the median',
      },
    };
  },

  'slow-node': (one) => {
    const machine = one.facts.slow?.slowMachine ?? null;
    const who = machine === null ? say`one executor` : executorName(machine.executorId, machine.host);
    const short = machine === null ? say`one executor` : executorName(machine.executorId, null);
    const slow = one.facts.slow?.tasks.length ?? 0;
    return {
      headline: say`A slow machine holds ${one.where} up: tasks on ${who} take ${multiple(machine?.paceRatio ?? 0)} times as long as elsewhere.`,
      because: paragraph(
        say`${slow === 1 ? 'The slow task' : `${capital(allOf(slow))} slow tasks`} of ${one.where} ran on ${short}, with ordinary data.`,
        machine === null
          ? null
          : say`Its ${counted(machine.tasks, 'task')} took ${duration(machine.meanTaskMs)} each on average, against ${duration(machine.othersMeanTaskMs)} on the others.`,
      ),
      notThis: say`salting or repartitioning. The slow tasks had the same data as all the others.`,
      askNext: say`is that host slow in other applications too? Compare its tasks there, and look at its disk, its CPU and its network.`,
      expected: {
        'slow-stage': `${one.where} up to ${duration(one.atStakeMs ?? 0)} shorter`,
        skew: `under 2 times (${multiple(one.facts.ratio ?? 0)} now)`,
      },
      spoken: {
        read: `Its median task ran ${spokenDuration(one.facts.runTime?.median ?? 0)} and its slowest ${spokenDuration(one.facts.runTime?.max ?? 0)}.`,
        compared: `The slow ones had ordinary data, and they all ran on ${plain(short)}.`,
        meaning: 'So it is the machine, not the data; next I would see whether that host is slow elsewhere too.',
        rerun: 'no task above twice the median',
      },
    };
  },

  'uneven-work': (one) => {
    const python = pythonFunction(pythonNode(one.view));
    const { slow } = one.facts;
    const tasks = slow?.tasks.length ?? 0;
    const read = slow?.recordRatio ?? slow?.byteRatio ?? null;
    return {
      headline: say`${tasks === 1 ? 'One task' : counted(tasks, 'task')} of ${one.where} ${tasks === 1 ? 'needs' : 'need'} ${multiple(one.facts.ratio ?? 0)} times as long for the same data: some records cost more than others.`,
      because: paragraph(
        say`The ${tasks === 1 ? 'slow task' : `${exact(tasks)} slow tasks`} of ${one.where} took up to ${multiple(one.facts.ratio ?? 0)} times the median${read === null ? '' : ` and read ${ofMedian(read, slow?.recordRatio == null ? 'bytes' : 'records')}`}.`,
        (slow?.executors.length ?? 0) > 1
          ? say`They ran on ${exact(slow?.executors.length ?? 0)} executors, so no one machine explains them.`
          : null,
        python === null
          ? null
          : say`What differs is the work for a record, here in the Python function ${spark(python)}.`,
      ),
      notThis: say`more memory or a bigger cluster. The slow tasks have a core each already.`,
      askNext: say`which records are the expensive ones? Time the code on the input of ${slow?.tasks[0] === undefined ? 'a slow task' : `task ${slow.tasks[0].index}`} and of an ordinary one.`,
      expected: {
        'slow-stage': `${one.where} up to ${duration(one.atStakeMs ?? 0)} shorter`,
        skew: `under 2 times (${multiple(one.facts.ratio ?? 0)} now)`,
      },
      spoken: {
        read: `Its median task ran ${spokenDuration(one.facts.runTime?.median ?? 0)} and its slowest ${spokenDuration(one.facts.runTime?.max ?? 0)}.`,
        compared: `The slow ones read ${read === null ? 'no more than the median task' : ofMedian(read, slow?.recordRatio == null ? 'bytes' : 'records')}${(slow?.executors.length ?? 0) > 1 ? `, on ${exact(slow?.executors.length ?? 0)} executors` : ''}.`,
        meaning: 'So some records cost more work than others; next I would find out which.',
        rerun: 'no task above twice the median',
      },
    };
  },
};

/** How many times the median's data the slow tasks had, by the reading that the verdict rests on. */
function dataTimes({ restsOn, slow, unread }: Skew): number {
  if (restsOn === 'unread-records') return unread?.ratio ?? 0;
  return (restsOn === 'bytes' ? slow?.byteRatio : slow?.recordRatio) ?? 0;
}

function notThisForSkew({ facts, diagnosis }: Case<Skew>, what: string): Paragraph {
  const memoryTempts = diagnosis.checks?.some((c) => c.symptomOf === 'skew') ?? false;
  const records = facts.slowest[0]?.records ?? null;
  const rows =
    facts.restsOn === 'records' && facts.slow?.tasks.length === 1 && records !== null
      ? `${amount(records)} rows`
      : what === 'rows'
        ? 'rows'
        : 'data';
  return memoryTempts
    ? say`more memory. The same ${rows} would sit in a bigger heap and take as long.`
    : say`more partitions or a bigger cluster. No partition count splits one key, and a bigger cluster helps only the tasks that had finished anyway.`;
}

function hotQuestion({ view, facts }: Case<Skew>, key: Paragraph | null): Paragraph {
  const query = view === null ? null : hotKeyQuery(view);
  const start = key === null ? say`which key value is it?` : say`which ${key} is it?`;
  const isNull = facts.likelyNullKey ? say` It may be NULL, for that join keeps rows without a key.` : say``;
  return query === null
    ? say`${start}${isNull} Count the rows by that key in what feeds the stage.`
    : say`${start}${isNull} ${query}`;
}
