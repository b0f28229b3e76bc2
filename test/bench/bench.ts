import { fork, type ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SIZES } from './sizes.ts';

/** `npm run bench`: what an answer takes of requests, bytes, time and memory, by size of the application. */

const measured = z.object({
  requests: z.number(),
  bytes: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
  peakBytes: z.number(),
  blockedMs: z.object({ max: z.number(), p99: z.number() }),
});
const ofMany = measured.extend({ failed: z.number(), answerMs: z.object({ median: z.number(), p99: z.number() }) });

function start(script: string, ...args: string[]): ChildProcess {
  return fork(join(import.meta.dirname, `${script}.js`), args);
}

function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

/** Time to be answered by the busy process, asked every 50 ms until it ends. */
async function acknowledgements(port: number, child: ChildProcess): Promise<number[]> {
  const times: number[] = [];
  while (child.exitCode === null && child.connected) {
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const asked = request({ port, host: '127.0.0.1', method: 'POST' }, (response) => {
        response.resume().on('end', () => {
          times.push(performance.now() - startedAt);
          resolve();
        });
      });
      asked.on('error', () => resolve());
      asked.end();
    });
    await pause(50);
  }
  return times.sort((a, b) => a - b);
}

const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const ms = (value: number): string => `${Math.round(value)} ms`;
const print = (...cells: string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);

const server = start('serve');
const { url } = z.object({ url: z.string() }).parse(await message(server));

print('application', 'requests', 'bytes over the wire', 'wall', 'CPU', 'peak memory of the process', 'longest block');
print(...Array.from({ length: 7 }, () => '---'));
for (const [name, size] of Object.entries(SIZES)) {
  const shape = `${size.stages} stages × ${size.tasksPerStage} tasks, ${size.executors} executors, ${size.queries} queries`;
  // The first one makes the server generate the answers.
  await message(start('answer', url, `${name}-0`));
  const one = measured.parse(await message(start('answer', url, `${name}-1`)));
  print(
    shape,
    String(one.requests),
    mb(one.bytes),
    ms(one.wallMs),
    ms(one.cpuMs),
    mb(one.peakBytes),
    ms(one.blockedMs.max),
  );
}

process.stdout.write('\n');
print('asked within a minute', 'answered', 'median', 'p99', 'peak memory', 'acknowledged, p99', 'longest');
print(...Array.from({ length: 7 }, () => '---'));
for (const [name, count] of [
  ['medium', 200],
  ['large', 40],
] as const) {
  const busy = start('many', url, name, String(count), String(Math.floor(60_000 / count)));
  const { port } = z.object({ port: z.number() }).parse(await message(busy));
  const [told, times] = await Promise.all([message(busy), acknowledgements(port, busy)]);
  const many = ofMany.parse(told);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  print(
    `${count} ${name} applications`,
    String(count - many.failed),
    ms(many.answerMs.median),
    ms(many.answerMs.p99),
    mb(many.peakBytes),
    ms(p99),
    ms(times.at(-1) ?? 0),
  );
}
server.disconnect();
