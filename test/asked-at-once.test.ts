import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainServer } from '../src/history-server/read.ts';
import { startRecordedServer, type RecordedServer } from '../src/recorded/serve.ts';
import { createSparkcheck, type Sparkcheck } from '../src/sparkcheck.ts';
import { portOf } from '../src/slack/health.ts';
import { FIXTURES } from './recorded-answers.ts';

const LIMITS = { callTimeoutMs: 60_000, warmTimeoutMs: 60_000, bodyCapBytes: 64 * 1024 * 1024, deadlineMs: 120_000 };

let recorded: RecordedServer;
beforeAll(async () => {
  recorded = await startRecordedServer(FIXTURES);
});
afterAll(() => recorded.close());

/** The product over a server that remembers what it was asked for. */
async function countedSparkcheck(): Promise<{
  sparkcheck: Sparkcheck;
  url: string;
  asked: string[];
  close(): Promise<void>;
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    void fetch(`${recorded.url}${request.url}`).then(async (answer) => {
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        date: answer.headers.get('date') ?? '',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  const sparkcheck = createSparkcheck({ servers: [plainServer('prod', url)], limits: LIMITS });
  return {
    sparkcheck,
    url,
    asked,
    async close() {
      await sparkcheck.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('one application asked for in several words at once is read once, and every asker is answered and kept informed', async () => {
  const { sparkcheck, url, asked, close } = await countedSparkcheck();
  const id = recorded.applications.find(({ situation }) => situation === 'skewed-join')?.id ?? '';
  const heard = [0, 0, 0, 0];
  const questions = [
    { target: id },
    { target: id, server: 'prod' },
    { target: `${url}/history/${id}/jobs/` },
    { target: id },
  ];
  const answers = await Promise.all(
    questions.map((question, at) => sparkcheck.answer(question, () => void (heard[at] = (heard[at] ?? 0) + 1))),
  );
  await close();
  expect(new Set(answers.map(({ narration }) => narration.root.plain)).size).toBe(1);
  expect(heard.every((times) => times > 0)).toBe(true);
  const stageLists = asked.filter((path) => /\/stages\?/.test(path) || path.endsWith('/stages'));
  expect(stageLists).toHaveLength(1);
  const twice = asked.filter(
    (path, at) => asked.indexOf(path) < at && !/applications(\/[^/]+)?$|\/version$/.test(path),
  );
  expect(twice).toEqual([]);
});

test('another part of the same application is another answer', async () => {
  const { sparkcheck, close } = await countedSparkcheck();
  const id = recorded.applications.find(({ situation }) => situation === 'skewed-join')?.id ?? '';
  const [whole, part] = await Promise.all([
    sparkcheck.answer({ target: id }),
    sparkcheck.answer({ target: id, job: 0 }),
  ]);
  await close();
  expect(part?.question).toMatchObject({ job: 0 });
  expect(whole?.question.job).toBeUndefined();
});
