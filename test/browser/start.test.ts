import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, PHONE, scrollsSideways, visit } from './a-browser.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const TIMEOUT = 240_000;

/** What `npm start` starts, with nothing configured; gives the address that it prints. */
function start(): Promise<string> {
  const own = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  const ended = new Promise<number | null>((resolve) => own.on('exit', resolve));
  onTestFinished(async () => {
    own.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
  return new Promise((resolve, reject) => {
    let printed = '';
    own.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk);
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    void ended.then((code) => reject(new Error(`ended with ${code} before it printed an address: ${printed}`)));
  });
}

test(
  'with nothing configured, a recorded real run is asked about and answered from the placeholder to the cause',
  async () => {
    const address = await start();
    const { page, screenshot } = await visit(address, { viewport: { ...DESKTOP, height: 1200 } });
    // The first answer is asked for at the start, before anybody types.
    await page.getByRole('button', { name: '6 replies' }).first().waitFor({ timeout: 60_000 });
    const suggestions = page.locator('.suggestion');
    expect(await suggestions.count()).toBe(3);
    await suggestions.nth(1).click();
    const command = await page.getByRole('textbox', { name: 'Message #incidents' }).inputValue();
    expect(command).toMatch(/^\/sparkcheck \S+$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '6 replies' }).nth(1).waitFor({ timeout: 60_000 });

    await page.getByRole('button', { name: '6 replies' }).first().click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText(/^So: /).waitFor();
    for (const check of ['1 · ', '2 · ', '3 · ', '4 · ', '5 · ']) {
      expect(await thread.getByText(check).count()).toBeGreaterThan(0);
    }
    await page.evaluate(`[...document.querySelectorAll('#thread article')].at(3).scrollIntoView()`);
    await page.mouse.move(0, 0);
    await screenshot('start-desktop');
    expect(await scrollsSideways(page)).toBe(false);
  },
  TIMEOUT,
);

test(
  'the same on a phone',
  async () => {
    const address = await start();
    const { page, screenshot } = await visit(address, { viewport: PHONE });
    await page.getByRole('button', { name: '6 replies' }).first().waitFor({ timeout: 60_000 });
    // So that the alert above the answer shows its head.
    await page.evaluate(`document.querySelector('#messages').scrollTop -= 12`);
    await screenshot('start-phone');
    await page.getByRole('button', { name: '6 replies' }).first().click();
    const cause = page.getByRole('complementary', { name: 'Thread' }).getByText(/^So: /);
    await cause.waitFor();
    await page.evaluate(`[...document.querySelectorAll('#thread article')].at(-1).scrollIntoView()`);
    await screenshot('start-phone-cause');
    expect(await scrollsSideways(page)).toBe(false);
  },
  TIMEOUT,
);
