import type {
  ApplicationRun,
  ExecutorInStage,
  NotRead,
  Stage,
  StageDetail,
  Task,
} from '../diagnosis/application-run.ts';
import { CALLS, TASK_LIST_LENGTH } from './calls.ts';
import {
  collectExecutorInStage,
  collectQuantiles,
  collectTask,
  sumByExecutor,
  type DistributionFacts,
} from './collect-tasks.ts';
import { addNote, readList, readShape, type Where } from './lenient.ts';
import type { Place } from './locate.ts';
import { readPart } from './parts.ts';
import type { ReadContext } from './read-context.ts';
import { executorInStageShape, stageDetailShape, taskShape, taskSummaryShape } from './responses.ts';
import { atLeast } from './version.ts';

export interface WantedStage {
  stageId: number;
  attemptId: number;
  failedTasks: boolean;
  runningTasks: boolean;
}

/** Requests that are not yet spoken for. */
export interface Allowance {
  left: number;
}

/** Speaks for one request, if there is one left. */
export function take(allowance: Allowance): boolean {
  if (allowance.left === 0) return false;
  allowance.left -= 1;
  return true;
}

/**
 * One stage in depth: its distributions, its slowest tasks, its totals by executor. What may be asked is taken from the
 * allowance at once; the reading itself starts with the function that is given back.
 */
