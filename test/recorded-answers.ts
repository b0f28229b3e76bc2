import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainServer } from '../src/history-server/read.ts';
import { recordingShape } from '../src/recorded/recording.ts';
import { startRecordedServer } from '../src/recorded/serve.ts';
import { createSparkcheck, type Answered } from '../src/sparkcheck.ts';

export const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** Names of the recorded situations, in order. */
export function situations(): string[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`${FIXTURES}${entry.name}`).includes('recording.json'))
    .map((entry) => entry.name)
    .sort();
}

/** The product over the recorded History Server: every answer goes through the real client and reader. */
export async function openRecordings(): Promise<{
  /** Address that the server had this time. */
  url: string;
  answer(situation: string): Promise<Answered>;
  close(): Promise<void>;
}> {
  const server = await startRecordedServer(FIXTURES);
  const sparkcheck = createSparkcheck({
    servers: [plainServer('history-server', server.url)],
    limits: { callTimeoutMs: 60_000, warmTimeoutMs: 60_000, bodyCapBytes: 64 * 1024 * 1024, deadlineMs: 120_000 },
  });
  return {
    url: server.url,
    answer(situation) {
      const read: unknown = JSON.parse(readFileSync(`${FIXTURES}${situation}/recording.json`, 'utf8'));
      return sparkcheck.answer({ target: recordingShape.parse(read).application.id });
    },
    async close() {
      await sparkcheck.close();
      await server.close();
    },
  };
}
