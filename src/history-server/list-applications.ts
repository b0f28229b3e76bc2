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

/** What a list can claim: how much lies behind the applications it shows. */
export interface Listing {
  /** Newest start first, at most 20. */
  applications: ListedRun[];
  /** Applications that match, shown or not; "failed" counts only among those whose jobs were read. */
  total: number;
  /** A server may list more applications than were looked through. */
  more: boolean;
  /** Of a list of failed applications: how far the search for failed jobs went. `null`: no such search. */
  searched: { newest: number; unread: number; ended: number } | null;
}

/** Entries read of each server before filtering; a server has no filter by name. */
const LOOKED_THROUGH = 500;
const LONGEST_LIST = 20;
/** An incomplete application whose log was not looked at for this long has most likely crashed. */
const SILENT_MS = 6 * 3_600_000;

/**
 * The latest applications over all servers, newest start first. "Failed" is a failed job, asked of the newest that the
 * allowance of requests reaches: the listing does not tell. Throws `SparkcheckFailure` when no server could be listed.
 */
export async function listApplications(servers: Servers, query: ListQuery, context: ReadContext): Promise<Listing> {
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
    const entries = lists
      .flatMap((list) => list.entries)
      .filter(({ run }) => words.every((word) => `${run.name} ${run.id}`.toLowerCase().includes(word)))
      .filter(({ run }) => query.status !== 'running' || run.state === 'running')
      .sort((a, b) => (b.run.startedAt ?? 0) - (a.run.startedAt ?? 0));
    const { runs, searched } =
      query.status === 'failed'
        ? await onlyFailed(entries, context)
        : { runs: entries.map(({ run }) => run), searched: null };
    const more = lists.some((list) => list.more);
    return { applications: runs.slice(0, LONGEST_LIST), total: runs.length, more, searched };
  });
}

interface Entry {
  server: OpenServer;
  run: ListedRun;
}

async function listServer(
  server: OpenServer,
  query: ListQuery,
  context: ReadContext,
): Promise<{ entries: Entry[]; more: boolean }> {
  // A limit cuts off running applications, which are listed last (spark-rest.md §1.1).
  const pages: { limit?: number; status?: 'running' }[] =
    query.status === 'running' ? [{ status: 'running' }] : [{ limit: LOOKED_THROUGH }];
  if (query.status === undefined && requestsLeft(context) > 1) pages.push({ status: 'running' });
  const lists = await Promise.all(pages.map((page) => latestApplications(server, page, context)));
  const readAt = Math.max(...lists.map((page) => page.readAt));
  const byId = new Map(lists.flatMap((page) => page.applications).map((one) => [one.id, one]));
  const entries = [...byId.values()].flatMap((answer) => {
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
  const cut = lists.some((page, at) => page.applications.length >= (pages[at]?.limit ?? Number.POSITIVE_INFINITY));
  return { entries, more: cut };
}

async function onlyFailed(
  entries: Entry[],
  context: ReadContext,
): Promise<{ runs: ListedRun[]; searched: Listing['searched'] }> {
  const ended = entries.filter(({ run }) => run.state !== 'running');
  const newest = ended.slice(0, requestsLeft(context));
  const looked = await Promise.all(newest.map((entry) => hasFailedJob(entry, context)));
  const runs = newest.flatMap(({ run }, position) =>
    looked[position] === true ? [{ ...run, state: 'failed' as const }] : [],
  );
  const unread = looked.filter((one) => one === null).length;
  return { runs, searched: { newest: newest.length, unread, ended: ended.length } };
}

/** `null`: its jobs could not be read now. Asked for itself, the application gets its sentence about that. */
async function hasFailedJob({ server, run }: Entry, context: ReadContext): Promise<boolean | null> {
  const call = {
    base: baseFor(server.url, run.id),
    path: CALLS.failedJobs(run),
    timeoutMs: server.limits.callTimeoutMs,
  };
  try {
    const answer = await getJson(server, call, context);
    return answer.kind === 'json' && Array.isArray(answer.body) ? answer.body.length > 0 : null;
  } catch (error) {
    if (error instanceof SparkcheckFailure) return null;
    throw error;
  }
}

function isChosen(server: OpenServer, query: ListQuery): boolean {
  return query.server === undefined || server.name.toLowerCase() === query.server.toLowerCase();
}

function asked(query: ListQuery): { asked?: string } {
  return query.server === undefined ? {} : { asked: query.server };
}
