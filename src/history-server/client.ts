import { setTimeout as sleep } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import { SparkcheckFailure } from '../failure.ts';
import { readBody } from './body.ts';
import { describeRefusal } from './refusals.ts';
import { requestsLeft, type ReadContext } from './read-context.ts';
import { authHeaders, type OpenServer } from './servers.ts';
import { failureOf, worthRetrying } from './transport-errors.ts';

/** What a GET can give. Everything else that can happen is a thrown `SparkcheckFailure`. */
export type Answer =
  | {
      kind: 'json';
      body: unknown;
      /** The server's clock as it answered, from its `Date` header. */
      date: number | null;
    }
  /** A 404 with Spark's own short text: which thing it does not know. */
  | { kind: 'not-found'; text: string }
  | { kind: 'over-budget' };

export interface Call {
  /** Base URL of the server for this application, without `/api/v1`. */
  base: string;
  /** Path below `/api/v1/`, query string included, each part already encoded. */
  path: string;
  timeoutMs: number;
}

const MAX_REDIRECTS = 3;
const BACK_OFF_MS = [200, 800];

/**
 * One GET of the REST API: capped in time and size, redirects only within the same configured base, repeated only after
 * faults that pass. Throws `SparkcheckFailure`.
 */
export async function getJson(server: OpenServer, call: Call, context: ReadContext): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    if (requestsLeft(context) === 0) return { kind: 'over-budget' };
    try {
      return await getOnce(server, call, context);
    } catch (error) {
      const pause = BACK_OFF_MS[attempt];
      const again = pause !== undefined && context.retriesLeft > 0 && requestsLeft(context) > 0;
      if (!again || !worthRetrying(error) || context.signal.aborted) throw error;
      context.retriesLeft -= 1;
      await sleep(pause + Math.random() * pause, undefined, { signal: context.signal }).catch(() => {
        throw error;
      });
    }
  }
}

async function getOnce(server: OpenServer, call: Call, context: ReadContext): Promise<Answer> {
  const startedAt = Date.now();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, call.timeoutMs);
  context.signal.addEventListener('abort', abort);
  if (context.signal.aborted) abort();
  let url = new URL(`${call.base}/api/v1/${call.path}`);
  try {
    for (let hop = 0; ; hop += 1) {
      if (requestsLeft(context) === 0) return { kind: 'over-budget' };
      context.cost.requests += 1;
      const response = await request(url, {
        method: 'GET',
        dispatcher: server.dispatcher,
        signal: controller.signal,
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...authHeaders(server.auth) },
      });
      const location = header(response, 'location');
      if (response.statusCode < 300 || response.statusCode > 399 || location === null) {
        return await answerOf(server, response, context);
      }
      // The body is of no use, but must be read for the connection to be used again.
      await response.body.dump();
      url = followed(server, call.base, url, location, hop);
    }
  } catch (error) {
    throw failureOf(error, server, { waitedMs: Date.now() - startedAt, deadlinePassed: context.signal.aborted });
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', abort);
  }
}

async function answerOf(server: OpenServer, response: Dispatcher.ResponseData, context: ReadContext): Promise<Answer> {
  const contentType = header(response, 'content-type') ?? '';
  const isJson = /\bjson\b/i.test(contentType);
  const wanted = response.statusCode === 200 && isJson;
  const body = await readBody(response, {
    // An error page is read only far enough to tell what it is.
    capBytes: wanted ? server.limits.bodyCapBytes : 64 * 1024,
    cut: !wanted,
    onBytes: (count) => {
      context.cost.bytes += count;
    },
    serverName: server.name,
  });
  if (!wanted) return describeRefusal(server, response.statusCode, contentType, body, header(response, 'retry-after'));
  try {
    // Some gateways put a byte order mark before what they rewrite; JSON has none.
    return { kind: 'json', body: JSON.parse(body.replace(/^\uFEFF/, '')), date: dateOf(header(response, 'date')) };
  } catch (cause) {
    throw new SparkcheckFailure(
      'server-error',
      { servers: [server.name], status: 200, reason: 'broken-json' },
      { cause },
    );
  }
}

/** Where a redirect leads, if it stays below the configured base; credentials never leave it. */
function followed(server: OpenServer, base: string, from: URL, location: string, hop: number): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const allowed = new URL(base);
  const prefix = `${allowed.pathname.replace(/\/+$/, '')}/`;
  const within =
    to !== null &&
    to.origin === allowed.origin &&
    to.pathname.startsWith(prefix) &&
    to.username === '' &&
    to.password === '';
  if (within && hop < MAX_REDIRECTS) {
    // A redirect from the API to a page (a login form, the list of applications) would only be read as "not JSON".
    if (to.pathname.startsWith(`${prefix}api/v1/`)) return to;
    if (/login|signin|sso|oauth|saml|auth/i.test(to.pathname))
      throw redirected(server, 'needs-login', 'redirected-to-login');
    throw redirected(server, 'not-spark', 'redirected-to-a-page');
  }
  if (within) throw redirected(server, 'server-error', 'redirect-loop');
  if (to === null) throw redirected(server, 'not-spark', 'redirect-unreadable');
  if (to.hostname === allowed.hostname && allowed.protocol === 'http:' && to.protocol === 'https:') {
    throw redirected(server, 'not-allowed', 'redirected-to-https');
  }
  if (/\/history\//.test(to.pathname)) throw redirected(server, 'app-running-ui-gone', 'redirected-to-history-server');
  if (/\/proxy\/application_/.test(to.pathname)) throw redirected(server, 'not-allowed', 'redirected-to-yarn-proxy');
  throw redirected(server, 'needs-login', 'redirected-elsewhere');
}

function redirected(server: OpenServer, kind: SparkcheckFailure['kind'], reason: string): SparkcheckFailure {
  return new SparkcheckFailure(kind, { servers: [server.name], reason });
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function dateOf(text: string | null): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}
