import type { Logger } from '@slack/bolt';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import readBody from 'raw-body';

/** Slack's tolerance for a clock; Bolt holds only the past against it, and takes a timestamp of next year. */
const CLOCK_TOLERANCE_S = 5 * 60;
/** More than Slack ever sends; Bolt's own limit. */
const BODY_BYTES = 4 * 1024 * 1024;

/**
 * What Bolt 5.1 would let through or fall over: a timestamp from the future, and a body that says `null`, which it reads as
 * an object outside of any catch and which would end the process. Everything else goes on to `bolt` as it came.
 */
export function guardIncoming(bolt: RequestListener, endpoint: string, logger: Logger): RequestListener {
  return (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path !== endpoint || request.method?.toUpperCase() !== 'POST') return bolt(request, response);
    if (isFromTheFuture(request)) {
      logger.warn('a request with a timestamp from the future was refused');
      return refuse(response, 401);
    }
    void readBody(request, { limit: BODY_BYTES, length: request.headers['content-length'] ?? null }).then(
      (rawBody) => {
        if (saysNothing(rawBody.toString(), request.headers['content-type'])) return refuse(response, 400);
        // Bolt takes a body that was read before under this name, as serverless hosts hand it over.
        bolt(Object.assign(request, { rawBody }), response);
      },
      (error: unknown) => {
        logger.warn('a request could not be read', error);
        refuse(response, statusOf(error));
      },
    );
  };
}

function isFromTheFuture({ headers }: IncomingMessage): boolean {
  const sentAt = Number(headers['x-slack-request-timestamp'] ?? 0);
  return sentAt > Date.now() / 1_000 + CLOCK_TOLERANCE_S;
}

function saysNothing(body: string, contentType: string | undefined): boolean {
  const isForm = contentType === 'application/x-www-form-urlencoded';
  const json = isForm ? new URLSearchParams(body).get('payload') : body;
  return json?.trim() === 'null';
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 400;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' });
  response.end();
}
