import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { StageView } from '../diagnosis/stage-view.ts';
import type { AnyVerdict } from '../diagnosis/checks/index.ts';
import type { Lever } from '../diagnosis/vocabulary.ts';
import { gapWords } from './account.ts';
import { isMemory } from './causes-work.ts';
import { readsInput } from './hot-data.ts';
import { executorName, keyOr, keyWords } from './names.ts';
import { pythonFunction, pythonNode, shortTable } from './stage-work.ts';
import type { Paragraph } from './narration.ts';
import { code, errorSpan, paragraph, say, spark } from './say.ts';
import { duration, exact, size } from './units.ts';

/** A finding to change something about, with the stage it was seen on. */
export interface Change {
  lever: Lever;
  verdict: AnyVerdict;
  view: StageView | null;
}

/** The one change to make first; `null` where there is a question to answer instead. */
export function firstChange(diagnosis: Diagnosis): Paragraph | null {
  const { lever, causeVerdict: verdict, view } = diagnosis;
  return verdict === null || lever === 'none' ? null : LEVER_WORDS[lever]({ lever, verdict, view });
}

/** The same in a few words, for a finding told after the cause. */
export function shortChange(lever: Lever, view: StageView | null): string {
  return lever === 'salt-or-isolate-key' && readsInput(view) ? 'cut the input into even pieces' : SHORT[lever];
}

const SHORT: Record<Lever, string> = {
  'salt-or-isolate-key': 'salt the hot key or take it out',
  'filter-null-key': 'take the rows without a key out before the join',
  'broadcast-small-side': 'broadcast the small side',
  'deduplicate-join-side': 'make the key unique on one side',
  'aggregate-before-explode': 'aggregate or filter before the explode',
  'reduce-by-key-or-combine': 'use an aggregate that combines before the shuffle',
  'reuse-or-cache-shuffle': 'shuffle once and reuse it',
  'more-shuffle-partitions': 'raise the number of shuffle partitions',
  'smaller-input-splits': 'make the input splits smaller',
  'more-tasks': 'let that stage run in more tasks',
  'fewer-larger-tasks': 'make its tasks fewer and larger',
  'unpersist-cache': 'unpersist what is no longer read',
  'fewer-cores-per-executor': 'run fewer tasks at once on the same heap',
  'more-heap': 'give the executors a larger heap',
  'replace-node': 'take that machine out',
  'fix-driver-work': 'move the driver’s work into tasks or do without it',
  'more-executors-sooner': 'have executors there earlier',
  'fix-failure': 'fix the error',
  'stabilise-executors': 'find out why executors go away',
  'speed-up-row-code': 'make the code for each row cheaper',
  none: 'answer the open question first',
};

