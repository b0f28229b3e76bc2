import { describe, expect, it } from 'vitest';
import { isForeign, mentionOrigin, presserOrigin } from '../../src/slack/gate.ts';
import { APP_ID } from './a-narration.ts';
import { AN_IDENTITY, aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

const OTHER = 'T0OTHER';

/** The body of the latest delivery of this kind, to be sent again by somebody else. */
function delivered(workspace: Workspace, name: string): Record<string, unknown> {
  const entries = workspace.slack.control.journal.filter((entry) => entry.kind === 'delivery' && entry.name === name);
  return { ...entries.at(-1)?.args };
}

async function expectRefused(workspace: Workspace, before: number): Promise<void> {
  const told = await workspace.until('a refusal', () => workspace.said()[before]);
  expect(wordsOf(told)).toContain('not-allowed {"reason":"workspace"}');
  await workspace.quiet();
  expect(workspace.said()).toHaveLength(before + 1);
}

describe('somebody of another organisation, in a channel that is shared with it, is told once that it is not for them', () => {
  it('by a mention', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type('@sparkcheck help', { channel: 'incidents' });
    await workspace.until('the help', () => workspace.said()[0]);
    const body = delivered(workspace, 'events_api');
    const event = { ...Object(body['event']), text: `<@${workspace.slack.botUserId}> ${APP_ID}`, user_team: OTHER };
    await workspace.slack.control.deliver({ kind: 'event', body: { ...body, event_id: 'Ev0FOREIGN', event } });
    await expectRefused(workspace, 1);
    expect(workspace.ask.asked).toEqual([]);
  }, 30_000);

  it.each(['run-again', 'hand-off-text'])(
    'by a press of %s',
    async (actionId) => {
      const workspace = await aWorkspace();
      await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
      await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
      await workspace.press(workspace.said()[0], 'hand-off-text');
      await workspace.until('our own press', () => workspace.slack.modal());
      workspace.slack.closeModal();
      const before = workspace.said().length;
      const body = delivered(workspace, 'interactive');
      const user = { ...Object(body['user']), team_id: OTHER };
      const actions = [{ ...Object([Object(body['actions'])].flat()[0]), action_id: actionId }];
      await workspace.slack.control.deliver({
        kind: 'interaction',
        body: { ...body, user, actions, trigger_id: 'foreign' },
      });
      await expectRefused(workspace, before);
      expect(workspace.ask.asked).toHaveLength(1);
      expect(workspace.slack.modal()).toBeNull();
    },
    30_000,
  );

  it('by the shortcut', async () => {
    const workspace = await aWorkspace();
    const alert = workspace.slack.control.post('incidents', { text: 'nothing to find' });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    await workspace.until('an answer to ours', () => workspace.said()[0]);
    const body = delivered(workspace, 'interactive');
    const message = { ...Object(body['message']), text: `late: ${APP_ID}` };
    const user = { ...Object(body['user']), team_id: OTHER };
    await workspace.slack.control.deliver({
      kind: 'interaction',
      body: { ...body, user, message, trigger_id: 'foreign' },
    });
    await expectRefused(workspace, 1);
    expect(workspace.ask.asked).toEqual([]);
  }, 30_000);
});

