import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkView } from '../../src/local-slack/blocks/check-view.ts';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { image, mrkdwn, plain, pressable, richText, times, x } from './a-block.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack();
});
afterAll(() => slack.close());

const options = (count: number) => times(count, (index) => ({ text: plain(`Option ${index}`), value: String(index) }));
const groups = (count: number, chars = 1) => times(count, () => ({ label: plain(x(chars)), options: options(1) }));
const workflow = (over: object = {}) => ({
  type: 'workflow_button',
  text: plain('Start'),
  workflow: {
    trigger: { url: 'https://slack.com/shortcuts/Ft1/xyz', customizable_input_parameters: [{ name: 'a', value: 'b' }] },
  },
  ...over,
});
const icon = (over: object = {}) => ({ type: 'icon_button', icon: 'trash', text: plain('Delete'), ...over });

const ANYWHERE: Record<string, object> = {
  checkboxes: { type: 'checkboxes', options: options(10), initial_options: options(1) },
  datepicker: { type: 'datepicker', initial_date: '2024-02-29', placeholder: plain('When?') },
  radio_buttons: { type: 'radio_buttons', options: [{ text: mrkdwn('*One*'), value: '1' }] },
  timepicker: { type: 'timepicker', initial_time: '23:59', timezone: 'Europe/Berlin' },
  static_select: { type: 'static_select', option_groups: groups(100, 75) },
  external_select: { type: 'external_select', min_query_length: 0 },
  users_select: { type: 'users_select', initial_user: 'U1' },
  conversations_select: { type: 'conversations_select', filter: { include: ['public'], exclude_bot_users: true } },
  channels_select: { type: 'channels_select', initial_channel: 'C1' },
  multi_static_select: { type: 'multi_static_select', options: options(100), max_selected_items: 1 },
  multi_external_select: { type: 'multi_external_select', initial_options: options(1) },
  multi_users_select: { type: 'multi_users_select', initial_users: ['U1', 'U2'] },
  multi_conversations_select: { type: 'multi_conversations_select', default_to_current_conversation: true },
  multi_channels_select: { type: 'multi_channels_select', initial_channels: ['C1'] },
};
const PRESSED: Record<string, object> = {
  button: pressable(),
  workflow_button: workflow(),
  overflow: { type: 'overflow', options: [{ ...options(1)[0], url: 'https://a.example' }] },
};
const TIMED: Record<string, object> = {
  datetimepicker: { type: 'datetimepicker', initial_date_time: 1_628_633_820 },
  rich_text_input: { type: 'rich_text_input', initial_value: richText('x'), min_lines: 1, max_lines: 100 },
};
const TYPED: Record<string, object> = {
  plain_text_input: { type: 'plain_text_input', dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] } },
  email_text_input: { type: 'email_text_input', initial_value: 'a@example.com' },
  url_text_input: { type: 'url_text_input', initial_value: 'https://a.example' },
  number_input: {
    type: 'number_input',
    is_decimal_allowed: true,
    min_value: '-1.5',
    max_value: '10',
    initial_value: '0',
  },
  file_input: { type: 'file_input', filetypes: ['png'], max_files: 10 },
};

const row = (element: object) => ({ type: 'actions', elements: [element] });
const beside = (element: object) => ({ type: 'section', text: plain('x'), accessory: element });
const under = (element: object) => ({ type: 'context_actions', elements: [element] });
const asked = (element: object) => ({ type: 'input', label: plain('x'), element });

async function messageProblems(block: object): Promise<unknown> {
  const { body } = await call(slack, 'blocks.validate', { blocks: [block] }, { token: null, json: true });
  return body['errors'];
}

/** As `views.open` tells them, without opening anything. */
function modalProblems(block: object): unknown {
  const view = { type: 'modal', title: plain('x'), submit: plain('x'), blocks: [block] };
  try {
    checkView(view);
    return [];
  } catch (error) {
    return error;
  }
}

