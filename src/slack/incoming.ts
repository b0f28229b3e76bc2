import { defaultBodyLimit, HTTPModuleFunctions, isRawBodyError, type Logger } from '@slack/bolt';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Slack's tolerance for a clock; Bolt holds only the past against it, and takes a timestamp of next year. */
const CLOCK_TOLERANCE_S = 5 * 60;

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
    void HTTPModuleFunctions.bufferIncomingMessage(request, defaultBodyLimit).then(
      (whole) => (saysNothing(whole) ? refuse(response, 400) : bolt(whole, response)),
      (error: unknown) => {
        logger.warn('a request could not be read', error);
        refuse(response, isRawBodyError(error) ? error.statusCode : 400);
      },
    );
  };
}

function isFromTheFuture({ headers }: IncomingMessage): boolean {
  const sentAt = Number(headers['x-slack-request-timestamp'] ?? 0);
  return sentAt > Date.now() / 1_000 + CLOCK_TOLERANCE_S;
}

/** What can not be parsed at all is refused by Bolt. */
function saysNothing(request: Parameters<typeof HTTPModuleFunctions.parseHTTPRequestBody>[0]): boolean {
  try {
    return HTTPModuleFunctions.parseHTTPRequestBody(request) === null;
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' });
  response.end();
}
