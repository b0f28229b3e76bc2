import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startRecordedServer } from '../../src/recorded/serve.ts';

/**
 * `npm run bench:ack`: 500 commands at once, against the bot as it is started in production (its own process, signed
 * requests over HTTP, recorded applications). How long each command waits for its acknowledgement, and whether each gets
 * exactly one answer. Exits with 1 when a promise is broken.
 */
const COMMANDS = 500;
const PROMISED_P99_MS = 500;
/** A bot that has answered before, as one in use has: its code is compiled and its connections stand. */
const WARM_UP = 40;
const REPLIES = 6;
const PATIENCE_MS = 300_000;
const CHANNELS = ['incidents', 'data-eng', 'war-room', 'D0SPARKCHK'];

const root = process.cwd();
const recorded = await startRecordedServer(join(root, 'fixtures'));
// The time-out of the real Slack is three seconds; a longer one shows how late a late acknowledgement is.
const slack = await startLocalSlack({ ackTimeoutMs: 60_000 });
const port = await freePort();
const bot = spawn(process.execPath, [join(root, 'dist/main.js')], {
  env: {
    PATH: process.env.PATH,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    SPARKCHECK_SERVERS: `recorded=${recorded.url}`,
    PORT: String(port),
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ended = once(bot, 'exit');
slack.deliverTo(`http://127.0.0.1:${port}/slack/events`);
await until('the bot is up', async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);

await askAtOnce(WARM_UP);
await until('the warm-up is told', () => wholeThreads(slack).length === WARM_UP);

const deliveredBefore = slack.control.journal.length;
const placeholders: number[] = [];
const startedAt = performance.now();
slack.onMessage(({ edited, threadTs }) => {
  if (!edited && threadTs === null) placeholders.push(performance.now() - startedAt);
});
await askAtOnce(COMMANDS);
const deliveries = slack.control.journal.slice(deliveredBefore).filter(({ kind }) => kind === 'delivery');
await until('all are told', () => wholeThreads(slack).length === WARM_UP + COMMANDS);
const tookMs = performance.now() - startedAt;
bot.kill('SIGTERM');
await ended;

const waits = deliveries.map((delivery) => delivery.tookMs);
const p99 = percentile(waits, 0.99);
const roots = rootsOf(slack).length - WARM_UP;
const whole = wholeThreads(slack).length - WARM_UP;
const lines = [
  `commands at once            ${COMMANDS}`,
  `acknowledged with 200       ${deliveries.filter(({ status }) => status === 200).length}`,
  `acknowledgement p50 / p99   ${Math.round(percentile(waits, 0.5))} ms / ${Math.round(p99)} ms (promised: p99 under ${PROMISED_P99_MS} ms)`,
  `placeholder p50 / p99       ${Math.round(percentile(placeholders, 0.5))} ms / ${Math.round(percentile(placeholders, 0.99))} ms`,
  `answers: roots / whole      ${roots} / ${whole} (promised: one each, ${COMMANDS})`,
  `all told after              ${(tookMs / 1_000).toFixed(1)} s`,
];
process.stdout.write(`${lines.join('\n')}\n`);
await Promise.all([slack.close(), recorded.close()]);
process.exitCode = p99 < PROMISED_P99_MS && whole === COMMANDS && roots === COMMANDS ? 0 : 1;

async function askAtOnce(count: number): Promise<void> {
  const ids = recorded.applications.map(({ id }) => id);
  await Promise.all(
    Array.from({ length: count }, (_, at) =>
      slack.type(`/sparkcheck ${ids[at % ids.length]}`, { channel: CHANNELS[at % CHANNELS.length] ?? '' }),
    ),
  );
}

function rootsOf({ messages, botUserId }: LocalSlack) {
  return messages().filter(({ user, threadTs }) => user === botUserId && threadTs === null);
}

/** Roots that hold the verdict, with exactly one reply a check and one to close. */
function wholeThreads(workspace: LocalSlack) {
  const replies = new Map<string, number>();
  for (const { threadTs } of workspace.messages()) {
    if (threadTs !== null) replies.set(threadTs, (replies.get(threadTs) ?? 0) + 1);
  }
  return rootsOf(workspace).filter(({ ts, edited }) => edited && replies.get(ts) === REPLIES);
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    if (await isSo(holds)) return;
    if (bot.exitCode !== null) break;
    await pause(100);
  }
  throw new Error(`waited in vain until ${what}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

async function isSo(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await holds();
  } catch {
    return false;
  }
}
