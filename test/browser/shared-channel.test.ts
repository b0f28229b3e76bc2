import { expect, test } from 'vitest';
import { APP_ID } from '../slack/a-narration.ts';
import { aWorkspace } from '../slack/a-workspace.ts';
import { PHONE, scrollsSideways, visit } from './a-browser.ts';

const TIMEOUT = 120_000;

test(
  'a channel that is shared with another organisation says so, and there one speaks and presses as one of its people',
  async () => {
    const workspace = await aWorkspace();
    const { page, screenshot } = await visit(workspace.slack.pageUrl);
    const choice = page.getByRole('group', { name: 'Speaking as' });
    expect(await choice.count()).toBe(0);
    await page.getByRole('button', { name: 'shared-acme shared with Acme' }).click();
    await page.locator('#channel-header').getByText('shared with Acme').waitFor();
    await page.getByRole('textbox').fill(`/sparkcheck ${APP_ID}`);
    await page.keyboard.press('Enter');
    const root = page.locator('#messages article', { hasText: 'One hot title_id' });
    await root.getByRole('button', { name: 'Run again' }).waitFor();

    // By keyboard: the choice stands right before the box.
    expect(await choice.getByRole('radio', { name: 'You', exact: true }).isChecked()).toBe(true);
    await page.getByRole('textbox').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    expect(await choice.getByRole('radio', { name: 'Kim (Acme)' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type(`@sparkcheck ${APP_ID}`);
    await page.keyboard.press('Enter');
    const hers = page.getByRole('article', { name: 'kim (Acme)' });
    await hers.getByText('Acme', { exact: true }).waitFor();

    await root.getByRole('button', { name: 'Run again' }).click();
    await page.locator('#messages').getByText('Only visible to Kim (Acme)').waitFor();
    await page.getByRole('textbox').fill('/sparkcheck list');
    await page.getByText('Slack offers an app’s commands only to people').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#messages').getByText('is not a valid command').waitFor();
    expect(workspace.ask.asked).toHaveLength(1);
    await screenshot('shared-channel');

    // The same choice above the thread's box, and none where nobody else may speak.
    await hers.getByRole('button', { name: '1 reply' }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    expect(await thread.getByRole('radio', { name: 'Kim (Acme)' }).isChecked()).toBe(true);
    await thread.getByRole('radio', { name: 'You', exact: true }).check();
    expect(await page.locator('#composer-place').getByRole('radio', { name: 'You' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'incidents', exact: true }).click();
    expect(await choice.count()).toBe(0);
  },
  TIMEOUT,
);

test.each([true, false])(
  'on a phone it has room too (dark: %s)',
  async (dark) => {
    const { slack } = await aWorkspace();
    const { page, screenshot } = await visit(`${slack.pageUrl}#/${slack.channels['shared-acme']}`, {
      viewport: PHONE,
      dark,
    });
    await page.getByRole('radio', { name: 'Kim (Acme)' }).check();
    await page.getByRole('textbox').fill('@sparkcheck list');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: '1 reply' }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await screenshot(`shared-channel-phone-${dark ? 'dark' : 'light'}`);
  },
  TIMEOUT,
);
