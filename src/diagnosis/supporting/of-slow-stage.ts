import type { SlowStageFacts } from '../checks/slow-stage.ts';
import type { Source } from '../reading.ts';
import { stagePath, stagePlace, type StageView } from '../stage-view.ts';
import type { Surroundings } from '../surroundings.ts';
import { collector, type SupportingReading } from './supporting-reading.ts';

/** Beside check 1: the account of the wall-clock, the lengths of the stages, and what was counted. */
export function besideSlowStage(
  view: StageView | null,
  facts: SlowStageFacts,
  around: Surroundings,
): SupportingReading[] {
  const { add, readings } = collector({ screen: 'stages' });
  accountOf(facts, around, add);
  for (const { stageId, attemptId, wallMs } of facts.stages) {
    const at = `[stageId=${stageId},attemptId=${attemptId}]`;
    add('stage-duration', wallMs, 'ms', stages(`${at}.firstTaskLaunchedTime`, `${at}.completionTime`));
  }
  add('other-stages', facts.othersMs, 'ms', stages('firstTaskLaunchedTime', 'completionTime'));
  add('stage-count', facts.stageCount, 'count', stages('stageId'));
  add('skipped-stages', facts.skippedCount, 'count', stages('status'));
  add('retried-stages', facts.retriedStages, 'count', stages('attemptId'));
  add('failed-jobs', facts.failedJobs, 'count', [{ path: 'jobs', field: 'status' }]);
  add('job-count', facts.unit.jobIds.length, 'count', [{ path: 'jobs', field: 'jobId' }]);
  const { otherQueries, chosen, type } = facts.unit;
  // The whole application holds its queries itself; a query stands beside the others.
  const queries = otherQueries.length + (type === 'application' && chosen === 'whole-application' ? 0 : 1);
  add('query-count', queries, 'count', [{ path: 'sql', field: 'id' }]);
  add('next-query-duration', otherQueries[0]?.durationMs, 'ms', [
    { path: `sql/${otherQueries[0]?.id ?? 0}`, field: 'duration' },
  ]);
  ofTarget(view, facts, add);
  ofFinding(facts, add);
  return readings;
}

type Add = ReturnType<typeof collector>['add'];

function accountOf({ time }: SlowStageFacts, around: Surroundings, add: Add): void {
  const jobs = { place: { screen: 'jobs' as const } };
  const attempt = (field: string): Source => ({ path: '', field: `attempts[0].${field}` });
  const moments = stages('submissionTime', 'firstTaskLaunchedTime', 'completionTime');
  add('application-duration', around.applicationMs, 'ms', [attempt('startTime'), attempt('endTime')], jobs);
  add('silence', around.silentMs, 'ms', [...moments, { path: 'allexecutors', field: 'addTime' }], jobs);
  add('until-first-activity', around.untilFirstActivityMs, 'ms', [attempt('startTime'), ...jobTimes()], jobs);
  add('before-unit', around.beforeUnitMs, 'ms', jobTimes(), jobs);
  add('after-unit', around.afterUnitMs, 'ms', [...jobTimes(), attempt('endTime')], jobs);
  add('start-up', time.startUpMs, 'ms', [attempt('startTime'), { path: 'allexecutors', field: 'addTime' }], jobs);
  add('driver-before-first-task', time.beforeFirstTaskMs - time.startUpMs, 'ms', [...jobTimes(), ...moments], jobs);
  add('driver-time', time.driverMs, 'ms', [...jobTimes(), ...moments], jobs);
  if (time.totalMs > 0) {
    add('tasks-running-share', time.tasksRunningMs / time.totalMs, 'share', moments, {
      ...jobs,
      of: [time.tasksRunningMs, time.totalMs],
    });
  }
  for (const gap of time.gaps.slice(0, 3)) add('gap-duration', gap.durationMs, 'ms', [...jobTimes(), ...moments], jobs);
}

