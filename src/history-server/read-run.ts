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
import { inTurn } from './turns.ts';
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
  const base = baseFor(server.url, place.applicationId);
  const notes: NotRead[] = [];
  const read: Reader = (path, part, collect, timeoutMs) =>
    readPart(place, path, { part }, notes, context, timeoutMs).then((one) => collected(one, collect));
  // One small call first: a History Server replays the whole log before it answers, and six calls would wait for it.
  const jobs = await withProgress(context, 'loading', server.name, () =>
    read(CALLS.jobs(application), 'jobs', (body) => collectJobs(body, notes), server.limits.warmTimeoutMs),
  );
  if (jobs.failure !== null && endsTheAnswer(jobs.failure)) throw jobs.failure;
  // The two large lists one after the other: each is read down to what is needed before the next one fills memory.
  const largeLists = async () => {
    const stages = await read(CALLS.stages(application), 'stages', (body) => collectStages(body, notes));
    const executors = await read(CALLS.executors(application), 'executors', (body) =>
      collectExecutorList(body, place, notes),
    );
    return { stages, executors };
  };
  const readAll = async (): Promise<ApplicationRun> => {
    const [{ stages, executors }, environment, sql, version] = await Promise.all([
      largeLists(),
      read(CALLS.environment(application), 'environment', (body) => collectSettings(body, notes)),
      read(CALLS.sqlExecutions(application), 'sql-executions', (body) => collectSqlList(body, notes)),
      serverVersion(server, base, context),
    ]);
    if (jobs.items === null && stages.items === null) throw nothingRead(jobs, stages, place);
    noteWhatIsNotKept(jobs.items, stages.items, notes);
    noteMissingSql(version, notes);
    const settings = environment.items ?? {};
    const heapBytes = memoryBytes(settings['spark.executor.memory']);
    return {
      application,
      server: {
        name: server.name,
        url: base,
        kind: place.kind,
        version,
        uiUrl: uiUrlOf(place),
        ...(insteadOf === null ? {} : { insteadOf }),
      },
      // The server's own clock, so that what still runs is measured against the clock it was written with.
      readAt: stages.date ?? jobs.date ?? Date.now(),
      jobs: jobs.items ?? [],
      stages: stages.items ?? [],
      executors: dropImpossiblePeaks(executors.items ?? [], heapBytes, notes),
      settings,
      sqlExecutions: sql.items,
      stageDetails: [],
      notRead: notes,
    };
  };
  return withProgress(context, 'reading', server.name, () => inTurn(server.turns, context, readAll));
}

type Reader = <T>(
  path: string,
  part: NotRead['part'],
  collect: (body: unknown) => T | Promise<T>,
  timeoutMs?: number,
) => Promise<Collected<T>>;

/** What was made of one part. The body itself is let go of: of a large application it is tens of megabytes. */
interface Collected<T> {
  items: T | null;
  answered: boolean;
  date: number | null;
  failure: SparkcheckFailure | null;
}

async function collected<T>(part: Part, collect: (body: unknown) => T | Promise<T>): Promise<Collected<T>> {
  if (!('body' in part)) return { items: null, answered: false, date: null, failure: part.failure };
  return { items: await collect(part.body), answered: true, date: part.date, failure: null };
}

/** After these, asking on would only wait or be refused again. */
function endsTheAnswer(failure: SparkcheckFailure): boolean {
  return ['timed-out', 'unreachable', 'needs-login', 'not-allowed', 'app-running-ui-gone'].includes(failure.kind);
}

function nothingRead(
  jobs: Collected<Job[] | null>,
  stages: Collected<Stage[] | null>,
  place: Place,
): SparkcheckFailure {
  const failure = jobs.failure ?? stages.failure;
  if (failure !== null) return failure;
  const facts = { servers: [place.server.name], asked: place.applicationId };
  if (jobs.answered || stages.answered) return new SparkcheckFailure('not-spark', { ...facts, reason: 'other-json' });
  // Listed, yet its data is a 404: the log is still being set up, was renamed or was cleaned away.
  const kind = place.kind === 'live-ui' ? 'app-running-ui-gone' : 'not-listed-yet';
  return new SparkcheckFailure(kind, { ...facts, reason: 'not-loadable' });
}

