import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { call, outcome } from './web-api.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack();
});
afterAll(() => slack.close());

const post = (args: Record<string, unknown>) => outcome(slack, 'chat.postMessage', { text: 'x', ...args });
const posted = async (args: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', ...args });
  return String(body['ts']);
};

describe('who may post where', () => {
  test.each([
    ['incidents', 'ok'],
    ['#incidents', 'ok'],
    ['war-room', 'ok'],
    ['lounge', 'not_in_channel'],
    ['old-incidents', 'is_archived'],
    // A private channel does not exist for who is not in it.
    ['quiet-place', 'channel_not_found'],
    ['C0NOWHERE0', 'channel_not_found'],
    ['D0ROBIN001', 'channel_not_found'],
    ['D0SPARKCHK', 'ok'],
    ['U0LOCALYOU', 'ok'],
  ])('%s: %s', async (channel, expected) => {
    expect(await post({ channel })).toBe(expected);
  });

  test('chat:write.public opens public channels only', async () => {
    const wide = await startLocalSlack({ scopes: ['chat:write', 'chat:write.public'] });
    expect(await outcome(wide, 'chat.postMessage', { channel: 'lounge', text: 'x' })).toBe('ok');
    expect(await outcome(wide, 'chat.postMessage', { channel: 'quiet-place', text: 'x' })).toBe('channel_not_found');
    await wide.close();
  });

  test('a bot that is taken out of a channel can neither post nor edit there', async () => {
    const ts = await posted({ channel: 'data-eng' });
    slack.control.setBotMember('data-eng', false);
    expect(await post({ channel: 'data-eng' })).toBe('not_in_channel');
    slack.control.setBotMember('data-eng', true);
    slack.control.archive('data-eng');
    expect(await outcome(slack, 'chat.update', { channel: slack.channels['data-eng'], ts, text: 'y' })).toBe(
      'is_archived',
    );
  });
});

describe('tokens and scopes', () => {
  test.each([
    ['no token', null, 'not_authed'],
    ['an unknown token', 'xoxb-stale', 'invalid_auth'],
  ])('%s', async (_name, token, expected) => {
    expect(await outcome(slack, 'auth.test', {}, { token })).toBe(expected);
  });

  test('a bot token opens no connection and an app token posts nothing', async () => {
    expect(await outcome(slack, 'apps.connections.open')).toBe('not_allowed_token_type');
    const asApp = { token: slack.appToken };
    expect(await outcome(slack, 'chat.postMessage', { channel: 'incidents', text: 'x' }, asApp)).toBe(
      'not_allowed_token_type',
    );
    expect((await call(slack, 'apps.connections.open', {}, asApp)).body['url']).toMatch(
      /^ws:\/\/127\.0\.0\.1:\d+\/link\//,
    );
  });

  test('auth.test tells who it is, and the token its scopes', async () => {
    const { body, headers } = await call(slack, 'auth.test');
    expect(body).toMatchObject({
      ok: true,
      user: 'sparkcheck',
      user_id: slack.botUserId,
      bot_id: slack.botId,
      team_id: slack.teamId,
    });
    expect(headers.get('x-oauth-scopes')).toBe('commands,chat:write,app_mentions:read');
  });

  test('a method the bot has no scope for says which it needs', async () => {
    const { body } = await call(slack, 'conversations.history', { channel: 'incidents' });
    expect(body).toMatchObject({
      ok: false,
      error: 'missing_scope',
      provided: 'commands,chat:write,app_mentions:read',
    });
    expect(body['needed']).toContain('channels:history');
  });

  test('a token in the form counts as well, and is kept out of the journal', async () => {
    expect(await outcome(slack, 'auth.test', { token: slack.botToken }, { token: null })).toBe('ok');
    expect(JSON.stringify(slack.control.journal)).not.toContain(slack.botToken);
  });

  test('a token in a JSON body is none', async () => {
    const asked = { token: slack.botToken, channel: 'incidents', text: 'x' };
    expect(await outcome(slack, 'chat.postMessage', asked, { token: null, json: true })).toBe('not_authed');
    expect(await outcome(slack, 'chat.postMessage', asked, { json: true })).toBe('ok');
    expect(JSON.stringify(slack.control.journal)).not.toContain(slack.botToken);
  });

  test('a method that is not there', async () => {
    expect(await outcome(slack, 'chat.shout')).toBe('unknown_method');
  });
});

