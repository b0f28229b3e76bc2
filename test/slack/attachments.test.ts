import { describe, expect, it } from 'vitest';
import { postAlert } from '../../src/local-slack/seed-alert.ts';
import { seed } from '../../src/local-slack/seed.ts';
import { createWorkspace } from '../../src/local-slack/workspace.ts';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, wordsOf } from './a-workspace.ts';

const OTHER_ID = 'application_1700000000000_0001';
const LINK = `https://shs.example.com/history/${APP_ID}/stages/stage/?id=4&attempt=0`;
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

describe('the message shortcut on an alert that says nothing but in an attachment', () => {
  it.each([
    ['a field', { title: 'JobLate', fields: [{ title: 'Application', value: `\`${APP_ID}\``, short: true }] }, APP_ID],
    ['the link of its title', { title: 'JobLate', title_link: LINK, text: 'late again' }, LINK],
    ['its text', { color: 'danger', text: `*late*: <${LINK.replaceAll('&', '&amp;')}|stage 4>` }, LINK],
    ['blocks in it', { color: 'danger', blocks: [section('late'), section(`id: \`${APP_ID}\``)] }, APP_ID],
    ['a container in its blocks', { blocks: [inContainer(APP_ID)] }, APP_ID],
  ])(
    'finds the application in %s, and answers once in the alert’s thread',
    async (_where, attachment, target) => {
      const workspace = await aWorkspace();
      const alert = workspace.slack.control.post('incidents', { text: '', attachments: [attachment] });
      await workspace.slack.useShortcut(alert.channel, alert.ts);
      await workspace.until('the answer', () => wordsOf(workspace.said()[0]).includes('First change:'));
      await workspace.quiet();
      expect(workspace.said()).toMatchObject([{ threadTs: alert.ts, ephemeral: false }]);
      expect(workspace.ask.asked.map(({ question }) => question.target)).toEqual([target]);
    },
    30_000,
  );

  it('asks which when its attachments name several', async () => {
    const workspace = await aWorkspace();
    const attachments = [
      { title: 'JobLate', fields: [{ title: 'Application', value: APP_ID }] },
      { blocks: [section(`and ${OTHER_ID}`)] },
    ];
    const alert = workspace.slack.control.post('incidents', { text: '2 alerts', attachments });
    await workspace.slack.useShortcut(alert.channel, alert.ts);
    const which = await workspace.until('the question', () => workspace.said()[0]);
    expect(which.ephemeral).toBe(true);
    expect(wordsOf(which)).toContain(APP_ID);
    expect(wordsOf(which)).toContain(OTHER_ID);
    expect(workspace.ask.asked).toEqual([]);
    await workspace.press(which, 'check-1');
    await workspace.until('the answer', () => wordsOf(workspace.said()[1]).includes('First change:'));
    expect(workspace.said()[1]).toMatchObject({ threadTs: alert.ts, ephemeral: false });
    expect(workspace.ask.asked[0]?.question.target).toBe(OTHER_ID);
  }, 30_000);

  it('works on the alert that the local workspace starts with', async () => {
    const workspace = await aWorkspace({ local: { alertAbout: APP_ID } });
    const [alert] = workspace.slack.messages('incidents');
    await workspace.slack.useShortcut(alert?.channel ?? '', alert?.ts ?? '');
    await workspace.until('the answer', () => wordsOf(workspace.said()[0]).includes('First change:'));
    await workspace.quiet();
    expect(workspace.said()).toMatchObject([{ threadTs: alert?.ts }]);
    expect(workspace.ask.asked[0]?.question).toEqual({ target: APP_ID });
  }, 30_000);
});

it('the alert that the local workspace starts with names the application nowhere but in its attachment', () => {
  const workspace = createWorkspace(seed('sparkcheck'), Date.now);
  postAlert(workspace, APP_ID);
  const [{ text, blocks, attachments } = { text: '', blocks: [], attachments: [] }] = workspace.messages;
  expect(JSON.stringify({ text, blocks })).not.toContain(APP_ID);
  expect(JSON.stringify(attachments)).toContain(APP_ID);
});

function inContainer(id: string): object {
  return { type: 'container', title: { type: 'plain_text', text: 'Evidence' }, child_blocks: [section(`of ${id}`)] };
}
