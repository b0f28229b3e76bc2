import { onTestFinished, expect, test } from 'vitest';
import type { LocalSlackOptions } from '../../src/local-slack/local-slack.ts';
import {
  card,
  container,
  image,
  mrkdwn,
  plain,
  pressable,
  richText,
  section,
  table,
  task,
  video,
} from '../local-slack/a-block.ts';
import { joinOverHttp } from '../local-slack/bolt-app.ts';
import { PHONE, scrollsSideways, visit } from './a-browser.ts';

const TIMEOUT = 120_000;

const options = ['First', 'Second', 'Third'].map((text) => ({ text: plain(text), value: text.toLowerCase() }));

const NESTED: object[] = [
  card({
    hero_image: image,
    subtitle: mrkdwn('of *app-1*'),
    body: mrkdwn('One hot key.'),
    actions: [pressable({ action_id: 'card', text: plain('On a card') })],
  }),
  {
    type: 'carousel',
    elements: ['one', 'two', 'three', 'four'].map((name) =>
      card({ title: mrkdwn(`Card ${name}`), actions: [pressable({ action_id: name, text: plain(`Pick ${name}`) })] }),
    ),
  },
  container({
    is_collapsible: true,
    default_collapsed: true,
    subtitle: plain('closed at first'),
    child_blocks: [
      section(3),
      table(2, 3),
      { type: 'actions', elements: [pressable({ action_id: 'inside', text: plain('Inside') })] },
    ],
  }),
  container({ title: plain('Always open'), has_header_divider: true, child_blocks: [section(3)] }),
  {
    type: 'plan',
    title: 'The check',
    tasks: [
      task({
        status: 'complete',
        output: richText('12 stages'),
        sources: [{ type: 'url', url: 'http://spark.example/', text: 'Spark' }],
      }),
      task({ title: 'Naming the cause' }),
      task({ title: 'Telling the thread', status: 'pending' }),
      task({ title: 'Something else', status: 'error' }),
    ],
  },
  video({ author_name: 'Robin', description: plain('Two minutes') }),
];

const FIELDS: object[] = [
  {
    type: 'actions',
    elements: [
      { type: 'datepicker', action_id: 'date', placeholder: plain('Which day') },
      { type: 'timepicker', action_id: 'time', initial_time: '09:30' },
      { type: 'datetimepicker', action_id: 'both' },
      { type: 'users_select', action_id: 'who', placeholder: plain('Whom') },
      { type: 'multi_static_select', action_id: 'many', placeholder: plain('Which ones'), options },
      { type: 'external_select', action_id: 'external', placeholder: plain('Far away') },
      {
        type: 'workflow_button',
        action_id: 'flow',
        text: plain('A workflow'),
        workflow: { trigger: { url: 'https://slack.com/shortcuts/Ft1/xyz' } },
      },
    ],
  },
  { type: 'section', text: plain('Boxes'), accessory: { type: 'checkboxes', action_id: 'boxes', options } },
  {
    type: 'context_actions',
    elements: [
      { type: 'icon_button', icon: 'trash', action_id: 'mine', text: plain('Delete') },
      {
        type: 'icon_button',
        icon: 'trash',
        action_id: 'theirs',
        text: plain('Not mine'),
        visible_to_user_ids: ['U0OTHER001'],
      },
    ],
  },
];

const EMBEDDING: LocalSlackOptions = { scopes: ['chat:write', 'links.embed:write'], unfurlDomains: ['videos.example'] };

test(
  'blocks in blocks are shown, opened by keyboard, and their buttons reach the app',
  async () => {
    const heard: string[] = [];
    const { slack, app, stop } = await joinOverHttp((bolt) => {
      bolt.action(/.*/, async ({ ack, action }) => {
        await ack();
        if ('action_id' in action) heard.push(action.action_id);
      });
    }, EMBEDDING);
    onTestFinished(stop);
    await app.client.apiCall('chat.postMessage', { channel: 'incidents', text: 'nested', blocks: NESTED });
    const { page, screenshot } = await visit(slack.pageUrl, { viewport: { width: 1100, height: 1700 } });
    const list = page.locator('#messages');
    await list.getByRole('button', { name: 'On a card' }).click();
    const inside = list.getByRole('button', { name: 'Inside' });
    expect(await inside.isVisible()).toBe(false);
    await list.locator('summary', { hasText: 'Evidence' }).focus();
    await page.keyboard.press('Enter');
    await inside.click();
    await list.getByRole('button', { name: 'Pick three' }).click();
    await expect.poll(() => heard).toEqual(['card', 'inside', 'three']);
    expect(await list.locator('details:not([open])').count()).toBe(0);
    expect(await list.locator('.task').allInnerTexts()).toMatchObject([
      expect.stringMatching(/Complete:[^]*12 stages/),
      expect.stringContaining('In progress:'),
      expect.stringContaining('Pending:'),
      expect.stringContaining('Failed:'),
    ]);
    expect(await list.getByRole('link', { name: 'The run' }).getAttribute('href')).toBe(
      'https://videos.example/embed/1',
    );
    expect(await list.getByText('A recording of the run').count()).toBe(1);
    await screenshot('nested');
    await page.setViewportSize(PHONE);
    expect(await scrollsSideways(page)).toBe(false);
    await screenshot('nested-phone');
    const dark = await visit(slack.pageUrl, { dark: true, viewport: { width: 1100, height: 1700 } });
    await dark.page.getByText('Always open').waitFor();
    await dark.screenshot('nested-dark');
  },
  TIMEOUT,
);

