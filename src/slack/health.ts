import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whether the bot can do its work: Slack answers, and at least one server of applications. */
export interface Readiness {
  slack(): Promise<boolean>;
  servers(): Promise<boolean>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** `/healthz`: the process is up. `/readyz`: it can answer questions. In the shape of Bolt's custom routes. */
export function healthRoutes(readiness: Readiness): { path: string; method: string[]; handler: Handler }[] {
  return [
    { path: '/healthz', method: ['GET'], handler: (_request, response) => send(response, 200, { up: true }) },
    {
      path: '/readyz',
      method: ['GET'],
      handler: (_request, response) => {
        void Promise.all([holds(readiness.slack), holds(readiness.servers)]).then(([slack, servers]) =>
          send(response, slack && servers ? 200 : 503, { slack, servers }),
        );
      },
    },
  ];
}

/** The same two pages on a port of their own, for Socket Mode, which has none. */
export async function serveHealth(
  readiness: Readiness,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const routes = new Map(healthRoutes(readiness).map(({ path, handler }) => [path, handler]));
  const server = createServer((request, response) => {
    const handler = request.method === 'GET' ? routes.get(request.url ?? '') : undefined;
    if (handler === undefined) send(response, 404, {});
    else handler(request, response);
  });
  await listening(server, port);
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The port that a server listens on, when it was asked for any. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
}

async function holds(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question();
  } catch {
    return false;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
