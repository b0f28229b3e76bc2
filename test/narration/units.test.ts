import { describe, expect, test } from 'vitest';
import {
  amount,
  counted,
  duration,
  exact,
  moment,
  multiple,
  percent,
  quotient,
  size,
  spokenDuration,
  times,
  timestamp,
} from '../../src/narration/units.ts';

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const KIB = 1024;
const MIB = KIB ** 2;
const GIB = KIB ** 3;

describe('durations as people say them', () => {
  test.each([
    [0, '0 s'],
    [-5, '0 s'],
    [0.2, '1 ms'],
    [1, '1 ms'],
    [320, '320 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [8_854, '8.9 s'],
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [41_600, '42 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [3.5 * MIN, '3 min 30 s'],
    [7 * MIN + 24 * S, '7 min 24 s'],
    [10 * MIN - 600, '9 min 59 s'],
    [10 * MIN - 400, '10 min'],
    [48 * MIN + 20 * S, '48 min'],
    [59.6 * MIN, '1 h'],
    [2 * H + 51 * MIN, '2 h 51 min'],
    [2 * H, '2 h'],
    [48 * H - 1, '2 d'],
    [76 * H, '3 d 4 h'],
  ])('%d ms is %s', (ms, said) => {
    expect(duration(ms)).toBe(said);
  });

  test.each([
    [1_000, '1 second'],
    [8_854, '8.9 seconds'],
    [2 * H + 18 * MIN, '2 hours 18 minutes'],
    [61 * S, '1 minute 1 second'],
  ])('%d ms out loud is %s', (ms, said) => {
    expect(spokenDuration(ms)).toBe(said);
  });
});

describe('sizes count in 1,024s, as the Spark UI does', () => {
  test.each([
    [0, '0 B'],
    [812, '812 B'],
    [0.3, 'under 1 B'],
    [999.4, '999 B'],
    [1_023, '1 KB'],
    [3.3 * MIB, '3.3 MB'],
    [190 * MIB, '190 MB'],
    [99.94 * MIB, '99.9 MB'],
    [99.96 * MIB, '100 MB'],
    [1_023 * MIB, '1 GB'],
    [12.4 * GIB, '12.4 GB'],
    [29 * GIB, '29 GB'],
    [205 * GIB, '205 GB'],
    [1.6 * KIB * GIB, '1.6 TB'],
  ])('%d bytes are %s', (bytes, said) => {
    expect(size(bytes)).toBe(said);
  });
});

describe('ratios and shares are never rounded onto the limit they are held against', () => {
  test.each([
    [34.4, undefined, '34×'],
    [8.58, undefined, '8.6×'],
    [9.96, undefined, '10×'],
    [1, undefined, '1×'],
    [5, 5, '5×'],
    [4.97, 5, '4.97×'],
    [5.04, 5, '5.04×'],
    [4.9999, 5, 'just under 5×'],
    [1_250, undefined, '1,250×'],
    [4e7, undefined, 'over 10,000×'],
  ])('%d against %s is %s', (ratio, limit, said) => {
    expect(times(ratio, limit)).toBe(said);
    expect(`${multiple(ratio, limit)}×`).toBe(said);
  });

  test.each([
    [0.54, undefined, '0.54'],
    [0.00004, undefined, '0.00004'],
    [0.0010706, undefined, '0.0011'],
    [0, undefined, '0'],
    [0.996, undefined, '1'],
    [1.3, undefined, '1.3'],
    [5.02, undefined, '5'],
    [1.52, 1.5, '1.52'],
  ])('a quotient of %d against %s is %s', (value, limit, said) => {
    expect(quotient(value, limit)).toBe(said);
  });

  test.each([
    [0.91, undefined, '91%'],
    [0, undefined, '0%'],
    [0.0004, undefined, 'under 1%'],
    [0.0049, undefined, 'under 1%'],
    [0.006, undefined, '1%'],
    [0.9949, undefined, '99%'],
    [0.9951, undefined, 'over 99%'],
    [1, undefined, '100%'],
    [0.096, 0.1, '9.6%'],
    [0.104, 0.1, '10.4%'],
    [0.1, 0.1, '10%'],
  ])('a share of %d against %s is %s', (share, limit, said) => {
    expect(percent(share, limit)).toBe(said);
  });
});

describe('counts', () => {
  test.each([
    [7, '7'],
    [2.5, '2.5'],
    [2_800, '2,800'],
    [9_999, '9,999'],
    [104_532, '104,532'],
    [999_499, '999,499'],
    [999_999, '999,999'],
    [1_000_000, '1 million'],
    [1_900_000, '1.9 million'],
    [66_200_000, '66 million'],
    [1_960_000_000, '2 billion'],
    [4e12, '4 trillion'],
  ])('an amount of %d is %s', (count, said) => {
    expect(amount(count)).toBe(said);
  });

  test('counted things are exact, and one is one', () => {
    expect(exact(12_345)).toBe('12,345');
    expect(counted(1, 'task')).toBe('1 task');
    expect(counted(2_800, 'task')).toBe('2,800 tasks');
    expect(counted(3, 'query', 'queries')).toBe('3 queries');
  });
});

test('a moment is told in UTC', () => {
  expect(moment(Date.UTC(2026, 10, 29, 22, 5))).toBe('29 Nov 2026, 22:05 UTC');
});

test('a moment to look up in a log has its seconds, in UTC', () => {
  expect(timestamp(Date.UTC(2026, 10, 29, 22, 5, 9, 900))).toBe('2026-11-29 22:05:09 UTC');
});
