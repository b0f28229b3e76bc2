import type { PlanNode } from '../diagnosis/application-run.ts';
import type { PlanOperator } from './plan-text.ts';

/** What the plan text adds to a node of the plan graph. */
export type PlanDetails = Pick<PlanNode, 'keys' | 'kind' | 'argumentsText' | 'functions' | 'operatorNumber'>;

const LONGEST_ARGUMENTS = 500;
/** More than anybody reads out; a grouping by 300 columns needs no 300 names. */
const MOST_NAMES = 20;

/** Keys, kind and functions of one operator, by the fields that its kind of operator prints. */
export function detailsOf(operator: PlanOperator): PlanDetails {
  const field = (name: string): string | null => operator.fields.get(name) ?? null;
  const args = splitArguments(field('Arguments') ?? '');
  const details: PlanDetails = {
    keys: null,
    kind: null,
    argumentsText: oneLine(field('Arguments') ?? field('Condition') ?? field('Location') ?? field('Output')),
    functions: null,
    operatorNumber: operator.number,
  };
  const name = operator.name;
  if (/Exchange$/.test(name)) return { ...details, ...partitioning(args[0] ?? '') };
  if (/Join/.test(name)) {
    const condition = field('Join condition');
    return {
      ...details,
      keys: names(field('Left keys')),
      kind: field('Join type')?.trim() ?? null,
      argumentsText: condition === null || condition === 'None' ? null : oneLine(condition),
    };
  }
  if (/Aggregate$/.test(name)) return { ...details, keys: names(field('Keys')), functions: names(field('Functions')) };
  // `[functions], [partition columns], [order]`
  if (/^Window(InPandas)?$/.test(name)) return { ...details, keys: names(args[1]), functions: names(args[0]) };
  if (/^(WindowGroupLimit|FlatMapGroupsIn|FlatMapCoGroupsIn|AggregateIn|ArrowAggregate|ArrowWindow)/.test(name)) {
    return { ...details, keys: names(args[0]), functions: names(args[1]) };
  }
  if (/EvalPython/.test(name)) return { ...details, functions: names(args[0]) };
  if (/^(MapInPandas|MapInArrow|PythonMapInArrow)/.test(name)) {
    return { ...details, functions: args[0] === undefined ? null : [withoutIds(args[0])] };
  }
  if (/Sort$/.test(name) || name === 'TakeOrderedAndProject') {
    return { ...details, keys: names(args.find((arg) => arg.startsWith('[')))?.map(withoutDirection) ?? null };
  }
  if (name === 'Generate') return { ...details, ...generator(args[0] ?? '') };
  if (/ShuffleRead/.test(name)) return { ...details, kind: args[0] ?? null };
  return details;
}

/** `hashpartitioning(title_id#0L, 48)` → its columns; the last argument is the number of partitions. */
function partitioning(text: string): Pick<PlanDetails, 'keys' | 'kind'> {
  const open = text.indexOf('(');
  if (open === -1) return { keys: null, kind: text === '' ? null : text };
  const kind = text.slice(0, open);
  if (!/^(hash|range)partitioning$/i.test(kind)) return { keys: null, kind };
  const parts = splitArguments(text.slice(open + 1, text.lastIndexOf(')')));
  const columns = parts.filter((part, position) => position < parts.length - 1 || !/^\d+$/.test(part));
  return { keys: columns.slice(0, MOST_NAMES).map((column) => withoutDirection(withoutIds(column))), kind };
}

/** `explode(tags#1)` → kind `explode`, key `tags`. */
function generator(text: string): Pick<PlanDetails, 'keys' | 'kind' | 'functions'> {
  const open = text.indexOf('(');
  if (open === -1) return { keys: null, kind: null, functions: null };
  return {
    keys: splitArguments(text.slice(open + 1, text.lastIndexOf(')'))).map(withoutIds),
    kind: text.slice(0, open),
    functions: [withoutIds(text)],
  };
}

/** `[a#1, f(b#2, c#3)]` → `a`, `f(b, c)`; `null` when the field is not there, empty for `[]`. */
function names(list: string | null | undefined): string[] | null {
  if (list === null || list === undefined || !list.startsWith('[')) return null;
  const inner = list.slice(1, list.endsWith(']') ? -1 : undefined);
  return splitArguments(inner).slice(0, MOST_NAMES).map(withoutIds);
}

/** Splits at the commas outside of any bracket. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (character === '(' || character === '[' || character === '{') depth += 1;
    else if (character === ')' || character === ']' || character === '}') depth -= 1;
    else if (character === ',' && depth <= 0) {
      parts.push(text.slice(from, position).trim());
      from = position + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === '' ? parts : [...parts, last];
}

/** `user_id#38L` → `user_id`: repeated plans carry other ids for the same column (spark-rest.md §8.10). */
export function withoutIds(text: string): string {
  return text.replace(/#\d{1,9}L?/g, '');
}

function withoutDirection(text: string): string {
  return text.replace(/ (?:ASC|DESC)(?: NULLS (?:FIRST|LAST))?$/, '');
}

function oneLine(text: string | null): string | null {
  if (text === null || text === '' || text === '[]') return null;
  const line = withoutIds(text.slice(0, LONGEST_ARGUMENTS * 2)).replace(/\s+/g, ' ');
  return line.length <= LONGEST_ARGUMENTS ? line : `${line.slice(0, LONGEST_ARGUMENTS)}…`;
}