const LEVER_WORDS: Record<Exclude<Lever, 'none'>, (change: Change) => Paragraph> = {
  'salt-or-isolate-key': ({ verdict, view }) => {
    const key = verdict.check === 'skew' ? keyWords(verdict.facts.keys) : null;
    const isJoin = verdict.check === 'skew' && /Join/.test(verdict.facts.operation ?? '');
    const runTime = verdict.check === 'skew' ? verdict.facts.runTime : null;
    if (readsInput(view))
      return say`cut the input into even pieces: split or merge the files, or ${code('repartition')} right after the read.`;
    return paragraph(
      isJoin
        ? say`salt the hot ${key ?? 'key'} (a random suffix on the large side, the other side repeated for each suffix), or take the hot value out and join it on its own.`
        : say`salt the hot ${key ?? 'key'}, or take it out and process it on its own.`,
      runTime === null || view?.stage.status === 'active'
        ? null
        : say`Three quarters of the tasks ran ${duration(runTime.p75)} or less; with the key spread, no task has a reason to take longer.`,
    );
  },
  'filter-null-key': ({ verdict }) => {
    const key = verdict.check === 'skew' ? keyWords(verdict.facts.keys) : null;
    return paragraph(
      say`take the rows whose ${key ?? 'key'} is NULL out before the join, and add them again after it.`,
      say`They match nothing, so the join does nothing for them; the slow task has far more rows than bytes, which is how rows without a key look.`,
    );
  },
  'broadcast-small-side': ({ verdict }) => {
    const excess = verdict.check === 'shuffle-volume' ? verdict.facts.excess : null;
    const small = excess?.kind === 'missed-broadcast' ? excess : null;
    return small?.thresholdIsOff === true
      ? say`broadcast the small side (${size(small.smallBytes)}): set ${code('spark.sql.autoBroadcastJoinThreshold')} back to ${size(small.thresholdBytes)}, or name it in a ${code('broadcast(…)')} hint.`
      : say`broadcast the small side${small === null ? '' : ` (${size(small.smallBytes)})`} with a ${code('broadcast(…)')} hint.`;
  },
  'deduplicate-join-side': ({ verdict }) => {
    const excess = verdict.check === 'shuffle-volume' ? verdict.facts.excess : null;
    const keys = excess?.kind === 'rows-multiplied-join' ? excess.keys : [];
    return say`make ${keyOr(keys, 'the join key')} unique on the side that should hold it once, before the join: keep the row that is meant, or aggregate to one row a key.`;
  },
  'aggregate-before-explode': ({ verdict }) => {
    const excess = verdict.check === 'shuffle-volume' ? verdict.facts.excess : null;
    const keys = excess?.kind === 'rows-multiplied-explode' ? excess.keys : [];
    return say`aggregate or filter before the explode of ${keyOr(keys, 'the array')}, drop the columns that need not be repeated, and explode what is left.`;
  },
  'reduce-by-key-or-combine': ({ verdict }) => {
    const excess = verdict.check === 'shuffle-volume' ? verdict.facts.excess : null;
    const node = excess?.kind === 'combine-not-happening' && /Python|Pandas/.test(excess.node) ? excess.node : null;
    return say`${node === null ? 'use' : say`replace ${spark(node)} by`} an aggregate that combines in the map tasks: built-in functions, or ${code('reduceByKey')} and ${code('aggregateByKey')} on RDDs.`;
  },
  'reuse-or-cache-shuffle': ({ verdict }) => {
    const excess = verdict.check === 'shuffle-volume' ? verdict.facts.excess : null;
    const keys = excess?.kind === 'repeated-exchange' ? excess.keys : [];
    const table = excess?.kind === 'repeated-exchange' && excess.table !== null ? shortTable(excess.table) : null;
    return say`shuffle ${table === null ? 'the rows' : spark(table)} by ${keyOr(keys, 'those columns')} once: build all parts in one grouping, or repartition once, keep the result and read it from there.`;
  },
  'more-shuffle-partitions': ({ verdict, view }) => morePartitions(verdict, view),
  'smaller-input-splits': ({ verdict, view }) => {
    const set = view?.run.settings['spark.sql.files.maxPartitionBytes'];
    const room = verdict.check === 'spill' ? verdict.facts.ceilingBytes : null;
    return paragraph(
      say`lower ${code('spark.sql.files.maxPartitionBytes')}${set === undefined ? '' : say` (${spark(set)} now)`}, so that a task reads less at one time.`,
      room === null ? null : say`A task may hold ${size(room)}, and what it reads grows when it is unpacked.`,
    );
  },
  'more-tasks': ({ view }) =>
    (view?.stage.shuffleReadRecords ?? 0) > 0
      ? say`let that stage run in more pieces: leave out the ${code('coalesce')} or do the slow step before it, and join the output files afterwards if there must be one.`
      : say`let the input be read in more pieces: a format that can be split, more files, more JDBC partitions, or a ${code('repartition')} right after the read.`,
  'fewer-larger-tasks': () =>
    say`give each task more to do, some seconds at least: larger input splits, fewer partitions, or a ${code('coalesce')} before the stage.`,
  'unpersist-cache': () => say`call ${code('unpersist()')} on what is cached and no longer read, before this stage.`,
  'fewer-cores-per-executor': ({ verdict, view }) => {
    const slots = verdict.check === 'spill' ? verdict.facts.slotsPerExecutor : coresOf(view);
    return say`run fewer tasks at once on the same heap: lower ${code('spark.executor.cores')}${slots === null ? '' : ` (${exact(slots)} now)`}, so that each has more room.`;
  },
  'more-heap': ({ verdict }) => {
    if (verdict.check === 'skew' && verdict.facts.cacheMix)
      return say`give the cache room: raise ${code('spark.executor.memory')}, cache fewer columns, or keep on disk what does not fit (${code('MEMORY_AND_DISK')}), so that no task computes it again.`;
    return say`raise ${code('spark.executor.memory')}: there is one task a heap already, and it does not fit.`;
  },
  'replace-node': ({ verdict, view }) => {
    const machine = verdict.check === 'skew' ? (verdict.facts.slow?.slowMachine ?? null) : null;
    return paragraph(
      say`take ${machine === null ? 'that machine' : executorName(machine.executorId, machine.host)} out of the pool and report it.`,
      stopGap(view),
    );
  },
  'fix-driver-work': ({ verdict }) => {
    const finding = verdict.check === 'slow-stage' ? verdict.facts.unitFinding : null;
    const gap = finding?.kind === 'driver-gap' ? finding.gap : null;
    return say`look at what the program does ${gap === null ? 'while no task runs' : gapWords(gap)}, and move it into tasks, do it once for all, or do it while tasks run.`;
  },
  'more-executors-sooner': ({ view }) =>
    view?.run.settings['spark.dynamicAllocation.enabled'] === 'true'
      ? say`keep some executors ready: ${code('spark.dynamicAllocation.minExecutors')} or ${code('initialExecutors')} above zero, and a shorter ${code('schedulerBacklogTimeout')}.`
      : say`have the executors up before the work is submitted: ask for them earlier, or free the queue or the machines they wait for.`,
  'fix-failure': ({ verdict }) => {
    const finding = verdict.check === 'slow-stage' ? verdict.facts.unitFinding : null;
    const reason = finding?.kind === 'failed' ? finding.reason : null;
    if (reason === null) return say`find the reason in the log of the driver; the server has none.`;
    return isMemory(reason)
      ? say`make that task hold less at one time: smaller pieces, or less kept for each row. The error is ${errorSpan(reason)}.`
      : say`fix what the error names: ${errorSpan(reason)}.`;
  },
  'stabilise-executors': ({ verdict }) => {
    const finding = verdict.check === 'slow-stage' ? verdict.facts.unitFinding : null;
    const lost = finding?.kind === 'retried-stage' ? finding.lostExecutors[0] : undefined;
    return paragraph(
      say`find out why ${lost === undefined ? 'executors were lost' : say`${executorName(lost.executorId, lost.host)} was lost`}, and keep it from happening again.`,
      say`An external shuffle service, or decommissioning that moves the shuffle files, keeps the finished work when one goes.`,
    );
  },
  'speed-up-row-code': ({ view, verdict }) => {
    const python = pythonFunction(pythonNode(view));
    const split = verdict.kind === 'uneven-work' ? '; or split the expensive records over more tasks' : '';
    return python === null
      ? say`make the work for each record cheaper${split}.`
      : say`make ${spark(python)} cheaper for each record, with built-in functions instead of Python, whole batches at a time or results that are kept${split}.`;
  },
};

