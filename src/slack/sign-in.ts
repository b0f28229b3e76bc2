import { webApi } from '@slack/bolt';
import { webClientOptions, type WayToSlack } from './web-client.ts';

/** Who the bot is and where it is installed, as Slack says. */
export interface Identity {
  teamId: string;
  teamName: string | null;
  enterpriseId: string | null;
  isEnterpriseInstall: boolean;
  botId: string;
  botUserId: string;
  /** Scopes of the token; `null` when Slack did not list them. */
  scopes: string[] | null;
}

/** Scopes the code needs, and no others: reading messages is none of its business. */
export const SCOPES = ['commands', 'chat:write', 'app_mentions:read'] as const;

/** The manifest that an app of this mode is installed from. The other one would take its addresses away. */
export function manifestFor(mode: 'http' | 'socket'): string {
  return mode === 'http' ? 'manifest-http.yml' : 'manifest.yml';
}

/** Slack does not let the bot in; the message is a sentence for the person who runs it. */
export class SignInFailure extends Error {
  /** Slack's error string, `unreachable`, or `unreadable`. */
  readonly code: string;

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'SignInFailure';
    this.code = code;
  }
}

const BOT_TOKEN_SENTENCES: Record<string, string> = {
  invalid_auth:
    'Slack does not know the token in SLACK_BOT_TOKEN: copy the one that starts with xoxb- from "OAuth & Permissions".',
  not_authed: 'SLACK_BOT_TOKEN did not reach Slack: it is empty, or something on the way took it off.',
  account_inactive:
    'The app behind SLACK_BOT_TOKEN was removed from the workspace: install it again and take the new token.',
  token_revoked: 'SLACK_BOT_TOKEN was revoked: install the app again and take the new token.',
  token_expired:
    'SLACK_BOT_TOKEN has expired: token rotation is on, which this bot does not use; switch it off and install again.',
};

const APP_TOKEN_SENTENCES: Record<string, string> = {
  invalid_auth:
    'Slack does not know the token in SLACK_APP_TOKEN: make one with the scope connections:write under "Basic Information".',
  not_allowed_token_type: 'SLACK_APP_TOKEN is not an app-level token: those start with xapp-.',
  missing_scope: 'SLACK_APP_TOKEN lacks the scope connections:write.',
};

/**
 * Asks Slack who the bot token belongs to, before anything is started with it: Bolt's own check would end the process
 * without a sentence. Throws `SignInFailure`.
 */
export async function signIn({ botToken, ...way }: WayToSlack & { botToken: string }): Promise<Identity> {
  const client = new webApi.WebClient(botToken, { ...webClientOptions(way), logger: silent });
  const answer = await client.auth.test().catch((error: unknown) => {
    throw signInFailure(error, way.apiUrl, BOT_TOKEN_SENTENCES, 'SLACK_BOT_TOKEN');
  });
  const { team_id: teamId, team, enterprise_id: enterpriseId, bot_id: botId, user_id: botUserId } = answer;
  if (teamId === undefined || botId === undefined || botUserId === undefined) {
    throw new SignInFailure('not_a_bot', 'SLACK_BOT_TOKEN is not a bot token: bot tokens start with xoxb-.');
  }
  return {
    teamId,
    teamName: team ?? null,
    enterpriseId: enterpriseId ?? null,
    isEnterpriseInstall: answer.is_enterprise_install ?? false,
    botId,
    botUserId,
    scopes: answer.response_metadata?.scopes ?? null,
  };
}

/** Asks for a Socket Mode connection without opening it. Throws `SignInFailure`. */
export async function tryAppToken({ appToken, ...way }: WayToSlack & { appToken: string }): Promise<void> {
  const client = new webApi.WebClient(appToken, { ...webClientOptions(way), logger: silent });
  await client.apps.connections.open({}).catch((error: unknown) => {
    throw signInFailure(error, way.apiUrl, APP_TOKEN_SENTENCES, 'SLACK_APP_TOKEN');
  });
}

/** Scopes that the bot needs and the token does not hold; empty when Slack did not list them. */
export function missingScopes(identity: Identity): string[] {
  const { scopes } = identity;
  return scopes === null ? [] : SCOPES.filter((scope) => !scopes.includes(scope));
}

export function signInFailure(
  error: unknown,
  apiUrl: string | null,
  sentences: Record<string, string>,
  variable: string,
): SignInFailure {
  if (error instanceof webApi.WebAPIPlatformError) {
    const code = /^[a-z_]{1,60}$/.test(error.data.error) ? error.data.error : 'unreadable';
    if (code === 'unreadable') {
      return new SignInFailure(code, `${placeOf(apiUrl)} does not answer like Slack: check SLACK_API_URL.`, {
        cause: error,
      });
    }
    const sentence = sentences[code] ?? `Slack refuses the token in ${variable}: ${code}.`;
    return new SignInFailure(code, sentence, { cause: error });
  }
  return new SignInFailure(
    'unreachable',
    `${placeOf(apiUrl)} can not be reached: check the network, a proxy in between, and SLACK_API_URL.`,
    { cause: error },
  );
}

function placeOf(apiUrl: string | null): string {
  return apiUrl === null || !URL.canParse(apiUrl) ? "Slack's Web API" : `The Web API at ${new URL(apiUrl).host}`;
}

/** The failure is told by the sentence; the client's own lines beside it would only repeat it. */
const silent: NonNullable<webApi.WebClientOptions['logger']> = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => webApi.LogLevel.ERROR,
  setName: () => undefined,
};
