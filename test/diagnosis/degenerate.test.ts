import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationRun, PlanNode, SqlPlan } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { chooseUnit } from '../../src/diagnosis/unit.ts';
import { plansWorthReading, stagesWorthReading } from '../../src/diagnosis/worth-reading.ts';
import {
  aDriver,
  aJob,
  aPlan,
  aQuery,
  aRun,
  aSkippedStage,
  aStage,
  exchange,
  executors,
  MINUTE,
  operator,
  SECOND,
  START,
  tasks,
  type BuiltStage,
  type Operator,
} from '../builders.ts';

/** What the whole product asks of the core, in its order. */
function everything(run: ApplicationRun) {
  const unit = chooseUnit(run);
  const stages = unit === null ? [] : stagesWorthReading(run, unit, {});
  const plans = unit === null ? [] : plansWorthReading(run, unit, stages);
  return { stages, plans, told: diagnose(run) };
}

function badNumbers(run: ApplicationRun): string[] {
  const { told } = everything(run);
  const readings = (told.checks ?? []).flatMap((c) => c.readings);
  const parts: [string, unknown][] = [
    ...readings.flatMap((r): [string, unknown][] => [
      [r.name, r.value],
      [`${r.name} of`, r.of?.[0] ?? 0],
      [`${r.name} of`, r.of?.[1] ?? 0],
    ]),
    ...Object.entries(told.time ?? {}).filter(([, v]) => !Array.isArray(v)),
    ...Object.entries(told.cause ?? {}).filter(([, v]) => typeof v === 'number'),
  ];
  return parts
    .filter(([, value]) => typeof value === 'number' && (!Number.isFinite(value) || value < 0))
    .map(([name, value]) => `${name}: ${String(value)}`);
}

const NEVER = { submittedAt: null, firstTaskLaunchedAt: null, completedAt: null };

test.each<[string, ApplicationRun]>([
  ['nothing at all', aRun({ stages: [], jobs: [], executors: [], sqlExecutions: null })],
  [
    'nothing, and no times',
    aRun({ stages: [], jobs: [], executors: [], application: { startedAt: null, endedAt: null } }),
  ],
  ['jobs without stages', aRun({ stages: [], jobs: [aJob([aStage()])] })],
  ['stages without jobs', aRun({ jobs: [] })],
  ['stages without times', aRun({ stages: [{ ...aStage(), stage: { ...aStage().stage, ...NEVER } }] })],
  ['stages without tasks', aRun({ stages: [aStage({ tasks: [] })] })],
  ['a stage that ends before it starts', aRun({ stages: [aStage({ wallMs: -MINUTE })] })],
  ['a stage of no length', aRun({ stages: [aStage({ wallMs: 0 })] })],
  ['an application that ends before it starts', aRun({ application: { endedAt: START - MINUTE } })],
  ['an application of no length', aRun({ application: { endedAt: START } })],
  ['only skipped stages', aRun({ stages: [aSkippedStage(0), aSkippedStage(1)] })],
  ['a job that lists stages nobody knows', aRun({ jobs: [aJob([aStage({ stageId: 77 })])] })],
  [
    'details of a stage nobody knows',
    aRun({
      stageDetails: [{ stageId: 9, attemptId: 3, quantiles: null, tasks: [], allTasksListed: true, perExecutor: [] }],
    }),
  ],
  ['the same stage twice', aRun({ stages: [aStage(), aStage()] })],
  ['executors of no core', aRun({ executors: [aDriver(), ...executors(4, () => ({ cores: 0 }))] })],
  [
    'settings that are no numbers',
    aRun({
      settings: {
        'spark.task.cpus': 'many',
        'spark.executor.memory': '-1g',
        'spark.memory.fraction': 'half',
        'spark.sql.autoBroadcastJoinThreshold': '💥',
      },
    }),
  ],
  ['a query without jobs', aRun({ sqlExecutions: [aQuery([])] })],
  [
    'a query that belongs to itself, and one that belongs to nobody',
    aRun({ sqlExecutions: [aQuery([], { id: 1, rootId: 1 }), aQuery([], { id: 2, rootId: 99 })] }),
  ],
  ['a plan without nodes', aRun({ plan: { nodes: [], cut: true } })],
])('%s', (_, run) => {
  expect(badNumbers(run)).toEqual([]);
});

describe('plans that no planner makes', () => {
  const node = (nodeId: number, name: string, inputs: number[]): PlanNode => ({
    nodeId,
    name,
    inputs,
    wholeStageCodegenId: null,
    metrics: [],
    keys: null,
    kind: null,
    argumentsText: null,
    functions: null,
    operatorNumber: null,
  });
  const told = (plan: SqlPlan) =>
    badNumbers(aRun({ stages: [aStage({ stageId: 0 }), aStage({ stageId: 1, at: MINUTE })], plan }));
  test.each<[string, PlanNode[]]>([
    ['a node that reads itself', [node(0, 'SortMergeJoin', [0, 0])]],
    ['a circle', [node(0, 'Exchange', [1]), node(1, 'Exchange', [0])]],
    ['a circle below a root', [node(0, 'Window', [1]), node(1, 'Exchange', [2]), node(2, 'Sort', [1])]],
    ['inputs that are not there', [node(0, 'SortMergeJoin', [7, 8]), node(1, 'Exchange', [9])]],
    ['one id twice', [node(0, 'Scan parquet', []), node(0, 'Exchange', [0])]],
    [
      'one node read by a thousand',
      [
        node(0, 'Exchange', [1]),
        node(1, 'Scan', []),
        ...Array.from({ length: 1_000 }, (_, i) => node(i + 2, 'BroadcastHashJoin', [0, 1])),
      ],
    ],
  ])('%s', (_, nodes) => {
    expect(told({ nodes, cut: false })).toEqual([]);
  });
});

