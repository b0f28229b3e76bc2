import { readFileSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { getJson } from '../../src/history-server/client.ts';
import { newReadContext } from '../../src/history-server/read-context.ts';
import { closeServers, openServers, plainServer, type Server, type Servers } from '../../src/history-server/servers.ts';
import { listening, refusal } from './listening.ts';

const pem = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function portOf(server: HttpServer): Promise<number> {
  const { port, close } = await listening(server);
  closing.push(close);
  return port;
}

async function plain(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(listener))}`;
}

const version: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"spark":"4.1.1"}');
};

function opened(server: Server, limits = {}): Servers {
  const servers = openServers([server], limits);
  closing.push(() => closeServers(servers));
  return servers;
}

async function ask(server: Server, limits = {}, context = newReadContext({ deadlineMs: 30_000 })) {
  const [open] = opened(server, limits).all;
  if (open === undefined) throw new Error('no server');
  return getJson(open, { base: open.url, path: 'version', timeoutMs: open.limits.callTimeoutMs }, context);
}

describe('who asks', () => {
  test.each<[Server['auth'], [string, string | undefined]]>([
    [{ kind: 'none' }, ['authorization', undefined]],
    [
      { kind: 'basic', user: 'bot', password: 'pä:ss' },
      ['authorization', `Basic ${Buffer.from('bot:pä:ss').toString('base64')}`],
    ],
    [{ kind: 'bearer', token: 'abc.def' }, ['authorization', 'Bearer abc.def']],
    [
      { kind: 'cookie', cookie: 'session=1; checked_application_1=true' },
      ['cookie', 'session=1; checked_application_1=true'],
    ],
    [{ kind: 'header', name: 'X-Api-Key', value: 'k' }, ['x-api-key', 'k']],
  ])('%o', async (auth, [header, expected]) => {
    const seen: IncomingMessage['headers'][] = [];
    const url = await plain((request, response) => {
      seen.push(request.headers);
      version(request, response);
    });
    await ask({ ...plainServer('a', url), auth });
    expect(seen[0]?.[header]).toBe(expected);
  });
});

describe('TLS', () => {
  const server = { key: pem('server.key'), cert: pem('server.pem') };

  test('an authority of our own is trusted when configured, and nobody else then', async () => {
    const port = await portOf(createTlsServer(server, version));
    const url = `https://localhost:${port}`;
    expect((await refusal(ask(plainServer('a', url)))).facts).toMatchObject({ servers: ['a'], reason: 'tls' });
    expect(await ask({ ...plainServer('a', url), ca: pem('ca.pem') })).toMatchObject({ kind: 'json' });
    const failure = await refusal(ask({ ...plainServer('a', url), ca: pem('client.pem') }));
    expect(failure).toMatchObject({ kind: 'unreachable', facts: { reason: 'tls' } });
  });

  test('a certificate for another host is refused', async () => {
    const other = { key: pem('client.key'), cert: pem('client.pem') };
    const url = `https://localhost:${await portOf(createTlsServer(other, version))}`;
    const failure = await refusal(ask({ ...plainServer('a', url), ca: pem('ca.pem') }));
    expect(failure).toMatchObject({ kind: 'unreachable', facts: { reason: 'tls' } });
  });

  test('a client certificate is shown to a server that wants one', async () => {
    const strict = { ...server, ca: pem('ca.pem'), requestCert: true, rejectUnauthorized: true };
    const port = await portOf(createTlsServer(strict, version));
    const trusting = { ...plainServer('a', `https://127.0.0.1:${port}`), ca: pem('ca.pem') };
    expect((await refusal(ask(trusting))).kind).toBe('unreachable');
    const clientCertificate = { cert: pem('client.pem'), key: pem('client.key') };
    expect(await ask({ ...trusting, clientCertificate })).toMatchObject({ kind: 'json' });
  });
});

