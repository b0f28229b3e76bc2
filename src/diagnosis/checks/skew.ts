/**
 * Skew: one task, or a few, take many times as long as the median, and the stage waits for them. Either they had more
 * data, or the machine under them is slow, or the work per record differs; each wants another change.
 */
import type { Quantiles, TaskMetric } from '../application-run.ts';
import { ratio, type Limit, type Missing, type Reading, type Verdict } from '../reading.ts';
import { slowTasks, stragglerStakeMs, type SlowTasks } from '../slow-tasks.ts';
import {
  distribution,
  FEW_TASKS,
  readMetrics,
  stagePath,
  stagePlace,
  taskCulprit,
  workingTasks,
  type StageView,
} from '../stage-view.ts';
import { atMost, uncoveredMs, worthIt } from '../stake.ts';
import type { KindOf, Outcome } from '../vocabulary.ts';

const RULE_BOOK = 'README, check 3';
/** max ÷ median of task run time: under it is ordinary variation. */
export const ORDINARY: Limit = { value: 2, unit: 'ratio', source: RULE_BOOK };
/** Above it the stage is failing. */
export const FAILING: Limit = { value: 5, unit: 'ratio', source: RULE_BOOK };
/** max ÷ 75th percentile: a second tell, at least watch. */
export const OVER_P75: Limit = { value: 1.5, unit: 'ratio', source: `${RULE_BOOK}, vendor rule of thumb` };
/** Slow tasks with this many times the median's records (or bytes) had more data. */
export const MORE_DATA: Limit = { value: 2, unit: 'ratio', source: `judgement (${RULE_BOOK})` };
/** Below it the data of the slow tasks is ordinary ("near 1"). */
export const ORDINARY_DATA: Limit = { value: 1.5, unit: 'ratio', source: `judgement (${RULE_BOOK})` };
/**
 * Under the failing limit, a hot task with this many times the median's data still is the cause when a fifth of the unit
 * waits for it: two readings agree, and a slow first wave lifts the median it is held against. Judgement.
 */
export const FIFTH_OF_UNIT: Limit = { value: 0.2, unit: 'share', source: 'judgement' };

export interface SkewFacts {
  taskCount: number;
  runTime: Quantiles | null;
  records: Quantiles | null;
  bytes: Quantiles | null;
  gcTime: Quantiles | null;
  spill: Quantiles | null;
  ratio: number | null;
  p75Ratio: number | null;
  slow: SlowTasks | null;
  /** The slowest tasks, at most ten, slowest first. */
  slowest: {
    index: number;
    executorId: string;
    host: string;
    runTimeMs: number;
    records: number | null;
    running: boolean;
  }[];
  pattern: 'even' | 'data' | 'machine' | 'work' | 'warm-up' | 'little-at-stake' | 'unclear' | 'one-task' | 'unknown';
  /** Which reading the data verdict rests on. */
  restsOn: 'records' | 'bytes' | 'unread-records' | null;
  /** Records the map side wrote that no finished task has read, against the median, when hot tasks still run. */
  unread: { records: number; tasks: number; ratio: number } | null;
  keys: string[];
  likelyNullKey: boolean;
  /** Of a stage that reads input: the slow tasks have many times the records and a fraction of the bytes, or the reverse; some read a cache, some missed it. */
  cacheMix: boolean;
  adaptiveSplit: number | null;
  /** Operation that holds a key's rows together, as Spark names it. */
  operation: string | null;
}

