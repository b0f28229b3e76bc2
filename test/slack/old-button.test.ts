import { expect, it } from 'vitest';
import { ACTIONS, CHECK_ACTION, UNKNOWN_ACTION } from '../../src/slack/buttons.ts';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf } from './a-workspace.ts';

it('a button of an older version is answered with how to ask again, not with a warning sign of Slack', async () => {
  const workspace = await aWorkspace();
  const button = {
    type: 'button',
    action_id: 'explain',
    value: APP_ID,
    text: { type: 'plain_text', text: 'Explain' },
  };
  const old = workspace.slack.control.post('incidents', {
    text: 'an answer of last year',
    user: workspace.slack.botUserId,
    blocks: [{ type: 'actions', elements: [button] }],
  });
  await workspace.press(old, 'explain');
  const told = await workspace.until('a sentence', () => workspace.said()[1]);
  expect(told.ephemeral).toBe(true);
  expect(wordsOf(told)).toContain('Ask again: /sparkcheck');
  const press = workspace.slack.control.journal.find(({ kind }) => kind === 'delivery');
  expect(press?.status).toBe(200);
});

it('no button of this version is taken for an old one', () => {
  for (const id of [...Object.values(ACTIONS), 'check-0', 'check-12']) expect(UNKNOWN_ACTION.test(id)).toBe(false);
  for (const id of ['explain', 'check-x', 'run-again-2']) {
    expect(UNKNOWN_ACTION.test(id)).toBe(true);
    expect(CHECK_ACTION.test(id)).toBe(false);
  }
});