test(
  'fields in a message tell the app what was picked, and what does nothing here says so',
  async () => {
    const heard: unknown[] = [];
    const { slack, app, stop } = await joinOverHttp((bolt) => {
      bolt.action(/.*/, async ({ ack, action }) => {
        await ack();
        heard.push(action);
      });
    });
    onTestFinished(stop);
    await app.client.apiCall('chat.postMessage', { channel: 'incidents', text: 'fields', blocks: FIELDS });
    const { page, screenshot } = await visit(slack.pageUrl);
    const list = page.locator('#messages');
    await list.getByLabel('Which day').fill('2026-11-30');
    await list.getByLabel('Whom').selectOption('Robin (data platform)');
    await list.getByLabel('Which ones').selectOption(['First', 'Third']);
    await list.getByRole('checkbox', { name: 'Second' }).check();
    await list.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => heard).toHaveLength(5);
    expect(heard).toMatchObject([
      { selected_date: '2026-11-30' },
      { selected_user: 'U0ROBIN001' },
      { selected_options: [{ value: 'first' }, { value: 'third' }] },
      { selected_options: [{ value: 'second' }] },
      {},
    ]);
    expect(await list.getByRole('button', { name: 'Far away' }).isDisabled()).toBe(true);
    await list.getByText('which is not asked here').waitFor();
    expect(await list.getByRole('button', { name: 'A workflow' }).isDisabled()).toBe(true);
    expect(await list.getByText('Not mine').isVisible()).toBe(false);
    await screenshot('fields');
    await page.setViewportSize(PHONE);
    expect(await scrollsSideways(page)).toBe(false);
    await screenshot('fields-phone');
  },
  TIMEOUT,
);

test(
  'a form of every field is filled in and sent',
  async () => {
    let values: unknown = null;
    const ask = (element: { type: string }) => ({
      type: 'input',
      block_id: element.type,
      label: plain(element.type),
      element: { action_id: 'a', ...element },
    });
    const fields = [
      { type: 'email_text_input' },
      { type: 'number_input', is_decimal_allowed: true },
      { type: 'url_text_input' },
      { type: 'rich_text_input' },
      { type: 'datepicker', initial_date: '2026-11-30' },
      { type: 'timepicker', initial_time: '09:30', timezone: 'UTC' },
      { type: 'datetimepicker', initial_date_time: 1_796_000_040 },
      { type: 'radio_buttons', options },
      { type: 'checkboxes', options, initial_options: options.slice(0, 1) },
      { type: 'channels_select' },
      { type: 'multi_conversations_select', filter: { include: ['private'] } },
      { type: 'static_select', option_groups: [{ label: plain('Group'), options }] },
    ];
    const { slack, app, stop } = await joinOverHttp((bolt) => {
      bolt.action('go', async ({ ack, body, client }) => {
        await ack();
        if (!('trigger_id' in body)) return;
        await client.apiCall('views.open', {
          trigger_id: body.trigger_id,
          view: {
            type: 'modal',
            callback_id: 'f',
            title: plain('Form'),
            submit: plain('Send'),
            blocks: fields.map(ask),
          },
        });
      });
      bolt.view('f', async ({ ack, view }) => {
        values = view.state.values;
        await ack();
      });
    });
    onTestFinished(stop);
    const blocks = [{ type: 'actions', elements: [pressable()] }];
    await app.client.apiCall('chat.postMessage', { channel: 'incidents', text: 'x', blocks });
    const { page, screenshot } = await visit(slack.pageUrl);
    await page.getByRole('button', { name: 'Go' }).click();
    const form = page.getByRole('dialog', { name: 'Form' });
    await form.getByLabel('email_text_input').fill('a@example.com');
    await form.getByLabel('number_input').fill('2.5');
    await form.getByLabel('url_text_input').fill('https://a.example');
    await form.getByLabel('rich_text_input').fill('some words');
    await form.getByRole('radio', { name: 'Third' }).check();
    await form.getByRole('checkbox', { name: 'Second' }).check();
    await form.getByLabel('channels_select').selectOption('data-eng');
    await form.getByLabel('multi_conversations_select').selectOption(['war-room']);
    await form.getByLabel('static_select').selectOption('Second');
    await screenshot('form');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(values).toMatchObject({
      email_text_input: { a: { value: 'a@example.com' } },
      number_input: { a: { value: '2.5' } },
      url_text_input: { a: { value: 'https://a.example' } },
      rich_text_input: { a: { rich_text_value: richText('some words') } },
      datepicker: { a: { selected_date: '2026-11-30' } },
      timepicker: { a: { selected_time: '09:30', timezone: 'UTC' } },
      datetimepicker: { a: { selected_date_time: 1_796_000_040 } },
      radio_buttons: { a: { selected_option: { value: 'third' } } },
      checkboxes: { a: { selected_options: [{ value: 'first' }, { value: 'second' }] } },
      channels_select: { a: { selected_channel: 'C0DATAENG0' } },
      multi_conversations_select: { a: { selected_conversations: ['C0WARROOM0'] } },
      static_select: { a: { selected_option: { value: 'second' } } },
    });
  },
  TIMEOUT,
);
