import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { z } from 'zod';
import { SparkcheckFailure } from '../failure.ts';
import { readBody } from '../history-server/body.ts';
import { CALLS, TASK_LIST_LENGTH } from '../history-server/calls.ts';
import { authHeaders, type OpenServer } from '../history-server/servers.ts';
import { atLeast } from '../history-server/version.ts';
import type { Recording } from './recording.ts';

/** Bounds of one recording: enough for every question of an answer, small enough to keep in a repository. */
const MOST_STAGES = 40;
const MOST_PLANS = 30;
const MOST_BYTES = 1_400_000;

interface Recorder {
  server: OpenServer;
  folder: string;
  calls: Recording['calls'];
  bytes: number;
  /** Of the last answer. */
  date: string;
}

/**
 * Stores a server's own answers about one application under `folder`, byte for byte as it sent them (decompressed), for
 * every call the reader may make. The environment is among them, whole: whoever shares a recording reads it first.
 * Throws `SparkcheckFailure` when the server does not know the application.
 */
export async function record(server: OpenServer, id: string, situation: string, folder: string): Promise<Recording> {
  mkdirSync(folder, { recursive: true });
  // The answers of an earlier recording go; the promised narration stays.
  for (const old of readdirSync(folder)) if (/\.(json|txt)$/.test(old)) rmSync(join(folder, old));
  const recorder: Recorder = { server, folder, calls: [], bytes: 0, date: '' };
  const application = applicationOf(await keep(recorder, CALLS.application(id), 'application'), server, id);
  const version = versionOf(await keep(recorder, CALLS.version(), 'version'));
  for (const { attemptId = null } of application.attempts) {
    await recordAttempt(recorder, { id, attemptId }, version, attemptId === null ? '' : `attempt-${attemptId}-`);
  }
  const recording: Recording = {
    situation,
    application: {
      id: application.id,
      name: application.name,
      sparkVersion: application.attempts[0]?.appSparkVersion ?? null,
    },
    serverVersion: version,
    recordedAt: recorder.date,
    calls: recorder.calls,
  };
  writeFileSync(join(folder, 'recording.json'), `${JSON.stringify(recording, null, 2)}\n`);
  return recording;
}

type AppKey = { id: string; attemptId: string | null };

async function recordAttempt(recorder: Recorder, app: AppKey, version: string | null, prefix: string): Promise<void> {
  await keep(recorder, CALLS.jobs(app), `${prefix}jobs`);
  const stages = stageList(await keep(recorder, CALLS.stages(app), `${prefix}stages`));
  await keep(recorder, CALLS.executors(app), `${prefix}executors`);
  await keep(recorder, CALLS.environment(app), `${prefix}environment`);
  const executions = sqlList(await keep(recorder, CALLS.sqlExecutions(app), `${prefix}sql`));
  // The slowest first: those are the ones a diagnosis reads.
  for (const { id } of executions.sort((a, b) => b.duration - a.duration).slice(0, MOST_PLANS)) {
    await keep(recorder, CALLS.sqlExecution(app, id), `${prefix}sql-${id}`);
  }
  const ran = stages.filter((stage) => stage.status !== 'SKIPPED' && stage.status !== 'PENDING');
  for (const stage of ran.sort((a, b) => b.executorRunTime - a.executorRunTime).slice(0, MOST_STAGES)) {
    if (recorder.bytes > MOST_BYTES) break;
    await recordStage(recorder, app, stage, version, prefix);
  }
}

async function recordStage(
  recorder: Recorder,
  app: AppKey,
  stage: RecordedStage,
  version: string | null,
  prefix: string,
): Promise<void> {
  const { stageId, attemptId } = stage;
  const name = `${prefix}stage-${stageId}.${attemptId}`;
  if (atLeast(version, 3, 2)) await keep(recorder, CALLS.stageDetail(app, stageId, attemptId), `${name}-detail`);
  else await keep(recorder, CALLS.taskSummary(app, stageId, attemptId), `${name}-summary`);
  await keep(recorder, CALLS.taskList(app, stageId, attemptId), `${name}-tasks`);
  const attempts = stage.numCompleteTasks + stage.numFailedTasks + stage.numKilledTasks + stage.numActiveTasks;
  if (attempts <= TASK_LIST_LENGTH) return;
  if (stage.numFailedTasks > 0) {
    await keep(recorder, CALLS.taskListByStatus(app, stageId, attemptId, 'failed'), `${name}-failed-tasks`);
  }
  if (stage.numActiveTasks > 0) {
    await keep(recorder, CALLS.taskListByStatus(app, stageId, attemptId, 'running'), `${name}-running-tasks`);
  }
}

/** Asks, writes the answer down, and gives it as JSON where it is some. */
async function keep(recorder: Recorder, path: string, name: string): Promise<unknown> {
  const { server } = recorder;
  const response = await request(`${server.url}/api/v1/${path}`, {
    dispatcher: server.dispatcher,
    headers: { 'accept-encoding': 'gzip', ...authHeaders(server.auth) },
  });
  const body = await readBody(response, {
    capBytes: server.limits.bodyCapBytes,
    cut: false,
    onBytes: () => undefined,
    serverName: server.name,
  });
  const contentType = String(response.headers['content-type'] ?? '');
  const isJson = response.statusCode === 200 && /json/.test(contentType);
  const file = `${name}.${isJson ? 'json' : 'txt'}`;
  writeFileSync(join(recorder.folder, file), body);
  recorder.calls.push({ path, status: response.statusCode, contentType, file });
  recorder.bytes += body.length;
  recorder.date = String(response.headers.date ?? new Date().toUTCString());
  return isJson ? JSON.parse(body) : null;
}

const applicationAnswer = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.array(z.object({ attemptId: z.string().optional(), appSparkVersion: z.string().nullish() })),
});

function applicationOf(answer: unknown, server: OpenServer, id: string): z.infer<typeof applicationAnswer> {
  const read = applicationAnswer.safeParse(answer);
  if (read.success) return read.data;
  throw new SparkcheckFailure('unknown-application', { asked: id, servers: [server.name] });
}

function versionOf(answer: unknown): string | null {
  const read = z.object({ spark: z.string() }).safeParse(answer);
  return read.success ? read.data.spark : null;
}

const count = z.number().default(0);
const recordedStage = z.object({
  stageId: z.number(),
  attemptId: z.number(),
  status: z.string(),
  executorRunTime: count,
  numCompleteTasks: count,
  numFailedTasks: count,
  numKilledTasks: count,
  numActiveTasks: count,
});
type RecordedStage = z.infer<typeof recordedStage>;

function stageList(answer: unknown): RecordedStage[] {
  return answer === null ? [] : z.array(recordedStage).parse(answer);
}

function sqlList(answer: unknown): { id: number; duration: number }[] {
  return answer === null ? [] : z.array(z.object({ id: z.number(), duration: count })).parse(answer);
}
