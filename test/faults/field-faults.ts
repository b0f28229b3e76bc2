import { editing, type Fault } from './fault.ts';
import { CALL_NAMES, type CallName } from './scripted-server.ts';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every element of a list, or the one object. */
const each =
  (edit: (item: Json) => unknown) =>
  (answer: unknown): unknown =>
    Array.isArray(answer)
      ? answer.map((item) => (isObject(item) ? edit(item) : item))
      : isObject(answer)
        ? edit(answer)
        : answer;

const setting = (fields: Json) => each((item) => ({ ...item, ...fields }));

const without = (...fields: string[]) =>
  each((item) => Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field))));

/** Replaces every number, however deep. */
function numbers(value: unknown, change: (n: number) => unknown, keep: RegExp): unknown {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((item) => numbers(item, change, keep));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, keep.test(field) ? inner : numbers(inner, change, keep)]),
  );
}

const IDS =
  /^(jobId|stageId|attemptId|taskId|index|attempt|id|nodeId|stageIds|successJobIds|fromId|toId|quantiles|edges|numTasks)$/;
const LISTS: CallName[] = ['jobs', 'stages', 'executors', 'queries', 'tasks'];
const COUNTED: CallName[] = ['stages', 'executors', 'tasks'];

const HARMLESS = { lookup: 'answered', part: 'unharmed' } as const;
const UNREADABLE = { lookup: 'answered', part: 'unreadable' } as const;
const IMPOSSIBLE = { lookup: 'answered', part: 'dropped-as-impossible' } as const;

