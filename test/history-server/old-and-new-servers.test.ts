import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  closeServers,
  locate,
  newReadContext,
  openServers,
  plainServer,
  readDetails,
  readRun,
} from '../../src/history-server/read.ts';

import { listening } from './listening.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const DATE = '2026-11-29T22:21:34.013GMT';

const application = {
  id: 'app-1',
  name: 'n',
  attempts: [
    {
      startTime: DATE,
      endTime: '2026-11-29T22:31:34.013GMT',
      lastUpdated: DATE,
      duration: 600_000,
      completed: true,
      appSparkVersion: '2.4.4',
    },
  ],
};

const stage = (counts: object) => ({
  status: 'COMPLETE',
  stageId: 4,
  attemptId: 0,
  numTasks: 3,
  numActiveTasks: 0,
  numCompleteTasks: 3,
  numFailedTasks: 0,
  numKilledTasks: 0,
  executorRunTime: 60,
  ...counts,
});

const task = (taskId: number, status: string, executorRunTime: number) => ({
  taskId,
  index: taskId,
  attempt: 0,
  launchTime: DATE,
  duration: executorRunTime + 1,
  executorId: String(taskId % 2),
  host: `host-${taskId % 2}`,
  status,
  speculative: false,
  taskMetrics: { executorRunTime, jvmGcTime: 1 },
});

const QUANTILES = {
  quantiles: [0, 0.25, 0.5, 0.75, 0.95, 1],
  executorRunTime: [10, 10, 20, 30, 30, 30],
  duration: [11, 11, 21, 31, 31, 31],
};

/** Answers by the end of the path; anything else is the 404 page of a version that does not have it. */
async function spark(answers: [RegExp, unknown][]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v1/', '');
    asked.push(path);
    const found = answers.find(([pattern]) => pattern.test(path));
    if (found === undefined)
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>HTTP ERROR 404</html>');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found[1]));
  });
  const { url, close } = await listening(server);
  closing.push(close);
  return { asked, url };
}

async function read(url: string, wanted = { failedTasks: false, runningTasks: false }) {
  const servers = openServers([plainServer('shs', url)]);
  closing.push(() => closeServers(servers));
  const context = newReadContext({ deadlineMs: 60_000 });
  const located = await locate(servers, { target: 'app-1' }, context);
  const run = await readRun(located, context);
  return {
    run: await readDetails(located, run, { stages: [{ stageId: 4, attemptId: 0, ...wanted }], plans: [] }, context),
    context,
  };
}

const common = (version: string, counts: object = {}): [RegExp, unknown][] => [
  [/^version$/, { spark: version }],
  [/^applications\/app-1$/, application],
  [/jobs$/, [{ jobId: 0, name: 'j', stageIds: [4], status: 'SUCCEEDED', numTasks: 3 }]],
  [/stages\?/, [stage(counts)]],
  [/allexecutors$/, [{ id: '1', hostPort: 'host-1:1' }]],
  [/environment$/, { sparkProperties: [] }],
];

const tasks = [task(2, 'SUCCESS', 30), task(1, 'SUCCESS', 20), task(0, 'SUCCESS', 10)];

describe('a server of Spark 2.4', () => {
  test('is never asked for a stage with its details, which would be every task', async () => {
    const server = await spark([...common('2.4.4'), [/taskSummary/, QUANTILES], [/taskList/, tasks]]);
    const { run, context } = await read(server.url);
    expect(server.asked.filter((path) => /stages\/4\/0\?/.test(path))).toEqual([]);
    expect(run.stageDetails[0]).toMatchObject({ quantiles: { runTimeMs: { min: 10, max: 30 } }, allTasksListed: true });
    expect(run.stageDetails[0]?.perExecutor).toMatchObject([
      { executorId: '0', host: 'host-0', taskTimeMs: 42, succeededTasks: 2 },
      { executorId: '1', host: 'host-1', taskTimeMs: 21, succeededTasks: 1 },
    ]);
    expect(context.cost.requests).toBe(9);
  });

  test('has no SQL and no GC of a stage, and that is said or left out', async () => {
    const server = await spark([...common('2.4.4'), [/taskSummary/, QUANTILES], [/taskList/, tasks]]);
    const { run } = await read(server.url);
    expect(run.sqlExecutions).toBeNull();
    expect(run.stages[0]?.gcTimeMs).toBeNull();
    expect(run.notRead).toEqual([
      { part: 'sql-executions', stageId: null, attemptId: null, reason: 'not-in-this-version', what: null },
    ]);
  });
});

