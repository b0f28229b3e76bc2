import { z } from 'zod';
import { plainServer, type Auth, type Server } from './servers.ts';

/** Base URL of a server as people paste it: without `/api/v1`, credentials or query; `{appId}` may stand in its path. */
export const serverUrl = z
  .string()
  .trim()
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const mistake =
      url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')
        ? 'is not an http or https address'
        : url.username !== '' || url.password !== ''
          ? 'holds a user name or password; use `auth` for them'
          : url.search !== '' || url.hash !== ''
            ? 'must end with its path, without ? or #'
            : /[{}]/.test(text.replaceAll('/{appId}', ''))
              ? 'may hold {appId} as a part of its path, and no other braces'
              : null;
    if (mistake !== null || url === null) {
      context.addIssue({ code: 'custom', message: mistake ?? 'is not an address' });
      return z.NEVER;
    }
    const path = url.pathname.replaceAll('%7BappId%7D', '{appId}');
    return `${url.origin}${path}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  });

export const serverName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'must be a short name of letters, digits, `.`, `-` or `_`');

const secret = z.string().min(1, 'is empty');

const auth = z.union(
  [
    z.literal('none').transform((): Auth => ({ kind: 'none' })),
    z
      .strictObject({ basic: z.strictObject({ user: secret, password: z.string() }) })
      .transform((one): Auth => ({ kind: 'basic', ...one.basic })),
    z.strictObject({ bearer: secret }).transform((one): Auth => ({ kind: 'bearer', token: one.bearer })),
    z.strictObject({ cookie: secret }).transform((one): Auth => ({ kind: 'cookie', cookie: one.cookie })),
    z
      .strictObject({ header: z.strictObject({ name: z.string().regex(/^[\w-]+$/), value: secret }) })
      .transform((one): Auth => ({ kind: 'header', ...one.header })),
  ],
  'must be one of: none, basic: {user, password}, bearer, cookie, header: {name, value}',
);

/** One server of the configuration file; PEM files are named by path and read by `readPem`. */
export function serverShape(readPem: (path: string) => string | null): z.ZodType<Server> {
  const pem = z.string().transform((path, context) => {
    const text = readPem(path);
    if (text?.includes('-----BEGIN ')) return text;
    context.addIssue({
      code: 'custom',
      message: text === null ? 'names a file that can not be read' : 'names a file that is not PEM',
    });
    return z.NEVER;
  });
  return z
    .strictObject({
      name: serverName,
      url: serverUrl,
      kind: z.enum(['auto', 'history-server', 'live-ui']).optional(),
      auth: auth.optional(),
      ca: pem.optional(),
      clientCertificate: z.strictObject({ cert: pem, key: pem }).optional(),
      proxy: z.url({ protocol: /^https?$/, error: 'is not an http or https address' }).optional(),
      maxConnections: z.number().int().min(1).max(64).optional(),
      channels: z.array(z.string().regex(/^[CDG][A-Z0-9]+$/, 'is not a channel id such as C0123ABCD')).optional(),
    })
    .transform((given): Server => {
      const plain = plainServer(given.name, given.url);
      return {
        ...plain,
        // A base for each application is a proxy to a driver.
        kind: given.kind ?? (given.url.includes('{appId}') ? 'live-ui' : plain.kind),
        auth: given.auth ?? plain.auth,
        ca: given.ca ?? null,
        clientCertificate: given.clientCertificate ?? null,
        proxy: given.proxy ?? null,
        maxConnections: given.maxConnections ?? plain.maxConnections,
        channels: given.channels ?? null,
      };
    });
}
