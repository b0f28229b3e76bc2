import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { startSlackApp } from '../../src/slack/app.ts';
import { portOf } from '../../src/slack/health.ts';
import { plainApology } from './a-narration.ts';
import { keptLog, scriptedAsk } from './a-workspace.ts';

/** Frames that no document of Slack's promises; one of a kind of next year is sure to come. */
const ODD = [
  '{"type":"new_kind_of_next_year"}',
  '{"type":"slash_commands","envelope_id":"e1"}',
  '{"type":"slash_commands","envelope_id":"e2","payload":null}',
  '{"type":"interactive","envelope_id":"e3","payload":{}}',
  '{"type":"events_api","envelope_id":"e4","payload":{"type":"event_callback","event":null}}',
  '{}',
  'no json',
];

it('a Socket Mode envelope of an odd shape is acknowledged or ignored, and what follows is heard', async () => {
  const stray: unknown[] = [];
  const remember = (error: unknown) => void stray.push(error);
  process.on('unhandledRejection', remember);
  const acknowledged: string[] = [];
  const server = createServer((request, response) => {
    const answers: Record<string, object> = {
      'auth.test': { ok: true, team_id: 'T1', bot_id: 'B1', user_id: 'U1', team: 'x' },
      'apps.connections.open': { ok: true, url: `ws://127.0.0.1:${portOf(server)}/link/` },
    };
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[request.url?.split('/').pop() ?? ''] ?? { ok: true, ts: '1.2' }));
  });
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => acknowledged.push(String(data)));
    socket.send('{"type":"hello","num_connections":1,"connection_info":{"app_id":"A1"},"debug_info":{}}');
    void pause(100).then(() => {
      for (const frame of ODD) socket.send(frame);
      const payload = { command: '/sparkcheck', text: 'help', channel_id: 'C1', user_id: 'U2', team_id: 'T1' };
      socket.send(JSON.stringify({ type: 'slash_commands', envelope_id: 'last', payload }));
    });
  });
  const app = await startSlackApp({
    ask: scriptedAsk(),
    apology: plainApology,
    log: keptLog(),
    botToken: 'xoxb-1',
    apiUrl: `http://127.0.0.1:${portOf(server)}/api/`,
    mode: { kind: 'socket', appToken: 'xapp-1', healthPort: null },
    allowed: { channels: null, users: null },
    serversReady: async () => true,
  });
  onTestFinished(async () => {
    process.off('unhandledRejection', remember);
    sockets.clients.forEach((client) => client.terminate());
    await app.stop(1_000);
    server.closeAllConnections();
    server.close();
  });
  const giveUpAt = Date.now() + 10_000;
  while (!acknowledged.some((frame) => frame.includes('"last"')) && Date.now() < giveUpAt) await pause(20);
  expect(acknowledged.find((frame) => frame.includes('"last"'))).toContain('/sparkcheck');
  // Our own part of the way in throws nothing; what the library throws is logged by main.ts, which goes on.
  expect(stray.filter((error) => error instanceof Error && /receiver\.ts/.test(error.stack ?? ''))).toEqual([]);
}, 30_000);
