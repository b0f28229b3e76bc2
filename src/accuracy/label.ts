import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CHECKS, OUTCOMES } from '../diagnosis/vocabulary.ts';

/** What an expert says of a recorded run: written by hand beside its event log (`label.json`). */
const labelShape = z.object({
  name: z.string(),
  appId: z.string(),
  attemptId: z.union([z.string(), z.number()]).transform(String).nullish(),
  spark: z.string(),
  cause: z.object({ check: z.union([z.number(), z.string()]), kind: z.string() }).nullable(),
  /** Other kinds that a careful expert could name first; `healthy` and `could-not-tell` stand for no cause. */
  acceptable: z.array(z.string()).default([]),
  acceptableStages: z.array(z.number()).default([]),
  outcomes: z.partialRecord(z.enum(CHECKS), z.array(z.enum(OUTCOMES))).default({}),
  lever: z.array(z.string()).default([]),
  /** Claims that would be wrong, as kinds, levers or in plain words. */
  never: z.array(z.string()).default([]),
});

export type Label = z.infer<typeof labelShape>;

/** The labels of a folder of labelled runs (one folder a run), by name. Throws what is wrong with a label, with its path. */
export function readLabels(folder: string): Label[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => join(folder, entry.name, 'label.json'))
    .flatMap((path) => {
      const text = readIfThere(path);
      if (text === null) return [];
      const read = labelShape.safeParse(JSON.parse(text));
      if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
      return [read.data];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
