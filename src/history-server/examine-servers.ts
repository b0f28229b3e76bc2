import { SparkcheckFailure } from '../failure.ts';
import { baseFor, CALLS } from './calls.ts';
import { getJson } from './client.ts';
import { looksLive, collectApplication } from './collect-application.ts';
import { newReadContext } from './read-context.ts';
import { versionShape, type ApplicationAnswer } from './responses.ts';
import type { OpenServer, Servers } from './servers.ts';
import { latestApplications } from './suggestions.ts';
import { askVersion } from './version.ts';

/** What `sparkcheck doctor` tells of one configured server. */
export interface ServerExamination {
  name: string;
  url: string;
  auth: string;
  reachable: boolean;
  version: string | null;
  kind: 'history-server' | 'live-ui' | null;
  /** Time of the fastest of the calls made. */
  latencyMs: number | null;
  /** How many the server lists; `null` where there is no listing (a base for each application). */
  applications: number | null;
  /** Why it can not be used as configured. */
  failure: SparkcheckFailure | null;
}

const PATIENCE_MS = 30_000;

/** Asks each server for its version and its list. Never throws a known failure: it is what is told. */
export async function examineServers(servers: Servers): Promise<ServerExamination[]> {
  return Promise.all(servers.all.map(examine));
}

async function examine(server: OpenServer): Promise<ServerExamination> {
  const blank: ServerExamination = {
    name: server.name,
    url: server.url,
    auth: server.auth.kind,
    reachable: false,
    version: null,
    kind: server.kind === 'auto' ? null : server.kind,
    latencyMs: null,
    applications: null,
    failure: null,
  };
  // Behind a base for each application there is nothing to ask before an application is known.
  if (server.url.includes('{appId}')) return blank;
  const context = newReadContext({ deadlineMs: PATIENCE_MS });
  try {
    const startedAt = performance.now();
    const call = { base: baseFor(server.url, null), path: CALLS.version(), timeoutMs: server.limits.callTimeoutMs };
    const answer = await getJson(server, call, context);
    const versionMs = performance.now() - startedAt;
    const version = answer.kind === 'json' ? versionShape.safeParse(answer.body) : null;
    if (version === null || !version.success) {
      throw new SparkcheckFailure('not-spark', { servers: [server.name], reason: 'no-version' });
    }
    const listedAt = performance.now();
    const { applications } = await latestApplications(server, {}, context);
    return {
      ...blank,
      reachable: true,
      version: version.data.spark,
      kind: blank.kind ?? kindOf(applications),
      latencyMs: Math.round(Math.min(versionMs, performance.now() - listedAt)),
      applications: applications.length,
    };
  } catch (error) {
    if (!(error instanceof SparkcheckFailure)) throw error;
    const answered = !['unreachable', 'timed-out'].includes(error.kind);
    return { ...blank, reachable: answered, failure: error };
  }
}

/** A driver lists its own application and no other. */
function kindOf(applications: ApplicationAnswer[]): ServerExamination['kind'] {
  const [only, second] = applications;
  const application = only === undefined || second !== undefined ? null : collectApplication(only, null);
  return application !== null && looksLive(application) ? 'live-ui' : 'history-server';
}

/** Whether at least one server says its version, for a readiness page that is asked every few seconds. */
export async function anyServerAnswers(servers: Servers): Promise<boolean> {
  const askable = servers.all.filter((server) => !server.url.includes('{appId}'));
  if (askable.length === 0) return servers.all.length > 0;
  const context = newReadContext({ deadlineMs: READY_WITHIN_MS });
  const versions = await Promise.all(askable.map((server) => askVersion(server, baseFor(server.url, null), context)));
  return versions.some((version) => version !== null);
}

const READY_WITHIN_MS = 5_000;
