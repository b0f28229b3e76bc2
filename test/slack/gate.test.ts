import { describe, expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

async function acceptedCommand(workspace: Workspace): Promise<Record<string, unknown>> {
  await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
  await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
  const delivery = workspace.slack.control.journal.find(
    ({ kind, name }) => kind === 'delivery' && name === 'slash_commands',
  );
  return { ...delivery?.args };
}

describe('requests that are refused', () => {
  it('a bad signature, an old timestamp, a replayed body and another workspace’s', async () => {
    const workspace = await aWorkspace();
    const { deliver } = workspace.slack.control;
    const body = await acceptedCommand(workspace);
    const fresh = (id: string) => ({ ...body, trigger_id: id });
    expect(await deliver({ kind: 'command', body: fresh('1'), signingSecret: 'somebody else’s' })).toBe(401);
    expect(await deliver({ kind: 'command', body: fresh('2'), clockSkewSeconds: -600 })).toBe(401);
    expect(await deliver({ kind: 'command', body })).toBe(409);
    expect(await deliver({ kind: 'command', body: { ...fresh('3'), team_id: 'T0OTHER' } })).toBe(403);
    expect(await deliver({ kind: 'command', body: fresh('4') })).toBe(200);
    await workspace.until('the fifth, which is ours', () => workspace.ask.asked.length === 2);
    await workspace.quiet();
    expect(workspace.ask.asked).toHaveLength(2);
  }, 30_000);

  it('a replayed press', async () => {
    const workspace = await aWorkspace();
    await acceptedCommand(workspace);
    await workspace.press(workspace.said()[0], 'run-again');
    await workspace.until(
      'the second answer',
      () => workspace.said().filter(({ text }) => text.startsWith('So:')).length === 2,
    );
    const press = workspace.slack.control.journal.find(
      ({ kind, name }) => kind === 'delivery' && name === 'interactive',
    );
    expect(await workspace.slack.control.deliver({ kind: 'interaction', body: { ...press?.args } })).toBe(409);
    await workspace.quiet();
    expect(workspace.ask.asked).toHaveLength(2);
  }, 30_000);

  it('a mention by somebody of another organisation in a shared channel, with one sentence', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type('@sparkcheck help', { channel: 'incidents' });
    await workspace.until('the help', () => workspace.said()[0]);
    const delivery = workspace.slack.control.journal.find(({ name }) => name === 'events_api');
    const body = { ...delivery?.args };
    const event = { ...Object(body['event']), text: `<@${workspace.slack.botUserId}> ${APP_ID}`, user_team: 'T0OTHER' };
    await workspace.slack.control.deliver({ kind: 'event', body: { ...body, event_id: 'Ev0FOREIGN', event } });
    const told = await workspace.until('a refusal', () => workspace.said()[1]);
    expect(wordsOf(told)).toContain('not-allowed {"reason":"user"}');
    expect(workspace.ask.asked).toEqual([]);
  }, 30_000);
});

describe('allow-lists', () => {
  it('answer only in the named channels, by every door', async () => {
    const workspace = await aWorkspace({ allowed: { channels: ['C0DATAENG0'], users: null } });
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const alert = workspace.slack.control.post('incidents', { text: APP_ID });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    await workspace.until('three refusals', () => workspace.said().length === 3);
    for (const message of workspace.said()) expect(wordsOf(message)).toContain('not-allowed {"reason":"channel"}');
    expect(workspace.ask.asked).toEqual([]);
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'data-eng' });
    await workspace.until('an answer', () => workspace.ask.asked.length === 1);
  }, 30_000);

  it('answer only the named people', async () => {
    const workspace = await aWorkspace({ allowed: { channels: null, users: ['U0SOMEBODY'] } });
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const told = await workspace.until('a refusal', () => workspace.said()[0]);
    expect(told.ephemeral).toBe(true);
    expect(wordsOf(told)).toContain('not-allowed {"reason":"user"}');
    expect(workspace.ask.asked).toEqual([]);
  }, 30_000);
});
