import { describe, expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

const STOPPED = 'I was stopped before';

/** What everybody is told of this in the end. */
function told(workspace: Workspace, channel = 'incidents'): { stopped: number; answered: number } {
  const words = workspace.said(channel).map((message) => wordsOf(message));
  return {
    stopped: words.filter((text) => text.includes(STOPPED)).length,
    answered: words.filter((text) => text.includes('First change:')).length,
  };
}

describe('when the process has to end before all is told', () => {
  it('an answer that is on its way to Slack is not contradicted: one message in a thread', async () => {
    const workspace = await aWorkspace();
    const alert = workspace.slack.control.post('incidents', { text: 'late' });
    workspace.slack.control.faults.add('chat.update', { kind: 'slow', delayMs: 1_500, late: true });
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents', threadTs: alert.ts });
    await workspace.until('the answer', () => told(workspace).answered === 1);
    await workspace.app.stop(50);
    await workspace.quiet();
    expect(told(workspace)).toEqual({ stopped: 0, answered: 1 });
  }, 30_000);

  it('nor where only the asker sees it', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('response_url', { kind: 'slow', delayMs: 1_500 }, 3);
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'lounge' });
    await workspace.until('the question', () => workspace.ask.asked.length === 1);
    await workspace.quiet();
    await workspace.app.stop(50);
    await workspace.until('an answer', () => told(workspace, 'lounge').answered > 0);
    await workspace.quiet();
    expect(told(workspace, 'lounge')).toEqual({ stopped: 0, answered: 1 });
  }, 30_000);

  it.each(['/sparkcheck list', '@sparkcheck list'])(
    'who asked for a list is told to ask again: %s',
    async (line) => {
      const workspace = await aWorkspace();
      const release = workspace.ask.hold();
      await workspace.slack.type(line, { channel: 'incidents' });
      await workspace.until('the request', () => workspace.ask.listed.length === 1);
      await workspace.app.stop(50);
      expect(workspace.said().map((message) => wordsOf(message))).toEqual([
        expect.stringContaining(`${STOPPED} the list was ready`),
      ]);
      release();
      await workspace.quiet();
      expect(workspace.said()).toHaveLength(1);
    },
    30_000,
  );

  it('a window that waits for its text says so', async () => {
    const workspace = await aWorkspace();
    const button = {
      type: 'button',
      action_id: 'hand-off-text',
      value: APP_ID,
      text: { type: 'plain_text', text: 'H' },
    };
    const old = workspace.slack.control.post('incidents', {
      text: 'an answer of yesterday',
      user: workspace.slack.botUserId,
      blocks: [{ type: 'actions', elements: [button] }],
    });
    workspace.ask.hold();
    await workspace.press(old, 'hand-off-text');
    await workspace.until('the waiting window', () => workspace.slack.modal());
    await workspace.app.stop(50);
    expect(JSON.stringify(workspace.slack.modal()?.blocks)).toContain(STOPPED);
  }, 30_000);
});
