import type { GcFacts } from '../checks/gc.ts';
import type { ShuffleFacts } from '../checks/shuffle-volume.ts';
import type { SkewFacts } from '../checks/skew.ts';
import type { SpillFacts } from '../checks/spill.ts';
import type { Source } from '../reading.ts';
import { readMetrics, stageField, stagePath, stagePlace, type StageView } from '../stage-view.ts';
import { collector, type SupportingReading } from './supporting-reading.ts';

/** Beside check 2: the amounts that the ratios were divided from, and the evidence of an excess. */
export function besideShuffle(view: StageView, facts: ShuffleFacts): SupportingReading[] {
  const { stage } = view;
  const { add, readings } = collector(stagePlace(stage, 'header'));
  const side = facts.judged === 'write' ? 'shuffleWrite' : 'shuffleRead';
  const inputs = (field: string): Source[] =>
    facts.scanStageIds.map((id) => ({ path: 'stages', field: `[stageId=${id}].${field}` }));
  add('shuffle-bytes', facts.shuffleBytes, 'bytes', [stageField(stage, `${side}Bytes`)]);
  add('shuffle-records', facts.shuffleRecords, 'count', [stageField(stage, `${side}Records`)]);
  add('input-bytes', facts.inputBytes, 'bytes', inputs('inputBytes'));
  add('input-records', facts.inputRecords, 'count', inputs('inputRecords'));
  const execution = view.planned?.execution.id ?? null;
  const plan = (field: string): Source[] => [{ path: `sql/${execution ?? 0}`, field: `nodes.${field}` }];
  const place = execution === null ? {} : { place: { screen: 'sql' as const, executionId: execution, node: null } };
  if (facts.combine !== null) {
    const { groups, mapTasks, ceiling } = facts.combine;
    add('groups', groups, 'count', plan('number of output rows'), place);
    add('task-count', mapTasks, 'count', [stageField(stage, 'numTasks')]);
    add('combined-records', ceiling, 'count', [stageField(stage, 'numTasks'), ...plan('number of output rows')], place);
  }
  const { excess } = facts;
  switch (excess?.kind) {
    case 'rows-multiplied-explode':
    case 'rows-multiplied-join':
      add('row-ratio', excess.ratio, 'ratio', [stageField(stage, 'shuffleWriteRecords'), ...inputs('inputRecords')], {
        of: [excess.rowsOut, excess.rowsIn],
      });
      if (excess.kind === 'rows-multiplied-explode') break;
      add('join-rows', excess.leftRows, 'count', plan('number of output rows'), place);
      add('join-rows', excess.rightRows, 'count', plan('number of output rows'), place);
      break;
    case 'missed-broadcast':
      add('broadcast-other-side', excess.bigBytes, 'bytes', plan('data size'), place);
      break;
    case 'repeated-exchange':
      add('exchange-bytes', excess.bytesEach, 'bytes', plan('shuffle bytes written'), place);
      break;
    case 'combine-not-happening':
    case undefined:
      break;
  }
  return readings;
}

/** Beside check 3: what the slow tasks and the median read, and how many there are of either. */
export function besideSkew(view: StageView, facts: SkewFacts): SupportingReading[] {
  const { stage } = view;
  const { add, readings } = collector(stagePlace(stage, 'tasks'));
  const path = stagePath(stage);
  const list = (field: string): Source[] => [{ path: `${path}/taskList`, field }];
  const read = readMetrics(stage);
  const metric = read?.records === 'inputRecords' ? 'inputMetrics' : 'shuffleReadMetrics';
  add('task-records', facts.records?.median, 'count', [
    { path, field: `taskMetricsDistributions.${metric}.recordsRead[0.5]` },
  ]);
  add('task-bytes', facts.bytes?.median, 'bytes', [{ path, field: `taskMetricsDistributions.${metric}[0.5]` }]);
  const slow = facts.slow?.tasks ?? [];
  const first = slow[0];
  if (first !== undefined && read !== null) {
    add('task-records', facts.slowest.find((t) => t.index === first.index)?.records, 'count', list('taskMetrics'));
    add('task-bytes', first[read.bytes], 'bytes', list('taskMetrics'));
  }
  if (slow.length > 0) {
    add('slow-tasks', slow.length, 'count', list('taskMetrics.executorRunTime'));
    add('slow-executors', facts.slow?.executors.length, 'count', list('executorId'));
  }
  add('executor-tasks', facts.slow?.slowMachine?.tasks, 'count', [{ path, field: 'executorSummary' }], {
    place: stagePlace(stage, 'aggregated-by-executor'),
  });
  if (facts.unread !== null) {
    const { records, tasks, ratio } = facts.unread;
    const from = [stageField(stage, 'shuffleReadRecords'), { path: 'stages', field: 'shuffleWriteRecords' }];
    add('unread-records', records, 'count', from);
    add('unread-tasks', tasks, 'count', [stageField(stage, 'numTasks'), stageField(stage, 'numCompleteTasks')]);
    add('unread-ratio', ratio, 'ratio', from);
  }
  const execution = view.planned?.execution.id ?? null;
  if (execution !== null) {
    add('split-partitions', facts.adaptiveSplit, 'count', [
      { path: `sql/${execution}`, field: 'nodes.number of skewed partitions' },
    ]);
  }
  add('killed-tasks', stage.killedTasks, 'count', [stageField(stage, 'numKilledTasks')]);
  return readings;
}

/** Beside check 4: how many executors were judged, and how many of them are red. */
export function besideGc(facts: GcFacts): SupportingReading[] {
  const { add, readings } = collector({ screen: 'executors' });
  const from = [
    { path: 'allexecutors', field: 'totalGCTime' },
    { path: 'allexecutors', field: 'totalDuration' },
  ];
  add('executor-count', facts.executors.length, 'count', from);
  add('red-executors', facts.redCount, 'count', from);
  return readings;
}

/** Beside check 5: the number of pieces, the largest spill, and the room that a task has. */
export function besideSpill(view: StageView, facts: SpillFacts): SupportingReading[] {
  const { stage } = view;
  if (facts.pattern === 'none') return [];
  const { add, readings } = collector(stagePlace(stage, 'spill'));
  const environment = { place: { screen: 'environment' as const } };
  add('task-count', facts.taskCount, 'count', [stageField(stage, 'numTasks')]);
  add('task-spill-largest', facts.spillingTasks[0]?.bytes, 'bytes', [
    { path: `${stagePath(stage)}/taskList`, field: 'taskMetrics.memoryBytesSpilled' },
  ]);
  add('slots-per-executor', facts.slotsPerExecutor, 'count', [{ path: 'allexecutors', field: 'totalCores' }]);
  add(
    'heap-size',
    facts.heapBytes,
    'bytes',
    [{ path: 'environment', field: 'sparkProperties[spark.executor.memory]' }],
    environment,
  );
  return readings;
}
