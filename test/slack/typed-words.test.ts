import { describe, expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf } from './a-workspace.ts';

/** `A` stands for the application. */
const typed = (line: string) => line.replace(/\bA\b/g, APP_ID);

describe.each(['@sparkcheck', '/sparkcheck'])('words typed after %s', (door) => {
  it.each([
    ['stage 2 of A', { stage: { stageId: 2 } }],
    ['what about stage 4.1 in A?', { stage: { stageId: 4, attemptId: 1 } }],
    ['on dev, job 0 of A please', { job: 0, server: 'dev' }],
    ['attempt 2 of A', { attemptId: '2' }],
    ['A is slow, see stage 1', { stage: { stageId: 1 } }],
    ['can you check A on friday?', {}],
    ['can you check A stage #1 on prod?', { stage: { stageId: 1 }, server: 'prod' }],
  ])(
    'ask what they say: %s',
    async (line, part) => {
      const workspace = await aWorkspace();
      await workspace.slack.type(`${door} ${typed(line)}`, { channel: 'incidents' });
      await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
      expect(workspace.ask.asked.map(({ question }) => question)).toEqual([{ target: APP_ID, ...part }]);
    },
    30_000,
  );

  it('with a part before the application and "handoff" give its hand-off text', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`${door} handoff for query 3 of ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('the hand-off', () =>
      wordsOf(workspace.said()[0]).includes('first change: salt the hot key'),
    );
    expect(workspace.ask.asked[0]?.question).toEqual({ target: APP_ID, query: 3 });
  }, 30_000);

  it.each([
    ['stage 2 and 3 of A', 'A stage 2'],
    ['why is stage four of A slow?', 'A'],
    ['running', 'list running'],
    ['failed', 'list failed'],
    ['apps', 'list'],
  ])(
    'that can not be taken as they stand offer the nearest form: %s',
    async (line, nearest) => {
      const workspace = await aWorkspace();
      await workspace.slack.type(`${door} ${typed(line)}`, { channel: 'incidents' });
      const told = await workspace.until('an answer', () => workspace.said()[0]);
      await workspace.quiet();
      expect(wordsOf(told)).toContain(`Try "${typed(nearest)}".`);
      expect(workspace.said()).toHaveLength(1);
      expect(workspace.ask.asked).toEqual([]);
      await workspace.press(told, 'check-0');
      await workspace.until('what the button asks', () => workspace.ask.asked[0] ?? workspace.ask.listed[0]);
    },
    30_000,
  );

  it.each(['thanks!', 'thank you', 'hi', 'ok', 'doctor', 'status'])(
    'that are talk look nothing up: %s',
    async (line) => {
      const workspace = await aWorkspace();
      await workspace.slack.type(`${door} ${line}`, { channel: 'incidents' });
      const told = await workspace.until('an answer', () => workspace.said()[0]);
      await workspace.quiet();
      expect(wordsOf(told)).toContain('Try "help".');
      expect(JSON.stringify(told.blocks)).not.toContain('"actions"');
      expect(told.ephemeral).toBe(door.startsWith('/'));
      expect(workspace.ask.asked).toEqual([]);
    },
    30_000,
  );

  it('that name an application are looked up, because that offers its ids', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`${door} nightly_ranking`, { channel: 'incidents' });
    await workspace.until('a question', () => workspace.ask.asked[0]);
    expect(workspace.ask.asked[0]?.question).toEqual({ target: 'nightly_ranking' });
  }, 30_000);
});

it('thanks in a thread of the bot are no new question, and a number in words is not left out', async () => {
  const workspace = await aWorkspace();
  await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
  const closing = await workspace.until('the closing reply', () =>
    workspace.said().find(({ text }) => text.startsWith('So:')),
  );
  const threadTs = closing.threadTs ?? 'no thread';
  for (const line of ['thanks for that!', 'stage zero', 'stage 2 and 3', 'why is nightly_ranking slow?']) {
    const before = workspace.said().length;
    await workspace.slack.type(`@sparkcheck ${line}`, { channel: 'incidents', threadTs });
    await workspace.until('an answer', () => workspace.said()[before]);
  }
  await workspace.quiet();
  expect(workspace.ask.asked).toHaveLength(1);
  await workspace.slack.type('@sparkcheck and what about stage 2 please?', { channel: 'incidents', threadTs });
  await workspace.until('a second question', () => workspace.ask.asked[1]);
  expect(workspace.ask.asked[1]?.question).toMatchObject({ target: APP_ID, stage: { stageId: 2 } });
}, 30_000);
