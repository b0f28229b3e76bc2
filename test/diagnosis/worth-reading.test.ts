import { describe, expect, test } from 'vitest';
import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { chooseUnit, type UnitChoice } from '../../src/diagnosis/unit.ts';
import { plansWorthReading, stagesWorthReading } from '../../src/diagnosis/worth-reading.ts';
import {
  aJob,
  aPlan,
  aQuery,
  aRun,
  aSkippedStage,
  aStage,
  MINUTE,
  operator,
  SECOND,
  type BuiltStage,
} from '../builders.ts';

/** Stages one after the other, in the order of their ids. */
function inOrder(wallsMs: number[], over: (id: number) => Partial<BuiltStage['stage']> = () => ({})): BuiltStage[] {
  let at = 10 * SECOND;
  return wallsMs.map((wallMs, stageId) => {
    const stage = aStage({ stageId, at, wallMs, ...over(stageId) });
    at += wallMs;
    return stage;
  });
}

function wanted(run: ApplicationRun, asked: UnitChoice = {}): number[] {
  const unit = chooseUnit(run, asked);
  return unit === null ? [] : stagesWorthReading(run, unit, asked).map((s) => s.stageId);
}

const MINUTES = (...minutes: number[]) => minutes.map((m) => m * MINUTE);

test.each<[string, ApplicationRun, UnitChoice, number[]]>([
  ['the two longest at least', aRun({ stages: inOrder(MINUTES(1, 90, 2, 1)) }), {}, [1, 2]],
  ['every one of about a fifth', aRun({ stages: inOrder(MINUTES(20, 56, 22, 2)) }), {}, [1, 2, 0]],
  ['four at most', aRun({ stages: inOrder(MINUTES(20, 20, 20, 20, 20, 0.1)) }), {}, [0, 1, 2, 3]],
  ['never a skipped one', aRun({ stages: [...inOrder(MINUTES(5)), aSkippedStage(9)] }), {}, [0]],
  ['the asked one first', aRun({ stages: inOrder(MINUTES(50, 1, 40)) }), { stage: { stageId: 1 } }, [1, 0, 2]],
  [
    'the failed one, however short',
    aRun({
      stages: inOrder(MINUTES(50, 30, 0.1), (id) => (id === 2 ? { status: 'failed', failureReason: 'OOM' } : {})),
    }),
    {},
    [2, 0, 1],
  ],
])('%s', (_, run, asked, ids) => {
  expect(wanted(run, asked)).toEqual(ids);
});

test('a failed stage is read with its failed tasks, a running one with its running tasks', () => {
  const stages = inOrder(MINUTES(10, 5), (id) =>
    id === 0 ? { status: 'active', completedAt: null } : { status: 'failed', failureReason: 'OOM' },
  );
  const jobs = [aJob(stages, { status: 'running', completedAt: null })];
  const run = aRun({ stages, jobs, application: { completed: false, endedAt: null } });
  const unit = chooseUnit(run);
  expect(unit).not.toBeNull();
  if (unit === null) return;
  const ask = new Map(stagesWorthReading(run, unit, {}).map((s) => [s.stageId, s]));
  expect(ask.get(0)).toMatchObject({ failedTasks: false, runningTasks: true });
  expect(ask.get(1)).toMatchObject({ failedTasks: true, runningTasks: false });
});

describe('plans', () => {
  test('the query’s own', () => {
    const run = aRun({ plan: aPlan(operator('Range', {}, operator('Scan'))) });
    const unit = chooseUnit(run);
    expect(unit === null ? null : plansWorthReading(run, unit, stagesWorthReading(run, unit, {}))).toEqual([0]);
  });
  test('those of the longest stages, two at most', () => {
    const stages = inOrder(MINUTES(10, 12, 11));
    const jobs = stages.map((s, jobId) => aJob([s], { jobId }));
    const run = aRun({ stages, jobs, sqlExecutions: jobs.map((j) => aQuery([j], { id: 40 + j.jobId })) });
    const unit = chooseUnit(run);
    expect(unit === null ? null : plansWorthReading(run, unit, stagesWorthReading(run, unit, {}))).toEqual([41, 42]);
  });
});