function ofTarget(view: StageView | null, facts: SlowStageFacts, add: Add): void {
  const { target, tooFewTasks, tinyTasks } = facts;
  if (view === null || target === null) return;
  const place = { place: stagePlace(view.stage, 'tasks') };
  const at = `[stageId=${target.stageId},attemptId=${target.attemptId}]`;
  add('stage-waiting', target.waitMs, 'ms', stages(`${at}.submissionTime`, `${at}.firstTaskLaunchedTime`));
  add('task-count', target.taskCount, 'count', stages(`${at}.numTasks`), place);
  const { cpuTimeMs, runTimeMs } = view.stage;
  if (cpuTimeMs !== null && runTimeMs !== null && runTimeMs > 0) {
    add('cpu-share', cpuTimeMs / runTimeMs, 'share', stages(`${at}.executorCpuTime`, `${at}.executorRunTime`), {
      ...place,
      of: [cpuTimeMs, runTimeMs],
    });
  }
  add('slot-count', target.slots, 'count', [{ path: 'allexecutors', field: 'totalCores' }]);
  const medianMs = tooFewTasks?.medianMs ?? tinyTasks?.medianMs;
  const field = tooFewTasks === null ? 'duration' : 'executorRunTime';
  add(
    'median-task-duration',
    medianMs,
    'ms',
    [{ path: stagePath(view.stage), field: `taskMetricsDistributions.${field}[0.5]` }],
    place,
  );
}

function ofFinding({ unitFinding }: SlowStageFacts, add: Add): void {
  switch (unitFinding?.kind) {
    case 'failed':
      add('finished-stages', unitFinding.ranBefore, 'count', stages('status'));
      if (unitFinding.attempts > 0) add('stage-attempts', unitFinding.attempts, 'count', stages('attemptId'));
      break;
    case 'retried-stage':
      for (const { attempts, lostTasks } of unitFinding.stages) {
        add('stage-attempts', attempts, 'count', stages('attemptId'));
        add('lost-tasks', lostTasks, 'count', stages('numFailedTasks'));
      }
      add(
        'lost-tasks',
        unitFinding.stages.reduce((sum, s) => sum + s.lostTasks, 0),
        'count',
        stages('numFailedTasks'),
      );
      add('lost-executors', unitFinding.lostExecutors.length, 'count', [
        { path: 'allexecutors', field: 'removeReason' },
      ]);
      break;
    case 'waiting-for-executors':
      add(
        'stage-waiting',
        unitFinding.wait.durationMs,
        'ms',
        unitFinding.wait.stageId === null
          ? [
              { path: '', field: 'attempts[0].startTime' },
              { path: 'allexecutors', field: 'addTime' },
            ]
          : stages('submissionTime', 'firstTaskLaunchedTime'),
      );
      add('slot-count', unitFinding.short?.slots, 'count', [{ path: 'allexecutors', field: 'totalCores' }]);
      add('slot-count', unitFinding.short?.peak, 'count', [{ path: 'allexecutors', field: 'totalCores' }]);
      add('first-executor-after', unitFinding.firstExecutorAfterMs, 'ms', [
        ...stages('submissionTime'),
        { path: 'allexecutors', field: 'addTime' },
      ]);
      break;
    case 'spread':
      add('stage-count', unitFinding.stageCount, 'count', stages('stageId'));
      add('typical-stage-duration', unitFinding.typicalMs, 'ms', stages('firstTaskLaunchedTime', 'completionTime'));
      add('largest-stage-share', unitFinding.largestShare, 'share', stages('firstTaskLaunchedTime', 'completionTime'));
      break;
    case 'driver-gap':
    case undefined:
      break;
  }
}

function stages(...fields: string[]): Source[] {
  return fields.map((field) => ({ path: 'stages', field }));
}

function jobTimes(): Source[] {
  return [
    { path: 'jobs', field: 'submissionTime' },
    { path: 'jobs', field: 'completionTime' },
  ];
}