export function examineSkew(view: StageView): Verdict<'skew', SkewFacts> {
  const { stage } = view;
  const runTime = withRunning(view, distribution(view, 'runTimeMs'));
  const read = readMetrics(stage);
  const records = read === null ? null : distribution(view, read.records);
  const bytes = read === null ? null : distribution(view, read.bytes);
  const slow = runTime === null ? null : slowTasks(view, runTime, records, bytes, read);
  const facts: SkewFacts = {
    taskCount: stage.taskCount,
    runTime,
    records,
    bytes,
    gcTime: distribution(view, 'gcTimeMs'),
    spill: distribution(view, 'memorySpilledBytes'),
    ratio: runTime === null ? null : overZero(runTime.max, runTime.median),
    p75Ratio: runTime === null ? null : overZero(runTime.max, runTime.p75),
    slow,
    slowest: slowestOf(view, read?.records),
    pattern: 'unknown',
    restsOn: null,
    unread: unreadRecords(view, records),
    keys: view.operation.readKeys,
    likelyNullKey: keepsNullKeys(view),
    cacheMix: read?.records === 'inputRecords' && opposed(slow),
    adaptiveSplit: adaptiveSplit(view),
    operation: view.operation.nodeNames.find((n) => /Join|Window|Aggregate|Group|By/.test(n)) ?? null,
  };
  if (stage.taskCount === 1) return verdict(view, { ...facts, pattern: 'one-task' }, 'not-applicable', null, null, []);
  if (runTime === null || facts.ratio === null || facts.p75Ratio === null || slow === null) {
    return verdict(view, facts, 'could-not-tell', null, null, ['task-quantiles']);
  }
  const stakeMs = atMost(stragglerStakeMs(view, slow.tasks, runTime), uncoveredMs(view));
  if (
    facts.ratio < ORDINARY.value &&
    (facts.p75Ratio <= OVER_P75.value || stage.taskCount < FEW_TASKS || !worthIt(stakeMs, view))
  ) {
    return verdict(view, { ...facts, pattern: 'even' }, 'healthy', null, stakeMs, []);
  }
  // How long the stage took is not known: neither is what its slow tasks cost.
  if (stakeMs === null) return verdict(view, { ...facts, pattern: 'unclear' }, 'could-not-tell', null, null, ['times']);
  // Without a list nobody knows how many tasks were slow: the stage's own time is the most they can have cost.
  if (facts.slowest.length === 0 && view.wallMs !== null && worthIt(view.wallMs - runTime.median, view)) {
    const outcome = facts.ratio > FAILING.value ? 'could-not-tell' : 'watch';
    return verdict(view, { ...facts, pattern: 'unclear' }, outcome, null, null, ['task-list']);
  }
  if (!worthIt(stakeMs, view)) {
    const outcome = facts.ratio > FAILING.value ? 'watch' : 'healthy';
    return verdict(view, { ...facts, pattern: 'little-at-stake' }, outcome, null, stakeMs, []);
  }
  const told = tellApart({ ...facts, ratio: facts.ratio }, slow);
  if (told.pattern === 'warm-up') return verdict(view, { ...facts, ...told }, 'watch', null, stakeMs, []);
  const dataRatio = Math.max(slow.recordRatio ?? 0, slow.byteRatio ?? 0, facts.unread?.ratio ?? 0);
  const fails =
    facts.ratio > FAILING.value ||
    (told.kind === 'data-skew' &&
      dataRatio > FAILING.value &&
      (stakeMs ?? 0) >= FIFTH_OF_UNIT.value * view.unit.durationMs);
  if (!fails) return verdict(view, { ...facts, ...told }, 'watch', null, stakeMs, told.missing);
  if (told.kind === null) return verdict(view, { ...facts, ...told }, 'could-not-tell', null, stakeMs, told.missing);
  return verdict(view, { ...facts, ...told }, 'failing', told.kind, stakeMs, told.missing);
}

type Told = Pick<SkewFacts, 'pattern' | 'restsOn'> & { kind: KindOf<'skew'> | null; missing: Missing[] };