describe('bodies', () => {
  test('JSON, form and query say the same', async () => {
    expect(await outcome(slack, 'chat.postMessage', { channel: 'incidents', text: 'x' }, { json: true })).toBe('ok');
    const query = await fetch(`${slack.apiUrl}auth.test?token=${slack.botToken}`);
    expect(await query.json()).toMatchObject({ ok: true });
  });

  test('blocks may be text inside of JSON', async () => {
    const posted = (blocks: string) =>
      outcome(slack, 'chat.postMessage', { channel: 'incidents', blocks }, { json: true });
    expect(await posted('[{"type":"divider"}]')).toBe('ok');
    expect(slack.messages().at(-1)?.blocks).toMatchObject([{ type: 'divider' }]);
    expect(await posted('[{')).toBe('invalid_blocks_format');
  });

  test('so may attachments, metadata and a view', async () => {
    const metadata = { event_type: 'checked', event_payload: { app: 'app-1' } };
    const asked = { channel: 'incidents', attachments: '[{"text":"alert"}]', metadata: JSON.stringify(metadata) };
    expect(await outcome(slack, 'chat.postMessage', asked, { json: true })).toBe('ok');
    expect(slack.messages().at(-1)?.attachments).toMatchObject([{ text: 'alert' }]);
    const view = JSON.stringify({ type: 'modal', title: { type: 'plain_text', text: 'x' }, blocks: [] });
    const opened = await outcome(slack, 'views.open', { trigger_id: '1.2', view }, { json: true });
    expect(opened).toBe(await outcome(slack, 'views.open', { trigger_id: '1.2', view }));
    expect(opened).not.toBe('invalid_arguments');
  });

  test.each([
    ['text/plain', 'x', 'invalid_post_type'],
    ['application/json', '{', 'invalid_json'],
    ['application/json', '[]', 'json_not_object'],
  ])('%s %s: %s', async (type, body, expected) => {
    const headers = { 'content-type': type, authorization: `Bearer ${slack.botToken}` };
    const response = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({ ok: false, error: expected });
  });
});

describe('text', () => {
  test('nothing to say is no_text', async () => {
    expect(await outcome(slack, 'chat.postMessage', { channel: 'incidents' })).toBe('no_text');
    expect(await outcome(slack, 'chat.postMessage', { channel: 'incidents', text: '', blocks: [] })).toBe('no_text');
  });

  test('a post is cut at 40,000 characters, an edit refused above 4,000', async () => {
    const whole = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x'.repeat(40_000) });
    expect(whole.body['warning']).toBeUndefined();
    const cut = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x'.repeat(40_001) });
    expect(cut.body).toMatchObject({ ok: true, warning: 'message_truncated' });
    expect(slack.messages().at(-1)?.text).toHaveLength(40_000);
    const ts = await posted();
    const edit = (text: string) => outcome(slack, 'chat.update', { channel: slack.channels['incidents'], ts, text });
    expect(await edit('x'.repeat(4_000))).toBe('ok');
    expect(await edit('x'.repeat(4_001))).toBe('msg_too_long');
  });
});

