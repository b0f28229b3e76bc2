import { createServer, type ServerResponse } from 'node:http';
import { webApi } from '@slack/bolt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../src/slack/health.ts';
import { callSlack } from '../../src/slack/slack-call.ts';
import { createTurns } from '../../src/slack/turns.ts';
import { webClientOptions } from '../../src/slack/web-client.ts';
import { keptLog } from './a-workspace.ts';

const ok = (response: ServerResponse) => response.end(JSON.stringify({ ok: true, ts: '1.2' }));

/** A Web API that answers the first requests as given, and every later one with success. */
async function anApi(...answers: ((response: ServerResponse) => void)[]) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.setHeader('content-type', 'application/json');
    (answers.shift() ?? ok)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = new webApi.WebClient(
    'xoxb-1',
    webClientOptions({ apiUrl: `http://127.0.0.1:${portOf(server)}/api/` }),
  );
  const context = { log: keptLog(), turns: createTurns() };
  const post = (repeatable: boolean) =>
    callSlack(context, () => client.chat.postMessage({ channel: 'C1', text: 'words' }), { lane: 'C1', repeatable });
  return { post, requests: () => requests };
}

const error = (code: string) => (response: ServerResponse) => response.end(JSON.stringify({ ok: false, error: code }));
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('{}');

describe('a call that is refused', () => {
  it.each([
    ['a 429 that says how long', status(429, { 'retry-after': '1' })],
    ['a 429 that does not say how long', status(429)],
    ['ratelimited in a 200', error('ratelimited')],
    ['a 429 with an empty header', status(429, { 'retry-after': '' })],
    ['a 429 with a date', status(429, { 'retry-after': new Date(Date.now() + 1_000).toUTCString() })],
  ])(
    '%s is made again, also when it may not be repeated',
    async (_what, answer) => {
      const api = await anApi(answer);
      expect((await api.post(false)).ts).toBe('1.2');
      expect(api.requests()).toBe(2);
    },
    30_000,
  );

  it.each([
    ['a 500', status(500)],
    ['a 503', status(503)],
    ['a body that says null', (response: ServerResponse) => void response.end('null')],
    ['an empty body', (response: ServerResponse) => void response.end()],
    ['a page of a proxy in a 200', (response: ServerResponse) => void response.end('<html>Log in</html>')],
    ['an answer that breaks off', (response: ServerResponse) => void response.end('{"ok":tr')],
    ['internal_error', error('internal_error')],
    ['a connection that breaks', (response: ServerResponse) => void response.destroy()],
    ['an answer that is no JSON', (response: ServerResponse) => void response.writeHead(502).end('<html>')],
  ])(
    '%s is repeated only when that can not post twice',
    async (_what, answer) => {
      const once = await anApi(answer);
      await expect(once.post(false)).rejects.toMatchObject({ code: 'unconfirmed' });
      expect(once.requests()).toBe(1);
      const again = await anApi(answer);
      expect((await again.post(true)).ts).toBe('1.2');
      expect(again.requests()).toBe(2);
    },
    30_000,
  );

  it('for a reason is not made again, and names the reason', async () => {
    const api = await anApi((response) =>
      response.end(
        JSON.stringify({
          ok: false,
          error: 'invalid_blocks',
          response_metadata: { messages: ['[ERROR] at /blocks/3'] },
        }),
      ),
    );
    await expect(api.post(true)).rejects.toMatchObject({ code: 'invalid_blocks', notes: ['[ERROR] at /blocks/3'] });
    expect(api.requests()).toBe(1);
  }, 30_000);

  it('lets the others of its channel wait with it instead of running into the limit together', async () => {
    const api = await anApi(...Array.from({ length: 4 }, () => status(429, { 'retry-after': '1' })));
    const answers = await Promise.all([api.post(false), api.post(false), api.post(false), api.post(false)]);
    expect(answers.map(({ ts }) => ts)).toEqual(['1.2', '1.2', '1.2', '1.2']);
    // Four refusals, then one success each: nobody was refused a second time.
    expect(api.requests()).toBe(8);
  }, 60_000);
});