/** The line that decides between data, machine and work (five-checks.md §3, traps.md 7–11). */
function tellApart(facts: SkewFacts & { ratio: number }, slow: SlowTasks): Told {
  const { recordRatio, byteRatio, slowMachine } = slow;
  if (slow.warmUp) return { pattern: 'warm-up', restsOn: null, kind: null, missing: [] };
  if (
    facts.unread !== null &&
    facts.unread.ratio >= MORE_DATA.value &&
    slow.tasks.every((t) => t.status === 'running')
  ) {
    return { pattern: 'data', restsOn: 'unread-records', kind: 'data-skew', missing: [] };
  }
  // A cached partition counts batches and the size of its blocks, a missed one the rows and bytes of its file (traps.md 18).
  if (facts.cacheMix) return { pattern: 'work', restsOn: null, kind: 'uneven-work', missing: [] };
  const most = Math.max(recordRatio ?? 0, byteRatio ?? 0);
  const restsOn = most === 0 ? null : (recordRatio ?? 0) >= MORE_DATA.value ? 'records' : 'bytes';
  // A machine that is slow on all it ran explains more than twice the rows does, unless time and rows grew alike.
  const machineExplainsMore = slowMachine !== null && most < facts.ratio / 3;
  if (most >= MORE_DATA.value && !machineExplainsMore)
    return { pattern: 'data', restsOn, kind: 'data-skew', missing: [] };
  if (slow.tasks.length === 0) return { pattern: 'unclear', restsOn: null, kind: null, missing: ['task-list'] };
  if (recordRatio === null && byteRatio === null)
    return { pattern: 'unclear', restsOn: null, kind: null, missing: ['records'] };
  if (slowMachine !== null) return { pattern: 'machine', restsOn: 'records', kind: 'slow-node', missing: [] };
  if (most >= ORDINARY_DATA.value) return { pattern: 'unclear', restsOn, kind: null, missing: [] };
  if (slow.oneTaskOnly) return { pattern: 'unclear', restsOn: 'records', kind: null, missing: ['one-slow-task-only'] };
  // On one machine only, and nobody knows how it did otherwise: either could be.
  if (slow.hosts.length === 1 && !slow.machinesKnown)
    return { pattern: 'unclear', restsOn: 'records', kind: null, missing: ['executor-totals'] };
  return { pattern: 'work', restsOn: 'records', kind: 'uneven-work', missing: [] };
}

function opposed(slow: SlowTasks | null): boolean {
  const { recordRatio, byteRatio } = slow ?? { recordRatio: null, byteRatio: null };
  if (recordRatio === null || byteRatio === null) return false;
  return Math.max(recordRatio, byteRatio) >= MORE_DATA.value && Math.min(recordRatio, byteRatio) <= 1 / MORE_DATA.value;
}

/** The server's quantiles hold finished tasks only; the straggler that still runs is the longest of all. */
function withRunning(view: StageView, finished: Quantiles | null): Quantiles | null {
  const running = workingTasks(view)
    .filter((t) => t.status === 'running')
    .map((t) => t.runTimeMs ?? 0);
  if (finished === null || running.length === 0) return finished;
  return { ...finished, max: Math.max(finished.max, ...running) };
}

/** A median of zero milliseconds is one: the clock's grain. */
function overZero(value: number, divisor: number): number {
  return value / Math.max(divisor, 1);
}

function slowestOf(view: StageView, records: TaskMetric | undefined): SkewFacts['slowest'] {
  return workingTasks(view)
    .filter((t) => t.runTimeMs !== null)
    .sort((a, b) => (b.runTimeMs as number) - (a.runTimeMs as number) || a.index - b.index)
    .slice(0, 10)
    .map((t) => ({
      index: t.index,
      executorId: t.executorId,
      host: t.host,
      runTimeMs: t.runTimeMs as number,
      // A running task's counters are zero on a history server: not a reading.
      records: t.status === 'running' || records === undefined ? null : t[records],
      running: t.status === 'running',
    }));
}

/** What the map side wrote and no finished task has read is left for the tasks that still run. */
function unreadRecords(view: StageView, records: Quantiles | null): SkewFacts['unread'] {
  const { stage } = view;
  const left = stage.taskCount - (stage.completeTasks ?? 0);
  if (stage.status !== 'active' || records === null || view.feeding.direct === null || left < 1) return null;
  const written = view.feeding.direct.reduce((sum, s) => sum + (s.shuffleWriteRecords ?? 0), 0);
  const unread = written - (stage.shuffleReadRecords ?? 0);
  const perTask = ratio(unread / left, records.median);
  return unread <= 0 || perTask === null ? null : { records: unread, tasks: left, ratio: perTask };
}

