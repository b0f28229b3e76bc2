import { join } from 'node:path';
import { FAULTS } from './all-faults.ts';
import { callsOf, runFault, type Outcome } from './run-fault.ts';

/** `npm run faults`: every fault on every call it can hit, and a table of what came of it. */

const folder = join(process.cwd(), 'fixtures/skewed-join');
const AT_ONCE = 8;

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));

const waiting = FAULTS.flatMap((fault) => callsOf(fault).map((call) => ({ fault, call })));
const outcomes: Outcome[] = [];

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    outcomes.push(await runFault(next.fault, next.call, folder));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));

const kept = (one: Outcome): boolean => one.got === one.promised && one.broken.length === 0;

process.stdout.write('| fault | on the lookup | on a part | calls | kept |\n| --- | --- | --- | --- | --- |\n');
for (const fault of FAULTS) {
  const own = outcomes.filter((one) => one.fault === fault.name);
  const lookup = own.find((one) => one.call === 'application')?.got ?? '–';
  const parts = own.filter((one) => one.call !== 'application' && one.call !== 'version').map((one) => one.got);
  const said = [...new Set(parts)].join(', ') || '–';
  process.stdout.write(`| ${fault.name} | ${lookup} | ${said} | ${own.length} | ${own.filter(kept).length} |\n`);
}
const failed = outcomes.filter((one) => !kept(one));
for (const one of failed) {
  process.stdout.write(
    `NOT KEPT: ${one.fault}, on ${one.call}: promised ${one.promised}, got ${one.got} ${one.broken.join(', ')}\n`,
  );
}
const slowest = Math.max(...outcomes.map((one) => one.ms));
process.stdout.write(
  `${FAULTS.length} faults on ${outcomes.length} calls: ${outcomes.length - failed.length} answered as promised, ` +
    `${failed.length} not; ${unhandled.length} unhandled rejections; the slowest took ${slowest} ms\n`,
);
process.exitCode = failed.length + unhandled.length > 0 ? 1 : 0;
