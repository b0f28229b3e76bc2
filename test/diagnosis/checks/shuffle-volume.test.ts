import { describe, expect, test } from 'vitest';
import type { SqlPlan, Task } from '../../../src/diagnosis/application-run.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { aPlan, aRun, aStage, exchange, MIB, MINUTE, operator, tasks, type BuiltStage } from '../../builders.ts';
import { checkOf } from '../answers.ts';

const MILLION = 1e6;

function told(stages: BuiltStage[], plan?: SqlPlan, settings: Record<string, string> = {}) {
  const run = aRun({ stages, settings, ...(plan === undefined ? { sqlExecutions: null } : { plan }) });
  return checkOf(diagnose(run), 'shuffle-volume');
}

/** Sixteen tasks of a minute that read a million rows each and write `times` as many. */
function scan(times: number, over: Partial<Task> = {}, stageId = 0, name = 'parquet at job.py:3'): BuiltStage {
  return aStage({
    stageId,
    name,
    tasks: tasks(16, () => ({
      runTimeMs: MINUTE,
      inputRecords: MILLION,
      inputBytes: 100 * MIB,
      shuffleWriteRecords: times * MILLION,
      shuffleWriteBytes: 100 * MIB,
      ...over,
    })),
  });
}

describe('rows out of a scan stage ÷ rows in', () => {
  test.each<[string, BuiltStage, string, string | null]>([
    ['as many', scan(1), 'healthy', null],
    ['at 1.5 ×', scan(1.5), 'healthy', null],
    ['over 1.5 ×', scan(1.51), 'failing', 'rows-multiplied-explode'],
    ['bytes at 1.5 ×, rows alike', scan(1, { shuffleWriteBytes: 150 * MIB }), 'healthy', null],
    ['bytes at 3 ×, rows alike: compression', scan(1, { shuffleWriteBytes: 300 * MIB }), 'healthy', null],
    [
      'bytes at 1.5 ×, rows not counted',
      scan(1, { inputRecords: null, shuffleWriteRecords: null, shuffleWriteBytes: 150 * MIB }),
      'healthy',
      null,
    ],
    [
      'bytes over 1.5 ×, rows not counted',
      scan(1, { inputRecords: null, shuffleWriteRecords: null, shuffleWriteBytes: 151 * MIB }),
      'watch',
      null,
    ],
    ['no input counted: not judged', scan(1, { inputRecords: 0, inputBytes: 0 }), 'could-not-tell', null],
    ['nothing shuffled', scan(0, { shuffleWriteBytes: 0 }), 'not-applicable', null],
  ])('%s', (_, stage, outcome, kind) => {
    expect(told([stage])).toMatchObject({ outcome, kind });
  });
});

describe('rows out of a join ÷ rows of its larger side', () => {
  const joined = (out: number, plan: boolean) => {
    const sides = [0, 1].map((stageId) =>
      aStage({
        stageId,
        detail: null,
        tasks: tasks(8, () => ({
          inputRecords: MILLION,
          inputBytes: 100 * MIB,
          shuffleWriteRecords: MILLION,
          shuffleWriteBytes: 50 * MIB,
        })),
      }),
    );
    const join = aStage({
      stageId: 2,
      at: MINUTE,
      tasks: tasks(16, () => ({
        runTimeMs: MINUTE,
        shuffleReadRecords: MILLION,
        shuffleReadBytes: 50 * MIB,
        shuffleWriteRecords: (out * 8 * MILLION) / 16,
        shuffleWriteBytes: 50 * MIB,
      })),
    });
    const side = (stageId: number) =>
      operator(
        'Sort',
        { at: 2 },
        exchange(
          { keys: ['id'], rows: 8 * MILLION, from: stageId, to: 2 },
          operator(`Scan parquet lake.t${stageId}`, { rows: 8 * MILLION, at: stageId }),
        ),
      );
    return told(
      [...sides, join],
      plan
        ? aPlan(
            operator(
              'HashAggregate',
              { keys: ['id'] },
              exchange(
                { keys: ['id'], from: 2 },
                operator(
                  'SortMergeJoin',
                  { kind: 'Inner', keys: ['id'], rows: out * 8 * MILLION, at: 2 },
                  side(0),
                  side(1),
                ),
              ),
            ),
          )
        : undefined,
    );
  };
  test.each<[string, number, boolean, string, string | null]>([
    ['at 1.5 × with the plan', 1.5, true, 'healthy', null],
    ['over 1.5 × with the plan', 1.51, true, 'failing', 'rows-multiplied-join'],
    // Without the plan only the sum of both sides is known: a product above it is certain.
    ['3 × of one side without a plan', 3, false, 'healthy', null],
    ['over 3 × of one side without a plan', 3.02, false, 'failing', 'rows-multiplied-join'],
  ])('%s', (_, out, plan, outcome, kind) => {
    expect(joined(out, plan)).toMatchObject({ outcome, kind });
  });
});

