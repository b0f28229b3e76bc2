import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { SparkcheckFailure } from '../failure.ts';

interface BodyLimits {
  /** Of the decompressed body: a small gzip can hold gigabytes. */
  capBytes: number;
  /** True: give the beginning; false: refuse a body over the cap. */
  cut: boolean;
  /** Told the bytes of each chunk as it came over the wire. */
  onBytes(count: number): void;
  serverName: string;
}

/** Reads a response body as UTF-8 text, gunzipped where it says so, never holding more than the cap. Throws `too-large` with the size known so far. */
export async function readBody(response: Dispatcher.ResponseData, limits: BodyLimits): Promise<string> {
  // Destroying a body makes it emit an error of its own; every way out of here has thrown a better one by then.
  response.body.on('error', () => undefined);
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase();
  const declared = Number(response.headers['content-length']);
  if (!limits.cut && declared > limits.capBytes) {
    response.body.destroy();
    throw tooLarge(limits, declared);
  }
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'x-gzip') {
    response.body.destroy();
    throw new SparkcheckFailure('not-spark', { servers: [limits.serverName], reason: 'unknown-encoding' });
  }
  // Decoded as it comes: keeping the bytes until the end would hold a large body twice.
  const decoder = new StringDecoder('utf8');
  let text = '';
  let size = 0;
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limits.capBytes) {
        if (limits.cut) return;
        throw tooLarge(limits, size);
      }
      text += decoder.write(chunk);
    }
  };
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      limits.onBytes(chunk.length);
      yield chunk;
    }
  };
  if (encoding === 'identity') await pipeline(response.body, counted, collect);
  else await pipeline(response.body, counted, createGunzip(), collect);
  return text + decoder.end();
}

function tooLarge(limits: BodyLimits, bytes: number): SparkcheckFailure {
  return new SparkcheckFailure('too-large', { servers: [limits.serverName], bytes, limitBytes: limits.capBytes });
}
