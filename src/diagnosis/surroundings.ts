import type { ApplicationRun } from './application-run.ts';
import { lastSignOfLife } from './time.ts';
import { firstActivity, type UnitOfWork } from './unit.ts';

/** What lies around the unit, so that the application's whole wall-clock can be told, and how fresh it all is. */
export interface Surroundings {
  /** The application's own "now"; `null` when it has no time of any kind. */
  lastSignOfLifeAt: number | null;
  /** An unfinished application's silence until it was read; `null` when it has ended. */
  silentMs: number | null;
  /** Start → end, or → the last sign of life. */
  applicationMs: number | null;
  /** Start of the application → its first job, query or stage. */
  untilFirstActivityMs: number | null;
  /** First activity → the unit, and the unit → end; `null` where the unit is the application. */
  beforeUnitMs: number | null;
  afterUnitMs: number | null;
}

/** Works it out from the moments the run reports. */
export function surroundingsOf(run: ApplicationRun, unit: UnitOfWork | null): Surroundings {
  const { startedAt, endedAt, durationMs, completed } = run.application;
  const now = lastSignOfLife(run);
  const end = endedAt ?? now;
  const first = firstActivity(run);
  const inside = unit === null || unit.type === 'application' ? null : unit.window;
  return {
    lastSignOfLifeAt: now,
    silentMs: completed ? null : between(now, run.readAt),
    applicationMs: completed && durationMs !== null ? durationMs : between(startedAt, end),
    untilFirstActivityMs: between(startedAt, first),
    beforeUnitMs: inside === null ? null : between(first, inside.from),
    afterUnitMs: inside === null ? null : between(inside.to, end),
  };
}

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
