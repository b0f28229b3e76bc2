import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { STAGE_CHECKS, type AnyVerdict } from '../../src/diagnosis/checks/index.ts';
import { diagnose, type Diagnosis } from '../../src/diagnosis/diagnose.ts';
import type { Reading } from '../../src/diagnosis/reading.ts';
import { viewStage } from '../../src/diagnosis/stage-view.ts';
import { chooseUnit } from '../../src/diagnosis/unit.ts';
import { inWords } from './answers.ts';
import { anyCounterRemoval, anyRemoval, anyRunSketch, drawRun, without, type Removal } from './any-run.ts';
import { rearranged, slowedDown, withEvenStage } from './changed-run.ts';

/** The seed is fixed, so that a run of the tests is repeatable; leave it out to look further. */
const SEED = 20261128;
const RUNS = { numRuns: 200, seed: SEED };
/** Generous: both cores may be busy with other things. */
const PATIENCE_MS = 120_000;

/** What a person would act on. */
function gist(told: Diagnosis): object {
  const { cause, lever, outcomes } = inWords(told);
  return { cause, lever, outcomes };
}

/** The four checks of every stage that was read, in the order of stage and check. */
function everyVerdict(run: ApplicationRun): AnyVerdict[] {
  const unit = chooseUnit(run);
  if (unit === null) return [];
  return unit.stages.flatMap((stage) => STAGE_CHECKS.map((check) => check(viewStage(run, unit, stage))));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** Paths of numbers that are none. */
function notNumbers(value: unknown, path = '', seen = new Set<unknown>()): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([key, inner]) => notNumbers(inner, `${path}.${key}`, seen));
}

test(
  'the order of the checks never changes a reading, and no check changes the run',
  () => {
    fc.assert(
      fc.property(anyRunSketch, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (sketch, order) => {
        const run = drawRun(sketch);
        const frozen = deepFreeze(run);
        const unit = chooseUnit(frozen);
        if (unit === null) return;
        for (const stage of unit.stages) {
          const inOrder = STAGE_CHECKS.map((check) => check(viewStage(frozen, unit, stage)));
          const view = viewStage(frozen, unit, stage);
          const other = order.map((i) => ({ i, verdict: STAGE_CHECKS[i]?.(view) }));
          for (const { i, verdict } of other) expect(verdict).toEqual(inOrder[i]);
        }
      }),
      RUNS,
    );
  },
  PATIENCE_MS,
);

test(
  'the same run is told the same way twice',
  () => {
    fc.assert(
      fc.property(anyRunSketch, (sketch) => {
        const run = drawRun(sketch);
        expect(diagnose(run)).toEqual(diagnose(run));
      }),
      RUNS,
    );
  },
  PATIENCE_MS,
);

test(
  'a run that takes n times as long in everything has the same verdict',
  () => {
    fc.assert(
      fc.property(anyRunSketch, fc.integer({ min: 2, max: 40 }), (sketch, factor) => {
        const run = drawRun(sketch);
        const [told, slower] = [diagnose(run), diagnose(slowedDown(run, factor))];
        expect(inWords(slower).cause).toBe(inWords(told).cause);
        expect(slower.lever).toBe(told.lever);
      }),
      RUNS,
    );
  },
  PATIENCE_MS,
);

test(
  'the order of tasks, stages, jobs and executors, and the names of executors, never matter',
  () => {
    fc.assert(
      fc.property(anyRunSketch, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (sketch, stream) => {
        const run = drawRun(sketch);
        const shuffle = <T>(list: T[]): T[] =>
          list
            .map((item) => ({ item, at: Number(stream.next().value) }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        const rename = (id: string) => (id === 'driver' ? id : `exec-${100 - Number(id)}`);
        expect(gist(diagnose(rearranged(run, shuffle, rename)))).toEqual(gist(diagnose(run)));
      }),
      RUNS,
    );
  },
  PATIENCE_MS,
);

test(
  'an even stage beside the others that is a tenth as long never changes the cause',
  () => {
    fc.assert(
      fc.property(anyRunSketch, (sketch) => {
        const run = drawRun(sketch);
        expect(inWords(diagnose(withEvenStage(run))).cause).toBe(inWords(diagnose(run)).cause);
      }),
      RUNS,
    );
  },
  PATIENCE_MS,
);

describe('what a server does not give', () => {
  const removals = fc.array(anyRemoval, { minLength: 1, maxLength: 4 });
  const removed = (run: ApplicationRun, all: Removal[]) => all.reduce(without, run);

  test(
    'never throws, and never leaves a number that is none',
    () => {
      fc.assert(
        fc.property(anyRunSketch, removals, (sketch, all) => {
          const run = drawRun(sketch);
          const told = diagnose(removed(run, all));
          expect(notNumbers([told.checks, told.cause, told.time, told.others])).toEqual([]);
        }),
        { numRuns: 500, seed: SEED },
      );
    },
    PATIENCE_MS,
  );

  test(
    'never turns could-not-tell, or a finding, into healthy',
    () => {
      fc.assert(
        fc.property(anyRunSketch, removals, (sketch, all) => {
          const run = drawRun(sketch);
          const [before, after] = [everyVerdict(run), everyVerdict(removed(run, all))];
          if (after.length !== before.length) return;
          for (const [i, verdict] of after.entries()) {
            if (verdict.outcome !== 'healthy') continue;
            const was = before[i]?.outcome;
            expect([verdict.check, was]).not.toEqual([verdict.check, 'could-not-tell']);
            // What an operation should have moved is known from its plan: without one the ratio is all there is.
            if (verdict.check !== 'shuffle-volume')
              expect([verdict.check, was]).not.toEqual([verdict.check, 'failing']);
          }
        }),
        { numRuns: 500, seed: SEED },
      );
    },
    PATIENCE_MS,
  );

  test(
    'is never a zero in a reading',
    () => {
      fc.assert(
        fc.property(anyRunSketch, anyCounterRemoval, (sketch, removal) => {
          const run = drawRun(sketch);
          const zeros = (of: ApplicationRun) =>
            everyVerdict(of)
              .flatMap((v) => v.readings)
              .filter((r: Reading) => r.value === 0 || r.of?.some((n) => n === 0))
              .map((r) => r.name);
          const before = new Set(zeros(run));
          expect(zeros(without(run, removal)).filter((name) => !before.has(name))).toEqual([]);
        }),
        { numRuns: 500, seed: SEED },
      );
    },
    PATIENCE_MS,
  );
});
