import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../src/config.ts';
import { examineAll } from '../src/doctor.ts';
import { startLocalSlack } from '../src/local-slack/start.ts';
import { startRecordedServer } from '../src/recorded/serve.ts';
import { portOf } from '../src/slack/health.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

async function examined(env: Record<string, string>): Promise<{ right: boolean; report: string }> {
  const lines: string[] = [];
  const right = await examineAll(readConfig(env), (line) => lines.push(line));
  return { right, report: lines.join('\n') };
}

it('has nothing to fix when nothing is configured', async () => {
  const { right, report } = await examined({});
  expect(right).toBe(true);
  expect(report).toContain('the embedded local Slack is used');
  expect(report).toContain('the recorded applications are served');
});

it('tells who the bot is, its scopes and what each server is', async () => {
  const [slack, recorded] = await Promise.all([startLocalSlack(), startRecordedServer(FIXTURES)]);
  onTestFinished(async () => {
    await Promise.all([slack.close(), recorded.close()]);
  });
  const { right, report } = await examined({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    SPARKCHECK_SERVERS: `prod=${recorded.url}`,
  });
  expect(report).toMatch(/ok {3}Bot token +signed in to Local workspace/);
  expect(report).toMatch(/ok {3}Bot scopes +commands, chat:write, app_mentions:read/);
  expect(report).toMatch(/ok {3}App token +Slack gives a Socket Mode connection/);
  expect(report).toContain('Server prod');
  expect(right).toBe(!report.includes('FIX'));
  expect(report).not.toContain(slack.botToken);
  expect(report).not.toContain(slack.appToken);
}, 60_000);

it('says what to fix: a scope that is missing, tokens that are wrong, a server that is down', async () => {
  const slack = await startLocalSlack({ scopes: ['commands', 'chat:write'] });
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${portOf(gone)}`;
  await new Promise((resolve) => gone.close(resolve));
  onTestFinished(() => slack.close());
  const { right, report } = await examined({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: 'xapp-wrong',
    SLACK_API_URL: slack.apiUrl,
    SPARKCHECK_SERVERS: `prod=${address}`,
  });
  expect(right).toBe(false);
  expect(report).toMatch(/FIX {2}Bot scopes +missing: app_mentions:read/);
  expect(report).toContain('Install the app again from manifest.yml.');
  expect(report).toMatch(/FIX {2}App token +invalid_auth/);
  expect(report).toMatch(/FIX {2}Server prod/);
  expect(report).toContain('3 of 4 need fixing.');
  expect(report).not.toContain('xapp-wrong');

  const unknown = await examined({
    SLACK_BOT_TOKEN: 'xoxb-wrong',
    SLACK_SIGNING_SECRET: 's',
    SLACK_API_URL: slack.apiUrl,
  });
  expect(unknown.report).toContain('Slack does not know the token in SLACK_BOT_TOKEN');

  const overHttp = await examined({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: 's',
    SLACK_API_URL: slack.apiUrl,
  });
  // The other manifest would take the request addresses away.
  expect(overHttp.report).toContain('Install the app again from manifest-http.yml.');
  expect(overHttp.report).toMatch(/FIX {2}Servers +none configured/);
  expect(overHttp.report).toContain('Set SPARKCHECK_SERVERS');
}, 60_000);
