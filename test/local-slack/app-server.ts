import { createServer, type IncomingHttpHeaders } from 'node:http';

/** One request as it reached the app. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface AppServer {
  url: string;
  received: Received[];
  /** What the next requests are answered with; `null` leaves them unanswered. */
  answer: { status: number; body: string; type?: string; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

/** An app that is nothing but an HTTP server: shows what a delivery looks like on the wire. */
export async function startAppServer(): Promise<AppServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      app.received.push({ headers: request.headers, body });
      if (!app.answer) return;
      response.writeHead(app.answer.status, { 'content-type': app.answer.type ?? 'text/plain', ...app.answer.headers });
      response.end(app.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The app server has no port.');
  const app: AppServer = {
    url: `http://127.0.0.1:${address.port}/slack/events`,
    received: [],
    answer: { status: 200, body: '' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return app;
}