/** An outer join keeps rows whose key is NULL and sends them all to one task, unless a filter took them out before. */
function keepsNullKeys(view: StageView): boolean {
  const piece = view.planned?.piece;
  const join = piece?.nodes.find((n) => /Join/.test(n.name) && /Outer|Anti/i.test(n.kind ?? n.argumentsText ?? ''));
  if (piece === undefined || join === undefined) return false;
  return piece.fedBy.some((side) => !side.nodes.some((n) => /isnotnull/i.test(n.argumentsText ?? '')));
}

function adaptiveSplit(view: StageView): number | null {
  const nodes = view.planned?.piece.nodes ?? [];
  const split = nodes.flatMap((n) => n.metrics).find((m) => m.name === 'number of skewed partitions');
  return split?.total ?? null;
}

function verdict(
  view: StageView,
  facts: SkewFacts,
  outcome: Outcome,
  kind: KindOf<'skew'> | null,
  atStakeMs: number | null,
  missing: Missing[],
): Verdict<'skew', SkewFacts> {
  const named = outcome === 'failing' || outcome === 'watch' || outcome === 'could-not-tell';
  return {
    check: 'skew',
    outcome,
    kind,
    atStakeMs: outcome === 'healthy' || outcome === 'not-applicable' ? null : atStakeMs,
    facts,
    readings: readings(view, facts),
    culprits: named ? (facts.slow?.tasks ?? []).slice(0, 10).map((t) => taskCulprit(view.stage, t)) : [],
    missing,
  };
}

function readings(view: StageView, facts: SkewFacts): Reading[] {
  const { stage } = view;
  const path = stagePath(stage);
  const found: Reading[] = [];
  const place = stagePlace(stage, 'duration');
  if (facts.runTime !== null && facts.ratio !== null && facts.p75Ratio !== null) {
    const { max, median, p75 } = facts.runTime;
    const field = (q: number) => ({ path, field: `taskMetricsDistributions.executorRunTime[${q}]` });
    found.push(
      {
        name: 'duration-ratio',
        value: facts.ratio,
        unit: 'ratio',
        of: [max, median],
        limit: FAILING,
        place,
        readFrom: [field(1), field(0.5)],
      },
      {
        name: 'p75-ratio',
        value: facts.p75Ratio,
        unit: 'ratio',
        of: [max, p75],
        limit: OVER_P75,
        place,
        readFrom: [field(1), field(0.75)],
      },
    );
  }
  const list = { path: `${path}/taskList`, field: '[status=SUCCESS].taskMetrics' };
  if (facts.slow?.recordRatio != null) {
    found.push({
      name: 'slow-task-record-ratio',
      value: facts.slow.recordRatio,
      unit: 'ratio',
      of: null,
      limit: MORE_DATA,
      place: stagePlace(stage, 'records'),
      readFrom: [list],
    });
  }
  if (facts.slow?.byteRatio != null) {
    found.push({
      name: 'slow-task-byte-ratio',
      value: facts.slow.byteRatio,
      unit: 'ratio',
      of: null,
      limit: MORE_DATA,
      place: stagePlace(stage, 'records'),
      readFrom: [list],
    });
  }
  const machine = facts.slow?.slowMachine;
  if (machine != null) {
    found.push({
      name: 'executor-pace-ratio',
      value: machine.paceRatio,
      unit: 'ratio',
      of: [machine.meanTaskMs, machine.othersMeanTaskMs],
      limit: null,
      place: stagePlace(stage, 'aggregated-by-executor'),
      readFrom: [{ path, field: `executorSummary.${machine.executorId}.taskTime` }],
    });
  }
  return found;
}
