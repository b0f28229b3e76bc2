import { describe, expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

async function ask(workspace: Workspace): Promise<void> {
  await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
}

async function closed(workspace: Workspace): Promise<void> {
  await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
  await workspace.quiet();
}

/** Roots, and the replies by their first words: what a reader finds, whatever happened on the way. */
function thread(workspace: Workspace): { roots: number; replies: string[] } {
  const said = workspace.said().filter(({ ephemeral }) => !ephemeral);
  return {
    roots: said.filter(({ threadTs }) => threadTs === null).length,
    replies: said.filter(({ threadTs }) => threadTs !== null).map((message) => message.text.slice(0, 3)),
  };
}

const WHOLE = { roots: 1, replies: ['1 ·', '2 ·', '3 ·', '4 ·', '5 ·', 'So:'] };

describe('when Slack is in trouble, nothing is posted twice and nothing ends in silence', () => {
  it('waits out a 429 in the middle of the thread, and goes on in order', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await ask(workspace);
    await workspace.until('the placeholder', () => workspace.said()[0]);
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'rate-limited', retryAfterSeconds: 1 }, 2);
    release();
    await closed(workspace);
    expect(thread(workspace)).toEqual(WHOLE);
  }, 60_000);

  it('keeps to one message a second a channel when Slack insists on it', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.limitRate(true);
    await ask(workspace);
    await closed(workspace);
    expect(thread(workspace)).toEqual(WHOLE);
  }, 60_000);

  it('repeats what certainly did not arrive', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'status', status: 503 });
    workspace.slack.control.faults.add('chat.update', { kind: 'dropped' });
    await ask(workspace);
    await closed(workspace);
    expect(thread(workspace)).toEqual(WHOLE);
  }, 60_000);

  it.each([
    { kind: 'dropped' as const },
    { kind: 'status' as const, status: 500 },
    { kind: 'error' as const, error: 'internal_error' },
  ])(
    'does not repeat a reply that may have arrived, and says so in the root (%j)',
    async (fault) => {
      const workspace = await aWorkspace();
      const release = workspace.ask.hold();
      await ask(workspace);
      await workspace.until('the placeholder', () => workspace.said()[0]);
      workspace.slack.control.faults.add('chat.postMessage', { ...fault, late: true });
      release();
      await closed(workspace);
      expect(thread(workspace)).toEqual(WHOLE);
      await workspace.until('a note', () => wordsOf(workspace.said()[0]).includes('did not confirm reply 1'));
      await workspace.press(workspace.said()[0], 'show-details');
      expect((await workspace.until('the details', () => workspace.slack.modal())).title).toBe('The five checks');
    },
    60_000,
  );

  it('a placeholder that was lost: the answer still stands, once', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'dropped' });
    await ask(workspace);
    await closed(workspace);
    expect(thread(workspace)).toEqual(WHOLE);
  }, 60_000);

  it('charts that Slack refuses are sent as text, once', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await ask(workspace);
    await workspace.until('the placeholder', () => workspace.said()[0]);
    workspace.slack.control.faults.add('chat.postMessage', {
      kind: 'error',
      error: 'invalid_blocks',
      extra: {
        response_metadata: { messages: ['[ERROR] unsupported type: data_visualization [json-pointer:/blocks/3/type]'] },
      },
    });
    release();
    await closed(workspace);
    expect(thread(workspace)).toEqual(WHOLE);
    const slowStage = workspace.said().find(({ text }) => text.startsWith('1 ·'));
    expect(JSON.stringify(slowStage?.blocks)).not.toContain('data_visualization');
    expect(wordsOf(slowStage)).toContain('stage 4 7560 seconds');
    expect(JSON.stringify(workspace.log.lines)).toContain('json-pointer:/blocks/3/type');
  }, 60_000);

  it('blocks that Slack refuses altogether are sent as bare text', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await ask(workspace);
    await workspace.until('the placeholder', () => workspace.said()[0]);
    workspace.slack.control.faults.add('chat.update', { kind: 'error', error: 'invalid_blocks' });
    release();
    await closed(workspace);
    expect(workspace.said()[0]).toMatchObject({
      blocks: [],
      text: expect.stringContaining('One hot title_id holds the whole job'),
    });
  }, 60_000);

  it('a token that is revoked under the running bot is named to the asker', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'error', error: 'token_revoked' }, 5);
    await ask(workspace);
    const told = await workspace.until('the answer', () =>
      workspace.said().find((message) => wordsOf(message).includes('First change:')),
    );
    expect(told.ephemeral).toBe(true);
    expect(wordsOf(told)).toContain('no longer lets me post (token_revoked)');
  }, 60_000);

  it('a modal that does not open comes as a message', async () => {
    const workspace = await aWorkspace();
    await ask(workspace);
    await closed(workspace);
    workspace.slack.control.faults.add('views.open', { kind: 'error', error: 'expired_trigger_id' });
    await workspace.press(workspace.said()[0], 'hand-off-text');
    const told = await workspace.until('the hand-off', () => workspace.said().find(({ ephemeral }) => ephemeral));
    expect(wordsOf(told)).toContain('first change: salt the hot key');
  }, 60_000);

  it('a modal that can not be filled comes as a message too', async () => {
    const workspace = await aWorkspace();
    await ask(workspace);
    await closed(workspace);
    const release = workspace.ask.hold();
    // Told lately under its server's name; without it the answer has to be read again.
    const alert = workspace.slack.control.post('incidents', {
      text: 'an answer of yesterday',
      user: workspace.slack.botUserId,
      blocks: [
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: 'show-details',
              value: APP_ID,
              text: { type: 'plain_text', text: 'Show details' },
            },
          ],
        },
      ],
    });
    await workspace.press(alert, 'show-details');
    await workspace.until('the waiting modal', () => workspace.slack.modal());
    workspace.slack.control.faults.add('views.update', { kind: 'error', error: 'invalid_arguments' });
    release();
    const told = await workspace.until('the details', () => workspace.said().find(({ ephemeral }) => ephemeral));
    // The details themselves, not the summary again; and the window no longer says that it waits.
    expect(wordsOf(told)).toContain('I read what check 3 needs.');
    await workspace.until('the window to say where the text is', () =>
      JSON.stringify(workspace.slack.modal()?.blocks).includes('The text came as a message'),
    );
    expect(wordsOf(told)).toContain('One hot title_id holds the whole job');
    expect(workspace.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  }, 60_000);
});