describe('a side small enough to broadcast', () => {
  interface Join {
    small: number;
    big?: number;
    kind?: string;
    name?: string;
    smallOnLeft?: boolean;
  }
  const joined = (
    { small, big = 4_000 * MIB, kind = 'Inner', name = 'SortMergeJoin', smallOnLeft = false }: Join,
    threshold?: string,
  ) => {
    const side = (stageId: number, dataSize: number) =>
      operator(
        'Sort',
        { at: 2 },
        exchange(
          { keys: ['id'], rows: MILLION, dataSize, from: stageId, to: 2 },
          operator(`Scan parquet lake.t${stageId}`, { rows: MILLION, at: stageId }),
        ),
      );
    const [left, right] = smallOnLeft ? [side(0, small), side(1, big)] : [side(1, big), side(0, small)];
    const stages = [
      aStage({ stageId: 0, detail: null }),
      aStage({ stageId: 1, detail: null }),
      aStage({
        stageId: 2,
        at: MINUTE,
        tasks: tasks(16, () => ({ runTimeMs: MINUTE, shuffleReadRecords: MILLION / 8, shuffleReadBytes: 250 * MIB })),
      }),
    ];
    return told(
      stages,
      aPlan(operator(name, { kind, keys: ['id'], rows: MILLION, at: 2 }, left, right)),
      threshold === undefined ? {} : { 'spark.sql.autoBroadcastJoinThreshold': threshold },
    );
  };
  test.each<[string, Join, string | undefined, boolean]>([
    ['at the default of 10 MB', { small: 10 * MIB }, undefined, true],
    ['over it', { small: 10 * MIB + 1 }, undefined, false],
    ['within a threshold that somebody raised', { small: 100 * MIB }, '100MB', true],
    ['over that', { small: 100 * MIB + 1 }, '104857600', false],
    ['switched off, within the default', { small: 10 * MIB }, '-1', true],
    ['ten times smaller than the other', { small: MIB, big: 10 * MIB }, undefined, true],
    ['not ten times smaller', { small: MIB, big: 10 * MIB - 1 }, undefined, false],
    ['a full outer join can not', { small: MIB, kind: 'FullOuter' }, undefined, false],
    ['a left outer join, small side right', { small: MIB, kind: 'LeftOuter' }, undefined, true],
    [
      'a left outer join, small side left: it is kept',
      { small: MIB, kind: 'LeftOuter', smallOnLeft: true },
      undefined,
      false,
    ],
    ['a right outer join, small side left', { small: MIB, kind: 'RightOuter', smallOnLeft: true }, undefined, true],
    ['a shuffled hash join', { small: MIB, name: 'ShuffledHashJoin' }, undefined, true],
    ['a broadcast join is one already', { small: MIB, name: 'BroadcastHashJoin' }, undefined, false],
  ])('%s', (_, join, threshold, missed) => {
    expect(joined(join, threshold)).toMatchObject(
      missed ? { outcome: 'failing', kind: 'missed-broadcast' } : { kind: null },
    );
  });
});

