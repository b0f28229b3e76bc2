import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { serverName, serverShape, serverUrl } from './history-server/server-config.ts';
import type { ProxySettings } from './slack/web-client.ts';
import { DEFAULT_LIMITS, plainServer, type RequestLimits, type Server } from './history-server/servers.ts';

/** Everything that can be set from outside, read once at the start. */
export interface Config {
  /** `null`: no workspace is configured, the embedded local Slack is used. */
  slack: SlackConfig | null;
  /** Empty: none is configured, the recorded applications are served. */
  servers: Server[];
  /** Who may ask; `null`: everybody in the workspace. */
  allow: { channels: string[] | null; users: string[] | null };
  limits: RequestLimits & {
    /** For one whole answer. */
    deadlineMs: number;
  };
  /** HTTP mode: `/slack/events` and the health pages. */
  port: number;
  /** Health pages in Socket Mode; `null`: none. */
  healthPort: number | null;
  logLevel: LogLevel;
}

export type SlackConfig = { botToken: string; apiUrl: string | null; proxy: ProxySettings | null } & (
  { mode: 'socket'; appToken: string } | { mode: 'http'; signingSecret: string }
);

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The configuration can not be used. Holds every mistake as a sentence, and no value that was configured. */
export class ConfigMistakes extends Error {
  readonly mistakes: string[];

  constructor(mistakes: string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigMistakes';
    this.mistakes = mistakes;
  }
}

type Environment = Record<string, string | undefined>;

/**
 * Environment variables and the optional YAML file (product.md, set-up) → the configuration. Throws `ConfigMistakes` with
 * everything that is wrong, at once.
 */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = [];
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const variables = variablesShape.safeParse(set);
  if (!variables.success) mistakes.push(...inWords(variables.error, ''));
  const file = readFile(set.SPARKCHECK_CONFIG, set, mistakes);
  const listed = readServerList(set.SPARKCHECK_SERVERS, mistakes);
  const servers = [...listed, ...(file?.servers ?? [])];
  mistakes.push(...duplicates(servers), ...slackMistakes(set));
  if (mistakes.length > 0 || !variables.success) throw new ConfigMistakes(mistakes);
  const { PORT, SPARKCHECK_HEALTH_PORT, LOG_LEVEL } = variables.data;
  const limits = file?.limits;
  const deadlineMs = limits?.deadlineSeconds === undefined ? 120_000 : limits.deadlineSeconds * 1000;
  return {
    slack: slackConfig(set),
    servers,
    allow: { channels: file?.allow?.channels ?? null, users: file?.allow?.users ?? null },
    limits: {
      deadlineMs,
      callTimeoutMs:
        limits?.callTimeoutSeconds === undefined ? DEFAULT_LIMITS.callTimeoutMs : limits.callTimeoutSeconds * 1000,
      // The warming call may take what the whole answer may, less the time to read the rest.
      warmTimeoutMs:
        limits?.loadTimeoutSeconds === undefined ? Math.round(deadlineMs * 0.9) : limits.loadTimeoutSeconds * 1000,
      bodyCapBytes:
        limits?.bodyCapMegabytes === undefined ? DEFAULT_LIMITS.bodyCapBytes : limits.bodyCapMegabytes * 1024 * 1024,
    },
    port: PORT ?? 3000,
    healthPort: SPARKCHECK_HEALTH_PORT ?? null,
    logLevel: LOG_LEVEL ?? 'info',
  };
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a port')
  .transform(Number)
  .refine((number) => number <= 65_535, 'is not a port');

const variablesShape = z.object({
  SLACK_API_URL: z.url({ protocol: /^https?$/, error: 'is not an http or https address' }).optional(),
  PORT: port.optional(),
  SPARKCHECK_HEALTH_PORT: port.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).optional(),
});

function fileShape() {
  const seconds = z.number().min(1).max(3600);
  return z.strictObject({
    servers: z.array(serverShape(readText)).optional(),
    allow: z
      .strictObject({
        channels: z.array(z.string().regex(/^[CDG][A-Z0-9]+$/, 'is not a channel id such as C0123ABCD')).optional(),
        users: z.array(z.string().regex(/^[UW][A-Z0-9]+$/, 'is not a user id such as U0123ABCD')).optional(),
      })
      .optional(),
    limits: z
      .strictObject({
        deadlineSeconds: seconds.optional(),
        callTimeoutSeconds: seconds.optional(),
        loadTimeoutSeconds: seconds.optional(),
        bodyCapMegabytes: z.number().min(1).max(512).optional(),
      })
      .optional(),
  });
}

function readFile(path: string | undefined, env: Environment, mistakes: string[]) {
  if (path === undefined) return null;
  const text = readText(path);
  if (text === null) {
    mistakes.push('SPARKCHECK_CONFIG names a file that can not be read.');
    return null;
  }
  let content: unknown;
  try {
    content = parse(text) ?? {};
  } catch {
    // The parser's message quotes the line, which may hold a secret.
    mistakes.push('The file of SPARKCHECK_CONFIG is not valid YAML.');
    return null;
  }
  const read = fileShape().safeParse(withVariables(content, env, mistakes));
  if (read.success) return read.data;
  mistakes.push(...inWords(read.error, 'In the file of SPARKCHECK_CONFIG, '));
  return null;
}

