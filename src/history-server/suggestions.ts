import { SparkcheckFailure } from '../failure.ts';
import { baseFor, CALLS } from './calls.ts';
import { getJson } from './client.ts';
import { readList } from './lenient.ts';
import type { ReadContext } from './read-context.ts';
import { applicationShape, type ApplicationAnswer } from './responses.ts';
import type { OpenServer } from './servers.ts';

export interface ListingPage {
  applications: ApplicationAnswer[];
  /** The server's clock. */
  readAt: number;
}

/** One page of a server's listing, newest end first; running applications only when asked for by status. Throws `SparkcheckFailure`. */
export async function latestApplications(
  server: OpenServer,
  query: { limit?: number; status?: 'running' | 'completed' },
  context: ReadContext,
): Promise<ListingPage> {
  const call = {
    base: baseFor(server.url, null),
    path: CALLS.applications(query),
    timeoutMs: server.limits.callTimeoutMs,
  };
  const answer = await getJson(server, call, context);
  if (answer.kind === 'over-budget') return { applications: [], readAt: Date.now() };
  const list = answer.kind === 'json' ? await readList(applicationShape, answer.body, { part: 'jobs' }, []) : null;
  if (list === null) throw new SparkcheckFailure('not-spark', { servers: [server.name], reason: 'no-listing' });
  const readAt = (answer.kind === 'json' ? answer.date : null) ?? Date.now();
  return { applications: list.filter((application) => application.attempts.length > 0), readAt };
}

const LOOKED_THROUGH = 200;
const MOST_SUGGESTIONS = 5;

/** Ids worth offering for one that nobody knows: those of that name or with that beginning, else the last ones. */
export async function suggestionsFor(
  servers: OpenServer[],
  asked: string,
  context: ReadContext,
): Promise<{ suggestions: string[]; nothingListed: boolean }> {
  const lists = await Promise.all(
    servers
      // A proxy with one base an application has no listing.
      .filter((server) => !server.url.includes('{appId}'))
      .map((server) => latestApplications(server, { limit: LOOKED_THROUGH }, context).catch(ignoreKnown)),
  );
  const listed = lists.flatMap((list) => list?.applications ?? []);
  const wanted = asked.toLowerCase();
  // A slip of the pen is mostly in the last digits.
  const beginning = wanted.length > 6 ? wanted.slice(0, -2) : wanted;
  const alike = listed.filter(
    (one) => one.name?.toLowerCase().includes(wanted) || one.id.toLowerCase().startsWith(beginning),
  );
  // Digits are copied, letters are typed: a mistyped beginning leaves them whole.
  const digits = digitsOf(wanted);
  const sameDigits = digits.length < DIGITS_THAT_TELL ? [] : listed.filter(({ id }) => digitsOf(id) === digits);
  const near = [...new Set([...sameDigits, ...alike])];
  const offered = near.length > 0 ? near : listed;
  return {
    suggestions: offered.slice(0, MOST_SUGGESTIONS).map((one) => one.id),
    nothingListed: lists.length > 0 && lists.every((list) => list?.applications.length === 0),
  };
}

/** A date and a counter, as Spark makes them; fewer digits stand in too many ids. */
const DIGITS_THAT_TELL = 8;

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A suggestion is a courtesy: that it could not be had is not what the asker needs to hear. */
function ignoreKnown(error: unknown): null {
  if (error instanceof SparkcheckFailure) return null;
  throw error;
}