describe('an aggregation to few groups', () => {
  const combining = (of: { groups: number; written: number; read?: number; functions?: string[] }) => {
    const read = of.read ?? 16 * MILLION;
    const map = aStage({
      stageId: 0,
      tasks: tasks(16, () => ({
        runTimeMs: MINUTE,
        inputRecords: read / 16,
        inputBytes: 100 * MIB,
        shuffleWriteRecords: of.written / 16,
        shuffleWriteBytes: 20 * MIB,
      })),
    });
    const functions = of.functions ?? ['sum(x)'];
    return told(
      [map, aStage({ stageId: 1, at: 2 * MINUTE, detail: null })],
      aPlan(
        operator(
          'HashAggregate',
          { keys: ['k'], functions, rows: of.groups, at: 1 },
          exchange(
            { keys: ['k'], rows: of.written, from: 0, to: 1 },
            operator('Scan parquet lake.t', { rows: read, at: 0 }),
          ),
        ),
      ),
    );
  };
  test.each<[string, Parameters<typeof combining>[0], boolean]>([
    ['at twice the ceiling', { groups: 500_000, written: 16 * MILLION }, false],
    ['over twice the ceiling', { groups: 499_000, written: 16 * MILLION }, true],
    ['half of the rows were combined away', { groups: 1_000, written: 7.99 * MILLION }, false],
    ['half were not', { groups: 1_000, written: 8 * MILLION }, true],
    [
      'lists of all rows can not be made smaller',
      { groups: 1_000, written: 16 * MILLION, functions: ['collect_list(x)'] },
      false,
    ],
    [
      'nor can a count of distinct values',
      { groups: 1_000, written: 16 * MILLION, functions: ['count(distinct x)'] },
      false,
    ],
  ])('%s', (_, of, fails) => {
    expect(combining(of)).toMatchObject(
      fails ? { outcome: 'failing', kind: 'combine-not-happening' } : { outcome: 'healthy', kind: null },
    );
  });
});

describe('the same rows shuffled by the same key', () => {
  const twice = (second: { rows: number; keys?: string[]; table?: string; kind?: string }) => {
    const side = (stageId: number, rows: number, table: string, keys: string[], kind: string) =>
      operator(
        'Window',
        { at: 2 + stageId },
        exchange(
          { keys, kind, rows, bytes: 200 * MIB, from: stageId, to: 2 + stageId },
          operator(`Scan parquet ${table}`, { rows, at: stageId }),
        ),
      );
    const stages = [scan(1), scan(1, {}, 1)];
    const readers = [2, 3].map((stageId) => aStage({ stageId, at: 2 * MINUTE, detail: null }));
    return told(
      [...stages, ...readers],
      aPlan(
        operator(
          'Union',
          {},
          side(0, 16 * MILLION, 'lake.t', ['k'], 'hashpartitioning'),
          side(1, second.rows, second.table ?? 'lake.t', second.keys ?? ['k'], second.kind ?? 'hashpartitioning'),
        ),
      ),
    );
  };
  test.each<[string, Parameters<typeof twice>[0], boolean]>([
    ['the same', { rows: 16 * MILLION }, true],
    ['rows within half a percent', { rows: 15.92 * MILLION }, true],
    ['rows further apart: another day of the table, say', { rows: 15.9 * MILLION }, false],
    ['another key', { rows: 16 * MILLION, keys: ['other'] }, false],
    ['another table', { rows: 16 * MILLION, table: 'lake.u' }, false],
    ['another partitioning', { rows: 16 * MILLION, kind: 'rangepartitioning' }, false],
  ])('%s', (_, second, fails) => {
    expect(twice(second)).toMatchObject(fails ? { outcome: 'failing', kind: 'repeated-exchange' } : { kind: null });
  });
});

describe('an aggregation that combines nothing because its key is near-unique', () => {
  test.each([
    ['just under 0.8 of its input', 0.79, false],
    ['0.8 of its input: ask whether the grain is needed', 0.8, true],
  ])('%s', (_, times, ask) => {
    expect(told([scan(times, {}, 0, 'reduceByKey at job.py:7')])).toMatchObject({
      outcome: 'healthy',
      facts: { askGrain: ask },
    });
  });
});