describe('where an element may stand, as @slack/types has it', () => {
  const all = { ...ANYWHERE, ...PRESSED, ...TIMED, ...TYPED, image, icon_button: icon() };

  test.each(Object.entries(all))('%s', async (type, element) => {
    const refused = (pointer: string) => [{ message: `unsupported type: ${type}`, pointer }];
    const isPressed = type in PRESSED;
    const inRow = type in ANYWHERE || isPressed || type in TIMED;
    expect(await messageProblems(row(element))).toEqual(inRow ? [] : refused('/blocks/0/elements/0/type'));
    const isAccessory = type in ANYWHERE || isPressed || type === 'image';
    expect(await messageProblems(beside(element))).toEqual(isAccessory ? [] : refused('/blocks/0/accessory/type'));
    expect(await messageProblems(under(element))).toEqual(
      type === 'icon_button' ? [] : refused('/blocks/0/elements/0/type'),
    );
    const isInput = type in ANYWHERE || type in TIMED || type in TYPED;
    if (isInput) expect(modalProblems(asked(element))).toEqual([]);
    else expect(modalProblems(asked(element))).toMatchObject({ code: 'invalid_arguments' });
  });
});

const MORE = (count: number, at: string) => ({ message: `no more than ${count} items allowed`, pointer: at });
const LONGER = (count: number, at: string) => ({ message: `must be less than ${count} characters`, pointer: at });

const IN_ROW: [name: string, at: object, over: object, refusal: { message: string; pointer: string }][] = [
  [
    'boxes',
    { type: 'checkboxes', options: options(10) },
    { type: 'checkboxes', options: options(11) },
    MORE(10, '/blocks/0/elements/0/options'),
  ],
  [
    'options of several',
    { type: 'multi_static_select', options: options(100) },
    { type: 'multi_static_select', options: options(101) },
    MORE(100, '/blocks/0/elements/0/options'),
  ],
  [
    'groups of options',
    { type: 'static_select', option_groups: groups(100) },
    { type: 'static_select', option_groups: groups(101) },
    MORE(100, '/blocks/0/elements/0/option_groups'),
  ],
  [
    'label of a group',
    { type: 'static_select', option_groups: groups(1, 75) },
    { type: 'static_select', option_groups: groups(1, 76) },
    LONGER(76, '/blocks/0/elements/0/option_groups/0/label/text'),
  ],
  [
    'placeholder',
    { type: 'users_select', placeholder: plain(x(150)) },
    { type: 'users_select', placeholder: plain(x(151)) },
    LONGER(151, '/blocks/0/elements/0/placeholder/text'),
  ],
  [
    'text of a workflow button',
    workflow({ text: plain(x(75)) }),
    workflow({ text: plain(x(76)) }),
    LONGER(76, '/blocks/0/elements/0/text/text'),
  ],
  [
    'choices of several',
    { type: 'multi_users_select', max_selected_items: 1 },
    { type: 'multi_users_select', max_selected_items: 0 },
    { message: 'must be at least 1', pointer: '/blocks/0/elements/0/max_selected_items' },
  ],
  [
    'digits of a timestamp',
    { type: 'datetimepicker', initial_date_time: 9_999_999_999 },
    { type: 'datetimepicker', initial_date_time: 10_000_000_000 },
    { message: 'must be at most 9999999999', pointer: '/blocks/0/elements/0/initial_date_time' },
  ],
  [
    'lines of a rich text',
    { type: 'rich_text_input', max_lines: 100 },
    { type: 'rich_text_input', max_lines: 101 },
    { message: 'must be at most 100', pointer: '/blocks/0/elements/0/max_lines' },
  ],
  [
    'a day that there is',
    { type: 'datepicker', initial_date: '2024-02-29' },
    { type: 'datepicker', initial_date: '2026-02-29' },
    { message: 'must be a date in the format YYYY-MM-DD', pointer: '/blocks/0/elements/0/initial_date' },
  ],
  [
    'an hour that there is',
    { type: 'timepicker', initial_time: '23:59' },
    { type: 'timepicker', initial_time: '24:00' },
    { message: 'must be a time in the format HH:mm', pointer: '/blocks/0/elements/0/initial_time' },
  ],
  [
    'a zone that there is',
    { type: 'timepicker', timezone: 'America/Chicago' },
    { type: 'timepicker', timezone: 'America/Nowhere' },
    { message: 'must be a timezone in the IANA format', pointer: '/blocks/0/elements/0/timezone' },
  ],
  [
    'options of one source',
    { type: 'static_select', options: options(1) },
    { type: 'static_select', options: options(1), option_groups: groups(1) },
    { message: 'must define either `options` or `option_groups`', pointer: '/blocks/0/elements/0' },
  ],
  [
    'a filter that filters',
    { type: 'conversations_select', filter: { exclude_bot_users: true } },
    { type: 'conversations_select', filter: {} },
    { message: 'must define at least one field', pointer: '/blocks/0/elements/0/filter' },
  ],
  [
    'an option in plain text',
    { type: 'static_select', options: options(1) },
    { type: 'static_select', options: [{ text: mrkdwn('x'), value: '1' }] },
    { message: 'must be a valid enum value', pointer: '/blocks/0/elements/0/options/0/text/type' },
  ],
];

