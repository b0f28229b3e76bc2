import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  anyServerAnswers,
  closeServers,
  examineServers,
  listApplications,
  locate,
  newReadContext,
  openServers,
  plainServer,
  readRun,
  type Server,
  type Servers,
} from '../../src/history-server/read.ts';
import type { Question } from '../../src/question.ts';
import { listening, refusal } from './listening.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const START = '2026-11-29T22:21:34.013GMT';
const END = '2026-11-29T22:23:43.313GMT';
const NEVER = '1969-12-31T23:59:59.999GMT';

const finished = (id: string, attempts: (string | undefined)[] = [undefined]) => ({
  id,
  name: `job of ${id}`,
  attempts: attempts.map((attemptId) => ({
    attemptId,
    startTime: START,
    endTime: END,
    lastUpdated: END,
    duration: 129_300,
    completed: true,
    sparkUser: 'etl',
  })),
});

/** As a History Server tells of it: looked at some time after it started. */
const running = (id: string) => ({
  id,
  name: `job of ${id}`,
  attempts: [
    { attemptId: undefined, startTime: START, endTime: NEVER, lastUpdated: END, duration: 0, completed: false },
  ],
});

/** As the driver itself tells of it. */
const live = (id: string) => ({
  id,
  name: `job of ${id}`,
  attempts: [
    { attemptId: undefined, startTime: START, endTime: NEVER, lastUpdated: START, duration: 0, completed: false },
  ],
});

interface Spark {
  url: string;
  asked: string[];
  /** Stops answering, as a driver that has ended. */
  end(): Promise<void>;
}

/** Answers for its applications as Spark does; sub-resources are empty lists. */
async function spark(
  applications: { id: string; attempts: { attemptId?: string | undefined }[] }[],
  prefix = '',
): Promise<Spark> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(`${prefix}/api/v1/`, '');
    asked.push(path);
    const send = (status: number, body: unknown) => {
      const json = typeof body !== 'string';
      response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/plain' });
      response.end(json ? JSON.stringify(body) : body);
    };
    const [, encoded, ...rest] = path.split('?')[0]?.split('/') ?? [];
    const id = decodeURIComponent(encoded ?? '');
    const known = applications.find((one) => one.id === id);
    if (path === 'version') send(200, { spark: '4.1.1' });
    else if (/^applications(\?|$)/.test(path)) send(200, applications);
    else if (known === undefined) send(404, `unknown app: ${id}`);
    else if (rest.length === 0) send(200, known);
    else if (rest.at(-1) === 'environment') send(200, { sparkProperties: [] });
    else if (known.attempts.some((one) => (one.attemptId === undefined) === (rest.length === 1))) send(200, []);
    else send(404, `no such app: ${id}`);
  });
  const { url, close } = await listening(server);
  closing.push(close);
  return { url: `${url}${prefix}`, asked, end: close };
}

function opened(...servers: Server[]): Servers {
  const open = openServers(servers);
  closing.push(() => closeServers(open));
  return open;
}

const context = () => newReadContext({ deadlineMs: 60_000 });

async function find(servers: Servers, question: Question) {
  const located = await locate(servers, question, context());
  return {
    server: located.server.name,
    id: located.applicationId,
    attempt: located.attemptId,
    kind: located.kind,
    insteadOf: located.insteadOf,
  };
}

