import { describe, expect, it } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

async function compactAnswer(workspace: Workspace, channel: string) {
  const answer = await workspace.until('the compact answer', () =>
    workspace.said(channel).find((message) => wordsOf(message).includes('First change:')),
  );
  await workspace.quiet();
  return answer;
}

describe('where the bot may not post', () => {
  it.each([
    ['lounge', '/invite @sparkcheck'],
    ['quiet-place', '/invite @sparkcheck'],
    ['D0ROBIN001', 'no part in this conversation'],
  ])(
    '%s: one compact answer to the asker, with how to get the thread',
    async (channel, hint) => {
      const workspace = await aWorkspace();
      await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel });
      const answer = await compactAnswer(workspace, channel);
      expect(answer.ephemeral).toBe(true);
      expect(wordsOf(answer)).toContain('One hot title_id holds the whole job');
      expect(wordsOf(answer)).toContain(hint);
      expect(workspace.said(channel).filter(({ ephemeral }) => !ephemeral)).toEqual([]);
      expect(workspace.said(channel).filter((message) => wordsOf(message).includes('First change:'))).toHaveLength(1);
    },
    30_000,
  );

  it('a channel that is archived while the answer is read', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'data-eng' });
    await workspace.until('the placeholder', () => workspace.said('data-eng')[0]);
    workspace.slack.control.archive('data-eng');
    release();
    const answer = await compactAnswer(workspace, 'data-eng');
    expect(answer.ephemeral).toBe(true);
    expect(wordsOf(answer)).toContain('this channel is archived');
  }, 30_000);

  it('the shortcut on a message there', async () => {
    const workspace = await aWorkspace();
    const alert = workspace.slack.control.post('lounge', { text: `late: ${APP_ID}` });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    const answer = await compactAnswer(workspace, 'lounge');
    expect(answer.ephemeral).toBe(true);
    expect(wordsOf(answer)).toContain('/invite @sparkcheck');
  }, 30_000);

  it('announces a compact answer that takes long', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'lounge' });
    const first = await workspace.until('the announcement', () => workspace.said('lounge')[0]);
    expect(first).toMatchObject({ ephemeral: true, text: expect.stringContaining('Reading') });
    release();
    await compactAnswer(workspace, 'lounge');
    expect(workspace.said('lounge')).toHaveLength(2);
  }, 30_000);

  it('answers a direct message with a thread of its own', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'D0SPARKCHK' });
    await workspace.until('the closing reply', () =>
      workspace.said('D0SPARKCHK').some(({ text }) => text.startsWith('So:')),
    );
    expect(workspace.said('D0SPARKCHK')).toHaveLength(7);
  }, 30_000);
});

describe('where the place goes away', () => {
  it('a deleted placeholder: the asker gets the compact answer', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const placeholder = await workspace.until('the placeholder', () => workspace.said()[0]);
    workspace.slack.control.deleteMessage('incidents', placeholder.ts);
    release();
    const answer = await compactAnswer(workspace, 'incidents');
    expect(answer.ephemeral).toBe(true);
    expect(wordsOf(answer)).toContain('the message that the answer belonged to is gone');
    expect(workspace.said()).toHaveLength(1);
  }, 30_000);

  it('a deleted mention: an ephemeral message, because there is no response_url', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const placeholder = await workspace.until('the placeholder', () => workspace.said()[0]);
    workspace.slack.control.deleteMessage('incidents', placeholder.ts);
    workspace.slack.control.deleteMessage('incidents', placeholder.threadTs ?? '');
    release();
    const answer = await compactAnswer(workspace, 'incidents');
    expect(answer.ephemeral).toBe(true);
  }, 30_000);

  it('a response_url that is used up: an ephemeral message; and a direct one when that fails too', async () => {
    const workspace = await aWorkspace();
    const { faults } = workspace.slack.control;
    faults.add('response_url', { kind: 'status', status: 404 }, 20);
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const placeholder = await workspace.until('the placeholder', () => workspace.said()[0]);
    workspace.slack.control.deleteMessage('incidents', placeholder.ts);
    release();
    expect((await compactAnswer(workspace, 'incidents')).ephemeral).toBe(true);

    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'lounge' });
    const direct = await compactAnswer(workspace, 'D0SPARKCHK');
    expect(direct.ephemeral).toBe(false);
  }, 30_000);
});

describe('what is told privately says why, whatever it is', () => {
  it('a failure in a channel that is archived meanwhile', async () => {
    const workspace = await aWorkspace();
    workspace.ask.fails(new SparkcheckFailure('unknown-application', { asked: APP_ID }));
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'data-eng' });
    await workspace.until('the placeholder', () => workspace.said('data-eng')[0]);
    workspace.slack.control.archive('data-eng');
    release();
    const told = await workspace.until('the failure', () => workspace.said('data-eng')[1]);
    expect(told.ephemeral).toBe(true);
    expect(wordsOf(told)).toContain('unknown-application');
    expect(wordsOf(told)).toContain('this channel is archived');
    // The line in the channel can not be edited any more.
    expect(wordsOf(told)).toContain('If a "Reading …" without an answer stands in the channel, this is its answer.');
  }, 30_000);

  it('the hand-off where the bot is no member', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`/sparkcheck ${APP_ID} handoff`, { channel: 'lounge' });
    const told = await workspace.until('the hand-off', () =>
      workspace.said('lounge').find((message) => wordsOf(message).includes('first change: salt')),
    );
    expect(wordsOf(told)).toContain('/invite @sparkcheck');
  }, 30_000);

  it('a direct message names the channel that it speaks of', async () => {
    const workspace = await aWorkspace();
    const { faults } = workspace.slack.control;
    faults.add('chat.postMessage', { kind: 'error', error: 'restricted_action' });
    faults.add('chat.postEphemeral', { kind: 'status', status: 500 }, 5);
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents' });
    const told = await workspace.until('the direct message', () => workspace.said('D0SPARKCHK')[0]);
    expect(JSON.stringify(told.blocks)).toContain('{"type":"channel","channel_id":"C0INCIDENT"}');
    expect(wordsOf(told)).toContain('does not let me post');
  }, 30_000);
});