/** Wrong values inside good JSON: what is wrong is dropped and said, the rest is used (traps.md 16). */
export const FIELD_FAULTS: Fault[] = [
  editing('fields nobody knows', CALL_NAMES, setting({ newInSpark9: { a: [1] }, another: null }), HARMLESS),
  editing(
    'a field called __proto__',
    CALL_NAMES,
    (answer) => {
      const polluted: unknown = JSON.parse(
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      );
      return each((item) => Object.assign(Object.create(null), item, polluted))(answer);
    },
    HARMLESS,
  ),
  editing('counters as texts', COUNTED, (answer) => numbers(answer, String, IDS), UNREADABLE),
  editing('counters that are NaN', COUNTED, (answer) => numbers(answer, () => 'NaN', IDS), IMPOSSIBLE),
  editing('quantiles that are NaN', ['detail'], (answer) => numbers(answer, () => 'NaN', IDS), IMPOSSIBLE),
  editing('negative counters', COUNTED, (answer) => numbers(answer, (n) => -n - 1, IDS), IMPOSSIBLE),
  editing('counters beyond every number', ['stages', 'tasks'], (answer) => numbers(answer, () => 1e300, IDS), HARMLESS),
  editing('null for every counter', COUNTED, (answer) => numbers(answer, () => null, IDS), HARMLESS),
  editing(
    'dates of 1969',
    ['jobs', 'stages', 'executors', 'tasks'],
    setting({
      submissionTime: '1969-12-31T23:59:59.999GMT',
      completionTime: '1969-12-31T23:59:59.999GMT',
      launchTime: '1969-12-31T23:59:59.999GMT',
      addTime: '1969-12-31T23:59:59.999GMT',
    }),
    HARMLESS,
  ),
  editing('dates that are none', ['jobs', 'stages', 'queries'], setting({ submissionTime: 'yesterday' }), UNREADABLE),
  editing(
    'dates as numbers',
    ['jobs', 'stages', 'queries'],
    setting({ submissionTime: 1_700_000_000_000 }),
    UNREADABLE,
  ),
  editing(
    'no names',
    ['jobs', 'stages', 'queries', 'executors'],
    without('name', 'description', 'hostPort', 'details'),
    HARMLESS,
  ),
  editing(
    'names of 100 KB',
    ['jobs', 'stages', 'queries'],
    setting({
      name: '<!channel> '.repeat(10_000),
      description: '*bold* <http://x|y> `'.repeat(5_000),
    }),
    HARMLESS,
  ),
  editing('no ids', LISTS, without('jobId', 'stageId', 'taskId', 'id'), UNREADABLE),
  editing(
    'ids as texts',
    ['jobs', 'stages', 'queries', 'tasks'],
    each((item) => ({
      ...item,
      jobId: 'a',
      stageId: 'b',
      taskId: 'c',
      id: 'd',
    })),
    UNREADABLE,
  ),
  editing(
    'null among the elements',
    LISTS,
    (answer) => (Array.isArray(answer) ? [...answer, null] : answer),
    UNREADABLE,
  ),
  editing('peaks beyond every heap', ['executors'], (answer) => numbers(answer, () => 1e300, IDS), IMPOSSIBLE),
  editing(
    'an empty list',
    LISTS.filter((call) => call !== 'stages'),
    () => [],
    HARMLESS,
  ),
  editing('no stages at all', ['stages'], () => [], { lookup: 'answered', part: 'not-kept-by-server' }),
  editing('an object for a list', LISTS, (answer) => ({ items: answer }), UNREADABLE),
  editing(
    'every element twice',
    LISTS,
    (answer) => (Array.isArray(answer) ? [...answer, ...answer] : answer),
    HARMLESS,
  ),
  editing('statuses nobody knows', LISTS, setting({ status: 'ASCENDED' }), HARMLESS),
  editing('a plan without nodes', ['plan'], without('nodes'), UNREADABLE),
  editing(
    'a plan that is a circle',
    ['plan'],
    each((item) => ({
      ...item,
      edges: [
        { fromId: 0, toId: 1 },
        { fromId: 1, toId: 0 },
        { fromId: 0, toId: 0 },
      ],
    })),
    HARMLESS,
  ),
  editing(
    'a plan of 4 MB of brackets',
    ['plan'],
    setting({ planDescription: `== Physical Plan ==\n${'+- ('.repeat(1_000_000)}` }),
    HARMLESS,
  ),
  editing(
    'plan metrics that are none',
    ['plan'],
    each((item) => ({
      ...item,
      nodes: (Array.isArray(item.nodes) ? item.nodes : []).map((node) =>
        isObject(node) ? { ...node, metrics: [{ name: 'm', value: '((((NaN' }] } : node,
      ),
    })),
    HARMLESS,
  ),
  editing(
    'quantiles at other places',
    ['detail'],
    each((item) => ({
      ...item,
      taskMetricsDistributions: {
        ...(isObject(item.taskMetricsDistributions) ? item.taskMetricsDistributions : {}),
        quantiles: [0.05, 0.95],
      },
    })),
    UNREADABLE,
  ),
  editing(
    'no quantiles and no executors',
    ['detail'],
    without('taskMetricsDistributions', 'executorSummary'),
    UNREADABLE,
  ),
  editing('executor totals as a list', ['detail'], setting({ executorSummary: [] }), UNREADABLE),
  editing(
    'properties as an object',
    ['environment'],
    setting({ sparkProperties: { 'spark.executor.memory': '1g' } }),
    UNREADABLE,
  ),
  editing('an application without attempts', ['application'], setting({ attempts: [] }), {
    lookup: 'not-spark',
    part: 'unharmed',
  }),
  editing('an application without an id', ['application'], without('id'), { lookup: 'not-spark', part: 'unharmed' }),
  editing('another application', ['application'], setting({ id: 'app-of-somebody-else' }), {
    lookup: 'unknown-application',
    part: 'unharmed',
  }),
  editing(
    'an attempt of 1970',
    ['application'],
    each((item) => ({
      ...item,
      attempts: [
        {
          startTime: '1970-01-01T00:00:00.000GMT',
          endTime: '1969-12-31T23:59:59.999GMT',
          completed: true,
          duration: -1,
        },
      ],
    })),
    HARMLESS,
  ),
  editing('a version that is none', ['version'], setting({ spark: 41 }), HARMLESS),
];