describe('an id', () => {
  test('is found on the one server that knows it', async () => {
    const [a, b] = [await spark([finished('app-1')]), await spark([finished('app-2')])];
    const servers = opened(plainServer('a', a.url), plainServer('b', b.url));
    expect(await find(servers, { target: 'app-2' })).toEqual({
      server: 'b',
      id: 'app-2',
      attempt: null,
      kind: 'history-server',
      insteadOf: null,
    });
    expect([a.asked, b.asked]).toEqual([['applications/app-2'], ['applications/app-2']]);
  });

  test('on several servers is asked about, and chosen by name', async () => {
    const [a, b] = [await spark([finished('app-1')]), await spark([finished('app-1')])];
    const servers = opened(plainServer('a', a.url), plainServer('b', b.url));
    expect(await refusal(find(servers, { target: 'app-1' }))).toMatchObject({
      kind: 'several-servers',
      facts: { asked: 'app-1', servers: ['a', 'b'] },
    });
    expect(await find(servers, { target: 'app-1', server: 'B' })).toMatchObject({ server: 'b' });
  });

  test('with strange characters reaches the server encoded', async () => {
    const a = await spark([finished('job<1>&x=%2F')]);
    expect(await find(opened(plainServer('a', a.url)), { target: 'job<1>&x=%2F' })).toMatchObject({
      id: 'job<1>&x=%2F',
    });
    expect(a.asked).toEqual(['applications/job%3C1%3E%26x%3D%252F']);
  });

  test('that nobody knows comes with the ids it may have meant', async () => {
    const a = await spark([finished('app-20261129222135-0013'), finished('app-20261129222135-0014'), finished('zzz')]);
    const servers = opened(plainServer('a', a.url));
    expect((await refusal(find(servers, { target: 'app-20261129222135-0099' }))).facts).toEqual({
      asked: 'app-20261129222135-0099',
      servers: ['a'],
      suggestions: ['app-20261129222135-0013', 'app-20261129222135-0014'],
      reason: 'asked-all-servers',
    });
    expect((await refusal(find(servers, { target: 'job' }))).facts.suggestions).toHaveLength(3);
    // Mistyped letters leave the digits whole.
    for (const target of ['ap-20261129222135-0013', 'app20261129222135-0013', 'application_20261129222135_0013']) {
      expect((await refusal(find(servers, { target }))).facts.suggestions?.[0]).toBe('app-20261129222135-0013');
    }
  });

  test('is not listed yet where nothing is listed, or where it is seconds old', async () => {
    const [empty, other] = [await spark([]), await spark([finished('x')])];
    expect((await refusal(find(opened(plainServer('a', empty.url)), { target: 'app-1' }))).kind).toBe('not-listed-yet');
    const fresh = `local-${Date.now()}`;
    expect((await refusal(find(opened(plainServer('a', other.url)), { target: fresh }))).kind).toBe('not-listed-yet');
    const old = 'local-1500000000000';
    expect((await refusal(find(opened(plainServer('a', other.url)), { target: old }))).kind).toBe(
      'unknown-application',
    );
  });

  test('is found although another server is down; if nobody knows it, that is what is told', async () => {
    const a = await spark([finished('app-1')]);
    const servers = opened(plainServer('a', a.url), plainServer('down', 'http://127.0.0.1:1'));
    expect(await find(servers, { target: 'app-1' })).toMatchObject({ server: 'a' });
    expect(await refusal(find(servers, { target: 'app-2' }))).toMatchObject({
      kind: 'unreachable',
      facts: { servers: ['down'] },
    });
  });

  test('a driver that has ended does not hide that nobody knows it', async () => {
    const shs = await spark([finished('app-1')]);
    const driver = { ...plainServer('driver', 'http://127.0.0.1:1'), kind: 'live-ui' as const };
    const both = opened(driver, plainServer('shs', shs.url));
    expect((await refusal(find(both, { target: 'app-2' }))).kind).toBe('unknown-application');
    expect((await refusal(find(opened(driver), { target: 'app-2' }))).kind).toBe('unreachable');
  });

  test('is looked for on many servers in turns, within the allowance of one answer', async () => {
    const all = await Promise.all(
      Array.from({ length: 14 }, (_, at) => spark(at === 9 ? [finished('app-1')] : [finished('x')])),
    );
    const servers = opened(...all.map((one, at) => plainServer(`s${at}`, one.url)));
    const allowance = context();
    expect((await locate(servers, { target: 'app-1' }, allowance)).server.name).toBe('s9');
    expect(allowance.cost.requests).toBe(12);
    expect((await refusal(locate(servers, { target: 'app-2' }, context()))).kind).toBe('unknown-application');
  });
});

