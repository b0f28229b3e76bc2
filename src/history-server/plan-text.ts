/** One operator as the formatted plan text describes it. */
export interface PlanOperator {
  number: number;
  /** As in its heading, e.g. `SortMergeJoin`, `Scan parquet db.t`. */
  name: string;
  wholeStageCodegenId: number | null;
  /** `Arguments`, `Left keys`, … → the text after it, as written. */
  fields: Map<string, string>;
}

/** A node of the drawn tree: which operator stands above which. */
export interface PlanTree {
  number: number;
  inputs: PlanTree[];
}

export interface PlanText {
  operators: Map<number, PlanOperator>;
  /** The main tree first, then one for each subquery. */
  trees: PlanTree[];
  /** True when Spark, or a limit here, left something out. */
  cut: boolean;
}

/** A plan's text is as long as its author likes; what lies beyond is not read, and said to be cut. */
const LONGEST_TEXT = 4_000_000;
const LONGEST_FIELD = 20_000;
const LONGEST_TREE_LINE = 4_000;

/**
 * Reads a plan printed in Spark's `formatted` mode: trees of numbered operators, then a paragraph an operator. Of an
 * adaptive plan only the final (or current) tree is followed. Text in any other mode gives no operators.
 */
export function readPlanText(text: string): PlanText {
  const lines = text.slice(0, LONGEST_TEXT).split('\n');
  const cut =
    text.length > LONGEST_TEXT || /\.\.\. \d{1,9} more (?:fields|characters)/.test(text.slice(0, LONGEST_TEXT));
  return { operators: readOperators(lines), trees: readTrees(lines), cut };
}

function readOperators(lines: string[]): Map<number, PlanOperator> {
  const operators = new Map<number, PlanOperator>();
  let current: PlanOperator | null = null;
  let afterBlank = false;
  for (const line of lines) {
    if (line === '') {
      current = null;
      afterBlank = true;
      continue;
    }
    const heading: PlanOperator | null = afterBlank ? readHeading(line) : null;
    if (heading !== null) {
      // The first paragraph of a number counts: text of a user inside a later one can not rewrite it.
      current = operators.has(heading.number) ? null : heading;
      if (current !== null) operators.set(current.number, current);
    } else if (current !== null) {
      readField(line, current);
    }
    afterBlank = false;
  }
  return operators;
}

/** `(13) SortMergeJoin [codegen id : 5]` */
function readHeading(line: string): PlanOperator | null {
  const match = /^\((\d{1,7})\) (.{1,300})$/.exec(line);
  if (match === null) return null;
  const title = (match[2] ?? '').trim();
  const codegen = / \[codegen id : (\d{1,7})\]$/.exec(title);
  return {
    number: Number(match[1]),
    name: codegen === null ? title : title.slice(0, codegen.index).trim(),
    wholeStageCodegenId: codegen === null ? null : Number(codegen[1]),
    fields: new Map(),
  };
}

/** `Left keys [1]: [title_id#0L]`, `Condition : …` */
function readField(line: string, operator: PlanOperator): void {
  const match = /^([A-Z][A-Za-z ]{1,40}?) ?(?:\[\d{1,6}\])? ?: ?/.exec(line);
  const name = match?.[1];
  if (match === null || name === undefined || operator.fields.has(name)) return;
  operator.fields.set(name, line.slice(match[0].length, match[0].length + LONGEST_FIELD));
}

function readTrees(lines: string[]): PlanTree[] {
  const trees: PlanTree[] = [];
  let open: { depth: number; node: PlanTree }[] = [];
  let skippingFrom: number | null = null;
  let started = false;
  for (const line of lines) {
    if (line.startsWith('== Physical Plan ==') || line.startsWith('Subquery:')) {
      started = true;
      open = [];
      skippingFrom = null;
      continue;
    }
    // A blank line ends a tree; the paragraphs after it are read elsewhere.
    if (line === '') started = false;
    if (!started) continue;
    const depth = depthOf(line);
    if (skippingFrom !== null && depth >= skippingFrom) continue;
    skippingFrom = null;
    const rest = line.slice(depth * 3);
    if (rest.startsWith('== ')) {
      if (rest.startsWith('== Initial Plan')) skippingFrom = depth;
      continue;
    }
    const number = operatorNumber(rest);
    if (number === null) continue;
    const node: PlanTree = { number, inputs: [] };
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1)?.node;
    if (parent !== undefined) parent.inputs.push(node);
    else if (depth === 0) trees.push(node);
    open.push({ depth, node });
  }
  return trees;
}

/** Each level is drawn with three characters: `   `, `:  `, `:- ` or `+- `. */
function depthOf(line: string): number {
  let depth = 0;
  while (/^(?: {3}|: {2}|:- |\+- )$/.test(line.slice(depth * 3, depth * 3 + 3))) depth += 1;
  return depth;
}

/** `* SortMergeJoin Inner (13)` → 13; query stages add their statistics after the number, cached tables their format. */
function operatorNumber(text: string): number | null {
  if (text.length > LONGEST_TREE_LINE) return null;
  const match = /\((\d{1,7})\)\s*(?=$|, Statistics\(|\(columnar)/.exec(text);
  return match === null ? null : Number(match[1]);
}
