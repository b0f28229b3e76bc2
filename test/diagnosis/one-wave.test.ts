import { expect, test } from 'vitest';
import type { Task } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { aRun, aStage, MINUTE, SECOND, START, tasks } from '../builders.ts';
import { checkOf } from './answers.ts';

/** Sixteen tasks on sixteen slots, all launched at once: every one is the first of its slot. */
function oneWave(each: (i: number) => Partial<Task>) {
  const wave = tasks(16, (i) => ({
    runTimeMs: 18 * SECOND,
    durationMs: 18 * SECOND,
    launchedAt: START,
    executorId: String(Math.floor(i / 4)),
    host: `10.0.0.${Math.floor(i / 4)}`,
    shuffleReadRecords: 1e6,
    shuffleReadBytes: 1e8,
    ...each(i),
  }));
  return checkOf(diagnose(aRun({ stages: [aStage({ tasks: wave })], sqlExecutions: null })), 'skew');
}

const LONG = { runTimeMs: 10 * MINUTE, durationMs: 10 * MINUTE };

test('a straggler of a stage that ran in one wave is no start-up, however many first tasks there are', () => {
  const skew = oneWave((i) => (i === 3 ? LONG : {}));
  expect(skew.facts?.pattern).not.toBe('warm-up');
  expect(skew).toMatchObject({ outcome: 'failing', kind: 'uneven-work' });
});

test('all tasks of one executor of four slow in one wave is that machine', () => {
  expect(oneWave((i) => (i < 4 ? LONG : {}))).toMatchObject({ outcome: 'failing', kind: 'slow-node' });
});
