import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfigMistakes, readConfig } from '../src/config.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sparkcheck-config-'));
  folders.push(folder);
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigMistakes) return error.mistakes;
    throw error;
  }
  return [];
}

describe('from the environment', () => {
  test('nothing configured is the embedded default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ slack: null, servers: [], port: 3000, healthPort: null, logLevel: 'info' });
    expect(config.allow).toEqual({ channels: null, users: null });
    expect(config.limits).toEqual({
      deadlineMs: 120_000,
      warmTimeoutMs: 108_000,
      callTimeoutMs: 30_000,
      bodyCapBytes: 64 * 1024 * 1024,
    });
  });

  test('an empty variable is as good as none', () => {
    expect(readConfig({ SLACK_BOT_TOKEN: '', SPARKCHECK_SERVERS: ' ' })).toMatchObject({ slack: null, servers: [] });
  });

  test.each([
    [{ SLACK_APP_TOKEN: 'xapp-1' }, { mode: 'socket', appToken: 'xapp-1' }],
    [{ SLACK_SIGNING_SECRET: 's' }, { mode: 'http', signingSecret: 's' }],
    [{ SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: 's' }, { mode: 'socket' }],
  ])('%o chooses the mode', (env, expected) => {
    expect(readConfig({ SLACK_BOT_TOKEN: 'xoxb-1', ...env }).slack).toMatchObject({ botToken: 'xoxb-1', ...expected });
  });

  test.each([
    [{}, null],
    [{ NO_PROXY: 'localhost' }, null],
    [{ HTTPS_PROXY: 'http://p:1' }, { httpsProxy: 'http://p:1', httpProxy: '', noProxy: '' }],
    [
      { https_proxy: 'http://p:1', http_proxy: 'http://q:2', no_proxy: 'a,b' },
      { httpsProxy: 'http://p:1', httpProxy: 'http://q:2', noProxy: 'a,b' },
    ],
  ])('%o is the way to Slack', (env, proxy) => {
    expect(readConfig({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', ...env }).slack?.proxy).toEqual(proxy);
  });

  test.each([
    ['http://shs.example.com:18080/', [['shs.example.com', 'http://shs.example.com:18080']]],
    ['https://gw.example.com/a/api/v1', [['gw.example.com', 'https://gw.example.com/a']]],
    [
      'prod=https://a.example.com,dev=http://b.example.com/x/',
      [
        ['prod', 'https://a.example.com'],
        ['dev', 'http://b.example.com/x'],
      ],
    ],
    ['yarn=http://rm.example.com:8088/proxy/{appId}', [['yarn', 'http://rm.example.com:8088/proxy/{appId}']]],
  ])('servers %s', (text, expected) => {
    const { servers } = readConfig({ SPARKCHECK_SERVERS: text });
    expect(servers.map((server) => [server.name, server.url])).toEqual(expected);
  });

  test('a base for each application is a proxy to a driver', () => {
    expect(readConfig({ SPARKCHECK_SERVERS: 'yarn=http://rm:8088/proxy/{appId}' }).servers[0]?.kind).toBe('live-ui');
  });
});

describe('from the file', () => {
  test('servers with auth, certificates and proxy; secrets from the environment', () => {
    const ca = file('ca.pem', '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n');
    const path = file(
      'sparkcheck.yaml',
      `servers:
  - name: prod
    url: https://shs.example.com/gateway
    auth: { basic: { user: bot, password: "\${SHS_PASSWORD}" } }
    ca: ${ca}
    proxy: http://proxy.example.com:3128
    channels: [C0123ABCD]
  - { name: token, url: "https://t.example.com", auth: { bearer: "\${TOKEN}" } }
  - { name: cookie, url: "https://c.example.com", auth: { cookie: "session=1" } }
  - { name: header, url: "https://h.example.com", auth: { header: { name: X-Key, value: k } } }
  - { name: open, url: "https://o.example.com", auth: none }
allow: { channels: [C0123ABCD], users: [U0123ABCD] }
limits: { deadlineSeconds: 60, bodyCapMegabytes: 8 }
`,
    );
    const config = readConfig({ SPARKCHECK_CONFIG: path, SHS_PASSWORD: 'a: "b" # c', TOKEN: 't' });
    expect(config.servers.map((server) => server.auth)).toEqual([
      { kind: 'basic', user: 'bot', password: 'a: "b" # c' },
      { kind: 'bearer', token: 't' },
      { kind: 'cookie', cookie: 'session=1' },
      { kind: 'header', name: 'X-Key', value: 'k' },
      { kind: 'none' },
    ]);
    expect(config.servers[0]).toMatchObject({ proxy: 'http://proxy.example.com:3128', channels: ['C0123ABCD'] });
    expect(config.servers[0]?.ca).toContain('BEGIN CERTIFICATE');
    expect(config.allow).toEqual({ channels: ['C0123ABCD'], users: ['U0123ABCD'] });
    expect(config.limits).toMatchObject({ deadlineMs: 60_000, warmTimeoutMs: 54_000, bodyCapBytes: 8 * 1024 * 1024 });
  });
});

describe('mistakes', () => {
  test.each([
    [{ SLACK_BOT_TOKEN: 'xoxb-1' }, /needs SLACK_APP_TOKEN/],
    [{ SLACK_APP_TOKEN: 'xapp-1' }, /SLACK_BOT_TOKEN is missing/],
    [{ SLACK_BOT_TOKEN: 'xapp-1', SLACK_APP_TOKEN: 'xapp-1' }, /starts with xoxb-/],
    [{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xoxb-1' }, /starts with xapp-/],
    [{ PORT: 'eighty' }, /PORT is not a port/],
    [{ PORT: '70000' }, /PORT is not a port/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ SLACK_API_URL: 'slack' }, /SLACK_API_URL is not an http/],
    [{ SPARKCHECK_SERVERS: 'shs.example.com' }, /entry 1 is not an http or https address/],
    [{ SPARKCHECK_SERVERS: 'file:///etc/passwd' }, /entry 1 is not an http or https address/],
    [{ SPARKCHECK_SERVERS: 'a=http://x,b=http://y?z=1' }, /entry 2 must end with its path/],
    [{ SPARKCHECK_SERVERS: 'a=http://x/{id}' }, /may hold \{appId\}/],
    [{ SPARKCHECK_SERVERS: 'a=http://x,A=http://y' }, /Two servers are called A/],
    [{ SPARKCHECK_SERVERS: 'a=http://x,b=http://x/' }, /the same address/],
    [{ SPARKCHECK_SERVERS: 'a b=http://x' }, /entry 1 has a name/],
    [{ SPARKCHECK_CONFIG: '/no/such/file.yaml' }, /can not be read/],
    [
      { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', HTTPS_PROXY: 'proxy:3128' },
      /^HTTPS_PROXY is not an http/,
    ],
  ])('%o', (env, sentence) => {
    expect(mistakesOf(env)).toEqual([expect.stringMatching(sentence)]);
  });

  test.each([
    ['servers: [', /not valid YAML/],
    ['server: []', /does not know server/],
    ['servers: [{ name: a }]', /servers → entry 1 → url is missing/],
    ['servers: [{ name: a, url: "http://x", auth: { token: t } }]', /auth must be one of/],
    ['servers: [{ name: a, url: "http://x", ca: /no/such.pem }]', /ca names a file that can not be read/],
    [
      'servers: [{ name: a, url: "http://x", auth: { bearer: "${NOT_SET_HERE}" } }]',
      /\$\{NOT_SET_HERE\}, which is not set/,
    ],
    ['allow: { channels: ["#general"] }', /is not a channel id/],
    ['limits: { deadlineSeconds: 0 }', /deadlineSeconds/],
  ])('file %s', (text, sentence) => {
    expect(mistakesOf({ SPARKCHECK_CONFIG: file('c.yaml', text) })).toEqual([expect.stringMatching(sentence)]);
  });

  test('all of them at once', () => {
    const path = file('c.yaml', 'nonsense: 1\nallow: { users: [me] }\n');
    expect(
      mistakesOf({ SLACK_APP_TOKEN: 'x', PORT: '-1', SPARKCHECK_SERVERS: 'x', SPARKCHECK_CONFIG: path }),
    ).toHaveLength(5);
  });

  test('no configured value is repeated: it may be a secret', () => {
    const path = file('c.yaml', 'servers: [{ name: a, url: "https://u:hunter2@x", auth: { bearer: 7, hunter2x: 1 } }]');
    const env = {
      SLACK_BOT_TOKEN: 'xoxp-hunter2',
      SPARKCHECK_SERVERS: 'a=https://u:hunter2@x',
      SPARKCHECK_CONFIG: path,
    };
    expect(mistakesOf(env).length).toBeGreaterThan(2);
    expect(mistakesOf(env).join('\n')).not.toContain('hunter2');
  });
});
