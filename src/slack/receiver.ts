import { HTTPReceiver, SocketModeReceiver, type AppOptions } from '@slack/bolt';
import { RefusedRequest } from './gate.ts';
import { guardIncoming } from './incoming.ts';
import { dispatcherFor, type WayToSlack } from './web-client.ts';
import { healthRoutes, portOf, serveHealth, type Readiness } from './health.ts';

/** Commands, events and interactivity all come here, as the manifest for HTTP mode says. */
const ENDPOINT = '/slack/events';

/** How Slack reaches the bot: signed requests to a port, or a connection that the bot opens itself. */
export type Mode =
  | { kind: 'http'; signingSecret: string; port: number; host?: string }
  | { kind: 'socket'; appToken: string; healthPort: number | null };

/** A way in that can be opened and closed. `port` is where health pages (and in HTTP mode requests) are served; `null`: nowhere. */
export interface WayIn {
  receiver: NonNullable<AppOptions['receiver']>;
  start(): Promise<{ port: number | null }>;
  /** Nothing new is accepted once this has resolved. */
  stop(): Promise<void>;
  /** False while a Socket Mode connection is being made anew. */
  connected(): boolean;
}

export function wayIn(
  mode: Mode,
  {
    wayOut,
    logger,
    readiness,
  }: { wayOut: WayToSlack; logger: NonNullable<AppOptions['logger']>; readiness: Readiness },
): WayIn {
  return mode.kind === 'http' ? httpWayIn(mode, logger, readiness) : socketWayIn(mode, wayOut, logger, readiness);
}

function httpWayIn(
  { signingSecret, port, host }: Extract<Mode, { kind: 'http' }>,
  logger: NonNullable<AppOptions['logger']>,
  readiness: Readiness,
): WayIn {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger,
    endpoints: ENDPOINT,
    customRoutes: healthRoutes(readiness),
    processEventErrorHandler: async ({ error, response }) => {
      if (response.headersSent) return false;
      response.writeHead(error instanceof RefusedRequest ? error.status : 500);
      response.end();
      return true;
    },
  });
  receiver.requestListener = guardIncoming(receiver.requestListener, ENDPOINT, logger);
  return {
    receiver,
    start: async () => ({ port: portOf(await receiver.start({ port, ...(host !== undefined && { host }) })) }),
    stop: () => receiver.stop(),
    connected: () => true,
  };
}

function socketWayIn(
  { appToken, healthPort }: Extract<Mode, { kind: 'socket' }>,
  wayOut: WayToSlack,
  logger: NonNullable<AppOptions['logger']>,
  readiness: Readiness,
): WayIn {
  const dispatcher = dispatcherFor(wayOut);
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    // Its own patient retries: a network that is away for a night must not end the reconnecting.
    installerOptions: { clientOptions: wayOut.apiUrl === null ? {} : { slackApiUrl: wayOut.apiUrl } },
    ...(dispatcher !== null && { dispatcher }),
    // Without an acknowledgement Slack would send a refused request once more; an event has had its one already.
    processEventErrorHandler: async ({ event }) =>
      typeof event.body !== 'object' || event.body?.type !== 'event_callback',
  });
  let up = false;
  receiver.client.on('connected', () => (up = true));
  for (const state of ['reconnecting', 'disconnecting', 'disconnected', 'close'])
    receiver.client.on(state, () => (up = false));
  let health: Awaited<ReturnType<typeof serveHealth>> | null = null;
  return {
    receiver,
    async start() {
      await receiver.start();
      if (healthPort !== null) health = await serveHealth(readiness, healthPort);
      return { port: health?.port ?? null };
    },
    async stop() {
      await receiver.stop();
      await health?.close();
    },
    connected: () => up,
  };
}
