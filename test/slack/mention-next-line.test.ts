import { expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace } from './a-workspace.ts';

it('understands an id on the line after the mention', async () => {
  const workspace = await aWorkspace();
  await workspace.slack.type(`@sparkcheck could you check\n${APP_ID}`, { channel: 'incidents' });
  await workspace.until('the question', () => workspace.ask.asked[0]);
  expect(workspace.ask.asked[0]?.question).toEqual({ target: APP_ID });
}, 30_000);
