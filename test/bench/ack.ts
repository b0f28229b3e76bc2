import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startSlackApp } from '../../src/slack/app.ts';
import type { Ask } from '../../src/slack/ask.ts';
import { aNarration, plainApology } from '../slack/a-narration.ts';

/**
 * 500 commands at once: how long each waits for its acknowledgement, and whether each gets exactly one answer. The bot is
 * the production app with real signatures over HTTP; it shares one process with the workspace that commands it, so that
 * the figures hold the work of both.
 */
const COMMANDS = 500;
const PROMISED_P99_MS = 500;
const REPLIES = 6;
/** A question costs what a small application costs to read. */
const READING_MS = 200;

const ask: Ask = {
  answer: async (question) => {
    await pause(READING_MS);
    return { narration: aNarration(), question };
  },
  list: async () => [],
  serverNames: () => ['prod'],
};

const slack = await startLocalSlack({ ackTimeoutMs: 60_000 });
const app = await startSlackApp({
  ask,
  apology: plainApology,
  log: pino({ level: 'warn' }, pino.destination(2)),
  botToken: slack.botToken,
  apiUrl: slack.apiUrl,
  mode: { kind: 'http', signingSecret: slack.signingSecret, port: 0, host: '127.0.0.1' },
  allowed: { channels: null, users: null },
  serversReady: async () => true,
});
slack.deliverTo(`http://127.0.0.1:${app.port}/slack/events`);

const channels = ['incidents', 'data-eng', 'war-room', 'D0SPARKCHK'];
const placeholders: number[] = [];
const startedAt = performance.now();
slack.onMessage(({ edited, threadTs }) => {
  if (!edited && threadTs === null) placeholders.push(performance.now() - startedAt);
});
await Promise.all(
  Array.from({ length: COMMANDS }, (_, at) =>
    slack.type(`/sparkcheck app-20261128020011-${String(at).padStart(4, '0')}`, {
      channel: channels[at % channels.length] ?? '',
    }),
  ),
);
await app.stop(120_000);
const tookMs = performance.now() - startedAt;

const acknowledgements = slack.control.journal.filter(
  ({ kind, name }) => kind === 'delivery' && name === 'slash_commands',
);
const waits = acknowledgements.map((entry) => entry.tookMs);
const said = slack.messages().filter(({ user }) => user === slack.botUserId);
const roots = said.filter(({ threadTs }) => threadTs === null);
const repliesOf = (ts: string) => said.filter(({ threadTs }) => threadTs === ts).length;
const whole = roots.filter(({ ts, text }) => text.startsWith('nightly_ranking') && repliesOf(ts) === REPLIES).length;
await slack.close();

const p99 = percentile(waits, 0.99);
const lines = [
  `commands at once            ${COMMANDS}`,
  `acknowledged with 200       ${acknowledgements.filter(({ status }) => status === 200).length}`,
  `acknowledgement p50 / p99   ${Math.round(percentile(waits, 0.5))} ms / ${Math.round(p99)} ms (promised: p99 under ${PROMISED_P99_MS} ms)`,
  `placeholder p50 / p99       ${Math.round(percentile(placeholders, 0.5))} ms / ${Math.round(percentile(placeholders, 0.99))} ms`,
  `answers: roots / whole      ${roots.length} / ${whole} (promised: one each, ${COMMANDS})`,
  `all told after              ${(tookMs / 1_000).toFixed(1)} s, ${said.length} messages`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = p99 < PROMISED_P99_MS && whole === COMMANDS && roots.length === COMMANDS ? 0 : 1;

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
