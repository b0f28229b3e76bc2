import type { PlanNode, SqlPlan } from '../diagnosis/application-run.ts';
import { detailsOf } from './plan-keys.ts';
import { readPlanMetric } from './plan-metrics.ts';
import { readPlanText, type PlanOperator, type PlanText, type PlanTree } from './plan-text.ts';
import type { PlanAnswer } from './responses.ts';

/** A plan larger than this is not followed node by node; what is left out makes the plan `cut`. */
const MOST_NODES = 5_000;

/** The plan graph with its metrics, and what the plan text says of each node. */
export function collectPlan(answer: PlanAnswer): SqlPlan {
  const given = answer.nodes.slice(0, MOST_NODES);
  const inputs = new Map<number, number[]>();
  for (const edge of answer.edges ?? []) {
    const own = inputs.get(edge.toId);
    if (own === undefined) inputs.set(edge.toId, [edge.fromId]);
    else own.push(edge.fromId);
  }
  const nodes = given.map<PlanNode>((node) => ({
    nodeId: node.nodeId,
    name: node.nodeName.slice(0, 300),
    wholeStageCodegenId: node.wholeStageCodegenId ?? null,
    inputs: inputs.get(node.nodeId) ?? [],
    metrics: (node.metrics ?? []).map((metric) => readPlanMetric(metric.name, metric.value)),
    keys: null,
    kind: null,
    argumentsText: null,
    functions: null,
    operatorNumber: null,
  }));
  const text = readPlanText(answer.planDescription ?? '');
  const operators = matchOperators(nodes, text);
  return {
    nodes: nodes.map((node) => {
      const operator = operators.get(node.nodeId);
      return operator === undefined ? node : { ...node, ...detailsOf(operator) };
    }),
    cut: text.cut || given.length < answer.nodes.length,
  };
}

/**
 * Which operator of the text is which node of the graph. Their numbers differ (spark-rest.md §3), so both are walked
 * together from the top, as far as the names agree; what is left is told by codegen id and name where that is unambiguous.
 */
function matchOperators(nodes: PlanNode[], text: PlanText): Map<number, PlanOperator> {
  const matched = new Map<number, PlanOperator>();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isInput = new Set(nodes.flatMap((node) => node.inputs));
  const roots = nodes.filter((node) => !isInput.has(node.nodeId) && !isCluster(node.name));
  const subqueries = nodes.filter((node) => /^Subquery/.test(node.name));
  const [main, ...others] = text.trees;
  if (main !== undefined) for (const root of roots) walk(root, main, byId, text, matched);
  for (const [position, tree] of others.entries()) {
    const host = subqueries[position];
    if (host !== undefined) walk(host, tree, byId, text, matched);
  }
  matchByName(nodes, text, matched);
  return matched;
}

interface Pair {
  node: PlanNode;
  tree: PlanTree;
}

function walk(
  root: PlanNode,
  top: PlanTree,
  byId: Map<number, PlanNode>,
  text: PlanText,
  matched: Map<number, PlanOperator>,
): void {
  const open: Pair[] = [{ node: root, tree: top }];
  const seen = new Set<number>();
  while (open.length > 0) {
    const pair = open.pop();
    if (pair === undefined) break;
    const met = meet(pair, byId, text);
    if (met === null || seen.has(met.node.nodeId)) continue;
    seen.add(met.node.nodeId);
    const operator = text.operators.get(met.tree.number);
    if (operator !== undefined) matched.set(met.node.nodeId, operator);
    for (const [position, tree] of met.tree.inputs.entries()) {
      const node = byId.get(met.node.inputs[position] ?? -1);
      if (node !== undefined) open.push({ node, tree });
    }
  }
}

/** Layers that only one of the two shows (query stages in the text, subquery wrappers in the graph) are stepped over. */
const MOST_STEPS = 4;

function meet(pair: Pair, byId: Map<number, PlanNode>, text: PlanText): Pair | null {
  const trees = chain(pair.tree, (tree) => (tree.inputs.length === 1 ? tree.inputs[0] : undefined));
  const nodes = chain(pair.node, (node) => (node.inputs.length === 1 ? byId.get(node.inputs[0] ?? -1) : undefined));
  for (const node of nodes) {
    for (const tree of trees) {
      const operator = text.operators.get(tree.number);
      if (operator !== undefined && sameName(node, operator)) return { node, tree };
    }
  }
  return null;
}

function chain<T>(first: T, next: (item: T) => T | undefined): T[] {
  const items = [first];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const following = next(items[items.length - 1] ?? first);
    if (following === undefined) break;
    items.push(following);
  }
  return items;
}

/** Beyond this many operators without a partner the trees did not agree at all, and guessing by name helps nobody. */
const MOST_UNMATCHED = 300;

function matchByName(nodes: PlanNode[], text: PlanText, matched: Map<number, PlanOperator>): void {
  const taken = new Set([...matched.values()].map((operator) => operator.number));
  const inTrees = new Set(text.trees.flatMap(numbersIn));
  const free = [...text.operators.values()].filter((one) => inTrees.has(one.number) && !taken.has(one.number));
  if (free.length > MOST_UNMATCHED) return;
  const unmatched = nodes.filter((node) => !matched.has(node.nodeId) && !isCluster(node.name));
  for (const operator of free) {
    const candidates = unmatched.filter((node) => fits(node, operator));
    const twins = free.filter((other) => candidates.some((node) => fits(node, other)));
    if (candidates.length === 1 && twins.length === 1 && candidates[0] !== undefined) {
      matched.set(candidates[0].nodeId, operator);
    }
  }
}

function fits(node: PlanNode, operator: PlanOperator): boolean {
  return operator.wholeStageCodegenId === node.wholeStageCodegenId && sameName(node, operator);
}

function numbersIn(tree: PlanTree): number[] {
  const numbers: number[] = [];
  const open = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    numbers.push(next.number);
    open.push(...next.inputs);
  }
  return numbers;
}

/** `SortMergeJoin(skew=true)` in the graph is `SortMergeJoin` or the same with its flag in the text; scans carry their table in both. */
function sameName(node: PlanNode, operator: PlanOperator): boolean {
  const [a, b] = [plainName(node.name), plainName(operator.name)];
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

function plainName(name: string): string {
  return name.replace(/\(skew=true\)$/, '').trim();
}

function isCluster(name: string): boolean {
  return name.startsWith('WholeStageCodegen');
}
