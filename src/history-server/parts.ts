import type { NotRead } from '../diagnosis/application-run.ts';
import { SparkcheckFailure } from '../failure.ts';
import { getJson } from './client.ts';
import { addNote, type Where } from './lenient.ts';
import type { Place } from './locate.ts';
import { baseFor } from './calls.ts';
import type { ReadContext } from './read-context.ts';

/** One part of an answer: its JSON, or why it could not be had. */
export type Part = { body: unknown; date: number | null } | { failure: SparkcheckFailure | null };

/** Asks for one part; a failure is kept as a remark and given back, never thrown. */
export async function readPart(
  place: Place,
  path: string,
  where: Where,
  notes: NotRead[],
  context: ReadContext,
  timeoutMs: number = place.server.limits.callTimeoutMs,
): Promise<Part> {
  const base = baseFor(place.server.url, place.applicationId);
  try {
    const answer = await getJson(place.server, { base, path, timeoutMs }, context);
    if (answer.kind === 'json') return { body: answer.body, date: answer.date };
    addNote(notes, where, answer.kind === 'not-found' ? 'not-found' : 'over-request-budget', null);
    return { failure: null };
  } catch (error) {
    if (!(error instanceof SparkcheckFailure)) throw error;
    addNote(notes, where, reasonOf(error), null);
    return { failure: error };
  }
}

function reasonOf(failure: SparkcheckFailure): NotRead['reason'] {
  if (failure.kind === 'timed-out') return 'timed-out';
  if (failure.kind === 'too-large') return 'too-large';
  if (failure.kind === 'not-spark' || failure.facts.status === 200) return 'unreadable';
  return 'server-error';
}
