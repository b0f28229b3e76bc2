import type { LocalSlack } from '../../src/local-slack/local-slack.ts';

export interface Called {
  status: number;
  headers: Headers;
  /** The parsed body, `{}` when it is no JSON. */
  body: Record<string, unknown>;
}

export interface CallOptions {
  /** Default: the bot's; null sends none. */
  token?: string | null;
  /** Sends JSON; the default is a form with JSON inside, as Slack's SDKs do it. */
  json?: boolean;
}

/** One Web API call over real HTTP. */
export async function call(
  slack: LocalSlack,
  method: string,
  args: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Called> {
  const token = options.token === undefined ? slack.botToken : options.token;
  const response = await fetch(`${slack.apiUrl}${method}`, {
    method: 'POST',
    headers: {
      'content-type': options.json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: options.json ? JSON.stringify(args) : form(args),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** `ok`, or Slack's error string. */
export async function outcome(...asked: Parameters<typeof call>): Promise<string> {
  const { body } = await call(...asked);
  return body['ok'] === true ? 'ok' : String(body['error']);
}

function form(args: Record<string, unknown>): string {
  const fields = Object.entries(args).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}