export function planStage(
  place: Place,
  run: ApplicationRun,
  wanted: WantedStage,
  allowance: Allowance,
  notes: NotRead[],
  context: ReadContext,
): () => Promise<StageDetail> {
  const stage = run.stages.find((one) => one.stageId === wanted.stageId && one.attemptId === wanted.attemptId);
  const where = (part: NotRead['part']): Where => ({ part, stageId: wanted.stageId, attemptId: wanted.attemptId });
  const attempts = stage === undefined ? null : taskAttempts(stage);
  const listHoldsAll = attempts !== null && attempts <= TASK_LIST_LENGTH;
  // Everything is allotted before anything is asked, so that two stages do not race for the last request.
  const mayAsk = {
    list: take(allowance),
    detail: take(allowance),
    failed: wanted.failedTasks && !listHoldsAll && take(allowance),
    running: wanted.runningTasks && !listHoldsAll && take(allowance),
  };
  if (!mayAsk.list) addNote(notes, where('task-list'), 'over-request-budget', null);
  if (!mayAsk.detail) addNote(notes, where('task-quantiles'), 'over-request-budget', null);
  const unasked = (wanted.failedTasks && !mayAsk.failed) || (wanted.runningTasks && !mayAsk.running);
  if (mayAsk.list && unasked && !listHoldsAll) addNote(notes, where('task-list'), 'over-request-budget', 'status');
  return readStage;

  async function readStage(): Promise<StageDetail> {
    const lists: Promise<Task[] | null>[] = [];
    const { application } = place;
    const { stageId, attemptId } = wanted;
    if (mayAsk.list) lists.push(readTasks(CALLS.taskList(application, stageId, attemptId)));
    if (mayAsk.failed) lists.push(readTasks(CALLS.taskListByStatus(application, stageId, attemptId, 'failed')));
    if (mayAsk.running) lists.push(readTasks(CALLS.taskListByStatus(application, stageId, attemptId, 'running')));
    const detailed = mayAsk.detail ? readDistributions() : Promise.resolve(NO_DISTRIBUTIONS);
    const [tasks, distributions] = await Promise.all([mergeTasks(lists), detailed]);
    const all = tasks !== null && attempts !== null && tasks.length >= attempts;
    return {
      stageId,
      attemptId,
      quantiles: distributions.quantiles,
      tasks,
      allTasksListed: all,
      perExecutor: distributions.perExecutor ?? (all && tasks.length > 0 ? sumByExecutor(tasks) : null),
    };
  }

  async function readTasks(path: string): Promise<Task[] | null> {
    const part = await readPart(place, path, where('task-list'), notes, context);
    if (!('body' in part)) return null;
    const list = await readList(taskShape, part.body, where('task-list'), notes);
    const tasks = list?.map((task) => collectTask(task, where('task-list'), notes)) ?? null;
    return tasks?.map((task) => (inputMeasured(stage) ? task : { ...task, inputBytes: null })) ?? null;
  }

  async function readDistributions(): Promise<Pick<StageDetail, 'quantiles' | 'perExecutor'>> {
    const facts: DistributionFacts = {
      onlySuccessful:
        stage !== undefined && [stage.failedTasks, stage.killedTasks, stage.activeTasks].every((n) => n === 0),
      readBytesShifted: !atLeast(run.server.version, 3, 2) && atLeast(run.server.version, 3, 0),
      inputBytesMeasured: inputMeasured(stage),
    };
    const modern = atLeast(run.server.version, 3, 2);
    const path = modern
      ? CALLS.stageDetail(place.application, wanted.stageId, wanted.attemptId)
      : CALLS.taskSummary(place.application, wanted.stageId, wanted.attemptId);
    const noSuccess = stage?.completeTasks === 0;
    const part = await readPart(place, path, where('task-quantiles'), noSuccess ? [] : notes, context);
    if (!('body' in part)) return NO_DISTRIBUTIONS;
    if (!modern) return { quantiles: quantilesFrom(part.body, facts), perExecutor: null };
    const detail = readShape(stageDetailShape, part.body, where('task-quantiles'), notes);
    const summary = detail?.taskMetricsDistributions ?? null;
    // Without a successful task there is nothing to distribute; otherwise the block should be there.
    if (summary === null && !noSuccess) addNote(notes, where('task-quantiles'), 'unreadable', null);
    return {
      quantiles: summary === null ? null : quantilesFrom(summary, facts),
      perExecutor: executorsFrom(detail?.executorSummary ?? null),
    };
  }

  function quantilesFrom(body: unknown, facts: DistributionFacts): StageDetail['quantiles'] {
    const summary = readShape(taskSummaryShape, body, where('task-quantiles'), notes);
    const quantiles = summary === null ? null : collectQuantiles(summary, facts);
    if (summary !== null && quantiles === null) addNote(notes, where('task-quantiles'), 'unreadable', 'quantiles');
    return quantiles;
  }

  function executorsFrom(summary: Record<string, unknown> | null): ExecutorInStage[] | null {
    if (summary === null) return null;
    const hosts = new Map(run.executors.map((executor) => [executor.id, executor.host]));
    return Object.entries(summary).flatMap(([id, raw]) => {
      const answer = readShape(executorInStageShape, raw, where('executor-totals'), notes);
      if (answer === null) return [];
      const totals = collectExecutorInStage(id, hosts.get(id) ?? null, answer, where('executor-totals'), notes);
      return [inputMeasured(stage) ? totals : { ...totals, inputBytes: null }];
    });
  }
}

const NO_DISTRIBUTIONS: Pick<StageDetail, 'quantiles' | 'perExecutor'> = { quantiles: null, perExecutor: null };

function taskAttempts(stage: Stage): number | null {
  const counts = [stage.completeTasks, stage.failedTasks, stage.killedTasks, stage.activeTasks];
  return counts.every((count) => count !== null) ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : null;
}

/** Records without bytes: the stage's input was not counted in bytes, so neither was any task's. */
function inputMeasured(stage: Stage | undefined): boolean {
  return stage === undefined || stage.inputBytes !== null || (stage.inputRecords ?? 0) === 0;
}

/** The slowest first, each task attempt once; `null` when no list could be had. */
async function mergeTasks(asked: Promise<Task[] | null>[]): Promise<Task[] | null> {
  const lists = (await Promise.all(asked)).filter((list) => list !== null);
  if (lists.length === 0) return null;
  const byId = new Map(lists.flat().map((task) => [task.taskId, task]));
  return [...byId.values()].sort((a, b) => slowness(b) - slowness(a));
}

/** Run time where it is known; a running task has only the time it has been running so far. */
function slowness(task: Task): number {
  return task.runTimeMs ?? task.durationMs ?? 0;
}
