import { describe, expect, test } from 'vitest';
import type { NotRead } from '../../src/diagnosis/application-run.ts';
import { collectApplication, looksLive } from '../../src/history-server/collect-application.ts';
import { collectExecutors, dropImpossiblePeaks } from '../../src/history-server/collect-executors.ts';
import { believableInput, collectStage, stagesNotKept } from '../../src/history-server/collect-stages.ts';
import { collectQuantiles, collectTask, sumByExecutor } from '../../src/history-server/collect-tasks.ts';
import { counter, readShape } from '../../src/history-server/lenient.ts';
import {
  applicationShape,
  executorShape,
  stageShape,
  taskShape,
  taskSummaryShape,
} from '../../src/history-server/responses.ts';
import { allowedSettings, memoryBytes } from '../../src/history-server/settings.ts';
import { atLeast } from '../../src/history-server/version.ts';

const WHERE = { part: 'stages', stageId: 4, attemptId: 0 } as const;

const stage = (fields: object = {}, notes: NotRead[] = []) =>
  collectStage(stageShape.parse({ status: 'COMPLETE', stageId: 4, attemptId: 0, ...fields }), notes);

describe('dates', () => {
  test.each([
    ['2015-02-03T16:43:07.404GMT', Date.UTC(2015, 1, 3, 16, 43, 7, 404)],
    ['1969-12-31T23:59:59.999GMT', null],
    ['', null],
  ])('%j', (text, expected) => {
    expect(stage({ submissionTime: text }).submittedAt).toBe(expected);
  });

  test('absent stays absent', () => {
    expect(stage()).toMatchObject({
      submittedAt: null,
      firstTaskLaunchedAt: null,
      completedAt: null,
      gcTimeMs: null,
      inputBytes: null,
    });
  });
});

describe('what can not be is dropped and said', () => {
  test('negative counters', () => {
    const notes: NotRead[] = [];
    expect(stage({ numActiveTasks: -1, executorRunTime: 5 }, notes)).toMatchObject({ activeTasks: null, runTimeMs: 5 });
    expect(notes).toEqual([
      { part: 'stages', stageId: 4, attemptId: 0, reason: 'dropped-as-impossible', what: 'numActiveTasks' },
    ]);
  });

  test('the same in many stages is one remark about no particular one', () => {
    const notes: NotRead[] = [];
    for (const stageId of [1, 2, 3]) counter(-1, 'inputBytes', { part: 'stages', stageId, attemptId: 0 }, notes);
    expect(notes).toEqual([
      { part: 'stages', stageId: null, attemptId: null, reason: 'dropped-as-impossible', what: 'inputBytes' },
    ]);
  });

  test.each([
    [200_000, 6_000_000, null, 1],
    [5_999_999, 6_000_000, null, 1],
    [6_000_000, 6_000_000, 6_000_000, 0],
    [50, 99_999, 50, 0],
    [0, 5, null, 0],
    [0, 0, 0, 0],
    [7, null, 7, 0],
  ])('%s input bytes of %s records', (bytes, records, expected, remarks) => {
    const notes: NotRead[] = [];
    expect(believableInput(bytes, records, WHERE, notes)).toBe(expected);
    expect(notes).toHaveLength(remarks);
  });
});

describe('a call site is told by the first frame of the user', () => {
  test.each([
    [
      'org.apache.spark.sql.Dataset.collect(Dataset.scala:9)\ncom.acme.Report$.main(Report.scala:42)\njava.base/java.lang.Thread.run(Thread.java:8)',
      'main at Report.scala:42',
    ],
    ['com.acme.Load.$anonfun$run$1(Load.scala:7)', 'run at Load.scala:7'],
    [
      'org.apache.spark.sql.execution.SQLExecution$.x(SQLExecution.scala:3)\njava.base/java.lang.Thread.run(Thread.java:8)',
      null,
    ],
    ['py4j.Gateway.invoke(Gateway.java:282)\njdk.internal.reflect.X.y(Native Method)', null],
    ['', null],
    ['('.repeat(100_000), null],
  ])('%.60s', (details, expected) => {
    expect(stage({ details }).callSite).toBe(expected);
  });
});

