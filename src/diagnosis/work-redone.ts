import type { Stage } from './application-run.ts';
import { runningTime } from './time.ts';

/** A stage some of whose work was done more than once. */
export interface RedoneStage {
  stageId: number;
  attempts: number;
  /** Why an attempt of it failed; from Spark, hostile. */
  reason: string | null;
  /** Tasks that failed and had to run again, over all attempts. */
  lostTasks: number;
  /** Wall-clock of its attempts that went into failed tasks and into tasks that had been finished before. */
  wastedMs: number;
}

/**
 * Stages with work that was lost or repeated. A stage that fails to fetch keeps its finished tasks, and its next attempt
 * holds the missing ones only (spark-rest.md §2.3): neither the whole failed attempt nor the whole next one was wasted.
 */
export function redoneStages(stages: Stage[], now: number | null): RedoneStage[] {
  const ids = [...new Set(stages.map((s) => s.stageId))];
  return ids.flatMap((stageId) => {
    const attempts = stages.filter((s) => s.stageId === stageId).sort((a, b) => a.attemptId - b.attemptId);
    const lostTasks = attempts.reduce((sum, s) => sum + (s.failedTasks ?? 0), 0);
    // Adaptive execution lists a lost shuffle's stage anew: its first attempt is a skipped one, and what ran is all repeated.
    const first = attempts[0]?.attemptId ?? 0;
    if (attempts.length < 2 && lostTasks === 0 && first === 0) return [];
    const whole = Math.max(...attempts.map((s) => s.taskCount));
    let finished = 0;
    let wastedMs = 0;
    for (const attempt of attempts) {
      wastedMs += wallOf(attempt, now) * (first > 0 ? 1 : wastedShare(attempt, finished, whole));
      finished = Math.min(whole, finished + (attempt.completeTasks ?? 0));
    }
    const reason = attempts.find((s) => s.failureReason !== null)?.failureReason ?? null;
    return [{ stageId, attempts: attempts.length + first, reason, lostTasks, wastedMs }];
  });
}

/** Of the attempt's tasks: those that had been finished before, and of the others those that failed. */
function wastedShare(attempt: Stage, finishedBefore: number, whole: number): number {
  const { taskCount, failedTasks, completeTasks } = attempt;
  const missing = Math.max(0, whole - finishedBefore);
  const repeated = attempt.attemptId === 0 || taskCount === 0 ? 0 : Math.max(0, taskCount - missing) / taskCount;
  const tried = (failedTasks ?? 0) + (completeTasks ?? 0);
  const failed = tried === 0 ? 0 : (failedTasks ?? 0) / tried;
  return repeated + (1 - repeated) * failed;
}

function wallOf(stage: Stage, now: number | null): number {
  const interval = runningTime(stage, now);
  return interval === null ? 0 : interval.to - interval.from;
}
