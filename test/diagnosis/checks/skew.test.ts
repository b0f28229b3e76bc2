import { describe, expect, test } from 'vitest';
import type { Task } from '../../../src/diagnosis/application-run.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { aDriver, aRun, aStage, executors, MINUTE, SECOND, tasks } from '../../builders.ts';
import { checkOf } from '../answers.ts';

/** Forty tasks of a minute that read a million rows each, on four executors; `slow` says what is different, by position. */
function told(slow: (i: number) => Partial<Task>, longerMs = 0, count = 40) {
  const stage = aStage({
    tasks: tasks(count, (i) => ({
      runTimeMs: MINUTE,
      shuffleReadRecords: 1_000_000,
      shuffleReadBytes: 100_000_000,
      ...slow(i),
    })),
  });
  return checkOf(diagnose(aRun({ stages: [stage], endsAfterMs: longerMs, sqlExecutions: null })), 'skew');
}

/** The last task takes `ratio` times as long and reads `data` times as much. */
const oneSlow =
  (ratio: number, data: number, last = 39) =>
  (i: number): Partial<Task> =>
    i === last
      ? {
          runTimeMs: ratio * MINUTE,
          shuffleReadRecords: data * 1_000_000,
          shuffleReadBytes: data * 100_000_000,
        }
      : {};

describe('one slow task: its time against the median, then its rows against the median', () => {
  test.each([
    // name, time ratio, data ratio, outcome, kind
    ['even', 1, 1, 'healthy', null],
    ['at 1.5 × the 75th percentile', 1.5, 1.5, 'healthy', null],
    ['over 1.5 × the 75th percentile', 1.51, 1.5, 'watch', null],
    ['at 5 × the median, data alike', 5, 5, 'watch', 'data'],
    ['over 5 × the median, data alike', 5.01, 5, 'failing', 'data-skew'],
    ['rows at 2 × the median are more data', 10, 2, 'failing', 'data-skew'],
    ['rows just under 2 × are neither', 10, 1.99, 'could-not-tell', 'unclear'],
    ['rows at 1.5 × are neither', 10, 1.5, 'could-not-tell', 'unclear'],
    ['rows under 1.5 × are ordinary', 10, 1.49, 'failing', 'uneven-work'],
    ['super-linear work is still data skew', 40, 8, 'failing', 'data-skew'],
    ['under the limit, but a fifth of the unit waits for a key above it', 4, 5.01, 'failing', 'data-skew'],
    ['under the limit, and the key is at it', 4, 5, 'watch', 'data'],
  ])('%s', (_, ratio, data, outcome, kindOrPattern) => {
    const verdict = told(oneSlow(ratio, data));
    expect(verdict.outcome).toBe(outcome);
    if (verdict.outcome === 'failing') expect(verdict.kind).toBe(kindOrPattern);
    else if (kindOrPattern !== null) expect(verdict.facts?.pattern).toBe(kindOrPattern);
    if (verdict.outcome !== 'failing') expect(verdict.kind).toBeNull();
  });

  test('the fifth of the unit is what makes a hot key under the limit the cause', () => {
    const stakeMs = told(oneSlow(4, 6)).atStakeMs ?? 0;
    const shareOf = (longerMs: number) => {
      const verdict = told(oneSlow(4, 6), longerMs);
      return verdict.outcome;
    };
    const endsAtMs = 10 * SECOND + 6 * MINUTE;
    expect(stakeMs).toBeGreaterThan(2 * MINUTE);
    expect(shareOf(stakeMs / 0.2 - endsAtMs - 10 * SECOND)).toBe('failing');
    expect(shareOf(stakeMs / 0.2 - endsAtMs + 10 * SECOND)).toBe('watch');
  });
});

describe('max ÷ median when the 75th percentile is as slow', () => {
  test.each([
    ['just under 2', 1.99, 'healthy'],
    ['at 2', 2, 'watch'],
    ['at 5', 5, 'watch'],
  ])('%s', (_, ratio, outcome) => {
    expect(told((i) => (i >= 28 ? { runTimeMs: ratio * MINUTE } : {})).outcome).toBe(outcome);
  });
});

describe('what is at stake decides whether a ratio is a finding', () => {
  test.each([
    // A ratio of ten: 9 × the median is at stake.
    ['a second and a half is a remark, whatever the ratio', 166, 0, 'watch'],
    ['two seconds are worth it', 230, 0, 'failing'],
    ['a minute in two hours is a remark', 7 * SECOND, 7_200 * SECOND, 'watch'],
    ['a minute in ten is worth it', 7 * SECOND, 600 * SECOND, 'failing'],
  ])('%s', (_, medianMs, longerMs, outcome) => {
    const verdict = told(
      (i) => ({
        runTimeMs: i === 39 ? 10 * medianMs : medianMs,
        ...(i === 39 ? { shuffleReadRecords: 9_000_000 } : {}),
      }),
      longerMs,
    );
    expect(verdict.outcome).toBe(outcome);
  });
});

