import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { recordingShape } from '../../src/recorded/recording.ts';
import { listening } from '../history-server/listening.ts';

/** The calls that one answer makes, by the path they are made with. */
export const CALL_PATHS = {
  application: /^applications\/[^/?]+$/,
  version: /^version$/,
  jobs: /\/jobs$/,
  stages: /\/stages\?details=false$/,
  executors: /\/allexecutors$/,
  environment: /\/environment$/,
  queries: /\/sql\?/,
  plan: /\/sql\/\d+\?/,
  detail: /\/stages\/\d+\/\d+\?details=true/,
  tasks: /\/taskList\?sortBy=/,
} as const;
export type CallName = keyof typeof CALL_PATHS;
export const CALL_NAMES = Object.keys(CALL_PATHS).filter((name): name is CallName => name in CALL_PATHS);

export interface FaultedCall {
  request: IncomingMessage;
  response: ServerResponse;
  /** What the server would have answered. */
  body: string;
  /** Base URL of a second server, which nobody configured. */
  elsewhere: string;
}

export interface ScriptedServer {
  url: string;
  applicationId: string;
  /** Paths below `/api/v1/` in the order they were asked. */
  asked: string[];
  /** Requests that reached the address which is not configured. */
  strayed: string[];
  /** How many times the fault was shown. */
  shown(): number;
  close(): Promise<void>;
}

/** A History Server of one recording that misbehaves on one of its calls. */
export async function startScriptedServer(
  folder: string,
  call: CallName | null,
  respond: (faulted: FaultedCall) => void,
  times: number = Number.POSITIVE_INFINITY,
): Promise<ScriptedServer> {
  const recording = recordingShape.parse(JSON.parse(readFileSync(join(folder, 'recording.json'), 'utf8')));
  const answers = new Map(recording.calls.map((one) => [one.path, one]));
  const asked: string[] = [];
  const strayed: string[] = [];
  let shown = 0;
  const stranger = createServer((request, response) => {
    strayed.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"spark":"6.6.6"}');
  });
  const elsewhere = await listening(stranger);
  const server = createServer((request, response) => {
    // A fault may end the connection under a half written answer.
    response.on('error', () => undefined);
    const path = (request.url ?? '').replace(/^\/api\/v1\//, '');
    asked.push(path);
    const answer = answers.get(path);
    const body = answer === undefined ? '' : readFileSync(join(folder, answer.file), 'utf8');
    if (call !== null && CALL_PATHS[call].test(path) && shown < times) {
      shown += 1;
      respond({ request, response, body, elsewhere: elsewhere.url });
      return;
    }
    response.writeHead(answer?.status ?? 404, { 'content-type': answer?.contentType ?? 'text/plain' });
    response.end(answer === undefined ? 'not recorded' : body);
  });
  const { url, close } = await listening(server);
  return {
    url,
    applicationId: recording.application.id,
    asked,
    strayed,
    shown: () => shown,
    close: async () => {
      await Promise.all([close(), elsewhere.close()]);
    },
  };
}
