import type { ApplicationRun } from './application-run.ts';
import type { Interval } from './time.ts';

/** Task slots from this moment on. */
export interface SlotStep {
  at: number;
  slots: number;
}

/** The executors that run tasks. The driver row is one of them only in local mode (five-checks.md §4). */
export function workersOf(run: ApplicationRun): ApplicationRun['executors'] {
  const executors = run.executors.filter((e) => !e.isDriver);
  return executors.length > 0 ? executors : run.executors.filter((e) => (e.cores ?? 0) > 0);
}

/** Slots (cores ÷ `spark.task.cpus`) at each moment of `interval`, of all times where it is `null`; empty when the server lists no cores. */
export function slotsOverTime(run: ApplicationRun, interval: Interval | null): SlotStep[] {
  const { from, to } = interval ?? { from: -Infinity, to: Infinity };
  const changes = workersOf(run).flatMap(({ cores, addedAt, removedAt }) => {
    const [comes, goes] = [addedAt ?? -Infinity, removedAt ?? Infinity];
    if (cores === null || cores <= 0 || comes >= to || goes <= from) return [];
    return [{ at: Math.max(from, comes), cores }, ...(goes < to ? [{ at: goes, cores: -cores }] : [])];
  });
  const cpus = Number(run.settings['spark.task.cpus'] ?? '1');
  const perTask = cpus >= 1 ? cpus : 1;
  let cores = 0;
  const steps: SlotStep[] = [];
  for (const change of changes.sort((a, b) => a.at - b.at || a.cores - b.cores)) {
    cores += change.cores;
    const slots = Math.floor(cores / perTask);
    if (steps.at(-1)?.at === change.at) steps[steps.length - 1] = { at: change.at, slots };
    else steps.push({ at: change.at, slots });
  }
  return steps;
}

/** The most slots there were at one time: executors that replace others do not add up. `null` when the server lists none. */
export function peakSlots(run: ApplicationRun, interval: Interval | null): number | null {
  const steps = slotsOverTime(run, interval);
  return steps.length === 0 ? null : Math.max(1, ...steps.map((s) => s.slots));
}