describe('executors', () => {
  const executors = (list: object[], live = false, notes: NotRead[] = []) =>
    collectExecutors(
      list.map((one, at) =>
        executorShape.parse({ id: String(at), hostPort: '10.0.0.7:4000', maxMemory: 1000, ...one }),
      ),
      live,
      notes,
    );

  test('storage of 0 is a reading only where block updates are recorded', () => {
    const used = (list: object[], live = false) => executors(list, live).map((one) => one.storageUsedBytes);
    expect(used([{ memoryUsed: 0 }, { memoryUsed: 0 }])).toEqual([null, null]);
    expect(used([{ memoryUsed: 0 }, { memoryUsed: 7 }])).toEqual([0, 7]);
    expect(used([{ memoryUsed: 0, rddBlocks: 3 }])).toEqual([0]);
    expect(used([{ memoryUsed: 0 }], true)).toEqual([0]);
  });

  test('peaks that are all zero were never sampled', () => {
    const [never, some] = executors([
      { peakMemoryMetrics: { JVMHeapMemory: 0, OnHeapStorageMemory: 0 } },
      {
        peakMemoryMetrics: {
          JVMHeapMemory: 9,
          OnHeapStorageMemory: 3,
          OffHeapStorageMemory: 1,
          OnHeapExecutionMemory: 0,
        },
      },
    ]);
    expect(never).toMatchObject({ peakHeapBytes: null, peakStorageBytes: null, peakExecutionBytes: null });
    expect(some).toMatchObject({ peakHeapBytes: 9, peakStorageBytes: 4, peakExecutionBytes: 0 });
  });

  test('a part larger than its whole is dropped', () => {
    const notes: NotRead[] = [];
    expect(executors([{ memoryUsed: 1100 }], true, notes)[0]?.storageUsedBytes).toBeNull();
    const tall = executors([{ peakMemoryMetrics: { JVMHeapMemory: 263_900_000_000 } }]);
    expect(dropImpossiblePeaks(tall, 7 * 1024 ** 3, notes)[0]?.peakHeapBytes).toBeNull();
    expect(dropImpossiblePeaks(tall, null, [])[0]?.peakHeapBytes).toBe(263_900_000_000);
    expect(notes.map((note) => note.what)).toEqual(['memoryUsed', 'JVMHeapMemory']);
  });

  test('driver rows and hosts', () => {
    const list = executors([
      { id: 'driver' },
      { id: '<driver>' },
      { hostPort: '[fe80::1]:4000' },
      { hostPort: 'node-7' },
    ]);
    expect(list.map((one) => [one.isDriver, one.host])).toEqual([
      [true, '10.0.0.7'],
      [true, '10.0.0.7'],
      [false, '[fe80::1]'],
      [false, 'node-7'],
    ]);
  });
});

describe('applications', () => {
  const application = (attempts: object[], attemptId: string | null = null) =>
    collectApplication(applicationShape.parse({ id: 'a', name: 'n', attempts }), attemptId);

  test('a running one has no end and no duration, whatever the server prints', () => {
    const start = '2026-11-29T22:00:00.000GMT';
    const running = application([
      { startTime: start, endTime: '1969-12-31T23:59:59.999GMT', lastUpdated: start, duration: 0, completed: false },
    ]);
    expect(running).toMatchObject({ completed: false, endedAt: null, durationMs: null });
    expect(running !== null && looksLive(running)).toBe(true);
  });

  test('the placeholder of a 4.1 server has no version and no start', () => {
    expect(
      application([{ startTime: '1970-01-01T00:00:00.000GMT', appSparkVersion: 'unknown', completed: false }]),
    ).toMatchObject({ startedAt: null, sparkVersion: null });
  });

  test('duration 0 of a finished one is told from its times', () => {
    const times = { startTime: '2026-11-29T22:00:00.000GMT', endTime: '2026-11-29T22:01:00.000GMT', completed: true };
    expect(application([{ ...times, duration: 0 }])?.durationMs).toBe(60_000);
  });

  test('attempts come newest first', () => {
    expect(application([{ attemptId: '2' }, { attemptId: '1' }])).toMatchObject({
      attemptId: '2',
      attemptIds: ['2', '1'],
    });
    expect(application([{ attemptId: '2' }, { attemptId: '1' }], '1')?.attemptId).toBe('1');
    expect(application([{ attemptId: '2' }], '7')).toBeNull();
  });
});

describe('tasks', () => {
  const task = (fields: object) =>
    collectTask(taskShape.parse({ taskId: 1, index: 0, attempt: 0, ...fields }), { part: 'task-list' }, []);

  test('a running one has no run time yet; fetching its result counts as running', () => {
    expect(task({ status: 'RUNNING', duration: 900, taskMetrics: { executorRunTime: 0 } })).toMatchObject({
      status: 'running',
      runTimeMs: null,
      durationMs: 900,
    });
    expect(task({ status: 'GET RESULT' }).status).toBe('running');
  });

  test('shuffle read is what came from here and from afar', () => {
    expect(
      task({ taskMetrics: { shuffleReadMetrics: { remoteBytesRead: 3, localBytesRead: 4 } } }).shuffleReadBytes,
    ).toBe(7);
    expect(task({}).shuffleReadBytes).toBeNull();
  });

  test('totals of an executor are the sums of its tasks', () => {
    const tasks = [
      task({ taskId: 1, executorId: '1', host: 'h', status: 'SUCCESS', duration: 5 }),
      task({ taskId: 2, executorId: '1', host: 'h', status: 'FAILED', duration: 6 }),
      task({ taskId: 3, executorId: '2', host: 'i', status: 'SUCCESS' }),
    ];
    expect(sumByExecutor(tasks)).toMatchObject([
      {
        executorId: '1',
        host: 'h',
        taskTimeMs: 11,
        succeededTasks: 1,
        failedTasks: 1,
        killedTasks: 0,
        inputBytes: null,
      },
      { executorId: '2', taskTimeMs: null, succeededTasks: 1 },
    ]);
  });
});