describe('attempts', () => {
  test('the newest is read, an asked one is chosen, an unknown one named with those that exist', async () => {
    const a = await spark([finished('application_1_1', ['2', '1'])]);
    const servers = opened(plainServer('a', a.url));
    expect(await find(servers, { target: 'application_1_1' })).toMatchObject({ attempt: '2' });
    expect(await find(servers, { target: 'application_1_1', attemptId: '1' })).toMatchObject({ attempt: '1' });
    expect(await refusal(find(servers, { target: 'application_1_1', attemptId: '3' }))).toMatchObject({
      kind: 'attempt-unknown',
      facts: { asked: '3', attempts: ['2', '1'] },
    });
  });

  test('are in the address exactly when the server lists them', async () => {
    const a = await spark([finished('application_1_1', ['2', '1']), finished('app-1')]);
    const servers = opened(plainServer('a', a.url));
    for (const target of ['application_1_1', 'app-1'])
      await readRun(await locate(servers, { target }, context()), context());
    expect(a.asked.filter((path) => path.endsWith('/jobs'))).toEqual([
      'applications/application_1_1/2/jobs',
      'applications/app-1/jobs',
    ]);
  });
});

describe('a running application', () => {
  test('is read from its driver when both are configured', async () => {
    const [shs, driver] = [await spark([running('app-1')]), await spark([live('app-1')])];
    const servers = opened(plainServer('shs', shs.url), plainServer('driver', driver.url));
    expect(await find(servers, { target: 'app-1' })).toMatchObject({ server: 'driver', kind: 'live-ui' });
    const linked = opened(plainServer('shs', shs.url), { ...plainServer('driver', driver.url), kind: 'live-ui' });
    expect(await find(linked, { target: `${shs.url}/history/app-1/jobs/` })).toMatchObject({ server: 'driver' });
    expect(await find(linked, { target: 'app-1', server: 'shs' })).toMatchObject({ server: 'shs' });
  });

  test('whose driver ended since is read from the History Server, and that is said', async () => {
    const [shs, driver] = [await spark([running('app-1')]), await spark([live('app-1')])];
    const servers = opened(plainServer('shs', shs.url), { ...plainServer('driver', driver.url), kind: 'live-ui' });
    const located = await locate(servers, { target: 'app-1' }, context());
    await driver.end();
    const run = await readRun(located, context());
    expect(run.server).toMatchObject({ name: 'shs', kind: 'history-server', insteadOf: 'driver' });
  });

  test("a link to a driver that is gone leads to the History Server by the link's id", async () => {
    const shs = await spark([finished('application_1_1', ['1'])]);
    const rm = await spark([], '/proxy/application_1_1');
    const base = rm.url.replace('application_1_1', '{appId}');
    const servers = opened(plainServer('shs', shs.url), { ...plainServer('yarn', base), kind: 'live-ui' });
    const target = `${rm.url}/stages/stage/?id=3&attempt=0`;
    const located = await locate(servers, { target }, context());
    expect(located).toMatchObject({
      attemptId: '1',
      insteadOf: 'yarn',
      asked: { stage: { stageId: 3, attemptId: 0 } },
    });
    expect((await readRun(located, context())).server).toMatchObject({ name: 'shs', insteadOf: 'yarn' });
  });

  test('a driver page without an id shows its one application; when it is gone, that is the answer', async () => {
    const driver = await spark([live('app-7')]);
    const servers = opened({ ...plainServer('driver', driver.url), kind: 'live-ui' });
    expect(await find(servers, { target: `${driver.url}/jobs/job/?id=3` })).toMatchObject({ id: 'app-7' });
    await driver.end();
    expect(await refusal(find(servers, { target: `${driver.url}/jobs/` }))).toMatchObject({
      kind: 'app-running-ui-gone',
      facts: { servers: ['driver'] },
    });
  });

  test('its page is the driver’s own, a History Server’s is one of many', async () => {
    const [shs, driver] = [await spark([finished('a b?')]), await spark([live('app-1')])];
    const servers = opened(plainServer('shs', shs.url), plainServer('driver', driver.url));
    const read = async (target: string) =>
      (await readRun(await locate(servers, { target }, context()), context())).server.uiUrl;
    expect(await read('app-1')).toBe(driver.url);
    expect(await refusal(read('a b?'))).toMatchObject({ kind: 'bad-request' });
  });
});

