import { SparkcheckFailure } from '../failure.ts';
import type { Question } from '../question.ts';
import { baseFor } from './calls.ts';
import type { OpenServer, Servers } from './servers.ts';

/** What a question points at, before any server was asked. */
export interface Target {
  /** `null`: any configured server may know it. */
  server: OpenServer | null;
  /** `null`: the link names none, as on a live driver's own pages. */
  applicationId: string | null;
  attemptId: string | null;
  /** The link is to a page of one driver, not of a History Server. */
  live: boolean;
  query: number | null;
  job: number | null;
  stage: { stageId: number; attemptId: number | null } | null;
}

/**
 * Reads an application id or a pasted link (spark-rest.md §4.4). A link only selects among the configured servers, by
 * origin and path; nothing of it but ids is ever sent. Throws `bad-request` or `not-allowed`.
 */
export function readTarget(servers: Servers, question: Question): Target {
  const text = question.target.trim();
  const named = question.server === undefined ? null : serverNamed(servers, question.server);
  const fromText = /[/\\]/.test(text) ? readLink(servers, text) : readId(text);
  if (named !== null && fromText.server !== null && named !== fromText.server) {
    throw badRequest(text, 'server-and-link-differ');
  }
  return {
    ...fromText,
    server: fromText.server ?? named,
    attemptId: question.attemptId ?? fromText.attemptId,
    query: question.query ?? fromText.query,
    job: question.job ?? fromText.job,
    stage:
      question.stage === undefined
        ? fromText.stage
        : { stageId: question.stage.stageId, attemptId: question.stage.attemptId ?? null },
  };
}

function serverNamed(servers: Servers, wanted: string): OpenServer {
  const url = wanted.replace(/\/+$/, '');
  const found = servers.all.find((one) => one.name.toLowerCase() === wanted.toLowerCase() || one.url === url);
  if (found !== undefined) return found;
  const known = servers.all.map((one) => one.name);
  if (/^https?:/i.test(wanted))
    throw new SparkcheckFailure('not-allowed', { asked: wanted, servers: known, reason: 'not-configured' });
  throw new SparkcheckFailure('bad-request', { asked: wanted, servers: known, reason: 'unknown-server' });
}

function readId(text: string): Target {
  return { ...NOWHERE, applicationId: opaqueId(text) };
}

const NOWHERE: Target = {
  server: null,
  applicationId: null,
  attemptId: null,
  live: false,
  query: null,
  job: null,
  stage: null,
};

const LONGEST_ID = 300;

/** Ids are whatever a cluster manager chose (spark-rest.md §4.5); only what could change a path or a log line is refused. */
function opaqueId(text: string): string {
  const hostile =
    text === '' || text === '.' || text === '..' || text.length > LONGEST_ID || /[\s/\\\p{Cc}\p{Cf}]/u.test(text);
  if (hostile) throw badRequest(text.slice(0, LONGEST_ID), 'not-an-application-id');
  return text;
}

function readLink(servers: Servers, text: string): Target {
  const schemes = /^[a-z][a-z0-9+.-]*:/i.test(text) ? [''] : ['https://', 'http://'];
  const links = schemes.flatMap((scheme) => (URL.canParse(scheme + text) ? [new URL(scheme + text)] : []));
  if (links.length === 0) throw badRequest(text.slice(0, LONGEST_ID), 'not-a-link');
  for (const link of links) {
    const match = bestMatch(servers, link);
    if (match !== null) return readPage(match, link);
  }
  throw new SparkcheckFailure('not-allowed', {
    asked: text.slice(0, LONGEST_ID),
    servers: servers.all.map((one) => one.name),
    reason: 'not-configured',
  });
}

interface Match {
  server: OpenServer;
  applicationId: string | null;
  /** Path segments after the server's base. */
  rest: string[];
  length: number;
}

/** The configured server with the longest base that the link lies below. */
function bestMatch(servers: Servers, link: URL): Match | null {
  if (link.protocol !== 'http:' && link.protocol !== 'https:') return null;
  // `http://configured.example@elsewhere/` reads like one host and is another.
  if (link.username !== '' || link.password !== '') return null;
  const matches = servers.all.flatMap((server) => matchOf(server, link) ?? matchOfDatabricks(server, link) ?? []);
  return matches.sort((a, b) => b.length - a.length)[0] ?? null;
}

const PLACEHOLDER = '0appId0';

function matchOf(server: OpenServer, link: URL): Match | null {
  const base = new URL(server.url.replaceAll('{appId}', PLACEHOLDER));
  if (base.origin !== link.origin) return null;
  const own = segments(base.pathname);
  const given = segments(link.pathname);
  let applicationId: string | null = null;
  for (const [position, segment] of own.entries()) {
    const there = given[position];
    if (there === undefined) return null;
    if (segment === PLACEHOLDER) applicationId = there;
    else if (segment !== there) return null;
  }
  return { server, applicationId, rest: given.slice(own.length), length: own.length };
}

/** The pages of a Databricks cluster lie at other paths than its API; the cluster id ties them together (spark-rest.md §5). */
function matchOfDatabricks(server: OpenServer, link: URL): Match | null {
  const base = new URL(baseFor(server.url, ''));
  const [api, , , cluster, port] = segments(base.pathname);
  if (api !== 'driver-proxy-api' || cluster === undefined || base.origin !== link.origin) return null;
  const given = [...segments(link.pathname), ...segments(link.hash.replace(/^#/, '').replace(/\?.*$/, ''))];
  const at = given.indexOf(cluster);
  if (at === -1) return null;
  const after = given.slice(at + 1);
  return { server, applicationId: null, rest: after[0] === port ? after.slice(1) : after, length: 4 };
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** `/history/<app>/<attempt>/stages/stage/?id=4&attempt=0`, `/api/v1/applications/<app>/…`, or a driver's own `/jobs/job/?id=3`. */
function readPage(match: Match, link: URL): Target {
  let rest = match.rest;
  let id = match.applicationId;
  let live = true;
  if (rest[0] === 'history' || (rest[0] === 'api' && rest[2] === 'applications')) {
    live = match.applicationId !== null;
    rest = rest.slice(rest[0] === 'history' ? 1 : 3);
    id = rest[0] ?? id;
    rest = rest.slice(1);
  }
  const attemptId = id !== null && /^\d+$/.test(rest[0] ?? '') ? (rest[0] ?? null) : null;
  const page = rest.slice(attemptId === null ? 0 : 1).map((segment) => segment.toLowerCase());
  const number = wholeNumber(link.searchParams.get('id')) ?? wholeNumber(page[page.length - 1] ?? null);
  const attempt = wholeNumber(link.searchParams.get('attempt'));
  return {
    server: match.server,
    applicationId: id === null ? null : opaqueId(decoded(id)),
    attemptId,
    live: match.server.kind === 'live-ui' || live,
    query: page[0] === 'sql' && number !== null ? number : null,
    job: page[0] === 'jobs' && number !== null ? number : null,
    stage: page[0] === 'stages' && number !== null ? { stageId: number, attemptId: attempt } : null,
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(segment.slice(0, LONGEST_ID), 'not-a-link');
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function badRequest(asked: string, reason: string): SparkcheckFailure {
  return new SparkcheckFailure('bad-request', { asked, reason });
}
