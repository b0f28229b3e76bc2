import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { NotRead, NotReadPart } from '../diagnosis/application-run.ts';

/** Where a fault was found; `stageId` only when it is about one stage. */
export interface Where {
  part: NotReadPart;
  stageId?: number;
  attemptId?: number;
}

/** Adds a remark once: a field that is wrong in a thousand stages is one remark about no particular stage. */
export function addNote(notes: NotRead[], where: Where, reason: NotRead['reason'], what: string | null): void {
  const stageId = where.stageId ?? null;
  const attemptId = where.attemptId ?? null;
  const same = notes.find((note) => note.part === where.part && note.reason === reason && note.what === what);
  if (same === undefined) notes.push({ part: where.part, stageId, attemptId, reason, what });
  else if (same.stageId !== stageId || same.attemptId !== attemptId) {
    same.stageId = null;
    same.attemptId = null;
  }
}

/**
 * Reads one object by its shape. A field of the wrong type is dropped and remarked on, the rest is used; `null` when the
 * identifying fields themselves can not be read. Changes `raw`, which is ours: it was parsed from a response body.
 */
export function readShape<T>(schema: z.ZodType<T>, raw: unknown, where: Where, notes: NotRead[]): T | null {
  const first = schema.safeParse(raw);
  if (first.success) return first.data;
  for (const issue of first.error.issues) {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    // A wrong element makes the whole list useless: quantiles are told apart by position.
    while (typeof path.at(-1) === 'number') path.pop();
    const field = path.at(-1);
    if (field === undefined) continue;
    const holder = at(raw, path.slice(0, -1));
    // A list with several wrong elements is dropped at the first of them.
    if (holder === null || !(field in holder)) continue;
    const reason = isNotANumber(holder[field]) ? 'dropped-as-impossible' : 'unreadable';
    Reflect.deleteProperty(holder, field);
    addNote(notes, where, reason, String(field));
  }
  const second = schema.safeParse(raw);
  if (second.success) return second.data;
  addNote(notes, where, 'unreadable', null);
  return null;
}

/** As `readShape`, for each element of a list; elements that can not be read are left out. `null` when it is no list. */
export async function readList<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  where: Where,
  notes: NotRead[],
): Promise<T[] | null> {
  if (!Array.isArray(raw)) {
    addNote(notes, where, 'unreadable', null);
    return null;
  }
  const read: T[] = [];
  for (const [position, element] of raw.entries()) {
    const item = readShape(schema, element, where, notes);
    if (item !== null) read.push(item);
    // Thousands of elements must not keep Slack's three seconds from being met for somebody else.
    if (position % 500 === 499) await nextTurn();
  }
  return read;
}

/** A count, size or time that can not be below zero: dropped listener events make Spark report such values (spark-rest.md §2.8). */
export function counter(
  value: number | null | undefined,
  field: string,
  where: Where,
  notes: NotRead[],
): number | null {
  if (value === null || value === undefined) return null;
  if (value >= 0) return value;
  addNote(notes, where, 'dropped-as-impossible', field);
  return null;
}

/** Jackson writes NaN as a string (spark-rest.md §0). */
function isNotANumber(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isNotANumber);
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity';
}

function at(raw: unknown, path: (string | number)[]): Record<PropertyKey, unknown> | null {
  let here: unknown = raw;
  for (const step of path) {
    if (!isRecord(here)) return null;
    here = here[step];
  }
  return isRecord(here) ? here : null;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
