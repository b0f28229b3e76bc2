import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startSlackApp, type SlackAppOptions } from '../../src/slack/app.ts';
import { portOf } from '../../src/slack/health.ts';
import { APP_ID, plainApology } from './a-narration.ts';
import { keptLog, scriptedAsk } from './a-workspace.ts';

/** A forward proxy as companies run them: it tunnels, and knows who asked for what. */
async function aProxy(): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request, socket, head) => {
    tunnels.push(request.url ?? '');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].forEach((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${portOf(proxy)}`, tunnels };
}

async function answeredThrough(kind: 'http' | 'socket', proxy: SlackAppOptions['proxy']): Promise<string> {
  const slack = await startLocalSlack();
  const app = await startSlackApp({
    ask: scriptedAsk(),
    apology: plainApology,
    log: keptLog(),
    botToken: slack.botToken,
    apiUrl: slack.apiUrl,
    proxy: proxy ?? null,
    mode:
      kind === 'socket'
        ? { kind, appToken: slack.appToken, healthPort: null }
        : { kind, signingSecret: slack.signingSecret, port: 0, host: '127.0.0.1' },
    allowed: { channels: null, users: null },
    serversReady: async () => true,
  });
  onTestFinished(async () => {
    await app.stop(5_000);
    await slack.close();
  });
  if (kind === 'http') slack.deliverTo(`http://127.0.0.1:${app.port}/slack/events`);
  const closing = new Promise<void>((resolve) => {
    slack.onMessage(({ text }) => text.startsWith('So:') && resolve());
  });
  await slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
  await closing;
  return new URL(slack.apiUrl).host;
}

it.each(['http', 'socket'] as const)('reaches Slack through the company’s proxy alone (%s)', async (kind) => {
  const proxy = await aProxy();
  const host = await answeredThrough(kind, { httpsProxy: '', httpProxy: proxy.url, noProxy: '' });
  expect(proxy.tunnels.length).toBeGreaterThan(kind === 'socket' ? 1 : 0);
  expect(new Set(proxy.tunnels)).toEqual(new Set([host]));
});

it('goes straight to what NO_PROXY names', async () => {
  const proxy = await aProxy();
  await answeredThrough('http', { httpsProxy: '', httpProxy: proxy.url, noProxy: '127.0.0.1' });
  expect(proxy.tunnels).toEqual([]);
});
