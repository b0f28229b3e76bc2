import type { PlanMetric, PlanNode, SqlPlan, Stage } from './application-run.ts';

/**
 * A plan cut at its exchanges: the operators that ran in one stage. The server does not tell which node ran where
 * (spark-rest.md §3), so a piece takes its stage from the metrics that name the stage of their slowest task, and where
 * none does, by elimination.
 */
export interface PlanPiece {
  stage: { stageId: number; attemptId: number } | null;
  /** Operators of the piece, closest to the result first; exchanges are not among them. */
  nodes: PlanNode[];
  /** Exchanges it reads from, in plan order. */
  sources: PlanNode[];
  /** The exchange it writes to; `null` for the last piece. */
  sink: PlanNode | null;
  /** Pieces that fill its sources. */
  fedBy: PlanPiece[];
  /** Piece that reads its sink. */
  feeds: PlanPiece | null;
}

/** Metrics of an exchange that are counted by the tasks that read it; all others by those that write it. */
const READ_METRICS = /\bread\b|fetch wait|remote reqs|remote bytes|local bytes|local blocks|remote blocks/i;
const EXCHANGE = /^(shuffle ?|broadcast|columnar|gpu|comet)*exchange\b/i;

export function isExchange(node: PlanNode): boolean {
  return EXCHANGE.test(node.name) || /^ReusedExchange/i.test(node.name);
}

export function isBroadcast(node: PlanNode): boolean {
  return /broadcast/i.test(node.name) && isExchange(node);
}

/** Cuts the plan into pieces and gives each the stage that ran it, among `ran` (the stages of that query which ran). */
export function cutAtExchanges(plan: SqlPlan, ran: Stage[]): PlanPiece[] {
  const byId = new Map(plan.nodes.map((n) => [n.nodeId, n]));
  const read = new Set(plan.nodes.flatMap((n) => n.inputs));
  const pieces: PlanPiece[] = [];
  const seen = new Set<number>();

  const grow = (root: PlanNode, sink: PlanNode | null, feeds: PlanPiece | null): PlanPiece => {
    const piece: PlanPiece = { stage: null, nodes: [], sources: [], sink, fedBy: [], feeds };
    pieces.push(piece);
    const open = [root];
    while (open.length > 0) {
      const node = open.shift() as PlanNode;
      if (seen.has(node.nodeId)) continue;
      seen.add(node.nodeId);
      if (isExchange(node)) {
        piece.sources.push(node);
        const below = node.inputs.map((id) => byId.get(id)).find((n) => n !== undefined);
        if (below !== undefined && !seen.has(below.nodeId)) piece.fedBy.push(grow(below, node, piece));
        continue;
      }
      piece.nodes.push(node);
      open.unshift(...node.inputs.map((id) => byId.get(id)).filter((n): n is PlanNode => n !== undefined));
    }
    return piece;
  };
  // Code-generation wrappers have no edges: a root is a node that nothing reads and that reads something, or stands alone.
  for (const node of plan.nodes) {
    if (!read.has(node.nodeId) && (node.inputs.length > 0 || plan.nodes.length === 1)) grow(node, null, null);
  }
  for (const piece of pieces) piece.stage = stageByMetrics(piece, ran);
  placeByRecords(pieces, ran);
  return pieces;
}

function stageByMetrics(piece: PlanPiece, ran: Stage[]): PlanPiece['stage'] {
  const votes = new Map<string, { stageId: number; attemptId: number; count: number }>();
  const vote = (metric: PlanMetric) => {
    if (metric.maxAt === null) return;
    const { stageId, attemptId } = metric.maxAt;
    if (!ran.some((s) => s.stageId === stageId)) return;
    const key = `${stageId}.${attemptId}`;
    const held = votes.get(key) ?? { stageId, attemptId, count: 0 };
    votes.set(key, { ...held, count: held.count + 1 });
  };
  for (const node of piece.nodes) node.metrics.forEach(vote);
  if (piece.sink !== null) piece.sink.metrics.filter((m) => !READ_METRICS.test(m.name)).forEach(vote);
  for (const source of piece.sources) {
    if (!isBroadcast(source)) source.metrics.filter((m) => READ_METRICS.test(m.name)).forEach(vote);
  }
  const winner = [...votes.values()].sort((a, b) => b.count - a.count)[0];
  return winner === undefined ? null : { stageId: winner.stageId, attemptId: winner.attemptId };
}

/** A piece without a stage takes the only remaining stage whose written or read records equal its exchange's. */
function placeByRecords(pieces: PlanPiece[], ran: Stage[]): void {
  const taken = new Set(pieces.map((p) => p.stage?.stageId).filter((id): id is number => id !== undefined));
  for (const piece of pieces.filter((p) => p.stage === null)) {
    const written = piece.sink === null ? null : metricTotal(piece.sink, 'shuffle records written');
    const readRecords = piece.sources
      .filter((s) => !isBroadcast(s))
      .reduce<number | null>((sum, s) => add(sum, metricTotal(s, 'records read')), null);
    const fits = ran.filter(
      (s) =>
        !taken.has(s.stageId) &&
        ((written !== null && written > 0 && s.shuffleWriteRecords === written) ||
          (readRecords !== null && readRecords > 0 && s.shuffleReadRecords === readRecords)),
    );
    const only = fits[0];
    if (only === undefined || fits.length > 1) continue;
    piece.stage = { stageId: only.stageId, attemptId: only.attemptId };
    taken.add(only.stageId);
  }
}

function add(sum: number | null, value: number | null): number | null {
  return value === null ? sum : (sum ?? 0) + value;
}

export function metric(node: PlanNode, name: string): PlanMetric | null {
  return node.metrics.find((m) => m.name === name) ?? null;
}

export function metricTotal(node: PlanNode, name: string): number | null {
  return metric(node, name)?.total ?? null;
}

/** Rows that leave the node: its own count, or, where it has none, that of the first operator below which counts. */
export function rowsOut(node: PlanNode, plan: SqlPlan): number | null {
  const seen = new Set<number>();
  let current: PlanNode | undefined = node;
  while (current !== undefined && !seen.has(current.nodeId)) {
    seen.add(current.nodeId);
    const rows =
      metricTotal(current, 'number of output rows') ??
      metricTotal(current, 'shuffle records written') ??
      metricTotal(current, 'records read');
    if (rows !== null) return rows;
    if (current.inputs.length !== 1) return null;
    const below: number = current.inputs[0] as number;
    current = plan.nodes.find((n) => n.nodeId === below);
  }
  return null;
}
