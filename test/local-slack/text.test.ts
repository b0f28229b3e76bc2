import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../src/local-slack/text/markdown.ts';
import { parseMrkdwn } from '../../src/local-slack/text/mrkdwn.ts';
import type { Piece, Run } from '../../src/local-slack/text/pieces.ts';
import { richTextPieces } from '../../src/local-slack/text/rich-text.ts';

/** A short notation: **bold**, _italic_, ~strike~, `code`, [text](address), @user, #channel, !range. */
function written(runs: Run[]): string {
  return runs.map((run) => styled(run, bare(run))).join('');
}

function bare(run: Run): string {
  switch (run.kind) {
    case 'text':
      return run.text;
    case 'link':
      return `[${run.text}](${run.url})`;
    case 'user':
      return `@${run.id}`;
    case 'channel':
      return `#${run.name ?? run.id}`;
    case 'broadcast':
      return `!${run.range}`;
    case 'group':
      return `@@${run.id}`;
    case 'color':
      return `swatch ${run.value}`;
  }
}

function styled({ style }: Run, text: string): string {
  let result = style.code ? `\`${text}\`` : text;
  if (style.strike) result = `~${result}~`;
  if (style.italic) result = `_${result}_`;
  return style.bold ? `**${result}**` : result;
}

function outline(pieces: Piece[]): string[] {
  return pieces.map((piece) => {
    if (piece.kind === 'list') return `${piece.ordered ? 'ol' : 'ul'}: ${piece.items.map(written).join(' | ')}`;
    return `${piece.kind === 'heading' ? `h${piece.level}` : piece.kind}: ${written(piece.runs)}`;
  });
}

describe('mrkdwn', () => {
  test.each([
    ['plain', 'plain'],
    ['*bold* and _italic_ and ~gone~', '**bold** and _italic_ and ~gone~'],
    ['*bold _both_*', '**bold ****_both_**'],
    ['`*not bold*`', '`*not bold*`'],
    ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
    ['* not bold*', '* not bold*'],
    ['&lt;!channel&gt; &amp;amp;', '<!channel> &amp;'],
    ['<https://a.example|label>', '[label](https://a.example)'],
    ['<https://a.example?a=1&amp;b=2>', '[https://a.example?a=1&b=2](https://a.example?a=1&b=2)'],
    ['<@U1> <#C1|ops> <!here>', '@U1 #ops !here'],
  ])('%s', (text, expected) => {
    expect(outline(parseMrkdwn(text))).toEqual([`paragraph: ${expected}`]);
  });

  test('quotes and preformatted text', () => {
    expect(outline(parseMrkdwn('before\n&gt; said\n&gt; twice\n```\n*raw* &lt;x&gt;\n```after'))).toEqual([
      'paragraph: before',
      'quote: said\ntwice',
      'preformatted: *raw* <x>',
      'paragraph: after',
    ]);
  });
});

test('markdown', () => {
  const text = [
    '## Cause',
    'One **hot** key, _one_ `task`, ~~two~~, [docs](https://a.example).',
    'Second line with snake_case_name and 2 * 3 * 4.',
    '',
    '- first',
    '- second',
    '  - deeper',
    '3. third',
    '> quoted',
    '```sql',
    'SELECT **1**',
    '```',
    'escaped \\*stars\\*',
  ].join('\n');
  expect(outline(parseMarkdown(text))).toEqual([
    'h2: Cause',
    'paragraph: One **hot** key, _one_ `task`, ~two~, [docs](https://a.example).\nSecond line with snake_case_name and 2 * 3 * 4.',
    'ul: first | second',
    'ul: deeper',
    'ol: third',
    'quote: quoted',
    'preformatted: SELECT **1**',
    'paragraph: escaped *stars*',
  ]);
});

test('rich text is never parsed: what looks like markup stays what it is', () => {
  const pieces = richTextPieces({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: '<!channel> *x* &lt;' },
          { type: 'text', text: 'bold', style: { bold: true } },
          { type: 'emoji', name: 'fire', unicode: '1f525' },
          { type: 'emoji', name: 'odd', unicode: 'zzzz' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'user', user_id: 'U1' }] }],
      },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a\nb' }] },
    ],
  });
  expect(outline(pieces)).toEqual(['paragraph: <!channel> *x* &lt;**bold**🔥:odd:', 'ol: @U1', 'preformatted: a\nb']);
});

test('the elements that only rich text has: groups, colors, and dates in words', () => {
  const date = (format: string, over: object = {}) => ({
    type: 'date' as const,
    timestamp: 1_392_734_382,
    format,
    timezone: 'UTC',
    ...over,
  });
  const pieces = richTextPieces({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'usergroup', usergroup_id: 'S1' },
          { type: 'team', team_id: 'T1' },
          { type: 'color', value: '#F405B3' },
        ],
      },
      ...[
        date('{date_num} {time_secs}'),
        date('on {date_long}'),
        date('{date_short} {unknown}'),
        date('{date_pretty}', { url: 'https://a.example' }),
        date('{time}', { timezone: 'Nowhere/Else', fallback: 'some time' }),
      ].map((element) => ({ type: 'rich_text_section' as const, elements: [element] })),
    ],
  });
  expect(outline(pieces).map((line) => line.replaceAll('\u202f', ' '))).toEqual([
    'paragraph: @@S1@@T1swatch #F405B3',
    'paragraph: 2014-02-18 2:39:42 PM',
    'paragraph: on Tuesday, February 18, 2014',
    'paragraph: Feb 18, 2014 {unknown}',
    'paragraph: [February 18](https://a.example)',
    'paragraph: some time',
  ]);
});
