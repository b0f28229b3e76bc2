import { expect, it, describe } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import type { ListedApplication } from '../../src/slack/ask.ts';
import { aNarration, APP_ID, QUESTION } from './a-narration.ts';
import { aWorkspace, wordsOf, type Workspace } from './a-workspace.ts';

async function answered(workspace: Workspace, channel = 'incidents'): Promise<void> {
  await workspace.until('the closing reply', () =>
    workspace.said(channel).some((message) => message.text.startsWith('So:')),
  );
}

describe.each(['http', 'socket'] as const)('/sparkcheck <id> over %s', (mode) => {
  it('acknowledges, posts a placeholder, edits it into the headline and replies once a check and once to close', async () => {
    const workspace = await aWorkspace({ mode });
    const { slack, ask } = workspace;
    const release = ask.hold();
    await slack.type(`/sparkcheck ${APP_ID} stage 4`, { channel: 'incidents' });
    const placeholder = await workspace.until('a placeholder', () => workspace.said()[0]);
    expect(placeholder.text).toBe(`Reading ${APP_ID} from the history server…`);
    expect(placeholder.threadTs).toBeNull();

    release();
    await answered(workspace);
    const [root, ...replies] = workspace.said();
    expect(root).toMatchObject({ ts: placeholder.ts, edited: true, threadTs: null });
    expect(wordsOf(root)).toContain('One hot title_id holds the whole job');
    expect(wordsOf(root)).toContain('1 slow stage ✗ 91% in stage 4');
    expect(replies.map(({ threadTs }) => threadTs)).toEqual(Array.from({ length: 6 }, () => placeholder.ts));
    expect(replies.map((reply) => wordsOf(reply).slice(0, 3))).toEqual(
      ['1 ·', '2 ·', '3 ·', '4 ·', '5 ·', 'So:'].map((start) => expect.stringContaining(start)),
    );
    expect(ask.asked).toEqual([
      { question: { target: APP_ID, stage: { stageId: 4 } }, channel: slack.channels['incidents'] },
    ]);
    expect(slack.messages('incidents').every(({ text }) => text.trim() !== '')).toBe(true);
  }, 30_000);
});

const NIGHTLY: ListedApplication = {
  id: APP_ID,
  attemptId: '2',
  name: 'nightly',
  user: 'etl',
  server: 'prod',
  state: 'completed',
  startedAt: 0,
  durationMs: 90_000,
};

