import { SparkcheckFailure } from '../failure.ts';
import { baseFor, CALLS } from './calls.ts';
import { getJson } from './client.ts';
import { collectApplication, looksLive } from './collect-application.ts';
import { requestsLeft, withProgress, type ReadContext } from './read-context.ts';
import type { OpenServer, Servers } from './servers.ts';
import { latestApplications } from './suggestions.ts';

export interface ListedRun {
  id: string;
  attemptId: string | null;
  name: string;
  user: string | null;
  server: string;
  state: 'running' | 'completed' | 'failed' | 'incomplete';
  startedAt: number | null;
  durationMs: number | null;
}

export interface ListQuery {
  status?: 'running' | 'failed';
  /** Words that must occur in the name or id. */
  text?: string;
  server?: string;
}

/** Entries read of each server before filtering; a server has no filter by name. */
const LOOKED_THROUGH = 500;
const LONGEST_LIST = 20;
/** An incomplete application whose log was not looked at for this long has most likely crashed. */
const SILENT_MS = 6 * 3_600_000;

/**
 * The latest applications over all servers, newest start first. "Failed" is a failed job, asked of the newest few: the
 * listing does not tell. Throws `SparkcheckFailure` when no server could be listed.
 */
export async function listApplications(servers: Servers, query: ListQuery, context: ReadContext): Promise<ListedRun[]> {
  const chosen = servers.all.filter((server) => !server.url.includes('{appId}') && isChosen(server, query));
  if (chosen.length === 0) {
    const names = servers.all.map((server) => server.name);
    throw new SparkcheckFailure('bad-request', { servers: names, reason: 'unknown-server', ...asked(query) });
  }
  return withProgress(context, 'looking-up', null, async () => {
    const settled = await Promise.allSettled(chosen.map((server) => listServer(server, query, context)));
    const lists = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = settled.find((one) => one.status === 'rejected');
    if (lists.length === 0 && failed !== undefined) throw failed.reason;
    const words = (query.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const listed = lists
      .flat()
      .filter(({ run }) => words.every((word) => `${run.name} ${run.id}`.toLowerCase().includes(word)))
      .filter(({ run }) => query.status !== 'running' || run.state === 'running')
      .sort((a, b) => (b.run.startedAt ?? 0) - (a.run.startedAt ?? 0));
    const shown = query.status === 'failed' ? await onlyFailed(listed, context) : listed.map(({ run }) => run);
    return shown.slice(0, LONGEST_LIST);
  });
}

interface Entry {
  server: OpenServer;
  run: ListedRun;
}

async function listServer(server: OpenServer, query: ListQuery, context: ReadContext): Promise<Entry[]> {
  // A limit cuts off running applications, which are listed last (spark-rest.md §1.1).
  const pages: { limit?: number; status?: 'running' }[] =
    query.status === 'running' ? [{ status: 'running' }] : [{ limit: LOOKED_THROUGH }];
  if (query.status === undefined && requestsLeft(context) > 1) pages.push({ status: 'running' });
  const lists = await Promise.all(pages.map((page) => latestApplications(server, page, context)));
  const readAt = Math.max(...lists.map((page) => page.readAt));
  const byId = new Map(lists.flatMap((page) => page.applications).map((one) => [one.id, one]));
  return [...byId.values()].flatMap((answer) => {
    const application = collectApplication(answer, null);
    if (application === null) return [];
    const { completed, lastUpdatedAt, startedAt } = application;
    const silent = !looksLive(application) && readAt - (lastUpdatedAt ?? startedAt ?? 0) > SILENT_MS;
    const run: ListedRun = {
      id: application.id,
      attemptId: application.attemptId,
      name: application.name,
      user: application.user,
      server: server.name,
      state: completed ? 'completed' : silent ? 'incomplete' : 'running',
      startedAt,
      durationMs: application.durationMs,
    };
    return [{ server, run }];
  });
}

async function onlyFailed(entries: Entry[], context: ReadContext): Promise<ListedRun[]> {
  const ended = entries.filter(({ run }) => run.state !== 'running').slice(0, requestsLeft(context));
  const looked = await Promise.all(ended.map((entry) => hasFailedJob(entry, context)));
  return ended.flatMap(({ run }, position) =>
    looked[position] === true ? [{ ...run, state: 'failed' as const }] : [],
  );
}

async function hasFailedJob({ server, run }: Entry, context: ReadContext): Promise<boolean> {
  const call = {
    base: baseFor(server.url, run.id),
    path: CALLS.failedJobs(run),
    timeoutMs: server.limits.callTimeoutMs,
  };
  try {
    const answer = await getJson(server, call, context);
    return answer.kind === 'json' && Array.isArray(answer.body) && answer.body.length > 0;
  } catch (error) {
    // An application that can not be loaded now is left out of a list; asked for itself, it gets its sentence.
    if (error instanceof SparkcheckFailure) return false;
    throw error;
  }
}

function isChosen(server: OpenServer, query: ListQuery): boolean {
  return query.server === undefined || server.name.toLowerCase() === query.server.toLowerCase();
}

function asked(query: ListQuery): { asked?: string } {
  return query.server === undefined ? {} : { asked: query.server };
}
