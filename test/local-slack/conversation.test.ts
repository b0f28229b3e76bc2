import { afterEach, expect, test } from 'vitest';
import { joinOverHttp, type Joined } from './bolt-app.ts';

let joined: Joined | null = null;
afterEach(async () => {
  await joined?.stop();
  joined = null;
});

test('a command is signed, acknowledged, and answered in a thread whose root is edited in place', async () => {
  joined = await joinOverHttp((app) => {
    app.command('/sparkcheck', async ({ ack, client, command, respond }) => {
      await ack({ response_type: 'ephemeral', text: `Checking ${command.text}` });
      const root = await client.chat.postMessage({ channel: command.channel_id, text: 'Reading' });
      await client.chat.postMessage({ channel: command.channel_id, text: 'first', thread_ts: root.ts ?? '' });
      await client.chat.update({ channel: command.channel_id, ts: root.ts ?? '', text: 'Read' });
      await respond({ text: 'done', response_type: 'in_channel' });
    });
  });
  const { slack } = joined;
  const done = new Promise<void>((resolve) => slack.onMessage((message) => message.text === 'done' && resolve()));
  await slack.type('/sparkcheck app-1');
  await done;
  const seen = slack.messages('incidents').map(({ text, ephemeral, edited, threadTs }) => ({
    text,
    ephemeral,
    edited,
    inThread: threadTs !== null,
  }));
  expect(seen).toEqual([
    { text: 'Checking app-1', ephemeral: true, edited: false, inThread: false },
    { text: 'Read', ephemeral: false, edited: true, inThread: false },
    { text: 'first', ephemeral: false, edited: false, inThread: true },
    { text: 'done', ephemeral: false, edited: false, inThread: false },
  ]);
});
