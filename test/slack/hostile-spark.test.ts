import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import { plainServer } from '../../src/history-server/read.ts';
import { apology } from '../../src/narration/apologies.ts';
import { startRecordedServer, type RecordedServer } from '../../src/recorded/serve.ts';
import { failureNotice } from '../../src/slack/failure-notices.ts';
import { portOf } from '../../src/slack/health.ts';
import {
  detailsMessage,
  detailsModal,
  handoffMessage,
  handoffModal,
  singleMessage,
} from '../../src/slack/single-message.ts';
import { threadMessages } from '../../src/slack/thread-messages.ts';
import { createSparkcheck } from '../../src/sparkcheck.ts';
import { FIXTURES } from '../recorded-answers.ts';
import { expectSendable, expectShowable, hostile } from './hostile.ts';

/** Fields of Spark's answers that hold what somebody wrote; numbers, states, dates and ids are checked at the border. */
const WRITTEN = new Set([
  'name',
  'description',
  'details',
  'jobGroup',
  'sparkUser',
  'hostPort',
  'host',
  'removeReason',
  'failureReason',
  'errorMessage',
  'planDescription',
  'nodeName',
  'value',
]);

let recorded: RecordedServer;
beforeAll(async () => {
  recorded = await startRecordedServer(FIXTURES);
});
afterAll(() => recorded.close());

/** The recorded server with a hostile text in, before or after everything that somebody wrote. */
async function hostileServer(texts: string[]): Promise<{ url: string; written: () => number; close(): Promise<void> }> {
  let turn = 0;
  const spoil = (text: string): string => {
    turn += 1;
    const hostileText = texts[turn % texts.length] ?? '';
    // Some stay whole, or no plan and no operation would be left to tell of.
    return [hostileText, `${hostileText} ${text}`, `${text} ${hostileText}`, text][turn % 4] ?? text;
  };
  const spoiled = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return WRITTEN.has(key) ? spoil(value) : value;
    if (Array.isArray(value)) return value.map((item) => spoiled(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoiled(inner, name)]));
  };
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`${recorded.url}${request.url}`);
      const body = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        date: answer.headers.get('date') ?? '',
      });
      response.end(isJson ? JSON.stringify(spoiled(JSON.parse(body), '')) : body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    written: () => turn,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const LIMITS = { callTimeoutMs: 60_000, warmTimeoutMs: 60_000, bodyCapBytes: 64 * 1024 * 1024, deadlineMs: 120_000 };

it('hostile text in everything that a job can write reaches Slack harmless, through the real reader and diagnosis', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: recorded.applications.length - 1 }),
      fc.array(hostile, { minLength: 1, maxLength: 4 }),
      async (situation, texts) => {
        const server = await hostileServer(texts);
        const sparkcheck = createSparkcheck({ servers: [plainServer('prod', server.url)], limits: LIMITS });
        try {
          const target = recorded.applications[situation]?.id ?? '';
          const told = await sparkcheck.answer({ target });
          const { root, replies } = threadMessages(told.narration, told.question);
          for (const message of [root, ...replies]) expectSendable(message);
          expectSendable(singleMessage(told.narration, told.question, { threadTs: '1.2' }));
          expectSendable(handoffMessage(told.narration, told.question));
          expectSendable(detailsMessage(told.narration, told.question));
          for (const modal of [detailsModal(told.narration), handoffModal(told.narration)]) expectShowable(modal);
          answered += 1;
        } catch (error) {
          if (!(error instanceof SparkcheckFailure)) throw error;
          expectSendable(failureNotice(error, apology, { threadTs: '1.2' }));
        } finally {
          expect(server.written()).toBeGreaterThan(0);
          await sparkcheck.close();
          await server.close();
        }
      },
    ),
    { numRuns: 40 },
  );
  // A body that is refused as too large may be a failure; most have to be answers, or this shows nothing.
  expect(answered).toBeGreaterThan(30);
}, 240_000);
