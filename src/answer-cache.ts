/** Told answers of finished applications: they do not change, and a busy incident channel asks for one again and again. */
export interface AnswerCache<T> {
  get(key: string): T | null;
  keep(key: string, answer: T): void;
}

/** Room for some two hundred answers of ordinary size. Judgement. */
const MAX_BYTES = 20 * 1024 * 1024;
/** A history server may be upgraded or a log repaired meanwhile. Judgement. */
const MAX_AGE_MS = 15 * 60_000;

/** Bounded by the size of what it holds, oldest use out first. */
export function newAnswerCache<T>(
  limits: { maxBytes: number; maxAgeMs: number } = { maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS },
  now: () => number = Date.now,
): AnswerCache<T> {
  const held = new Map<string, { answer: T; bytes: number; keptAt: number }>();
  let total = 0;
  const drop = (key: string) => {
    total -= held.get(key)?.bytes ?? 0;
    held.delete(key);
  };
  return {
    get(key) {
      const entry = held.get(key);
      if (entry === undefined) return null;
      if (now() - entry.keptAt > limits.maxAgeMs) {
        drop(key);
        return null;
      }
      held.delete(key);
      held.set(key, entry);
      return entry.answer;
    },
    keep(key, answer) {
      drop(key);
      const bytes = Buffer.byteLength(JSON.stringify(answer));
      if (bytes > limits.maxBytes) return;
      held.set(key, { answer, bytes, keptAt: now() });
      total += bytes;
      for (const oldest of held.keys()) {
        if (total <= limits.maxBytes) break;
        drop(oldest);
      }
    },
  };
}
