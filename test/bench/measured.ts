import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Cost {
  requests: number;
  bytes: number;
}

export interface Measured extends Cost {
  wallMs: number;
  cpuMs: number;
  /** Of the whole process, Node and its libraries included. */
  peakBytes: number;
  /** Longest and 99th percentile of the time in which nothing else could be done. */
  blockedMs: { max: number; p99: number };
}

/** Runs `work` and gives what it took of this process. */
export async function measured(work: () => Promise<Cost>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const cost = await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  return {
    ...cost,
    wallMs,
    cpuMs: (user + system) / 1_000,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
    blockedMs: { max: delay.max / 1e6, p99: delay.percentile(99) / 1e6 },
  };
}