describe('an HTTP proxy in between', () => {
  async function proxy(seen: string[]): Promise<string> {
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const forwarded = httpRequest(request.url ?? '', { headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      forwarded.end();
    });
    server.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url}`);
      const [host, port] = (request.url ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket);
        socket.pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
      socket.on('close', () => onward.destroy());
    });
    return `http://127.0.0.1:${await portOf(server)}`;
  }

  test('plain HTTP is forwarded', async () => {
    const seen: string[] = [];
    const url = await plain(version);
    expect(await ask({ ...plainServer('a', url), proxy: await proxy(seen) })).toMatchObject({ kind: 'json' });
    expect(seen).toEqual([`GET ${url}/api/v1/version`]);
  });

  test('HTTPS is tunnelled, so that the proxy sees no credentials', async () => {
    const seen: string[] = [];
    const port = await portOf(createTlsServer({ key: pem('server.key'), cert: pem('server.pem') }, version));
    const server = { ...plainServer('a', `https://127.0.0.1:${port}`), ca: pem('ca.pem'), proxy: await proxy(seen) };
    expect(await ask(server)).toMatchObject({ kind: 'json' });
    expect(seen).toEqual([`CONNECT 127.0.0.1:${port}`]);
  });

  test('a proxy that is down is an unreachable server', async () => {
    const failure = await refusal(ask({ ...plainServer('a', await plain(version)), proxy: 'http://127.0.0.1:1' }));
    expect(failure).toMatchObject({ kind: 'unreachable', facts: { servers: ['a'] } });
  });
});

describe('connections', () => {
  test('are kept, and bounded in number', async () => {
    const sockets = new Set<unknown>();
    let atOnce = 0;
    let most = 0;
    const url = await plain((request, response) => {
      sockets.add(request.socket);
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        version(request, response);
      }, 20);
    });
    const [open] = opened({ ...plainServer('a', url), maxConnections: 3 }).all;
    if (open === undefined) throw new Error('no server');
    const call = { base: url, path: 'version', timeoutMs: 20_000 };
    await Promise.all(Array.from({ length: 30 }, () => getJson(open, call, newReadContext({ deadlineMs: 20_000 }))));
    expect(most).toBe(3);
    expect(sockets.size).toBe(3);
  });

  test('gzip is asked for, and counted as it came over the wire', async () => {
    const body = gzipSync(JSON.stringify({ spark: '4.1.1', filler: ' '.repeat(100_000) }));
    const url = await plain((request, response) => {
      expect(request.headers['accept-encoding']).toContain('gzip');
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    });
    const context = newReadContext({ deadlineMs: 20_000 });
    await ask(plainServer('a', url), {}, context);
    expect(context.cost).toEqual({ requests: 1, bytes: body.length });
  });

  test.each([
    ['http://127.0.0.1:1', 'refused'],
    ['http://no-such-host.invalid', 'unknown-host'],
  ])('%s is unreachable: %s', async (url, reason) => {
    expect(await refusal(ask(plainServer('a', url)))).toMatchObject({
      kind: 'unreachable',
      facts: { reason, servers: ['a'] },
    });
  });

  test('a size over the cap is refused with both sizes', async () => {
    const url = await plain((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(5_000)}"`);
    });
    const failure = await refusal(ask(plainServer('a', url), { bodyCapBytes: 1_000 }));
    expect(failure).toMatchObject({ kind: 'too-large', facts: { bytes: 5_002, limitBytes: 1_000 } });
  });
});

describe('the allowance of one answer', () => {
  test('holds retries too, and ends in "over budget", not in a failure', async () => {
    let asked = 0;
    const url = await plain((_, response) => {
      asked += 1;
      response.writeHead(503).end();
    });
    const [open] = opened(plainServer('a', url)).all;
    if (open === undefined) throw new Error('no server');
    const context = newReadContext({ deadlineMs: 60_000 });
    const call = { base: url, path: 'version', timeoutMs: 20_000 };
    const outcomes: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      outcomes.push(
        await getJson(open, call, context).then(
          (answer) => answer.kind,
          (error) => error.kind,
        ),
      );
    }
    expect(asked).toBe(16);
    expect(outcomes.at(-1)).toBe('over-budget');
  });

  test('one deadline ends whatever is under way', async () => {
    const url = await plain(() => undefined);
    const startedAt = Date.now();
    const failure = await refusal(ask(plainServer('a', url), {}, newReadContext({ deadlineMs: 300 })));
    expect(failure).toMatchObject({ kind: 'timed-out', facts: { reason: 'deadline' } });
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });

  test('the asker can give up', async () => {
    const url = await plain(() => undefined);
    const controller = new AbortController();
    const context = newReadContext({ deadlineMs: 60_000, signal: controller.signal });
    const asked = refusal(ask(plainServer('a', url), {}, context));
    controller.abort();
    expect((await asked).kind).toBe('timed-out');
  });
});
