import type { NotRead, NotReadPart } from '../diagnosis/application-run.ts';
import type { Missing } from '../diagnosis/reading.ts';
import { code, say } from './say.ts';
import type { Paragraph } from './narration.ts';

/** What a check lacked, and what it would have shown. One entry a word, so that a new gap does not compile without words. */
const LACKED: Record<Missing, { lacked: string; would: string }> = {
  'stage-list': { lacked: 'the list of stages', would: 'which stage holds the time, and what its tasks did' },
  'no-stage': { lacked: 'a stage that ran', would: 'where the time goes inside the work' },
  'task-quantiles': { lacked: 'the task quantiles of the stage', would: 'how far the slowest task is from the median' },
  'task-list': {
    lacked: 'the list of its slowest tasks',
    would: 'whether the slow ones had more data or a slow machine',
  },
  'executor-totals': { lacked: 'the totals per executor', would: 'whether one machine is slow on all it runs' },
  executors: { lacked: 'the list of executors', would: 'how much of their time went into collection' },
  'gc-time': { lacked: 'GC time per stage', would: 'the share of this stage alone' },
  'storage-memory': {
    lacked: 'what the cache holds in memory',
    would: 'whether cached data fills the heap or the tasks do',
  },
  'input-size': { lacked: 'the size of the input', would: 'how much of it the shuffle is' },
  'feeding-stages': { lacked: 'which stages fed this one', would: 'the input that its shuffle must be held against' },
  operation: { lacked: 'what the stage does with its rows', would: 'how much shuffle it needs' },
  'sql-plan': { lacked: 'the SQL plan', would: 'which operation the stage ran, and on which key' },
  records: { lacked: 'how many records the slow tasks read', would: 'whether they had more data than the others' },
  'stages-not-kept': { lacked: 'stages that the server no longer keeps', would: 'where their time went' },
  times: { lacked: 'start and end times', would: 'how long anything took' },
  'spill-per-task': { lacked: 'the spill of each task', would: 'whether all tasks spill or a few' },
  settings: { lacked: 'the Spark properties', would: 'how much memory a task may hold' },
  'too-few-tasks-to-compare': { lacked: 'more tasks to compare with', would: 'what an ordinary task takes' },
  'one-slow-task-only': { lacked: 'a second slow task', would: 'whether the machine or the work is to blame' },
};

/** "I lacked the SQL plan; it would have shown which operation the stage ran." */
export function lackedWords(missing: Missing): Paragraph {
  if (missing === 'no-stage') return say`No stage ran that I could open.`;
  const { lacked, would } = LACKED[missing];
  return say`I did not have ${lacked}, which would have shown ${would}.`;
}

/** The same as a line of a list, e.g. for JSON. */
export function missingLine(missing: Missing): string {
  const { lacked, would } = LACKED[missing];
  return `${lacked} (would have shown ${would})`;
}

const PART: Record<NotReadPart, { what: string; would: string }> = {
  jobs: { what: 'the list of jobs', would: 'the gaps between them' },
  stages: { what: 'stages', would: 'where their time went' },
  executors: { what: 'the executors', would: 'their GC and memory' },
  environment: { what: 'the Spark properties', would: 'the memory and partition settings' },
  'sql-executions': { what: 'the list of SQL queries', would: 'which query a job belongs to' },
  'sql-plan': { what: 'the SQL plan', would: 'the operations and keys of the stages' },
  'task-quantiles': { what: 'task quantiles', would: 'how far the slowest task is from the median' },
  'task-list': { what: 'the list of tasks', would: 'what the slow tasks had to do' },
  'executor-totals': { what: 'totals per executor', would: 'whether one machine is slow' },
};

const REASON: Record<NotRead['reason'], string> = {
  'not-in-this-version': 'this Spark version does not report them',
  'not-found': 'the server does not have them',
  'timed-out': 'the server did not answer in time',
  'too-large': 'the answer is larger than I read',
  'server-error': 'the server failed to answer',
  unreadable: 'the answer could not be read',
  'dropped-as-impossible': 'the values given can not be true, so I left them out',
  'over-request-budget': 'I make only so many requests an answer',
  'not-kept-by-server': 'the server no longer keeps',
};

/** One gap as a noun phrase: "the list of tasks of stage 4 (the server did not answer in time); it would have shown …". */
export function notReadWords(gap: NotRead): Paragraph {
  const { what, would } = PART[gap.part];
  const where = gap.stageId === null ? '' : ` of stage ${gap.stageId}`;
  if (gap.reason === 'dropped-as-impossible' && gap.what !== null) {
    return say`${code(gap.what)}${gap.stageId === null ? ' of some stages' : where} (${REASON[gap.reason]})`;
  }
  if (gap.reason === 'not-kept-by-server') return say`${plural(what)} that ${REASON[gap.reason]}, and so ${would}`;
  return say`${what}${where} (${REASON[gap.reason]}), and so ${would}`;
}

function plural(what: string): string {
  return what.replace(/^the list of /, '');
}