/** Speculation runs a second copy of a slow task elsewhere; where it is on already it is no advice. */
function stopGap(view: StageView | null): Paragraph {
  const killed = view?.stage.killedTasks ?? 0;
  if (view?.run.settings['spark.speculation'] !== 'true')
    return say`${code('spark.speculation')} is a stop-gap until then: it runs a second copy of a slow task elsewhere.`;
  return killed === 0
    ? say`${code('spark.speculation')} is on already and replaced no task of this stage.`
    : say`${code('spark.speculation')} is on already: of ${killed === 1 ? 'one task' : `${exact(killed)} tasks`} here a second copy ran, and the attempt that came later was killed.`;
}

/** From this many times the present count on a number is worth naming. Judgement. */
const WORTH_NAMING = 1.5;

function morePartitions(verdict: AnyVerdict, view: StageView | null): Paragraph {
  const spill = verdict.check === 'spill' ? verdict.facts : null;
  const now = view?.stage.taskCount ?? null;
  const wanted = Math.max(spill?.suggestedPartitions ?? 0, spill?.partitionsThatFit ?? 0);
  const isSql = view?.planned != null || view?.unit.type === 'sql-execution';
  const what = isSql
    ? say`raise ${code('spark.sql.shuffle.partitions')}`
    : say`give the shuffle more partitions (the ${code('numPartitions')} of the operation)`;
  const from = now === null ? '' : `, ${exact(now)} now`;
  if (now !== null && wanted >= WORTH_NAMING * now) {
    const room = spill?.ceilingBytes ?? null;
    return paragraph(
      say`${what}${from}, to ${exact(wanted)} or more.`,
      room === null ? null : say`Then a task reads no more than the ${size(room)} it may hold.`,
    );
  }
  return say`${what}${from}, to several times as many: smaller pieces leave each task room.`;
}

function coresOf(view: StageView | null): number | null {
  const cores = (view?.run.executors ?? [])
    .filter((e) => !e.isDriver && e.cores !== null)
    .map((e) => e.cores as number);
  return cores.length === 0 ? null : Math.max(...cores);
}
