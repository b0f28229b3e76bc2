import { describe, expect, test } from 'vitest';
import { SparkcheckFailure, type FailureFacts, type FailureKind } from '../../src/failure.ts';
import { apology } from '../../src/narration/apologies.ts';

const KINDS: FailureKind[] = [
  'bad-request',
  'unknown-application',
  'several-servers',
  'not-listed-yet',
  'attempt-unknown',
  'app-running-ui-gone',
  'needs-login',
  'not-spark',
  'unreachable',
  'timed-out',
  'too-large',
  'server-error',
  'not-allowed',
  'bug',
];

/** Reasons that some room gives; each is a sentence of its own or the kind's usual one. */
const REASONS = [
  'unknown-server',
  'server-and-link-differ',
  'no-application-in-link',
  'unknown-query',
  'unknown-job',
  'unknown-stage',
  'number-expected',
  'server-expected',
  'one-part-only',
  'several-applications',
  'no-application',
  'which-application',
  'not-an-application-id',
  'not-a-link',
  'unknown-word',
  'asked-one-server',
  'driver-starting',
  'nothing-listed',
  'too-fresh',
  'not-loadable',
  'redirected-to-history-server',
  'forbidden',
  'unauthorized',
  'yarn-warning-page',
  'proxy-unauthorized',
  'login-page',
  'html',
  'no-version',
  'refused',
  'unknown-host',
  'tls',
  'reset',
  'silence',
  'gateway',
  'crashed',
  'broken-json',
  'channel',
  'user',
  'workspace',
  'redirected-to-https',
  'redirected-to-yarn-proxy',
  'not-configured',
  'something-new',
];

const FULL: FailureFacts = {
  asked: 'app-20261128020011-0042',
  servers: ['prod', 'dev'],
  suggestions: ['app-1', 'app-2'],
  nearest: 'app-1 stage 4',
  attempts: ['1', '2'],
  status: 503,
  bytes: 70 * 1024 * 1024,
  limitBytes: 64 * 1024 * 1024,
  waitedMs: 41_000,
  bugId: 'c0ffee',
};

function told(kind: FailureKind, facts: FailureFacts): { sentence: string; next: string } {
  return apology(new SparkcheckFailure(kind, facts));
}

describe.each(KINDS)('%s', (kind) => {
  test.each([
    ['with all that can be known', FULL],
    ['with nothing known', {}],
  ] as const)('is two whole sentences %s', (_, facts) => {
    for (const reason of [undefined, ...REASONS]) {
      const { sentence, next } = told(kind, { ...facts, ...(reason === undefined ? {} : { reason }) });
      for (const text of [sentence, next]) {
        expect(text).toMatch(/^\S.*\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|\[object|  | [.,;:]|\.\./);
      }
      // Joined into one sentence at a terminal: neither half may hold a second one.
      expect(sentence.replace(/\.$/, '')).not.toMatch(/[.?!] [A-Z]/);
      expect(next.replace(/\.$/, '')).not.toMatch(/[.?!] [A-Z]/);
    }
  });

  test('shows no control character of what was typed', () => {
    const hostile = '\u001b[31m<!channel>\n\u202Eevil';
    const { sentence, next } = told(kind, {
      asked: hostile,
      servers: [hostile],
      suggestions: [hostile],
      nearest: hostile,
    });
    expect(`${sentence} ${next}`).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
  });
});

test.each<[FailureKind, FailureFacts, RegExp]>([
  [
    'unknown-application',
    { asked: 'app-1', servers: ['prod', 'dev'], suggestions: ['app-2'] },
    /app-1 is known to prod and dev.*app-2/,
  ],
  ['several-servers', { asked: 'app-1', servers: ['prod', 'dev'] }, /several servers: prod and dev/],
  ['attempt-unknown', { asked: '3', servers: ['prod'], attempts: ['1', '2'] }, /no attempt 3.*1 and 2/],
  ['timed-out', { servers: ['prod'], waitedMs: 95_000 }, /1 minute 35 seconds/],
  [
    'too-large',
    { servers: ['prod'], bytes: 70 * 1024 ** 2, limitBytes: 64 * 1024 ** 2 },
    /70 MB, against a limit of 64 MB/,
  ],
  ['server-error', { servers: ['prod'], status: 502, reason: 'gateway' }, /status 502.*gave up/],
  ['bug', { bugId: 'c0ffee' }, /c0ffee/],
  [
    'bad-request',
    { asked: 'app-1', reason: 'unknown-query', suggestions: ['0'] },
    /no such query.*The only one is 0\./,
  ],
  ['bad-request', { asked: 'app-1', reason: 'unknown-stage', suggestions: ['3', '4'] }, /no such stage.*3 and 4/],
  [
    'not-allowed',
    { reason: 'workspace' },
    /only people of the workspace I am installed in\. Let one of them ask in this channel: .* for you to read too/,
  ],
  ['not-allowed', { asked: 'http://evil/', servers: ['prod'], reason: 'not-configured' }, /not on a server.*prod/],
])('%s names what a person needs', (kind, facts, words) => {
  const { sentence, next } = told(kind, facts);
  expect(`${sentence} ${next}`).toMatch(words);
});
