import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeServers,
  listApplications,
  locate,
  newReadContext,
  openServers,
  plainServer,
  readDetails,
  readRun,
  type Servers,
} from '../../src/history-server/read.ts';
import { record } from '../../src/recorded/record.ts';
import { recordingShape } from '../../src/recorded/recording.ts';
import { startRecordedServer, type RecordedServer } from '../../src/recorded/serve.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

let recorded: RecordedServer;
let servers: Servers;

beforeAll(async () => {
  recorded = await startRecordedServer(FIXTURES);
  servers = openServers([plainServer('recorded', recorded.url)]);
});

afterAll(async () => {
  await closeServers(servers);
  await recorded.close();
});

const context = () => newReadContext({ deadlineMs: 60_000 });

test('every recorded application is served with all that an answer asks for', async () => {
  expect(recorded.applications.length).toBeGreaterThanOrEqual(12);
  for (const { id, situation } of recorded.applications) {
    const allowance = context();
    const located = await locate(servers, { target: id }, allowance);
    const run = await readRun(located, allowance);
    const ran = run.stages.filter((stage) => stage.status !== 'skipped');
    const slowest = ran.sort((a, b) => (b.runTimeMs ?? 0) - (a.runTimeMs ?? 0)).slice(0, 2);
    const stages = slowest.map(({ stageId, attemptId }) => ({
      stageId,
      attemptId,
      failedTasks: true,
      runningTasks: true,
    }));
    const queries = [...(run.sqlExecutions ?? [])].sort((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0));
    const full = await readDetails(
      located,
      run,
      { stages, plans: queries.slice(0, 1).map((one) => one.id) },
      allowance,
    );
    expect(
      full.stageDetails.map((detail) => detail.tasks === null || detail.perExecutor === null),
      situation,
    ).toEqual(slowest.map(() => false));
    expect(
      full.notRead.filter((note) => note.reason === 'not-found' || note.reason === 'over-request-budget'),
      situation,
    ).toEqual([]);
    if (queries[0] !== undefined) {
      expect(
        full.sqlExecutions?.find((one) => one.id === queries[0]?.id)?.plan?.nodes.length,
        situation,
      ).toBeGreaterThan(0);
    }
  }
});

test('what still ran when it was recorded is read by the clock of the recording', async () => {
  const id = recorded.applications.find((one) => one.situation === 'running')?.id ?? '';
  const run = await readRun(await locate(servers, { target: id }, context()), context());
  const recording = recordingShape.parse(JSON.parse(readFileSync(join(FIXTURES, 'running/recording.json'), 'utf8')));
  expect(run.application.completed).toBe(false);
  expect(Math.abs(run.readAt - Date.parse(recording.recordedAt))).toBeLessThan(60_000);
});

test('the listing holds every recorded application, running ones by status', async () => {
  const all = await listApplications(servers, {}, context());
  expect(all).toMatchObject({ total: recorded.applications.length, more: false, searched: null });
  expect(all.applications.length).toBe(Math.min(20, recorded.applications.length));
  const running = await listApplications(servers, { status: 'running' }, context());
  expect(running.applications.map((one) => one.state)).toEqual(['running']);
});

test('the jobs of a status are those of the recorded list, so that the failed application is found', async () => {
  const failed = recorded.applications.find((one) => one.situation === 'failed-app');
  const found = await listApplications(servers, { status: 'failed', text: failed?.id ?? 'none' }, context());
  expect(found.applications).toMatchObject([{ id: failed?.id, state: 'failed' }]);
  expect(found.searched).toEqual({ newest: 1, unread: 0, ended: 1 });
});

test('one situation can be served alone', async () => {
  const one = await startRecordedServer(join(FIXTURES, 'skewed-window'));
  try {
    expect(one.applications.map(({ situation }) => situation)).toEqual(['skewed-window']);
  } finally {
    await one.close();
  }
});

test.each([
  ['applications/nope', 'unknown app: nope'],
  ['applications/nope/jobs', 'no such app: nope'],
  ['nonsense', 'Not Found'],
])('%s is refused in the words of Spark', async (path, text) => {
  const response = await fetch(`${recorded.url}/api/v1/${path}`);
  expect([response.status, await response.text()]).toEqual([404, text]);
});

test('a query string that was not recorded is refused, not guessed', async () => {
  const { id } = recorded.applications[0] ?? { id: '' };
  const response = await fetch(`${recorded.url}/api/v1/applications/${id}/stages?details=true`);
  expect(response.status).toBe(404);
});

test('recording from a server gives its answers byte for byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sparkcheck-recording-'));
  try {
    const { id } = recorded.applications.find((one) => one.situation === 'failed-app') ?? { id: '' };
    for (const server of servers.all) await record(server, id, 'failed-app', folder);
    const original = join(FIXTURES, 'failed-app');
    const names = readdirSync(original).filter((name) => name !== 'narration.md');
    expect(readdirSync(folder).sort()).toEqual(names.sort());
    for (const name of names) {
      expect(readFileSync(join(folder, name), 'utf8'), name).toBe(readFileSync(join(original, name), 'utf8'));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
