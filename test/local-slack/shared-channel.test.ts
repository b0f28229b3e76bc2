import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { ALL_SCOPES } from '../../src/local-slack/web-api/methods.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { startAppServer, type AppServer } from './app-server.ts';
import { call } from './web-api.ts';

const ACME = 'T0ACME0001';
const KIM = 'U0KIMACME1';
const SHARED = { channel: 'shared-acme' };
const AS_KIM = { ...SHARED, as: 'kim' };

let slack: LocalSlack;
let app: AppServer;
beforeEach(async () => {
  app = await startAppServer();
  slack = await startLocalSlack({ ackTimeoutMs: 300, scopes: [...ALL_SCOPES, 'commands', 'app_mentions:read'] });
  slack.deliverTo(app.url);
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

const event = () => JSON.parse(app.received.at(-1)?.body ?? '{}');
const payload = () => JSON.parse(new URLSearchParams(app.received.at(-1)?.body).get('payload') ?? 'null');
const last = () => slack.messages().at(-1);
const shared = () => slack.channels['shared-acme'] ?? '';
const button = { type: 'button', action_id: 'again', text: { type: 'plain_text', text: 'Run again' } };
const blocks = [{ type: 'actions', elements: [button] }];
const post = async (method: string, over: object = {}) => {
  const { body } = await call(slack, method, { ...SHARED, text: 'x', blocks, ...over });
  return String(body['ts'] ?? body['message_ts']);
};

describe('what the Web API tells', () => {
  test('conversations.info names the organisations of a shared channel', async () => {
    const { body } = await call(slack, 'conversations.info', { channel: shared() });
    expect(body['channel']).toMatchObject({
      is_shared: true,
      is_ext_shared: true,
      is_org_shared: false,
      shared_team_ids: [slack.teamId, ACME],
      connected_team_ids: [ACME],
      context_team_id: slack.teamId,
    });
  });

  test('conversations.list says it without the organisations that are connected', async () => {
    const { body } = await call(slack, 'conversations.list');
    const channels = new Map(Object.values(Object(body['channels'])).map((one) => [Object(one).name, one]));
    expect(channels.get('shared-acme')).toMatchObject({ is_ext_shared: true, shared_team_ids: [slack.teamId, ACME] });
    expect(channels.get('shared-acme')).not.toHaveProperty('connected_team_ids');
    expect(channels.get('incidents')).toMatchObject({ is_shared: false, is_ext_shared: false });
  });

  test('users.info: a stranger only until one shares a channel with them', async () => {
    const user = async (id: string) => (await call(slack, 'users.info', { user: id })).body['user'];
    expect(await user(KIM)).toMatchObject({ team_id: ACME, is_stranger: false, profile: { team: ACME } });
    slack.control.setBotMember('shared-acme', false);
    expect(await user(KIM)).toMatchObject({ team_id: ACME, is_stranger: true });
    expect(await user(slack.userId)).not.toHaveProperty('is_stranger');
  });
});

describe('what the app is sent', () => {
  test.each([
    ['of somebody from outside', 'kim', ACME],
    ['of our own', 'you', 'T0LOCAL001'],
  ])('a mention %s says where they belong', async (_name, as, team) => {
    await slack.type('@sparkcheck app-1', { ...SHARED, as });
    expect(event()).toMatchObject({
      team_id: slack.teamId,
      context_team_id: slack.teamId,
      authorizations: [{ team_id: slack.teamId }],
      is_ext_shared_channel: true,
      event: { type: 'app_mention', channel: shared(), team, user_team: team, source_team: team },
    });
    expect(event().event.user).toBe(as === 'kim' ? KIM : slack.userId);
    const { body } = await call(slack, 'conversations.history', { channel: shared() });
    expect(Object(body['messages'])[0]).toMatchObject({ user_team: team, source_team: team });
  });

  test('in a channel that is not shared nothing of it', async () => {
    await slack.type('@sparkcheck app-1', { channel: 'incidents' });
    expect(event().is_ext_shared_channel).toBe(false);
    expect(event().event).not.toHaveProperty('user_team');
  });

  test('her press comes from the workspace of the app, by a user of another', async () => {
    await slack.press(shared(), await post('chat.postMessage'), 'again', {}, 'kim');
    expect(payload()).toMatchObject({
      type: 'block_actions',
      team: { id: slack.teamId },
      user: { id: KIM, name: 'kim', team_id: ACME },
      channel: { id: shared() },
    });
  });

  test('a modal that her press opened is submitted by her', async () => {
    await slack.press(shared(), await post('chat.postMessage'), 'again', {}, 'kim');
    const plain = (text: string) => ({ type: 'plain_text', text });
    const view = { type: 'modal', title: plain('A'), submit: plain('Go'), blocks: [{ type: 'divider' }] };
    await call(slack, 'views.open', { trigger_id: payload().trigger_id, view });
    await slack.submitModal();
    expect(payload()).toMatchObject({ type: 'view_submission', user: { id: KIM, team_id: ACME } });
  });
});

describe('what somebody from outside can not do', () => {
  test.each([
    ['/sparkcheck app-1', '`/sparkcheck` is not a valid command. Slack offers an app’s commands'],
    ['/invite @robin', 'Acme may post here, not let people in or out.'],
  ])('%s', async (line, words) => {
    await slack.type(line, AS_KIM);
    expect(app.received).toHaveLength(0);
    expect(last()).toMatchObject({ ephemeral: true, onlyFor: KIM, readable: true });
    expect(last()?.text).toContain(words);
  });

  test('the shortcut, which Slack does not offer them either', async () => {
    const alert = slack.control.post('shared-acme', { text: 'late: app-1' });
    await slack.useShortcut(alert.channel, alert.ts, 'kim');
    expect(app.received).toHaveLength(0);
    expect(last()).toMatchObject({
      onlyFor: KIM,
      text: expect.stringContaining('commands and shortcuts only to people'),
    });
    await slack.useShortcut(alert.channel, alert.ts);
    expect(payload()).toMatchObject({ type: 'message_action', user: { id: slack.userId, team_id: slack.teamId } });
  });

  test('speak where they were not let in, or be let into what is not shared', async () => {
    await expect(slack.type('hello', { channel: 'incidents', as: 'kim' })).rejects.toThrow(
      'Nobody speaks as kim in #incidents: only you.',
    );
    await expect(slack.type('hello', { ...SHARED, as: 'robin' })).rejects.toThrow('only you and kim');
    await slack.type('/invite @kim', { channel: 'incidents' });
    expect(last()?.text).toBe('kim belongs to Acme, and this channel is not shared with Acme.');
  });

  test('press what another alone is shown', async () => {
    const ts = await post('chat.postEphemeral', { user: slack.userId });
    await expect(slack.press(shared(), ts, 'again', {}, 'kim')).rejects.toThrow('Only you sees that message, not kim.');
    const hers = await post('chat.postEphemeral', { user: KIM });
    await expect(slack.press(shared(), hers, 'again')).rejects.toThrow('Only kim sees that message, not you.');
    await slack.press(shared(), hers, 'again', {}, 'kim');
    expect(payload().user.id).toBe(KIM);
  });
});

test('where one may go says whom it is shared with, and as whom one may speak there', () => {
  const places = new Map(slack.places().map((place) => [place.title, place]));
  expect(places.get('#shared-acme')).toMatchObject({ sharedWith: 'Acme', speakers: ['you', 'kim'], hasBot: true });
  expect(places.get('#incidents')).toMatchObject({ sharedWith: null, speakers: ['you'] });
  expect(slack.organisations).toEqual({ [KIM]: 'Acme' });
});
