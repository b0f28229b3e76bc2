import { expect, onTestFinished, test } from 'vitest';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { visit } from './a-browser.ts';

const TIMEOUT = 120_000;

test(
  'every channel and every thread keeps its own draft',
  async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    const alert = slack.control.post('incidents', { text: 'an alert' });
    slack.control.post('incidents', { text: 'a reply', threadTs: alert.ts });
    const { page } = await visit(slack.pageUrl);
    const box = page.getByRole('textbox', { name: 'Message #incidents' });
    await box.fill('half a tho');
    await page.getByRole('button', { name: '1 reply' }).click();
    const reply = page.getByRole('textbox', { name: 'Reply…' });
    await reply.fill('half a reply');
    await page.getByRole('button', { name: 'lounge' }).click();
    const lounge = page.getByRole('textbox', { name: 'Message #lounge' });
    expect(await lounge.inputValue()).toBe('');
    await lounge.fill('for the lounge');
    await page.getByRole('button', { name: 'incidents draft' }).click();
    expect(await box.inputValue()).toBe('half a tho');
    await page.keyboard.type('ught');
    expect(await box.inputValue()).toBe('half a thought');
    await page.getByRole('button', { name: '1 reply' }).click();
    expect(await reply.inputValue()).toBe('half a reply');
    // A change of the channel draws it anew.
    slack.control.setBotMember('incidents', false);
    await page.getByText('is not in this channel').first().waitFor();
    expect(await reply.inputValue()).toBe('half a reply');
    expect(await box.inputValue()).toBe('half a thought');
    expect(await page.evaluate('document.activeElement.id')).toBe('thread-composer');
  },
  TIMEOUT,
);

test(
  'a line that can not be sent stays, says so, and goes out once the workspace is back',
  async () => {
    const before = await startLocalSlack();
    const alert = before.control.post('incidents', { text: 'an alert' });
    const { page, trouble, screenshot } = await visit(`${before.pageUrl}#/${alert.channel}/${alert.ts}`);
    const reply = page.getByRole('textbox', { name: 'Reply…' });
    const box = page.getByRole('textbox', { name: 'Message #incidents' });
    await before.close();
    const status = page.getByRole('status').filter({ hasText: 'Reconnecting' });
    await status.waitFor();
    const [bar, title] = [await status.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
    await reply.fill('half a reply');
    await box.fill('/sparkcheck app-1');
    await page.keyboard.press('Enter');
    const told = page.getByRole('alert').filter({ hasText: 'Not sent' });
    await told.waitFor();
    expect(await box.inputValue()).toBe('/sparkcheck app-1');
    await screenshot('not-sent');

    const after = await startLocalSlack({ port: Number(new URL(before.pageUrl).port), ackTimeoutMs: 100 });
    await page.getByText('Connected again.').waitFor();
    await page.getByText('Connected again.').waitFor({ state: 'hidden' });
    // The thread went with the old workspace; what was typed last is still where it was typed.
    expect(await page.getByRole('complementary', { name: 'Thread' }).count()).toBe(0);
    expect(await box.inputValue()).toBe('/sparkcheck app-1');
    expect(await told.count()).toBe(1);
    await box.focus();
    await page.keyboard.press('Enter');
    await page.getByText('/sparkcheck failed with the error "dispatch_failed"').waitFor();
    expect(await told.count()).toBe(0);
    expect(await box.inputValue()).toBe('');
    // Where its own box is free, the channel takes up what was typed in a thread that is gone.
    const lost = after.control.post('incidents', { text: 'another alert' });
    await page.goto(`${after.pageUrl}#/${lost.channel}/${lost.ts}`);
    await reply.fill('half a reply');
    await after.close();
    await page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor();
    const last = await startLocalSlack({ port: Number(new URL(before.pageUrl).port) });
    onTestFinished(() => last.close());
    await page.getByRole('status').filter({ hasText: 'was not sent' }).waitFor();
    expect(await box.inputValue()).toBe('half a reply');
    // The browser itself reports each connection that was refused.
    expect(trouble.filter((line) => !line.includes('net::ERR_'))).toEqual([]);
    await page.close();
    trouble.length = 0;
  },
  TIMEOUT,
);

test(
  'a refusal lies over no control',
  async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    slack.control.post('incidents', { text: 'an alert' });
    const { page, trouble } = await visit(slack.pageUrl);
    await page.route('**/page/shortcut', (route) => route.abort());
    await page.getByRole('button', { name: 'More actions' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const toast = page.getByRole('status').filter({ hasText: 'does not answer' });
    await toast.waitFor();
    const box = await toast.boundingBox();
    const app = await page.locator('#app').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(app?.y ?? 0);
    expect(trouble.filter((line) => !line.includes('net::ERR_'))).toEqual([]);
    trouble.length = 0;
  },
  TIMEOUT,
);
