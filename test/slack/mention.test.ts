import { describe, expect, it } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf } from './a-workspace.ts';

const OTHER_ID = 'application_1700000000000_0001';

describe('@sparkcheck in a channel', () => {
  it('answers in a thread under the mention', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`@sparkcheck why is ${APP_ID} slow?`, { channel: 'incidents' });
    await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
    const mention = workspace.slack.messages('incidents')[0];
    expect(workspace.said()).toHaveLength(7);
    expect(new Set(workspace.said().map(({ threadTs }) => threadTs))).toEqual(new Set([mention?.ts]));
    expect(workspace.ask.asked[0]?.question).toEqual({ target: APP_ID });
  }, 30_000);

  it('says under the mention what it did not understand', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type('@sparkcheck lsit failed', { channel: 'incidents' });
    const told = await workspace.until('an answer', () => workspace.said()[0]);
    expect(told).toMatchObject({ ephemeral: false, threadTs: workspace.slack.messages('incidents')[0]?.ts });
    expect(wordsOf(told)).toContain('Try "list failed".');
  }, 30_000);
});

describe('@sparkcheck in somebody’s thread', () => {
  it('answers with one message there, and has the rest behind a button', async () => {
    const workspace = await aWorkspace();
    const alert = workspace.slack.control.post('incidents', { text: 'nightly_ranking is late' });
    await workspace.slack.type(`@sparkcheck ${APP_ID}\nthanks!`, { channel: 'incidents', threadTs: alert.ts });
    await workspace.until('the answer', () => wordsOf(workspace.said()[0]).includes('First change:'));
    await workspace.quiet();
    const [answer, ...more] = workspace.said();
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ threadTs: alert.ts, edited: true });
    expect(wordsOf(answer)).toContain('3 · Skew: one task had 35 times the rows.');

    await workspace.press(answer, 'show-details');
    const modal = await workspace.until('the details', () => workspace.slack.modal());
    expect(modal.title).toBe('The five checks');
    expect(JSON.stringify(modal.blocks)).toContain('I read what check 5 needs.');
    await workspace.press(answer, 'run-again');
    await workspace.until(
      'a second answer',
      () => workspace.said().length === 2 && wordsOf(workspace.said()[1]).includes('First change:'),
    );
    expect(workspace.said()[1]?.threadTs).toBe(alert.ts);
  }, 30_000);
});

