import type { StageView } from '../diagnosis/stage-view.ts';
import type { UnitOfWork } from '../diagnosis/unit.ts';
import type { Paragraph } from './narration.ts';
import { cleanLine } from './clean.ts';
import { enumerated, joined, say, spark, type Piece } from './say.ts';

/** Frames of Spark's own machinery, which every SQL stage carries as its name (spark-rest.md §8.7). */
const SAYS_NOTHING =
  /NativeMethodAccessorImpl|\$anonfun|withThreadLocalCaptured|CompletableFuture|FutureTask|ThreadPoolExecutor|MethodAccessor|MethodHandle|SparkHadoopWriter|FileFormatWriter|at PythonRDD\.scala/;
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

/** `stage 4`, `stage 4 (attempt 1)`. */
export function stageLabel({ stageId, attemptId }: { stageId: number; attemptId: number }): string {
  return attemptId > 0 ? `stage ${stageId} (attempt ${attemptId})` : `stage ${stageId}`;
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

/** An executor id for a table: Spark's own number, or whatever a backend chose, as one clean line. */
export function executorLabel(executorId: string): string {
  return cleanLine(executorId, 40);
}

/** `executor 41 on host-3`; an executor id is Spark's own number, a host is anybody's name. */
export function executorName(executorId: string, host: string | null): Paragraph {
  const id: Piece = /^\d{1,9}$/.test(executorId) ? executorId : spark(executorId);
  return host === null || host === '' ? say`executor ${id}` : say`executor ${id} on ${spark(host)}`;
}

/** `task 812`, `tasks 3, 7 and 12`: the indexes a person sees in the Tasks table. */
export function taskNames(indexes: number[]): Paragraph {
  const inOrder = [...indexes].sort((a, b) => a - b);
  return inOrder.length === 1 ? say`task ${inOrder[0] ?? 0}` : joined(['tasks ', enumerated(inOrder, 4)]);
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
