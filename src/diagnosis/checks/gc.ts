/**
 * GC: executors spend their task time collecting garbage instead of working. What fills the heap decides the change:
 * cached data, tasks that hold too much, or objects made and dropped for every row.
 */
import type { Executor } from '../application-run.ts';
import { ratio, type Limit, type Missing, type Reading, type Verdict } from '../reading.ts';
import { workersOf } from '../slots.ts';
import { isLocalMode, stageField, stagePlace, type StageView } from '../stage-view.ts';
import { shareOfWall, worthIt } from '../stake.ts';
import type { KindOf, Outcome } from '../vocabulary.ts';

/** GC ÷ task time; also where the Spark UI turns the cell red (`GCTimePercent = 0.1` in executorspage.js). */
export const RED: Limit = { value: 0.1, unit: 'share', source: 'README, check 4; Spark UI, executorspage.js' };
/** Executors with less task time than this say nothing (ratios of 946% occur on milliseconds, traps.md 5). Judgement. */
export const MIN_TASK_TIME_MS = 5_000;
/** Nothing is red, yet this share of a long stage is worth a look (worked example W6d: 9% of 3 h). Judgement. */
export const LOOK_SHARE = 0.05;
export const LOOK_MS = 5 * 60_000;
/** "All red": this share of the executors, for one with little work may stay clean. Judgement. */
const ALL_RED_SHARE = 0.75;
/** Storage memory this full crowds the heap (worked example W6: 95%; judgement for the bound). */
export const STORAGE_NEAR_FULL: Limit = { value: 0.7, unit: 'share', source: 'judgement (README, check 4)' };

export interface ExecutorGc {
  executorId: string;
  host: string;
  gcMs: number;
  taskTimeMs: number;
  share: number;
  red: boolean;
}

export interface GcFacts {
  /** GC of the stage's tasks ÷ their run and deserialise time; `null` on servers without stage GC (2.4). */
  stageShare: number | null;
  stageGcMs: number | null;
  /** Executors with enough task time to judge, worst first. */
  executors: ExecutorGc[];
  redCount: number;
  /** Share of the unified memory that cached data held, of the fullest executor. */
  storageShare: number | null;
  storageUsedBytes: number | null;
  storageTotalBytes: number | null;
  spilled: boolean;
  cores: number | null;
  pattern: 'clean' | 'all-red' | 'some-red' | 'worth-a-look' | 'elsewhere' | 'little-at-stake' | 'unknown';
}

export function examineGc(view: StageView): Verdict<'gc', GcFacts> {
  const { stage, run } = view;
  const taskTime = sum(stage.runTimeMs, stage.deserializeTimeMs);
  const stageShare = clamp(ratio(stage.gcTimeMs, taskTime));
  const executors = judgedExecutors(view);
  const storage = fullestStorage(workersOf(run));
  const facts: GcFacts = {
    stageShare,
    stageGcMs: stage.gcTimeMs,
    executors,
    redCount: executors.filter((e) => e.red).length,
    storageShare: storage?.share ?? null,
    storageUsedBytes: storage?.usedBytes ?? null,
    storageTotalBytes: storage?.totalBytes ?? null,
    spilled: (stage.memorySpilledBytes ?? 0) > 0 || (stage.diskSpilledBytes ?? 0) > 0,
    cores: view.slots,
    pattern: 'unknown',
  };
  const stakeMs = shareOfWall(view, stageShare ?? meanShare(executors));
  const missing: Missing[] = stage.gcTimeMs === null ? ['gc-time'] : [];

  if (stageShare === null && executors.length === 0) {
    const idle = run.executors.length > 0 && (taskTime ?? 0) < MIN_TASK_TIME_MS && stage.runTimeMs !== null;
    return idle
      ? verdict(view, { ...facts, pattern: 'little-at-stake' }, 'healthy', null, null, missing)
      : verdict(view, facts, 'could-not-tell', null, null, [...missing, 'executors']);
  }
  const stageRed = stageShare === null ? null : stageShare > RED.value;
  if ((taskTime ?? 0) < MIN_TASK_TIME_MS && !executors.some((e) => e.red)) {
    return verdict(view, { ...facts, pattern: 'little-at-stake' }, 'healthy', null, null, missing);
  }
  const allRed =
    isLocalMode(run) || executors.length === 0
      ? stageRed === true
      : facts.redCount >= ALL_RED_SHARE * executors.length && facts.redCount > 0;
  if (allRed && stageRed !== false) return crowdedHeap(view, facts, stakeMs, missing);
  if (allRed) return verdict(view, { ...facts, pattern: 'elsewhere' }, 'watch', null, null, missing);
  if (facts.redCount > 0) return someRed(view, facts, stakeMs, missing);
  const look = stageShare ?? meanShare(executors) ?? 0;
  if (stageRed === true && worthIt(stakeMs, view))
    return verdict(view, { ...facts, pattern: 'worth-a-look' }, 'watch', null, stakeMs, missing);
  if (look >= LOOK_SHARE && (stakeMs ?? 0) >= LOOK_MS)
    return verdict(view, { ...facts, pattern: 'worth-a-look' }, 'watch', null, stakeMs, missing);
  return verdict(view, { ...facts, pattern: 'clean' }, 'healthy', null, null, missing);
}

