import { createServer, request as forward } from 'node:http';

export interface LoggingProxy {
  url: string;
  /** Requests and body bytes over the wire since the last call of this. */
  taken(): { requests: number; bytes: number };
  close(): void;
}

/** Stands before a server and counts what is asked of it; nothing is changed on the way. */
export async function startLoggingProxy(target: string): Promise<LoggingProxy> {
  const { hostname, port } = new URL(target);
  let requests = 0;
  let bytes = 0;
  const proxy = createServer((asked, response) => {
    requests += 1;
    const headers = { ...asked.headers, host: `${hostname}:${port}` };
    const onward = forward({ hostname, port, path: asked.url, method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    taken: () => {
      const counted = { requests, bytes };
      requests = 0;
      bytes = 0;
      return counted;
    },
    close: () => proxy.close(),
  };
}
