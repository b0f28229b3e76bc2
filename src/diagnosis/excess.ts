import type { PlanNode } from './application-run.ts';
import { isPartialAggregate, piecesOf, shapeOfNode } from './operation.ts';
import { isExchange, metricTotal, rowsOut, type PlanPiece } from './plan-pieces.ts';
import type { Limit } from './reading.ts';
import type { StageView } from './stage-view.ts';

/** Sources of excess shuffle, each with its evidence (five-checks.md §2). */
export type Excess =
  | {
      kind: 'rows-multiplied-explode';
      rowsIn: number;
      rowsOut: number;
      ratio: number;
      node: string | null;
      keys: string[];
    }
  | {
      kind: 'rows-multiplied-join';
      leftRows: number | null;
      rightRows: number | null;
      rowsIn: number;
      rowsOut: number;
      ratio: number;
      node: string | null;
      keys: string[];
    }
  | {
      kind: 'missed-broadcast';
      smallBytes: number;
      bigBytes: number;
      thresholdBytes: number;
      thresholdIsOff: boolean;
      node: string;
      keys: string[];
    }
  | {
      kind: 'repeated-exchange';
      times: number;
      bytesEach: number;
      keys: string[];
      table: string | null;
      stageIds: number[];
      node: string;
    }
  | ({ kind: 'combine-not-happening' } & Combine);

/** Rows out ÷ rows in above which rows were multiplied. */
export const MULTIPLIED: Limit = { value: 1.5, unit: 'ratio', source: 'README, check 2' };
/** Default of `spark.sql.autoBroadcastJoinThreshold`. */
export const BROADCAST_DEFAULT_BYTES = 10 * 1024 * 1024;
/** A side must be this many times the small one for a broadcast to be worth a word. Judgement. */
const MUCH_LARGER = 10;
/** Records written above this many times the most a working combine could write. Judgement: the ceiling itself is exact. */
export const OVER_CEILING: Limit = { value: 2, unit: 'ratio', source: 'judgement (README, check 2)' };
/** Below this many records written ÷ read the combine found something. Judgement. */
const COMBINED = 0.5;
/** Bytes written ÷ read below which grown records are not believed without a plan. Judgement. */
export const BYTES_AGREE = 0.5;
/** Two exchanges hold the same data when their records agree this well; two days of one table can be as near as a few percent. Judgement. */
const SAME_RECORDS = 0.005;

/** Rows multiplied inside the stage by an explode: more records leave it than came in. */
export function findExplode(view: StageView): Excess | null {
  const { stage, planned } = view;
  const rowsIn = (stage.inputRecords ?? 0) + (stage.shuffleReadRecords ?? 0);
  const written = stage.shuffleWriteRecords ?? 0;
  if (rowsIn <= 0 || written <= MULTIPLIED.value * rowsIn) return null;
  const generate = planned?.piece.nodes.find((n) => shapeOfNode(n) === 'explode') ?? null;
  const readsShuffle = (stage.shuffleReadRecords ?? 0) > 0;
  if (generate === null && (planned !== null || readsShuffle || !bytesGrewToo(view))) return null;
  return {
    kind: 'rows-multiplied-explode',
    rowsIn,
    rowsOut: written,
    ratio: written / rowsIn,
    node: generate?.name ?? null,
    keys: generate?.keys ?? [],
  };
}

/**
 * Without a plan, a stage that reads no shuffle can not have joined: it multiplied rows by itself. But the records of a
 * cached scan are batches of rows, so the bytes must not say the opposite.
 */
function bytesGrewToo(view: StageView): boolean {
  const { inputBytes, shuffleWriteBytes } = view.stage;
  return inputBytes === null || inputBytes === 0 || (shuffleWriteBytes ?? 0) >= BYTES_AGREE * inputBytes;
}