test.each(IN_ROW)('%s: taken at the limit, refused above it', async (_name, at, over, refusal) => {
  expect(await messageProblems(row(at))).toEqual([]);
  expect(await messageProblems(row(over))).toEqual([refusal]);
});

test('five icons and no sixth, of which there is only the trash', async () => {
  const icons = (count: number) => ({ type: 'context_actions', elements: times(count, () => icon()) });
  expect(await messageProblems(icons(5))).toEqual([]);
  expect(await messageProblems(icons(6))).toEqual([MORE(5, '/blocks/0/elements')]);
  expect(await messageProblems(under(icon({ icon: 'rocket' })))).toEqual([
    { message: 'must be a valid enum value', pointer: '/blocks/0/elements/0/icon' },
  ]);
});

const IN_FORM: [name: string, at: object, over: object, refusal: string][] = [
  [
    'files',
    { type: 'file_input', max_files: 10 },
    { type: 'file_input', max_files: 11 },
    'must be at most 10 [json-pointer:/view/blocks/0/element/max_files]',
  ],
  [
    'a least that is not above the most',
    { type: 'number_input', is_decimal_allowed: false, min_value: '9', max_value: '10' },
    { type: 'number_input', is_decimal_allowed: false, min_value: '11', max_value: '10' },
    '`min_value` must not be greater than `max_value` [json-pointer:/view/blocks/0/element]',
  ],
  [
    'a number that says whether it may be a fraction',
    { type: 'number_input', is_decimal_allowed: false },
    { type: 'number_input' },
    'missing required field: is_decimal_allowed [json-pointer:/view/blocks/0/element]',
  ],
];

test.each(IN_FORM)('in a form, %s: taken at the limit, refused above it', (_name, at, over, refusal) => {
  expect(modalProblems(asked(at))).toEqual([]);
  expect(modalProblems(asked(over))).toMatchObject({
    extra: { response_metadata: { messages: [`[ERROR] ${refusal}`] } },
  });
});

describe('rich text', () => {
  const line = (...elements: object[]) => ({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] });

  test.each([
    [{ type: 'user', user_id: 'U1', style: { bold: true, highlight: true } }],
    [{ type: 'usergroup', usergroup_id: 'S1', style: { client_highlight: true, unlink: true } }],
    [{ type: 'team', team_id: 'T1' }],
    [{ type: 'channel', channel_id: 'C1' }],
    [{ type: 'broadcast', range: 'here' }],
    [{ type: 'emoji', name: 'wave', unicode: '1f44b', url: 'https://a.example/wave.png' }],
    [{ type: 'color', value: '#F405B3' }],
    [{ type: 'date', timestamp: 1_720_710_212, format: '{date_num}', url: 'https://a.example', fallback: 'once' }],
    [{ type: 'link', url: 'https://a.example', text: 'a', unsafe: true, style: { underline: true } }],
  ])('$type may stand in a line, a list and a quote, and only text and links in preformatted text', async (element) => {
    expect(await messageProblems(line(element))).toEqual([]);
    const item = { type: 'rich_text_section', elements: [element] };
    const list = { type: 'rich_text_list', style: 'bullet', indent: 8, border: 1, elements: [item] };
    const quote = { type: 'rich_text_quote', border: 1, elements: [element] };
    expect(await messageProblems({ type: 'rich_text', elements: [list, quote] })).toEqual([]);
    const preformatted = { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements: [element] }] };
    expect(await messageProblems(preformatted)).toEqual(
      element.type === 'link'
        ? []
        : [{ message: `unsupported type: ${element.type}`, pointer: '/blocks/0/elements/0/elements/0/type' }],
    );
  });

  test('a color is hex, a style is known', async () => {
    expect(await messageProblems(line({ type: 'color', value: 'red' }))).toEqual([
      { message: 'must be a hex color', pointer: '/blocks/0/elements/0/elements/0/value' },
    ]);
    expect(await messageProblems(line({ type: 'text', text: 'x', style: { highlight: true } }))).toEqual([
      { message: 'invalid additional property: highlight', pointer: '/blocks/0/elements/0/elements/0/style' },
    ]);
  });
});
