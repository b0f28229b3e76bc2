import { describe, expect, test } from 'vitest';
import { aPlan, aStage, exchange, GIB, MIB, MINUTE, operator, SECOND, tasks } from '../../builders.ts';
import { causeOf } from '../answers.ts';
import { MILLION, on100, run, reads, scans, writes } from './a-cluster.ts';

describe('rows that were multiplied upstream', () => {
  const scan = (stageId: number, records: number) =>
    aStage({
      stageId,
      on: on100,
      wallMs: 4 * MINUTE,
      detail: null,
      tasks: tasks(400, () => ({ runTimeMs: 50 * SECOND, ...scans(records), ...writes(records) })),
    });
  const join = aStage({
    stageId: 2,
    on: on100,
    at: 5 * MINUTE,
    wallMs: 20 * MINUTE,
    tasks: tasks(1_000, () => ({ runTimeMs: 2 * MINUTE, ...reads(MILLION), ...writes(8 * MILLION) })),
  });
  const window = (spillBytes: number) =>
    aStage({
      stageId: 3,
      on: on100,
      at: 26 * MINUTE,
      wallMs: 50 * MINUTE,
      tasks: tasks(1_000, () => ({ runTimeMs: 5 * MINUTE, ...reads(8 * MILLION), memorySpilledBytes: spillBytes })),
    });
  const side = (stageId: number, rows: number) =>
    exchange(
      { keys: ['id'], rows, from: stageId, to: 2 },
      operator(`Scan parquet lake.t${stageId}`, { rows, at: stageId }),
    );
  const plan = aPlan(
    operator(
      'Window',
      { keys: ['title'], at: 3 },
      exchange(
        { keys: ['title'], rows: 8_000 * MILLION, from: 2, to: 3 },
        operator(
          'SortMergeJoin',
          { keys: ['id'], kind: 'Inner', rows: 8_000 * MILLION, at: 2 },
          side(0, 800 * MILLION),
          side(1, 200 * MILLION),
        ),
      ),
    ),
  );
  test.each([
    ['without spill', 0],
    ['and spill on every task', 3 * GIB],
  ])('the join is the cause, not the longer window that reads its rows (%s)', (_, spill) => {
    expect(causeOf(run([scan(0, 2 * MILLION), scan(1, 0.5 * MILLION), join, window(spill)], { plan }))).toBe(
      'rows-multiplied-join@2',
    );
  });

  test('an explode in a short scan is the cause of the long aggregation that spills', () => {
    const exploding = aStage({
      stageId: 0,
      on: on100,
      wallMs: 12 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 2.5 * MINUTE, ...scans(MILLION), ...writes(20 * MILLION) })),
    });
    const sorting = aStage({
      stageId: 1,
      on: on100,
      at: 13 * MINUTE,
      wallMs: 60 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 14 * MINUTE, ...reads(20 * MILLION), memorySpilledBytes: 6 * GIB })),
    });
    const explode = aPlan(
      operator(
        'Window',
        { keys: ['tag'], at: 1 },
        exchange(
          { keys: ['tag'], rows: 8_000 * MILLION, from: 0, to: 1 },
          operator(
            'Generate',
            { kind: 'explode', keys: ['tags'], rows: 8_000 * MILLION, at: 0 },
            operator('Scan parquet lake.t', { rows: 400 * MILLION, at: 0 }),
          ),
        ),
      ),
    );
    expect(causeOf(run([exploding, sorting], { plan: explode }))).toBe('rows-multiplied-explode@0');
  });
});

describe('a table shuffled twice', () => {
  const day = (stageId: number, rows: number, filter: string) =>
    exchange(
      { keys: ['user'], rows, bytes: 9 * GIB, from: stageId, to: 2 },
      operator(
        'Filter',
        { argumentsText: filter, at: stageId },
        operator('Scan parquet lake.events', {
          rows,
          at: stageId,
          argumentsText: 'InMemoryFileIndex [s3://lake/events]',
        }),
      ),
    );
  const two = (second: number, filter: string) => {
    const stages = [0, 1].map((stageId) =>
      aStage({
        stageId,
        on: on100,
        at: stageId * 11 * MINUTE,
        wallMs: 10 * MINUTE,
        tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(MILLION), ...writes(MILLION) })),
      }),
    );
    const join = aStage({
      stageId: 2,
      on: on100,
      at: 23 * MINUTE,
      wallMs: 5 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: MINUTE, ...reads(2 * MILLION) })),
    });
    return run([...stages, join], {
      plan: aPlan(
        operator(
          'SortMergeJoin',
          { kind: 'Inner', keys: ['user'], rows: 400 * MILLION, at: 2 },
          day(0, 400 * MILLION, 'isnotnull(user)'),
          day(1, second, filter),
        ),
      ),
    });
  };
  test('the same rows', () => expect(causeOf(two(400 * MILLION, 'isnotnull(user)'))).toBe('repeated-exchange@0'));
  test('today against yesterday: other rows of the same table', () =>
    expect(causeOf(two(391 * MILLION, 'isnotnull(user)'))).toBe('healthy'));
});

