import type { Reading } from './reading.ts';
import type { TimeAccount } from './time-account.ts';
import { LARGEST_PART, RETRY_SHARE, type UnitFinding } from './unit-findings.ts';
import type { UnitOfWork } from './unit.ts';

/** What a finding about the unit as a whole was read from. */
export function unitFindingReadings(finding: UnitFinding, time: TimeAccount, unit: UnitOfWork): Reading[] {
  const found: Reading[] = [];
  if (finding.kind === 'driver-gap') {
    found.push({
      name: 'gap-share',
      value: finding.share,
      unit: 'share',
      of: [time.driverMs, time.totalMs - time.startUpMs],
      limit: LARGEST_PART,
      place: { screen: 'jobs' },
      readFrom: [
        { path: 'jobs', field: 'submissionTime' },
        { path: 'jobs', field: 'completionTime' },
        ...unitFields(unit),
      ],
    });
  }
  if (finding.kind === 'waiting-for-executors') {
    found.push({
      name: 'waiting-share',
      value: finding.share,
      unit: 'share',
      of:
        finding.wait.stageId === null
          ? [finding.atStakeMs, time.totalMs]
          : finding.short !== null
            ? [finding.atStakeMs, time.totalMs - time.startUpMs]
            : [time.waitingForExecutorsMs, time.totalMs - time.startUpMs],
      limit: LARGEST_PART,
      place: { screen: 'stages' },
      readFrom:
        finding.wait.stageId === null
          ? [
              { path: '', field: 'attempts[0].startTime' },
              { path: 'allexecutors', field: 'addTime' },
            ]
          : [
              { path: 'stages', field: 'submissionTime' },
              { path: 'stages', field: 'firstTaskLaunchedTime' },
              { path: 'allexecutors', field: 'addTime' },
            ],
    });
  }
  if (finding.kind === 'retried-stage') {
    found.push({
      name: 'retry-share',
      value: finding.share,
      unit: 'share',
      of: [finding.atStakeMs, unit.durationMs],
      limit: RETRY_SHARE,
      place: { screen: 'stages' },
      readFrom: [{ path: 'stages', field: 'attemptId' }],
    });
  }
  if (finding.kind === 'failed' && finding.failedTasks !== null) {
    found.push({
      name: 'failed-tasks',
      value: finding.failedTasks,
      unit: 'count',
      of: null,
      limit: null,
      place: { screen: 'stages' },
      readFrom: [{ path: 'stages', field: `[stageId=${finding.stageId ?? -1}].numFailedTasks` }],
    });
  }
  return found;
}

/** Where the unit's own duration is given. */
export function unitFields(unit: UnitOfWork): Reading['readFrom'] {
  if (unit.type === 'application') return [{ path: '', field: 'attempts[0].duration' }];
  if (unit.type === 'sql-execution') return [{ path: `sql/${unit.id ?? 0}`, field: 'duration' }];
  return [{ path: `jobs/${unit.id ?? 0}`, field: 'completionTime' }];
}
