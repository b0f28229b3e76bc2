import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationRun, Executor, Task } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { aDriver, aRun, aStage, executors, GIB, HOUR, MIB, MINUTE, SECOND, START, tasks } from '../builders.ts';

/** A job of three stages on a cluster of any size, whose middle stage is the long one. */
interface Job {
  executorCount: number;
  cores: number;
  waves: number;
  runTimeMs: number;
  factor: number;
  noise: number[];
  /** Which task, which executor: the fault may sit anywhere. */
  place: number;
}

const aJobSketch: fc.Arbitrary<Job> = fc.record({
  executorCount: fc.integer({ min: 4, max: 20 }),
  cores: fc.constantFrom(1, 2, 4, 8),
  waves: fc.constantFrom(2, 3, 8),
  runTimeMs: fc.integer({ min: 20 * SECOND, max: 10 * MINUTE }),
  factor: fc.integer({ min: 8, max: 60 }),
  noise: fc.array(fc.double({ min: 0.8, max: 1.3, noNaN: true }), { minLength: 7, maxLength: 23 }),
  place: fc.nat({ max: 100_000 }),
});

interface Fault {
  /** What is different about a task of the long stage. */
  task?: (i: number, job: Job, count: number) => Partial<Task>;
  executor?: (i: number, job: Job) => Partial<Executor>;
  count?: (job: Job) => number;
  /** The driver alone after it, tasks that start late before it. */
  driverMs?: number;
  waitMs?: number;
}

const ROWS = 1_000_000;

function draw(job: Job, fault: Fault): ApplicationRun {
  const slots = job.executorCount * job.cores;
  const on = executors(job.executorCount, (i) => ({ cores: job.cores, ...fault.executor?.(i, job) }));
  const noise = (i: number) => job.noise[(i * 5) % job.noise.length] ?? 1;
  const short = (stageId: number, at: number) =>
    aStage({
      stageId,
      at,
      on,
      tasks: tasks(slots, (i) => ({
        runTimeMs: 5 * SECOND * noise(i),
        inputRecords: ROWS,
        inputBytes: 100 * MIB,
        shuffleWriteRecords: ROWS,
        shuffleWriteBytes: 90 * MIB,
      })),
    });
  const first = short(0, 6 * SECOND + (fault.waitMs ?? 0));
  const count = fault.count?.(job) ?? slots * job.waves;
  const long = aStage({
    stageId: 1,
    at: 13 * SECOND + (fault.waitMs ?? 0),
    on,
    listed: 200,
    tasks: tasks(count, (i) => {
      const runTimeMs = Math.round(job.runTimeMs * noise(i));
      return { runTimeMs, shuffleReadRecords: ROWS, shuffleReadBytes: 200 * MIB, ...fault.task?.(i, job, count) };
    }),
  });
  const last = short(2, (long.stage.completedAt ?? START) - START + 300);
  const submitted = { ...first.stage, submittedAt: START + 6 * SECOND - 50 };
  return aRun({
    stages: [{ ...first, stage: submitted }, long, last],
    executors: [aDriver(), ...on],
    endsAfterMs: fault.driverMs ?? 200,
    sqlExecutions: null,
  });
}

/** Long beside the stage it sits in, whatever its size. */
const times = (job: Job) => Math.max(job.factor, 4 * job.waves);
const isHot = (i: number, job: Job, count: number) => i === job.place % count;

const FAULTS: [string, Fault, string][] = [
  ['none', {}, 'healthy'],
  [
    'a hot key',
    {
      task: (i, job, count) =>
        isHot(i, job, count)
          ? {
              runTimeMs: times(job) * job.runTimeMs,
              shuffleReadRecords: times(job) * ROWS,
              shuffleReadBytes: times(job) * 200 * MIB,
            }
          : {},
    },
    'data-skew@1',
  ],
  [
    'a hot key that spills and makes its executor collect',
    {
      task: (i, job, count) =>
        isHot(i, job, count)
          ? {
              runTimeMs: times(job) * job.runTimeMs,
              shuffleReadRecords: times(job) * ROWS,
              shuffleReadBytes: times(job) * 200 * MIB,
              memorySpilledBytes: 30 * GIB,
              diskSpilledBytes: 8 * GIB,
            }
          : {},
    },
    'data-skew@1',
  ],
  [
    'one expensive record',
    { task: (i, job, count) => (isHot(i, job, count) ? { runTimeMs: times(job) * job.runTimeMs } : {}) },
    'uneven-work@1',
  ],
  [
    'a slow machine',
    {
      task: (i, job) => {
        const executor = i % job.executorCount;
        return {
          executorId: String(executor + 1),
          ...(executor === job.place % job.executorCount ? { runTimeMs: 8 * job.runTimeMs } : {}),
        };
      },
    },
    'slow-node@1',
  ],
  [
    'partitions that do not fit',
    { task: () => ({ shuffleReadBytes: 2 * GIB, memorySpilledBytes: 8 * GIB, diskSpilledBytes: 2 * GIB }) },
    'spill-partitions@1',
  ],
  [
    'small partitions that do not fit either',
    { task: () => ({ shuffleReadBytes: 60 * MIB, memorySpilledBytes: GIB, diskSpilledBytes: 200 * MIB }) },
    'spill-memory@1',
  ],
  [
    'objects made for every row',
    {
      task: (_, job) => ({ gcTimeMs: 0.3 * job.runTimeMs }),
      executor: () => ({ taskTimeMs: HOUR, gcTimeMs: 0.28 * HOUR }),
    },
    'gc-churn@1',
  ],
  [
    'a heap full of cached data',
    {
      task: (_, job) => ({ gcTimeMs: 0.3 * job.runTimeMs }),
      executor: () => ({
        taskTimeMs: HOUR,
        gcTimeMs: 0.28 * HOUR,
        peakStorageBytes: 9.5 * GIB,
        storageTotalBytes: 10 * GIB,
      }),
    },
    'gc-cache@1',
  ],
  [
    'tasks that hold too much',
    {
      task: (_, job) => ({ gcTimeMs: 0.3 * job.runTimeMs, shuffleReadBytes: 2 * GIB, memorySpilledBytes: 8 * GIB }),
      executor: () => ({ taskTimeMs: HOUR, gcTimeMs: 0.28 * HOUR }),
    },
    'gc-large-tasks@1',
  ],
  ['one writer', { count: () => 1, task: (_, job) => ({ runTimeMs: 3 * job.runTimeMs }) }, 'too-few-tasks@1'],
  ['a driver that works alone', { driverMs: 10 * HOUR }, 'driver-gap'],
  ['executors that come late', { waitMs: 10 * HOUR }, 'waiting-for-executors'],
];

describe('one fault in a sound job is named, whatever the size', () => {
  test.each(FAULTS)(
    '%s',
    (_, fault, cause) => {
      fc.assert(
        fc.property(aJobSketch, (job) => {
          const told = diagnose(draw(job, fault)).cause;
          const where = told?.kind === 'waiting-for-executors' || told?.stage == null ? '' : `@${told.stage.stageId}`;
          expect(told === null ? 'healthy' : `${told.kind}${where}`).toBe(cause);
        }),
        { numRuns: 60, seed: 20261128 },
      );
    },
    120_000,
  );
});
