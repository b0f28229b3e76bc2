import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

const QUESTION = `/sparkcheck ${APP_ID}`;

async function ask(workspace: Workspace, words = QUESTION): Promise<void> {
  await workspace.slack.type(words, { channel: 'incidents' });
}

/** What stands in the channel at the end, deleted messages left out. */
async function standing(workspace: Workspace) {
  await workspace.until('an answer', () => workspace.said().some((message) => answers(message)));
  await workspace.quiet();
  const said = workspace.said().filter(({ deleted }) => !deleted);
  return {
    reading: said.filter((message) => wordsOf(message).startsWith('Reading')),
    roots: said.filter(({ threadTs, ephemeral }) => threadTs === null && !ephemeral),
    replies: said.filter(({ threadTs, ephemeral }) => threadTs !== null && !ephemeral),
    private: said.filter(({ ephemeral }) => ephemeral),
  };
}

function answers(message: Parameters<typeof wordsOf>[0]): boolean {
  const words = wordsOf(message);
  return words.includes('First change:') || words.includes('unknown-application');
}

describe('a placeholder that Slack does not confirm', () => {
  it.each([
    { kind: 'dropped' as const },
    { kind: 'status' as const, status: 500 },
    { kind: 'error' as const, error: 'fatal_error' },
  ])(
    'and that stands there all the same (%j): the answer says whose "Reading …" that is',
    async (fault) => {
      const workspace = await aWorkspace();
      workspace.slack.control.faults.add('chat.postMessage', { ...fault, late: true });
      await ask(workspace);
      const { reading, roots, replies } = await standing(workspace);
      expect(reading).toHaveLength(1);
      expect(roots).toHaveLength(2);
      expect(replies).toHaveLength(6);
      expect(wordsOf(roots[1])).toContain('If a "Reading …" without an answer stands above, this is its answer.');
    },
    30_000,
  );

  it('says so under a failure too, where others see it', async () => {
    const workspace = await aWorkspace();
    workspace.ask.fails(new SparkcheckFailure('unknown-application', { asked: APP_ID }));
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'dropped', late: true });
    await ask(workspace);
    const { roots } = await standing(workspace);
    expect(wordsOf(roots[1])).toContain('unknown-application');
    expect(wordsOf(roots[1])).toContain('this is its answer');
  }, 30_000);

  it('is waited for when Slack is slow: the reading goes on, the asker hears of it, the answer takes its place', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'slow', delayMs: 8_000, late: true });
    await ask(workspace);
    await workspace.until('the question while Slack is still silent', () => workspace.ask.asked[0]);
    const { reading, roots, replies, private: told } = await standing(workspace);
    expect(roots).toHaveLength(1);
    expect(replies).toHaveLength(6);
    expect(reading).toEqual([]);
    expect(told.map((message) => wordsOf(message))).toEqual([
      expect.stringContaining('Slack has not confirmed my first line in the channel yet.'),
    ]);
    expect(wordsOf(roots[0])).not.toContain('did not confirm');
  }, 60_000);
});

describe('a placeholder that can not be edited', () => {
  it.each(['cant_update_message', 'edit_window_closed', 'fatal_error', 'some_error_of_next_year'])(
    'is taken away, and the whole thread stands anew (%s)',
    async (error) => {
      const workspace = await aWorkspace();
      workspace.slack.control.faults.add('chat.update', { kind: 'error', error }, 4);
      await ask(workspace);
      const found = await standing(workspace);
      expect(found.reading).toEqual([]);
      expect(found.roots).toHaveLength(1);
      expect(found.replies).toHaveLength(6);
      expect(new Set(found.replies.map(({ threadTs }) => threadTs))).toEqual(new Set([found.roots[0]?.ts]));
      expect(found.private).toEqual([]);
    },
    30_000,
  );

  it('in somebody’s thread, too: one message there', async () => {
    const workspace = await aWorkspace();
    const alert = workspace.slack.control.post('incidents', { text: 'nightly_ranking is late' });
    workspace.slack.control.faults.add('chat.update', { kind: 'error', error: 'cant_update_message' });
    await workspace.slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents', threadTs: alert.ts });
    const found = await standing(workspace);
    expect(found.reading).toEqual([]);
    expect(found.replies).toMatchObject([{ threadTs: alert.ts }]);
    expect(found.private).toEqual([]);
  }, 30_000);

  it('stays silent in the channel when an edit may have worked and can not be taken back: the asker is answered', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.update', { kind: 'dropped', late: true }, 10);
    workspace.slack.control.faults.add('chat.delete', { kind: 'dropped' }, 10);
    await ask(workspace);
    const found = await standing(workspace);
    expect(found.roots).toHaveLength(1);
    expect(found.private).toHaveLength(1);
    expect(wordsOf(found.private[0])).toContain('did not confirm my messages');
  }, 60_000);

  it('that is gone by Slack’s word is taken away all the same, and the asker is answered', async () => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.update', { kind: 'error', error: 'message_not_found' });
    await ask(workspace);
    const found = await standing(workspace);
    expect(found.reading).toEqual([]);
    expect(found.roots).toEqual([]);
    expect(wordsOf(found.private[0])).toContain('the message that the answer belonged to is gone');
  }, 30_000);
});

it('a refused placeholder is told to whoever runs the bot, a missing membership without alarm', async () => {
  const workspace = await aWorkspace();
  workspace.slack.control.faults.add('chat.postMessage', { kind: 'error', error: 'token_revoked' });
  await ask(workspace);
  await standing(workspace);
  await workspace.slack.type(QUESTION, { channel: 'lounge' });
  await workspace.until('an answer there', () => workspace.said('lounge').some((message) => answers(message)));
  const refused = workspace.log.lines.filter(({ message }) => message === 'the placeholder was refused');
  expect(refused).toMatchObject([
    { level: 'warn', facts: { code: 'token_revoked' } },
    { level: 'info', facts: { code: 'not_in_channel' } },
  ]);
}, 30_000);

it.each([
  ['message_limit_exceeded', 'an admin of the workspace has to make room'],
  ['team_not_found', 'ask in a channel of your own workspace'],
  ['messages_tab_disabled', 'ask in a channel, or have the tab switched on'],
  ['restricted_action_read_only_channel', 'does not let me post'],
  ['a_refusal_of_next_year', 'ask in another channel'],
])(
  'a refusal that stays does not say "ask again": %s',
  async (error, advice) => {
    const workspace = await aWorkspace();
    workspace.slack.control.faults.add('chat.postMessage', { kind: 'error', error }, 5);
    await ask(workspace);
    const { private: told } = await standing(workspace);
    expect(wordsOf(told[0])).toContain(advice);
    expect(wordsOf(told[0])).not.toContain('ask again.');
  },
  30_000,
);

it('an edit of progress is tried once: the next one, or the answer, is worth more than its repetition', async () => {
  const timings = { progressAfterMs: 50, progressEveryMs: 60_000, announceAfterMs: 700 };
  const workspace = await aWorkspace({ timings });
  const release = workspace.ask.hold();
  workspace.slack.control.faults.add('chat.update', { kind: 'dropped' });
  const edits = () => workspace.slack.control.journal.filter(({ name }) => name === 'chat.update').length;
  await ask(workspace);
  await workspace.until('the edit', () => edits() === 1);
  // A repeated call comes again after 0.4 s.
  await pause(1_500);
  expect(edits()).toBe(1);
  release();
  const { reading, roots } = await standing(workspace);
  expect([reading.length, roots.length]).toEqual([0, 1]);
}, 30_000);
