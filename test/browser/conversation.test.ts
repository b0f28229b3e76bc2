import { describe, expect, test } from 'vitest';
import { APP_ID, aNarration } from '../slack/a-narration.ts';
import { aWorkspace, type Workspace } from '../slack/a-workspace.ts';
import { PHONE, scrollsSideways, visit } from './a-browser.ts';

/** The bot itself on the page: only what it is told about an application is scripted. */
const workspaceToTry = (): Promise<Workspace> =>
  aWorkspace({
    local: {
      suggestions: [
        { label: 'A window over one hot title', command: `/sparkcheck ${APP_ID}` },
        { label: 'A nightly run with nothing wrong', command: '/sparkcheck app-20261129010000-0007' },
        { label: 'A cluster that came late', command: '/sparkcheck app-20261129030000-0011' },
      ],
    },
  });

const TIMEOUT = 120_000;

describe('asking on the page', () => {
  test(
    'a first visitor is shown what to type, sees the placeholder become the headline, and reads the cause in the thread',
    async () => {
      const { slack, ask } = await workspaceToTry();
      const release = ask.hold();
      const { page, screenshot } = await visit(slack.pageUrl);
      await page.getByRole('button', { name: 'A window over one hot title' }).click();
      const box = page.getByRole('textbox', { name: 'Message #incidents' });
      expect(await box.inputValue()).toBe(`/sparkcheck ${APP_ID}`);
      await screenshot('first-visit');
      await page.keyboard.press('Enter');

      const root = page.locator('#messages article').last();
      await root.getByText(APP_ID).first().waitFor();
      expect(await root.innerText()).not.toContain('One hot title_id');
      await screenshot('placeholder');
      release();
      await root.getByText('One hot title_id holds the whole job').waitFor();
      await page.getByRole('button', { name: '6 replies' }).click();

      const thread = page.getByRole('complementary', { name: 'Thread' });
      await thread.getByText('So: skew on title_id is the cause').waitFor();
      expect(await thread.locator('article').count()).toBe(7);
      expect(await thread.getByRole('img', { name: /^Stage durations, in seconds\. stage 4 7.56K/ }).count()).toBe(1);
      expect(await thread.getByRole('columnheader', { name: 'median' }).count()).toBe(1);
      expect(await scrollsSideways(page)).toBe(false);
      await screenshot('thread');
    },
    TIMEOUT,
  );

  test(
    'the buttons work: run again gives a second answer, hand-off a text to copy',
    async () => {
      const { slack } = await workspaceToTry();
      const { page, screenshot } = await visit(slack.pageUrl);
      await page.getByRole('textbox').fill(`/sparkcheck ${APP_ID}`);
      await page.keyboard.press('Enter');
      const roots = page.locator('#messages article', { hasText: 'One hot title_id' });
      await page.getByRole('button', { name: '6 replies' }).waitFor();
      await roots.getByRole('button', { name: 'Run again' }).click();
      await page.getByRole('button', { name: '6 replies' }).nth(1).waitFor();
      expect(await roots.count()).toBe(2);

      await roots.last().getByRole('button', { name: 'Hand-off text' }).click();
      const modal = page.getByRole('dialog');
      await modal
        .getByText(aNarration().handoff.split('\n')[0] ?? '')
        .first()
        .waitFor();
      await screenshot('hand-off');
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'hidden' });
      expect(slack.modal()).toBeNull();

      const link = roots.last().getByRole('link', { name: 'Open in Spark UI' });
      expect(await link.getAttribute('href')).toBe(aNarration().root.url);
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    },
    TIMEOUT,
  );

  test(
    'inside a thread a mention gets one message, and a command the refusal that Slack gives',
    async () => {
      const { slack } = await workspaceToTry();
      const alert = slack.control.post('incidents', { text: 'nightly_ranking is late' });
      const { page, screenshot } = await visit(`${slack.pageUrl}#/${alert.channel}/${alert.ts}`);
      const thread = page.getByRole('complementary', { name: 'Thread' });
      const box = thread.getByRole('textbox', { name: 'Reply…' });
      await box.pressSequentially('@spar');
      await page.keyboard.press('Tab');
      await box.pressSequentially(APP_ID);
      await page.keyboard.press('Enter');
      await thread.getByText('First change:').waitFor();
      expect(await thread.locator('article').count()).toBe(3);

      await box.fill(`/sparkcheck ${APP_ID}`);
      await page.keyboard.press('Enter');
      await thread.getByText('/sparkcheck is not supported in threads. Sorry!').waitFor();
      expect(await thread.getByText('Only visible to you').count()).toBe(1);
      await screenshot('in-a-thread');
    },
    TIMEOUT,
  );

  test(
    'the message shortcut checks what an alert names, by keyboard alone',
    async () => {
      const { slack } = await workspaceToTry();
      slack.control.post('incidents', { text: `nightly_ranking is late: ${APP_ID}` });
      const { page } = await visit(slack.pageUrl);
      await page.getByRole('button', { name: 'More actions' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Check this Spark app' }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Check this Spark app');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: '1 reply' }).focus();
      await page.keyboard.press('Enter');
      const thread = page.getByRole('complementary', { name: 'Thread' });
      await thread.getByText('First change:').waitFor();
      await page.keyboard.press('Escape');
      await thread.waitFor({ state: 'hidden' });
    },
    TIMEOUT,
  );

  test(
    'where the bot is no member the answer is marked as private, and an invitation brings the thread',
    async () => {
      const { slack } = await workspaceToTry();
      const { page } = await visit(slack.pageUrl);
      await page.getByRole('button', { name: 'lounge' }).click();
      await page.getByRole('textbox').fill(`/sparkcheck ${APP_ID}`);
      await page.keyboard.press('Enter');
      await page.locator('article.ephemeral', { hasText: 'title_id' }).last().waitFor();
      await page.getByRole('textbox').fill('/invite @sparkcheck');
      await page.keyboard.press('Enter');
      await page.getByText('sparkcheck was added to #lounge').waitFor();
      await page.getByRole('textbox').fill(`/sparkcheck ${APP_ID}`);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: '6 replies' }).waitFor();
    },
    TIMEOUT,
  );
});

