import type {
  ApplicationRun,
  Job,
  SqlExecution,
  SqlPlan,
  Stage,
  StageDetail,
} from '../src/diagnosis/application-run.ts';
import { SECOND, MINUTE, HOUR, START } from './builders/measures.ts';
import { executors, aDriver } from './builders/executors.ts';
import { type BuiltStage, aStage } from './builders/stages.ts';

// One door for the tests; the parts stand in builders/.
export { SECOND, MINUTE, HOUR, MIB, GIB, TIB, START } from './builders/measures.ts';
export { TASK_METRICS, aTask, tasks, spreadOver } from './builders/tasks.ts';
export { anExecutor, executors, aDriver } from './builders/executors.ts';
export { type BuiltStage, type StageSpec, aStage, aSkippedStage, quantilesOf } from './builders/stages.ts';
export { type Operator, type OperatorFacts, operator, exchange, planMetric, aPlan } from './builders/plans.ts';

/** A job that ran these stages, from the submission of the first to the completion of the last. */
export function aJob(of: BuiltStage[], over: Partial<Job> = {}): Job {
  const times = (pick: (s: Stage) => number | null) =>
    of.map((b) => pick(b.stage)).filter((t): t is number => t !== null);
  const from = times((s) => s.submittedAt);
  const to = times((s) => s.completedAt);
  return {
    jobId: 0,
    name: 'save at NativeMethodAccessorImpl.java:0',
    description: null,
    group: null,
    submittedAt: from.length === 0 ? null : from.reduce((a, b) => Math.min(a, b)) - 20,
    completedAt: to.length === 0 ? null : to.reduce((a, b) => Math.max(a, b)) + 20,
    status: 'succeeded',
    stageIds: of.map((b) => b.stage.stageId),
    taskCount: of.reduce((sum, b) => sum + b.stage.taskCount, 0),
    skippedStages: of.filter((b) => b.stage.status === 'skipped').length,
    ...over,
  };
}

/** A query around jobs, planned for a tenth of a second before the first of them. */
export function aQuery(jobs: Job[], over: Partial<SqlExecution> = {}): SqlExecution {
  const from = jobs.map((j) => j.submittedAt).filter((t): t is number => t !== null);
  const to = jobs.map((j) => j.completedAt).filter((t): t is number => t !== null);
  const submittedAt = from.length === 0 ? START : from.reduce((a, b) => Math.min(a, b)) - 100;
  return {
    id: 0,
    rootId: null,
    description: 'save at NativeMethodAccessorImpl.java:0',
    status: 'completed',
    submittedAt,
    durationMs: to.length === 0 ? null : to.reduce((a, b) => Math.max(a, b)) + 100 - submittedAt,
    jobIds: jobs.map((j) => j.jobId),
    failedJobIds: jobs.filter((j) => j.status === 'failed').map((j) => j.jobId),
    plan: null,
    ...over,
  };
}

export interface RunSpec extends Omit<Partial<ApplicationRun>, 'application' | 'server' | 'stages'> {
  stages?: BuiltStage[];
  application?: Partial<ApplicationRun['application']>;
  server?: Partial<ApplicationRun['server']>;
  /** A plan makes the whole run one SQL execution. */
  plan?: SqlPlan;
  /** Lets the application end this long after its last job; a second by default. */
  endsAfterMs?: number;
}

/** A finished application: one job over its stages, on four executors; valid by default, override what the case is about. */
export function aRun(spec: RunSpec = {}): ApplicationRun {
  const { stages: built = [aStage()], application, server, plan, endsAfterMs = SECOND, ...rest } = spec;
  const jobs = rest.jobs ?? [aJob(built)];
  const ends = jobs.map((j) => j.completedAt ?? START);
  const endedAt = ends.reduce((a, b) => Math.max(a, b), START) + endsAfterMs;
  const startedAt = START;
  return {
    application: {
      id: 'app-20261128020000-0042',
      attemptId: null,
      attemptIds: [],
      name: 'nightly_ranking',
      user: 'etl',
      sparkVersion: '4.1.4',
      completed: true,
      startedAt,
      endedAt,
      lastUpdatedAt: endedAt + MINUTE,
      durationMs: endedAt - startedAt,
      ...application,
    },
    server: {
      name: 'prod',
      url: 'https://history.example.com',
      kind: 'history-server',
      version: '4.1.4',
      uiUrl: 'https://history.example.com/history/app-20261128020000-0042',
      ...server,
    },
    readAt: endedAt + HOUR,
    stages: built.map((b) => b.stage),
    executors: [aDriver(), ...executors(4)],
    settings: {},
    sqlExecutions: plan === undefined ? [] : [aQuery(jobs, { plan })],
    stageDetails: built.map((b) => b.detail).filter((d): d is StageDetail => d !== null),
    notRead: [],
    ...rest,
    jobs,
  };
}
