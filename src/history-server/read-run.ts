import type { ApplicationRun, Executor, Job, NotRead, SqlExecution, Stage } from '../diagnosis/application-run.ts';
import { SparkcheckFailure } from '../failure.ts';
import { baseFor, CALLS } from './calls.ts';
import { collectJob, collectSqlExecution } from './collect-application.ts';
import { collectExecutors, dropImpossiblePeaks } from './collect-executors.ts';
import { collectStage, stagesNotKept } from './collect-stages.ts';
import { addNote, readList, readShape } from './lenient.ts';
import type { Located, Place } from './locate.ts';
import { readPart, type Part } from './parts.ts';
import { withProgress, type ReadContext } from './read-context.ts';
import { environmentShape, executorShape, jobShape, sqlExecutionShape, stageShape } from './responses.ts';
import { allowedSettings, memoryBytes } from './settings.ts';
import { atLeast, serverVersion } from './version.ts';

/**
 * Everything that one listing each can tell of an application. Parts that fail are named in `notRead`; throws
 * `SparkcheckFailure` when neither jobs nor stages could be had. When a live driver has gone since it was found, another
 * server that knows the application is read instead.
 */
export async function readRun(located: Located, context: ReadContext): Promise<ApplicationRun> {
  try {
    return await readPlace(located, located.insteadOf, context);
  } catch (error) {
    const next = located.alternatives.find((place) => place.kind === 'history-server');
    const gone = located.kind === 'live-ui' && error instanceof SparkcheckFailure;
    if (!gone || next === undefined || context.signal.aborted) throw error;
    return readPlace(next, located.server.name, context);
  }
}

async function readPlace(place: Place, insteadOf: string | null, context: ReadContext): Promise<ApplicationRun> {
  const { server, application } = place;
  const notes: NotRead[] = [];
  // One small call first: a History Server replays the whole log before it answers, and six calls would wait for it.
  const jobsPart = await withProgress(context, 'loading', server.name, () =>
    readPart(place, CALLS.jobs(application), { part: 'jobs' }, notes, context, server.limits.warmTimeoutMs),
  );
  if ('failure' in jobsPart && jobsPart.failure !== null && endsTheAnswer(jobsPart.failure)) throw jobsPart.failure;
  return withProgress(context, 'reading', server.name, async () => {
    const part = (path: string, name: NotRead['part']) => readPart(place, path, { part: name }, notes, context);
    const [stagesPart, executorsPart, environmentPart, sqlPart, version] = await Promise.all([
      part(CALLS.stages(application), 'stages'),
      part(CALLS.executors(application), 'executors'),
      part(CALLS.environment(application), 'environment'),
      part(CALLS.sqlExecutions(application), 'sql-executions'),
      serverVersion(server, baseFor(server.url, place.applicationId), context),
    ]);
    const jobs = await collectJobs(jobsPart, notes);
    const stages = await collectStages(stagesPart, notes);
    if (jobs === null && stages === null) throw nothingRead(jobsPart, stagesPart, place);
    // A stage that could not be read is missing for another reason.
    const allRead = !notes.some((note) => note.part === 'stages' && note.reason === 'unreadable' && note.what === null);
    if (stages !== null && allRead && stagesNotKept(jobs ?? [], stages)) {
      addNote(notes, { part: 'stages' }, 'not-kept-by-server', 'stages');
    }
    if (jobs !== null && jobs.length > 0 && jobs.every((job) => job.jobId > 0)) {
      addNote(notes, { part: 'jobs' }, 'not-kept-by-server', 'jobs');
    }
    const settings = collectSettings(environmentPart, notes);
    const executors = (await collectExecutorList(executorsPart, place, notes)) ?? [];
    return {
      application,
      server: {
        name: server.name,
        url: baseFor(server.url, place.applicationId),
        kind: place.kind,
        version,
        uiUrl: uiUrlOf(place),
        ...(insteadOf === null ? {} : { insteadOf }),
      },
      // The server's own clock, so that what still runs is measured against the clock it was written with.
      readAt: ('date' in stagesPart ? stagesPart.date : null) ?? Date.now(),
      jobs: jobs ?? [],
      stages: stages ?? [],
      executors: dropImpossiblePeaks(executors, memoryBytes(settings['spark.executor.memory']), notes),
      settings,
      sqlExecutions: await collectSqlList(sqlPart, version, notes),
      stageDetails: [],
      notRead: notes,
    };
  });
}

