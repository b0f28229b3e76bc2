import type { Executor } from '../../src/diagnosis/application-run.ts';
import { SECOND, HOUR, GIB, START } from './measures.ts';

export function anExecutor(over: Partial<Executor> = {}): Executor {
  const id = over.id ?? '1';
  return {
    id,
    host: `10.0.3.${Number(id) % 250}`,
    isDriver: false,
    cores: 4,
    active: true,
    addedAt: START + 5 * SECOND,
    removedAt: null,
    removeReason: null,
    completedTasks: 100,
    failedTasks: 0,
    taskTimeMs: HOUR,
    gcTimeMs: 36 * SECOND,
    storageUsedBytes: null,
    storageTotalBytes: 10 * GIB,
    peakStorageBytes: 0.2 * GIB,
    peakExecutionBytes: 2 * GIB,
    peakHeapBytes: 6 * GIB,
    ...over,
  };
}

/** Executors `1` to `count`, each on a host of its own. */
export function executors(count: number, each: (i: number) => Partial<Executor> = () => ({})): Executor[] {
  return Array.from({ length: count }, (_, i) => anExecutor({ id: String(i + 1), ...each(i) }));
}

export function aDriver(over: Partial<Executor> = {}): Executor {
  return anExecutor({
    id: 'driver',
    host: '10.0.3.250',
    isDriver: true,
    cores: 0,
    addedAt: START,
    completedTasks: 0,
    gcTimeMs: 0,
    peakStorageBytes: null,
    peakExecutionBytes: null,
    peakHeapBytes: null,
    ...over,
  });
}
