import { afterAll, describe, expect, test } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import { readTarget } from '../../src/history-server/links.ts';
import { closeServers, openServers, plainServer } from '../../src/history-server/servers.ts';

const servers = openServers([
  plainServer('prod', 'https://shs.example.com'),
  plainServer('knox', 'https://gw.example.com:8443/gateway/prod/sparkhistory'),
  plainServer('knox-dev', 'https://gw.example.com:8443/gateway/dev/sparkhistory'),
  plainServer('lab', 'http://shs.example.com:18080'),
  { ...plainServer('driver', 'http://driver.example.com:4040'), kind: 'live-ui' },
  { ...plainServer('yarn', 'http://rm.example.com:8088/proxy/{appId}'), kind: 'live-ui' },
  { ...plainServer('k8s', 'https://ingress.example.com/spark/{appId}/ui'), kind: 'live-ui' },
  plainServer('bricks', 'https://ws.example.com/driver-proxy-api/o/0/1201-abc/40001'),
]);

afterAll(() => closeServers(servers));

function target(text: string, question: { server?: string; attemptId?: string; job?: number } = {}) {
  const read = readTarget(servers, { target: text, ...question });
  return { ...read, server: read.server?.name ?? null };
}

function refusal(text: string, question: { server?: string } = {}): SparkcheckFailure | null {
  try {
    readTarget(servers, { target: text, ...question });
  } catch (error) {
    if (error instanceof SparkcheckFailure) return error;
    throw error;
  }
  return null;
}

describe('a link selects the configured server and what it shows', () => {
  test.each([
    [
      'https://shs.example.com/history/app-1/jobs/',
      { server: 'prod', applicationId: 'app-1', attemptId: null, live: false },
    ],
    [
      'https://shs.example.com/history/application_1_2/1/stages/stage/?id=4&attempt=1',
      {
        server: 'prod',
        applicationId: 'application_1_2',
        attemptId: '1',
        stage: { stageId: 4, attemptId: 1 },
      },
    ],
    [
      'HTTPS://SHS.Example.COM:443/history/app-1/SQL/execution/?id=7',
      { server: 'prod', applicationId: 'app-1', query: 7 },
    ],
    ['https://shs.example.com/history/app-1/jobs/job/?id=3', { server: 'prod', job: 3, query: null, stage: null }],
    [
      'https://shs.example.com/api/v1/applications/app-1/2/stages/4',
      { applicationId: 'app-1', attemptId: '2', stage: { stageId: 4, attemptId: null } },
    ],
    [
      'http://shs.example.com:18080/history/local-1700000000000/environment/',
      { server: 'lab', applicationId: 'local-1700000000000' },
    ],
    ['shs.example.com/history/app-1', { server: 'prod', applicationId: 'app-1' }],
    [
      'https://gw.example.com:8443/gateway/prod/sparkhistory/history/spark-0a1b/1/jobs',
      { server: 'knox', applicationId: 'spark-0a1b', attemptId: '1' },
    ],
    ['https://gw.example.com:8443/gateway/dev/sparkhistory/?page=2', { server: 'knox-dev', applicationId: null }],
    [
      'http://driver.example.com:4040/stages/stage/?id=9&attempt=0',
      { server: 'driver', applicationId: null, live: true, stage: { stageId: 9, attemptId: 0 } },
    ],
    [
      'http://rm.example.com:8088/proxy/application_1_2/SQL/execution/?id=0',
      { server: 'yarn', applicationId: 'application_1_2', live: true, query: 0 },
    ],
    [
      'https://ingress.example.com/spark/spark-0a1b/ui/jobs/',
      { server: 'k8s', applicationId: 'spark-0a1b', live: true },
    ],
    [
      'https://ws.example.com/driver-proxy/o/0/1201-abc/40001/jobs/job/?id=5',
      { server: 'bricks', applicationId: null, job: 5 },
    ],
    ['https://ws.example.com/?o=12#setting/sparkui/1201-abc/driver-77', { server: 'bricks', applicationId: null }],
    ['https://shs.example.com/history/my%20app%3C1%3E/jobs/', 'refused'],
    ['https://shs.example.com/history/app%2D1/jobs/', { applicationId: 'app-1' }],
  ])('%s', (link, expected) => {
    if (expected === 'refused') expect(refusal(link)?.kind).toBe('bad-request');
    else expect(target(link)).toMatchObject(expected as object);
  });

  test('what the question says goes before what the link says', () => {
    const link = 'https://shs.example.com/history/app-1/1/jobs/job/?id=3';
    expect(target(link, { attemptId: '2', job: 5 })).toMatchObject({ attemptId: '2', job: 5 });
  });
});

