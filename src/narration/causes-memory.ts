import type { GcVerdict, SpillVerdict } from '../diagnosis/checks/index.ts';
import type { Case, CauseWords, WordsOf } from './causes.ts';
import type { Paragraph } from './narration.ts';
import { allOf, asMuch, limitOf } from './compared.ts';
import { capital, code, paragraph, say } from './say.ts';
import { counted, duration, exact, percent, size } from './units.ts';

type Gc = GcVerdict['facts'];
type Spill = SpillVerdict['facts'];

/** Causes of check 4: what fills the heap of every executor. */
export const GC_WORDS: WordsOf<'gc', Gc> = {
  'gc-cache': (one) => ({
    headline: say`Cached data fills the heap: ${one.where} spends ${gcShare(one)} of its task time in collection.`,
    because: paragraph(
      redSentence(one),
      say`Cached data holds ${size(one.facts.storageUsedBytes ?? 0)} of ${size(one.facts.storageTotalBytes ?? 0)} of storage memory, ${percent(one.facts.storageShare ?? 0)}.`,
    ),
    notThis: say`a larger heap, or more partitions. The cache would fill a larger heap too, and more partitions do not shrink it.`,
    askNext: say`which cached data is read again after this point, and which is not? The Storage tab of a running application lists it.`,
    expected: gcExpected(one),
    spoken: {
      read: `Its tasks spent ${gcShare(one)} of their time in garbage collection.`,
      compared: `Cached data holds ${percent(one.facts.storageShare ?? 0)} of the storage memory.`,
      meaning: 'So the cache crowds the heap; next I would ask which of it is still read.',
      rerun: `no executor above ${redLimit(one)}`,
    },
  }),

  'gc-large-tasks': (one) => ({
    headline: say`Each task of ${one.where} holds too much at one time: ${gcShare(one)} of the task time goes into collection.`,
    because: paragraph(
      redSentence(one),
      say`The stage spilled as well${one.facts.storageShare === null ? '' : `, while the cache holds ${percent(one.facts.storageShare)} of storage memory`}: it is what the tasks hold.`,
    ),
    notThis: say`a larger heap as the first step. The pieces would stay as large, and the next growth of the data would fill it again.`,
    askNext: say`what does a task keep: all rows of a group, a whole partition, a large object for each row?`,
    expected: { ...gcExpected(one), spill: 'no spill columns' },
    spoken: {
      read: `Its tasks spent ${gcShare(one)} of their time in garbage collection.`,
      compared: 'They spilled as well, and the cache is nearly empty.',
      meaning: 'So each task holds too much at one time; next I would ask what it keeps.',
      rerun: `no executor above ${redLimit(one)}`,
    },
  }),

  'gc-churn': (one) => ({
    headline: say`${capital(one.where)} makes and drops objects for each row: ${gcShare(one)} of its task time goes into collection.`,
    because: paragraph(
      redSentence(one),
      say`Nothing spilled${one.facts.storageShare === null ? '' : `, and the cache holds ${percent(one.facts.storageShare)} of storage memory`}: what fills the heap is made for a row and dropped again.`,
    ),
    notThis: say`clearing caches or changing the partition count. Neither the cache nor the size of the pieces fills the heap.`,
    askNext: say`what does the code build for each row: collections, strings, parsed documents?`,
    expected: gcExpected(one),
    spoken: {
      read: `Its tasks spent ${gcShare(one)} of their time in garbage collection.`,
      compared: 'Nothing is cached to speak of, and nothing spilled.',
      meaning: 'So it is objects made for each row; next I would ask what the code builds.',
      rerun: `no executor above ${redLimit(one)}`,
    },
  }),
};

