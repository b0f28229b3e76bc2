import { describe, expect, it } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import { aNarration, APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

const ASK_ON: [string, object][] = [
  ['stage 0', { target: APP_ID, server: 'prod', stage: { stageId: 0 } }],
  ['handoff', { target: APP_ID, server: 'prod', query: 3 }],
  ['why is it slow?', { target: APP_ID, server: 'prod', query: 3 }],
  ['job 2 on dev', { target: APP_ID, server: 'dev', job: 2 }],
];

async function answeredThread(workspace: Workspace, typed: string): Promise<string> {
  await workspace.slack.type(typed, { channel: 'incidents' });
  const closing = await workspace.until('the closing reply', () =>
    workspace.said().find(({ text }) => text.startsWith('So:')),
  );
  return closing.threadTs ?? 'no thread';
}

describe('a mention without an id', () => {
  it.each(ASK_ON)(
    'in a thread of the bot means its application: %s',
    async (words, question) => {
      const workspace = await aWorkspace();
      const threadTs = await answeredThread(workspace, `/sparkcheck ${APP_ID} query 3`);
      await workspace.slack.type(`@sparkcheck ${words}`, { channel: 'incidents', threadTs });
      await workspace.until('a second question', () => workspace.ask.asked[1]);
      expect(workspace.ask.asked[1]?.question).toEqual(question);
      await workspace.until('the answer in the thread', () =>
        /first change/i.test(wordsOf(workspace.said().slice(7).at(-1))),
      );
      await workspace.quiet();
      expect(workspace.said().slice(7)).toMatchObject([{ threadTs, ephemeral: false }]);
    },
    30_000,
  );

  it('under a mention that was answered there, too', async () => {
    const workspace = await aWorkspace();
    const threadTs = await answeredThread(workspace, `@sparkcheck ${APP_ID}`);
    await workspace.slack.type('@sparkcheck stage 0', { channel: 'incidents', threadTs });
    await workspace.until('a second question', () => workspace.ask.asked[1]);
    expect(workspace.ask.asked[1]?.question).toMatchObject({ target: APP_ID, stage: { stageId: 0 } });
  }, 30_000);

  it.each([
    ['stage 0', '@sparkcheck <app id> stage 0'],
    ['handoff', '@sparkcheck <app id> handoff'],
    ['why is it slow?', '@sparkcheck <app id>'],
  ])(
    'in a thread that it knows nothing of is told the form with the id: %s',
    async (words, form) => {
      const workspace = await aWorkspace();
      const alert = workspace.slack.control.post('incidents', { text: 'nightly_ranking is late' });
      await workspace.slack.type(`@sparkcheck ${words}`, { channel: 'incidents', threadTs: alert.ts });
      const told = await workspace.until('an answer', () => workspace.said()[0]);
      expect(told).toMatchObject({ threadTs: alert.ts, ephemeral: false });
      expect(wordsOf(told)).toContain(form);
      expect(wordsOf(told)).not.toContain('list stage');
      expect(workspace.ask.asked).toEqual([]);
    },
    30_000,
  );

  it('is about the application of its own thread, whatever was asked elsewhere since', async () => {
    const workspace = await aWorkspace();
    const threadTs = await answeredThread(workspace, `/sparkcheck ${APP_ID}`);
    workspace.ask.fails(new SparkcheckFailure('unknown-application', { asked: 'app-2' }));
    await workspace.slack.type('/sparkcheck app-2', { channel: 'incidents' });
    await workspace.until('the refusal', () => workspace.ask.asked[1]);
    await workspace.slack.type('@sparkcheck stage 0', { channel: 'incidents', threadTs });
    await workspace.until('a third question', () => workspace.ask.asked[2]);
    expect(workspace.ask.asked[2]?.question.target).toBe(APP_ID);
  }, 30_000);

  it('as a slash command is told the form of the command', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type('/sparkcheck stage 0', { channel: 'incidents' });
    const told = await workspace.until('an answer', () => workspace.said()[0]);
    expect(wordsOf(told)).toContain('/sparkcheck <app id> stage 0');
  }, 30_000);
});

it('a part that there is not is forgotten: the next word in the thread is about the last good answer', async () => {
  const workspace = await aWorkspace();
  const threadTs = await answeredThread(workspace, `/sparkcheck ${APP_ID} query 3`);
  workspace.ask.answers((question) =>
    question.stage === undefined
      ? Promise.resolve({ narration: aNarration(), question })
      : Promise.reject(new SparkcheckFailure('bad-request', { asked: APP_ID, reason: 'unknown-stage' })),
  );
  await workspace.slack.type('@sparkcheck stage 9', { channel: 'incidents', threadTs });
  await workspace.until('the failure', () =>
    workspace.said().some((message) => wordsOf(message).includes('unknown-stage')),
  );
  await workspace.slack.type('@sparkcheck handoff', { channel: 'incidents', threadTs });
  await workspace.until('a third question', () => workspace.ask.asked[2]);
  expect(workspace.ask.asked[2]?.question).toEqual({ target: APP_ID, server: 'prod', query: 3 });
}, 30_000);
