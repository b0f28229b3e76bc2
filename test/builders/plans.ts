import type { PlanMetric, PlanNode, SqlPlan } from '../../src/diagnosis/application-run.ts';

/** An operator and the operators below it. */
export interface Operator {
  name: string;
  node: Partial<PlanNode>;
  metrics: PlanMetric[];
  inputs: Operator[];
}

export interface OperatorFacts extends Partial<Omit<PlanNode, 'metrics' | 'inputs' | 'nodeId' | 'name'>> {
  /** `number of output rows` */
  rows?: number;
  /** Stage whose tasks ran it, told by one of its metrics. */
  at?: number;
  metrics?: PlanMetric[];
}

export function operator(name: string, facts: OperatorFacts = {}, ...inputs: Operator[]): Operator {
  const { rows, at, metrics = [], ...node } = facts;
  return {
    name,
    node,
    inputs,
    metrics: [
      ...metrics,
      ...(rows === undefined ? [] : [planMetric('number of output rows', rows)]),
      ...(at === undefined ? [] : [planMetric('duration', 60_000, at)]),
    ],
  };
}

/** A shuffle: what stage `from` wrote for stage `to`. */
export function exchange(
  facts: {
    keys?: string[];
    kind?: string;
    rows?: number;
    bytes?: number;
    dataSize?: number;
    from?: number;
    to?: number;
  },
  below: Operator,
): Operator {
  return {
    name: 'Exchange',
    node: { keys: facts.keys ?? [], kind: facts.kind ?? 'hashpartitioning' },
    inputs: [below],
    metrics: [
      ...(facts.rows === undefined
        ? []
        : [planMetric('shuffle records written', facts.rows), planMetric('records read', facts.rows)]),
      ...(facts.bytes === undefined ? [] : [planMetric('shuffle bytes written', facts.bytes, facts.from)]),
      ...(facts.dataSize === undefined ? [] : [planMetric('data size', facts.dataSize, facts.from)]),
      planMetric('shuffle write time', 1_000, facts.from),
      planMetric('fetch wait time', 1_000, facts.to),
    ],
  };
}

export function planMetric(name: string, total: number, stageId?: number): PlanMetric {
  const unit = /time|duration/.test(name) ? 'ms' : /size|bytes/.test(name) ? 'bytes' : 'count';
  return {
    name,
    unit,
    total,
    min: null,
    median: null,
    max: stageId === undefined ? null : total,
    maxAt: stageId === undefined ? null : { stageId, attemptId: 0, taskId: 0 },
  };
}

/** A plan from its root operator, nodes numbered from the root downward. */
export function aPlan(root: Operator): SqlPlan {
  const nodes: PlanNode[] = [];
  // Not by recursion: a plan may be thousands of operators deep.
  const open: { op: Operator; parent: PlanNode | null }[] = [{ op: root, parent: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { op, parent } = next;
    const node: PlanNode = {
      nodeId: nodes.length,
      name: op.name,
      wholeStageCodegenId: null,
      inputs: [],
      metrics: op.metrics,
      keys: null,
      kind: null,
      argumentsText: null,
      functions: null,
      operatorNumber: null,
      ...op.node,
    };
    nodes.push(node);
    parent?.inputs.push(node.nodeId);
    open.push(...[...op.inputs].reverse().map((input) => ({ op: input, parent: node })));
  }
  return { nodes, cut: false };
}
