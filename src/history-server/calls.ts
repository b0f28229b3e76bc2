import type { Application } from '../diagnosis/application-run.ts';

/** Positions asked of every task distribution; the server's own default has no maximum (spark-rest.md §1.4). */
export const QUANTILES = [0, 0.25, 0.5, 0.75, 0.95, 1] as const;

/** Slowest tasks asked of a stage. */
export const TASK_LIST_LENGTH = 200;

/** The one page of SQL executions that is asked: above what a server keeps (`spark.sql.ui.retainedExecutions`, 1,000). */
const SQL_LIST_LENGTH = 10_000;

const quantiles = `quantiles=${QUANTILES.join(',')}`;

type AppKey = Pick<Application, 'id' | 'attemptId'>;

/** Paths below `/api/v1/` of every call that is ever made; the recorder stores answers under the same ones. */
export const CALLS = {
  version: () => 'version',
  applications: (query: { limit?: number; status?: 'running' | 'completed' } = {}) => {
    const parts = [
      ...(query.status === undefined ? [] : [`status=${query.status}`]),
      ...(query.limit === undefined ? [] : [`limit=${query.limit}`]),
    ];
    return parts.length === 0 ? 'applications' : `applications?${parts.join('&')}`;
  },
  application: (id: string) => `applications/${encodeURIComponent(id)}`,
  jobs: (app: AppKey) => `${root(app)}/jobs`,
  failedJobs: (app: AppKey) => `${root(app)}/jobs?status=failed`,
  stages: (app: AppKey) => `${root(app)}/stages?details=false`,
  executors: (app: AppKey) => `${root(app)}/allexecutors`,
  environment: (app: AppKey) => `${root(app)}/environment`,
  sqlExecutions: (app: AppKey) =>
    `${root(app)}/sql?details=false&planDescription=false&offset=0&length=${SQL_LIST_LENGTH}`,
  sqlExecution: (app: AppKey, id: number) => `${root(app)}/sql/${id}?details=true&planDescription=true`,
  /** Since 3.2: quantiles and per-executor totals without the tasks, because `taskStatus` filters only the task map. */
  stageDetail: (app: AppKey, stageId: number, attemptId: number) =>
    `${root(app)}/stages/${stageId}/${attemptId}?details=true&taskStatus=unknown&withSummaries=true&${quantiles}`,
  taskSummary: (app: AppKey, stageId: number, attemptId: number) =>
    `${root(app)}/stages/${stageId}/${attemptId}/taskSummary?${quantiles}`,
  taskList: (app: AppKey, stageId: number, attemptId: number) =>
    `${root(app)}/stages/${stageId}/${attemptId}/taskList?sortBy=-runtime&length=${TASK_LIST_LENGTH}`,
  taskListByStatus: (app: AppKey, stageId: number, attemptId: number, status: 'failed' | 'running') =>
    `${root(app)}/stages/${stageId}/${attemptId}/taskList?status=${status}&length=${TASK_LIST_LENGTH}`,
} as const;

/** The attempt is in the path exactly when the server lists one; any other way is a 404 (SPARK-15923). */
function root(app: AppKey): string {
  const id = encodeURIComponent(app.id);
  return app.attemptId === null ? `applications/${id}` : `applications/${id}/${encodeURIComponent(app.attemptId)}`;
}

/** Base URL of a server for one application. */
export function baseFor(serverUrl: string, applicationId: string | null): string {
  return serverUrl.replaceAll('{appId}', encodeURIComponent(applicationId ?? ''));
}
