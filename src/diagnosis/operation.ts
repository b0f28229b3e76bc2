import type { ApplicationRun, PlanNode, SqlExecution, SqlPlan, Stage } from './application-run.ts';
import { cutAtExchanges, type PlanPiece } from './plan-pieces.ts';

/** What kind of work a stage did, as far as the plan or the stage's name tells. */
export type Shape =
  | 'scan'
  | 'aggregation'
  | 'grouping'
  | 'join'
  | 'window'
  | 'sort'
  | 'repartition'
  | 'explode'
  | 'distinct'
  | 'write'
  | 'row-code'
  | 'unknown';

export interface Operation {
  /** The operators that matter, as Spark names them, closest to the scan first: `Scan parquet`, `Generate`, `SortMergeJoin`. */
  nodeNames: string[];
  /** What the stage itself does with its rows. */
  shape: Shape;
  /** What its shuffle write is for: the operation that reads it. `unknown` when it writes none or nobody knows. */
  writesFor: Shape;
  /** Column names of that operation (join key, group key, partition key); from Spark, hostile. */
  keys: string[];
  /** Key of what the stage's own shuffle read was partitioned by: the key a hot task is hot on. */
  readKeys: string[];
  source: 'plan' | 'stage-name' | 'numbers';
}

export interface PlannedStage {
  execution: SqlExecution;
  plan: SqlPlan;
  piece: PlanPiece;
}

/** The piece of a read plan that ran in this stage, or `null` (no plan read, or the stage could not be placed in it). */
export function plannedStage(run: ApplicationRun, stage: Stage): PlannedStage | null {
  for (const execution of run.sqlExecutions ?? []) {
    if (execution.plan === null) continue;
    const pieces = piecesOf(run, execution, execution.plan);
    const piece = pieces.find((p) => p.stage?.stageId === stage.stageId);
    if (piece !== undefined) return { execution, plan: execution.plan, piece };
  }
  return null;
}

export function piecesOf(run: ApplicationRun, execution: SqlExecution, plan: SqlPlan): PlanPiece[] {
  const stageIds = new Set(run.jobs.filter((j) => execution.jobIds.includes(j.jobId)).flatMap((j) => j.stageIds));
  return cutAtExchanges(
    plan,
    run.stages.filter((s) => stageIds.has(s.stageId) && s.status !== 'skipped'),
  );
}

const OPERATORS: [RegExp, Shape][] = [
  [/(SortMerge|ShuffledHash|BroadcastHash|BroadcastNestedLoop)Join|CartesianProduct/, 'join'],
  [/Window/, 'window'],
  [/^(Photon|Gpu|Comet)?(Generate|Explode|Expand)/, 'explode'],
  [/(Hash|Sort|ObjectHash)Aggregate|AggregateInPandas|ArrowAggregatePython/, 'aggregation'],
  [/FlatMap(Co)?GroupsIn(Pandas|Arrow)|FlatMapGroupsInR|MapGroups|CoGroup/, 'grouping'],
  [/^(Gpu|Photon|Comet)?Sort\b|TakeOrdered/, 'sort'],
  [/EvalPython|MapInPandas|MapInArrow|PythonMapInArrow|^MapElements|^MapPartitions/, 'row-code'],
  [/^(Execute |.*(InsertInto|AppendData|OverwriteBy|WriteFiles))/, 'write'],
  [/Scan/, 'scan'],
];

export function shapeOfNode(node: PlanNode): Shape {
  return OPERATORS.find(([pattern]) => pattern.test(node.name))?.[1] ?? 'unknown';
}

/** An aggregate whose functions are all `partial_…` (or merges): it combines before the shuffle. */
export function isPartialAggregate(node: PlanNode): boolean {
  return (
    shapeOfNode(node) === 'aggregation' &&
    (node.functions ?? []).length > 0 &&
    (node.functions ?? []).every((f) => /^(partial_|merge_)/.test(f))
  );
}

/** What the stage did: from its plan, else from the RDD operation in its name, else from its numbers. */
export function operationOf(run: ApplicationRun, stage: Stage): Operation {
  const planned = plannedStage(run, stage);
  if (planned !== null) return fromPlan(planned.piece);
  return fromName(stage) ?? fromNumbers(stage);
}

