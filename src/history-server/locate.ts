import type { Application } from '../diagnosis/application-run.ts';
import { SparkcheckFailure } from '../failure.ts';
import type { Question } from '../question.ts';
import { baseFor, CALLS } from './calls.ts';
import { getJson, type Call } from './client.ts';
import { collectApplication, looksLive } from './collect-application.ts';
import { readShape } from './lenient.ts';
import { readTarget, type Target } from './links.ts';
import { requestsLeft, withProgress, type ReadContext } from './read-context.ts';
import { applicationShape, type ApplicationAnswer } from './responses.ts';
import type { OpenServer, Servers } from './servers.ts';
import { latestApplications, suggestionsFor } from './suggestions.ts';

/** An application on one server. */
export interface Place {
  server: OpenServer;
  kind: 'history-server' | 'live-ui';
  applicationId: string;
  attemptId: string | null;
  application: Application;
}

export interface Located extends Place {
  /** Other configured servers that know it, to read from when this one goes away. */
  alternatives: Place[];
  /** The server that was asked for and could not answer. */
  insteadOf: string | null;
  /** What the link or the question narrows it to. */
  asked: Pick<Target, 'query' | 'job' | 'stage'>;
}

/** Servers asked at once; more than this many are asked in turns, so that a long list leaves requests for the reading. */
const AT_ONCE = 6;

/**
 * Finds the configured server that knows the application: the linked or named one, else all of them. A live driver goes
 * before a History Server for a running application. Throws `SparkcheckFailure` when none or several know it.
 */
export async function locate(servers: Servers, question: Question, context: ReadContext): Promise<Located> {
  const target = readTarget(servers, question);
  const asked = { query: target.query, job: target.job, stage: target.stage };
  return withProgress(context, 'looking-up', target.server?.name ?? null, async () => {
    const id = target.applicationId;
    if (target.server !== null) {
      const located = await locateOn(servers, target, target.server, question.server !== undefined, context);
      return { ...located, asked };
    }
    if (id === null) throw new SparkcheckFailure('bad-request', { asked: question.target, reason: 'no-application' });
    const looked = await lookEverywhere(servers.all, id, context);
    if (looked.found.length === 0) throw await notFound(servers, servers.all, target, looked.failures, context);
    return { ...choose(looked.found, target), insteadOf: null, asked };
  });
}

type Found = Omit<Located, 'asked'>;

/** The server was linked to or named: another one is read only when it has gone, and that is said. */
async function locateOn(
  servers: Servers,
  target: Target,
  server: OpenServer,
  named: boolean,
  context: ReadContext,
): Promise<Found> {
  const others = servers.all.filter((one) => one !== server);
  const id = target.applicationId;
  const outcome = id === null ? await onlyApplication(server, context) : await lookUp(server, id, context);
  if (outcome.kind === 'found') {
    // The live driver of a running application knows more than a log that lags behind.
    const running = outcome.answer.attempts[0]?.completed !== true;
    const live = running && !named ? others.filter((one) => one.kind === 'live-ui') : [];
    const more = await lookEverywhere(live, outcome.answer.id, context);
    return { ...choose([outcome, ...more.found], target), insteadOf: null };
  }
  const gone = target.live || server.kind === 'live-ui';
  if (id !== null && (gone || !named)) {
    const elsewhere = await lookEverywhere(others, id, context);
    if (elsewhere.found.length > 0) return { ...choose(elsewhere.found, target), insteadOf: server.name };
  }
  const failure = outcome.kind === 'failed' ? outcome.failure : null;
  const refused = failure === null || failure.kind === 'unreachable' || failure.facts.reason === 'gateway';
  if (gone && refused) {
    const facts = { servers: [server.name], ...(id === null ? {} : { asked: id }) };
    throw new SparkcheckFailure('app-running-ui-gone', facts, { cause: failure ?? undefined });
  }
  throw await notFound(servers, [server], target, failure === null ? [] : [failure], context);
}

type Outcome =
  | { kind: 'found'; server: OpenServer; answer: ApplicationAnswer }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: SparkcheckFailure };

async function lookUp(server: OpenServer, id: string, context: ReadContext): Promise<Outcome> {
  return outcomeOf(
    server,
    { base: baseFor(server.url, id), path: CALLS.application(id), timeoutMs: server.limits.callTimeoutMs },
    context,
    id,
  );
}

/** A live driver's page needs no id: it has one application. */
async function onlyApplication(server: OpenServer, context: ReadContext): Promise<Outcome> {
  try {
    const { applications: list } = await latestApplications(server, { limit: 2 }, context);
    const [only, second] = list;
    if (only === undefined) return { kind: 'unknown' };
    if (second === undefined) return { kind: 'found', server, answer: only };
    const suggestions = list.map((one) => one.id);
    const facts = { servers: [server.name], suggestions, reason: 'no-application-in-link' };
    return { kind: 'failed', failure: new SparkcheckFailure('bad-request', facts) };
  } catch (error) {
    return failedOr(error);
  }
}

