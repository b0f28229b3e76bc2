import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { recordingShape, type Recording } from './recording.ts';

export interface RecordedServer {
  /** Base URL of a History Server on loopback. */
  url: string;
  applications: { id: string; name: string; situation: string }[];
  close(): Promise<void>;
}

interface Recorded {
  folder: string;
  recording: Recording;
  call: Recording['calls'][number];
}

/**
 * Serves every recording below `folder`, or the one in `folder` itself, as one History Server: each answer as it was recorded, status, type and `Date`
 * included, and anything else refused in Spark's words. Never guesses: a query string that was not recorded is a 404,
 * unless the answer follows from a recorded one (the listing, the jobs of a status).
 */
export async function startRecordedServer(folder: string, options: { port?: number } = {}): Promise<RecordedServer> {
  const recordings = readRecordings(folder);
  const byPath = new Map<string, Recorded>();
  for (const one of recordings) {
    for (const call of one.recording.calls) byPath.set(call.path, { ...one, call });
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/v1\//, '');
    const recorded = byPath.get(path);
    const jobsOfStatus = /^(applications\/.+\/jobs)\?status=(\w+)$/.exec(path);
    const allJobs = byPath.get(jobsOfStatus?.[1] ?? '');
    if (request.method !== 'GET') refuse(response, 405, 'Method Not Allowed');
    else if (recorded !== undefined) sendRecorded(response, recorded);
    else if (allJobs !== undefined) sendJobs(response, allJobs, jobsOfStatus?.[2] ?? '');
    else if (/^applications(\?|$)/.test(path)) sendListing(response, recordings, new URL(path, 'http://recorded/'));
    else if (path.startsWith('/history/')) sendNoPages(response);
    else refuseUnknown(response, path, recordings);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : (options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    applications: recordings.map(({ recording }) => ({
      id: recording.application.id,
      name: recording.application.name,
      situation: recording.situation,
    })),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** A link from an answer leads to the Spark UI, whose pages are not part of a recording: said, rather than a bare 404. */
function sendNoPages(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    '<!doctype html><title>Recorded application</title><p>This application is recorded: its numbers are served, its Spark UI pages are not. ' +
      'Against a real History Server this link opens the page where they stand.</p>',
  );
}

function readRecordings(folder: string): { folder: string; recording: Recording }[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.map(({ name }) => join(folder, name))].flatMap((own) => {
    if (!readdirSync(own).includes('recording.json')) return [];
    const text = readFileSync(join(own, 'recording.json'), 'utf8');
    return [{ folder: own, recording: recordingShape.parse(JSON.parse(text)) }];
  });
}

function sendRecorded(response: ServerResponse, { folder, recording, call }: Recorded): void {
  const body = readFileSync(join(folder, call.file));
  response.writeHead(call.status, { 'content-type': call.contentType, date: recording.recordedAt });
  response.end(body);
}

/** Composed of the recorded list of all jobs, as the server filters it; a list of applications asks for failed ones. */
function sendJobs(response: ServerResponse, { folder, recording, call }: Recorded, status: string): void {
  const jobs = z
    .array(z.looseObject({ status: z.string() }))
    .parse(JSON.parse(readFileSync(join(folder, call.file), 'utf8')));
  const wanted = jobs.filter((job) => job.status === status.toUpperCase());
  response.writeHead(call.status, { 'content-type': call.contentType, date: recording.recordedAt });
  response.end(JSON.stringify(wanted, null, 2));
}

/** Composed of the recorded applications, in Spark's order: by end time, the last first. */
function sendListing(response: ServerResponse, recordings: { folder: string; recording: Recording }[], url: URL): void {
  const listed = recordings.flatMap(({ folder, recording }) => {
    const call = recording.calls.find((one) => one.file === 'application.json');
    return call === undefined ? [] : [listedShape.parse(JSON.parse(readFileSync(join(folder, call.file), 'utf8')))];
  });
  const status = url.searchParams.get('status');
  const wanted = listed.filter((one) => status === null || isRunning(one) === (status === 'running'));
  wanted.sort((a, b) => endOf(b) - endOf(a));
  const limit = Number(url.searchParams.get('limit') ?? wanted.length);
  const dates = recordings.map(({ recording }) => recording.recordedAt).sort((a, b) => Date.parse(a) - Date.parse(b));
  response.writeHead(200, { 'content-type': 'application/json', date: dates.at(-1) ?? new Date().toUTCString() });
  response.end(JSON.stringify(wanted.slice(0, limit), null, 2));
}

/** Read only to filter and sort; sent on whole. */
const listedShape = z.looseObject({
  attempts: z.array(z.looseObject({ completed: z.boolean(), endTimeEpoch: z.number() })),
});
type ListedApplication = z.infer<typeof listedShape>;

function isRunning(application: ListedApplication): boolean {
  return application.attempts[0]?.completed !== true;
}

function endOf(application: ListedApplication): number {
  return application.attempts[0]?.endTimeEpoch ?? 0;
}

function refuseUnknown(response: ServerResponse, path: string, recordings: { recording: Recording }[]): void {
  const [applications, encoded, ...rest] = path.split(/[/?]/);
  const id = safelyDecoded(encoded ?? '');
  const known = recordings.some(({ recording }) => recording.application.id === id);
  if (applications !== 'applications' || id === '') refuse(response, 404, 'Not Found');
  else if (!known) refuse(response, 404, rest.length === 0 ? `unknown app: ${id}` : `no such app: ${id}`);
  else refuse(response, 404, `not recorded: ${rest.join('/')}`);
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(text);
}
