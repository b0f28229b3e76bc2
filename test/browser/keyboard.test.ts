import { expect, onTestFinished, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { button, plain } from '../local-slack/a-block.ts';
import { joinOverHttp } from '../local-slack/bolt-app.ts';
import { PHONE, visit } from './a-browser.ts';

const TIMEOUT = 120_000;

async function aSlack(): Promise<LocalSlack> {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  return slack;
}

/** What has the focus, by the name that a screen reader says. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { activeElement } = document;
    const copy = activeElement.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
    return activeElement.getAttribute('aria-label') ?? copy.textContent.trim();
  })()`);

test(
  'Escape closes a thread, and the focus goes back to what opened it, however the message was redrawn since',
  async () => {
    const slack = await aSlack();
    const alert = slack.control.post('incidents', { text: 'an alert' });
    slack.control.post('incidents', { text: 'a reply', threadTs: alert.ts });
    const { page } = await visit(slack.pageUrl);
    await page.getByRole('button', { name: '1 reply View thread', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Reply…' }).fill('on it');
    await page.keyboard.press('Enter');
    const opener = page.getByRole('button', { name: '2 replies View thread', exact: true });
    await opener.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Thread' }).waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('2 replies View thread');
    // The reply of someone else redraws it once more, under the focus.
    slack.control.post('incidents', { text: 'me too', threadTs: alert.ts });
    await page.getByRole('button', { name: '3 replies' }).waitFor();
    expect(await focused(page)).toBe('3 replies View thread');
  },
  TIMEOUT,
);

test(
  'a thread that has nothing to go back to leaves the focus in the message box',
  async () => {
    const slack = await aSlack();
    const alert = slack.control.post('incidents', { text: 'an alert' });
    const { page } = await visit(`${slack.pageUrl}#/${alert.channel}/${alert.ts}`);
    await page.getByRole('textbox', { name: 'Reply…' }).focus();
    slack.control.deleteMessage('incidents', alert.ts);
    await page.getByRole('complementary', { name: 'Thread' }).waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Message #incidents');
  },
  TIMEOUT,
);

test(
  'a menu is walked with the arrows and closed with Escape; the skip link stays in the channel',
  async () => {
    const slack = await aSlack();
    slack.control.post('lounge', { text: 'a message' });
    const { page } = await visit(`${slack.pageUrl}#/${slack.channels['lounge']}`);
    await page.getByRole('button', { name: 'More actions' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Check this Spark app');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Reply in thread');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Check this Spark app');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('More actions');
    expect(await page.getByRole('menu').count()).toBe(0);

    await page.getByRole('link', { name: 'Skip to the message box' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Message #lounge');
    expect(await page.getByRole('heading', { name: 'lounge', level: 1 }).count()).toBe(1);
  },
  TIMEOUT,
);

test(
  'a channel in the list keeps the focus when something is posted elsewhere',
  async () => {
    const slack = await aSlack();
    const { page } = await visit(slack.pageUrl);
    await page.getByRole('button', { name: 'lounge' }).focus();
    slack.control.post('data-eng', { text: 'elsewhere' });
    await page.getByRole('button', { name: 'data-eng unread' }).waitFor();
    expect(await focused(page)).toBe('lounge');
  },
  TIMEOUT,
);

test(
  'a modal holds the focus, keeps what was filled in beside what was wrong, and gives the focus back',
  async () => {
    const { slack, app, stop } = await joinOverHttp((bolt) => {
      bolt.action('a', async ({ ack, body, client }) => {
        await ack();
        if (!('trigger_id' in body)) return;
        const input = (id: string) => ({
          type: 'input',
          block_id: id,
          label: plain(id),
          element: { type: 'plain_text_input', action_id: 'text' },
        });
        await client.apiCall('views.open', {
          trigger_id: body.trigger_id,
          view: {
            type: 'modal',
            callback_id: 'f',
            title: plain('Form'),
            submit: plain('Send'),
            blocks: ['first', 'second'].map(input),
          },
        });
      });
      bolt.view('f', ({ ack }) => ack({ response_action: 'errors', errors: { second: 'Not this' } }));
    });
    onTestFinished(stop);
    const label = { accessibility_label: 'Check the run of tonight' };
    await app.client.apiCall('chat.postMessage', { channel: 'incidents', text: 'x', blocks: [button(label)] });
    const { page } = await visit(slack.pageUrl);
    const opener = page.getByRole('button', { name: 'Check the run of tonight' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Form' });
    await form.getByLabel('first').fill('one');
    await form.getByLabel('second').fill('two');
    await page.keyboard.press('Enter');
    await form.getByText('Not this').waitFor();
    expect(await form.getByLabel('first').inputValue()).toBe('one');
    expect(await form.getByLabel('second').inputValue()).toBe('two');
    expect(await page.evaluate('document.activeElement.dataset.blockId')).toBe('second');
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.closest('main, nav, aside')`)).toBeNull();
    }
    // Redrawn behind the modal, the button is another element by the time that the modal closes.
    const { ts } = slack.messages('incidents').at(-1) ?? { ts: '' };
    slack.control.post('incidents', { text: 'a reply', threadTs: ts });
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Check the run of tonight');
  },
  TIMEOUT,
);

test(
  'on a phone nothing below what is open can be reached, and closing it goes back to what opened it',
  async () => {
    const slack = await aSlack();
    const alert = slack.control.post('incidents', { text: 'an alert' });
    slack.control.post('incidents', { text: 'a reply', threadTs: alert.ts });
    const { page } = await visit(slack.pageUrl, { viewport: PHONE });
    await page.getByRole('button', { name: 'Channels' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('incidents');
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.closest('main, aside')`)).toBeNull();
    }
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Channels');
    await page.getByRole('button', { name: '1 reply' }).click();
    expect(await focused(page)).toBe('Back to the channel');
    expect(await page.getByRole('textbox').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Thread' }).waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('1 reply View thread');
  },
  TIMEOUT,
);