describe('markdown_text', () => {
  test('is a message by itself, shown as Markdown', async () => {
    expect(await outcome(slack, 'chat.postMessage', { channel: 'incidents', markdown_text: '**late**' })).toBe('ok');
    expect(slack.messages('incidents').at(-1)).toMatchObject({ blocks: [{ type: 'markdown', text: '**late**' }] });
    const whole = { channel: 'incidents', markdown_text: 'x'.repeat(12_000) };
    expect(await outcome(slack, 'chat.postMessage', whole)).toBe('ok');
    const over = { channel: 'incidents', markdown_text: 'x'.repeat(12_001) };
    expect(await outcome(slack, 'chat.postMessage', over)).toBe('msg_too_long');
  });

  test.each([
    ['text', { text: 'x' }],
    ['blocks', { blocks: [{ type: 'divider' }] }],
  ])('goes with no %s', async (_name, other) => {
    const args = { channel: 'incidents', markdown_text: '**late**', ...other };
    expect(await outcome(slack, 'chat.postMessage', args)).toBe('markdown_text_conflict');
    expect(await outcome(slack, 'chat.postEphemeral', { ...args, user: slack.userId })).toBe('markdown_text_conflict');
    const ts = await posted();
    const edit = { ...args, channel: slack.channels['incidents'], ts };
    expect(await outcome(slack, 'chat.update', edit)).toBe('markdown_text_conflict');
  });

  test('takes the place of text and blocks in an edit', async () => {
    const ts = await posted({ blocks: [{ type: 'divider' }] });
    const markdown = '# now\n'.repeat(1_000);
    const edit = { channel: slack.channels['incidents'], ts, markdown_text: markdown };
    expect(await outcome(slack, 'chat.update', edit)).toBe('ok');
    expect(slack.messages().find((one) => one.ts === ts)).toMatchObject({
      blocks: [{ type: 'markdown', text: markdown }],
    });
  });
});

test.each([
  ['a payload', { event_type: 'checked', event_payload: { id: 'app-1' } }, 'ok'],
  ['no payload', { event_type: 'checked' }, 'invalid_metadata_format'],
  ['no type', { event_payload: {} }, 'invalid_metadata_format'],
  ['a list', [], 'invalid_metadata_format'],
])('metadata of %s: %s', async (_name, metadata, expected) => {
  expect(await post({ channel: 'incidents', metadata })).toBe(expected);
});

describe('threads', () => {
  test('a reply goes under its root, never under nothing, a reply or an ephemeral message', async () => {
    const root = await posted();
    const reply = await posted({ thread_ts: root });
    expect(await post({ channel: 'incidents', thread_ts: root })).toBe('ok');
    expect(await post({ channel: 'incidents', thread_ts: '1.000001' })).toBe('thread_not_found');
    expect(await post({ channel: 'war-room', thread_ts: root })).toBe('thread_not_found');
    expect(await post({ channel: 'incidents', thread_ts: reply })).toBe('cannot_reply_to_message');
    const { body } = await call(slack, 'chat.postEphemeral', {
      channel: 'incidents',
      user: slack.userId,
      text: 'psst',
    });
    expect(await post({ channel: 'incidents', thread_ts: body['message_ts'] })).toBe('thread_not_found');
  });

  test('a thread whose root an admin deleted is gone', async () => {
    const root = await posted();
    slack.control.deleteMessage('incidents', root);
    expect(await post({ channel: 'incidents', thread_ts: root })).toBe('thread_not_found');
    expect(await outcome(slack, 'chat.update', { channel: slack.channels['incidents'], ts: root, text: 'y' })).toBe(
      'message_not_found',
    );
  });

  test('conversations.replies and history, read by somebody who may', async () => {
    const root = await posted({ text: 'root' });
    await posted({ text: 'reply', thread_ts: root });
    const as = { token: slack.userToken };
    const { body } = await call(slack, 'conversations.replies', { channel: 'incidents', ts: root }, as);
    expect(body['messages']).toMatchObject([
      { text: 'root', reply_count: 1, bot_id: slack.botId },
      { text: 'reply', thread_ts: root, parent_user_id: slack.botUserId },
    ]);
    const history = await call(slack, 'conversations.history', { channel: 'incidents', limit: 1 }, as);
    expect(history.body).toMatchObject({ has_more: true, messages: [{ text: 'root' }] });
    expect(await outcome(slack, 'conversations.replies', { channel: 'incidents', ts: '1.000001' }, as)).toBe(
      'thread_not_found',
    );
  });
});