describe('quantiles', () => {
  const row = [1, 2, 3, 4, 5, 6];
  const facts = { onlySuccessful: true, readBytesShifted: false, inputBytesMeasured: true };
  const summary = (quantiles: number[] = [0, 0.25, 0.5, 0.75, 0.95, 1]) =>
    taskSummaryShape.parse({
      quantiles,
      executorRunTime: row,
      duration: row,
      shuffleReadMetrics: { readBytes: row },
      inputMetrics: { bytesRead: row },
    });

  test('are told apart by what the server says they are', () => {
    expect(collectQuantiles(summary(), facts)?.runTimeMs).toEqual({
      min: 1,
      p25: 2,
      median: 3,
      p75: 4,
      p95: 5,
      max: 6,
    });
    expect(collectQuantiles(summary([1, 0.95, 0.75, 0.5, 0.25, 0]), facts)?.runTimeMs).toMatchObject({
      min: 6,
      max: 1,
    });
    expect(collectQuantiles(summary([0.05, 0.25, 0.5, 0.75, 0.95]), facts)).toBeNull();
  });

  test('rows that Spark shifts when tasks failed are left out then', () => {
    const failed = { ...facts, onlySuccessful: false };
    expect(collectQuantiles(summary(), failed)).toMatchObject({
      durationMs: null,
      runTimeMs: { max: 6 },
      shuffleReadBytes: { max: 6 },
    });
    expect(collectQuantiles(summary(), { ...failed, readBytesShifted: true })?.shuffleReadBytes).toBeNull();
    expect(collectQuantiles(summary(), { ...facts, inputBytesMeasured: false })?.inputBytes).toBeNull();
  });
});

describe('settings', () => {
  test('by the allow-list only: never a secret, never an address', () => {
    const settings = allowedSettings([
      ['spark.executor.memory', '4g'],
      ['spark.master', 'spark://10.0.0.1:7077'],
      ['spark.hadoop.fs.s3a.secret.key', 'sekret'],
      ['spark.executor.extraJavaOptions', '-Dpassword=sekret -XX:+UseZGC'],
      ['spark.sql.shuffle.partitions', '*********(redacted)'],
      ['spark.executorEnv.TOKEN', 'sekret'],
      ['spark.default.parallelism'],
    ]);
    expect(settings).toEqual({
      'spark.executor.memory': '4g',
      'spark.master': 'spark',
      'spark.executor.extraJavaOptions': '-XX:+UseZGC',
    });
  });

  test.each([
    ['local[4]', 'local[4]'],
    ['local-cluster[2,1,1024]', 'local-cluster[2,1,1024]'],
    ['yarn', 'yarn'],
    ['k8s://https://10.0.0.1:6443', 'k8s'],
    ['<!channel>', 'unknown'],
  ])('master %s', (master, kind) => {
    expect(allowedSettings([['spark.master', master]])['spark.master']).toBe(kind);
  });

  test.each([
    ['4g', 4 * 1024 ** 3],
    ['512m', 512 * 1024 ** 2],
    ['2048', 2048 * 1024 ** 2],
    ['1GB', 1024 ** 3],
    ['much', null],
    [undefined, null],
  ])('%s of memory', (text, bytes) => {
    expect(memoryBytes(text)).toBe(bytes);
  });
});

test.each([
  ['3.2.0', 3, 2, true],
  ['4.1.1', 3, 2, true],
  ['3.1.3', 3, 2, false],
  ['2.4.4', 3, 0, false],
  ['3.10.0', 3, 2, true],
  ['3.5.0-amzn-1', 3, 5, true],
  [null, 2, 0, false],
  ['spark', 2, 0, false],
])('version %s is at least %d.%d: %s', (version, major, minor, expected) => {
  expect(atLeast(version, major, minor)).toBe(expected);
});

test('stages that ran and are not listed were not kept; skipped ones hold nothing', () => {
  const listed = [{ stageId: 3 }];
  expect(stagesNotKept([{ stageIds: [1, 2, 3], skippedStages: 2 }], listed)).toBe(false);
  expect(stagesNotKept([{ stageIds: [1, 2, 3], skippedStages: 1 }], listed)).toBe(true);
});

test('a wrong field costs that field only', () => {
  const notes: NotRead[] = [];
  const raw = {
    taskId: 1,
    index: 0,
    attempt: 0,
    duration: 'long',
    taskMetrics: { executorRunTime: 7, jvmGcTime: 'NaN', inputMetrics: { bytesRead: [1] } },
  };
  expect(readShape(taskShape, raw, { part: 'task-list' }, notes)).toMatchObject({
    taskId: 1,
    taskMetrics: { executorRunTime: 7, inputMetrics: {} },
  });
  expect(notes.map((note) => [note.what, note.reason])).toEqual([
    ['duration', 'unreadable'],
    ['jvmGcTime', 'dropped-as-impossible'],
    ['bytesRead', 'unreadable'],
  ]);
});
