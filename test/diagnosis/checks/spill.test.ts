import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/diagnosis/application-run.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { parseSize } from '../../../src/diagnosis/checks/spill.ts';
import { aDriver, aRun, aStage, executors, GIB, MIB, MINUTE, tasks } from '../../builders.ts';
import { checkOf } from '../answers.ts';

/** Tasks of a minute on sixteen slots. */
function told(each: (i: number) => Partial<Task>, count = 16) {
  const stage = aStage({ tasks: tasks(count, (i) => ({ runTimeMs: MINUTE, ...each(i) })) });
  return checkOf(diagnose(aRun({ stages: [stage], sqlExecutions: null })), 'spill');
}

const reads = (bytes: number) => ({ shuffleReadBytes: bytes, shuffleReadRecords: 1_000_000 });

describe('any spill is a finding', () => {
  test.each<[string, (i: number) => Partial<Task>, string, string]>([
    ['none', () => reads(GIB), 'healthy', 'none'],
    ['one byte in one task', (i) => ({ ...reads(GIB), memorySpilledBytes: i === 3 ? 1 : 0 }), 'watch', 'few-tasks'],
    ['just under 5% of what was read', () => ({ ...reads(GIB), memorySpilledBytes: 0.0499 * GIB }), 'watch', 'edge'],
    [
      'at 5%: every task, with little at stake',
      () => ({ ...reads(GIB), memorySpilledBytes: 0.05 * GIB }),
      'watch',
      'every-task',
    ],
    [
      'twice what was read, on every task',
      () => ({ ...reads(GIB), memorySpilledBytes: 2 * GIB }),
      'failing',
      'every-task',
    ],
    ['half of the tasks', (i) => ({ ...reads(GIB), memorySpilledBytes: i < 8 ? 2 * GIB : 0 }), 'failing', 'every-task'],
    [
      'less than half of them',
      (i) => ({ ...reads(GIB), memorySpilledBytes: i < 7 ? 2 * GIB : 0 }),
      'watch',
      'few-tasks',
    ],
    [
      'memory only, disk bytes 0',
      () => ({ ...reads(GIB), memorySpilledBytes: 2 * GIB, diskSpilledBytes: 0 }),
      'failing',
      'every-task',
    ],
    [
      'disk only, memory not recorded',
      () => ({ ...reads(GIB), memorySpilledBytes: null, diskSpilledBytes: GIB }),
      'failing',
      'every-task',
    ],
    [
      'neither recorded',
      () => ({ ...reads(GIB), memorySpilledBytes: null, diskSpilledBytes: null }),
      'could-not-tell',
      'unknown',
    ],
  ])('%s', (_, each, outcome, pattern) => {
    expect(told(each)).toMatchObject({ outcome, facts: { pattern } });
  });
});

describe('where it sits decides the lever', () => {
  test.each<[string, Partial<Task>, number, string]>([
    ['partitions of 100 MB', reads(100 * MIB), 32, 'spill-memory'],
    ['partitions just over 100 MB', reads(100 * MIB + 1), 32, 'spill-partitions'],
    ['one small partition more than slots', reads(100 * MIB), 17, 'spill-memory'],
    ['no more small partitions than slots: smaller pieces first', reads(100 * MIB), 16, 'spill-partitions'],
    ['a scan stage', { inputBytes: 512 * MIB, inputRecords: 1_000_000 }, 32, 'spill-scan'],
    ['a scan of small splits', { inputBytes: 16 * MIB, inputRecords: 1_000_000 }, 32, 'spill-scan'],
  ])('%s', (_, read, count, kind) => {
    expect(told(() => ({ ...read, memorySpilledBytes: 2 * GIB }), count)).toMatchObject({ outcome: 'failing', kind });
  });
});

describe('the memory of a task', () => {
  test.each<[string, Record<string, string>, number, number | null]>([
    ['16 GB for 5 cores (W7c)', { 'spark.executor.memory': '16g' }, 5, ((16_384 - 300) * 0.6) / 5],
    ['the default heap of 1 GB', {}, 4, ((1_024 - 300) * 0.6) / 4],
    ['two cores a task', { 'spark.executor.memory': '8g', 'spark.task.cpus': '2' }, 4, ((8_192 - 300) * 0.6) / 2],
    [
      'another fraction',
      { 'spark.executor.memory': '8g', 'spark.memory.fraction': '0.8' },
      4,
      ((8_192 - 300) * 0.8) / 4,
    ],
    ['a heap smaller than what Spark reserves', { 'spark.executor.memory': '300m' }, 4, null],
  ])('%s', (_, settings, cores, ceilingMib) => {
    const on = executors(2, () => ({ cores }));
    const stage = aStage({ on, tasks: tasks(16, () => ({ ...reads(GIB), memorySpilledBytes: GIB })) });
    const verdict = checkOf(
      diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on], settings, sqlExecutions: null })),
      'spill',
    );
    if (ceilingMib === null) expect(verdict.facts?.ceilingBytes).toBeNull();
    else expect((verdict.facts?.ceilingBytes ?? 0) / MIB).toBeCloseTo(ceilingMib, 6);
  });

  test.each([
    ['16g', 16 * GIB],
    ['512m', 512 * MIB],
    ['1024', GIB],
    ['1.5GiB', 1.5 * GIB],
    ['2048k', 2 * MIB],
    ['plenty', null],
    ['', null],
    [undefined, null],
  ])('reads the size %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });
});