describe('edits', () => {
  test('text alone takes the blocks away, blocks alone leave the text', async () => {
    const ts = await posted({ text: 'before', blocks: [{ type: 'divider' }] });
    const channel = slack.channels['incidents'];
    await call(slack, 'chat.update', {
      channel,
      ts,
      blocks: [{ type: 'header', text: { type: 'plain_text', text: 'h' } }],
    });
    const now = () => slack.messages().find((message) => message.ts === ts);
    expect(now()).toMatchObject({ text: 'before', edited: true, blocks: [{ type: 'header' }] });
    await call(slack, 'chat.update', { channel, ts, text: 'after' });
    expect(now()).toMatchObject({ text: 'after', blocks: [] });
  });

  test("only one's own messages, by channel id", async () => {
    const channel = slack.channels['incidents'];
    const other = slack.control.post('incidents', { text: 'alert' });
    expect(await outcome(slack, 'chat.update', { channel, ts: other.ts, text: 'y' })).toBe('cant_update_message');
    expect(await outcome(slack, 'chat.delete', { channel, ts: other.ts })).toBe('cant_delete_message');
    const own = await posted();
    expect(await outcome(slack, 'chat.update', { channel: 'incidents', ts: own, text: 'y' })).toBe('channel_not_found');
    expect(await outcome(slack, 'chat.delete', { channel, ts: own })).toBe('ok');
    expect(await outcome(slack, 'chat.delete', { channel, ts: own })).toBe('message_not_found');
  });
});

test('an ephemeral message is for one member of the channel and is kept nowhere', async () => {
  const say = (user: string) => outcome(slack, 'chat.postEphemeral', { channel: 'incidents', user, text: 'psst' });
  expect(await say(slack.userId)).toBe('ok');
  expect(slack.messages('incidents').at(-1)).toMatchObject({ text: 'psst', ephemeral: true });
  expect(await say('U0NOBODY00')).toBe('user_not_in_channel');
  const { body } = await call(slack, 'conversations.history', { channel: 'incidents' }, { token: slack.userToken });
  expect(JSON.stringify(body['messages'])).not.toContain('psst');
});

test('the rest of what a check of the workspace asks', async () => {
  const as = { token: slack.userToken };
  const ts = await posted();
  expect(
    (await call(slack, 'chat.getPermalink', { channel: slack.channels['incidents'], message_ts: ts })).body[
      'permalink'
    ],
  ).toContain(`p${ts.replace('.', '')}`);
  expect((await call(slack, 'users.info', { user: slack.botUserId }, as)).body).toMatchObject({
    user: { name: 'sparkcheck', is_bot: true },
  });
  expect((await call(slack, 'conversations.info', { channel: 'war-room' }, as)).body).toMatchObject({
    channel: { is_private: true },
  });
  const { body } = await call(
    slack,
    'conversations.list',
    { types: 'public_channel,im', exclude_archived: 'true' },
    as,
  );
  expect(JSON.stringify(body)).not.toMatch(/old-incidents|war-room/);
  expect(await outcome(slack, 'conversations.open', { users: 'U0ROBIN001' }, as)).toBe('ok');
  const react = () => outcome(slack, 'reactions.add', { channel: 'incidents', timestamp: ts, name: 'eyes' }, as);
  expect([await react(), await react()]).toEqual(['ok', 'already_reacted']);
  const history = await call(slack, 'conversations.history', { channel: 'incidents', limit: 1 }, as);
  expect(history.body['messages']).toMatchObject([{ reactions: [{ name: 'eyes', count: 1, users: [slack.userId] }] }]);
  expect(await outcome(slack, 'conversations.join', { channel: 'lounge' }, as)).toBe('ok');
});
