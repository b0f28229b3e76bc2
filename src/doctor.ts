import type { Config, SlackConfig } from './config.ts';
import { examineServers, type ServerExamination } from './history-server/examine-servers.ts';
import { closeServers, openServers } from './history-server/read.ts';
import { apology } from './narration/apologies.ts';
import { manifestFor, missingScopes, SCOPES, signIn, SignInFailure, tryAppToken } from './slack/sign-in.ts';

/** One thing looked at: what was found, and what to do when it is not right. */
interface Finding {
  what: string;
  right: boolean;
  found: string;
  fix: string | null;
}

/**
 * Looks at everything the bot depends on (tokens, scopes, servers) and says what to fix. Writes a line a finding; gives
 * whether all is right. Shows no secret.
 */
export async function examineAll(config: Config, write: (line: string) => void): Promise<boolean> {
  const findings = [...(await examineSlack(config.slack)), ...(await examineConfigured(config))];
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const { what, right, found, fix } of findings) {
    write(`${right ? 'ok ' : 'FIX'}  ${what.padEnd(width)}  ${found}`);
    if (fix !== null) write(`     ${' '.repeat(width)}  → ${fix}`);
  }
  const wrong = findings.filter(({ right }) => !right).length;
  write(wrong === 0 ? 'Everything is in order.' : `${wrong} of ${findings.length} need fixing.`);
  return wrong === 0;
}

async function examineSlack(slack: SlackConfig | null): Promise<Finding[]> {
  if (slack === null) {
    const found = 'not configured: the embedded local Slack is used';
    return [{ what: 'Slack', right: true, found, fix: null }];
  }
  const findings = await examineBotToken(slack);
  if (slack.mode === 'http') {
    const found = 'HTTP mode: the signing secret shows only when Slack posts, as a 401 in the log if it is wrong';
    return [...findings, { what: 'Slack mode', right: true, found, fix: null }];
  }
  return [...findings, await examineAppToken(slack)];
}

async function examineBotToken(slack: SlackConfig): Promise<Finding[]> {
  try {
    const identity = await signIn(slack);
    const missing = missingScopes(identity);
    const token = `signed in to ${identity.teamName ?? identity.teamId} as ${identity.botUserId}`;
    const scopes =
      identity.scopes === null
        ? { right: true, found: 'Slack did not list them', fix: null }
        : missing.length === 0
          ? { right: true, found: SCOPES.join(', '), fix: null }
          : {
              right: false,
              found: `missing: ${missing.join(', ')}`,
              fix: `Install the app again from ${manifestFor(slack.mode)}.`,
            };
    return [
      { what: 'Bot token', right: true, found: token, fix: null },
      { what: 'Bot scopes', ...scopes },
    ];
  } catch (error) {
    return [signInFinding('Bot token', error)];
  }
}

async function examineAppToken(slack: Extract<SlackConfig, { mode: 'socket' }>): Promise<Finding> {
  try {
    await tryAppToken(slack);
    return { what: 'App token', right: true, found: 'Slack gives a Socket Mode connection', fix: null };
  } catch (error) {
    return signInFinding('App token', error);
  }
}

function signInFinding(what: string, error: unknown): Finding {
  if (!(error instanceof SignInFailure)) throw error;
  return { what, right: false, found: error.code, fix: error.message };
}

async function examineConfigured(config: Config): Promise<Finding[]> {
  if (config.servers.length === 0) {
    const found = 'none configured: the recorded applications are served';
    if (config.slack === null) return [{ what: 'Servers', right: true, found, fix: null }];
    // People of a real workspace would take a demonstration for their own jobs.
    const fix = 'Set SPARKCHECK_SERVERS to the address of your history server.';
    return [{ what: 'Servers', right: false, found, fix }];
  }
  const servers = openServers(config.servers, config.limits);
  try {
    return (await examineServers(servers)).map(serverFinding);
  } finally {
    await closeServers(servers);
  }
}

function serverFinding(server: ServerExamination): Finding {
  const { name, url, auth, reachable, version, kind, latencyMs, applications, failure } = server;
  const what = `Server ${name}`;
  if (failure !== null) {
    const { sentence, next } = apology(failure);
    return { what, right: false, found: sentence, fix: next };
  }
  if (!reachable) {
    return {
      what,
      right: true,
      found: `${url}: one address an application, so nothing can be asked before one is known`,
      fix: null,
    };
  }
  const facts = [
    url,
    version === null ? null : `Spark ${version}`,
    kind === 'live-ui' ? 'a driver' : 'a history server',
    `auth ${auth}`,
    latencyMs === null ? null : `${latencyMs} ms`,
    applications === null ? null : `${applications} ${applications === 1 ? 'application' : 'applications'}`,
  ];
  return { what, right: true, found: facts.filter((fact) => fact !== null).join(' · '), fix: null };
}
