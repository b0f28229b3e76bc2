import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import { attachTerminal, type Terminal } from '../../src/local-slack/terminal.ts';
import { startAppServer, type AppServer } from './app-server.ts';
import { call } from './web-api.ts';

let slack: LocalSlack;
let app: AppServer;
let input: PassThrough;
let written: string;
let attach: (settleMs: number) => void;
let terminal: Terminal;
beforeEach(async () => {
  app = await startAppServer();
  slack = await startLocalSlack();
  slack.deliverTo(app.url);
  input = new PassThrough();
  written = '';
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => (written += String(chunk)));
  attach = (settleMs) => {
    terminal = attachTerminal(slack, { input, output, settleMs, quietMs: 0, patienceMs: 0 });
  };
});
afterEach(async () => {
  terminal.detach();
  await slack.close();
  await app.close();
});

const rich = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});
const post = async (args: Record<string, unknown>): Promise<string> =>
  String((await call(slack, 'chat.postMessage', { channel: 'incidents', text: 'x', ...args })).body['ts']);

test('a thread is told with its replies under the root, figures as text', async () => {
  attach(10);
  const root = await post({ blocks: [rich('One hot key.')] });
  await post({
    thread_ts: root,
    blocks: [
      rich('3 · Skew'),
      {
        type: 'table',
        rows: [
          [
            { type: 'raw_text', text: 'metric' },
            { type: 'raw_text', text: 'max' },
          ],
          [
            { type: 'raw_text', text: 'records' },
            { type: 'raw_text', text: '66 M' },
          ],
        ],
        column_settings: [{ align: 'left' }, { align: 'right' }],
      },
      {
        type: 'data_visualization',
        title: 'Stages',
        chart: {
          type: 'bar',
          series: [
            {
              name: 'd',
              data: [
                { label: 'stage 3', value: 30 },
                { label: 'stage 4', value: 60 },
              ],
            },
          ],
          axis_config: { categories: ['stage 3', 'stage 4'], y_label: 'seconds' },
        },
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'link', url: 'http://spark.example/2', text: 'Stage 2' },
              { type: 'text', text: ' · ' },
              { type: 'link', url: 'http://spark.example/all', text: 'Stages' },
            ],
          },
        ],
      },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'Run again' } },
          { type: 'button', action_id: 'b', text: { type: 'plain_text', text: 'Open' }, url: 'http://spark.example/' },
        ],
      },
    ],
  });
  await vi.waitFor(() => expect(written).toContain('Run again'), { timeout: 10_000 });
  expect(written).toBe(
    [
      'You are in #incidents. "help" tells what you can type.',
      '',
      '[1] #incidents sparkcheck',
      '  One hot key.',
      '',
      '    ↳ [1.1] sparkcheck',
      '      3 · Skew',
      '      metric    max',
      '      ───────  ────',
      '      records  66 M',
      '      Stages (seconds)',
      '        stage 3  ███████████████ 30',
      '        stage 4  ██████████████████████████████ 60',
      '      → Stage 2  http://spark.example/2',
      '      → Stages  http://spark.example/all',
      '      [2 Run again]',
      '      → Open  http://spark.example/',
      '',
      '',
    ].join('\n'),
  );
});

const update = (ts: string, text: string) =>
  call(slack, 'chat.update', { channel: slack.channels['incidents'], ts, text: 'x', blocks: [rich(text)] });

test('of edits in quick succession only the last is printed, at the latest before the first reply under it', async () => {
  attach(3_600_000);
  const ts = await post({ blocks: [rich('Reading…')] });
  await update(ts, '10 s so far');
  await update(ts, 'The verdict');
  await post({ thread_ts: ts, text: 'first reply' });
  await vi.waitFor(() => expect(written).toContain('first reply'), { timeout: 10_000 });
  expect(written).not.toContain('10 s so far');
  expect(written.indexOf('The verdict')).toBeGreaterThan(written.indexOf('Reading…'));
  expect(written.indexOf('The verdict')).toBeLessThan(written.indexOf('first reply'));
});

test('an edit that is followed by nothing is printed on its own', async () => {
  attach(10);
  await update(await post({ blocks: [rich('Reading…')] }), 'The verdict');
  await vi.waitFor(() => expect(written).toContain('The verdict'), { timeout: 10_000 });
  expect(written).toContain('(edited)');
});

test('lines are commands, mentions and replies into a numbered thread', async () => {
  attach(10);
  slack.control.post('incidents', { text: 'alert' });
  input.write('/sparkcheck app-1\n');
  await vi.waitFor(() => expect(app.received).toHaveLength(1), { timeout: 10_000 });
  input.write('thread 1 @sparkcheck app-2\n');
  await vi.waitFor(() => expect(app.received).toHaveLength(2), { timeout: 10_000 });
  expect(JSON.parse(app.received[1]?.body ?? '{}').event).toMatchObject({ thread_ts: slack.messages()[0]?.ts });
  input.write('thread 9 @sparkcheck app-2\nwhat?\n');
  await vi.waitFor(() => expect(slack.messages('incidents').at(-1)?.text).toBe('what?'), { timeout: 10_000 });
  expect(written).toContain('There is no message [9].');
});

test('what only the person sees is marked, and quit ends it', async () => {
  attach(10);
  app.answer = { status: 200, body: 'psst' };
  input.write('/sparkcheck help\n');
  await vi.waitFor(() => expect(written).toContain('(only visible to you)'), { timeout: 10_000 });
  input.write('/sparkcheck app-last\nquit\n');
  await terminal.done;
  expect(app.received.at(-1)?.body).toContain('app-last');
});

test('nothing that a message holds can move the cursor or turn the writing round', async () => {
  attach(10);
  const hostile = 'a\u001b[2Jb\u009b1mc\u202ed\u0007e';
  await post({ text: hostile });
  await post({ blocks: [rich(hostile), { type: 'table', rows: [[{ type: 'raw_text', text: hostile }]] }] });
  await vi.waitFor(() => expect(written).toContain('[2] #incidents'), { timeout: 10_000 });
  expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(written).toContain('a\ufffd[2Jb\ufffd1mc\ufffdd\ufffde');
});
