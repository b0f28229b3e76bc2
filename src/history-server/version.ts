import { CALLS } from './calls.ts';
import { getJson } from './client.ts';
import type { ReadContext } from './read-context.ts';
import { versionShape } from './responses.ts';
import type { OpenServer } from './servers.ts';
import { SparkcheckFailure } from '../failure.ts';

const REMEMBERED_MS = 10 * 60_000;

/** The server's own Spark version, asked once in a while; `null` when it does not say. Never throws a known failure. */
export async function serverVersion(server: OpenServer, base: string, context: ReadContext): Promise<string | null> {
  const known = server.knownVersion;
  if (known !== null && Date.now() - known.readAt < REMEMBERED_MS) return known.version;
  const version = await askVersion(server, base, context);
  // Behind a base for each application stands another driver each time.
  if (version !== null && !server.url.includes('{appId}')) server.knownVersion = { version, readAt: Date.now() };
  return version;
}

/** As `serverVersion`, without remembering. */
export async function askVersion(server: OpenServer, base: string, context: ReadContext): Promise<string | null> {
  try {
    const call = { base, path: CALLS.version(), timeoutMs: server.limits.callTimeoutMs };
    const answer = await getJson(server, call, context);
    const read = answer.kind === 'json' ? versionShape.safeParse(answer.body) : null;
    return read?.success ? read.data.spark : null;
  } catch (error) {
    if (error instanceof SparkcheckFailure) return null;
    throw error;
  }
}

/** Whether a version is at least `major.minor`; an unknown one counts as old, so that nothing is asked which old servers answer with everything they have. */
export function atLeast(version: string | null, major: number, minor: number): boolean {
  const match = /^(\d+)\.(\d+)/.exec(version ?? '');
  if (match === null) return false;
  const [own, ownMinor] = [Number(match[1]), Number(match[2])];
  return own > major || (own === major && ownMinor >= minor);
}
