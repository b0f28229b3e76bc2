/**
 * Spill: a task's rows did not fit into its share of execution memory and went to disk. Spread evenly, the pieces are too
 * large for the memory (or the memory is too small for any piece); in a few tasks only, it is check 3's hot task.
 */
import type { Quantiles } from '../application-run.ts';
import type { Limit, Missing, Reading, Verdict } from '../reading.ts';
import { ratio } from '../reading.ts';
import { distribution, stageField, stagePath, stagePlace, workingTasks, type StageView } from '../stage-view.ts';
import { shareOfWall, worthIt } from '../stake.ts';
import type { KindOf, Outcome } from '../vocabulary.ts';

const MIB = 1024 * 1024;
/** What a shuffle partition should hold: 100–200 MB (five-checks.md §5). Tasks that spill below the lower end need memory, not pieces. */
export const SMALL_PARTITION: Limit = { value: 100 * MIB, unit: 'bytes', source: 'README, check 5' };
export const TARGET_PARTITION_BYTES = 200 * MIB;
/** Any spill is a finding (five-checks.md §5). */
export const NO_SPILL: Limit = { value: 0, unit: 'bytes', source: 'README, check 5' };
/** Even spill smaller than this part of what the stage read says that tasks sit at the edge, no more. Judgement. */
export const EDGE_SHARE = 0.05;
/** Reserved by Spark before the heap is divided (`UnifiedMemoryManager.RESERVED_SYSTEM_MEMORY_BYTES`). */
const RESERVED_BYTES = 300 * MIB;
/** Default of `spark.memory.fraction`. */
const MEMORY_FRACTION = 0.6;
/** Defaults of `spark.executor.memory` and `spark.sql.files.maxPartitionBytes`. */
const DEFAULT_HEAP_BYTES = 1024 * MIB;
export const DEFAULT_SPLIT_BYTES = 128 * MIB;

export interface SpillFacts {
  memoryBytes: number | null;
  diskBytes: number | null;
  perTask: Quantiles | null;
  taskCount: number;
  pattern: 'none' | 'every-task' | 'few-tasks' | 'edge' | 'unknown';
  /** Median a task read: shuffle read of a shuffle stage, input of a scan stage. */
  partitionBytes: number | null;
  readsShuffle: boolean;
  shuffleReadBytes: number | null;
  /** (heap − 300 MB) × fraction ÷ slots an executor: what one task may hold with nothing cached. */
  ceilingBytes: number | null;
  heapBytes: number | null;
  slotsPerExecutor: number | null;
  suggestedPartitions: number | null;
  /** Partitions small enough for what one task may hold, where that is less than a partition should be. */
  partitionsThatFit: number | null;
  spillingTasks: { index: number; executorId: string; bytes: number }[];
}