/** Causes of check 5: rows that did not fit into a task's memory. */
export const SPILL_WORDS: WordsOf<'spill', Spill> = {
  'spill-partitions': (one) => ({
    headline: say`${capital(one.where)} has too few partitions: every one of its ${counted(one.facts.taskCount, 'task')} spills.`,
    because: paragraph(evenSentence(one), roomSentence(one)),
    notThis: say`more memory as the first step. ${counted(one.facts.taskCount, 'piece')} that large will outgrow it again, and larger ones come with the next load.`,
    askNext: say`what sets the number of partitions: ${code('spark.sql.shuffle.partitions')}, a ${code('repartition')}, or adaptive execution joining them?`,
    expected: spillExpected(one),
    spoken: spillSpoken(one, 'So its pieces are too large; next I would ask what sets their number.'),
  }),

  'spill-scan': (one) => ({
    headline: say`The input splits of ${one.where} are too large: its tasks spill while they read.`,
    because: paragraph(evenSentence(one), roomSentence(one), say`The stage reads files and no shuffle.`),
    notThis: say`${code('spark.sql.shuffle.partitions')}. This stage reads no shuffle, so it would do nothing here.`,
    askNext: say`what does the stage hold while it reads, a sort or an aggregation inside each split?`,
    expected: spillExpected(one),
    spoken: spillSpoken(one, 'So its input splits are too large for a task; next I would look at the split size.'),
  }),

  'spill-memory': (one) => ({
    headline: say`The tasks of ${one.where} have too little room: every one spills, although the pieces are small.`,
    because: paragraph(evenSentence(one), roomSentence(one)),
    notThis: say`more partitions. At ${one.facts.partitionBytes === null ? 'this size' : size(one.facts.partitionBytes)} the pieces are small already.`,
    askNext: say`how many tasks share one heap, and is it the cores or the heap that was chosen for another job?`,
    expected: spillExpected(one),
    spoken: spillSpoken(one, 'So each task has too little room; next I would ask how many share the heap.'),
  }),
};

function gcShare({ facts }: Case<Gc>): string {
  return percent(facts.stageShare ?? facts.executors[0]?.share ?? 0);
}

/** Share of task time above which an executor is red, as the reading says. */
function redLimit({ readings }: Case<Gc>): string {
  return percent(limitOf(readings, 'executor-gc-share', 'stage-gc-share') ?? 0);
}

function redSentence({ facts, where }: Case<Gc>): Paragraph {
  const worst = facts.executors[0]?.share;
  if (worst === undefined || facts.executors.length < 2)
    return say`Collection takes ${percent(facts.stageShare ?? worst ?? 0)} of the task time in ${where}.`;
  const who =
    facts.redCount === facts.executors.length
      ? `${capital(allOf(facts.redCount))} executors`
      : `${exact(facts.redCount)} of ${counted(facts.executors.length, 'executor')}`;
  return say`${who} are red, with GC up to ${percent(worst)} of their task time, and ${where} itself is at ${percent(facts.stageShare ?? worst)}.`;
}

function gcExpected(one: Case<Gc>): { 'slow-stage': string; gc: string } {
  return {
    'slow-stage': `${one.where} up to ${duration(one.atStakeMs ?? 0)} shorter`,
    gc: `no executor above ${redLimit(one)} (${gcShare(one)} in ${one.where} now)`,
  };
}

function evenSentence({ facts, where }: Case<Spill>): Paragraph {
  const spilled = facts.memoryBytes ?? facts.diskBytes ?? 0;
  return facts.perTask === null
    ? say`${capital(where)} spilled ${size(spilled)}.`
    : say`${capital(where)} spilled ${size(spilled)}, evenly: ${size(facts.perTask.median)} in the median task and ${asMuch(facts.perTask)} in the largest.`;
}

function roomSentence({ facts }: Case<Spill>): Paragraph | null {
  if (facts.partitionBytes === null || facts.ceilingBytes === null) return null;
  return say`A task read ${size(facts.partitionBytes)} at the median and may hold ${size(facts.ceilingBytes)}.`;
}

function spillExpected(one: Case<Spill>): { 'slow-stage': string; spill: string } {
  return { 'slow-stage': `${one.where} up to ${duration(one.atStakeMs ?? 0)} shorter`, spill: 'no spill columns' };
}

function spillSpoken({ facts }: Case<Spill>, meaning: string): CauseWords['spoken'] {
  const room = facts.ceilingBytes === null ? '' : `, and may hold ${size(facts.ceilingBytes)}`;
  return {
    read: `Every task of it spills, ${size(facts.perTask?.median ?? facts.memoryBytes ?? 0)} at the median.`,
    compared:
      facts.partitionBytes === null
        ? 'How much a task reads is not recorded.'
        : `A task reads ${size(facts.partitionBytes)}${room}.`,
    meaning,
    rerun: 'no spill at all',
  };
}