describe('events that ask nothing', () => {
  it('an edit of a mention, and an event that Slack delivers again, are answered no second time', async () => {
    const workspace = await aWorkspace();
    const { slack } = workspace;
    await slack.type(`@sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
    const delivery = slack.control.journal.find(({ kind, name }) => kind === 'delivery' && name === 'events_api');
    const body = { ...delivery?.args };
    for (const num of [1, 2, 3]) {
      expect(await slack.control.deliver({ kind: 'event', body, retry: { num, reason: 'http_timeout' } })).toBe(200);
    }
    const edited = {
      ...body,
      event_id: 'Ev0EDITED',
      event: { ...Object(body['event']), edited: { user: 'U0LOCALYOU', ts: '1.2' } },
    };
    expect(await slack.control.deliver({ kind: 'event', body: edited })).toBe(200);
    const own = { ...body, event_id: 'Ev0OWN', event: { ...Object(body['event']), user: slack.botUserId } };
    expect(await slack.control.deliver({ kind: 'event', body: own })).toBe(200);
    await workspace.quiet();
    expect(workspace.ask.asked).toHaveLength(1);
    expect(workspace.said()).toHaveLength(7);
  }, 30_000);
});

describe('the message shortcut', () => {
  it('checks the one application that an alert names in its blocks, in the alert’s thread', async () => {
    const workspace = await aWorkspace();
    const link = `https://shs.example.com/history/${APP_ID}/stages/stage/?id=4&attempt=0`;
    const alert = workspace.slack.control.post('incidents', {
      text: `FIRING <${link.replace('&', '&amp;')}|Spark UI>`,
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `*${APP_ID}* is slow: <${link}|UI>` } }],
    });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    await workspace.until('the answer', () => wordsOf(workspace.said()[0]).includes('First change:'));
    await workspace.quiet();
    expect(workspace.said()).toHaveLength(1);
    expect(workspace.said()[0]?.threadTs).toBe(alert.ts);
    expect(workspace.ask.asked.map(({ question }) => question)).toEqual([{ target: link }]);
  }, 30_000);

  it('asks which when there are several, and answers in the same thread', async () => {
    const workspace = await aWorkspace();
    const alert = workspace.slack.control.post('incidents', { text: `late: ${APP_ID} and ${OTHER_ID}` });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    const which = await workspace.until('the choice', () => workspace.said()[0]);
    expect(which.ephemeral).toBe(true);
    expect(wordsOf(which)).toContain('names 2 applications');
    await workspace.press(which, 'check-1');
    await workspace.until('the answer', () => wordsOf(workspace.said()[1]).includes('First change:'));
    expect(workspace.said()[1]).toMatchObject({ threadTs: alert.ts, ephemeral: false });
    expect(workspace.ask.asked[0]?.question.target).toBe(OTHER_ID);
  }, 30_000);

  it('says so when there is none', async () => {
    const workspace = await aWorkspace();
    const chat = workspace.slack.control.post('incidents', { text: 'good morning' });
    await workspace.slack.useShortcut(chat.channel, chat.ts);
    const told = await workspace.until('an answer', () => workspace.said()[0]);
    expect(told.ephemeral).toBe(true);
    expect(wordsOf(told)).toContain('no-application');
    expect(workspace.ask.asked).toEqual([]);
  }, 30_000);
});

describe('the buttons of an answer', () => {
  it('open the hand-off text at once, and read it again when the answer is no longer remembered', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
    await workspace.press(workspace.said()[0], 'hand-off-text');
    const modal = await workspace.until('the hand-off', () => workspace.slack.modal());
    expect(JSON.stringify(modal.blocks)).toContain('first change: salt the hot key');
    expect(workspace.ask.asked).toHaveLength(1);
    await workspace.slack.closeModal();

    const foreign = workspace.slack.control.post('incidents', {
      text: 'an answer of yesterday',
      user: workspace.slack.botUserId,
      blocks: [
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: 'hand-off-text',
              value: `${APP_ID} query 7`,
              text: { type: 'plain_text', text: 'Hand-off text' },
            },
          ],
        },
      ],
    });
    await workspace.press(foreign, 'hand-off-text');
    await workspace.until('the hand-off', () =>
      JSON.stringify(workspace.slack.modal() ?? {}).includes('first change: salt'),
    );
    expect(workspace.ask.asked[1]?.question).toEqual({ target: APP_ID, query: 7 });
  }, 30_000);

  it('starts one check for two taps on "Run again"', async () => {
    const workspace = await aWorkspace();
    await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'incidents' });
    await workspace.until('the closing reply', () => workspace.said().some(({ text }) => text.startsWith('So:')));
    const release = workspace.ask.hold();
    const root = workspace.said()[0];
    await workspace.press(root, 'run-again');
    await workspace.until('a placeholder', () => workspace.said().find(({ text }) => text.startsWith('Reading')));
    await workspace.press(root, 'run-again');
    await workspace.until('a word about it', () => workspace.said().find(({ ephemeral }) => ephemeral));
    release();
    await workspace.until(
      'the second closing',
      () => workspace.said().filter(({ text }) => text.startsWith('So:')).length === 2,
    );
    await workspace.quiet();
    expect(workspace.ask.asked).toHaveLength(2);
    expect(workspace.said().filter(({ threadTs, ephemeral }) => threadTs === null && !ephemeral)).toHaveLength(2);
  }, 30_000);
});
