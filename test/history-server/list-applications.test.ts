import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  closeServers,
  listApplications,
  newReadContext,
  openServers,
  plainServer,
} from '../../src/history-server/read.ts';
import { listening } from './listening.ts';

const HOUR_MS = 3_600_000;
const STARTED_AT = Date.parse('2026-11-29T00:00:00Z');

/** A History Server of `count` ended applications, the last started first; jobs of `failed` ones failed, of `broken` ones can not be read. */
async function aServer(count: number, { failed = [], broken = [] }: { failed?: number[]; broken?: number[] } = {}) {
  const asked: string[] = [];
  const applications = Array.from({ length: count }, (_, at) => {
    const startTimeEpoch = STARTED_AT - at * HOUR_MS;
    return {
      id: `app-${at}`,
      name: at % 2 === 0 ? 'even' : 'odd',
      attempts: [
        { startTimeEpoch, endTimeEpoch: startTimeEpoch + 60_000, duration: 60_000, sparkUser: 'etl', completed: true },
      ],
    };
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://spark/');
    asked.push(url.pathname + url.search);
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const at = Number(/\/app-(\d+)\/jobs$/.exec(url.pathname)?.[1] ?? -1);
    if (url.pathname === '/api/v1/applications') {
      const limit = Number(url.searchParams.get('limit') ?? count);
      json(url.searchParams.get('status') === 'running' ? [] : applications.slice(0, limit));
    } else if (at < 0 || broken.includes(at))
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such app');
    else json(failed.includes(at) ? [{ jobId: 0, status: 'FAILED' }] : []);
  });
  const { url, close } = await listening(server);
  const servers = openServers([plainServer('prod', url)]);
  onTestFinished(async () => {
    await closeServers(servers);
    await close();
  });
  const list = (query: Parameters<typeof listApplications>[1]) =>
    listApplications(servers, query, newReadContext({ deadlineMs: 60_000 }));
  return { list, asked };
}

test('a list is short and tells how many there are', async () => {
  const { list } = await aServer(44);
  const { applications, ...counts } = await list({});
  expect(applications.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `app-${at}`));
  expect(counts).toEqual({ total: 44, more: false, searched: null });
  expect((await list({ text: 'odd' })).total).toBe(22);
});

test('a server that lists as many as were asked for may hold more', async () => {
  const { list } = await aServer(600);
  expect(await list({})).toMatchObject({ total: 500, more: true });
});

test('failed ones are searched among the newest that the allowance reaches, and it says how far', async () => {
  const { list, asked } = await aServer(44, { failed: [3, 9, 30], broken: [5] });
  const { applications, ...counts } = await list({ status: 'failed' });
  expect(applications.map(({ id, state }) => [id, state])).toEqual([
    ['app-3', 'failed'],
    ['app-9', 'failed'],
  ]);
  expect(counts).toEqual({ total: 2, more: false, searched: { newest: 15, unread: 1, ended: 44 } });
  expect(asked).toHaveLength(16);
});

test('words narrow the search, so that an older one is reached', async () => {
  const { list } = await aServer(30, { failed: [3, 28] });
  const { applications, searched } = await list({ status: 'failed', text: 'EVEN' });
  expect(applications.map(({ id }) => id)).toEqual(['app-28']);
  expect(searched).toEqual({ newest: 15, unread: 0, ended: 15 });
});
