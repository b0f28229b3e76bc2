import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino, type Logger } from 'pino';
import { askByChannel } from './ask-by-channel.ts';
import { ConfigMistakes, readConfig, type Config } from './config.ts';
import { examineAll } from './doctor.ts';
import { firstLine, startWorkspace } from './embedded.ts';
import { anyServerAnswers } from './history-server/examine-servers.ts';
import { closeServers, openServers, plainServer } from './history-server/read.ts';
import type { LocalSlack } from './local-slack/local-slack.ts';
import { attachTerminal } from './local-slack/terminal.ts';
import { apology } from './narration/apologies.ts';
import { startRecordedServer, type RecordedServer } from './recorded/serve.ts';
import { startSlackApp, type SlackApp } from './slack/app.ts';
import type { Mode } from './slack/receiver.ts';
import { SignInFailure } from './slack/sign-in.ts';
import type { WayToSlack } from './slack/web-client.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
/** An accepted check may take the whole deadline of an answer; telling it takes a little more. */
const TELLING_MS = 15_000;
/** A line that arrived together with the end of the input is delivered within this time. */
const LAST_LINE_MS = 500;

const EXIT_CONFIGURATION = 2;
const EXIT_FAILED = 1;

/** What was started and has to be ended, the way in first. */
const ends: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | null = null;

try {
  await start(readConfig(process.env));
} catch (error) {
  if (error instanceof ConfigMistakes) giveUp(error.mistakes.join('\n'), EXIT_CONFIGURATION);
  else if (error instanceof SignInFailure) giveUp(error.message, EXIT_FAILED);
  else if (isPortTaken(error)) giveUp('The port is taken: set PORT to another one.', EXIT_FAILED);
  else throw error;
}

async function start(config: Config): Promise<void> {
  if (process.argv.includes('doctor')) {
    const right = await examineAll(config, (line) => process.stdout.write(`${line}\n`));
    process.exitCode = right ? 0 : EXIT_FAILED;
    return;
  }
  const log = logFor(config);
  const recorded = config.servers.length > 0 ? null : await startRecordedServer(FIXTURES);
  if (config.slack !== null && recorded !== null) {
    log.warn('no server is configured: this workspace is answered from recorded demonstration runs');
  }
  const servers = recorded === null ? config.servers : [plainServer('recorded', recorded.url)];
  const ask = askByChannel(servers, config.limits);
  const examined = openServers(servers, config.limits);
  ends.push(
    () => ask.close(),
    () => closeServers(examined),
    async () => recorded?.close(),
  );

  const port = { port: config.port, insisted: process.env.PORT !== undefined };
  const workspace = config.slack === null ? await startWorkspace(recorded, port) : null;
  if (workspace !== null) ends.push(() => workspace.close());
  const app = await startSlackApp({
    ask,
    apology,
    log,
    ...joining(config, workspace),
    allowed: config.allow,
    serversReady: () => anyServerAnswers(examined),
  });
  ends.unshift(() => app.stop(config.limits.deadlineMs + TELLING_MS));
  stopOnSignals(log);
  if (workspace !== null) await openLocally(config, workspace, app, recorded);
}

/** How the bot joins: by the configured tokens, or the local workspace by the very same ways. */
function joining(config: Config, workspace: LocalSlack | null): WayToSlack & { botToken: string; mode: Mode } {
  if (workspace !== null) {
    const mode: Mode = { kind: 'http', signingSecret: workspace.signingSecret, port: 0, host: '127.0.0.1' };
    return { botToken: workspace.botToken, apiUrl: workspace.apiUrl, mode };
  }
  const { slack, port, healthPort } = config;
  if (slack === null) throw new Error('neither a workspace of our own nor one that is configured');
  const mode: Mode =
    slack.mode === 'socket'
      ? { kind: 'socket', appToken: slack.appToken, healthPort }
      : { kind: 'http', signingSecret: slack.signingSecret, port };
  return { botToken: slack.botToken, apiUrl: slack.apiUrl, proxy: slack.proxy, mode };
}

/** Opens the page and the terminal of the local workspace, and asks a first question in it. */
async function openLocally(
  config: Config,
  workspace: LocalSlack,
  app: SlackApp,
  recorded: RecordedServer | null,
): Promise<void> {
  workspace.deliverTo(`http://127.0.0.1:${app.port}/slack/events`);
  // Somebody who set PORT gets that one or a refusal.
  const elsewhere = process.env.PORT === undefined && new URL(workspace.pageUrl).port !== String(config.port);
  const opening = elsewhere ? `Port ${config.port} is taken, so here is a` : 'A';
  process.stdout.write(`${opening} local Slack with sparkcheck in it: ${workspace.pageUrl}\n`);
  process.stdout.write('Type /sparkcheck and an application id here or there; "quit" ends.\n\n');
  const terminal = attachTerminal(workspace, {
    input: process.stdin,
    output: process.stdout,
    noColor: (process.env.NO_COLOR ?? '') !== '',
  });
  ends.push(async () => terminal.detach());
  await workspace.type(firstLine(recorded));
  const ended = await terminal.done;
  // Without a terminal in front (a service, a container) the end of the input says nothing; "quit" always does.
  if (ended === 'end' && !process.stdin.isTTY && !process.argv.includes('--terminal')) return;
  await pause(LAST_LINE_MS);
  await stop();
}

function stopOnSignals(log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Somebody who asks twice does not want to wait.
      if (stopping !== null) process.exit(EXIT_FAILED);
      log.info({ signal }, 'finishing what was accepted');
      void stop();
    });
  }
  process.on('unhandledRejection', (error) => {
    // Known of @slack/socket-mode 3.1: closing while it reconnects rejects where nobody listens (fixed in 3.2).
    if (stopping !== null) return;
    // Each check has its own catch, so this is a library's: @slack/socket-mode rejects on a frame of a shape that it does not
    // know. Ending the process over it would end the answers of everybody who waits.
    log.error({ err: error }, 'something failed where nothing could catch it');
  });
}

/** Ends everything once, the way in first, whatever one end does. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const end of ends) await end().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    process.exit();
  })();
  return stopping;
}

/** Lines on stderr while the terminal is a conversation; secrets have no field that is logged, and these if they ever get one. */
function logFor({ slack, logLevel }: Config): Logger {
  const quietly = slack === null && process.env.LOG_LEVEL === undefined;
  const redact = [
    '*.token',
    '*.botToken',
    '*.appToken',
    '*.signingSecret',
    '*.authorization',
    '*.cookie',
    '*.password',
  ];
  return pino({ level: quietly ? 'warn' : logLevel, redact, base: null }, pino.destination(slack === null ? 2 : 1));
}

function giveUp(sentences: string, code: number): void {
  process.stderr.write(`${sentences}\n`);
  process.exit(code);
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
