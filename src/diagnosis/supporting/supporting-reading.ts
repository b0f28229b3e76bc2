import type { Place, Reading, Source, Unit } from '../reading.ts';

/**
 * Numbers that a check's sentences tell beside its verdict's own readings: amounts, counts and lengths that were read on
 * the way. Each names the response fields it came from, so that nothing is told that can not be traced.
 */
export interface SupportingReading extends Omit<Reading, 'name'> {
  name: SupportingName;
}

/** Add, never rename, as for the readings of the verdicts. */
export type SupportingName =
  | 'application-duration'
  | 'silence'
  | 'until-first-activity'
  | 'before-unit'
  | 'after-unit'
  | 'start-up'
  | 'driver-before-first-task'
  | 'driver-time'
  | 'tasks-running-share'
  | 'gap-duration'
  | 'first-executor-after'
  | 'next-query-duration'
  | 'stage-duration'
  | 'stage-waiting'
  | 'other-stages'
  | 'stage-count'
  | 'finished-stages'
  | 'skipped-stages'
  | 'retried-stages'
  | 'stage-attempts'
  | 'failed-jobs'
  | 'job-count'
  | 'query-count'
  | 'task-count'
  | 'slot-count'
  | 'cpu-share'
  | 'lost-executors'
  | 'lost-tasks'
  | 'typical-stage-duration'
  | 'largest-stage-share'
  | 'median-task-duration'
  | 'shuffle-bytes'
  | 'shuffle-records'
  | 'input-bytes'
  | 'input-records'
  | 'row-ratio'
  | 'join-rows'
  | 'broadcast-other-side'
  | 'exchange-bytes'
  | 'groups'
  | 'combined-records'
  | 'task-records'
  | 'task-bytes'
  | 'slow-tasks'
  | 'slow-executors'
  | 'executor-tasks'
  | 'unread-records'
  | 'unread-tasks'
  | 'unread-ratio'
  | 'split-partitions'
  | 'killed-tasks'
  | 'executor-count'
  | 'red-executors'
  | 'task-spill-largest'
  | 'slots-per-executor'
  | 'heap-size';

/** Collects the readings of one check; a value that was not obtained makes no reading. */
export function collector(place: Place) {
  const readings: SupportingReading[] = [];
  return {
    readings,
    add(
      name: SupportingName,
      value: number | null | undefined,
      unit: Unit,
      readFrom: Source[],
      more: { of?: [number, number]; place?: Place } = {},
    ): void {
      if (value === null || value === undefined || !Number.isFinite(value)) return;
      const { of = null } = more;
      readings.push({ name, value, unit, of, limit: null, place: more.place ?? place, readFrom });
    },
  };
}