/** Replaces `${VAR}` in every text of the file, after parsing: a secret with a quote or a colon in it can not break the YAML. */
function withVariables(content: unknown, env: Environment, mistakes: string[]): unknown {
  if (typeof content === 'string') {
    return content.replace(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => {
      const value = env[name];
      if (value === undefined) mistakes.push(`The file of SPARKCHECK_CONFIG uses ${whole}, which is not set.`);
      return value ?? whole;
    });
  }
  if (Array.isArray(content)) return content.map((item) => withVariables(item, env, mistakes));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, withVariables(value, env, mistakes)]));
}

/** `https://shs.example.com` or `prod=https://…,dev=https://…`; a server without a name is called by its host. */
function readServerList(text: string | undefined, mistakes: string[]): Server[] {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).flatMap((entry, position) => {
    const named = /^([^=/]+)=(.*)$/.exec(entry);
    const url = serverUrl.safeParse(named?.[2] ?? entry);
    const given = named?.[1] ?? (url.success ? new URL(url.data.replaceAll('{appId}', '')).hostname : 'unnamed');
    const name = serverName.safeParse(given);
    const say = (what: string) => mistakes.push(`SPARKCHECK_SERVERS: entry ${position + 1} ${what}.`);
    if (!url.success) say(url.error.issues[0]?.message ?? 'is not an address');
    if (!name.success) say(`has a name that ${name.error.issues[0]?.message ?? 'can not be used'}`);
    if (!url.success || !name.success) return [];
    const server = plainServer(name.data, url.data);
    return [url.data.includes('{appId}') ? { ...server, kind: 'live-ui' as const } : server];
  });
}

function duplicates(servers: Server[]): string[] {
  return servers.flatMap((server, position) => {
    const before = servers.slice(0, position);
    if (before.some((one) => one.name.toLowerCase() === server.name.toLowerCase())) {
      return [`Two servers are called ${server.name}; give each a name of its own.`];
    }
    const twin = before.find((one) => one.url === server.url);
    return twin === undefined ? [] : [`Servers ${twin.name} and ${server.name} have the same address.`];
  });
}

function slackMistakes(env: Environment): string[] {
  const { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_SIGNING_SECRET: secret } = env;
  const mistakes: string[] = [];
  if (bot === undefined && (app !== undefined || secret !== undefined)) {
    mistakes.push('SLACK_BOT_TOKEN is missing: it is the token that starts with xoxb-, from "Install App".');
  }
  if (bot !== undefined && app === undefined && secret === undefined) {
    mistakes.push('SLACK_BOT_TOKEN needs SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP) beside it.');
  }
  if (bot !== undefined && /^(xapp|xoxp)-/.test(bot)) {
    mistakes.push('SLACK_BOT_TOKEN holds another kind of token: the bot token starts with xoxb-.');
  }
  if (app !== undefined && /^xox/.test(app)) {
    mistakes.push('SLACK_APP_TOKEN holds another kind of token: the app-level token starts with xapp-.');
  }
  for (const name of bot === undefined ? [] : PROXY_VARIABLES) {
    const address = env[name];
    if (address !== undefined && !z.url({ protocol: /^https?$/ }).safeParse(address).success) {
      mistakes.push(`${name} is not an http or https address; take it away or write it whole.`);
    }
  }
  return mistakes;
}

const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

function slackConfig(env: Environment): SlackConfig | null {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = env;
  if (botToken === undefined) return null;
  const both = { botToken, apiUrl: env.SLACK_API_URL ?? null, proxy: proxySettings(env) };
  if (appToken !== undefined) return { ...both, mode: 'socket', appToken };
  return signingSecret === undefined ? null : { ...both, mode: 'http', signingSecret };
}

/** The company's proxy by the names that curl and most programs read; each server has a `proxy` of its own. */
function proxySettings(env: Environment): ProxySettings | null {
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY ?? '';
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY ?? '';
  if (httpsProxy === '' && httpProxy === '') return null;
  return { httpsProxy, httpProxy, noProxy: env.no_proxy ?? env.NO_PROXY ?? '' };
}

/** One sentence a mistake, with the place it is at; values are never repeated, they may be secrets. */
function inWords(error: z.ZodError, before: string): string[] {
  return error.issues.map((issue) => {
    const place = issue.path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : String(step))).join(' → ');
    const what =
      issue.code === 'unrecognized_keys'
        ? `does not know ${issue.keys.join(', ')}`
        : issue.code === 'invalid_type'
          ? `is missing or no ${issue.expected}`
          : issue.message;
    return `${before}${place === '' ? 'it' : place} ${what}.`;
  });
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
