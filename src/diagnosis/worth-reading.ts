import type { ApplicationRun, Stage } from './application-run.ts';
import { lastSignOfLife, runningTime } from './time.ts';
import type { UnitChoice, UnitOfWork } from './unit.ts';

/** A stage attempt to read in depth. */
export interface WantedStage {
  stageId: number;
  attemptId: number;
  /** Its failed tasks hold the reason (traps.md 15). */
  failedTasks: boolean;
  /** Its running tasks hold the straggler. */
  runningTasks: boolean;
}

/** Every stage above about a fifth of the unit is read (traps.md 4); a little less, for shares are rounded by eye. */
const READ_SHARE = 0.15;
/** Two calls each, of sixteen an answer. */
const MOST_STAGES = 4;
const LEAST_STAGES = 2;
const MOST_PLANS = 2;

/** The few stage attempts that could hold the cause: the long ones, the failed one, the one that was asked for. */
export function stagesWorthReading(run: ApplicationRun, unit: UnitOfWork, asked: UnitChoice): WantedStage[] {
  const now = lastSignOfLife(run);
  const ranked = unit.stages
    .map((stage) => ({ stage, weight: weightOf(stage, unit, now) }))
    .sort((a, b) => b.weight - a.weight || a.stage.stageId - b.stage.stageId);
  const failed = ranked
    .filter((r) => r.stage.status === 'failed' && r.stage.failureReason !== null)
    .map((r) => r.stage);
  const wanted = [
    ...ranked
      .filter(
        (r) =>
          r.stage.stageId === asked.stage?.stageId &&
          (asked.stage.attemptId === undefined || asked.stage.attemptId === r.stage.attemptId),
      )
      .map((r) => r.stage),
    ...failed.slice(0, 1),
    ...ranked.filter((r, i) => i < LEAST_STAGES || r.weight >= READ_SHARE).map((r) => r.stage),
  ];
  return [...new Set(wanted)].slice(0, MOST_STAGES).map((stage) => ({
    stageId: stage.stageId,
    attemptId: stage.attemptId,
    failedTasks: stage.status === 'failed',
    runningTasks: stage.status === 'active',
  }));
}

/** Its wall-clock as a share of the unit, or its part of all task time where stages overlap and that is more. */
function weightOf(stage: Stage, unit: UnitOfWork, now: number | null): number {
  const interval = runningTime(stage, now);
  const wall = interval === null || unit.durationMs <= 0 ? 0 : (interval.to - interval.from) / unit.durationMs;
  return Math.min(1, wall);
}

/** The SQL executions whose plans explain those stages: the unit's own, else those of the longest stages. */
export function plansWorthReading(run: ApplicationRun, unit: UnitOfWork, stages: WantedStage[]): number[] {
  if (unit.type === 'sql-execution' && unit.id !== null) return [unit.id];
  const ids = stages.flatMap((wanted) => {
    const jobIds = run.jobs.filter((j) => j.stageIds.includes(wanted.stageId)).map((j) => j.jobId);
    return (run.sqlExecutions ?? []).filter((q) => q.jobIds.some((id) => jobIds.includes(id))).map((q) => q.id);
  });
  return [...new Set(ids)].slice(0, MOST_PLANS);
}
