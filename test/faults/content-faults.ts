import { gzipSync } from 'node:zlib';
import { answering, type Fault } from './fault.ts';
import type { FaultedCall } from './scripted-server.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

const sending = (
  name: string,
  headers: Record<string, string>,
  body: (good: string) => string | Buffer,
  promised: Pick<Fault, 'lookup' | 'part'>,
): Fault => ({
  name,
  respond: ({ response, body: good }: FaultedCall) => {
    response.writeHead(200, headers);
    response.end(body(good));
  },
  ...promised,
});

const UNREADABLE = { lookup: 'not-spark', part: 'unreadable' } as const;
const BROKEN = { lookup: 'server-error', part: 'unreadable' } as const;

/** Status 200 with something else than the JSON that was asked for. */
export const CONTENT_FAULTS: Fault[] = [
  answering('a login form', 200, HTML, '<form><input type="password" name="p"></form>', {
    lookup: 'needs-login',
    part: 'unreadable',
  }),
  answering('a sign-on page', 200, HTML, '<html>Redirecting to SSO… <input name="SAMLRequest"></html>', {
    lookup: 'needs-login',
    part: 'unreadable',
  }),
  answering(
    "YARN's warning page",
    200,
    HTML,
    '<html>The page may not be safe. <a href="?checked_application_1=true">',
    {
      lookup: 'needs-login',
      part: 'unreadable',
    },
  ),
  answering(
    'a driver that is starting',
    200,
    { 'content-type': 'text/plain' },
    'Spark is starting up. Please wait a while until it is ready.',
    {
      lookup: 'not-listed-yet',
      part: 'unreadable',
    },
  ),
  answering('any other page', 200, HTML, '<html><h1>It works!</h1></html>', UNREADABLE),
  answering('a page of 3 MB', 200, HTML, `<html>${'x'.repeat(3_000_000)}`, UNREADABLE),
  sending('JSON called text', { 'content-type': 'text/plain' }, (good) => good, UNREADABLE),
  sending('JSON without a type', {}, (good) => good, UNREADABLE),
  sending('JSON cut in the middle', JSON_TYPE, (good) => good.slice(0, Math.floor(good.length / 2)), BROKEN),
  sending('an empty body', JSON_TYPE, () => '', BROKEN),
  sending('words called JSON', JSON_TYPE, () => 'Internal error, see log', BROKEN),
  sending('JSON followed by an error page', JSON_TYPE, (good) => `${good}<html>error</html>`, BROKEN),
  sending('JSON with a byte order mark', JSON_TYPE, (good) => `\uFEFF${good}`, {
    lookup: 'answered',
    part: 'unharmed',
  }),
  sending('null', JSON_TYPE, () => 'null', UNREADABLE),
  sending('a number', JSON_TYPE, () => '7', UNREADABLE),
  sending('a text', JSON_TYPE, () => '"app"', UNREADABLE),
  sending('an error object of another product', JSON_TYPE, () => '{"error":{"code":7}}', {
    lookup: 'not-spark',
    part: 'unreadable',
  }),
  sending('brackets 100,000 deep', JSON_TYPE, () => '['.repeat(100_000) + ']'.repeat(100_000), UNREADABLE),
  sending('bytes that are no UTF-8', JSON_TYPE, () => Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]), BROKEN),
  sending('good JSON, gzipped', { ...JSON_TYPE, 'content-encoding': 'gzip' }, (good) => gzipSync(good), {
    lookup: 'answered',
    part: 'unharmed',
  }),
  sending('gzip that is none', { ...JSON_TYPE, 'content-encoding': 'gzip' }, (good) => good, BROKEN),
  sending(
    'gzip cut in the middle',
    { ...JSON_TYPE, 'content-encoding': 'gzip' },
    (good) => gzipSync(good).subarray(0, 60),
    BROKEN,
  ),
  sending('an encoding nobody asked for', { ...JSON_TYPE, 'content-encoding': 'br' }, (good) => good, UNREADABLE),
  sending('a gzip bomb of 40 MB', { ...JSON_TYPE, 'content-encoding': 'gzip' }, () => BOMB, {
    lookup: 'too-large',
    part: 'too-large',
  }),
  sending('9 MB of JSON', JSON_TYPE, () => `["${'x'.repeat(9_000_000)}"]`, {
    lookup: 'too-large',
    part: 'too-large',
  }),
  {
    name: 'a declared length of 9 GB',
    respond: ({ response }) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '9000000000' });
      response.write('[');
    },
    lookup: 'too-large',
    part: 'too-large',
  },
  {
    name: 'a body without an end',
    respond: ({ response }) => {
      response.writeHead(200, JSON_TYPE);
      const chunk = `${'{"x":1},'.repeat(8_000)}`;
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      response.write('[');
      more();
    },
    lookup: 'too-large',
    part: 'too-large',
  },
];

const BOMB = gzipSync(Buffer.alloc(40_000_000, 0x20));