async function collectJobs(body: unknown, notes: NotRead[]): Promise<Job[] | null> {
  const list = await readList(jobShape, body, { part: 'jobs' }, notes);
  const byId = new Map(list?.map((job) => [job.jobId, collectJob(job, notes)]));
  return list === null ? null : [...byId.values()].sort((a, b) => a.jobId - b.jobId);
}

async function collectStages(body: unknown, notes: NotRead[]): Promise<Stage[] | null> {
  const list = await readList(stageShape, body, { part: 'stages' }, notes);
  const stages = list?.map((stage) => collectStage(stage, notes)) ?? null;
  return stages === null ? null : oncePerAttempt(stages);
}

/** In order, and each attempt once: a list that repeats one would be counted, drawn and told as many times. */
function oncePerAttempt(stages: Stage[]): Stage[] {
  const byAttempt = new Map(stages.map((stage) => [`${stage.stageId}.${stage.attemptId}`, stage]));
  return [...byAttempt.values()].sort((a, b) => a.stageId - b.stageId || a.attemptId - b.attemptId);
}

async function collectExecutorList(body: unknown, place: Place, notes: NotRead[]): Promise<Executor[] | null> {
  const list = await readList(executorShape, body, { part: 'executors' }, notes);
  return list === null ? null : collectExecutors(list, place.kind === 'live-ui', notes);
}

function collectSettings(body: unknown, notes: NotRead[]): Record<string, string> | null {
  const environment = readShape(environmentShape, body, { part: 'environment' }, notes);
  return environment === null ? null : allowedSettings(environment.sparkProperties);
}

async function collectSqlList(body: unknown, notes: NotRead[]): Promise<SqlExecution[] | null> {
  const list = await readList(sqlExecutionShape, body, { part: 'sql-executions' }, notes);
  if (list === null) return null;
  const executions = list.map((one) => collectSqlExecution(one, notes)).sort((a, b) => a.id - b.id);
  if ((executions[0]?.id ?? 0) > 0) addNote(notes, { part: 'sql-executions' }, 'not-kept-by-server', 'executions');
  return executions;
}

/** Lists that begin late or lack what others name were cut by the server's own limits (spark-rest.md §2.8). */
function noteWhatIsNotKept(jobs: Job[] | null, stages: Stage[] | null, notes: NotRead[]): void {
  // A stage that could not be read is missing for another reason.
  const unread = notes.some((note) => note.part === 'stages' && note.reason === 'unreadable' && note.what === null);
  if (stages !== null && !unread && stagesNotKept(jobs ?? [], stages)) {
    addNote(notes, { part: 'stages' }, 'not-kept-by-server', 'stages');
  }
  if (jobs !== null && jobs.length > 0 && jobs.every((job) => job.jobId > 0)) {
    addNote(notes, { part: 'jobs' }, 'not-kept-by-server', 'jobs');
  }
}

/** `/sql` came with 3.1 (SPARK-27142). */
function noteMissingSql(version: string | null, notes: NotRead[]): void {
  const note = notes.find((one) => one.part === 'sql-executions' && one.reason === 'not-found');
  if (note !== undefined && version !== null && !atLeast(version, 3, 1)) note.reason = 'not-in-this-version';
}

/** Where a person sees the application: a History Server's page of it, or the driver's own. */
function uiUrlOf(place: Place): string {
  const base = baseFor(place.server.url, place.applicationId);
  // Databricks serves the pages beside the API (spark-rest.md §5).
  if (place.kind === 'live-ui') return base.replace('/driver-proxy-api/', '/driver-proxy/');
  const page = `${base}/history/${encodeURIComponent(place.applicationId)}`;
  return place.attemptId === null ? page : `${page}/${encodeURIComponent(place.attemptId)}`;
}