function fromPlan(piece: PlanPiece): Operation {
  const upward = [...piece.nodes].reverse();
  const shapes = upward.map(shapeOfNode);
  const reader = piece.feeds === null ? null : firstOperator(piece.feeds, piece.sink);
  const writesFor = reader === null ? 'unknown' : readShape(reader, piece);
  const wide: Shape[] = ['join', 'window', 'grouping', 'aggregation', 'explode', 'sort'];
  const own = wide.find((w) => shapes.includes(w)) ?? shapes.find((s) => s !== 'unknown') ?? 'unknown';
  return {
    nodeNames: [...new Set(upward.filter((n) => shapeOfNode(n) !== 'unknown').map((n) => n.name))],
    shape: own,
    writesFor: piece.sink === null ? 'unknown' : writesFor,
    keys: piece.sink?.keys ?? reader?.keys ?? [],
    readKeys: piece.sources.find((s) => (s.keys ?? []).length > 0)?.keys ?? ownKeys(piece),
    source: 'plan',
  };
}

function ownKeys(piece: PlanPiece): string[] {
  return piece.nodes.find((n) => ['join', 'window', 'aggregation', 'grouping'].includes(shapeOfNode(n)))?.keys ?? [];
}

/** The operator of the reading piece that this exchange was made for: walking up from the exchange. */
function firstOperator(reading: PlanPiece, sink: PlanNode | null): PlanNode | null {
  if (sink === null) return null;
  const parents = new Map<number, PlanNode>();
  for (const node of reading.nodes) for (const input of node.inputs) parents.set(input, node);
  const wanted: Shape[] = ['join', 'window', 'aggregation', 'grouping'];
  let node = parents.get(sink.nodeId);
  let sort: PlanNode | null = null;
  const seen = new Set<number>();
  while (node !== undefined && !seen.has(node.nodeId)) {
    seen.add(node.nodeId);
    const shape = shapeOfNode(node);
    if (wanted.includes(shape)) return node;
    if (shape === 'sort') sort ??= node;
    node = parents.get(node.nodeId);
  }
  return sort;
}

function readShape(reader: PlanNode, writing: PlanPiece): Shape {
  const shape = shapeOfNode(reader);
  if (shape !== 'aggregation') return shape;
  const before = writing.nodes.find((n) => shapeOfNode(n) === 'aggregation');
  const noFunctions = (reader.functions ?? ['?']).length === 0;
  return noFunctions && before !== undefined ? 'distinct' : 'aggregation';
}

const RDD_NAMES: [RegExp, Shape][] = [
  [/^(reduceByKey|aggregateByKey|foldByKey|combineByKey|countByKey|countByValue)/, 'aggregation'],
  [/^(groupBy|groupByKey|cogroup|groupWith)/, 'grouping'],
  [/^(join|leftOuterJoin|rightOuterJoin|fullOuterJoin|subtractByKey|intersection)/, 'join'],
  [/^(sortBy|sortByKey|repartitionAndSort)/, 'sort'],
  [/^(repartition|partitionBy|coalesce)/, 'repartition'],
  [/^distinct/, 'distinct'],
  [/^flatMap/, 'explode'],
  [/^(saveAs|save|parquet|csv|json|text|insertInto)/, 'write'],
];

/** The name of an RDD stage carries its last operation: `reduceByKey at job.py:12`. */
function fromName(stage: Stage): Operation | null {
  const shape = RDD_NAMES.find(([pattern]) => pattern.test(stage.name))?.[1];
  if (shape === undefined || shape === 'write') return null;
  const verb = stage.name.split(' ')[0] ?? stage.name;
  const writes = (stage.shuffleWriteRecords ?? 0) > 0;
  return {
    nodeNames: [verb],
    shape,
    writesFor: writes ? shape : 'unknown',
    keys: [],
    readKeys: [],
    source: 'stage-name',
  };
}

function fromNumbers(stage: Stage): Operation {
  const reads = (stage.shuffleReadRecords ?? stage.shuffleReadBytes ?? 0) > 0;
  const writes = (stage.outputRecords ?? stage.outputBytes ?? 0) > 0;
  const shape: Shape = reads ? (writes ? 'write' : 'unknown') : 'scan';
  return { nodeNames: [], shape, writesFor: 'unknown', keys: [], readKeys: [], source: 'numbers' };
}
