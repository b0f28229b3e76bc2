import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error.ts';

export type Arguments = Record<string, unknown>;

/** Fields that hold JSON even where the body is a form, which is how Slack's SDKs send them; as text in a JSON body too. */
const JSON_FIELDS = new Set(['blocks', 'attachments', 'metadata', 'view', 'message']);

/**
 * A call's arguments from its query, form or JSON body. A `token` in a JSON body is passed over: "to make use of sending
 * JSON on write operations, you must provide your token value using an Authorization HTTP header", says
 * https://docs.slack.dev/changelog/2017-10-keeping-up-with-the-jsons
 * @throws ApiError `invalid_form_data`, `invalid_json`, `invalid_post_type` or `invalid_blocks_format`
 */
export function readArguments(request: IncomingMessage, url: URL, body: string): Arguments {
  const fromQuery = Object.fromEntries(url.searchParams);
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (body === '') return parseFields(fromQuery);
  if (type === 'application/json') {
    const { token: _token, ...fields } = parseObject(body);
    return { ...parseFields(fromQuery), ...parseFields(fields) };
  }
  if (type === 'application/x-www-form-urlencoded') {
    return parseFields({ ...fromQuery, ...Object.fromEntries(new URLSearchParams(body)) });
  }
  throw new ApiError('invalid_post_type');
}

export function optionalText(args: Arguments, name: string): string | null {
  const value = args[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  throw new ApiError('invalid_arguments', {
    response_metadata: { messages: [`[ERROR] must provide a string [json-pointer:/${name}]`] },
  });
}

export function requiredText(args: Arguments, name: string, code: string): string {
  const value = optionalText(args, name);
  if (value === null) throw new ApiError(code);
  return value;
}

export function flag(args: Arguments, name: string): boolean {
  return args[name] === true || args[name] === 'true' || args[name] === '1';
}

function parseObject(body: string): Arguments {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    throw new ApiError('invalid_json');
  }
  throw new ApiError('json_not_object');
}

function parseFields(fields: Record<string, unknown>): Arguments {
  const args: Arguments = {};
  for (const [name, value] of Object.entries(fields))
    args[name] = JSON_FIELDS.has(name) && typeof value === 'string' ? parseField(name, value) : value;
  return args;
}

function parseField(name: string, value: string): unknown {
  if (value === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    throw new ApiError(name === 'blocks' ? 'invalid_blocks_format' : 'invalid_arguments');
  }
}