export function examineSpill(view: StageView): Verdict<'spill', SpillFacts> {
  const { stage } = view;
  const memory = taskMemory(view);
  const readsShuffle = (stage.shuffleReadBytes ?? stage.shuffleReadRecords ?? 0) > 0;
  const sourceKnown =
    readsShuffle || (stage.shuffleReadBytes !== null && stage.shuffleReadRecords !== null) || readsFiles(view);
  const perTask = distribution(view, 'memorySpilledBytes');
  const onDisk = distribution(view, 'diskSpilledBytes');
  const facts: SpillFacts = {
    memoryBytes: stage.memorySpilledBytes,
    diskBytes: stage.diskSpilledBytes,
    perTask: perTask !== null && perTask.max > 0 ? perTask : onDisk,
    taskCount: stage.taskCount,
    pattern: 'unknown',
    partitionBytes: aboveZero(
      distribution(view, readsShuffle ? 'shuffleReadBytes' : 'inputBytes')?.median ?? meanRead(view, readsShuffle),
    ),
    readsShuffle,
    shuffleReadBytes: stage.shuffleReadBytes,
    ...memory,
    suggestedPartitions:
      stage.shuffleReadBytes === null ? null : Math.max(1, Math.ceil(stage.shuffleReadBytes / TARGET_PARTITION_BYTES)),
    partitionsThatFit: partitionsThatFit(stage.shuffleReadBytes, memory.ceilingBytes),
    spillingTasks: workingTasks(view)
      .map((t) => ({
        index: t.index,
        executorId: t.executorId,
        bytes: t.memorySpilledBytes ?? t.diskSpilledBytes ?? 0,
      }))
      .filter((t) => t.bytes > 0)
      .sort((a, b) => b.bytes - a.bytes || a.index - b.index)
      .slice(0, 10),
  };
  if (stage.memorySpilledBytes === null && stage.diskSpilledBytes === null)
    return verdict(view, facts, 'could-not-tell', null, null, ['spill-per-task']);
  const spilled = Math.max(stage.memorySpilledBytes ?? 0, stage.diskSpilledBytes ?? 0);
  if (spilled === 0) return verdict(view, { ...facts, pattern: 'none' }, 'healthy', null, null, []);
  if (facts.perTask === null) return verdict(view, facts, 'watch', null, null, ['spill-per-task']);
  if (facts.perTask.median <= 0) return verdict(view, { ...facts, pattern: 'few-tasks' }, 'watch', null, null, []);

  const read = readsShuffle ? stage.shuffleReadBytes : stage.inputBytes;
  const stakeMs = shareOfWall(view, read === null || read === 0 ? null : spilled / (spilled + read)) ?? null;
  if (read !== null && read > 0 && spilled < EDGE_SHARE * read)
    return verdict(view, { ...facts, pattern: 'edge' }, 'watch', null, stakeMs, []);
  const told: SpillFacts = { ...facts, pattern: 'every-task' };
  const stake = stakeMs ?? shareOfWall(view, 0.5);
  if (!worthIt(stake, view)) return verdict(view, told, 'watch', null, stake, []);
  // Shuffle or files: the lever depends on it.
  if (!sourceKnown) return verdict(view, told, 'could-not-tell', null, stake, ['records']);
  return verdict(
    view,
    told,
    'failing',
    kindOf(told, view.slots),
    stake,
    facts.partitionBytes === null ? ['records'] : [],
  );
}

function partitionsThatFit(shuffleReadBytes: number | null, ceilingBytes: number | null): number | null {
  const room = ratio(shuffleReadBytes, ceilingBytes === null ? null : Math.min(ceilingBytes, TARGET_PARTITION_BYTES));
  return room === null ? null : Math.max(1, Math.ceil(room));
}

/**
 * The table of five-checks.md §5: where the spill sits decides the lever. Small pieces that spill want memory, unless
 * there are no more of them than slots: rows grow when they are unpacked, and the first lever is to shrink the task.
 */
function kindOf(facts: SpillFacts, slots: number | null): KindOf<'spill'> {
  if (!facts.readsShuffle) return 'spill-scan';
  const onePerSlot = slots !== null && facts.taskCount <= slots;
  return facts.partitionBytes !== null && facts.partitionBytes <= SMALL_PARTITION.value && !onePerSlot
    ? 'spill-memory'
    : 'spill-partitions';
}

function readsFiles(view: StageView): boolean {
  return (view.stage.inputBytes ?? view.stage.inputRecords ?? 0) > 0;
}

/** A median of zero bytes is no partition size: nothing was counted, or most tasks had nothing to read. */
function aboveZero(bytes: number | null): number | null {
  return bytes === null || bytes <= 0 ? null : bytes;
}

function meanRead(view: StageView, shuffle: boolean): number | null {
  return ratio(shuffle ? view.stage.shuffleReadBytes : view.stage.inputBytes, view.stage.taskCount);
}

