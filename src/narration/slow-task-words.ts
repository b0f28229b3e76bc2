import type { SkewVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import type { KindOf } from '../diagnosis/vocabulary.ts';
import { allOf, asLong, ofMedian } from './compared.ts';
import { executorLabels, executorName, keyWords, sharesHost, taskNames } from './names.ts';
import { pythonFunction, pythonNode } from './stage-work.ts';
import type { Paragraph } from './narration.ts';
import { capital, say, spark } from './say.ts';
import { amount, counted, duration, exact, multiple, quotient, size } from './units.ts';

type Facts = NonNullable<Told<SkewVerdict>['facts']>;

/** Time that grew this much more than the data is told as such. Judgement. */
const FASTER = 2.5;

/** What tells data, machine and work apart in the slow tasks; each claim with its two readings. */
export function slowTaskSentences(diagnosis: Diagnosis, facts: Facts, kind: KindOf<'skew'> | null): Paragraph[] {
  const said = (sentences: (Paragraph | null)[]) => sentences.filter((s) => s !== null);
  switch (facts.pattern) {
    case 'data':
      return said([...dataSentences(facts), whyOneTask(diagnosis, facts), killed(diagnosis)]);
    case 'machine':
      return said([ordinaryOrNot(facts), ...machineSentences(diagnosis, facts), killed(diagnosis)]);
    case 'work':
      if (facts.cacheMix) return said([...missedCache(facts), whereSlow(facts), killed(diagnosis)]);
      return said([
        ordinaryOrNot(facts),
        whereSlow(facts),
        ...workSentences(diagnosis, facts, kind),
        killed(diagnosis),
      ]);
    case 'warm-up':
      return [warmUp()];
    case 'unclear':
      return said([ordinaryOrNot(facts), whereSlow(facts), killed(diagnosis)]);
    case 'even':
    case 'little-at-stake':
      return said([facts.slow?.warmUp === true ? warmUp() : null, adaptive(facts)]);
    case 'one-task':
    case 'unknown':
      return [];
  }
}

function warmUp(): Paragraph {
  return say`The slow ones are the first tasks of their executors, and their data is ordinary: workers and classes were still coming up.`;
}

function dataSentences(facts: Facts): (Paragraph | null)[] {
  const { slow, records, bytes, restsOn, unread, ratio } = facts;
  if (restsOn === 'unread-records' && unread !== null) {
    const left = unread.tasks === 1 ? 'one task is' : `${counted(unread.tasks, 'task')} are`;
    return [
      say`The finished tasks read ${amount(records?.median ?? 0)} records at the median.`,
      say`${amount(unread.records)} records that were written for this stage have not been read yet, and ${left} left to read them: ${multiple(unread.ratio)} times the median${unread.tasks === 1 ? '' : ' each'}.`,
      say`A long run and many rows left agree: this is the data, not the machine.`,
    ];
  }
  const tasks = slow?.tasks ?? [];
  const byBytes = restsOn === 'bytes';
  const times = byBytes ? slow?.byteRatio : slow?.recordRatio;
  const first = tasks[0];
  if (first === undefined || times == null) return [];
  const value = slowestValue(facts, byBytes);
  const typical = byBytes ? bytes?.median : records?.median;
  const show = (n: number) => (byBytes ? size(n) : amount(n));
  const what = byBytes ? 'bytes' : 'rows';
  const some = (typical ?? 0) <= 0;
  return [
    some && typical !== undefined
      ? say`The slow ${tasks.length === 1 ? 'one' : 'ones'}, ${taskNames(tasks.map((t) => t.index))}, read nearly all there is: the median task read nothing.`
      : tasks.length > 1
        ? say`The slow ones, ${taskNames(tasks.map((t) => t.index))}, read ${ofMedian(times, what)}.`
        : value === null || typical == null
          ? say`That task, index ${first.index}, read ${ofMedian(times, what)}.`
          : say`That task, index ${first.index}, read ${show(value)}${byBytes ? '' : ' records'} where the median read ${show(typical)}: ${multiple(times)} times.`,
    byBytes ? say`Records do not show it here: they travel in batches or differ in size.` : null,
    // Work that grows with the square of a group is still the group's (traps.md 10).
    (ratio ?? 0) > FASTER * times
      ? say`Time grew even faster than ${what}, as work does that grows with the size of a group: this is the data, not the machine.`
      : say`Time and ${what} grew together, so this is the data, not the machine.`,
  ];
}

/** Rows or bytes of the slowest task, where the list says. */
function slowestValue({ slow, slowest }: Facts, byBytes: boolean): number | null {
  const task = slow?.tasks[0];
  if (task === undefined) return null;
  if (byBytes) return (task.shuffleReadBytes ?? 0) > 0 ? task.shuffleReadBytes : task.inputBytes;
  return slowest.find((t) => t.index === task.index)?.records ?? null;
}

/** Why the rows of one key stay together, and what adaptive execution did about it. */
function whyOneTask({ view }: Diagnosis, facts: Facts): Paragraph {
  const operation = facts.operation ?? '';
  const key = keyWords(facts.keys);
  const ofKey = key === null ? say`a key` : say`one ${key}`;
  if (facts.adaptiveSplit !== null && facts.adaptiveSplit > 0) {
    return say`Adaptive execution split ${counted(facts.adaptiveSplit, 'partition')}, and this is what is left.`;
  }
  if (/Join/.test(operation)) {
    return facts.likelyNullKey
      ? say`All rows of ${ofKey} go to one task, those whose key is NULL among them, for an outer join keeps them.`
      : say`All rows of ${ofKey} go to one task, and adaptive execution did not split it.`;
  }
  if (/Window/.test(operation))
    return say`A window needs all rows of ${ofKey} in one task, and adaptive execution does not split that.`;
  if (/Aggregate|Group/.test(operation))
    return say`Grouping needs all rows of ${ofKey} in one task, and adaptive execution does not split that.`;
  return (view?.stage.shuffleReadRecords ?? 0) > 0
    ? say`All rows of ${ofKey} go to one task of a shuffle.`
    : say`It was given one large piece of the input.`;
}

function machineSentences({ view }: Diagnosis, facts: Facts): Paragraph[] {
  const machine = facts.slow?.slowMachine ?? null;
  if (machine === null) return [];
  const slow = facts.slow?.tasks.length ?? 0;
  const who = slow === 1 ? 'The slow task' : `${capital(allOf(slow))} slow ones`;
  const tasks = machine.tasks === 1 ? 'its one task took' : `its ${counted(machine.tasks, 'task')} took`;
  return [
    say`${who} ran on ${executorName(machine.executorId, machine.host)}: ${tasks} ${duration(machine.meanTaskMs)}${machine.tasks === 1 ? '' : ' each on average'}, against ${duration(machine.othersMeanTaskMs)} on the others, ${asLong(machine.paceRatio)}.`,
    sharesHost(view, machine.host)
      ? say`Ordinary data and one slow executor: this is that executor, not the data; others on its host kept their pace.`
      : say`Ordinary data and one slow executor: this is the machine, not the data.`,
  ];
}

function workSentences({ view }: Diagnosis, facts: Facts, kind: KindOf<'skew'> | null): (Paragraph | null)[] {
  const python = pythonFunction(pythonNode(view));
  const apart = (facts.slow?.executors.length ?? 0) > 1;
  return [
    kind === 'uneven-work' && apart
      ? say`Neither their data nor one machine explains them, so the work for each record differs.`
      : say`Their data does not explain it${apart ? ', nor does one machine' : ''}.`,
    kind !== 'uneven-work' || python === null
      ? null
      : say`The stage calls the Python function ${spark(python)} on each row.`,
  ];
}

/** A hit counts batches and the size of its blocks, a miss the rows and bytes that it reads again (traps.md 18). */
function missedCache({ slow }: Facts): Paragraph[] {
  if (slow?.recordRatio == null || slow.byteRatio === null) return [];
  const they = slow.tasks.length === 1 ? 'the slow one' : `the ${exact(slow.tasks.length)} slow ones`;
  return [
    say`Part of the tasks read cached data, and ${they} read or computed it again.`,
    say`Records and bytes say opposite things, which is how that looks: ${quotient(slow.recordRatio)} times the records of the median task, and ${quotient(slow.byteRatio)} times its bytes.`,
  ];
}

/** How the data of the slow tasks compares with the median's. */
function ordinaryOrNot({ slow }: Facts): Paragraph | null {
  if (slow === null || slow.tasks.length === 0) return null;
  const read = slow.recordRatio ?? slow.byteRatio;
  if (read === null) return null;
  const who = slow.tasks.length === 1 ? 'slow task' : `${exact(slow.tasks.length)} slow tasks`;
  return say`The ${who} read ${ofMedian(read, slow.recordRatio === null ? 'bytes' : 'records')}.`;
}

function whereSlow({ slow }: Facts): Paragraph | null {
  if (slow === null || slow.executors.length === 0) return null;
  const [first] = slow.executors;
  if (slow.executors.length === 1 && first !== undefined) {
    const who = slow.tasks.length === 1 ? 'It' : `${capital(allOf(slow.tasks.length))} of them`;
    return say`${who.replace('Both of them', 'Both')} ran on ${executorName(first, null)}.`;
  }
  return say`They ran on ${exact(slow.executors.length)} executors: ${executorLabels(slow.executors)}.`;
}

function adaptive({ adaptiveSplit }: Facts): Paragraph | null {
  if (adaptiveSplit === null || adaptiveSplit <= 0) return null;
  return say`Adaptive execution had split ${counted(adaptiveSplit, 'large partition')} of the join into pieces.`;
}

/** Killed copies of speculation are no stragglers (traps.md 17). */
function killed({ view }: Diagnosis): Paragraph | null {
  const copies = view?.stage.killedTasks ?? 0;
  if (copies === 0) return null;
  return say`${counted(copies, 'killed task attempt')} ${copies === 1 ? 'is' : 'are'} left out of this.`;
}
