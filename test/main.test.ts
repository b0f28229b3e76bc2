import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalSlack } from '../src/local-slack/start.ts';
import { startRecordedServer } from '../src/recorded/serve.ts';
import { portOf } from '../src/slack/health.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const PATIENCE_MS = 60_000;

interface Started {
  child: ChildProcessWithoutNullStreams;
  out(): string;
  err(): string;
  exitCode: Promise<number | null>;
  until(words: string | RegExp): Promise<void>;
}

/** The program as `npm start` starts it, with no other configuration than what is given. */
function start(env: Record<string, string>, args: string[] = []): Started {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    out: () => out,
    err: () => err,
    exitCode,
    async until(words) {
      const giveUpAt = Date.now() + PATIENCE_MS;
      while (out.search(words) < 0) {
        if (Date.now() > giveUpAt || child.exitCode !== null) {
          throw new Error(`waited in vain for ${words}; exit ${child.exitCode}\n${out}\n${err}`);
        }
        await pause(25);
      }
    },
  };
}

async function anApplication(situation: string): Promise<{ id: string; name: string }> {
  const recorded = await startRecordedServer(FIXTURES);
  await recorded.close();
  const found = recorded.applications.find((one) => one.situation === situation);
  if (found === undefined) throw new Error(`no recording of ${situation}`);
  return found;
}

describe('with nothing configured', () => {
  it('prints the page’s address and a narrated thread, answers what is typed, and ends by SIGTERM', async () => {
    const { id, name } = await anApplication('driver-gap');
    const started = start({});
    await started.until(/http:\/\/127\.0\.0\.1:\d+\//);
    await started.until('So: ');
    const page = /http:\/\/127\.0\.0\.1:\d+\//.exec(started.out())?.[0] ?? '';
    expect((await fetch(page)).status).toBe(200);

    const before = started.out().length;
    started.child.stdin.write(`/sparkcheck ${id}\n`);
    await started.until(new RegExp(`^(?=[^]{${before}})[^]*${name}`));
    await started.until(/So: [^]*So: /);
    started.child.kill('SIGTERM');
    expect(await started.exitCode).toBe(0);
    expect(started.err()).toBe('');
  }, 120_000);

  it('ends at "quit" also without a terminal in front, and not at the end of the input', async () => {
    const quitting = start({ PORT: '0' });
    await quitting.until('So: ');
    quitting.child.stdin.write('quit\n');
    expect(await quitting.exitCode).toBe(0);
    const served = start({ PORT: '0' });
    served.child.stdin.end();
    await served.until('So: ');
    await pause(1_000);
    expect(served.child.exitCode).toBeNull();
  }, 120_000);

  it('in a terminal ends when the input does, after what was typed is told', async () => {
    const { id } = await anApplication('explode');
    const started = start({}, ['--terminal']);
    started.child.stdin.end(`/sparkcheck ${id}\n`);
    expect(await started.exitCode).toBe(0);
    expect(started.out().match(/So: /g)).toHaveLength(2);
  }, 120_000);
});

describe('in a configured workspace', () => {
  it('finishes an accepted check after SIGTERM, reading from a slow server', async () => {
    const slack = await startLocalSlack();
    const recorded = await startRecordedServer(FIXTURES);
    let reads = 0;
    const slow = createServer((incoming, response) => {
      reads += 1;
      setTimeout(() => {
        const onward = request(new URL(incoming.url ?? '/', recorded.url), (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        onward.end();
      }, 100);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      slow.closeAllConnections();
      slow.close();
      await Promise.all([slack.close(), recorded.close()]);
    });
    const { id } = await anApplication('skewed-window');
    const started = start({
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      SPARKCHECK_SERVERS: `slow=http://127.0.0.1:${portOf(slow)}`,
      SPARKCHECK_HEALTH_PORT: '0',
    });
    await started.until('joined the workspace');
    await slack.type(`/sparkcheck ${id}`, { channel: 'incidents' });
    while (reads === 0) await pause(10);
    started.child.kill('SIGTERM');
    expect(await started.exitCode).toBe(0);
    const said = slack.messages('incidents').filter(({ user }) => user === slack.botUserId);
    expect(said.map(({ threadTs }) => threadTs === null)).toEqual([true, false, false, false, false, false, false]);
    expect(said.at(-1)?.text).toMatch(/^So: /);
    expect(started.out() + started.err()).not.toContain(slack.botToken);
    expect(started.out() + started.err()).not.toContain(slack.appToken);
  }, 120_000);
});

describe('when it can not start', () => {
  it('lists every mistake of the configuration, and exits with 2', async () => {
    const started = start({ SLACK_APP_TOKEN: 'xapp-1', PORT: 'many', SPARKCHECK_SERVERS: 'nonsense' });
    expect(await started.exitCode).toBe(2);
    expect(started.err()).toMatch(/PORT/);
    expect(started.err()).toMatch(/SLACK_BOT_TOKEN/);
    expect(started.err()).toMatch(/SPARKCHECK_SERVERS/);
    expect(started.out()).toBe('');
  }, 60_000);

  it('says in a sentence that Slack does not take the token, and exits with 1', async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    const started = start({ SLACK_BOT_TOKEN: 'xoxb-wrong', SLACK_SIGNING_SECRET: 's', SLACK_API_URL: slack.apiUrl });
    expect(await started.exitCode).toBe(1);
    expect(started.err()).toContain('Slack does not know the token in SLACK_BOT_TOKEN');
    expect(started.err()).not.toContain('    at ');
    expect(started.err()).not.toContain('xoxb-wrong');
  }, 60_000);

  it('says in the first line why it is on another port when nobody insisted', async () => {
    const other = createServer();
    // Where something holds the port already, it is as taken as the test needs it.
    await new Promise<void>((resolve) => other.once('error', () => resolve()).listen(3000, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const started = start({});
    await started.until(/http:\/\/127\.0\.0\.1:\d+\//);
    expect(started.out()).toMatch(/^Port 3000 is taken, so here is a local Slack with sparkcheck in it: http:/);
    expect(started.out()).not.toContain('127.0.0.1:3000');
  }, 90_000);

  it('says that the port is taken when somebody insisted on it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const started = start({ PORT: String(portOf(other)) });
    expect(await started.exitCode).toBe(1);
    expect(started.err()).toContain('The port is taken');
  }, 60_000);
});