describe('/sparkcheck', () => {
  it('answers help and typos to the asker alone, in the acknowledgement itself', async () => {
    const workspace = await aWorkspace();
    const { slack } = workspace;
    await slack.type('/sparkcheck', { channel: 'incidents' });
    await slack.type(`/sparkcheck ${APP_ID} stge 4`, { channel: 'incidents' });
    const [help, typo] = workspace.said();
    expect(help).toMatchObject({ ephemeral: true });
    expect(wordsOf(help)).toContain('/sparkcheck <app id or link>');
    expect(wordsOf(help)).toContain('Servers I read: prod, dev.');
    expect(typo).toMatchObject({ ephemeral: true });
    expect(wordsOf(typo)).toContain(`Try "${APP_ID} stage 4".`);
    await workspace.press(typo, 'check-0');
    await answered(workspace);
    expect(workspace.ask.asked.at(-1)?.question).toEqual({ target: APP_ID, stage: { stageId: 4 } });
  }, 30_000);

  it('lists applications with a button each, and the button checks that one', async () => {
    const workspace = await aWorkspace();
    workspace.ask.lists([NIGHTLY], { searched: { newest: 15, unread: 2, ended: 44 } });
    await workspace.slack.type('/sparkcheck list failed night', { channel: 'incidents' });
    const list = await workspace.until('the list', () => workspace.said()[0]);
    expect(list.ephemeral).toBe(true);
    expect(wordsOf(list)).toContain(
      'Of the newest 15 ended applications that match "night", 1 failed; I did not look further. The jobs of 2 of them could not be read now.',
    );
    expect(wordsOf(list)).toContain('nightly');
    expect(workspace.ask.listed).toEqual([{ status: 'failed', text: 'night' }]);
    await workspace.press(list, 'check-0');
    await answered(workspace);
    expect(workspace.ask.asked[0]?.question).toEqual({ target: APP_ID, attemptId: '2', server: 'prod' });
    expect(workspace.said().filter(({ threadTs, ephemeral }) => threadTs === null && !ephemeral)).toHaveLength(1);
  }, 30_000);

  it('tells how many there are, and of an application that ended no more than that', async () => {
    const workspace = await aWorkspace();
    workspace.ask.lists(
      Array.from({ length: 20 }, () => NIGHTLY),
      { total: 44 },
    );
    await workspace.slack.type('/sparkcheck list', { channel: 'incidents' });
    const list = await workspace.until('the list', () => workspace.said()[0]);
    expect(wordsOf(list)).toContain('The latest 10 of 44 applications;');
    expect(wordsOf(list)).toMatch(new RegExp(`finished · 2 min · .* · ${APP_ID}`));
    expect(wordsOf(list)).not.toContain('completed');
  }, 30_000);

  it.each([
    [
      'list failed',
      { searched: { newest: 15, unread: 0, ended: 44 } },
      'Of the newest 15 ended applications, none failed; I did not look further.',
    ],
    [
      'list failed',
      { searched: { newest: 3, unread: 0, ended: 3 } },
      'Of 3 ended applications, none failed. Type list',
    ],
    ['list failed', { searched: { newest: 0, unread: 0, ended: 0 } }, 'No application has ended yet'],
    ['list running', {}, 'No application is running.'],
    ['list night', {}, 'There is no application that matches "night". Try list without'],
    ['list night', { more: true }, 'that matches "night" among the latest that I look through.'],
  ])(
    '%s, when there is none: %j',
    async (typed, counts, words) => {
      const workspace = await aWorkspace();
      workspace.ask.lists([], counts);
      await workspace.slack.type(`/sparkcheck ${typed}`, { channel: 'incidents' });
      expect(wordsOf(await workspace.until('the list', () => workspace.said()[0]))).toContain(words);
    },
    30_000,
  );

  it('gives the hand-off text as one message', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`/sparkcheck ${APP_ID} handoff`, { channel: 'incidents' });
    await workspace.until('the hand-off', () =>
      wordsOf(workspace.said()[0]).includes('first change: salt the hot key'),
    );
    await workspace.quiet();
    expect(workspace.said()).toHaveLength(1);
  }, 30_000);

  it.each([
    [
      new SparkcheckFailure('unknown-application', { asked: APP_ID, suggestions: ['app-20261128020011-0041'] }),
      'unknown-application',
    ],
    [new SparkcheckFailure('unreachable', { servers: ['prod'] }), 'unreachable'],
    [new TypeError('a bug of ours <!channel>'), 'bug'],
  ])(
    'tells a failure once, over the placeholder, with a next step (%s)',
    async (failure, kind) => {
      const workspace = await aWorkspace();
      workspace.ask.fails(failure);
      await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
      const told = await workspace.until('the failure', () =>
        workspace.said().find(({ text }) => text.startsWith('Failed:')),
      );
      await workspace.quiet();
      expect(workspace.said()).toHaveLength(1);
      expect(wordsOf(told)).toContain(kind);
      expect(wordsOf(told)).toContain('Try again.');
      const bug = workspace.log.lines.find(({ level }) => level === 'error');
      if (kind === 'bug') {
        expect(bug?.facts).toMatchObject({ err: failure });
        expect(wordsOf(told)).toContain(Object.values(bug?.facts ?? {})[0]);
        expect(JSON.stringify(told)).not.toContain('a bug of ours');
      } else {
        expect(bug).toBeUndefined();
      }
    },
    30_000,
  );

  it('offers other ids and the servers to choose from as buttons', async () => {
    const workspace = await aWorkspace();
    workspace.ask.fails(new SparkcheckFailure('several-servers', { asked: APP_ID, servers: ['prod', 'dev'] }));
    await workspace.slack.type(`/sparkcheck ${APP_ID} query 3`, { channel: 'incidents' });
    const told = await workspace.until('the failure', () =>
      workspace.said().find(({ text }) => text.startsWith('Failed:')),
    );
    await workspace.press(told, 'check-1');
    await workspace.until('the second question', () => workspace.ask.asked[1]);
    expect(workspace.ask.asked[1]?.question).toEqual({ target: APP_ID, query: 3, server: 'dev' });
  }, 30_000);

  it('offers the parts that an application has for one that it has not', async () => {
    const workspace = await aWorkspace();
    workspace.ask.fails(
      new SparkcheckFailure('bad-request', { asked: APP_ID, reason: 'unknown-stage', suggestions: ['3', '7'] }),
    );
    await workspace.slack.type(`/sparkcheck ${APP_ID} stage 99 on prod`, { channel: 'incidents' });
    const told = await workspace.until('the failure', () =>
      workspace.said().find(({ text }) => text.startsWith('Failed:')),
    );
    await workspace.press(told, 'check-1');
    await workspace.until('the second question', () => workspace.ask.asked[1]);
    expect(workspace.ask.asked[1]?.question).toEqual({ target: APP_ID, stage: { stageId: 7 }, server: 'prod' });
  }, 30_000);

  it('lets two checks in one channel take turns, and tells both', async () => {
    const workspace = await aWorkspace();
    const release = workspace.ask.hold();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.slack.type(`/sparkcheck ${APP_ID} query 1`, { channel: 'incidents' });
    await workspace.until('two placeholders', () => workspace.said().length === 2);
    release();
    await workspace.until(
      'both closings',
      () => workspace.said().filter(({ text }) => text.startsWith('So:')).length === 2,
    );
    const threads = workspace
      .said()
      .filter(({ threadTs }) => threadTs !== null)
      .map(({ threadTs }) => threadTs);
    expect(new Set(threads.slice(0, 6)).size).toBe(1);
    expect(new Set(threads.slice(6)).size).toBe(1);
    expect(threads).toHaveLength(12);
  }, 30_000);

  it('tells the wait in the placeholder while the history server loads', async () => {
    const workspace = await aWorkspace({ timings: { progressAfterMs: 30, progressEveryMs: 30, announceAfterMs: 10 } });
    const { ask } = workspace;
    let finish: () => void = () => undefined;
    const loading = new Promise<void>((resolve) => {
      finish = resolve;
    });
    ask.answers(async (_question, onProgress) => {
      onProgress({ step: 'loading', server: 'prod', elapsedMs: 0 });
      await loading;
      return { narration: aNarration(), question: QUESTION };
    });
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('progress', () =>
      workspace.said()[0]?.text.includes('the history server prod is still loading this application'),
    );
    finish();
    await answered(workspace);
    expect(workspace.said()[0]?.text).toContain('nightly_ranking took');
    expect(workspace.said()).toHaveLength(7);
  }, 30_000);
});
