#!/usr/bin/env node
import { SparkcheckFailure } from '../failure.ts';
import { DEFAULT_LIMITS, plainServer } from '../history-server/servers.ts';
import { createSparkcheck } from '../sparkcheck.ts';
import { judge, type Judged } from './judge.ts';
import { readLabels } from './label.ts';
import { kindTable, outcomeTable, runTable } from './table.ts';

/**
 * `npm run accuracy -- <folder of labelled runs> <server url> [--floor SHARE]`: asks the server for every labelled run
 * and holds the answers against the labels. Exits 1 when the share of right and acceptable answers is below the floor, a
 * run crashed, a healthy run got a cause, or a claim of a label's `never` was made.
 */
const [folder, url, ...rest] = process.argv.slice(2);
const floor = rest[0] === '--floor' ? Number(rest[1]) : 1;
if (folder === undefined || url === undefined || !Number.isFinite(floor)) {
  process.stderr.write('usage: npm run accuracy -- <folder of labelled runs> <server url> [--floor SHARE]\n');
  process.exit(2);
}

const sparkcheck = createSparkcheck({
  servers: [plainServer('labelled', url)],
  limits: { ...DEFAULT_LIMITS, deadlineMs: 120_000 },
});
const judged: Judged[] = [];
let requests = 0;
for (const label of readLabels(folder)) {
  const question = { target: label.appId, ...(label.attemptId == null ? {} : { attemptId: label.attemptId }) };
  try {
    const { answer } = await sparkcheck.answer(question);
    requests = Math.max(requests, answer.cost.requests);
    judged.push(judge(label, answer, null));
  } catch (error) {
    judged.push(judge(label, null, error instanceof SparkcheckFailure ? error.kind : String(error)));
  }
}
await sparkcheck.close();

const good = judged.filter((j) => j.judgement === 'right' || j.judgement === 'acceptable').length;
const share = judged.length === 0 ? 0 : good / judged.length;
const versions = [...new Set(judged.map((j) => j.label.spark))].sort().join(', ');
const bad = {
  'below the floor': share < floor ? 1 : 0,
  crashed: judged.filter((j) => j.judgement === 'crashed').length,
  'false alarms': judged.filter((j) => j.falseAlarm).length,
  'claims of never': judged.filter((j) => j.neverMade.length > 0).length,
};
process.stdout.write(
  [
    ...runTable(judged),
    '',
    ...kindTable(judged),
    '',
    ...outcomeTable(judged),
    '',
    `${good} of ${judged.length} right or acceptable (${(share * 100).toFixed(0)}%, floor ${(floor * 100).toFixed(0)}%) · Spark ${versions} · at most ${requests} requests an answer`,
    '',
  ].join('\n'),
);
const faults = Object.entries(bad).filter(([, count]) => count > 0);
if (faults.length > 0) {
  process.stderr.write(`accuracy: ${faults.map(([what, count]) => `${count} ${what}`).join(', ')}\n`);
  process.exitCode = 1;
}