describe('a link to anywhere else is refused with the configured names', () => {
  test.each([
    'https://other.example.com/history/app-1/jobs/',
    'https://shs.example.com.evil.example/history/app-1',
    'https://shs.example.com:8443/history/app-1',
    'http://shs.example.com/history/app-1',
    'https://shs.example.com@evil.example/history/app-1',
    'https://user:pass@shs.example.com/history/app-1',
    'https://shs.example.com./history/app-1',
    'https://gw.example.com:8443/gateway/prod/sparkhistoryx/history/app-1',
    'https://gw.example.com:8443/gateway/prod/sparkhistory/../../other/history/app-1',
    'https://gw.example.com:8443/gateway/prod%2Fsparkhistory/history/app-1',
    'https://gw.example.com:8443/gateway%5Cprod/sparkhistory/history/app-1',
    'https://shs.example.com%40evil.example/history/app-1',
    'https:\\\\evil.example\\history\\app-1',
    '//evil.example/history/app-1',
    'http://127.0.0.1:18080/history/app-1',
    'http://[::ffff:7f00:1]:18080/history/app-1',
    'http://2130706433/history/app-1',
    'http://169.254.169.254/latest/meta-data',
    'ftp://shs.example.com/history/app-1',
    'file:///etc/passwd',
    'https://ｓｈｓ.example.com:99/history/app-1',
  ])('%s', (link) => {
    const failure = refusal(link);
    expect(['not-allowed', 'bad-request']).toContain(failure?.kind);
    if (failure?.kind === 'not-allowed') expect(failure.facts.servers).toContain('prod');
  });
});

describe('ids are whatever a cluster manager chose', () => {
  test.each([
    'app-20240101123000-0001',
    'application_1700000000000_0001',
    'local-1700000000000',
    'spark-0a1b2c',
    'name:with.dots',
    'ÄÖ-1',
  ])('%s', (id) => {
    expect(target(id)).toMatchObject({ server: null, applicationId: id });
  });

  test.each(['', '.', '..', 'a b', 'app-1\nX: y', '../version', 'a/../b', 'x'.repeat(301), 'app\u202E1'])(
    '%j is none',
    (id) => {
      expect(['bad-request', 'not-allowed']).toContain(refusal(id)?.kind);
    },
  );

  test.each(['..%2F..%2Fversion', '%2e%2e%2f', 'a%5Cb', 'a%00b', '%', 'a%0d%0aX:%20y'])(
    'a link can not smuggle %s in as one',
    (id) => {
      expect(refusal(`https://shs.example.com/history/${id}/jobs/`)?.kind).toBe('bad-request');
    },
  );
});

describe('servers by name', () => {
  test('chosen in any case, or by address', () => {
    expect(target('app-1', { server: 'PROD' })).toMatchObject({ server: 'prod', applicationId: 'app-1' });
    expect(target('app-1', { server: 'http://shs.example.com:18080/' })).toMatchObject({ server: 'lab' });
  });

  test.each([
    ['app-1', 'nowhere', 'bad-request', 'unknown-server'],
    ['app-1', 'https://evil.example', 'not-allowed', 'not-configured'],
    ['https://shs.example.com/history/app-1', 'lab', 'bad-request', 'server-and-link-differ'],
  ])('%s on %s is refused', (text, server, kind, reason) => {
    expect(refusal(text, { server })).toMatchObject({ kind, facts: { reason } });
  });
});
