import type { Fault } from './fault.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Connections that break, stall or speak something else than HTTP. */
export const TRANSPORT_FAULTS: Fault[] = [
  {
    name: 'closed without an answer',
    respond: ({ response }) => response.socket?.destroy(),
    lookup: 'unreachable',
    part: 'server-error',
  },
  {
    name: 'reset without an answer',
    respond: ({ response }) => response.socket?.resetAndDestroy(),
    lookup: 'unreachable',
    part: 'server-error',
  },
  {
    name: 'reset once',
    times: 1,
    respond: ({ response }) => response.socket?.resetAndDestroy(),
    lookup: 'answered',
    part: 'unharmed',
  },
  {
    name: 'reset half way through the body',
    respond: ({ response, body }) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': String(body.length + 10) });
      response.write(body.slice(0, 20), () => response.socket?.resetAndDestroy());
    },
    lookup: 'unreachable',
    part: 'server-error',
  },
  {
    name: 'closed short of the declared length',
    respond: ({ response, body }) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': String(body.length + 10) });
      response.write(body, () => response.socket?.end());
    },
    lookup: 'unreachable',
    part: 'server-error',
  },
  {
    name: 'closed in the middle of a chunk',
    respond: ({ response }) => {
      response.socket?.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n40\r\n{"id"',
      );
    },
    lookup: 'unreachable',
    part: 'server-error',
  },
  { name: 'never an answer', respond: () => undefined, stalls: true, lookup: 'timed-out', part: 'timed-out' },
  {
    name: 'headers, then silence',
    respond: ({ response }) => {
      response.writeHead(200, JSON_TYPE);
      response.flushHeaders();
    },
    stalls: true,
    lookup: 'timed-out',
    part: 'timed-out',
  },
  {
    name: 'a byte now and then',
    respond: ({ response }) => {
      response.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
    stalls: true,
    lookup: 'timed-out',
    part: 'timed-out',
  },
  {
    name: 'headers a byte at a time',
    respond: ({ response }) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket?.write('y'), 50);
      socket?.on('close', () => clearInterval(timer));
    },
    stalls: true,
    lookup: 'timed-out',
    part: 'timed-out',
  },
  {
    name: 'late, but within the limit',
    respond: ({ response, body }) => {
      setTimeout(() => response.writeHead(200, JSON_TYPE).end(body), 60);
    },
    lookup: 'answered',
    part: 'unharmed',
  },
  {
    name: 'not HTTP',
    respond: ({ response }) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
    lookup: 'not-spark',
    part: 'unreadable',
  },
  {
    name: 'HTTP of another age',
    respond: ({ response }) => response.socket?.end('HTTP/0.0 200 OK\r\n\r\n[]'),
    lookup: 'not-spark',
    part: 'unreadable',
  },
  {
    name: 'headers of 200 KB',
    respond: ({ response }) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`);
    },
    lookup: 'not-spark',
    part: 'unreadable',
  },
  {
    name: 'two lengths that differ',
    respond: ({ response }) =>
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n[]'),
    lookup: 'unreachable',
    part: 'server-error',
  },
  {
    name: 'a body that ends with the connection',
    respond: ({ response, body }) => {
      response.socket?.end(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${body}`);
    },
    lookup: 'answered',
    part: 'unharmed',
  },
];
