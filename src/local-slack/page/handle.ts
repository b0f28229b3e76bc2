import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readBody, sendJson, sendText } from '../http.ts';
import { closeModal, press, pressInModal, runShortcut, submitModal } from '../interactions.ts';
import type { State } from '../state.ts';
import { typeLine } from '../typing.ts';
import { findAsset } from './assets.ts';
import { streamEvents } from './events.ts';

/**
 * Nothing but the page's own files may be loaded or contacted, so that even a hole in the rendering of a message leads
 * nowhere.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const as = z.string().optional();
const place = z.object({ channel: z.string(), ts: z.string(), as });
const choice = z.record(z.string(), z.unknown()).optional();

const ACTIONS = {
  type: action(
    z.object({ line: z.string(), channel: z.string(), threadTs: z.string().optional(), as }),
    (state, { line, ...where }) => typeLine(state, line, where),
  ),
  press: action(place.extend({ actionId: z.string(), choice }), (state, asked) =>
    press(state, asked, asked.actionId, asked.choice),
  ),
  shortcut: action(place, (state, asked) => runShortcut(state, asked)),
  'modal/press': action(z.object({ actionId: z.string(), choice }), (state, asked) =>
    pressInModal(state, asked.actionId, asked.choice),
  ),
  'modal/submit': action(
    z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    (state, asked) => submitModal(state, asked.values),
  ),
  'modal/close': action(z.object({}), (state) => closeModal(state)),
};

/** The web page, its files, its stream of changes, and what the local person does on it. */
export async function handlePage(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (!isOwnPage(state, request)) return sendText(response, 403, 'The local Slack answers its own page only.');
  const path = url.pathname;
  if (request.method === 'POST' && path.startsWith('/page/')) {
    const run = Object.entries(ACTIONS).find(([name]) => path === `/page/${name}`)?.[1];
    if (!run) return sendText(response, 404, 'No such action.');
    return act(run, state, request, response);
  }
  if (request.method !== 'GET') return sendText(response, 405, 'Only GET.');
  if (path === '/page/events') return streamEvents(state, response);
  const permalink = /^\/archives\/(\w+)\/p(\d+)(\d{6})$/.exec(path);
  if (permalink) {
    const [, channel, seconds, micros] = permalink;
    const thread = url.searchParams.get('thread_ts') ?? `${seconds}.${micros}`;
    response.writeHead(302, { location: `/#/${channel}/${thread}` });
    return void response.end();
  }
  const asset = findAsset(path);
  if (!asset) return sendText(response, 404, 'Not found.');
  response.writeHead(200, { ...HEADERS, 'content-type': asset.type });
  response.end(asset.body);
}

type Run = (state: State, body: unknown) => Promise<void> | null;

/** Null when the body is not what the action takes. */
function action<Shape extends z.ZodType>(
  shape: Shape,
  run: (state: State, asked: z.infer<Shape>) => Promise<void>,
): Run {
  return (state, body) => {
    const asked = shape.safeParse(body);
    return asked.success ? run(state, asked.data) : null;
  };
}

async function act(run: Run, state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  try {
    const running = run(state, JSON.parse(body ?? ''));
    if (running === null) return sendJson(response, 400, { error: 'The request is not understood.' });
    await running;
    sendJson(response, 200, {});
  } catch (error) {
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Other pages in the same browser can reach loopback too, by its address or through a name that resolves to it. */
function isOwnPage(state: State, request: IncomingMessage): boolean {
  const port = new URL(state.origin).port;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(request.headers.host ?? '')) return false;
  const origin = request.headers.origin;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) return false;
  return request.method !== 'POST' || (request.headers['content-type'] ?? '').startsWith('application/json');
}
