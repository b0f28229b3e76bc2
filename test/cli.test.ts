import { spawn } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArguments } from '../src/cli-arguments.ts';
import { runCommandLine } from '../src/cli-answer.ts';
import { startRecordedServer, type RecordedServer } from '../src/recorded/serve.ts';
import { answerSchema } from './narration/answer-schema.ts';
import { FIXTURES } from './recorded-answers.ts';

const LONG = 120_000;

interface Ran {
  code: number;
  out: string;
  err: string;
}

async function sparkcheck(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const ran: Ran = { code: -1, out: '', err: '' };
  ran.code = await runCommandLine(args, {
    env,
    colour: false,
    out: (text) => (ran.out += text),
    err: (text) => (ran.err += text),
  });
  return ran;
}

/** One sentence on stderr, nothing on stdout, exit 1 (answer.md §3). */
function expectOneSentence(ran: Ran, words: RegExp): void {
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(words);
  expect(ran.err.trimEnd()).toMatch(/^[^\n]+\.$/);
  expect(ran.err).not.toMatch(/ at \S+:\d+|Error:/);
}

describe('over a History Server', () => {
  let server: RecordedServer;
  let id: (situation: string) => string;
  beforeAll(async () => {
    server = await startRecordedServer(FIXTURES);
    id = (situation) => server.applications.find((one) => one.situation === situation)?.id ?? situation;
  });
  afterAll(() => server.close());

  test('the thread as text, with no configuration at all', { timeout: LONG }, async () => {
    const ran = await sparkcheck([id('skewed-window'), '--server', server.url]);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain('3 · Skew: one task had');
    expect(ran.out).toContain('First change: salt the hot title_id');
  });

  test('JSON that validates, spoken sentences, Markdown, hand-off', { timeout: LONG }, async () => {
    const target = [id('skewed-join'), '--server', server.url];
    const json = await sparkcheck([...target, '--json']);
    expect(answerSchema.parse(JSON.parse(json.out)).cause?.kind).toBe('data-skew');
    const spoken = await sparkcheck([...target, '--spoken']);
    expect(spoken.out.trim().split('\n')).toHaveLength(6);
    expect((await sparkcheck([...target, '--markdown'])).out).toMatch(/^# `nightly_ranking`/);
    expect((await sparkcheck([id('skewed-join'), 'handoff', '--server', server.url])).out).toContain('Five readings');
  });

  test('a link in place of the id, and a stage of it', { timeout: LONG }, async () => {
    const link = `${server.url}/history/${id('skewed-join')}/stages/stage/?id=4&attempt=0`;
    const ran = await sparkcheck([link, '--server', server.url, '--json']);
    expect(answerSchema.parse(JSON.parse(ran.out)).targetStage?.stageId).toBe(4);
  });

  test('exit 3 for CI, only when a check says so', { timeout: LONG }, async () => {
    const on = ['--server', server.url, '--fail-on'];
    expect((await sparkcheck([id('skewed-window'), ...on, 'failing'])).code).toBe(3);
    expect((await sparkcheck([id('skewed-window'), ...on, 'watch'])).code).toBe(3);
    expect((await sparkcheck([id('healthy-join-window'), ...on, 'watch'])).code).toBe(0);
  });

  test('a configured name, and one that is not', { timeout: LONG }, async () => {
    const env = { SPARKCHECK_SERVERS: `prod=${server.url}` };
    expect((await sparkcheck([id('skewed-window'), '--server', 'prod', '--spoken'], env)).code).toBe(0);
    expect((await sparkcheck([id('skewed-window'), '--spoken'], env)).code).toBe(0);
    const wrong = await sparkcheck([id('skewed-window'), '--server', 'pord'], env);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('configured: prod');
  });

  test('a recorded folder in place of a server', { timeout: LONG }, async () => {
    expect((await sparkcheck([id('skewed-window'), '--recorded', FIXTURES, '--spoken'])).code).toBe(0);
    const alone = join(FIXTURES, 'skewed-window');
    expect((await sparkcheck([id('skewed-window'), 'query', '0', '--recorded', alone, '--spoken'])).code).toBe(0);
    expect((await sparkcheck(['list', '--recorded', alone])).out.trim().split('\n')).toHaveLength(1);
  });

  test('the list, as text and as JSON', { timeout: LONG }, async () => {
    const text = await sparkcheck(['list', 'nightly', '--server', server.url]);
    expect(text.out).toContain(id('skewed-join'));
    expect(text.out).toMatch(/ finished /);
    const json = await sparkcheck(['list', '--server', server.url, '--json']);
    expect(Array.isArray(JSON.parse(json.out))).toBe(true);
    const failed = await sparkcheck(['list', 'failed', id('failed-app'), '--server', server.url]);
    expect(failed.out).toMatch(new RegExp(`^${id('failed-app')}  failed `));
    expect(failed.err).toMatch(/^Of 1 ended application that matches .*, 1 failed\.\n$/);
  });

  test('an id that no server knows, with others to try', { timeout: LONG }, async () => {
    expectOneSentence(await sparkcheck(['app-19990101000000-0001', '--server', server.url]), /is known to.*app-/);
  });

  test('a stage that the application does not have', { timeout: LONG }, async () => {
    const ran = await sparkcheck([id('skewed-join'), '--stage', '4711', '--server', server.url]);
    expectOneSentence(ran, /no such stage/);
  });

  test('a link to elsewhere is refused, not followed', { timeout: LONG }, async () => {
    const ran = await sparkcheck(['http://evil.example/history/app-1/', '--server', server.url]);
    expectOneSentence(ran, /not on a server that I am configured for/);
  });
});

describe('a server that has no answer', () => {
  const servers: Server[] = [];
  afterAll(async () => {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  async function listening(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  test('is down', { timeout: LONG }, async () => {
    const url = await listening(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expectOneSentence(await sparkcheck(['app-1', '--server', url]), /I can not reach/);
  });

  test('sends a web page', { timeout: LONG }, async () => {
    const url = await listening((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'));
    expectOneSentence(await sparkcheck(['app-1', '--server', url]), /not as a Spark server/);
  });

  test('wants a login', { timeout: LONG }, async () => {
    const url = await listening((_, response) => response.writeHead(401).end());
    expectOneSentence(await sparkcheck(['app-1', '--server', url]), /wants a login/);
  });

  test('lists nothing', { timeout: LONG }, async () => {
    const url = await listening((request, response) => {
      const isList = /\/applications\/?(\?|$)/.test(request.url ?? '');
      response.writeHead(isList ? 200 : 404, { 'content-type': isList ? 'application/json' : 'text/plain' });
      response.end(isList ? '[]' : 'unknown app: app-1');
    });
    expectOneSentence(await sparkcheck(['app-1', '--server', url]), /lists no application at all yet/);
  });
});

describe('wrong usage', () => {
  test('lists every mistake at once and writes nothing to stdout', async () => {
    const ran = await sparkcheck(['--frobnicate', '--json', '--spoken', '--stage', 'four', '--fail-on', 'never']);
    expect(ran).toMatchObject({ code: 2, out: '' });
    for (const words of ['--frobnicate', '--json and --spoken', '--stage', '--fail-on', 'id or a link']) {
      expect(ran.err).toContain(words);
    }
  });

  test('lists the mistakes of the configuration with them', async () => {
    const ran = await sparkcheck(['app-1', '--query', 'x'], { PORT: 'many', SPARKCHECK_SERVERS: 'prod=ftp://x' });
    expect(ran.code).toBe(2);
    for (const words of ['--query', 'PORT', 'SPARKCHECK_SERVERS']) expect(ran.err).toContain(words);
  });

  test('without any server, says how to name one', async () => {
    expect(await sparkcheck(['app-1'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--server') });
  });

  test('help and version need nothing', async () => {
    expect(await sparkcheck(['--help'])).toMatchObject({ code: 0, err: '' });
    expect((await sparkcheck([])).out).toContain('sparkcheck doctor');
    expect((await sparkcheck(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('arguments', () => {
  const question = (...args: string[]) => {
    const command = readArguments(args);
    return command.kind === 'question' ? command.question : command;
  };

  test.each([
    [['app-1', '--stage', '4.1'], { target: 'app-1', stage: { stageId: 4, attemptId: 1 } }],
    [['app-1', 'stage', '4'], { target: 'app-1', stage: { stageId: 4 } }],
    [['app-1', '--query=7'], { target: 'app-1', query: 7 }],
    [['app-1', '--job', '0', '--attempt', '2'], { target: 'app-1', job: 0, attemptId: '2' }],
    [['app-1', 'attempt', '2', 'query', '3'], { target: 'app-1', attemptId: '2', query: 3 }],
    [['app-1', 'on', 'prod'], { target: 'app-1', server: 'prod' }],
  ])('%j', (args, expected) => {
    expect(question(...args)).toEqual(expected);
  });

  test.each([
    [['app-1', '--stage', '4', '--query', '7'], /exclude each other/],
    [['app-1', 'stage', '4', '--job', '7'], /exclude each other/],
    [['app-1', '--server'], /needs a value/],
    [['app-1', '--json=yes'], /takes no value/],
    [['app-1', '--server', 'http://user:secret@host/'], /^(?!.*secret).*user name or password/],
    [['', '--fail-on', 'failing'], /application id .* is missing/],
    [[' '], /is missing/],
    [['app-1', '--recorded', 'no-such-folder'], /is not a folder/],
    [['app-1', '--recorded', 'src'], /holds no recording.*the folder above/],
    [['query', '3'], /does not say of which application.*sparkcheck <app id> query 3/],
    [['app-1', 'stagee', '4'], /not understood.*app-1 stage 4/],
  ])('%j is a mistake', (args, words) => {
    const command = readArguments(args);
    expect(command.kind === 'mistakes' ? command.mistakes.join('\n') : command).toMatch(words);
  });
});

test('the built program runs as a person would run it', { timeout: LONG }, async () => {
  const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const program = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise((resolve) => program.on('close', resolve));
  expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: 'sparkcheck: why is this Spark job slow?' });
});

test('a slow server is told about, once in a while, to somebody who watches', { timeout: LONG }, async () => {
  const server = await startRecordedServer(FIXTURES);
  const slow = createServer((request, response) => {
    // Longer than the first word takes, for the one call that loads the application.
    const wait = /\/jobs/.test(request.url ?? '') ? 5_000 : 0;
    setTimeout(() => {
      void fetch(`${server.url}${request.url ?? ''}`).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      });
    }, wait);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const address = slow.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const id = server.applications[0]?.id ?? '';
  const watched: Ran = { code: -1, out: '', err: '' };
  watched.code = await runCommandLine([id, '--server', url, '--spoken'], {
    env: {},
    colour: false,
    watched: true,
    out: (text) => (watched.out += text),
    err: (text) => (watched.err += text),
  });
  const alone = await sparkcheck([id, '--server', url, '--spoken']);
  await new Promise((resolve) => slow.close(resolve));
  await server.close();
  expect(watched).toMatchObject({ code: 0, err: expect.stringMatching(/so far\n/) });
  expect(alone).toMatchObject({ code: 0, err: '' });
});
