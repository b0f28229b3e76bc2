import { onTestFinished, expect, test } from 'vitest';
import type { LocalSlack, LocalSlackOptions } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { joinOverHttp } from '../local-slack/bolt-app.ts';
import { PHONE, scrollsSideways, visit } from './a-browser.ts';

const TIMEOUT = 120_000;

async function aSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack(options);
  onTestFinished(() => slack.close());
  return slack;
}

const plain = (text: string) => ({ type: 'plain_text', text });
const text = (words: string, style?: object) => ({ type: 'text', text: words, ...(style ? { style } : {}) });
const chart = (type: string, title: string) => ({
  type: 'data_visualization',
  title,
  chart: {
    type,
    series: ['median', 'slowest'].map((name, index) => ({
      name,
      data: ['1', '2', '3', '4'].map((label, at) => ({ label: `stage ${label}`, value: (at + 1) * (index * 3 + 1) })),
    })),
    axis_config: { categories: ['stage 1', 'stage 2', 'stage 3', 'stage 4'], x_label: 'stage', y_label: 'minutes' },
  },
});

/** One of each block that a message may hold. */
const GALLERY: object[][] = [
  [
    { type: 'header', text: plain('A header') },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: 'A section with *bold*, _italic_, `code` and a <https://example.com|link>.' },
      accessory: { type: 'button', action_id: 'a', text: plain('Accessory') },
    },
    { type: 'section', fields: [plain('Field one'), plain('Field two')] },
    { type: 'divider' },
    { type: 'context', elements: [plain('Context'), { type: 'mrkdwn', text: 'with *two* parts' }] },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'p', text: plain('Primary'), style: 'primary' },
        { type: 'button', action_id: 'd', text: plain('Danger'), style: 'danger' },
        {
          type: 'static_select',
          action_id: 's',
          placeholder: plain('Pick one'),
          options: [
            { text: plain('First'), value: '1' },
            { text: plain('Second'), value: '2' },
          ],
        },
      ],
    },
    { type: 'image', image_url: 'https://images.example/never-loaded.png', alt_text: 'described, not loaded' },
  ],
  [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [text('Rich '), text('bold', { bold: true }), text(' and '), text('code', { code: true })],
        },
        {
          type: 'rich_text_list',
          style: 'bullet',
          elements: ['one', 'two'].map((item) => ({ type: 'rich_text_section', elements: [text(item)] })),
        },
        { type: 'rich_text_quote', elements: [text('A quote')] },
        { type: 'rich_text_preformatted', elements: [text('stage 4 = 91%\nskew 34×')] },
      ],
    },
    { type: 'markdown', text: '### Markdown\n1. first\n2. **second**' },
    {
      type: 'table',
      rows: [
        ['metric', 'median', 'max'],
        ['duration', '3.5 min', '2 h'],
      ].map((row) => row.map((cell) => ({ type: 'raw_text', text: cell }))),
      column_settings: [{ align: 'left' }, { align: 'right' }, { align: 'right' }],
    },
  ],
  [chart('bar', 'Bars of two series'), chart('area', 'Areas')],
  [
    chart('line', 'Lines'),
    {
      type: 'data_visualization',
      title: 'A pie',
      chart: {
        type: 'pie',
        segments: [
          { label: 'GC', value: 30 },
          { label: 'work', value: 70 },
        ],
      },
    },
  ],
];

test(
  'every kind of block is shown, and an image by its description only',
  async () => {
    const slack = await aSlack();
    for (const blocks of GALLERY) slack.control.post('incidents', { text: 'gallery', blocks });
    const { page, screenshot } = await visit(slack.pageUrl, { viewport: { width: 1100, height: 2600 } });
    const list = page.locator('#messages');
    await list.getByRole('heading', { name: 'A header' }).waitFor();
    expect(await list.locator('strong', { hasText: 'bold' }).count()).toBe(2);
    expect(await list.getByRole('link', { name: 'link' }).getAttribute('href')).toBe('https://example.com');
    expect(await list.locator('ul.list li').allInnerTexts()).toEqual(['one', 'two']);
    expect(await list.locator('blockquote').innerText()).toBe('A quote');
    expect(await list.locator('pre').innerText()).toBe('stage 4 = 91%\nskew 34×');
    expect(await list.locator('ol.list li').allInnerTexts()).toEqual(['first', 'second']);
    expect(await list.locator('td.align-right').allInnerTexts()).toEqual(['3.5 min', '2 h']);
    expect(await list.locator('rect.bar-mark').count()).toBe(8);
    expect(await list.locator('polygon.area-mark').count()).toBe(2);
    expect(await list.locator('polyline.line-mark').count()).toBe(4);
    expect(await list.locator('.pie path').count()).toBe(2);
    expect(await list.getByText('described, not loaded').count()).toBe(1);
    await screenshot('gallery');
    await page.setViewportSize(PHONE);
    expect(await scrollsSideways(page)).toBe(false);
    await screenshot('gallery-phone');
  },
  TIMEOUT,
);