test(
  'on a phone: one pane at a time, nothing sticks out, every step within a thumb’s reach',
  async () => {
    const { slack } = await workspaceToTry();
    const { page, screenshot } = await visit(slack.pageUrl, { viewport: PHONE });
    await page.getByRole('button', { name: 'A window over one hot title' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: '6 replies' }).waitFor();
    await screenshot('phone-answer');
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole('button', { name: '6 replies' }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText('So: skew on title_id is the cause').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await screenshot('phone-thread');
    await thread.getByText('So: skew on title_id is the cause').scrollIntoViewIfNeeded();
    await screenshot('phone-cause');
    await thread.getByRole('button', { name: 'Back to the channel' }).click();
    await thread.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'data-eng' }).click();
    await page.getByRole('heading', { name: 'data-eng', level: 1 }).waitFor();
  },
  TIMEOUT,
);

test(
  'dark, for whoever set it so',
  async () => {
    const { slack } = await workspaceToTry();
    const { page, screenshot } = await visit(slack.pageUrl, { dark: true });
    await page.getByRole('textbox').fill(`/sparkcheck ${APP_ID}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '6 replies' }).click();
    await page.getByRole('complementary').getByText('So: skew on title_id is the cause').waitFor();
    const [red = 255] =
      String(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
        .match(/\d+/g)
        ?.map(Number) ?? [];
    expect(red).toBeLessThan(60);
    await screenshot('thread-dark');
  },
  TIMEOUT,
);

test(
  'hostile names are words on the page, never markup, links or mentions',
  async () => {
    const name = '<img src=x onerror=alert(1)><script>alert(2)</script> <!channel> *bold* <https://evil.example|click>';
    const { slack, ask } = await workspaceToTry();
    const narration = aNarration();
    const application = { ...narration.root.application, name };
    ask.answers(async (question) => ({
      narration: { ...narration, root: { ...narration.root, application, plain: name } },
      question: { ...question, server: 'prod' },
    }));
    const { page } = await visit(slack.pageUrl);
    await page.getByRole('textbox').fill(`/sparkcheck ${APP_ID}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '6 replies' }).waitFor();
    const shown = await page.locator('#messages article').last().innerText();
    expect(shown).toContain('<img src=x onerror=alert(1)><script>alert(2)</script>');
    expect(await page.locator('article script, article img:not(.avatar), article .mention').count()).toBe(0);
    expect(await page.locator('article a[href*="evil"]').count()).toBe(0);
  },
  TIMEOUT,
);
