import { describe, expect, test } from 'vitest';
import { LOOK_MS, LOOK_SHARE, MIN_TASK_TIME_MS, RED, STORAGE_NEAR_FULL } from '../../src/diagnosis/checks/gc.ts';
import { BYTES_LIMIT, EXPECTED } from '../../src/diagnosis/checks/shuffle-volume.ts';
import {
  FAILING,
  FIFTH_OF_UNIT,
  MORE_DATA,
  ORDINARY,
  ORDINARY_DATA,
  OVER_P75,
} from '../../src/diagnosis/checks/skew.ts';
import {
  LONG_TASK_MS,
  MANY_TASKS,
  OVERHEAD,
  TASKS_PER_SLOT,
  TINY_TASK_MS,
  TOO_FEW_SHARE,
  TOP_TWO,
} from '../../src/diagnosis/checks/slow-stage.ts';
import {
  DEFAULT_SPLIT_BYTES,
  NO_SPILL,
  SMALL_PARTITION,
  TARGET_PARTITION_BYTES,
} from '../../src/diagnosis/checks/spill.ts';
import { BROADCAST_DEFAULT_BYTES, MULTIPLIED, OVER_CEILING } from '../../src/diagnosis/excess.ts';
import type { Limit } from '../../src/diagnosis/reading.ts';
import { WORTH_IT_MS, WORTH_IT_SHARE } from '../../src/diagnosis/stake.ts';
import { LARGEST_PART, RETRY_SHARE, SPREAD_LARGEST, SPREAD_STAGES } from '../../src/diagnosis/unit-findings.ts';
import { MIB, MINUTE, SECOND } from '../builders.ts';

// Each limit is tested at, under and over in checks/<check>.test.ts; here stands what the rule book says it is.

describe('limits that readings are held against: value, unit, and a source to look up', () => {
  test.each<[string, Limit, number, Limit['unit'], RegExp]>([
    ['top two stages', TOP_TWO, 0.8, 'share', /check 1/],
    ['tasks for each slot', TASKS_PER_SLOT, 0.5, 'ratio', /judgement/],
    ['too few tasks', TOO_FEW_SHARE, 0.15, 'share', /check 1/],
    ['tiny task', TINY_TASK_MS, 500, 'ms', /judgement/],
    ['task overhead', OVERHEAD, 0.4, 'share', /check 1/],
    ['largest part', LARGEST_PART, 0.4, 'share', /check 1/],
    ['work done twice', RETRY_SHARE, 0.1, 'share', /judgement/],
    ['largest of a spread', SPREAD_LARGEST, 0.25, 'share', /judgement/],
    ['bytes moved ÷ read', BYTES_LIMIT, 1.5, 'ratio', /check 2/],
    ['rows out ÷ in', MULTIPLIED, 1.5, 'ratio', /check 2/],
    ['records over the combine ceiling', OVER_CEILING, 2, 'ratio', /check 2/],
    ['ordinary variation', ORDINARY, 2, 'ratio', /check 3/],
    ['skew', FAILING, 5, 'ratio', /check 3/],
    ['over the 75th percentile', OVER_P75, 1.5, 'ratio', /check 3/],
    ['more data', MORE_DATA, 2, 'ratio', /check 3/],
    ['ordinary data', ORDINARY_DATA, 1.5, 'ratio', /check 3/],
    ['a fifth of the unit', FIFTH_OF_UNIT, 0.2, 'share', /judgement/],
    ['red', RED, 0.1, 'share', /check 4/],
    ['storage near full', STORAGE_NEAR_FULL, 0.7, 'share', /check 4/],
    ['any spill', NO_SPILL, 0, 'bytes', /check 5/],
    ['small partition', SMALL_PARTITION, 100 * MIB, 'bytes', /check 5/],
  ])('%s', (_, limit, value, unit, source) => {
    expect(limit).toMatchObject({ value, unit });
    expect(limit.source).toMatch(source);
  });
});

test.each<[string, number, number]>([
  ['a long task', LONG_TASK_MS, 5 * SECOND],
  ['many tasks', MANY_TASKS, 1_000],
  ['stages of a spread', SPREAD_STAGES, 8],
  ['task time that says something', MIN_TASK_TIME_MS, 5 * SECOND],
  ['a share worth a look', LOOK_SHARE, 0.05],
  ['a time worth a look', LOOK_MS, 5 * MINUTE],
  ['time worth a finding', WORTH_IT_MS, 2 * SECOND],
  ['share worth a finding', WORTH_IT_SHARE, 0.05],
  ['target partition', TARGET_PARTITION_BYTES, 200 * MIB],
  ['default split', DEFAULT_SPLIT_BYTES, 128 * MIB],
  ['default broadcast threshold', BROADCAST_DEFAULT_BYTES, 10 * MIB],
])('%s', (_, limit, value) => {
  expect(limit).toBe(value);
});

test('what each shape is expected to move (the table of five-checks.md §2)', () => {
  expect(EXPECTED).toMatchObject({
    combined: { from: 0, to: 0.1 },
    'moved-once': { from: 0.5, to: 1.5 },
    'near-unique': { from: 0.5, to: 1.5 },
  });
});