/** A join whose result has more rows than its larger input: the key repeats on both sides. */
export function findMultiplyingJoin(view: StageView): Excess | null {
  const { stage, planned } = view;
  if (planned !== null) {
    for (const node of planned.piece.nodes.filter((n) => shapeOfNode(n) === 'join')) {
      const sides = node.inputs.map((id) => planned.plan.nodes.find((n) => n.nodeId === id));
      const [left, right] = sides.map((n) => (n === undefined ? null : rowsOut(n, planned.plan)));
      const out = metricTotal(node, 'number of output rows');
      // An outer join gives the rows that found no partner, too: up to both sides together without any key repeating.
      const keepsAll = /Outer/i.test(node.kind ?? '');
      const larger = keepsAll ? (left ?? 0) + (right ?? 0) : Math.max(left ?? 0, right ?? 0);
      if (out === null || left == null || right == null || larger === 0 || out <= MULTIPLIED.value * larger) continue;
      return {
        kind: 'rows-multiplied-join',
        leftRows: left,
        rightRows: right,
        rowsIn: larger,
        rowsOut: out,
        ratio: out / larger,
        node: node.name,
        keys: node.keys ?? [],
      };
    }
    if (planned.piece.nodes.every((n) => shapeOfNode(n) !== 'join')) return null;
  }
  const read = stage.shuffleReadRecords ?? 0;
  const written = Math.max(stage.shuffleWriteRecords ?? 0, stage.outputRecords ?? 0);
  const scanned = view.feeding.scans?.reduce((sum, s) => sum + (s.inputRecords ?? 0), 0) ?? 0;
  const rowsIn = Math.max(read, scanned);
  const mayJoin = planned !== null || view.operation.shape === 'join' || (view.feeding.direct ?? []).length > 1;
  if (!mayJoin || read === 0 || written <= MULTIPLIED.value * rowsIn) return null;
  return {
    kind: 'rows-multiplied-join',
    leftRows: null,
    rightRows: null,
    rowsIn,
    rowsOut: written,
    ratio: written / rowsIn,
    node: null,
    keys: view.operation.readKeys,
  };
}

/** A shuffled join one of whose sides would have fitted into a broadcast. */
export function findMissedBroadcast(view: StageView): Excess | null {
  const { planned } = view;
  if (planned === null) return null;
  const threshold = broadcastThreshold(view);
  for (const piece of [planned.piece, ...(planned.piece.feeds === null ? [] : [planned.piece.feeds])]) {
    for (const node of piece.nodes.filter((n) => /^(SortMerge|ShuffledHash)Join/.test(n.name))) {
      const sides = node.inputs.map((id) => exchangeBelow(id, planned.plan.nodes));
      const [left, right] = sides.map((e) => (e === null ? null : metricTotal(e, 'data size')));
      if (left == null || right == null || left <= 0 || right <= 0) continue;
      const smallIsRight = right <= left;
      const smallBytes = Math.min(left, right);
      const bigBytes = Math.max(left, right);
      if (smallBytes > threshold.bytes || bigBytes < MUCH_LARGER * smallBytes || !mayBroadcast(node, smallIsRight))
        continue;
      return {
        kind: 'missed-broadcast',
        smallBytes,
        bigBytes,
        thresholdBytes: threshold.bytes,
        thresholdIsOff: threshold.isOff,
        node: node.name,
        keys: node.keys ?? [],
      };
    }
  }
  return null;
}

/** Only the side that an outer join does not preserve can be broadcast; a full outer join can not at all. */
function mayBroadcast(join: PlanNode, smallIsRight: boolean): boolean {
  const kind = join.kind ?? join.argumentsText ?? '';
  if (/FullOuter/i.test(kind)) return false;
  if (/LeftOuter|LeftSemi|LeftAnti|ExistenceJoin/i.test(kind)) return smallIsRight;
  if (/RightOuter/i.test(kind)) return !smallIsRight;
  return true;
}

function broadcastThreshold(view: StageView): { bytes: number; isOff: boolean } {
  const set = view.run.settings['spark.sql.autoBroadcastJoinThreshold'];
  const bytes = parseByteSetting(set);
  if (bytes === null) return { bytes: BROADCAST_DEFAULT_BYTES, isOff: false };
  return bytes <= 0
    ? { bytes: BROADCAST_DEFAULT_BYTES, isOff: true }
    : { bytes: Math.max(bytes, BROADCAST_DEFAULT_BYTES), isOff: false };
}

/** A setting in bytes as Spark reads it: `10485760`, `10MB`, `-1`; `null` when it is not set or none. */
export function parseByteSetting(text: string | undefined): number | null {
  const match = /^\s*(-?\d+)\s*([kmgt]?)i?b?\s*$/i.exec(text ?? '');
  if (match === null) return null;
  const power = { '': 0, k: 1, m: 2, g: 3, t: 4 }[(match[2] ?? '').toLowerCase()] ?? 0;
  return Number(match[1]) * 1024 ** power;
}

/** The exchange a join side was shuffled by: straight down through sorts and projections, stopping at anything else that joins. */
function exchangeBelow(nodeId: number, nodes: PlanNode[]): PlanNode | null {
  let node = nodes.find((n) => n.nodeId === nodeId);
  const seen = new Set<number>();
  while (node !== undefined && !seen.has(node.nodeId)) {
    seen.add(node.nodeId);
    if (isExchange(node)) return node;
    if (node.inputs.length !== 1) return null;
    const below: number = node.inputs[0] as number;
    node = nodes.find((n) => n.nodeId === below);
  }
  return null;
}

