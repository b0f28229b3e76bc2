import { setMaxListeners } from 'node:events';

/** What the reader is doing, for the asker's placeholder. */
export interface ReadProgress {
  step: 'looking-up' | 'loading' | 'reading';
  server: string | null;
  elapsedMs: number;
}

/** One answer's allowance: a deadline for all of it, and at most `MAX_REQUESTS` requests, retries included. */
export interface ReadContext {
  startedAt: number;
  deadlineAt: number;
  /** Aborts at the deadline. */
  signal: AbortSignal;
  /** `bytes` as they came over the wire, before decompression. */
  cost: { requests: number; bytes: number };
  retriesLeft: number;
  onProgress(progress: ReadProgress): void;
}

/** Limit of product.md: a server must be able to bear a channel full of impatient people. */
export const MAX_REQUESTS = 16;
/** Retries are taken from the same 16, so a flaky server may not eat the allowance of the parts that still work. */
const MAX_RETRIES = 3;

/** Starts the clock of one answer. */
export function newReadContext(options: {
  deadlineMs: number;
  onProgress?: (progress: ReadProgress) => void;
  signal?: AbortSignal;
}): ReadContext {
  const startedAt = Date.now();
  // Not `AbortSignal.timeout`: one that only `AbortSignal.any` refers to can be collected before it fires (Node 20).
  const controller = new AbortController();
  setTimeout(() => controller.abort(), options.deadlineMs).unref();
  // One listener a request that is under way, sixteen at the most: Node warns from the eleventh on.
  setMaxListeners(MAX_REQUESTS + 1, controller.signal);
  options.signal?.addEventListener('abort', () => controller.abort(), { once: true });
  return {
    startedAt,
    deadlineAt: startedAt + options.deadlineMs,
    signal: controller.signal,
    cost: { requests: 0, bytes: 0 },
    retriesLeft: MAX_RETRIES,
    onProgress: options.onProgress ?? (() => undefined),
  };
}

/** Requests that this answer may still make. */
export function requestsLeft(context: ReadContext): number {
  return Math.max(0, MAX_REQUESTS - context.cost.requests);
}

/** Runs `work`, telling the asker every few seconds that it still goes on: silence at 3 a.m. reads as a crash. */
export async function withProgress<T>(
  context: ReadContext,
  step: ReadProgress['step'],
  server: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const tell = () => context.onProgress({ step, server, elapsedMs: Date.now() - context.startedAt });
  tell();
  const timer = setInterval(tell, 2_000);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
