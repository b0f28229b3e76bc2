import type { Executor, NotRead } from '../diagnosis/application-run.ts';
import { addNote, counter, type Where } from './lenient.ts';
import type { ExecutorAnswer } from './responses.ts';

const WHERE: Where = { part: 'executors' };

/** `live`: the server is the driver itself, which always knows its storage; a history knows it only where block updates were logged. */
export function collectExecutors(answers: ExecutorAnswer[], live: boolean, notes: NotRead[]): Executor[] {
  const storageRecorded = live || answers.some((one) => (one.memoryUsed ?? 0) > 0 || (one.rddBlocks ?? 0) > 0);
  return answers.map((answer) => collectExecutor(answer, storageRecorded, notes));
}

function collectExecutor(answer: ExecutorAnswer, storageRecorded: boolean, notes: NotRead[]): Executor {
  const read = (value: number | null | undefined, field: string) => counter(value, field, WHERE, notes);
  const total = read(answer.maxMemory, 'maxMemory');
  const peaks = sampledPeaks(answer);
  return {
    id: answer.id,
    host: hostOf(answer.hostPort ?? ''),
    isDriver: answer.id === 'driver' || answer.id === '<driver>',
    cores: read(answer.totalCores, 'totalCores'),
    active: answer.isActive ?? null,
    addedAt: answer.addTime ?? null,
    removedAt: answer.removeTime ?? null,
    removeReason: answer.removeReason ?? null,
    completedTasks: read(answer.completedTasks, 'completedTasks'),
    failedTasks: read(answer.failedTasks, 'failedTasks'),
    taskTimeMs: read(answer.totalDuration, 'totalDuration'),
    gcTimeMs: read(answer.totalGCTime, 'totalGCTime'),
    storageUsedBytes: storageRecorded
      ? atMost(read(answer.memoryUsed, 'memoryUsed'), total, 'memoryUsed', notes)
      : null,
    storageTotalBytes: total,
    peakStorageBytes: sum(peaks, ['OnHeapStorageMemory', 'OffHeapStorageMemory']),
    peakExecutionBytes: sum(peaks, ['OnHeapExecutionMemory', 'OffHeapExecutionMemory']),
    peakHeapBytes: peaks?.JVMHeapMemory ?? null,
  };
}

type Peaks = NonNullable<ExecutorAnswer['peakMemoryMetrics']>;

/** `null` where the peaks were never sampled: every value is then 0 (spark-rest.md §1.6). */
function sampledPeaks(answer: ExecutorAnswer): Peaks | null {
  const peaks = answer.peakMemoryMetrics ?? null;
  return peaks !== null && Object.values(peaks).some((value) => (value ?? 0) > 0) ? peaks : null;
}

function sum(peaks: Peaks | null, names: string[]): number | null {
  const values = names.flatMap((name) => peaks?.[name] ?? []);
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

/** A part that is larger than its whole was not measured (traps.md 16). */
function atMost(value: number | null, whole: number | null, field: string, notes: NotRead[]): number | null {
  if (value === null || whole === null || whole === 0 || value <= whole * 1.05) return value;
  addNote(notes, WHERE, 'dropped-as-impossible', field);
  return null;
}

/** `10.0.0.7:46475` or `[fe80::1]:46475` → the host. */
function hostOf(hostPort: string): string {
  return hostPort.replace(/:\d+$/, '');
}

/** A heap can not have held much more than it was given: a peak beyond this is a counter's fault (traps.md 16). */
const HEAP_PEAK_TOLERANCE = 1.5;

/** Drops heap peaks that the configured heap could not have held; only possible once the settings are known. */
export function dropImpossiblePeaks(executors: Executor[], heapBytes: number | null, notes: NotRead[]): Executor[] {
  if (heapBytes === null) return executors;
  return executors.map((executor) => {
    if (executor.isDriver || (executor.peakHeapBytes ?? 0) <= heapBytes * HEAP_PEAK_TOLERANCE) return executor;
    addNote(notes, WHERE, 'dropped-as-impossible', 'JVMHeapMemory');
    return { ...executor, peakHeapBytes: null };
  });
}