/** The same rows of the same table shuffled by the same columns more than once in one plan (spark-rest.md §8.10: compare names, not ids). */
export function findRepeatedExchange(view: StageView): Excess | null {
  const { planned, run } = view;
  if (planned === null) return null;
  const pieces = piecesOf(run, planned.execution, planned.plan);
  const sinks = pieces.filter(
    (p): p is PlanPiece & { sink: PlanNode } => p.sink !== null && (p.sink.keys ?? []).length > 0,
  );
  const here =
    sinks.find((p) => p.stage?.stageId === view.stage.stageId) ??
    sinks.find((p) => p.feeds?.stage?.stageId === view.stage.stageId);
  const wanted = here === undefined ? null : signature(here);
  if (here === undefined || wanted === null) return null;
  const same = sinks.filter((p) => signature(p) === wanted && sameRecords(p.sink, here.sink));
  if (same.length < 2) return null;
  const bytes = same.map((p) => metricTotal(p.sink, 'shuffle bytes written') ?? 0);
  return {
    kind: 'repeated-exchange',
    times: same.length,
    bytesEach: bytes.reduce((a, b) => a + b, 0) / bytes.length,
    keys: here.sink.keys ?? [],
    table: tableOf(here),
    stageIds: same.map((p) => p.stage?.stageId).filter((id): id is number => id !== undefined),
    node: here.sink.name,
  };
}

/** Source table, partitioning and columns; `null` where the piece reads no table of its own, or more than one. */
function signature(piece: PlanPiece & { sink: PlanNode }): string | null {
  const table = tableOf(piece);
  if (table === null || piece.sources.length > 0) return null;
  return JSON.stringify([piece.sink.kind, piece.sink.keys, table]);
}

function tableOf(piece: PlanPiece): string | null {
  const scans = piece.nodes.filter((n) => shapeOfNode(n) === 'scan');
  const scan = scans[0];
  if (scan === undefined || scans.length > 1) return null;
  const location = /\[([^\]]+)\]/.exec(/Location: ?[^[]*(\[[^\]]*\])/.exec(scan.argumentsText ?? '')?.[1] ?? '')?.[1];
  return location ?? (scan.name.split(' ').length > 2 ? scan.name : (scan.argumentsText ?? null));
}

function sameRecords(a: PlanNode, b: PlanNode): boolean {
  const [x, y] = [a, b].map((n) => metricTotal(n, 'shuffle records written'));
  return x != null && y != null && Math.abs(x - y) <= SAME_RECORDS * Math.max(x, y);
}

/** What an aggregation's map side wrote, against the most that a working combine can write (five-checks.md §2). */
export interface Combine {
  recordsWritten: number;
  /** Rows of the aggregation's result. */
  groups: number;
  mapTasks: number;
  /** Map tasks × groups. */
  ceiling: number;
  node: string;
  keys: string[];
}

/** `null` where the stage does not write for an aggregation, its groups are not counted, or its rows can not be combined. */
export function combineOf(view: StageView): Combine | null {
  const { stage, planned } = view;
  const recordsWritten = stage.shuffleWriteRecords ?? 0;
  const writing = planned?.piece ?? null;
  if (writing === null || writing.feeds === null || recordsWritten <= 0) return null;
  const final = writing.feeds.nodes
    .filter((n) => shapeOfNode(n) === 'aggregation' && !isPartialAggregate(n))
    .find((n) => metricTotal(n, 'number of output rows') !== null);
  const groups = final === undefined ? null : metricTotal(final, 'number of output rows');
  if (final === undefined || groups === null || groups <= 0) return null;
  // A count of distinct values, or lists of all rows of a group, can not be made smaller before the shuffle.
  if ((final.functions ?? []).some((f) => /collect_list|collect_set|percentile\(|distinct/i.test(f))) return null;
  return {
    recordsWritten,
    groups,
    mapTasks: stage.taskCount,
    ceiling: stage.taskCount * groups,
    node: final.name,
    keys: final.keys ?? writing.sink?.keys ?? [],
  };
}

/** An aggregation to few groups whose map side wrote far more than map tasks × groups: nothing was combined before the shuffle. */
export function findNoCombine(view: StageView): Excess | null {
  const { stage } = view;
  const recordsIn = (stage.inputRecords ?? 0) + (stage.shuffleReadRecords ?? 0);
  const combine = combineOf(view);
  if (combine === null || recordsIn <= 0 || combine.recordsWritten < COMBINED * recordsIn) return null;
  if (combine.recordsWritten <= OVER_CEILING.value * combine.ceiling) return null;
  return { kind: 'combine-not-happening', ...combine };
}
