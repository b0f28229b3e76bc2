import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startSlackApp } from '../../src/slack/app.ts';
import { portOf } from '../../src/slack/health.ts';
import { APP_ID, plainApology } from './a-narration.ts';
import { aWorkspace, keptLog, scriptedAsk, wordsOf } from './a-workspace.ts';

const nobody = {
  ask: scriptedAsk(),
  apology: plainApology,
  log: keptLog(),
  mode: { kind: 'http', signingSecret: 'secret', port: 0, host: '127.0.0.1' } as const,
  allowed: { channels: null, users: null },
  serversReady: async () => true,
};

describe('signing in', () => {
  it('says in a sentence what is wrong with the bot token, before anything listens', async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    await expect(startSlackApp({ ...nobody, botToken: 'xoxb-wrong', apiUrl: slack.apiUrl })).rejects.toThrow(
      'Slack does not know the token in SLACK_BOT_TOKEN',
    );
    await expect(startSlackApp({ ...nobody, botToken: slack.userToken, apiUrl: slack.apiUrl })).rejects.toThrow(
      'is not a bot token',
    );
  }, 30_000);

  it('says what is wrong with the app token', async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    const mode = { kind: 'socket', appToken: slack.botToken, healthPort: null } as const;
    await expect(startSlackApp({ ...nobody, mode, botToken: slack.botToken, apiUrl: slack.apiUrl })).rejects.toThrow(
      'SLACK_APP_TOKEN is not an app-level token',
    );
  }, 30_000);

  it('says that Slack can not be reached, or that something else answers there', async () => {
    const page = createServer((_request, response) => response.end('<html>It works</html>'));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${portOf(page)}/api/`;
    await expect(startSlackApp({ ...nobody, botToken: 'xoxb-1', apiUrl: address })).rejects.toThrow(
      'does not answer like Slack',
    );
    await new Promise((resolve) => page.close(resolve));
    await expect(startSlackApp({ ...nobody, botToken: 'xoxb-1', apiUrl: address })).rejects.toThrow(
      'can not be reached',
    );
  }, 30_000);

  it('warns about scopes that the token lacks', async () => {
    const workspace = await aWorkspace({ local: { scopes: ['commands', 'chat:write'] } });
    expect(workspace.log.lines.find(({ level }) => level === 'warn')?.facts).toEqual({
      missing: ['app_mentions:read'],
    });
  }, 30_000);
});

describe('stopping', () => {
  it.each(['http', 'socket'] as const)(
    'finishes what was accepted (%s)',
    async (mode) => {
      const workspace = await aWorkspace({ mode });
      const release = workspace.ask.hold();
      await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
      const stopped = workspace.app.stop(20_000);
      setTimeout(release, 200);
      await stopped;
      expect(workspace.said().map(({ text }) => text.slice(0, 3))).toEqual([
        'nig',
        '1 ·',
        '2 ·',
        '3 ·',
        '4 ·',
        '5 ·',
        'So:',
      ]);
      await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
      expect(workspace.ask.asked).toHaveLength(1);
    },
    60_000,
  );

  it('at the deadline tells the asker to ask again, and never posts the late answer', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'lounge' });
    await workspace.until('the questions', () => workspace.ask.asked.length === 2);
    await workspace.app.stop(100);
    expect(wordsOf(workspace.said()[0])).toContain('I was stopped before the answer');
    expect(workspace.said('lounge').some((message) => wordsOf(message).includes('I was stopped before'))).toBe(true);
    release();
    await workspace.quiet();
    expect(workspace.said()).toHaveLength(1);
    expect(workspace.said('lounge').some((message) => wordsOf(message).includes('First change:'))).toBe(false);
  }, 60_000);
});

describe('health pages', () => {
  const statusOf = async (url: string) => (await fetch(url)).status;

  it('in HTTP mode on the port of the requests', async () => {
    let ready = false;
    const workspace = await aWorkspace({ serversReady: async () => ready });
    const base = `http://127.0.0.1:${workspace.app.port}`;
    expect(await statusOf(`${base}/healthz`)).toBe(200);
    expect(await statusOf(`${base}/readyz`)).toBe(503);
    ready = true;
    expect(await statusOf(`${base}/readyz`)).toBe(200);
    expect(await statusOf(`${base}/elsewhere`)).toBe(404);
  }, 30_000);

  it('in Socket Mode on a port of their own, not ready while the connection is made anew', async () => {
    const workspace = await aWorkspace({ mode: 'socket', healthPort: 0 });
    const base = `http://127.0.0.1:${workspace.app.port}`;
    expect(await statusOf(`${base}/healthz`)).toBe(200);
    expect(await statusOf(`${base}/readyz`)).toBe(200);
    expect(await statusOf(`${base}/elsewhere`)).toBe(404);
  }, 30_000);

  it('not ready when a server check fails with an error', async () => {
    const workspace = await aWorkspace({ serversReady: () => Promise.reject(new Error('no servers')) });
    expect(await statusOf(`http://127.0.0.1:${workspace.app.port}/readyz`)).toBe(503);
  }, 30_000);
});

describe('Socket Mode', () => {
  it('comes back on a new connection when Slack asks for it, and answers on it', async () => {
    const workspace = await aWorkspace({ mode: 'socket' });
    const { slack } = workspace;
    expect(slack.control.socketCount()).toBe(1);
    slack.control.refreshSockets();
    await workspace.until('the old connection to end', () => slack.control.socketCount() === 0);
    await workspace.until('a new connection', () => slack.control.socketCount() === 1);
    await slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
  }, 60_000);
});
