import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { newTurns, type Turns } from './turns.ts';

/** How a server is told who asks. Held in memory only; never logged, never part of a failure. */
export type Auth =
  | { kind: 'none' }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'bearer'; token: string }
  | { kind: 'cookie'; cookie: string }
  | { kind: 'header'; name: string; value: string };

/** One configured server: a History Server, a live driver UI, or a proxy path to either. */
export interface Server {
  name: string;
  /** Base URL without `/api/v1`. `{appId}` in it stands for the application's id: YARN and standalone proxies have one base an application. */
  url: string;
  auth: Auth;
  /** `auto`: told from the answers. */
  kind: 'auto' | 'history-server' | 'live-ui';
  /** PEM text of the authorities to trust instead of the system's. */
  ca: string | null;
  /** PEM texts of a client certificate. */
  clientCertificate: { cert: string; key: string } | null;
  /** URL of an HTTP proxy between us and the server. */
  proxy: string | null;
  /** Requests at once, over all answers. */
  maxConnections: number;
  /** Slack channel ids that may ask this server; `null`: all. */
  channels: string[] | null;
}

/** Time and size limits of single requests. */
export interface RequestLimits {
  callTimeoutMs: number;
  /** For the first call about an application: a History Server replays its whole event log before it answers (spark-rest.md §4.1). */
  warmTimeoutMs: number;
  /** Of one decompressed body. */
  bodyCapBytes: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  callTimeoutMs: 30_000,
  warmTimeoutMs: 110_000,
  bodyCapBytes: 64 * 1024 * 1024,
};

export interface OpenServer extends Server {
  dispatcher: Dispatcher;
  limits: RequestLimits;
  turns: Turns;
  /** The server's own Spark version, once read. Forgotten after a while: servers get upgraded under a running bot. */
  knownVersion: { version: string | null; readAt: number } | null;
}

export interface Servers {
  all: OpenServer[];
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Silence between two chunks of a body. The whole call has its own, shorter or longer, limit. */
const SILENCE_TIMEOUT_MS = 60_000;

/** Opens a kept-alive connection pool for each server; nothing is asked yet. */
export function openServers(configured: Server[], limits: Partial<RequestLimits> = {}): Servers {
  const all = configured.map((server) => ({
    ...server,
    url: server.url.replace(/\/+$/, ''),
    dispatcher: openDispatcher(server),
    limits: { ...DEFAULT_LIMITS, ...limits },
    turns: newTurns(),
    knownVersion: null,
  }));
  return { all };
}

/** Closes the pools at once; requests still on their way fail. */
export async function closeServers(servers: Servers): Promise<void> {
  await Promise.all(servers.all.map((server) => server.dispatcher.destroy()));
}

/** A server with every optional thing left at its default. */
export function plainServer(name: string, url: string): Server {
  return {
    name,
    url,
    auth: { kind: 'none' },
    kind: 'auto',
    ca: null,
    clientCertificate: null,
    proxy: null,
    maxConnections: 6,
    channels: null,
  };
}

function openDispatcher(server: Server): Dispatcher {
  const tls = {
    ...(server.ca === null ? {} : { ca: server.ca }),
    ...(server.clientCertificate === null ? {} : server.clientCertificate),
  };
  const options = {
    connections: server.maxConnections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    // The caller's own limits end a call; undici's default of 300 s for headers would cut a cold application short.
    headersTimeout: 0,
    bodyTimeout: SILENCE_TIMEOUT_MS,
  };
  if (server.proxy !== null) {
    return new ProxyAgent({
      ...options,
      uri: server.proxy,
      // Proxies commonly refuse CONNECT to other ports than 443, so plain HTTP is forwarded, not tunnelled.
      proxyTunnel: server.url.startsWith('https:'),
      requestTls: { ...tls, timeout: CONNECT_TIMEOUT_MS },
      proxyTls: { timeout: CONNECT_TIMEOUT_MS },
    });
  }
  return new Agent({ ...options, connect: { ...tls, timeout: CONNECT_TIMEOUT_MS } });
}

/** Header that carries the server's credentials; empty for none. */
export function authHeaders(auth: Auth): Record<string, string> {
  switch (auth.kind) {
    case 'none':
      return {};
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`, 'utf8').toString('base64')}` };
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'cookie':
      return { cookie: auth.cookie };
    case 'header':
      return { [auth.name.toLowerCase()]: auth.value };
  }
}
