import type { PlanNode } from '../diagnosis/application-run.ts';
import type { StageView } from '../diagnosis/stage-view.ts';
import { keyWords, meaningfulName, ownKeys, stageLabel } from './names.ts';
import type { Paragraph } from './narration.ts';
import { code, enumerated, say, spark, type Piece } from './say.ts';

/** What a stage did, in words, from the operators of its plan or from the call site in its name. */

/** What the stage did, e.g. "the window by `title_id` and the write"; `null` when nobody knows. */
export function stageWork(view: StageView): Paragraph | null {
  const nodes = view.planned?.piece.nodes ?? [];
  const alone = view.operation.nodeNames.length === 1;
  const parts = view.operation.nodeNames
    .map((name) => operatorWords(name, nodes, alone))
    .filter((words) => words !== null);
  if (view.operation.source === 'plan') return parts.length === 0 ? null : enumerated(parts);
  const site = meaningfulName(view.stage.callSite) ?? meaningfulName(view.stage.name);
  return site === null ? null : say`${spark(site)}`;
}

/**
 * `stage 2, the window by title_id,` for the first mention; plainly `stage 2` where its work is not known. `apposed`: it
 * follows words that it explains, so a comma ends it in any case.
 */
export function stageAndWork(view: StageView, apposed = false): Paragraph {
  const work = stageWork(view);
  const stage = stageLabel(view.stage);
  const comma = apposed ? ',' : '';
  if (work === null) return say`${stage}${comma}`;
  return view.operation.source === 'plan' ? say`${stage}, ${work},` : say`${stage} (${work})${comma}`;
}

function operatorWords(name: string, nodes: PlanNode[], alone: boolean): Paragraph | null {
  const node = nodes.find((n) => n.name === name);
  const keys = node?.keys ?? [];
  if (/Join|CartesianProduct/.test(name))
    return keyed(/Cartesian/.test(name) ? 'the cross join' : 'the join', 'on', keys);
  if (/Window/.test(name)) return keyed('the window', 'by', keys);
  if (/Generate|Explode/.test(name)) return keyed('the explode', 'of', keys);
  if (/Expand/.test(name)) return say`the rollup`;
  if (/Aggregate.*P(ython|andas)/.test(name)) return keyed('the Python aggregation', 'by', keys);
  if (/Aggregate/.test(name)) return keyed(isPartial(node) ? 'the partial aggregation' : 'the aggregation', 'by', keys);
  if (/FlatMap|MapGroups|CoGroup/.test(name)) return keyed('the grouped function', 'by', keys);
  if (/EvalPython|MapIn|PythonMap/.test(name)) return pythonWords(node);
  if (/^(Gpu|Photon|Comet)?Sort\b|TakeOrdered/.test(name))
    return alone || !sorted(nodes) ? keyed('the sort', 'by', keys) : null;
  if (/Insert|WriteFiles|AppendData|OverwriteBy/.test(name))
    return /WriteFiles/.test(name) && written(nodes) ? null : say`the write`;
  if (/Scan/.test(name)) return scanWords(nodes.filter((n) => n.name === name));
  return null;
}

/** A sort that only prepares a join or a window is not worth a word. */
function sorted(nodes: PlanNode[]): boolean {
  return nodes.some((n) => /Join|Window|SortAggregate|FlatMap|MapGroups|CoGroup/.test(n.name));
}

function written(nodes: PlanNode[]): boolean {
  return nodes.some((n) => /Insert|AppendData|OverwriteBy/.test(n.name));
}

function isPartial(node: PlanNode | undefined): boolean {
  const functions = node?.functions ?? [];
  return functions.length > 0 && functions.every((f) => /^(partial_|merge_)/.test(f));
}

function pythonWords(node: PlanNode | undefined): Paragraph {
  const name = pythonFunction(node);
  return name === null ? say`Python code for each row` : say`the Python function ${spark(name)}`;
}

/** Name of the function a Python operator calls, from the plan: `relevance` of `relevance(watch_ms, length_min)`. */
export function pythonFunction(node: PlanNode | undefined): string | null {
  const called = node?.functions?.[0] ?? '';
  return /^([^\s(]{1,60})\(/.exec(called)?.[1] ?? null;
}

/** The Python operator of the stage, if its plan has one. */
export function pythonNode(view: StageView | null): PlanNode | undefined {
  return view?.planned?.piece.nodes.find((n) => /EvalPython|MapIn|PythonMap/.test(n.name));
}

function scanWords(scans: PlanNode[]): Paragraph {
  const tables = [...new Set(scans.map(scannedTable).filter((t) => t !== null))];
  return tables.length === 0
    ? say`the scan`
    : say`the scan of ${enumerated(
        tables.map((one) => spark(one)),
        2,
      )}`;
}

/** Table or directory a scan reads: `viewing_events` of `InMemoryFileIndex [file:/data/lake/viewing_events]`. */
export function scannedTable(scan: PlanNode): string | null {
  const named = scan.name.split(' ');
  if (named.length > 2) return named.slice(2).join(' ');
  const location = /\[([^\]]+)\]/.exec(scan.argumentsText ?? '')?.[1] ?? '';
  const last = location.split(',')[0]?.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return last === '' || last.includes(' ') ? null : last;
}

/** `the join on `k``, or `the join` where no key is known. */
export function joinOn(keys: string[]): Paragraph {
  return keyed('the join', 'on', keys);
}

function keyed(operation: string, preposition: string, keys: string[]): Paragraph {
  const words = keyWords(keys);
  return words === null ? say`${operation}` : say`${operation} ${preposition} ${words}`;
}

/** A column name that may stand in a query to paste; anything else could be more than a name. */
const PLAIN_COLUMN = /^[A-Za-z_][A-Za-z0-9_]{0,80}$/;

/** Query that finds the hot value, or `null` where the key is not known by a plain name. */
export function hotKeyQuery(view: StageView): Piece {
  const keys = ownKeys(view.operation.readKeys);
  if (keys.length === 0 || keys.length > 3 || !keys.every((k) => PLAIN_COLUMN.test(k))) return null;
  const columns = keys.join(', ');
  return code(`SELECT ${columns}, count(*) AS n FROM ${sourceTable(view)} GROUP BY ${columns} ORDER BY n DESC LIMIT 5`);
}

/** The table whose rows fill the larger side of the stage's shuffle; a placeholder where the plan does not name one. */
export function sourceTable(view: StageView): string {
  const sides = (view.planned?.piece.fedBy ?? []).map((piece) => ({
    records: piece.sink?.metrics.find((m) => m.name === 'shuffle records written')?.total ?? 0,
    table:
      piece.nodes
        .filter((n) => /Scan/.test(n.name))
        .map(scannedTable)
        .find((t) => t !== null) ?? null,
  }));
  const larger = sides.sort((a, b) => b.records - a.records)[0]?.table ?? null;
  return larger !== null && PLAIN_COLUMN.test(larger.replaceAll('.', '_')) ? larger : 'your_table';
}

/** `listen_events` of `InMemoryFileIndex [file:/data/lake/listen_events]`. */
export function shortTable(table: string): string {
  const location = /\[([^\]]+)\]/.exec(table)?.[1] ?? table;
  return location.replace(/\/+$/, '').split('/').at(-1) ?? table;
}
