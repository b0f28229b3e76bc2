import type { PlanNode } from '../diagnosis/application-run.ts';
import type { StageView } from '../diagnosis/stage-view.ts';
import type { UnitOfWork } from '../diagnosis/unit.ts';
import type { Paragraph } from './narration.ts';
import { cleanLine } from './clean.ts';
import { code, enumerated, joined, say, spark, type Piece } from './say.ts';

/** Frames of Spark's own machinery, which every SQL stage carries as its name (spark-rest.md §8.7). */
const SAYS_NOTHING =
  /NativeMethodAccessorImpl|\$anonfun|withThreadLocalCaptured|CompletableFuture|FutureTask|ThreadPoolExecutor|MethodAccessor|MethodHandle/;
/** Columns that Spark made up for an expression. */
const MADE_UP = /^_?(groupingexpression|nondeterministic|w\d+$|gen_alias|pythonUDF\d|spark_)/i;
const MICRO_BATCH = /\bbatch = (\d+)/;

/** A description or call site that a person would recognise; `null` for machinery. */
export function meaningfulName(name: string | null): string | null {
  return name === null || name.trim() === '' || SAYS_NOTHING.test(name) ? null : name;
}

/** `query 18 (cell 17)`, `job 3`, `the application`. */
export function unitName(unit: UnitOfWork): Paragraph {
  if (unit.type === 'application') return say`the application`;
  const kind = `${unit.type === 'job' ? 'job' : 'query'} ${unit.id ?? 0}`;
  const batch = MICRO_BATCH.exec(unit.name)?.[1];
  const name = meaningfulName(batch === undefined ? unit.name : (unit.name.split('\n')[0] ?? ''));
  if (batch !== undefined) return say`batch ${batch}${name === null ? '' : say` of ${spark(name)}`} (${kind})`;
  return name === null ? say`${kind}` : say`${kind} (${spark(name)})`;
}

/** The unit as the rest of the thread calls it. */
export function unitNoun(unit: UnitOfWork | null): string {
  if (unit?.type === 'sql-execution') return MICRO_BATCH.test(unit.name) ? 'batch' : 'query';
  return unit?.type === 'job' ? 'job' : 'run';
}

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

/** `stage 4`, `stage 4 (attempt 1)`. */
export function stageLabel({ stageId, attemptId }: { stageId: number; attemptId: number }): string {
  return attemptId > 0 ? `stage ${stageId} (attempt ${attemptId})` : `stage ${stageId}`;
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
  return nodes.some((n) => /Join|Window|SortAggregate/.test(n.name));
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

/** Key columns that a person wrote; those that Spark made up are left out. */
export function ownKeys(keys: string[]): string[] {
  return keys.filter((k) => k.trim() !== '' && !MADE_UP.test(k));
}

/** "`title_id`", "`a` and `b`", or `null` where no key is known. */
export function keyWords(keys: string[]): Paragraph | null {
  const own = ownKeys(keys);
  return own.length === 0
    ? null
    : enumerated(
        own.map((one) => spark(one)),
        3,
      );
}

/** The key the stage's rows were brought together by, or words for one that the plan does not name. */
export function keyOr(keys: string[], otherwise: string): Paragraph {
  return keyWords(keys) ?? say`${otherwise}`;
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

/** An executor id for a table: Spark's own number, or whatever a backend chose, as one clean line. */
export function executorLabel(executorId: string): string {
  return cleanLine(executorId, 40);
}

/** `executor 41 on host-3`; an executor id is Spark's own number, a host is anybody's name. */
export function executorName(executorId: string, host: string | null): Paragraph {
  const id: Piece = /^\d{1,9}$/.test(executorId) ? executorId : spark(executorId);
  return host === null || host === '' ? say`executor ${id}` : say`executor ${id} on ${spark(host)}`;
}

export function taskNames(indexes: number[]): Paragraph {
  return indexes.length === 1 ? say`task ${indexes[0] ?? 0}` : joined(['tasks ', enumerated(indexes, 4)]);
}

/** `listen_events` of `InMemoryFileIndex [file:/data/lake/listen_events]`. */
export function shortTable(table: string): string {
  const location = /\[([^\]]+)\]/.exec(table)?.[1] ?? table;
  return location.replace(/\/+$/, '').split('/').at(-1) ?? table;
}

/** Executor ids one after the other: `0, 2 and 5`. */
export function executorLabels(ids: string[]): Paragraph {
  const inOrder = [...ids].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return enumerated(
    inOrder.map((id) => (/^\d{1,9}$/.test(id) ? id : spark(id))),
    6,
  );
}

/** True where other executors of the stage ran on the same host: then the executor is slow, not the machine (spark-rest.md §8.14). */
export function sharesHost(view: StageView | null, host: string): boolean {
  return (view?.detail?.perExecutor ?? []).filter((e) => e.host === host).length > 1;
}