describe('a cached table', () => {
  test('its scan counts batches: nothing was exploded', () => {
    const stage = aStage({
      stageId: 0,
      on: on100,
      wallMs: 10 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(100, 120 * MIB), ...writes(19_000, MIB) })),
    });
    const final = aStage({
      stageId: 1,
      on: on100,
      at: 11 * MINUTE,
      wallMs: 10 * SECOND,
      detail: null,
      tasks: tasks(10, () => reads(760_000)),
    });
    const plan = aPlan(
      operator(
        'HashAggregate',
        { keys: ['k'], functions: ['sum(x)'], rows: 19_000, at: 1 },
        exchange(
          { keys: ['k'], rows: 400 * 19_000, from: 0, to: 1 },
          operator(
            'HashAggregate',
            { keys: ['k'], functions: ['partial_sum(x)'], rows: 400 * 19_000, at: 0 },
            operator('InMemoryTableScan', { rows: 400 * MILLION, at: 0 }),
          ),
        ),
      ),
    );
    expect(causeOf(run([stage, final], { plan }))).toBe('healthy');
    expect(causeOf(run([stage, final]))).toBe('healthy');
  });
});

describe('rows of an outer join', () => {
  const outer = (kind: string, out: number) => {
    const side = (stageId: number) =>
      exchange(
        { keys: ['id'], rows: 400 * MILLION, from: stageId, to: 2 },
        operator(`Scan parquet lake.t${stageId}`, { rows: 400 * MILLION, at: stageId }),
      );
    const scan = (stageId: number) =>
      aStage({
        stageId,
        on: on100,
        wallMs: 4 * MINUTE,
        detail: null,
        tasks: tasks(400, () => ({ ...scans(MILLION), ...writes(MILLION) })),
      });
    const join = aStage({
      stageId: 2,
      on: on100,
      at: 5 * MINUTE,
      wallMs: 20 * MINUTE,
      tasks: tasks(400, () => ({ runTimeMs: 4 * MINUTE, ...reads(2 * MILLION), outputRecords: out / 400 })),
    });
    return run([scan(0), scan(1), join], {
      plan: aPlan(
        operator(
          'WriteFiles',
          {},
          operator('SortMergeJoin', { keys: ['id'], kind, rows: out, at: 2 }, side(0), side(1)),
        ),
      ),
    });
  };
  test.each([
    ['full outer, no key on both sides: every row of either', 'FullOuter', 800 * MILLION, 'healthy'],
    ['left outer, half of it unmatched', 'LeftOuter', 700 * MILLION, 'healthy'],
    ['full outer, keys that repeat on both sides', 'FullOuter', 4_000 * MILLION, 'rows-multiplied-join@2'],
    ['inner', 'Inner', 800 * MILLION, 'rows-multiplied-join@2'],
  ])('%s', (_, kind, out, cause) => {
    expect(causeOf(outer(kind, out))).toBe(cause);
  });
});

test('a long stage after a cached scan: batches are no rows, nothing was multiplied', () => {
  const map = aStage({
    stageId: 0,
    on: on100,
    wallMs: 10 * MINUTE,
    detail: null,
    tasks: tasks(400, () => ({ runTimeMs: 2 * MINUTE, ...scans(100, 120 * MIB), ...writes(19_000, MIB) })),
  });
  const reduce = aStage({
    stageId: 1,
    on: on100,
    at: 11 * MINUTE,
    wallMs: 60 * MINUTE,
    tasks: tasks(400, () => ({ runTimeMs: 14 * MINUTE, ...reads(19_000, MIB) })),
  });
  expect(causeOf(run([map, reduce]))).toBe('healthy');
});
