import { plainServer, DEFAULT_LIMITS } from '../../src/history-server/servers.ts';
import { locate, newReadContext, openServers, readDetails, readRun } from '../../src/history-server/read.ts';
import { measured } from './measured.ts';

/** One answer about one application in a fresh process: `answer.js <server url> <id>`. */
const [url = '', id = ''] = process.argv.slice(2);
const servers = openServers([plainServer('generated', url)], DEFAULT_LIMITS);

const result = await measured(async () => {
  const context = newReadContext({ deadlineMs: 120_000 });
  const located = await locate(servers, { target: id }, context);
  const run = await readRun(located, context);
  const slowest = [...run.stages].sort((a, b) => (b.runTimeMs ?? 0) - (a.runTimeMs ?? 0)).slice(0, 3);
  const stages = slowest.map(({ stageId, attemptId }) => ({
    stageId,
    attemptId,
    failedTasks: false,
    runningTasks: false,
  }));
  await readDetails(located, run, { stages, plans: [0, 1] }, context);
  return context.cost;
});
process.send?.(result);
process.disconnect();
process.exit(0);