function failedOr(error: unknown): Outcome {
  if (error instanceof SparkcheckFailure) return { kind: 'failed', failure: error };
  throw error;
}

async function outcomeOf(server: OpenServer, call: Call, context: ReadContext, id: string): Promise<Outcome> {
  try {
    const answer = await getJson(server, call, context);
    if (answer.kind === 'not-found') return { kind: 'unknown' };
    if (answer.kind === 'over-budget') return { kind: 'unknown' };
    const application = readShape(applicationShape, answer.body, { part: 'jobs' }, []);
    if (application === null || application.attempts.length === 0) {
      throw new SparkcheckFailure('not-spark', { servers: [server.name], reason: 'other-json' });
    }
    return application.id === id ? { kind: 'found', server, answer: application } : { kind: 'unknown' };
  } catch (error) {
    return failedOr(error);
  }
}

interface Looked {
  found: { server: OpenServer; answer: ApplicationAnswer }[];
  failures: SparkcheckFailure[];
}

async function lookEverywhere(servers: OpenServer[], id: string, context: ReadContext): Promise<Looked> {
  const looked: Looked = { found: [], failures: [] };
  for (let from = 0; from < servers.length && looked.found.length === 0; from += AT_ONCE) {
    const turn = servers.slice(from, from + AT_ONCE);
    const outcomes = await Promise.all(turn.map((server) => lookUp(server, id, context)));
    for (const outcome of outcomes) {
      if (outcome.kind === 'found') looked.found.push(outcome);
      else if (outcome.kind === 'failed') looked.failures.push(outcome.failure);
    }
  }
  return looked;
}

function choose(found: Looked['found'], target: Target): Omit<Found, 'insteadOf'> {
  const places = found.map(({ server, answer }) => placeOf(server, answer, target));
  const live = places.filter((place) => place.kind === 'live-ui' && !place.application.completed);
  const histories = places.filter((place) => place.kind === 'history-server');
  const preferred = live.length > 0 ? live : histories.length > 0 ? histories : places;
  const [first, second] = preferred;
  if (first === undefined) throw new SparkcheckFailure('unknown-application', { asked: target.applicationId ?? '' });
  if (second !== undefined) {
    const names = preferred.map((place) => place.server.name);
    throw new SparkcheckFailure('several-servers', { asked: first.applicationId, servers: names });
  }
  return { ...first, alternatives: places.filter((place) => place !== first) };
}

function placeOf(server: OpenServer, answer: ApplicationAnswer, target: Target): Place {
  const application = collectApplication(answer, target.attemptId);
  if (application === null) {
    const attempts = answer.attempts.flatMap((one) => (one.attemptId ? [one.attemptId] : []));
    throw new SparkcheckFailure('attempt-unknown', { asked: target.attemptId ?? '', attempts, servers: [server.name] });
  }
  const live = server.kind === 'auto' ? looksLive(application) : server.kind === 'live-ui';
  return {
    server,
    kind: live ? 'live-ui' : 'history-server',
    applicationId: application.id,
    attemptId: application.attemptId,
    application,
  };
}

async function notFound(
  servers: Servers,
  asked: OpenServer[],
  target: Target,
  failures: SparkcheckFailure[],
  context: ReadContext,
): Promise<SparkcheckFailure> {
  // A server that could not be asked may be the one that knows it: its failure is the answer. A driver that does not
  // answer is an ordinary end of a driver, as long as somebody else did.
  const drivers = asked.filter((one) => one.kind === 'live-ui').map((one) => one.name);
  const ofHistories = failures.filter((one) => !drivers.includes(one.facts.servers?.[0] ?? ''));
  const failure = failures.length === asked.length ? failures[0] : ofHistories[0];
  if (failure !== undefined) return failure;
  const id = target.applicationId ?? '';
  const names = asked.map((one) => one.name);
  const places = asked.slice(0, Math.min(3, requestsLeft(context)));
  const { suggestions, nothingListed } = await suggestionsFor(places, id, context);
  if (nothingListed)
    return new SparkcheckFailure('not-listed-yet', { asked: id, servers: names, reason: 'nothing-listed' });
  if (startedJustNow(id))
    return new SparkcheckFailure('not-listed-yet', { asked: id, servers: names, reason: 'too-fresh' });
  const elsewhere = servers.all.length > asked.length ? 'asked-one-server' : 'asked-all-servers';
  return new SparkcheckFailure('unknown-application', { asked: id, servers: names, suggestions, reason: elsewhere });
}

/** A History Server lists what its last scan saw; scans are seconds to minutes apart (spark-rest.md §4.1). */
const FRESH_MS = 5 * 60_000;

/** Ids of local and custom masters end in the start as epoch ms; those of other masters tell it only in the master's time zone. */
function startedJustNow(id: string): boolean {
  const ms = /^(?:local|spark-application)-(\d{13})$/.exec(id)?.[1];
  return ms !== undefined && Math.abs(Date.now() - Number(ms)) < FRESH_MS;
}
