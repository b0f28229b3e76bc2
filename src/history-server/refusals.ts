import { SparkcheckFailure, type FailureFacts, type FailureKind } from '../failure.ts';
import type { Answer } from './client.ts';
import type { Server } from './servers.ts';

/**
 * What an answer that is not `200` with JSON means (spark-rest.md §0 and §4.4): a 404 is an answer, everything else is
 * thrown as a `SparkcheckFailure`. The body's text is looked at, never passed on: anyone may have written it.
 */
export function describeRefusal(
  server: Server,
  status: number,
  contentType: string,
  text: string,
  retryAfter: string | null,
): Answer {
  const refuse = (kind: FailureKind, reason: string): SparkcheckFailure => {
    const facts: FailureFacts = { servers: [server.name], status, reason };
    return new SparkcheckFailure(kind, facts);
  };
  if (status === 404 || status === 410) {
    // Spark's own errors are short plain text; an HTML 404 is a path which this version does not have.
    return { kind: 'not-found', text: /^text\/plain/i.test(contentType) ? text.slice(0, 200) : '' };
  }
  if (status === 401) throw refuse('needs-login', 'unauthorized');
  if (status === 403) throw refuse('needs-login', 'forbidden');
  if (status === 407) throw refuse('needs-login', 'proxy-unauthorized');
  if (status === 429) throw refuse('server-error', retryAfter === null ? 'too-many-requests' : 'asked-to-wait');
  if (status >= 500) throw refuse('server-error', status >= 502 && status <= 504 ? 'gateway' : 'crashed');
  if (status >= 300) throw refuse('server-error', 'unexpected-status');
  if (status !== 200) throw refuse('not-spark', 'no-content');
  if (/Spark is starting up/i.test(text)) throw refuse('not-listed-yet', 'driver-starting');
  if (/may not be safe|checked_application_/i.test(text)) throw refuse('needs-login', 'yarn-warning-page');
  if (/type\s*=\s*["']?password|log\s?in|sign\s?in|\bSSO\b|SAMLRequest|oauth/i.test(text))
    throw refuse('needs-login', 'login-page');
  throw refuse('not-spark', /html/i.test(contentType) ? 'html' : 'not-json');
}
