import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_LIMITS, plainServer } from '../../src/history-server/servers.ts';
import { createSparkcheck } from '../../src/sparkcheck.ts';
import { measured } from './measured.ts';

/** Many applications asked one after the other, as a busy workspace does: `many.js <server url> <size> <count> <every ms>`. */
const [url = '', size = '', count = '0', everyMs = '0'] = process.argv.slice(2);
const product = createSparkcheck({
  servers: [plainServer('generated', url)],
  limits: { ...DEFAULT_LIMITS, deadlineMs: 120_000 },
});

/** What acknowledges a slash command shares this process's one thread with the reading: it is asked all the while. */
const acknowledging = createServer((_, response) => response.end());
await new Promise<void>((resolve) => acknowledging.listen(0, '127.0.0.1', resolve));
const address = acknowledging.address();
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });

const took: number[] = [];
let failed = 0;

const result = await measured(async () => {
  const total = { requests: 0, bytes: 0 };
  const asked: Promise<void>[] = [];
  for (let one = 0; one < Number(count); one += 1) {
    const startedAt = performance.now();
    const answered = product.answer({ target: `${size}-${one}` }).then(
      ({ answer }) => {
        took.push(performance.now() - startedAt);
        total.requests += answer.cost.requests;
        total.bytes += answer.cost.bytes;
      },
      () => {
        failed += 1;
      },
    );
    asked.push(answered);
    await pause(Number(everyMs));
  }
  await Promise.all(asked);
  return total;
});
took.sort((a, b) => a - b);
const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0;
await product.close();
acknowledging.close();
process.send?.({ ...result, failed, answerMs: { median: at(0.5), p99: at(0.99) } }, () => process.exit(0));
