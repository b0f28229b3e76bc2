import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../src/local-slack/blocks/check-message.ts';
import { checkView } from '../../src/local-slack/blocks/check-view.ts';
import { SparkcheckFailure, type FailureFacts, type FailureKind } from '../../src/failure.ts';
import type { Evidence, Narration, Paragraph } from '../../src/narration/narration.ts';
import { parseRequest } from '../../src/request-grammar.ts';
import type { ListedApplication } from '../../src/slack/ask.ts';
import type { Message } from '../../src/slack/blocks.ts';
import { withoutCharts, withoutBlocks } from '../../src/slack/plainer.ts';
import * as failures from '../../src/slack/failure-notices.ts';
import { listNotice } from '../../src/slack/list-notice.ts';
import * as notices from '../../src/slack/notices.ts';
import { preflight, preflightModal } from '../../src/slack/preflight.ts';
import { detailsModal, handoffMessage, handoffModal, singleMessage } from '../../src/slack/single-message.ts';
import { threadMessages } from '../../src/slack/thread-messages.ts';
import { aNarration, plainApology } from './a-narration.ts';

/** What anybody who can run a Spark job can put into a name, a description, a host or an error. */
const HOSTILE = [
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
  'x'.repeat(100_000),
  '<!channel>'.repeat(10_000),
  '😀'.repeat(30_000),
  'a\tb\r\nc\u2028d',
  '$anonfun$withThreadLocalCaptured$2 at CompletableFuture.java:1604',
];

const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE), fc.string(), fc.constantFrom(...HOSTILE))
      .map((all) => all.join('')),
  },
);

const span = fc.record(
  { text: hostile, as: fc.constantFrom<'strong' | 'code' | 'spark'>('strong', 'code', 'spark') },
  { requiredKeys: ['text'] },
);
const paragraph: fc.Arbitrary<Paragraph> = fc.array(span, { maxLength: 8 });
const number = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0, -1));
const evidence: fc.Arbitrary<Evidence> = fc.oneof(
  fc.record({
    kind: fc.constant('table' as const),
    title: hostile,
    columns: fc.array(hostile, { maxLength: 30 }),
    rows: fc.array(fc.array(hostile, { maxLength: 8 }), { maxLength: 30 }),
  }),
  fc.record({
    kind: fc.constant('bars' as const),
    title: hostile,
    unit: hostile,
    bars: fc.array(fc.record({ label: hostile, value: number }), { maxLength: 40 }),
  }),
);

const narration: fc.Arbitrary<Narration> = fc
  .record({
    texts: fc.array(hostile, { minLength: 6, maxLength: 6 }),
    paragraphs: fc.array(paragraph, { minLength: 10, maxLength: 10 }),
    evidence: fc.array(fc.array(evidence, { maxLength: 4 }), { minLength: 5, maxLength: 5 }),
    links: fc.array(fc.record({ label: hostile, url: hostile }), { maxLength: 4 }),
    lines: fc.array(hostile, { maxLength: 8 }),
  })
  .map(({ texts, paragraphs, evidence, links, lines }) => {
    const usual = aNarration();
    const [name = '', id = '', state = '', url = '', plain = '', short = ''] = texts;
    const at = (position: number) => paragraphs[position] ?? [];
    return {
      ...usual,
      root: {
        application: { id, attemptId: null, name },
        state,
        url,
        plain,
        headline: at(0),
        subline: at(1),
        strip: usual.root.strip.map((entry) => ({ ...entry, short, label: name })),
      },
      checks: usual.checks.map((check, position) => ({
        ...check,
        title: at(2),
        paragraphs: [at(3), at(4)],
        evidence: evidence[position] ?? [],
        links,
      })),
      closing: {
        cause: at(5),
        firstChange: at(6),
        notThis: at(7),
        askNext: at(8),
        afterChange: at(9),
        readings: lines,
        unseen: at(3),
      },
      handoff: lines.join('\n'),
    };
  });

function expectSendable(message: Message): void {
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
  }
}

const RUNS = { numRuns: 60 };

describe('whatever Spark sends, Slack gets a message that it takes and that mentions nobody', () => {
  it('in the thread, the one message and the hand-off', () => {
    fc.assert(
      fc.property(narration, hostile, (told, target) => {
        const { root, replies } = threadMessages(told, { target });
        expect(replies).toHaveLength(6);
        for (const message of [root, ...replies]) expectSendable(message);
        expectSendable(singleMessage(told, { target }, { note: 'Invite me for the thread.', threadTs: '1.2' }));
        expectSendable(handoffMessage(told, { target }));
      }),
      RUNS,
    );
  }, 120_000);

  it('in the modals', () => {
    fc.assert(
      fc.property(narration, (told) => {
        for (const modal of [detailsModal(told), handoffModal(told)]) {
          expect(preflightModal(modal)).toEqual([]);
          expect(() => checkView(modal)).not.toThrow();
          expect(JSON.stringify(modal)).not.toMatch(/<[!@#]|"text":""|"type":"(table|data_visualization)"/);
        }
      }),
      RUNS,
    );
  }, 120_000);

  it('in lists, failures, choices and progress', () => {
    const application: fc.Arbitrary<ListedApplication> = fc.record({
      id: hostile,
      attemptId: fc.option(hostile),
      name: hostile,
      user: fc.option(hostile),
      server: hostile,
      state: fc.constantFrom<ListedApplication['state']>('running', 'completed', 'failed', 'incomplete'),
      startedAt: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
      durationMs: fc.option(fc.nat()),
    });
    const kinds: FailureKind[] = ['unknown-application', 'several-servers', 'attempt-unknown', 'not-allowed', 'bug'];
    fc.assert(
      fc.property(
        fc.array(application, { maxLength: 30 }),
        hostile,
        fc.array(hostile, { maxLength: 8 }),
        fc.constantFrom(...kinds),
        (listed, text, texts, kind) => {
          const facts: FailureFacts = { asked: text, servers: texts, suggestions: texts, attempts: texts };
          const failure = new SparkcheckFailure(kind, facts);
          const question = { target: text };
          const progress = { step: 'loading' as const, server: text, elapsedMs: 40_000 };
          for (const message of [
            listNotice({ applications: listed, total: 99, more: true, searched: null }, { text }, '1.2'),
            listNotice(
              { applications: [], total: 0, more: false, searched: { newest: 15, unread: 1, ended: 20 } },
              { status: 'failed', text },
              '1.2',
            ),
            failures.failureNotice(failure, plainApology, { question, threadTs: '1.2' }),
            failures.badRequestNotice(failure, plainApology, parseRequest('list'), null),
            notices.whichNotice(texts, '1.2'),
            notices.readingNotice(question),
            notices.progressNotice(question, progress, 40_000),
            failures.stoppedNotice(question),
            notices.helpNotice(texts),
          ]) {
            expectSendable(message);
          }
        },
      ),
      RUNS,
    );
  }, 120_000);
});
