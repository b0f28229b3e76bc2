import { answering, type Fault } from './fault.ts';

const TEXT = { 'content-type': 'text/plain' };
const HTML = { 'content-type': 'text/html;charset=utf-8' };

const jetty = (status: number) =>
  `<html><body><h2>HTTP ERROR ${status}</h2><pre>java.lang.OutOfMemoryError</pre></body></html>`;

/** Statuses other than 200 and what they mean here (spark-rest.md §0). */
export const STATUS_FAULTS: Fault[] = [
  answering('204 without content', 204, {}, '', { lookup: 'not-spark', part: 'unreadable' }),
  answering('206 part of the answer', 206, { 'content-type': 'application/json' }, '{"id":', {
    lookup: 'not-spark',
    part: 'unreadable',
  }),
  answering('400 bad request', 400, TEXT, "Couldn't parse date", { lookup: 'server-error', part: 'server-error' }),
  answering('401', 401, TEXT, 'Unauthorized', { lookup: 'needs-login', part: 'server-error' }),
  answering('401 that asks for Kerberos', 401, { ...HTML, 'www-authenticate': 'Negotiate' }, jetty(401), {
    lookup: 'needs-login',
    part: 'server-error',
  }),
  answering('403 by an access list', 403, TEXT, 'user "nobody" is not authorized', {
    lookup: 'needs-login',
    part: 'server-error',
  }),
  answering('404 in words', 404, TEXT, 'no such app: x', { lookup: 'unknown-application', part: 'not-found' }),
  answering('404 as a page', 404, HTML, jetty(404), { lookup: 'unknown-application', part: 'not-found' }),
  answering('405', 405, HTML, jetty(405), { lookup: 'server-error', part: 'server-error' }),
  answering('407 of a proxy', 407, HTML, 'Proxy Authentication Required', {
    lookup: 'needs-login',
    part: 'server-error',
  }),
  answering('408', 408, TEXT, '', { lookup: 'server-error', part: 'server-error' }),
  answering('410', 410, TEXT, 'gone', { lookup: 'unknown-application', part: 'not-found' }),
  answering('429 for ever', 429, { ...TEXT, 'retry-after': '600' }, 'slow down', {
    lookup: 'server-error',
    part: 'server-error',
  }),
  answering('429 once', 429, { ...TEXT, 'retry-after': '1' }, 'slow down', {
    times: 1,
    lookup: 'answered',
    part: 'unharmed',
  }),
  answering('500 with an OutOfMemoryError', 500, HTML, jetty(500), { lookup: 'server-error', part: 'server-error' }),
  answering('500 that quotes a secret', 500, TEXT, 'fs.s3a.secret.key=sekret-in-an-error', {
    lookup: 'server-error',
    part: 'server-error',
  }),
  answering('501', 501, HTML, jetty(501), { lookup: 'server-error', part: 'server-error' }),
  answering('502 for ever', 502, HTML, '<h1>Bad Gateway</h1>', { lookup: 'server-error', part: 'server-error' }),
  answering('502 once', 502, HTML, '<h1>Bad Gateway</h1>', { times: 1, lookup: 'answered', part: 'unharmed' }),
  answering('503 twice', 503, HTML, '<h1>Service Unavailable</h1>', { times: 2, lookup: 'answered', part: 'unharmed' }),
  answering('504 for ever', 504, HTML, '<h1>Gateway Timeout</h1>', { lookup: 'server-error', part: 'server-error' }),
];

const redirect = (
  name: string,
  location: string | ((elsewhere: string) => string),
  status: number,
  kind: Fault['lookup'],
): Fault => ({
  name,
  respond: ({ response, elsewhere }) => {
    response.writeHead(status, { location: typeof location === 'string' ? location : location(elsewhere) });
    response.end('moved');
  },
  lookup: kind,
  part: kind === 'not-spark' ? 'unreadable' : 'server-error',
});

/** Redirects are followed within the configured base only, and never with or without credentials to anywhere else. */
export const REDIRECT_FAULTS: Fault[] = [
  redirect('302 to a login page of the server', '/login?next=/api', 302, 'needs-login'),
  redirect('302 to a page of the server', '/', 302, 'not-spark'),
  redirect('302 to another port', (elsewhere) => `${elsewhere}/api/v1/version`, 302, 'needs-login'),
  redirect('307 to a sign-on host', 'https://sso.invalid/authorize?client=spark', 307, 'needs-login'),
  redirect('301 to a metadata address', 'http://169.254.169.254/latest/meta-data/', 301, 'needs-login'),
  redirect(
    '302 with another host behind an @',
    (elsewhere) => elsewhere.replace('//', '//127.0.0.1:1@'),
    302,
    'needs-login',
  ),
  redirect('302 to a file', 'file:///etc/passwd', 302, 'needs-login'),
  redirect('302 to nothing readable', 'http://[', 302, 'not-spark'),
  redirect(
    '302 to a history page elsewhere',
    (elsewhere) => `${elsewhere}/history/app-1/jobs`,
    302,
    'app-running-ui-gone',
  ),
  redirect('302 to a YARN proxy', (elsewhere) => `${elsewhere}/proxy/application_1_1/api/v1/x`, 302, 'not-allowed'),
  {
    name: '302 to https',
    respond: ({ request, response }) => {
      response.writeHead(302, { location: `https://${request.headers.host}${request.url}` });
      response.end();
    },
    lookup: 'not-allowed',
    part: 'server-error',
  },
  {
    name: '302 to itself for ever',
    respond: ({ request, response }) => {
      response.writeHead(302, { location: request.url ?? '/' });
      response.end();
    },
    lookup: 'server-error',
    part: 'server-error',
  },
  {
    name: '302 to itself once',
    times: 1,
    respond: ({ request, response }) => {
      response.writeHead(302, { location: request.url ?? '/' });
      response.end();
    },
    lookup: 'answered',
    part: 'unharmed',
  },
  answering('302 without a location', 302, {}, '', { lookup: 'server-error', part: 'server-error' }),
  {
    name: '302 whose dots leave the base',
    respond: ({ response }) => {
      response.writeHead(302, { location: '/api/v1/../../admin/api/v1/x' });
      response.end();
    },
    lookup: 'not-spark',
    part: 'unreadable',
  },
];