/** All executors red: what fills the heap decides (the table of five-checks.md §4). */
function crowdedHeap(
  view: StageView,
  facts: GcFacts,
  stakeMs: number | null,
  missing: Missing[],
): Verdict<'gc', GcFacts> {
  if (!worthIt(stakeMs, view))
    return verdict(view, { ...facts, pattern: 'little-at-stake' }, 'watch', null, stakeMs, missing);
  const told: GcFacts = { ...facts, pattern: 'all-red' };
  if (facts.storageShare !== null && facts.storageShare >= STORAGE_NEAR_FULL.value)
    return verdict(view, told, 'failing', 'gc-cache', stakeMs, missing);
  if (facts.spilled) return verdict(view, told, 'failing', 'gc-large-tasks', stakeMs, missing);
  if (facts.storageShare !== null) return verdict(view, told, 'failing', 'gc-churn', stakeMs, missing);
  // Nothing spilled and nobody recorded the cache: cached data and churn look the same.
  return verdict(view, told, 'could-not-tell', null, stakeMs, [...missing, 'storage-memory']);
}

/** A red executor among clean ones held too much at one time; which task that was is check 3's answer (five-checks.md §4). */
function someRed(view: StageView, facts: GcFacts, stakeMs: number | null, missing: Missing[]): Verdict<'gc', GcFacts> {
  return verdict(view, { ...facts, pattern: 'some-red' }, 'watch', null, stakeMs, missing);
}

/** Executors that ran the stage (all, where the server does not say which did) and have enough task time to judge. */
function judgedExecutors(view: StageView): ExecutorGc[] {
  if (isLocalMode(view.run)) return []; // Since 3.3 the driver row's times are not its tasks' (spark-rest.md §2.5).
  const ranStage = new Set((view.detail?.perExecutor ?? []).map((e) => e.executorId));
  return workersOf(view.run)
    .filter((e) => ranStage.size === 0 || ranStage.has(e.id))
    .filter(
      (e): e is Executor & { gcTimeMs: number; taskTimeMs: number } => e.gcTimeMs !== null && e.taskTimeMs !== null,
    )
    .filter((e) => e.taskTimeMs >= MIN_TASK_TIME_MS)
    .map((e) => {
      const share = Math.min(1, e.gcTimeMs / e.taskTimeMs);
      return {
        executorId: e.id,
        host: e.host,
        gcMs: e.gcTimeMs,
        taskTimeMs: e.taskTimeMs,
        share,
        red: share > RED.value,
      };
    })
    .sort((a, b) => b.share - a.share);
}

/** Storage in use, or its sampled peak, of the fullest executor; `null` where neither was recorded (spark-rest.md §8.5). */
function fullestStorage(executors: Executor[]): { share: number; usedBytes: number; totalBytes: number } | null {
  const shares = executors.flatMap((e) => {
    const usedBytes = Math.max(e.storageUsedBytes ?? -1, e.peakStorageBytes ?? -1);
    const share = usedBytes < 0 ? null : ratio(usedBytes, e.storageTotalBytes);
    // More than there is can not be in use (traps.md 16): not a reading.
    return share === null || share > 1 ? [] : [{ share, usedBytes, totalBytes: e.storageTotalBytes as number }];
  });
  return shares.sort((a, b) => b.share - a.share)[0] ?? null;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null ? null : a + (b ?? 0);
}

/** GC counts from before deserialisation and can exceed run time (spark-rest.md §2.4). */
function clamp(share: number | null): number | null {
  return share === null ? null : Math.min(1, share);
}

function meanShare(executors: ExecutorGc[]): number | null {
  return ratio(
    executors.reduce((total, e) => total + e.gcMs, 0),
    executors.reduce((total, e) => total + e.taskTimeMs, 0),
  );
}

function verdict(
  view: StageView,
  facts: GcFacts,
  outcome: Outcome,
  kind: KindOf<'gc'> | null,
  atStakeMs: number | null,
  missing: Missing[],
): Verdict<'gc', GcFacts> {
  const { stage } = view;
  const readings: Reading[] = [];
  if (facts.stageShare !== null && stage.gcTimeMs !== null) {
    readings.push({
      name: 'stage-gc-share',
      value: facts.stageShare,
      unit: 'share',
      of: [stage.gcTimeMs, (stage.runTimeMs ?? 0) + (stage.deserializeTimeMs ?? 0)],
      limit: RED,
      place: stagePlace(stage, 'gc'),
      readFrom: [
        stageField(stage, 'jvmGcTime'),
        stageField(stage, 'executorRunTime'),
        stageField(stage, 'executorDeserializeTime'),
      ],
    });
  }
  const worst = facts.executors[0];
  if (worst !== undefined) {
    readings.push({
      name: 'executor-gc-share',
      value: worst.share,
      unit: 'share',
      of: [worst.gcMs, worst.taskTimeMs],
      limit: RED,
      place: { screen: 'executors' },
      readFrom: [
        { path: 'allexecutors', field: `[id=${worst.executorId}].totalGCTime` },
        { path: 'allexecutors', field: `[id=${worst.executorId}].totalDuration` },
      ],
    });
  }
  if (facts.storageShare !== null && facts.storageUsedBytes !== null && facts.storageTotalBytes !== null) {
    readings.push({
      name: 'storage-share',
      value: facts.storageShare,
      unit: 'share',
      of: [facts.storageUsedBytes, facts.storageTotalBytes],
      limit: STORAGE_NEAR_FULL,
      place: { screen: 'executors' },
      readFrom: [
        { path: 'allexecutors', field: 'peakMemoryMetrics.OnHeapStorageMemory' },
        { path: 'allexecutors', field: 'maxMemory' },
      ],
    });
  }
  const red = facts.executors.filter((e) => e.red);
  return {
    check: 'gc',
    outcome,
    kind,
    atStakeMs,
    facts,
    readings,
    culprits: red.slice(0, 10).map((e) => ({
      stageId: null,
      attemptId: null,
      taskIndex: null,
      executorId: e.executorId,
      host: e.host,
      sqlNode: null,
    })),
    missing,
  };
}
