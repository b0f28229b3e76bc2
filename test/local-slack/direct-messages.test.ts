import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { PAGER, SLACKBOT } from '../../src/local-slack/seed.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { outcome } from './web-api.ts';

let slack: LocalSlack;
beforeEach(async () => {
  slack = await startLocalSlack({ scopes: ['chat:write', 'im:write'] });
});
afterEach(() => slack.close());

const asBot = (user: string) =>
  Promise.all([
    outcome(slack, 'chat.postMessage', { channel: user, text: 'x' }),
    outcome(slack, 'conversations.open', { users: user }),
  ]);

test('there is none between two bots', async () => {
  for (const bot of [PAGER, SLACKBOT, slack.botUserId]) {
    expect(await asBot(bot)).toEqual(['cannot_dm_bot', 'cannot_dm_bot']);
  }
  expect(slack.messages()).toEqual([]);
});

test('there is one between a bot and a person, whoever begins it', async () => {
  expect(await asBot('U0ROBIN001')).toEqual(['ok', 'ok']);
  const asPerson = { token: slack.userToken };
  expect(await outcome(slack, 'chat.postMessage', { channel: PAGER, text: 'x' }, asPerson)).toBe('ok');
});
