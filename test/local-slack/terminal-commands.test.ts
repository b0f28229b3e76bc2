import { PassThrough } from 'node:stream';
import type { App } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attachTerminal, type Terminal } from '../../src/local-slack/terminal.ts';
import { joinOverHttp, type Joined } from './bolt-app.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (id: string, text: string) => ({ type: 'button' as const, action_id: id, text: plain(text), value: id });

let heard: string[];
let joined: Joined;
let terminal: Terminal;
let input: PassThrough;
let written: string;

/** Answers a command with buttons, and a press with a modal that holds another button. */
function listen(app: App): void {
  app.command('/sparkcheck', async ({ command, ack, client }) => {
    heard.push(`command in ${command.channel_id}: ${command.text}`);
    await ack();
    await client.chat.postMessage({
      channel: command.channel_id,
      text: `about ${command.text}`,
      blocks: [{ type: 'actions', elements: [button('again', 'Run again'), button('hand-off', 'Hand-off text')] }],
    });
  });
  app.action('again', async ({ ack }) => {
    await ack();
    heard.push('again');
  });
  app.action('hand-off', async ({ ack, client, body }) => {
    await ack();
    if (!('trigger_id' in body)) return;
    const blocks = [
      { type: 'section' as const, text: plain('For the next shift') },
      { type: 'actions' as const, elements: [button('in-modal', 'Copy')] },
    ];
    await client.views.open({ trigger_id: body.trigger_id, view: { type: 'modal', title: plain('Hand-off'), blocks } });
  });
  app.action('in-modal', async ({ ack }) => {
    await ack();
    heard.push('in the modal');
  });
  app.shortcut('check_this_spark_app', async ({ ack, shortcut }) => {
    await ack();
    if (shortcut.type === 'message_action') heard.push(`shortcut on ${shortcut.message_ts}`);
  });
  app.event('app_mention', async ({ event }) => {
    heard.push(`mention in ${event.channel} ${event.thread_ts ?? 'no thread'}`);
  });
}

beforeEach(async () => {
  heard = [];
  written = '';
  joined = await joinOverHttp(listen);
});
afterEach(async () => {
  terminal.detach();
  await joined.stop();
});

function attach(waits: { quietMs?: number; patienceMs?: number } = { quietMs: 0, patienceMs: 5_000 }): void {
  input = new PassThrough();
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => (written += String(chunk)));
  terminal = attachTerminal(joined.slack, { input, output, settleMs: 10, ...waits });
}

const type = (...lines: string[]): void => void input.write(lines.map((line) => `${line}\n`).join(''));
const read = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(written).toMatch(words instanceof RegExp ? words : new RegExp(escaped(words))), {
    timeout: 10_000,
  });
const hears = (what: string): Promise<void> => vi.waitFor(() => expect(heard).toContain(what), { timeout: 10_000 });
const escaped = (words: string): string => words.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

describe('buttons', () => {
  test('are pressed by their number, with or without the word', async () => {
    attach();
    type('/sparkcheck app-1');
    await read('[2 Run again]  [3 Hand-off text]');
    type('2');
    await hears('again');
    type('press 2');
    await vi.waitFor(() => expect(heard.filter((one) => one === 'again')).toHaveLength(2), { timeout: 10_000 });
  });

  test('keep their number when the message is edited, and are gone with it', async () => {
    attach();
    type('/sparkcheck app-1');
    await read('[2 Run again]');
    const { slack } = joined;
    const [message] = slack.messages('incidents');
    await joined.app.client.chat.update({
      channel: message?.channel ?? '',
      ts: message?.ts ?? '',
      text: 'x',
      blocks: [{ type: 'actions', elements: [button('new', 'New'), button('again', 'Run again')] }],
    });
    await read('[4 New]  [2 Run again]');
    type('2');
    await hears('again');
    slack.control.deleteMessage('incidents', message?.ts ?? '');
    type('2');
    await read('The message of [2 Run again] is gone.');
  });

  test('a number that is none, or is a message’s, is told', async () => {
    attach({ quietMs: 0, patienceMs: 0 });
    joined.slack.control.post('incidents', { text: 'alert' });
    type('9', '1', 'shortcut 7', 'close');
    await read('There is no button [9 …].');
    await read('[1] is a message: thread 1, shortcut 1 or show 1');
    await read('There is no message [7].');
    await read('No window is open.');
  });

  test('with two faces and menus of a few entries are numbered each', async () => {
    attach();
    const option = (value: string) => ({ text: plain(value), value });
    joined.slack.control.post('incidents', {
      text: 'x',
      blocks: [
        {
          type: 'actions',
          elements: [{ type: 'overflow', action_id: 'o', options: [option('Mute'), option('Hide')] }],
        },
        { type: 'section', text: plain('s'), accessory: { ...button('link', 'Open'), url: 'http://spark.example/' } },
      ],
    });
    await read('[⋯ 2 Mute | 3 Hide]');
    await read('→ Open  http://spark.example/');
  });
});

