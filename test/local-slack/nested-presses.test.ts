import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { card, container, plain, pressable, section } from './a-block.ts';
import { startAppServer, type AppServer } from './app-server.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
let app: AppServer;
beforeEach(async () => {
  app = await startAppServer();
  slack = await startLocalSlack();
  slack.deliverTo(app.url);
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

const pressed = () => JSON.parse(new URLSearchParams(app.received.at(-1)?.body).get('payload') ?? 'null').actions;

async function press(blocks: object[], actionId: string): Promise<unknown> {
  const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks });
  expect(body).toMatchObject({ ok: true });
  await slack.press(slack.channels['incidents'] ?? '', String(body['ts']), actionId);
  return pressed();
}

test.each([
  ['a card', [card({ block_id: 'here', actions: [pressable({ value: 'v' })] })]],
  [
    'a card of a carousel',
    [
      {
        type: 'carousel',
        block_id: 'outer',
        elements: [card(), card({ block_id: 'here', actions: [pressable({ value: 'v' })] })],
      },
    ],
  ],
  [
    'a container',
    [
      container({
        block_id: 'outer',
        child_blocks: [section(1), { type: 'actions', block_id: 'here', elements: [pressable({ value: 'v' })] }],
      }),
    ],
  ],
  [
    'a section in a container',
    [container({ child_blocks: [{ ...section(1), block_id: 'here', accessory: pressable({ value: 'v' }) }] })],
  ],
  [
    'a row of icons',
    [
      {
        type: 'context_actions',
        block_id: 'here',
        elements: [{ ...pressable({ value: 'v' }), type: 'icon_button', icon: 'trash' }],
      },
    ],
  ],
])('a button in %s tells the app which block it stands in', async (_name, blocks) => {
  expect(await press(blocks, 'go')).toMatchObject([
    { action_id: 'go', block_id: 'here', value: 'v', text: plain('Go') },
  ]);
});

test('what the app left without a name gets one, however deep it stands', async () => {
  const nameless = { type: 'button', text: plain('Go') };
  const blocks = [
    card({ actions: [nameless] }),
    container({ child_blocks: [{ type: 'actions', elements: [nameless, { type: 'users_select' }] }] }),
    { type: 'carousel', elements: [card({ actions: [nameless] })] },
  ];
  const { body } = await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', blocks });
  const named = { action_id: expect.stringMatching(/^a0LOCAL/) };
  const block = { block_id: expect.stringMatching(/^b0LOCAL/) };
  expect(body['message']).toMatchObject({
    blocks: [
      { ...block, actions: [named] },
      { ...block, child_blocks: [{ ...block, elements: [named, named] }] },
      { ...block, elements: [{ ...block, actions: [named] }] },
    ],
  });
});

test.each([
  ['a date', { type: 'datepicker' }, { selected_date: '2026-11-30' }, { selected_date: null }],
  ['people', { type: 'multi_users_select' }, { selected_users: ['U0LOCALYOU'] }, { selected_users: [] }],
  [
    'boxes',
    { type: 'checkboxes', options: [{ text: plain('One'), value: '1' }] },
    { selected_options: [{ text: plain('One'), value: '1' }] },
    { selected_options: [] },
  ],
  ['a time of one zone', { type: 'timepicker' }, { selected_time: '09:00' }, { selected_time: null, timezone: 'UTC' }],
])('a form asks for %s until it is there', async (_name, element, filled, empty) => {
  await press([{ type: 'actions', elements: [pressable()] }], 'go');
  const trigger = JSON.parse(new URLSearchParams(app.received.at(-1)?.body).get('payload') ?? 'null').trigger_id;
  const view = {
    type: 'modal',
    title: plain('Form'),
    submit: plain('Send'),
    blocks: [{ type: 'input', block_id: 'b', label: plain('Field'), element: { action_id: 'a', ...element } }],
  };
  const { body } = await call(slack, 'views.open', { trigger_id: trigger, view });
  expect(body).toMatchObject({ ok: true });
  await slack.submitModal({ b: { a: { type: element.type, ...empty } } });
  expect(slack.modal()?.errors).toEqual({ b: 'Please complete this required field.' });
  await slack.submitModal({ b: { a: { type: element.type, ...filled } } });
  expect(slack.modal()).toBeNull();
});