test(
  'buttons, menus and forms reach the app with what was chosen',
  async () => {
    const heard: unknown[] = [];
    const { slack, stop } = await joinOverHttp((app) => {
      app.action('s', async ({ ack, action, body, client }) => {
        await ack();
        heard.push(action.type === 'static_select' ? action.selected_option.value : action.type);
        if (!('trigger_id' in body)) return;
        await client.views.open({
          trigger_id: body.trigger_id,
          view: {
            type: 'modal',
            callback_id: 'reason',
            title: { type: 'plain_text', text: 'Why?' },
            submit: { type: 'plain_text', text: 'Send' },
            blocks: [
              {
                type: 'input',
                block_id: 'why',
                label: { type: 'plain_text', text: 'Reason' },
                element: { type: 'plain_text_input', action_id: 'text' },
              },
            ],
          },
        });
      });
      app.view('reason', async ({ ack, view }) => {
        const reason = view.state.values['why']?.['text']?.value;
        heard.push(reason);
        if (reason === 'no') await ack({ response_action: 'errors', errors: { why: 'Not good enough' } });
        else await ack();
      });
    });
    onTestFinished(stop);
    slack.control.post('incidents', { text: 'gallery', blocks: GALLERY[0] ?? [] });
    const { page } = await visit(slack.pageUrl);
    await page.getByRole('combobox', { name: 'Pick one' }).selectOption('Second');
    const modal = page.getByRole('dialog', { name: 'Why?' });
    await modal.getByRole('button', { name: 'Send' }).click();
    await modal.getByText('Please complete this required field.').waitFor();
    await modal.getByRole('textbox').fill('no');
    await page.keyboard.press('Enter');
    await modal.getByText('Not good enough').waitFor();
    await modal.getByRole('textbox').fill('late');
    await page.keyboard.press('Enter');
    await modal.waitFor({ state: 'hidden' });
    expect(heard).toEqual(['2', 'no', 'late']);
  },
  TIMEOUT,
);

test(
  'an app that does not answer in time is told as Slack tells it',
  async () => {
    const slack = await aSlack({ ackTimeoutMs: 100 });
    const { page } = await visit(slack.pageUrl);
    await page.getByRole('textbox').fill('/sparkcheck app-1');
    await page.keyboard.press('Enter');
    await page.getByText('/sparkcheck failed with the error "dispatch_failed"').waitFor();
    await page.getByRole('textbox').fill('/sparkchekc app-1');
    await page.keyboard.press('Enter');
    await page.getByText('is not a valid command').waitFor();
  },
  TIMEOUT,
);

test(
  'the composer completes commands and brings the last line back',
  async () => {
    const slack = await aSlack();
    const { page } = await visit(slack.pageUrl);
    const box = page.getByRole('textbox', { name: 'Message #incidents' });
    await box.pressSequentially('/sp');
    await page.getByRole('option', { name: /^\/sparkcheck/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await box.inputValue()).toBe('/sparkcheck ');
    await page.getByText('/sparkcheck <app id or link>').first().waitFor();
    await box.fill('a line\nof two');
    await page.keyboard.press('Enter');
    await page.locator('article', { hasText: 'a line' }).waitFor();
    expect(await box.inputValue()).toBe('');
    await page.keyboard.press('ArrowUp');
    expect(await box.inputValue()).toBe('a line\nof two');
  },
  TIMEOUT,
);

test(
  'two windows show the same, unread channels stand out, and a reload keeps the place',
  async () => {
    const slack = await aSlack();
    const root = slack.control.post('incidents', { text: 'an alert' });
    const one = await visit(`${slack.pageUrl}#/${root.channel}/${root.ts}`);
    const two = await visit(slack.pageUrl);
    await one.page.getByRole('textbox', { name: 'Reply…' }).fill('on it');
    await one.page.keyboard.press('Enter');
    await two.page.getByRole('button', { name: '1 reply' }).waitFor();
    slack.control.post('data-eng', { text: 'elsewhere' });
    await two.page.getByRole('button', { name: 'data-eng unread' }).waitFor();
    await one.page.reload();
    await one.page.getByRole('complementary', { name: 'Thread' }).getByText('on it').waitFor();
    slack.control.deleteMessage('incidents', root.ts);
    await one.page.getByRole('complementary', { name: 'Thread' }).waitFor({ state: 'hidden' });
  },
  TIMEOUT,
);

test(
  'an archived channel can be read, not written to',
  async () => {
    const slack = await aSlack();
    const { page } = await visit(slack.pageUrl);
    await page.getByRole('button', { name: 'old-incidents' }).click();
    await page.getByText('This channel is archived').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByRole('button', { name: 'data-eng' }).click();
    slack.control.archive('data-eng');
    await page.getByText('This channel is archived').waitFor();
  },
  TIMEOUT,
);