describe('modals', () => {
  test('are printed when they open, their buttons too, and are closed by a word', async () => {
    attach();
    type('/sparkcheck app-1', '3');
    await read('─── Hand-off ─');
    await read('For the next shift\n[4 Copy]\n─── close: Close ─');
    type('4');
    await hears('in the modal');
    type('submit', 'close', '4');
    await read('There is nothing to submit here: close');
    await read('The window is closed.\n');
    await read('The window of [4 Copy] is closed.');
    expect(joined.slack.modal()).toBeNull();
  });
});

describe('places', () => {
  test('channels and people are listed and gone to; lines go where one is', async () => {
    attach();
    type(
      'channels',
      '#data-eng',
      '/sparkcheck app-1',
      '@sparkcheck',
      '/sparkcheck app-2',
      '#nowhere',
      '#lounge',
      'hi all',
    );
    await vi.waitFor(() => expect(joined.slack.messages('lounge').at(-1)?.text).toBe('hi all'), { timeout: 10_000 });
    const { channels } = joined.slack;
    expect(heard).toEqual([`command in ${channels['data-eng']}: app-1`, 'command in D0SPARKCHK: app-2']);
    expect(written).toMatch(/\* #incidents {2,}What is burning/);
    expect(written).toMatch(/ {2}#quiet-place {2,}private, without the bot/);
    expect(written).toMatch(/ {2}@robin {2,}direct messages/);
    expect(written).toContain('You are in #data-eng.');
    expect(written).toContain('There is no #nowhere here.');
    expect(written).toContain('#lounge> hi all');
    await read('@sparkcheck sparkcheck\n');
    expect(written).not.toContain('#directmessage');
  });

  test('what is said between others, or to another alone, is not printed', async () => {
    attach();
    const { slack } = joined;
    await joined.app.client.chat.postMessage({ channel: 'U0ROBIN001', text: 'between us' });
    await joined.app.client.chat.postEphemeral({
      channel: slack.channels['incidents'] ?? '',
      user: 'U0ROBIN001',
      text: 'for Robin alone',
    });
    slack.control.post('incidents', { text: 'for all' });
    await read('for all');
    expect(written).not.toMatch(/between us|for Robin alone/);
  });

  test('what stood there before is printed first', async () => {
    joined.slack.control.post('incidents', { text: 'an early alert' });
    attach();
    await read(/\[1\] #incidents pager\n {2}an early alert\n\nYou are in #incidents\./);
  });
});

describe('threads', () => {
  test('one goes in, mentions there, is refused a command there in Slack’s words, and comes back', async () => {
    attach();
    const { slack } = joined;
    const alert = slack.control.post('incidents', { text: 'alert' });
    type('thread 1', '@sparkcheck app-1', '/sparkcheck app-1', 'back', '@sparkcheck app-2', 'reply 1.1 thanks');
    await vi.waitFor(() => expect(slack.messages().at(-1)?.text).toBe('thanks'), { timeout: 10_000 });
    expect(heard).toEqual([`mention in ${alert.channel} ${alert.ts}`, `mention in ${alert.channel} no thread`]);
    expect(slack.messages().at(-1)?.threadTs).toBe(alert.ts);
    expect(written).toContain('You are in #incidents › [1].');
    expect(written).toContain('#incidents › [1]> /sparkcheck app-1');
    expect(written).toMatch(/\(only visible to you\)\n {6}\/sparkcheck is not supported in threads\. Sorry!/);
  });
});

test('the shortcut is used on a message and on a reply, and on nothing that only the person sees', async () => {
  attach();
  const { slack } = joined;
  const alert = slack.control.post('incidents', { text: 'alert' });
  const reply = slack.control.post('incidents', { text: 'more', threadTs: alert.ts });
  type('shortcut 1', 'shortcut 1.1');
  await hears(`shortcut on ${alert.ts}`);
  await hears(`shortcut on ${reply.ts}`);
  type('/nonsense', 'shortcut 2', 'thread 2');
  await read('Only you see [2], and Slack has no menu on such a message.');
  await read('Only you see [2], and Slack has no thread under such a message.');
});

describe('a channel that is shared with another organisation', () => {
  test('is marked, and one speaks and presses there as somebody of it', async () => {
    attach();
    const { slack } = joined;
    type('channels', '#shared-acme', '/sparkcheck app-1');
    await read('[2 Run again]');
    type('as kim', '@sparkcheck app-2', '/sparkcheck app-3');
    await read('`/sparkcheck` is not a valid command.');
    expect(written).toMatch(/ {2}#shared-acme {2,}shared with Acme · /);
    expect(written).toContain('It is shared with Acme, whose people read along. "as kim" speaks as one of them');
    expect(written).toContain('#shared-acme as kim> @sparkcheck app-2');
    expect(written).toMatch(/\[\d+\] #shared-acme kim \(Acme\)\n {2}@sparkcheck app-2/);
    expect(written).toMatch(/slackbot \(only visible to kim \(Acme\)\)/);
    await hears(`mention in ${slack.channels['shared-acme']} no thread`);
    type('2', 'as you', '#incidents');
    await hears('again');
    await read('#shared-acme as kim> as you');
    const presses = slack.control.journal.filter(({ name }) => name === 'interactive');
    expect(presses[0]?.args['user']).toMatchObject({ name: 'kim', team_id: 'T0ACME0001' });
  });

  test('is the only place for that: elsewhere one is oneself again', async () => {
    attach();
    type('as kim', '#shared-acme', 'as kim', '#incidents', 'as usual', 'say as usual');
    await vi.waitFor(() => expect(joined.slack.messages().at(-1)?.text).toBe('as usual'), { timeout: 10_000 });
    expect(joined.slack.messages().at(-1)?.user).toBe(joined.slack.userId);
    expect(written).toContain('kim is only in #shared-acme. Here you can speak as you');
    expect(written).toContain('#shared-acme as kim> #incidents');
    expect(written).toContain('There is no usual to speak as.');
    expect(written).toContain('#incidents> say as usual');
  });
});

test('help tells all of it, show prints a thread again, and say says what would be a command', async () => {
  attach();
  const { slack } = joined;
  const alert = slack.control.post('incidents', { text: 'alert' });
  slack.control.post('incidents', { text: 'a reply', threadTs: alert.ts });
  type('help', 'show 1', 'say channels');
  await vi.waitFor(() => expect(slack.messages().at(-1)?.text).toBe('channels'), { timeout: 10_000 });
  for (const form of [
    'press 7',
    'thread 3',
    'reply 3',
    'shortcut 3',
    'show 3',
    'close',
    'channels',
    '@robin',
    'as kim',
    'quit',
  ]) {
    expect(written).toContain(form);
  }
  expect(written).toContain('"Check this Spark app"');
  expect(written.match(/\[1\] #incidents pager\n {2}alert/g)).toHaveLength(2);
  expect(written.match(/↳ \[1\.1\] pager\n {6}a reply/g)).toHaveLength(2);
});

test('a script is taken line by line, each when the answer to the one before stands', async () => {
  attach({ quietMs: 150, patienceMs: 5_000 });
  input.end('/sparkcheck app-1\n3\nclose\n#data-eng\n/sparkcheck app-2\n');
  await terminal.done;
  await vi.waitFor(() => expect(joined.slack.messages('data-eng')).toHaveLength(1), { timeout: 10_000 });
  expect(written.indexOf('[3 Hand-off text]')).toBeLessThan(written.indexOf('─── Hand-off'));
  const order = ['> /sparkcheck app-1', '> 3', '─── Hand-off', 'is closed.', '#incidents> #data-eng', '#data-eng> /'];
  const places = order.map((words) => written.indexOf(words));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(heard).toEqual([expect.stringContaining('app-1'), expect.stringContaining('app-2')]);
});
