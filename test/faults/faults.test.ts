import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAULTS } from './all-faults.ts';
import type { Fault } from './fault.ts';
import { callsOf, runFault } from './run-fault.ts';
import type { CallName } from './scripted-server.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/skewed-join');

/** `npm run faults` runs every call; here each fault hits the lookup and one part, another one from fault to fault. */
function chosen(fault: Fault, position: number): CallName[] {
  const calls = callsOf(fault);
  const parts = calls.filter((call) => call !== 'application');
  const part = parts[position % Math.max(1, parts.length)];
  return [...calls.filter((call) => call === 'application'), ...(part === undefined ? [] : [part])];
}

test('there are at least sixty faults, each with a name of its own', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(FAULTS.map((fault) => fault.name)).size).toBe(FAULTS.length);
});

describe.concurrent('one clear answer for each fault', () => {
  for (const [position, fault] of FAULTS.entries()) {
    test(fault.name, { timeout: 180_000 }, async ({ expect: expected }) => {
      for (const call of chosen(fault, position)) {
        const outcome = await runFault(fault, call, FOLDER);
        expected({ call, got: outcome.got, broken: outcome.broken }).toEqual({
          call,
          got: outcome.promised,
          broken: [],
        });
      }
    });
  }
});
