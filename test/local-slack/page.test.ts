import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalSlack } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack({ suggestions: [{ label: 'A hot key', command: '/sparkcheck app-1' }] });
});
afterAll(() => slack.close());

const get = (path: string) => fetch(new URL(path, slack.pageUrl));
const act = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(new URL(`page/${name}`, slack.pageUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('what is served', () => {
  test('the page loads its own files only, and its policy allows no others', async () => {
    const response = await get('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await response.text();
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses.filter((one) => !one.startsWith('#'))) {
      expect(address).toMatch(/^\/assets\//);
      expect((await get(address)).status).toBe(200);
    }
  });

  test('every module that a module imports is there', async () => {
    const seen = new Set<string>();
    const queue = ['/assets/browser/main.js'];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      const source = await response.text();
      expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
      for (const [, imported] of source.matchAll(/from '([^']+)'/g)) {
        queue.push(new URL(imported ?? '', new URL(path, slack.pageUrl)).pathname);
      }
    }
    expect(seen.size).toBeGreaterThan(15);
  });

  test.each(['/assets/browser/../start.js', '/assets/browser/%2e%2e/start.js', '/assets/nothing.js', '/etc/passwd'])(
    'not %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('a permalink leads to its thread on the page', async () => {
    const response = await fetch(new URL('/archives/C0INCIDENT/p1764000000000001', slack.pageUrl), {
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toBe('/#/C0INCIDENT/1764000000.000001');
  });
});

describe('who may use it', () => {
  const rawStatus = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const outgoing = request(slack.pageUrl, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      outgoing.on('error', reject);
      outgoing.end();
    });

  test('not under another name, which could be a web page that resolves to loopback', async () => {
    expect(await rawStatus({ host: 'rebound.example' })).toBe(403);
    expect(await rawStatus({ host: new URL(slack.pageUrl).host })).toBe(200);
  });

  test('not from the page of another site', async () => {
    const line = { line: 'hello', channel: 'incidents' };
    expect((await act('type', line, { origin: 'http://evil.example' })).status).toBe(403);
    const asForm = await fetch(new URL('page/type', slack.pageUrl), { method: 'POST', body: JSON.stringify(line) });
    expect(asForm.status).toBe(403);
    expect(slack.messages()).toHaveLength(0);
  });
});

describe('what a person does', () => {
  test('typing posts, and a mistake is told in words', async () => {
    expect((await act('type', { line: 'hello', channel: 'incidents' })).status).toBe(200);
    expect(slack.messages('incidents').at(-1)).toMatchObject({ text: 'hello', user: slack.userId });
    const nowhere = await act('type', { line: 'hello', channel: 'nowhere' });
    expect([nowhere.status, await nowhere.json()]).toEqual([
      400,
      { error: 'There is no channel nowhere in this workspace.' },
    ]);
    expect((await act('type', { channel: 'incidents' })).status).toBe(400);
    expect((await act('dance', {})).status).toBe(404);
  });

  test('the stream tells everything at first, then each change, and nothing the person may not see', async () => {
    const stream = await fetch(new URL('page/events', slack.pageUrl));
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<{ kind: string; state?: object; message?: object }> => {
      const { value } = (await reader?.read()) ?? {};
      return JSON.parse((value ?? '').replace(/^data: /, ''));
    };
    const first = await next();
    expect(first).toMatchObject({
      kind: 'state',
      state: { you: slack.userId, suggestions: [{ command: '/sparkcheck app-1' }] },
    });
    expect(JSON.stringify(first)).not.toContain(slack.botToken);
    slack.control.post('incidents', { text: 'alert' });
    expect(await next()).toMatchObject({ kind: 'message', message: { text: 'alert', deleted: false } });
    await reader?.cancel();
  });
});