/** A wall-clock limit far above what it takes here, for both cores may be busy: what it must not be is minutes. */
const PATIENCE_MS = 60_000;

describe('size', () => {
  /** Seconds of this process alone, the best of three, so that a busy machine does not count. */
  function cpuSeconds(work: () => void): number {
    const spent = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    });
    return Math.min(...spent);
  }

  test(
    '2,000 stages and 300 executors take under a second of one core',
    () => {
      const on = executors(300);
      const stages = Array.from({ length: 2_000 }, (_, stageId) =>
        aStage({
          stageId,
          at: stageId * SECOND,
          wallMs: 900,
          detail: stageId < 4 ? {} : null,
          tasks: tasks(stageId < 4 ? 2_000 : 2, () => ({
            runTimeMs: 400,
            inputRecords: 10 + stageId,
            shuffleWriteRecords: 10 + stageId,
            shuffleReadRecords: 9 + stageId,
          })),
        }),
      );
      const jobs = stages.map((s, jobId) => aJob([s], { jobId }));
      const run = aRun({
        stages,
        jobs,
        executors: [aDriver(), ...on],
        sqlExecutions: jobs.slice(0, 300).map((j) => aQuery([j], { id: j.jobId })),
      });
      expect(cpuSeconds(() => everything(run))).toBeLessThan(1);
    },
    PATIENCE_MS,
  );

  test(
    'a plan of 5,000 nodes in one line, an exchange every other node',
    () => {
      const stages = Array.from({ length: 40 }, (_, stageId) =>
        aStage({ stageId, at: stageId * MINUTE, wallMs: MINUTE, detail: stageId % 10 === 0 ? {} : null }),
      );
      let line: Operator = operator('Scan parquet lake.t', { rows: 10, at: 0 });
      for (let i = 1; i < 2_500; i += 1)
        line = operator('SortMergeJoin', { at: i % 40 }, exchange({ keys: ['k'], rows: 10 }, line));
      const run = aRun({ stages, plan: aPlan(line) });
      expect(cpuSeconds(() => everything(run))).toBeLessThan(5);
    },
    PATIENCE_MS,
  );

  test(
    'a plan of 5,000 scans that are joined pair by pair',
    () => {
      let level: Operator[] = Array.from({ length: 1_024 }, (_, i) =>
        operator(`Scan parquet lake.t${i}`, { rows: 10, at: i % 40 }),
      );
      while (level.length > 1) {
        level = level.flatMap((left, i) => {
          const right = level[i + 1];
          if (i % 2 === 1 || right === undefined) return [];
          return [
            operator(
              'SortMergeJoin',
              { kind: 'Inner', rows: 10 },
              exchange({ keys: ['k'], rows: 10 }, left),
              exchange({ keys: ['k'], rows: 10 }, right),
            ),
          ];
        });
      }
      const stages = Array.from({ length: 40 }, (_, stageId) =>
        aStage({ stageId, at: stageId * MINUTE, wallMs: MINUTE, detail: stageId % 10 === 0 ? {} : null }),
      );
      const [root] = level;
      expect(root).toBeDefined();
      if (root === undefined) return;
      const run = aRun({ stages, plan: aPlan(root) });
      expect(cpuSeconds(() => everything(run))).toBeLessThan(5);
    },
    PATIENCE_MS,
  );

  test(
    'stages that each read what all earlier ones wrote',
    () => {
      let before = 0;
      const stages: BuiltStage[] = Array.from({ length: 48 }, (_, stageId) => {
        const written = Math.max(1, before);
        const stage = aStage({
          stageId,
          at: stageId * MINUTE,
          wallMs: MINUTE,
          detail: stageId > 45 ? {} : null,
          tasks: tasks(4, () => ({ runTimeMs: MINUTE })),
          shuffleReadRecords: before,
          shuffleWriteRecords: written,
          inputRecords: stageId < 2 ? 1 : 0,
        });
        before += written;
        return stage;
      });
      const run = aRun({ stages, sqlExecutions: null });
      expect(cpuSeconds(() => everything(run))).toBeLessThan(5);
    },
    PATIENCE_MS,
  );
});

test('numbers that a server should never send are no numbers of ours', () => {
  const hostile = fc.constantFrom(NaN, Infinity, -Infinity, -1, 0, 1e308, Number.MAX_SAFE_INTEGER);
  const fields = [
    'runTimeMs',
    'gcTimeMs',
    'deserializeTimeMs',
    'inputRecords',
    'shuffleReadRecords',
    'shuffleWriteRecords',
    'shuffleWriteBytes',
    'memorySpilledBytes',
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...fields),
      hostile,
      fc.constantFrom('stage', 'tasks', 'executors'),
      (field, value, where) => {
        const stage = aStage({
          tasks: tasks(40, (i) => ({
            runTimeMs: MINUTE,
            shuffleReadRecords: 1e6,
            ...(where === 'tasks' && i % 9 === 0 ? { [field]: value } : {}),
          })),
        });
        const run = aRun({
          stages: [where === 'stage' ? { ...stage, stage: { ...stage.stage, [field]: value } } : stage],
          executors: [
            aDriver(),
            ...executors(4, () =>
              where === 'executors' ? { taskTimeMs: value, gcTimeMs: value, peakStorageBytes: value } : {},
            ),
          ],
        });
        expect(() => everything(run)).not.toThrow();
      },
    ),
    { numRuns: 300, seed: 20261128 },
  );
});