describe('few tasks', () => {
  test('one task is not compared with anything', () => {
    expect(told(() => ({}), 0, 1)).toMatchObject({ outcome: 'not-applicable', facts: { pattern: 'one-task' } });
  });
  test('of two tasks the median is the shorter one', () => {
    const verdict = told(oneSlow(12, 12, 1), 0, 2);
    expect(verdict).toMatchObject({ outcome: 'failing', kind: 'data-skew' });
    expect(verdict.facts?.ratio).toBeCloseTo(12);
  });
  test.each([
    ['four tasks of which one is 1.9 × are ordinary variation', 4, 'healthy'],
    ['five tasks of which one is 1.9 × are worth a look', 5, 'watch'],
  ])('%s', (_, count, outcome) => {
    expect(told(oneSlow(1.9, 1, count - 1), 0, count).outcome).toBe(outcome);
  });
});

describe('slow tasks on one executor', () => {
  /** Ten tasks each on four executors; those of executor 2 take `pace` times as long. */
  const slowMachine = (pace: number, only?: (i: number) => boolean) => (i: number) => {
    const executorId = String((i % 4) + 1);
    const slow = executorId === '2' && (only?.(i) ?? true);
    return { executorId, runTimeMs: slow ? pace * MINUTE : MINUTE };
  };
  test.each([
    ['all it ran is six times as slow', slowMachine(6), 'slow-node'],
    ['one of the ten it ran is slow: not the machine', slowMachine(30, (i) => i === 1), 'uneven-work'],
    [
      'half of the executors are slow: something they all do',
      (i: number) => ({ executorId: String((i % 4) + 1), runTimeMs: i % 4 < 2 && i > 20 ? 6 * MINUTE : MINUTE }),
      'uneven-work',
    ],
  ])('%s', (_, slow, kind) => {
    expect(told(slow)).toMatchObject({ outcome: 'failing', kind });
  });

  test('without totals by executor one machine is not accused', () => {
    const stage = aStage({
      tasks: tasks(40, (i) => ({ ...slowMachine(6)(i), shuffleReadRecords: 1_000_000 })),
      detail: { perExecutor: null },
    });
    const verdict = checkOf(diagnose(aRun({ stages: [stage], sqlExecutions: null })), 'skew');
    expect(verdict).toMatchObject({ outcome: 'could-not-tell', kind: null, missing: ['executor-totals'] });
  });

  test('rows ten times the median on a machine that is slow anyway: time and rows grew together', () => {
    const on = executors(10, () => ({ cores: 1 }));
    const stage = aStage({
      on,
      tasks: tasks(100, (i) => ({
        executorId: String((i % 10) + 1),
        runTimeMs: i % 10 === 3 ? 10 * MINUTE : MINUTE,
        shuffleReadRecords: i % 10 === 3 ? 10_000_000 : 1_000_000,
      })),
    });
    const verdict = checkOf(
      diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on], sqlExecutions: null })),
      'skew',
    );
    expect(verdict.kind).toBe('data-skew');
  });
});

describe('a slow first wave is start-up', () => {
  const wave = (first: number, odd: number) =>
    told((i) => ({ runTimeMs: i === 0 ? odd * MINUTE : i < 16 ? first * MINUTE : MINUTE }), 0, 64);
  test.each([
    ['one of them a little slower', 3, 3.5, 'warm-up'],
    ['one of them 1.6 × the others', 3, 4.8, 'warm-up'],
    ['one of them more than that', 3, 4.9, 'work'],
    ['first tasks hardly slower', 1.2, 3, 'work'],
  ])('%s', (_, first, odd, pattern) => {
    const verdict = wave(first, odd);
    expect(verdict.facts?.pattern).toBe(pattern);
    expect(verdict.outcome).toBe('watch');
  });
});

describe('what is missing is said', () => {
  test('no quantiles and no task list', () => {
    const stage = aStage({ detail: { quantiles: null, tasks: null, allTasksListed: false } });
    expect(checkOf(diagnose(aRun({ stages: [stage] })), 'skew')).toMatchObject({
      outcome: 'could-not-tell',
      missing: ['task-quantiles'],
    });
  });
  test('a straggler and no task list', () => {
    const slow = aStage({
      tasks: tasks(40, (i) => ({ runTimeMs: i === 39 ? 10 * MINUTE : MINUTE, shuffleReadRecords: 1_000_000 })),
      detail: { tasks: null, allTasksListed: false },
    });
    expect(checkOf(diagnose(aRun({ stages: [slow], sqlExecutions: null })), 'skew')).toMatchObject({
      outcome: 'could-not-tell',
    });
  });
  test('rows and bytes of tasks that read nothing', () => {
    expect(
      told((i) => ({ runTimeMs: i === 39 ? 10 * MINUTE : MINUTE, shuffleReadRecords: 0, shuffleReadBytes: 0 })),
    ).toMatchObject({ outcome: 'could-not-tell', missing: ['records'] });
  });
});
