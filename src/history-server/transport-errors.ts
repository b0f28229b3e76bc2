import { SparkcheckFailure } from '../failure.ts';
import type { Server } from './servers.ts';

/** The closed reasons a connection fails for, by the codes of Node, OpenSSL and undici. */
const REASON_OF_CODE: Record<string, string> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
};

const TLS_CODE = /^(ERR_(TLS|SSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** The known failure behind whatever a request threw; the original stays as its cause, for the log. */
export function failureOf(
  error: unknown,
  server: Server,
  at: { waitedMs: number; deadlinePassed: boolean },
): SparkcheckFailure {
  if (error instanceof SparkcheckFailure) return error;
  const servers = [server.name];
  const options = { cause: error };
  const code = codeOf(error);
  if (at.deadlinePassed || isAbort(error)) {
    const reason = at.deadlinePassed ? 'deadline' : 'call-timeout';
    return new SparkcheckFailure('timed-out', { servers, waitedMs: at.waitedMs, reason }, options);
  }
  if (code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT') {
    return new SparkcheckFailure('timed-out', { servers, waitedMs: at.waitedMs, reason: 'silence' }, options);
  }
  const reason = REASON_OF_CODE[code];
  if (reason !== undefined) return new SparkcheckFailure('unreachable', { servers, reason }, options);
  if (TLS_CODE.test(code)) return new SparkcheckFailure('unreachable', { servers, reason: 'tls' }, options);
  if (isNotHttp(error) || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new SparkcheckFailure('not-spark', { servers, reason: 'not-http' }, options);
  }
  if (code.startsWith('Z_')) {
    return new SparkcheckFailure('server-error', { servers, status: 200, reason: 'broken-gzip' }, options);
  }
  return new SparkcheckFailure('unreachable', { servers, reason: 'network' }, options);
}

/** True for faults that pass by themselves and cost the server nothing to ask again: cut connections, a proxy's 502–504, 429. */
export function worthRetrying(error: unknown): boolean {
  if (!(error instanceof SparkcheckFailure)) return false;
  if (error.kind === 'unreachable') return error.facts.reason === 'reset';
  if (error.kind !== 'server-error') return false;
  const status = error.facts.status ?? 0;
  return status === 429 || (status >= 502 && status <= 504) || error.facts.reason === 'broken-gzip';
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && !hasCode(error)) return codeOf(error.errors[0]);
  if (hasCode(error)) return error.code;
  if (error instanceof Error && error.cause !== undefined) return codeOf(error.cause);
  return '';
}

function hasCode(error: unknown): error is { code: string } {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

function isNotHttp(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
