import { expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  aPlan,
  aRun,
  aStage,
  exchange,
  executors,
  GIB,
  MIB,
  MINUTE,
  operator,
  SECOND,
  spreadOver,
  tasks,
} from '../../builders.ts';
import { checkOf, inWords, readingOf } from '../answers.ts';

const MILLION = 1e6;
const HEALTHY = ['healthy', 'healthy', 'healthy', 'healthy', 'healthy'];

/** A scan that writes for an aggregation: what W4, W4b and W4c differ in. */
function aggregation(of: {
  mapTasks: number;
  inputBytes: number;
  records: number;
  writeBytes: number;
  writeRecords: number;
  groups: number;
  key: string;
  functions: string[];
  partial: boolean;
}) {
  const on = executors(20);
  const each = (n: number) => Math.round(n / of.mapTasks);
  const map = aStage({
    stageId: 0,
    on,
    wallMs: 20 * MINUTE,
    inputBytes: of.inputBytes,
    inputRecords: of.records,
    shuffleWriteBytes: of.writeBytes,
    shuffleWriteRecords: of.writeRecords,
    tasks: tasks(of.mapTasks, () => ({
      runTimeMs: MINUTE,
      inputBytes: each(of.inputBytes),
      inputRecords: each(of.records),
      shuffleWriteBytes: each(of.writeBytes),
      shuffleWriteRecords: each(of.writeRecords),
    })),
  });
  const reduce = aStage({
    stageId: 1,
    at: 21 * MINUTE,
    wallMs: 2 * MINUTE,
    on,
    shuffleReadBytes: of.writeBytes,
    shuffleReadRecords: of.writeRecords,
    tasks: tasks(200, () => ({
      shuffleReadBytes: of.writeBytes / 200,
      shuffleReadRecords: of.writeRecords / 200,
      outputRecords: of.groups / 200,
    })),
  });
  const scan = operator('Scan parquet lake.sales', { rows: of.records, at: 0 });
  const plan = aPlan(
    operator(
      'HashAggregate',
      { keys: [of.key], functions: of.functions, rows: of.groups, at: 1 },
      exchange(
        { keys: [of.key], rows: of.writeRecords, bytes: of.writeBytes, from: 0, to: 1 },
        of.partial
          ? operator(
              'HashAggregate',
              { keys: [of.key], functions: of.functions.map((f) => `partial_${f}`), rows: of.writeRecords, at: 0 },
              scan,
            )
          : scan,
      ),
    ),
  );
  return aRun({ stages: [map, reduce], executors: [aDriver(), ...on], plan });
}

test('W4 sum by store that combines nothing', () => {
  const told = diagnose(
    aggregation({
      mapTasks: 1_000,
      inputBytes: 120 * GIB,
      records: 2_400 * MILLION,
      writeBytes: 96 * GIB,
      writeRecords: 2_400 * MILLION,
      groups: 500,
      key: 'store_id',
      functions: ['sum(revenue)'],
      partial: false,
    }),
  );
  expect(inWords(told)).toEqual({
    cause: 'combine-not-happening@0',
    lever: 'reduce-by-key-or-combine',
    outcomes: ['healthy', 'failing', 'healthy', 'healthy', 'healthy'],
  });
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.8, 3);
  expect(readingOf(told, 'combine-ceiling').of).toEqual([2_400 * MILLION, 500_000]);
});

test('W4b count by country combines well: the ceiling holds', () => {
  const told = diagnose(
    aggregation({
      mapTasks: 2_800,
      inputBytes: 380 * GIB,
      records: 1_960 * MILLION,
      writeBytes: 15 * MIB,
      writeRecords: 520_000,
      groups: 190,
      key: 'country',
      functions: ['count(1)'],
      partial: true,
    }),
  );
  expect(inWords(told)).toEqual({ cause: 'healthy', lever: 'none', outcomes: HEALTHY });
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.00004, 5);
  expect(readingOf(told, 'combine-ceiling').of).toEqual([520_000, 532_000]);
});

test('W4c one list per profile: as expected for a near-unique key, and worth asking for', () => {
  const told = diagnose(
    aggregation({
      mapTasks: 2_800,
      inputBytes: 380 * GIB,
      records: 1_960 * MILLION,
      writeBytes: 361 * GIB,
      writeRecords: 1_900 * MILLION,
      groups: 900 * MILLION,
      key: 'profile_id',
      functions: ['collect_list(title_id)'],
      partial: true,
    }),
  );
  expect(inWords(told)).toEqual({ cause: 'healthy', lever: 'none', outcomes: HEALTHY });
  expect(readingOf(told, 'shuffle-ratio').value).toBeCloseTo(0.95, 2);
  expect(checkOf(told, 'shuffle-volume').facts).toMatchObject({ askGrain: true, expected: 'near-unique' });
});

test('W5 forty slow tasks, all on executor 17, with ordinary rows', () => {
  const on = executors(25, (i) => (i === 16 ? { host: '10.0.3.21' } : { host: `10.0.4.${i}` }));
  const slow = spreadOver(40, { min: 125e3, p25: 130e3, median: 134e3, p75: 138e3, max: 2.4 * MINUTE });
  const stage = aStage({
    stageId: 2,
    on,
    wallMs: 24 * MINUTE,
    listed: 200,
    tasks: tasks(1_000, (i) => {
      const onSlow = i % 25 === 16;
      return {
        executorId: String((i % 25) + 1),
        runTimeMs: onSlow ? (slow[Math.floor(i / 25)] ?? 0) : 10e3 + (i % 21) * 100,
        shuffleReadBytes: 120 * MIB,
        shuffleReadRecords: 1.1 * MILLION + (i % 11) * 10_000,
      };
    }),
  });
  const told = diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on] }));
  expect(inWords(told)).toMatchObject({ cause: 'slow-node@2', lever: 'replace-node' });
  expect(checkOf(told, 'skew').facts?.ratio).toBeCloseTo(13, 0);
  expect(checkOf(told, 'skew').facts?.slow?.slowMachine).toMatchObject({
    executorId: '17',
    host: '10.0.3.21',
    tasks: 40,
  });
  expect(readingOf(told, 'slow-task-record-ratio').value).toBeCloseTo(1, 1);
});

test('W5b the six slowest tasks share executor 9', () => {
  const on = executors(20);
  const stage = aStage({
    stageId: 2,
    on,
    listed: 200,
    wallMs: 8.5 * MINUTE,
    tasks: tasks(200, (i) => {
      const onNine = i < 6;
      return {
        executorId: onNine ? '9' : String([...Array(20).keys()].filter((n) => n !== 8)[i % 19]! + 1),
        runTimeMs: onNine ? 4 * MINUTE - i * SECOND : 15e3 + (i % 11) * SECOND,
        shuffleReadBytes: 80 * MIB,
        shuffleReadRecords: i === 0 ? 840_000 : 780_000 + (i % 5) * 10_000,
      };
    }),
  });
  const told = diagnose(aRun({ stages: [stage], executors: [aDriver(), ...on] }));
  expect(inWords(told)).toMatchObject({ cause: 'slow-node@2', lever: 'replace-node' });
  expect(readingOf(told, 'duration-ratio').value).toBeCloseTo(12, 0);
  expect(checkOf(told, 'skew').culprits).toHaveLength(6);
});
