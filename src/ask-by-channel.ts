import { SparkcheckFailure } from './failure.ts';
import type { RequestLimits, Server } from './history-server/read.ts';
import type { Ask, Asker } from './slack/ask.ts';
import { createSparkcheck, type Sparkcheck } from './sparkcheck.ts';

/**
 * The product for a workspace in which some servers are open to some channels only. Channels that see the same servers
 * share one sparkcheck; a channel that sees fewer can not even learn from a shared answer that there are others.
 */
export function askByChannel(
  servers: Server[],
  limits: RequestLimits & { deadlineMs: number },
): Ask & { close(): Promise<void> } {
  const sparkchecks = new Map<string, Sparkcheck>();
  const visibleTo = (asker: Asker | undefined) =>
    servers.filter(({ channels }) => asker === undefined || channels === null || channels.includes(asker.channel));

  function sparkcheckFor(asker: Asker | undefined): Sparkcheck {
    const visible = visibleTo(asker);
    if (visible.length === 0) throw new SparkcheckFailure('not-allowed', { reason: 'channel' });
    const key = visible.map(({ name }) => name).join('\n');
    const known = sparkchecks.get(key);
    if (known !== undefined) return known;
    const made = createSparkcheck({ servers: visible, limits });
    sparkchecks.set(key, made);
    return made;
  }

  return {
    answer: async (question, onProgress, asker) => sparkcheckFor(asker).answer(question, onProgress),
    list: async (request, asker) => sparkcheckFor(asker).list(request),
    serverNames: (asker) => visibleTo(asker).map(({ name }) => name),
    async close() {
      await Promise.all([...sparkchecks.values()].map((one) => one.close()));
    },
  };
}
