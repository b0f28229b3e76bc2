import { describe, expect, onTestFinished, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { bars, button, cell, container, mrkdwn, plain, richText, section, task } from '../local-slack/a-block.ts';
import { PHONE, scrollsSideways, visit } from './a-browser.ts';
import { paleText } from './contrast.ts';

const TIMEOUT = 120_000;
const SMALL_PHONE = { width: 320, height: 640 };

const QUANTILES = {
  type: 'table',
  rows: [
    ['metric', 'min', '25%', 'median', '75%', 'max'],
    ['duration', '5.6 s', '7.5 s', '8.9 s', '11 s', '1 min 16 s'],
    ['bytes read', '165 KB', '177 KB', '184 KB', '189 KB', '4.1 MB'],
  ].map((row) => row.map(cell)),
};

/** A channel with one of each thing that has a colour of its own. */
async function aColourfulSlack(): Promise<LocalSlack> {
  const slack = await startLocalSlack({ ackTimeoutMs: 100 });
  onTestFinished(() => slack.close());
  const blocks = [
    { type: 'header', text: plain('A header') },
    { type: 'section', text: mrkdwn('With `code`, a <https://example.com|link>, <@U0ROBIN001> and <!here>.') },
    { type: 'context', elements: [plain('Context')] },
    button({ style: 'primary' }),
    button({ style: 'danger' }),
    richText('Rich'),
    QUANTILES,
    container({ title: plain('A container'), subtitle: plain('below'), child_blocks: [section(3)] }),
    task({ status: 'error', output: richText('went wrong') }),
    { type: 'image', image_url: 'https://images.example/x.png', alt_text: 'described' },
  ];
  const alert = slack.control.post('incidents', { text: 'many colours', blocks });
  slack.control.post('incidents', { text: 'chart', blocks: [bars({ series: 2 })] });
  for (const user of ['U0ROBIN001', slack.botUserId, slack.userId]) {
    slack.control.post('incidents', { text: `by ${user}`, user, threadTs: alert.ts });
  }
  slack.control.post('data-eng', { text: 'unread' });
  await slack.type('/sparkcheck app-1');
  return slack;
}

const HEADING = `document.querySelector('h1')`;

describe.each([
  ['light', false],
  ['dark', true],
])('in the %s theme', (_name, dark) => {
  test(
    'every text stands out from its ground',
    async () => {
      const slack = await aColourfulSlack();
      const { page } = await visit(slack.pageUrl, { dark, viewport: { width: 1360, height: 1400 } });
      const paint = (color: string): Promise<unknown> => page.evaluate(`${HEADING}.style.color = '${color}'`);
      await paint('rgb(128 128 128 / 60%)');
      expect(await paleText(page)).toMatchObject([{ text: 'incidents' }]);
      await paint('');
      await page.getByRole('button', { name: '3 replies' }).click();
      await page.getByRole('textbox', { name: 'Message #incidents' }).fill('/');
      await page.getByRole('option').first().waitFor();
      expect(await paleText(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'Message #incidents' }).fill('@sparkcheck ');
      await page.locator('article').first().hover();
      expect(await paleText(page)).toEqual([]);
      await page.getByRole('button', { name: 'More actions' }).first().click();
      expect(await paleText(page)).toEqual([]);
      await page.getByRole('button', { name: 'lounge' }).click();
      await page.getByRole('button', { name: 'old-incidents' }).hover();
      expect(await paleText(page)).toEqual([]);
      await page.getByRole('button', { name: 'old-incidents' }).click();
      await page.getByText('This channel is archived').waitFor();
      expect(await paleText(page)).toEqual([]);
    },
    TIMEOUT,
  );
});

/** Controls that a finger would miss: below 24 pixels, but for links within a sentence. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, select, summary, textarea, .button, a:not(.p a)')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.skip'))
    .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 24)
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)`);

/** Pairs of a message's tools and its words or time that lie over each other. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.message')].flatMap((message) => {
    const tools = [...message.querySelectorAll('.tools .tool')].filter((one) => one.checkVisibility());
    const words = [...message.querySelectorAll('.author, .badge, time, .block')].filter((one) => one.checkVisibility());
    return tools.flatMap((tool) => words.filter((one) => {
      const [a, b] = [tool.getBoundingClientRect(), one.getBoundingClientRect()];
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    }).map((one) => one.textContent));
  })`);

test.each([PHONE, SMALL_PHONE])(
  'on a phone of $width pixels tools lie over nothing, belong to one message, and a finger meets them',
  async (viewport) => {
    const slack = await aColourfulSlack();
    for (const text of ['one', 'two', 'three']) slack.control.post('incidents', { text, user: 'U0ROBIN001' });
    const { page, screenshot } = await visit(slack.pageUrl, { viewport });
    await page.getByText('three').waitFor();
    expect(await page.locator('.message.follows').count()).toBeGreaterThanOrEqual(2);
    expect(await overlaps(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    const strays = `[...document.querySelectorAll('.message')].filter((message) => {
      const [own, tool] = [message, message.querySelector('.tools')].map((one) => one?.getBoundingClientRect());
      return tool && (tool.top < own.top - 1 || tool.bottom > own.bottom + 1);
    }).length`;
    expect(await page.evaluate(strays)).toBe(0);
    await page.getByRole('textbox').fill('/sparkcheck ');
    const note = page.locator('.composer-note');
    expect(await note.innerText()).toContain('help');
    const cut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.composer-note'))`;
    expect(await page.evaluate(cut)).toBe(false);
    await page.locator('.message.follows').last().getByRole('button', { name: 'More actions' }).click();
    const menu = page.getByRole('menu');
    const [at, room] = [await menu.boundingBox(), await page.locator('#messages').boundingBox()];
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0));
    expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
    expect(await scrollsSideways(page)).toBe(false);
    await screenshot(`phone-tools-${viewport.width}`);
  },
  TIMEOUT,
);

test(
  'a table that is too wide shows that it scrolls, has a name, and is scrolled by keyboard; one that fits does not',
  async () => {
    const slack = await aColourfulSlack();
    const { page, screenshot } = await visit(slack.pageUrl, { viewport: PHONE });
    const region = page.getByRole('region', { name: 'Table of metric, min, 25%, median, 75%, max, scrolls sideways' });
    await region.scrollIntoViewIfNeeded();
    const shade = (side: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.scroll-frame'), '::${side}').opacity`);
    expect([await shade('before'), await shade('after')]).toEqual(['0', '1']);
    await screenshot('phone-table');
    await region.focus();
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    await expect.poll(async () => [await shade('before'), await shade('after')]).toEqual(['1', '0']);
    await page.setViewportSize({ width: 1360, height: 860 });
    await expect.poll(() => region.count()).toBe(0);
    expect(await page.locator('.scroll-inside[tabindex]').count()).toBe(0);
  },
  TIMEOUT,
);
