import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { webApi } from '@slack/bolt';
import { createEmulator } from 'emulate';
import { expect, it, onTestFinished } from 'vitest';
import { startSlackApp } from '../../src/slack/app.ts';
import { APP_ID, plainApology } from './a-narration.ts';
import { keptLog, scriptedAsk, shownWords } from './a-workspace.ts';

const BOT_TOKEN = 'xoxb-second-opinion';
const READER_TOKEN = 'xoxp-second-opinion';
const SIGNING_SECRET = 'a secret of this test';
const CHANNEL = 'C000000001';

/** A Web API double that this project did not write; it knows messages, threads and modals, and nothing of commands. */
async function anEmulatedSlack(): Promise<{ apiUrl: string; reader: webApi.WebClient }> {
  const bot = { app_id: 'A0SPARKCHK', bot_id: 'B0SPARKCHK', bot_user_id: 'U0SPARKCHK' };
  const scopes = 'commands,chat:write,app_mentions:read';
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        oauth_apps: [
          {
            ...bot,
            client_id: '1',
            client_secret: '2',
            name: 'sparkcheck',
            bot_name: 'sparkcheck',
            redirect_uris: [],
            scopes,
          },
        ],
        tokens: [
          { token: BOT_TOKEN, type: 'bot', user_id: bot.bot_user_id, scopes, ...bot },
          { token: READER_TOKEN, type: 'user', scopes: 'channels:history,channels:read,channels:write,users:read' },
        ],
      },
    },
  });
  onTestFinished(() => emulator.close());
  const apiUrl = `${emulator.url}/api/`;
  const reader = new webApi.WebClient(READER_TOKEN, { slackApiUrl: apiUrl });
  return { apiUrl, reader };
}

async function deliver(port: number | null, body: Record<string, unknown>): Promise<number> {
  const rawBody = JSON.stringify(body);
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${rawBody}`).digest('hex');
  const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${signature}`,
    },
    body: rawBody,
  });
  return response.status;
}

it('the bot tells the same thread to a Web API double that the project did not write', async () => {
  const { apiUrl, reader } = await anEmulatedSlack();
  const log = keptLog();
  const app = await startSlackApp({
    ask: scriptedAsk(),
    apology: plainApology,
    log,
    botToken: BOT_TOKEN,
    apiUrl,
    mode: { kind: 'http', signingSecret: SIGNING_SECRET, port: 0, host: '127.0.0.1' },
    allowed: { channels: null, users: null },
    serversReady: async () => true,
  });
  onTestFinished(() => app.stop(5_000));
  const { team_id: teamId, user_id: asker } = await reader.auth.test();
  const mention = await reader.chat.postMessage({ channel: CHANNEL, text: `<@${app.identity.botUserId}> ${APP_ID}` });

  const status = await deliver(app.port, {
    type: 'event_callback',
    event_id: 'Ev1',
    team_id: teamId,
    event: {
      type: 'app_mention',
      user: asker,
      channel: CHANNEL,
      ts: mention.ts,
      text: `<@${app.identity.botUserId}> ${APP_ID}`,
    },
  });
  expect(status).toBe(200);

  const thread = async () =>
    (await reader.conversations.replies({ channel: CHANNEL, ts: mention.ts ?? '', limit: 50 })).messages ?? [];
  const giveUpAt = Date.now() + 20_000;
  while ((await thread()).length < 8 && Date.now() < giveUpAt) await pause(50);
  const [, root, ...replies] = await thread();
  expect(replies).toHaveLength(6);
  expect(shownWords(root?.blocks)).toContain('holds the whole job: data skew in stage 4.');
  expect(replies.map(({ text }) => text?.slice(0, 3))).toEqual(['1 ·', '2 ·', '3 ·', '4 ·', '5 ·', 'So:']);
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
}, 60_000);
