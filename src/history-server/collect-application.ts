import type { Application, Job, JobStatus, NotRead, SqlExecution } from '../diagnosis/application-run.ts';
import { counter, type Where } from './lenient.ts';
import type { ApplicationAnswer, JobAnswer, SqlExecutionAnswer } from './responses.ts';

/**
 * An application at one of its attempts, the newest when none is asked; `null` when it has no such attempt.
 * Attempts come newest first (spark-rest.md §1.1).
 */
export function collectApplication(answer: ApplicationAnswer, attemptId: string | null): Application | null {
  const attempt = attemptId === null ? answer.attempts[0] : answer.attempts.find((one) => one.attemptId === attemptId);
  if (attempt === undefined) return null;
  const completed = attempt.completed ?? false;
  const startedAt = attempt.startTime ?? null;
  const endedAt = completed ? (attempt.endTime ?? null) : null;
  return {
    id: answer.id,
    attemptId: attempt.attemptId ?? null,
    attemptIds: answer.attempts.flatMap((one) => (one.attemptId ? [one.attemptId] : [])),
    name: answer.name ?? '',
    user: attempt.sparkUser || null,
    sparkVersion: knownVersion(attempt.appSparkVersion),
    completed,
    startedAt,
    endedAt,
    lastUpdatedAt: attempt.lastUpdated ?? null,
    // A running attempt has duration 0 or a stale one (spark-rest.md §1.1).
    durationMs: completed ? (positive(attempt.duration) ?? between(startedAt, endedAt)) : null,
  };
}

/** A live driver reports the start as its last update; a History Server the time of its last look at the log. */
export function looksLive(application: Application): boolean {
  return (
    !application.completed && application.startedAt !== null && application.lastUpdatedAt === application.startedAt
  );
}

/** Empty in very old logs, `unknown` for the placeholders of 4.1. */
function knownVersion(version: string | null | undefined): string | null {
  return version === '' || version === 'unknown' ? null : (version ?? null);
}

function positive(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && value > 0 ? value : null;
}

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null || to < from ? null : to - from;
}

const JOB_STATUS: Record<string, JobStatus> = { RUNNING: 'running', SUCCEEDED: 'succeeded', FAILED: 'failed' };

export function collectJob(answer: JobAnswer, notes: NotRead[]): Job {
  const where: Where = { part: 'jobs' };
  return {
    jobId: answer.jobId,
    name: answer.name ?? '',
    description: answer.description ?? null,
    group: answer.jobGroup ?? null,
    submittedAt: answer.submissionTime ?? null,
    completedAt: answer.completionTime ?? null,
    status: JOB_STATUS[answer.status ?? ''] ?? 'unknown',
    stageIds: answer.stageIds ?? [],
    taskCount: counter(answer.numTasks, 'numTasks', where, notes),
    skippedStages: counter(answer.numSkippedStages, 'numSkippedStages', where, notes),
  };
}

const SQL_STATUS: Record<string, SqlExecution['status']> = {
  RUNNING: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
};

export function collectSqlExecution(answer: SqlExecutionAnswer, notes: NotRead[]): SqlExecution {
  const failedJobIds = answer.failedJobIds ?? [];
  const root = answer.rootExecutionId ?? null;
  return {
    id: answer.id,
    rootId: root !== null && root >= 0 ? root : null,
    description: answer.description ?? '',
    status: SQL_STATUS[answer.status ?? ''] ?? 'unknown',
    submittedAt: answer.submissionTime ?? null,
    durationMs: counter(answer.duration, 'duration', { part: 'sql-executions' }, notes),
    jobIds: [...(answer.runningJobIds ?? []), ...(answer.successJobIds ?? []), ...failedJobIds].sort((a, b) => a - b),
    failedJobIds,
    plan: null,
  };
}