describe('a stage of a newer server', () => {
  const detail = {
    ...stage({}),
    taskMetricsDistributions: QUANTILES,
    executorSummary: { '1': { taskTime: 5, succeededTasks: 3 }, '9': { taskTime: 7 } },
  };

  test('comes with its distributions and totals in one call; hosts are those of the executors', async () => {
    const server = await spark([...common('4.1.1'), [/stages\/4\/0\?/, detail], [/taskList/, tasks], [/\/sql\?/, []]]);
    const { run } = await read(server.url);
    expect(run.stageDetails[0]?.perExecutor).toMatchObject([
      { executorId: '1', host: 'host-1', taskTimeMs: 5 },
      { executorId: '9', host: null, taskTimeMs: 7, failedTasks: null },
    ]);
    expect(run.notRead).toEqual([]);
  });

  test('without a successful task has no distributions, and nothing is missing', async () => {
    const failed = { numCompleteTasks: 0, numFailedTasks: 1, status: 'FAILED' };
    const { taskMetricsDistributions: _, ...bare } = detail;
    const server = await spark([
      ...common('4.1.1', failed),
      [/stages\/4\/0\?/, bare],
      [/taskList/, [task(0, 'FAILED', 5)]],
      [/\/sql\?/, []],
    ]);
    const { run } = await read(server.url, { failedTasks: true, runningTasks: false });
    expect(run.stageDetails[0]).toMatchObject({ quantiles: null, allTasksListed: true, tasks: [{ status: 'failed' }] });
    expect(run.notRead).toEqual([]);
    // The one list holds every task there is.
    expect(server.asked.filter((path) => path.includes('status='))).toEqual([]);
  });

  test('of many tasks: failed and running ones are asked for, and each is listed once, slowest first', async () => {
    const counts = { numTasks: 1_000, numCompleteTasks: 990, numFailedTasks: 1, numActiveTasks: 1 };
    const server = await spark([
      ...common('4.1.1', counts),
      [/stages\/4\/0\?/, detail],
      [/status=failed/, [task(7, 'FAILED', 25)]],
      [/status=running/, [{ ...task(8, 'RUNNING', 0), duration: 90 }, task(2, 'SUCCESS', 30)]],
      [/taskList/, tasks],
      [/\/sql\?/, []],
    ]);
    const { run } = await read(server.url, { failedTasks: true, runningTasks: true });
    expect(run.stageDetails[0]?.tasks?.map((one) => [one.taskId, one.status])).toEqual([
      [8, 'running'],
      [2, 'success'],
      [7, 'failed'],
      [1, 'success'],
      [0, 'success'],
    ]);
    expect(run.stageDetails[0]?.allTasksListed).toBe(false);
  });
});

test('what the allowance of one answer does not reach is named, the first stage last', async () => {
  const server = await spark([
    ...common('4.1.1'),
    [/stages\/4\/0\?/, stage({})],
    [/taskList/, tasks],
    [/\/sql\?/, []],
    [/\/sql\/\d/, { nodes: [] }],
  ]);
  const servers = openServers([plainServer('shs', server.url)]);
  closing.push(() => closeServers(servers));
  const context = newReadContext({ deadlineMs: 60_000 });
  const located = await locate(servers, { target: 'app-1' }, context);
  const listed = await readRun(located, context);
  const stages = [4, 5, 6, 7, 8, 9].map((stageId) => ({
    stageId,
    attemptId: 0,
    failedTasks: false,
    runningTasks: false,
  }));
  const run = await readDetails(located, listed, { stages, plans: [1, 2, 3] }, context);
  expect(context.cost.requests).toBe(16);
  expect(run.stageDetails.map((one) => one.tasks !== null)[0]).toBe(true);
  const skipped = run.notRead.filter((note) => note.reason === 'over-request-budget').map((note) => note.part);
  expect(skipped.sort()).toEqual(['sql-plan', 'task-list', 'task-quantiles']);
});
