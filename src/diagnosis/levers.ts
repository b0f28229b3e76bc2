import type { AnyVerdict } from './checks/index.ts';
import type { SkewFacts } from './checks/skew.ts';
import { DEFAULT_SPLIT_BYTES } from './checks/spill.ts';
import { parseByteSetting } from './excess.ts';
import type { StageView } from './stage-view.ts';
import type { Kind, Lever } from './vocabulary.ts';

/** The first change for each kind of cause; the few that depend on the readings are decided here. */
const LEVER: { [K in Kind]: Lever | ((cause: AnyVerdict, view: StageView | null) => Lever) } = {
  'driver-gap': 'fix-driver-work',
  'waiting-for-executors': 'more-executors-sooner',
  'too-few-tasks': 'more-tasks',
  'tiny-tasks': 'fewer-larger-tasks',
  'retried-stage': 'stabilise-executors',
  failed: 'fix-failure',
  spread: 'speed-up-row-code',
  'rows-multiplied-explode': 'aggregate-before-explode',
  'rows-multiplied-join': 'deduplicate-join-side',
  'missed-broadcast': 'broadcast-small-side',
  'repeated-exchange': 'reuse-or-cache-shuffle',
  'combine-not-happening': 'reduce-by-key-or-combine',
  // The source of the excess is not known: there is a question to answer, not yet a change to make.
  'excess-shuffle': 'none',
  'data-skew': (cause, view) => {
    if (readsFiles(view)) return unevenInputLever(cause, view);
    return cause.check === 'skew' && nullKeyIsHot(cause.facts) ? 'filter-null-key' : 'salt-or-isolate-key';
  },
  'slow-node': 'replace-node',
  // Tasks that missed a cache have no slow code; what they lack is room in it (traps.md 18).
  'uneven-work': (cause) => (cause.check === 'skew' && cause.facts.cacheMix ? 'more-heap' : 'speed-up-row-code'),
  'gc-cache': 'unpersist-cache',
  'gc-large-tasks': (_, view) =>
    (view?.stage.shuffleReadBytes ?? 0) > 0 ? 'more-shuffle-partitions' : 'smaller-input-splits',
  'gc-churn': (_, view) => sharedHeapLever(view),
  'spill-partitions': 'more-shuffle-partitions',
  'spill-scan': 'smaller-input-splits',
  'spill-memory': (_, view) => sharedHeapLever(view),
};

export function leverFor(cause: AnyVerdict, view: StageView | null): Lever {
  if (cause.kind === null) return 'none';
  const lever = LEVER[cause.kind];
  return typeof lever === 'function' ? lever(cause, view) : lever;
}

/** A stage that reads no shuffle, nor what an earlier one left in the cache, has no key to be hot: its pieces of input are uneven. */
function readsFiles(view: StageView | null): boolean {
  if (view === null || (view.stage.shuffleReadBytes ?? view.stage.shuffleReadRecords ?? 0) > 0) return false;
  // A join or a window without an exchange below it reads buckets of its key.
  return !(view.planned?.piece.nodes ?? []).some((n) =>
    /^(InMemoryTableScan|SortMergeJoin|ShuffledHashJoin|Window)/.test(n.name),
  );
}

/** A task that read more than a split holds had a file that can not be split; smaller splits would not touch it. */
function unevenInputLever(cause: AnyVerdict, view: StageView | null): Lever {
  const split = parseByteSetting(view?.run.settings['spark.sql.files.maxPartitionBytes']) ?? DEFAULT_SPLIT_BYTES;
  const most = cause.check === 'skew' ? (cause.facts.bytes?.max ?? 0) : 0;
  return most > SPLIT_SLACK * split ? 'more-tasks' : 'smaller-input-splits';
}

/** Row groups do not end where splits do: a task may read somewhat more. Judgement. */
const SPLIT_SLACK = 1.5;

/** Fewer cores on the same heap before a larger heap (five-checks.md §4, §5), where there is more than one core to share it. */
function sharedHeapLever(view: StageView | null): Lever {
  const cores = (view?.run.executors ?? []).filter((e) => !e.isDriver).map((e) => e.cores ?? 1);
  return cores.some((c) => c > 1) ? 'fewer-cores-per-executor' : 'more-heap';
}

/** Rows whose key is NULL carry little else: the hot task has far more rows than bytes, and the join keeps such rows. Judgement. */
const ROWS_OVER_BYTES = 2;

export function nullKeyIsHot(facts: SkewFacts): boolean {
  const { recordRatio, byteRatio } = facts.slow ?? { recordRatio: null, byteRatio: null };
  return (
    facts.likelyNullKey && recordRatio !== null && byteRatio !== null && recordRatio >= ROWS_OVER_BYTES * byteRatio
  );
}
