import type { ApplicationRun, Stage } from './application-run.ts';

/** Half-open piece of time, epoch milliseconds. */
export interface Interval {
  from: number;
  to: number;
}

/** Sorted, disjoint pieces that cover the same time; empty and backward pieces are dropped. */
export function union(intervals: Interval[]): Interval[] {
  const sorted = intervals.filter((i) => i.to > i.from).sort((a, b) => a.from - b.from);
  const merged: Interval[] = [];
  for (const interval of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && interval.from <= last.to) last.to = Math.max(last.to, interval.to);
    else merged.push({ ...interval });
  }
  return merged;
}

/** What of `pieces` no piece of `taken` covers. One sweep over both: an application may have thousands of stages. */
export function subtract(pieces: Interval[], taken: Interval[]): Interval[] {
  const gone = union(taken);
  const left: Interval[] = [];
  let first = 0;
  for (const piece of union(pieces)) {
    let { from } = piece;
    while ((gone[first]?.to ?? Infinity) <= from) first += 1;
    for (let i = first; i < gone.length; i += 1) {
      const hole = gone[i] as Interval;
      if (hole.from >= piece.to) break;
      if (hole.from > from) left.push({ from, to: hole.from });
      from = Math.max(from, hole.to);
    }
    if (from < piece.to) left.push({ from, to: piece.to });
  }
  return left;
}

export function clip(intervals: Interval[], to: Interval): Interval[] {
  return union(intervals.map((i) => ({ from: Math.max(i.from, to.from), to: Math.min(i.to, to.to) })));
}

export function lengthMs(intervals: Interval[]): number {
  return intervals.reduce((sum, i) => sum + (i.to - i.from), 0);
}

/**
 * The application's own "now": the latest moment any part of it reports. A history server's clock and its `lastUpdated`
 * say when the log was read, not when the application last did something, so neither may stretch a running stage.
 */
export function lastSignOfLife(run: ApplicationRun): number | null {
  const moments = [
    run.application.endedAt,
    ...run.jobs.flatMap((j) => [j.submittedAt, j.completedAt]),
    ...run.stages.flatMap((s) => [s.submittedAt, s.firstTaskLaunchedAt, s.completedAt]),
    ...(run.sqlExecutions ?? []).map((q) => q.submittedAt),
    ...run.executors.flatMap((e) => [e.addedAt, e.removedAt]),
    ...run.stageDetails.flatMap((d) => (d.tasks ?? []).map(taskEnd)),
  ].filter((m): m is number => m !== null);
  if (run.server.kind === 'live-ui' && !run.application.completed) moments.push(run.readAt);
  if (moments.length === 0) return null;
  const last = moments.reduce((a, b) => Math.max(a, b));
  const { completed, lastUpdatedAt } = run.application;
  const alive = !completed && lastUpdatedAt !== null && lastUpdatedAt > last && lastUpdatedAt - last <= ALIVE_WITHIN_MS;
  return alive ? lastUpdatedAt : last;
}

/**
 * An unfinished application whose log the server read this soon after its last event is taken to be running still: long
 * tasks write nothing meanwhile. Judgement; an older log was copied, or its application died.
 */
const ALIVE_WITHIN_MS = 30 * 60_000;

function taskEnd(task: { launchedAt: number | null; durationMs: number | null; status: string }): number | null {
  if (task.launchedAt === null) return null;
  // A running task's elapsed time on a history server runs with the server's clock, not the application's.
  return task.status === 'running' || task.durationMs === null ? task.launchedAt : task.launchedAt + task.durationMs;
}

/** First task launched → completed (traps.md 1); a stage still running ends at `now`. `null`: no task was launched. */
export function runningTime(stage: Stage, now: number | null): Interval | null {
  const from = stage.firstTaskLaunchedAt ?? (stage.status === 'complete' ? stage.submittedAt : null);
  const to = stage.completedAt ?? (stage.status === 'active' ? now : null);
  return from === null || to === null || to <= from ? null : { from, to };
}

/** Submitted → first task launched: waiting for slots or for executors; `null` when it did not wait or is not known. */
export function waitingTime(stage: Stage, now: number | null): Interval | null {
  const to = stage.firstTaskLaunchedAt ?? stage.completedAt ?? (stage.status === 'active' ? now : null);
  return stage.submittedAt === null || to === null || to <= stage.submittedAt ? null : { from: stage.submittedAt, to };
}
