/** One after another within a key (a channel), side by side between keys. */
export interface Turns {
  /** Waits for everything taken before it under the same key, then works; a failure of one does not stop the next. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(key, work) {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, mine);
      const forget = () => {
        // Only the last in the row may clear the key, or somebody who waits would be overtaken.
        if (last.get(key) === mine) last.delete(key);
      };
      mine.then(forget, forget);
      return mine;
    },
  };
}
