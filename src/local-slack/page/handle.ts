import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from '../http.ts';
import type { State } from '../state.ts';

/** The web page and what its browser code asks for. */
export async function handlePage(
  state: State,
  _request: IncomingMessage,
  response: ServerResponse,
  _url: URL,
): Promise<void> {
  sendText(response, 404, `nothing here yet, see ${state.origin}/`);
}