test('a listed application whose data is not there yet', async () => {
  const shs = await spark([{ ...finished('app-1'), attempts: [{ attemptId: undefined }] }]);
  const servers = opened(plainServer('shs', shs.url));
  const located = await locate(servers, { target: 'app-1' }, context());
  const gone = { ...located, application: { ...located.application, attemptId: '9' } };
  expect(await refusal(readRun(gone, context()))).toMatchObject({
    kind: 'not-listed-yet',
    facts: { reason: 'not-loadable' },
  });
});

test('the asker hears what is done, and that it goes on', async () => {
  const shs = await spark([finished('app-1')]);
  const steps: string[] = [];
  const telling = newReadContext({
    deadlineMs: 60_000,
    onProgress: ({ step, server }) => steps.push(`${step} ${server}`),
  });
  await readRun(await locate(opened(plainServer('shs', shs.url)), { target: 'app-1' }, telling), telling);
  expect(steps).toEqual(['looking-up null', 'loading shs', 'reading shs']);
});

describe('lists', () => {
  test('of all servers, by words, running ones, one server', async () => {
    const [a, b] = [await spark([finished('app-1'), finished('app-2')]), await spark([live('app-3')])];
    const servers = opened(plainServer('a', a.url), plainServer('b', b.url));
    const ids = async (query: Parameters<typeof listApplications>[1]) =>
      (await listApplications(servers, query, context())).applications.map((one) => one.id).sort();
    expect(await ids({})).toEqual(['app-1', 'app-2', 'app-3']);
    expect(await ids({ text: 'JOB app-2' })).toEqual(['app-2']);
    expect(await ids({ status: 'running' })).toEqual(['app-3']);
    expect(await ids({ server: 'a' })).toEqual(['app-1', 'app-2']);
    expect((await refusal(ids({ server: 'c' }))).kind).toBe('bad-request');
  });

  test('a server that is down is left out, unless there is no other', async () => {
    const a = await spark([finished('app-1')]);
    const down = plainServer('down', 'http://127.0.0.1:1');
    const { applications } = await listApplications(opened(plainServer('a', a.url), down), {}, context());
    expect(applications).toHaveLength(1);
    expect((await refusal(listApplications(opened(down), {}, context()))).kind).toBe('unreachable');
  });
});

test('the doctor tells of each server what it is and what is wrong with it', async () => {
  const [shs, driver] = [await spark([finished('app-1'), finished('app-2')]), await spark([live('app-3')])];
  const page = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>'),
  );
  const { url, close } = await listening(page);
  closing.push(close);
  const servers = opened(
    { ...plainServer('shs', shs.url), auth: { kind: 'bearer', token: 'sekret-t' } },
    plainServer('driver', driver.url),
    plainServer('down', 'http://127.0.0.1:1'),
    plainServer('page', url),
  );
  const told = await examineServers(servers);
  expect(
    told.map(({ name, reachable, version, kind, applications, failure }) => [
      name,
      reachable,
      version,
      kind,
      applications,
      failure?.kind ?? null,
    ]),
  ).toEqual([
    ['shs', true, '4.1.1', 'history-server', 2, null],
    ['driver', true, '4.1.1', 'live-ui', 1, null],
    ['down', false, null, null, null, 'unreachable'],
    ['page', true, null, null, null, 'not-spark'],
  ]);
  expect(told[0]).toMatchObject({ auth: 'bearer', latencyMs: expect.any(Number) });
  expect(JSON.stringify(told)).not.toContain('sekret');
  expect(await anyServerAnswers(servers)).toBe(true);
  expect(await anyServerAnswers(opened(plainServer('down', 'http://127.0.0.1:1')))).toBe(false);
});
