import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import type { Acknowledgement, SocketPool, State } from '../state.ts';

/** Apps drop a connection that was silent for half a minute; Slack pings well within that. */
const PING_EVERY_MS = 10_000;

const CLOSE_GRACE_MS = 500;

const acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

interface Link {
  socket: WebSocket;
  leaving: boolean;
}

/**
 * Socket Mode on the given server: hello, envelopes to one connection at a time in turn, acknowledgements by envelope id,
 * and the request to reconnect. https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export function acceptSockets(
  server: Server,
  state: Pick<State, 'workspace' | 'tickets' | 'settings'>,
): SocketPool & { close(): void } {
  const links: Link[] = [];
  const waiting = new Map<string, (payload: unknown) => void>();
  const sockets = new WebSocketServer({ noServer: true });
  let turn = 0;

  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://local');
    if (url.pathname !== '/link/' || !state.tickets.delete(url.searchParams.get('ticket') ?? '')) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const link: Link = { socket: client, leaving: false };
      links.push(link);
      client.on('message', (data) => receive(String(data)));
      client.on('error', () => client.terminate());
      client.on('close', () => links.splice(links.indexOf(link), 1));
      client.send(
        JSON.stringify({
          type: 'hello',
          num_connections: links.length,
          connection_info: { app_id: state.workspace.app.id },
          debug_info: { host: 'local', approximate_connection_time: 3600 },
        }),
      );
    });
  });
  const pings = setInterval(() => links.forEach((link) => link.socket.ping()), PING_EVERY_MS);
  pings.unref();

  function receive(text: string): void {
    const parsed = acknowledgement.safeParse(readJson(text));
    if (!parsed.success) return;
    waiting.get(parsed.data.envelope_id)?.(parsed.data.payload ?? null);
  }

  const open = (): Link[] => links.filter((link) => !link.leaving && link.socket.readyState === link.socket.OPEN);
  return {
    count: () => open().length,
    send: (envelope) =>
      new Promise<Acknowledgement>((resolve) => {
        const candidates = open();
        const link = candidates[(turn += 1) % candidates.length];
        if (!link) return resolve({ status: 0, body: null, timedOut: false });
        const id = randomUUID();
        const timer = setTimeout(() => settle({ status: 0, body: null, timedOut: true }), state.settings.ackTimeoutMs);
        const settle = (answer: Acknowledgement): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        waiting.set(id, (payload) => settle({ status: 200, body: emptyToNull(payload), timedOut: false }));
        link.socket.send(
          JSON.stringify({
            envelope_id: id,
            type: envelope.type,
            payload: envelope.payload,
            accepts_response_payload: envelope.type !== 'events_api',
            ...(envelope.retry ? { retry_attempt: envelope.retry.num, retry_reason: envelope.retry.reason } : {}),
          }),
        );
      }),
    refresh() {
      for (const link of open()) {
        link.leaving = true;
        link.socket.send(
          JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'local' } }),
        );
      }
    },
    close() {
      clearInterval(pings);
      // Going away in good order, so that an app which stops at the same moment sees an end and no error.
      for (const { socket } of links) {
        socket.close(1001);
        setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
      }
      sockets.close();
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An acknowledgement without content arrives as `{}`. */
function emptyToNull(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0 ? null : payload;
}
