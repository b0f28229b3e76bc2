import { expect, test } from 'vitest';
import { messageBlock } from '../../src/local-slack/blocks/block.ts';
import { blockLines } from '../../src/local-slack/terminal/block-lines.ts';
import { card, container, image, mrkdwn, plain, pressable, richText, section, table, task, video } from './a-block.ts';

const lines = (block: object): string[] => blockLines(messageBlock.parse(block), 60, (id) => id);

test('a card has a bar at its side, and a carousel a gap between its cards', () => {
  const full = card({
    hero_image: image,
    subtitle: mrkdwn('of app-1'),
    body: mrkdwn('One *hot* key.'),
    actions: [pressable(), pressable({ action_id: 'open', text: plain('Open'), url: 'http://spark.example/' })],
  });
  const shown = [
    '│ [image: a picture]',
    '│ Stage 4',
    '│ of app-1',
    '│ One hot key.',
    '│ [Go]',
    '│ → Open  http://spark.example/',
  ];
  expect(lines(full)).toEqual(shown);
  expect(lines({ type: 'carousel', elements: [full, card()] })).toEqual([...shown, '', '│ Stage 4']);
});

test('a container is open, also one that is closed on the page', () => {
  const block = container({
    is_collapsible: true,
    default_collapsed: true,
    subtitle: plain('two figures'),
    child_blocks: [section(3), table(1, 2), { type: 'actions', elements: [pressable()] }],
  });
  expect(lines(block)).toEqual(['▾ Evidence', '  two figures', '  xxx', '  x  x', '  ─  ─', '  [Go]']);
});

test('tasks carry their state, their words and their sources', () => {
  const done = task({
    status: 'complete',
    details: richText('400 MB'),
    output: richText('12 stages'),
    sources: [{ type: 'url', url: 'http://spark.example/', text: 'History server' }],
  });
  const shown = ['✓ Reading the event log', '  400 MB', '  12 stages', '  → History server  http://spark.example/'];
  expect(lines(done)).toEqual(shown);
  expect(
    lines({ type: 'plan', title: 'The check', tasks: [done, task({ status: 'error', title: 'Naming the cause' })] }),
  ).toEqual(['The check', ...shown.map((line) => `  ${line}`), '  ✗ Naming the cause']);
});

test('a video is its title and address', () => {
  expect(lines(video({ author_name: 'Robin', description: plain('Two minutes') }))).toEqual([
    '▶ The run  https://videos.example/embed/1',
    'Robin',
    'Two minutes',
  ]);
});

test('fields show what stands in them', () => {
  const options = ['One', 'Two'].map((text) => ({ text: plain(text), value: text }));
  const elements = [
    { type: 'checkboxes', options, initial_options: options.slice(1) },
    { type: 'radio_buttons', options, initial_option: options[0] },
    { type: 'datepicker', initial_date: '2026-11-30' },
    { type: 'timepicker' },
    { type: 'static_select', options, initial_option: options[1] },
    { type: 'users_select', placeholder: plain('Who?') },
    { type: 'overflow', options },
  ];
  expect(elements.flatMap((element) => lines({ type: 'actions', elements: [element] }))).toEqual([
    '☐ One  ☑ Two',
    '◉ One  ○ Two',
    '[2026-11-30 ▾]',
    '[a time ▾]',
    '[Two ▾]',
    '[Who? ▾]',
    '[⋯ One | Two]',
  ]);
});

test('nothing in them can move the cursor', () => {
  const hostile = 'a\u001b[2Jb\u202ec';
  const blocks = [
    card({
      title: mrkdwn(hostile),
      hero_image: { ...image, alt_text: hostile },
      actions: [pressable({ text: plain(hostile) })],
    }),
    container({ title: plain(hostile), subtitle: plain(hostile) }),
    task({ title: hostile, sources: [{ type: 'url', url: 'http://spark.example/', text: hostile }] }),
    { type: 'plan', title: hostile },
    video({ title: plain(hostile), author_name: hostile, description: plain(hostile) }),
    { type: 'actions', elements: [{ type: 'users_select', placeholder: plain(hostile) }] },
  ];
  expect(blocks.flatMap(lines).join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
});
