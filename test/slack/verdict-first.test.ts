import { expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf } from './a-workspace.ts';

it('a verdict that is ready stands at once, although the replies of another check take their time', async () => {
  const workspace = await aWorkspace();
  workspace.slack.control.limitRate(true);
  for (let count = 0; count < 3; count += 1) {
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
  }
  const roots = () => workspace.said().filter(({ threadTs }) => threadTs === null);
  await workspace.until('three verdicts', () => roots().filter(({ edited }) => edited).length === 3);
  const replies = workspace.said().filter(({ threadTs }) => threadTs !== null);
  // One message a second: the replies of three threads would take eighteen seconds.
  expect(replies.length).toBeLessThan(10);
  for (const root of roots()) expect(wordsOf(root)).toContain('One hot title_id holds the whole job');
}, 60_000);