/** After these, asking on would only wait or be refused again. */
function endsTheAnswer(failure: SparkcheckFailure): boolean {
  return ['timed-out', 'unreachable', 'needs-login', 'not-allowed', 'app-running-ui-gone'].includes(failure.kind);
}

function nothingRead(jobs: Part, stages: Part, place: Place): SparkcheckFailure {
  const failure = ('failure' in jobs ? jobs.failure : null) ?? ('failure' in stages ? stages.failure : null);
  if (failure !== null) return failure;
  const servers = [place.server.name];
  const asked = place.applicationId;
  if ('body' in jobs || 'body' in stages)
    return new SparkcheckFailure('not-spark', { servers, asked, reason: 'other-json' });
  // Listed, yet its data is a 404: the log is still being set up, was renamed or was cleaned away.
  const reason = place.kind === 'live-ui' ? 'app-running-ui-gone' : 'not-listed-yet';
  return new SparkcheckFailure(reason, { servers, asked, reason: 'not-loadable' });
}

async function collectJobs(part: Part, notes: NotRead[]): Promise<Job[] | null> {
  if (!('body' in part)) return null;
  const list = await readList(jobShape, part.body, { part: 'jobs' }, notes);
  return list?.map((job) => collectJob(job, notes)).sort((a, b) => a.jobId - b.jobId) ?? null;
}

async function collectStages(part: Part, notes: NotRead[]): Promise<Stage[] | null> {
  if (!('body' in part)) return null;
  const list = await readList(stageShape, part.body, { part: 'stages' }, notes);
  const stages = list?.map((stage) => collectStage(stage, notes)) ?? null;
  return stages?.sort((a, b) => a.stageId - b.stageId || a.attemptId - b.attemptId) ?? null;
}

async function collectExecutorList(part: Part, place: Place, notes: NotRead[]): Promise<Executor[] | null> {
  if (!('body' in part)) return null;
  const list = await readList(executorShape, part.body, { part: 'executors' }, notes);
  return list === null ? null : collectExecutors(list, place.kind === 'live-ui', notes);
}

function collectSettings(part: Part, notes: NotRead[]): Record<string, string> {
  if (!('body' in part)) return {};
  const environment = readShape(environmentShape, part.body, { part: 'environment' }, notes);
  return environment === null ? {} : allowedSettings(environment.sparkProperties);
}

async function collectSqlList(part: Part, version: string | null, notes: NotRead[]): Promise<SqlExecution[] | null> {
  if (!('body' in part)) {
    const note = notes.find((one) => one.part === 'sql-executions' && one.reason === 'not-found');
    // `/sql` came with 3.1 (SPARK-27142).
    if (note !== undefined && version !== null && !atLeast(version, 3, 1)) note.reason = 'not-in-this-version';
    return null;
  }
  const list = await readList(sqlExecutionShape, part.body, { part: 'sql-executions' }, notes);
  if (list === null) return null;
  const executions = list.map((one) => collectSqlExecution(one, notes)).sort((a, b) => a.id - b.id);
  if ((executions[0]?.id ?? 0) > 0) addNote(notes, { part: 'sql-executions' }, 'not-kept-by-server', 'executions');
  return executions;
}

/** Where a person sees the application: a History Server's page of it, or the driver's own. */
function uiUrlOf(place: Place): string {
  const base = baseFor(place.server.url, place.applicationId);
  // Databricks serves the pages beside the API (spark-rest.md §5).
  if (place.kind === 'live-ui') return base.replace('/driver-proxy-api/', '/driver-proxy/');
  const page = `${base}/history/${encodeURIComponent(place.applicationId)}`;
  return place.attemptId === null ? page : `${page}/${encodeURIComponent(place.attemptId)}`;
}