/** Per-task ceiling with nothing cached (worked example W7c). */
export function taskMemory(view: StageView): Pick<SpillFacts, 'ceilingBytes' | 'heapBytes' | 'slotsPerExecutor'> {
  const { settings, executors } = view.run;
  const heapBytes =
    parseSize(settings['spark.executor.memory']) ?? (executors.some((e) => !e.isDriver) ? DEFAULT_HEAP_BYTES : null);
  const cores = executors.filter((e) => !e.isDriver && (e.cores ?? 0) > 0).map((e) => e.cores as number);
  const perExecutor = cores.length > 0 ? Math.max(...cores) : Number(settings['spark.executor.cores'] ?? NaN);
  const cpus = Math.max(1, Number(settings['spark.task.cpus'] ?? '1') || 1);
  const slotsPerExecutor =
    Number.isFinite(perExecutor) && perExecutor > 0 ? Math.max(1, Math.floor(perExecutor / cpus)) : null;
  const fraction = Number(settings['spark.memory.fraction'] ?? MEMORY_FRACTION) || MEMORY_FRACTION;
  const ceilingBytes =
    heapBytes === null || slotsPerExecutor === null || heapBytes <= RESERVED_BYTES
      ? null
      : ((heapBytes - RESERVED_BYTES) * fraction) / slotsPerExecutor;
  return { ceilingBytes, heapBytes, slotsPerExecutor };
}

/** Spark's size strings: `16g`, `512m`, `1024` (MiB for executor memory); `null` when it is none. */
export function parseSize(text: string | undefined): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgtp]?)i?b?\s*$/i.exec(text ?? '');
  if (match === null) return null;
  const power = { '': 2, k: 1, m: 2, g: 3, t: 4, p: 5 }[(match[2] ?? '').toLowerCase()] ?? 2;
  return Number(match[1]) * 1024 ** power;
}

function verdict(
  view: StageView,
  facts: SpillFacts,
  outcome: Outcome,
  kind: KindOf<'spill'> | null,
  atStakeMs: number | null,
  missing: Missing[],
): Verdict<'spill', SpillFacts> {
  const { stage } = view;
  const place = stagePlace(stage, 'spill');
  const readings: Reading[] = [];
  const one = (name: Reading['name'], value: number | null, limit: Limit | null, path: string, field: string) => {
    if (value === null) return;
    readings.push({ name, value, unit: 'bytes', of: null, limit, place, readFrom: [{ path, field }] });
  };
  const fromList = (field: string) => [stageField(stage, field).path, stageField(stage, field).field] as const;
  one('memory-spilled', facts.memoryBytes, NO_SPILL, ...fromList('memoryBytesSpilled'));
  one('disk-spilled', facts.diskBytes, NO_SPILL, ...fromList('diskBytesSpilled'));
  if (facts.pattern !== 'none') {
    const path = stagePath(stage);
    one('task-spill-max', facts.perTask?.max ?? null, null, path, 'taskMetricsDistributions.memoryBytesSpilled[1]');
    one(
      'task-spill-median',
      facts.perTask?.median ?? null,
      null,
      path,
      'taskMetricsDistributions.memoryBytesSpilled[0.5]',
    );
    const read = facts.readsShuffle ? 'shuffleReadMetrics.readBytes' : 'inputMetrics.bytesRead';
    one('partition-size', facts.partitionBytes, SMALL_PARTITION, path, `taskMetricsDistributions.${read}[0.5]`);
    if (facts.ceilingBytes !== null) {
      readings.push({
        name: 'task-memory-ceiling',
        value: facts.ceilingBytes,
        unit: 'bytes',
        of: null,
        limit: null,
        place: { screen: 'environment' },
        readFrom: [
          { path: 'environment', field: 'sparkProperties[spark.executor.memory]' },
          { path: 'allexecutors', field: 'totalCores' },
        ],
      });
    }
  }
  return {
    check: 'spill',
    outcome,
    kind,
    atStakeMs,
    facts,
    readings,
    culprits: facts.spillingTasks.map((t) => ({
      stageId: stage.stageId,
      attemptId: stage.attemptId,
      taskIndex: t.index,
      executorId: t.executorId,
      host: null,
      sqlNode: null,
    })),
    missing,
  };
}