describe('in a channel that is shared with Acme, with kim of Acme in it', () => {
  const SHARED = 'shared-acme';
  const KIM = 'U0KIMACME1';
  const asked = async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: SHARED });
    await workspace.until('the closing reply', () => workspace.said(SHARED).find(({ text }) => text.startsWith('So:')));
    await workspace.quiet();
    return workspace;
  };

  it('your question is answered for all there to read', async () => {
    const workspace = await asked();
    expect(workspace.said(SHARED).length).toBeGreaterThan(1);
    expect(workspace.said(SHARED).filter(({ ephemeral }) => ephemeral)).toEqual([]);
  }, 30_000);

  it('hers is refused in its thread, once', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: SHARED, as: 'kim' });
    const told = await workspace.until('a refusal', () => workspace.said(SHARED)[0]);
    expect(wordsOf(told)).toContain('not-allowed {"reason":"workspace"}');
    expect(told).toMatchObject({ ephemeral: false, threadTs: workspace.slack.messages(SHARED)[0]?.ts });
    await workspace.quiet();
    expect(workspace.said(SHARED)).toHaveLength(1);
    expect(workspace.ask.asked).toEqual([]);
  }, 30_000);

  it.each(['run-again', 'hand-off-text'])(
    'her press of %s is refused for her alone, and yours is not',
    async (actionId) => {
      const workspace = await asked();
      const { slack } = workspace;
      const [root] = workspace.said(SHARED);
      const before = workspace.said(SHARED).length;
      await slack.press(slack.channels[SHARED] ?? '', root?.ts ?? '', actionId, {}, 'kim');
      const told = await workspace.until('a refusal', () => workspace.said(SHARED)[before]);
      expect(wordsOf(told)).toContain('not-allowed {"reason":"workspace"}');
      expect(told.onlyFor).toBe(KIM);
      await workspace.quiet();
      expect(workspace.said(SHARED)).toHaveLength(before + 1);
      expect(slack.modal()).toBeNull();
      expect(workspace.ask.asked).toHaveLength(1);
      await workspace.press(root, actionId, SHARED);
      await workspace.until('an answer to you', () => slack.modal() !== null || workspace.ask.asked.length === 2);
    },
    30_000,
  );
});

describe('who is foreign', () => {
  const ofMany = { ...AN_IDENTITY, enterpriseId: 'E1' };
  const mention = (user_team: string, is_ext_shared_channel?: boolean) =>
    mentionOrigin({ event: { user_team }, is_ext_shared_channel });
  const press = (team_id?: string, enterprise?: string) =>
    presserOrigin(
      Object.assign(
        { user: team_id === undefined ? {} : { team_id } },
        enterprise && { enterprise: { id: enterprise } },
      ),
    );

  it.each([
    ['nobody said', AN_IDENTITY, mentionOrigin({ event: {} }), false],
    ['our own', AN_IDENTITY, mention('T1', true), false],
    ['another team', AN_IDENTITY, mention('T2'), true],
    ['another team, although the channel is ours', AN_IDENTITY, mention('T2', false), true],
    ['another workspace of our organisation', ofMany, mention('T2', false), false],
    ['another organisation than ours of many', ofMany, mention('T2', true), true],
    ['a presser without a team', AN_IDENTITY, press(), false],
    ['a presser of another team', AN_IDENTITY, press('T2', 'E1'), true],
    ['a presser of our organisation', ofMany, press('T2', 'E1'), false],
    ['a presser of another organisation', ofMany, press('T2', 'E2'), true],
  ])('%s', (_name, of, asker, foreign) => {
    expect(isForeign(of, asker)).toBe(foreign);
  });
});

it('a mention by another app, without a person, is answered in its thread', async () => {
  const workspace = await aWorkspace();
  const alert = workspace.slack.control.post('incidents', { text: `nightly is late, @sparkcheck ${APP_ID}` });
  await workspace.slack.type('@sparkcheck help', { channel: 'incidents' });
  await workspace.until('the help', () => workspace.said()[0]);
  const body = delivered(workspace, 'events_api');
  const { user: _nobody, ...byApp } = Object(body['event']);
  const event = { ...byApp, bot_id: 'B0PAGER', text: `<@${workspace.slack.botUserId}> ${APP_ID}`, ts: alert.ts };
  await workspace.slack.control.deliver({ kind: 'event', body: { ...body, event_id: 'Ev0PAGER', event } });
  const closing = await workspace.until('the closing reply', () =>
    workspace.said().find(({ text }) => text.startsWith('So:')),
  );
  expect(closing.threadTs).toBe(alert.ts);
}, 30_000);
