import { App, webApi } from '@slack/bolt';
import type { Ask } from './ask.ts';
import { boltLog } from './bolt-log.ts';
import { createRecent } from './bounded.ts';
import { openCommandDoor, openMentionDoor } from './doors.ts';
import { createGate, RefusedRequest, type Allowed } from './gate.ts';
import type { Log } from './log.ts';
import type { Apology } from './failure-notices.ts';
import { createPacing } from './pacing.ts';
import { TIMINGS, type Timings } from './placeholder.ts';
import { createPosting } from './posting.ts';
import { openButtons } from './presses.ts';
import { wayIn, type Mode } from './receiver.ts';
import type { Room } from './room.ts';
import { createRunning } from './running.ts';
import { openShortcutDoor } from './shortcut.ts';
import { manifestFor, missingScopes, signIn, tryAppToken, type Identity } from './sign-in.ts';
import { createTurns } from './turns.ts';
import { MESSAGE_TIMEOUT_MS, webClientOptions, type WayToSlack } from './web-client.ts';

export interface SlackAppOptions extends WayToSlack {
  ask: Ask;
  apology: Apology;
  log: Log;
  botToken: string;
  mode: Mode;
  allowed: Allowed;
  /** For `/readyz`: whether at least one server of applications answers. */
  serversReady(): Promise<boolean>;
  timings?: Timings;
}

export interface SlackApp {
  identity: Identity;
  /** Port of the requests (HTTP mode) or of the health pages (Socket Mode); `null`: none is open. */
  port: number | null;
  /** Accepts nothing new and waits until everything accepted is told; at the deadline the askers of the rest are told to ask again. */
  stop(deadlineMs: number): Promise<void>;
}

/** Answers kept for "Show details" and "Hand-off text"; a few hundred KB at most. */
const KEPT_ANSWERS = 200;
/** Threads whose application is remembered: a question of a few words each. */
const KEPT_THREADS = 2_000;
/** `/readyz` is asked every few seconds by an orchestrator; Slack is not. */
const READY_CACHE_MS = 15_000;

/**
 * Signs in, and joins the workspace with every door open. Throws `SignInFailure` with a sentence when Slack does not take
 * the tokens, and Node's error when the port is taken.
 */
export async function startSlackApp(options: SlackAppOptions): Promise<SlackApp> {
  const { ask, apology, log, botToken, apiUrl, mode, allowed } = options;
  const wayOut: WayToSlack = { apiUrl, proxy: options.proxy ?? null };
  const identity = await signIn({ botToken, ...wayOut });
  if (mode.kind === 'socket') await tryAppToken({ appToken: mode.appToken, ...wayOut });
  const missing = missingScopes(identity);
  if (missing.length > 0) {
    log.warn({ missing }, `the bot token lacks scopes: install the app again from ${manifestFor(mode.kind)}`);
  }

  const logger = boltLog(log);
  const clientOptions = { ...webClientOptions(wayOut), logger };
  const client = new webApi.WebClient(botToken, clientOptions);
  const slackAnswers = cached(READY_CACHE_MS, async () => (await client.auth.test()).ok);
  const way = wayIn(mode, {
    wayOut,
    logger,
    readiness: { slack: async () => way.connected() && (await slackAnswers()), servers: options.serversReady },
  });
  const app = new App({
    token: botToken,
    // Known from signing in; without them Bolt would ask Slack at every event.
    botId: identity.botId,
    botUserId: identity.botUserId,
    tokenVerificationEnabled: false,
    receiver: way.receiver,
    socketMode: mode.kind === 'socket',
    convoStore: false,
    clientOptions,
    logger,
  });
  const turns = createTurns();
  const room: Room = {
    ask,
    apology,
    log,
    turns,
    posting: createPosting(
      {
        messages: new webApi.WebClient(botToken, { ...webClientOptions(wayOut, MESSAGE_TIMEOUT_MS), logger }),
        modals: client,
      },
      { log, turns },
    ),
    running: createRunning(),
    pacing: createPacing(),
    told: createRecent(KEPT_ANSWERS),
    threads: createRecent(KEPT_THREADS),
    timings: options.timings ?? TIMINGS,
  };
  app.use(createGate(identity, log));
  app.error(async (error) => {
    // Back to the receiver, which knows how to refuse on its way in.
    if (error instanceof RefusedRequest) throw error;
    log.error({ err: error }, 'a listener failed');
  });
  openCommandDoor(app, room, allowed);
  openMentionDoor(app, room, allowed, identity);
  openShortcutDoor(app, room, allowed, identity);
  openButtons(app, room, allowed, identity);

  const { port } = await way.start();
  log.info({ team: identity.teamId, mode: mode.kind, port }, 'joined the workspace');
  return {
    identity,
    port,
    async stop(deadlineMs) {
      // Closing waits for open requests; accepted work goes on beside it.
      const closed = way.stop().catch((error: unknown) => log.warn({ err: error }, 'the way in did not close cleanly'));
      await room.running.settle(deadlineMs);
      await closed;
    },
  };
}

function cached(lifeMs: number, read: () => Promise<boolean>): () => Promise<boolean> {
  let latest: { value: Promise<boolean>; at: number } | null = null;
  return () => {
    if (latest === null || Date.now() - latest.at > lifeMs) {
      latest = { value: read().catch(() => false), at: Date.now() };
    }
    return latest.value;
  };
}
