import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SparkcheckFailure, type FailureFacts, type FailureKind } from '../../src/failure.ts';
import type { Evidence, Narration, Paragraph } from '../../src/narration/narration.ts';
import { parseRequest } from '../../src/request-grammar.ts';
import type { ListedApplication } from '../../src/slack/ask.ts';
import * as failures from '../../src/slack/failure-notices.ts';
import { listNotice } from '../../src/slack/list-notice.ts';
import * as notices from '../../src/slack/notices.ts';
import {
  detailsMessage,
  detailsModal,
  handoffMessage,
  handoffModal,
  singleMessage,
} from '../../src/slack/single-message.ts';
import { threadMessages } from '../../src/slack/thread-messages.ts';
import { aNarration, plainApology } from './a-narration.ts';
import { expectSendable, expectShowable, hostile } from './hostile.ts';

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

const RUNS = { numRuns: 60 };

describe('whatever Spark sends, Slack gets a message that it takes and that mentions nobody', () => {
  it('in the thread, the one message and the hand-off', () => {
    fc.assert(
      fc.property(narration, hostile, (told, target) => {
        const { root, replies } = threadMessages(told, { target });
        expect(replies).toHaveLength(6);
        for (const message of [root, ...replies]) expectSendable(message);
        expectSendable(singleMessage(told, { target }, { threadTs: '1.2' }));
        expectSendable(handoffMessage(told, { target }));
        expectSendable(detailsMessage(told, { target }));
      }),
      RUNS,
    );
  }, 120_000);

  it('in the modals', () => {
    fc.assert(
      fc.property(narration, (told) => {
        for (const modal of [detailsModal(told), handoffModal(told)]) {
          expectShowable(modal);
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
