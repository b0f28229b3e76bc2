/** Remembers the latest `size` entries; the oldest is forgotten first. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

export function createRecent<V>(size: number): Recent<V> {
  const entries = new Map<string, V>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/**
 * Tells whether a key was seen before. Keys are kept for `lifeMs`, and at most `size` of them, so that a flood of requests
 * can not fill the memory; Slack's own repeats come within a quarter of an hour.
 */
export function createSeen(lifeMs: number, size: number, now: () => number = Date.now): (key: string) => boolean {
  const seenAt = new Map<string, number>();
  return (key) => {
    const at = now();
    for (const [old, since] of seenAt) {
      if (at - since <= lifeMs && seenAt.size <= size) break;
      seenAt.delete(old);
    }
    if (seenAt.has(key)) return true;
    seenAt.set(key, at);
    return false;
  };
}
