import type { ServerResponse } from 'node:http';
import type { State } from '../state.ts';
import type { Change } from '../workspace.ts';
import type { PageEvent } from './protocol.ts';
import { pageEvent, pageState } from './snapshot.ts';

/** A silent stream looks like a lost one to some proxies and browsers. */
const KEEP_ALIVE_MS = 20_000;

/** Server-sent events: everything at first, so that a page which reconnects is right again, then each change. */
export function streamEvents(state: State, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const send = (event: PageEvent): void => void response.write(`data: ${JSON.stringify(event)}\n\n`);
  const tell = (change: Change): void => {
    const event = pageEvent(state, change);
    if (event) send(event);
  };
  send({ kind: 'state', state: pageState(state) });
  state.workspace.listeners.add(tell);
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  response.on('close', () => {
    clearInterval(keepAlive);
    state.workspace.listeners.delete(tell);
  });
}
