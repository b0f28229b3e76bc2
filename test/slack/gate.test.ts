import { createHmac } from 'node:crypto';
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

/** The status that the bot answers to any bytes under a right signature. */
async function signed({ app, slack }: Workspace, body: string, contentType: string): Promise<number> {
  const seconds = Math.floor(Date.now() / 1_000);
  const hash = createHmac('sha256', slack.signingSecret).update(`v0:${seconds}:${body}`).digest('hex');
  const headers = {
    'content-type': contentType,
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${hash}`,
  };
  const url = `http://127.0.0.1:${app.port}/slack/events`;
  return (await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })).status;
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

  it('a timestamp from the future, a body that says nothing, and one that lacks what Slack always sends', async () => {
    const workspace = await aWorkspace();
    const { deliver } = workspace.slack.control;
    const body = await acceptedCommand(workspace);
    expect(await deliver({ kind: 'command', body: { ...body, trigger_id: '5' }, clockSkewSeconds: 600 })).toBe(401);
    expect(await deliver({ kind: 'command', body: { ...body, trigger_id: '6' }, clockSkewSeconds: 200 })).toBe(200);
    const { channel_id: _channel, ...nowhere } = body;
    expect(await deliver({ kind: 'command', body: { ...nowhere, trigger_id: '7' } })).toBe(400);
    const view = JSON.stringify({
      type: 'view_submission',
      team: { id: workspace.slack.teamId },
      user: { id: 'U1' },
      view: { id: 'V1' },
    });
    expect(await signed(workspace, view, 'application/json')).toBe(400);
    const rejected = ['null', ' null\n', 'payload=null', '5', '[]', '{}', '"x"', '{', 'payload={', ''];
    const types = ['application/json', 'application/x-www-form-urlencoded'];
    const requests = rejected.flatMap((text) => types.map((type) => [text, type] as const));
    const statuses = await Promise.all(requests.map(([text, type]) => signed(workspace, text, type)));
    expect(requests.filter((_, at) => (statuses[at] ?? 0) < 400)).toEqual([]);
    expect(await signed(workspace, `"${'x'.repeat(5 * 1024 * 1024)}"`, 'application/json')).toBe(413);
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('an answer after all of it', () => workspace.ask.asked.length === 3);
  }, 60_000);

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
});

describe('allow-lists', () => {
  it('answer only in the named channels, by every door', async () => {
    const workspace = await aWorkspace({ allowed: { channels: ['C0DATAENG0'], users: null } });
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const alert = workspace.slack.control.post('incidents', { text: APP_ID });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    await workspace.until('three refusals', () => workspace.said().length === 3);
    for (const message of workspace.said()) {
      expect(wordsOf(message)).toContain('not-allowed {"reason":"channel"}');
      expect(JSON.stringify(message.blocks)).toContain('{"type":"channel","channel_id":"C0DATAENG0"}');
    }
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
