import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { generate, planOf, stageDetailOf, taskListOf, type Size } from './generator.ts';

/** Serves generated applications `<size name>-<n>`; each body is made once and gzipped, as Jetty does. */
export async function startGenerator(
  sizes: Record<string, Size>,
): Promise<{ url: string; requests: () => number; close: () => void }> {
  const bodies = new Map<string, Buffer>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const path = (request.url ?? '').replace(/^\/api\/v1\//, '');
    const kept = bodies.get(withoutNumber(path));
    const answer = kept ?? gzipOf(answerTo(path, sizes));
    if (answer === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('unknown');
      return;
    }
    // Applications of one size differ in their id only, which is what the small answers hold.
    if (answer.length > 2_000) bodies.set(withoutNumber(path), answer);
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, close: () => server.close() };
}

function withoutNumber(path: string): string {
  return path.replace(/^(applications\/[a-z]+)-\d+/, '$1');
}

function gzipOf(answer: unknown): Buffer | null {
  return answer === undefined ? null : gzipSync(JSON.stringify(answer, null, 2), { level: 1 });
}

function answerTo(path: string, sizes: Record<string, Size>): unknown {
  const id = path.split(/[/?]/)[1] ?? '';
  const size = sizes[id.replace(/-\d+$/, '')] ?? Object.values(sizes)[0];
  if (size === undefined) return undefined;
  const detail = /\/stages\/(\d+)\/0\?/.exec(path);
  if (detail !== null) return stageDetailOf(Number(detail[1]), size);
  const tasks = /\/stages\/(\d+)\/0\/taskList\?.*length=(\d+)/.exec(path);
  if (tasks !== null) return taskListOf(Number(tasks[1]), Number(tasks[2]), size);
  const plan = /\/sql\/(\d+)\?/.exec(path);
  if (plan !== null) return planOf(Number(plan[1]), size);
  return generate(id, size).get(path.replace(/\/sql\?.*/, '/sql'));
}
