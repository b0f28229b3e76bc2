import fc from 'fast-check';
import { expect } from 'vitest';
import { checkMessage } from '../../src/local-slack/blocks/check-message.ts';
import { checkView } from '../../src/local-slack/blocks/check-view.ts';
import { parseMrkdwn } from '../../src/local-slack/text/mrkdwn.ts';
import { PLAIN } from '../../src/local-slack/text/pieces.ts';
import type { Message, Modal } from '../../src/slack/blocks.ts';
import { withoutBlocks, withoutCharts } from '../../src/slack/plainer.ts';
import { preflight, preflightModal } from '../../src/slack/preflight.ts';

/** What anybody who can run a Spark job can put into a name, a description, a host or an error. */
export const HOSTILE = [
  '',
  ' ',
  '\n\n',
  '<!channel>',
  '<!here|here>',
  '<@U12345678>',
  '<#C12345678|general>',
  '<!subteam^S1|team>',
  '<\u200B!channel>',
  '&lt;!channel&gt;',
  '<https://evil.example.com|Open in Spark UI>',
  'https://evil.example.com',
  'javascript:alert(1)',
  '`code` *bold* _it_ ~no~ ```block```',
  '\u202Etxt.exe\u2066',
  '\u0000\u0007\u001B[31m',
  '\uD83D',
  '👩‍👩‍👧 😀',
  ':tada:',
  'a:smile:b',
  '> quoted',
  '&gt; quoted',
  '*bold*',
  'x _it_ y',
  '_',
  '~no~',
  '`rm -rf`',
  '(_it_)',
  'π_it_ é_x_',
  'x'.repeat(100_000),
  '<!channel>'.repeat(10_000),
  '😀'.repeat(30_000),
  'a\tb\r\nc\u2028d',
  '$anonfun$withThreadLocalCaptured$2 at CompletableFuture.java:1604',
];

export const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE), fc.string(), fc.constantFrom(...HOSTILE))
      .map((all) => all.join('')),
  },
);

/** Slack takes it in every form that it may be sent in, and nothing in it is parsed. */
export function expectSendable(message: Message): void {
  for (const form of [message, withoutCharts(message), withoutBlocks(message)]) {
    if (form.blocks.length > 0) expect(preflight(form)).toEqual([]);
    // A reading of Slack's limits that does not know the bot's.
    expect(() => checkMessage(form.blocks)).not.toThrow();
    expectHarmless(form);
  }
}

/** Read without the bot's own preflight: literal limits of the platform, on the very bytes that are sent. */
function expectHarmless(payload: { text?: string; blocks: unknown[] }): void {
  const sent = JSON.stringify(payload);
  expect(sent).not.toMatch(/<[!@#]/);
  expect(payload.blocks.length).toBeLessThanOrEqual(50);
  expect(JSON.stringify(payload.blocks).match(/"type":"table"/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(JSON.stringify(payload.blocks).match(/"type":"data_visualization"/g)?.length ?? 0).toBeLessThanOrEqual(2);
  expect(sent).not.toMatch(/"text":""|"label":""|"title":""|"name":""/);
  if (payload.text !== undefined) {
    expect(payload.text.trim()).not.toBe('');
    expect(payload.text.length).toBeLessThanOrEqual(4_000);
    expect(payload.text.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
    expect(payload.text).not.toMatch(/(?<!\d):[a-z_]+:/);
    // Read as Slack reads it, by the double's own parser: no bold, no code, no quotation, no link.
    for (const piece of parseMrkdwn(payload.text)) {
      if (piece.kind !== 'paragraph') throw new Error(`a ${piece.kind} in ${payload.text}`);
      for (const { kind, style } of piece.runs) expect({ kind, style }).toEqual({ kind: 'text', style: PLAIN });
    }
  }
}

/** The same of a modal. */
export function expectShowable(modal: Modal): void {
  expect(preflightModal(modal)).toEqual([]);
  expect(() => checkView(modal)).not.toThrow();
  expect(JSON.stringify(modal)).not.toMatch(/<[!@#]|"text":""|"type":"(table|data_visualization)"/);
}
