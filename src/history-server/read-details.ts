import type { ApplicationRun, NotRead, SqlPlan, StageDetail } from '../diagnosis/application-run.ts';
import { CALLS } from './calls.ts';
import { collectPlan } from './collect-plan.ts';
import { addNote, readShape, type Where } from './lenient.ts';
import type { Place } from './locate.ts';
import { readPart } from './parts.ts';
import { requestsLeft, withProgress, type ReadContext } from './read-context.ts';
import { planStage, take, type Allowance, type WantedStage } from './read-stage.ts';
import { planShape } from './responses.ts';
import { inTurn } from './turns.ts';

/** What is worth a closer look, most wanted first. */
export interface WantedDetails {
  stages: WantedStage[];
  /** Ids of SQL executions. */
  plans: number[];
}

/** The detail of a stage holds a line an executor: above this many, one stage after the other is read, for memory's sake. */
const MANY_EXECUTORS = 500;

/**
 * The run with those stages and plans read in depth, as far as the allowance of requests goes: the first stage, the first
 * plan, then the rest. Never throws a known failure: what could not be had stands in `notRead`.
 */
export async function readDetails(
  place: Place,
  run: ApplicationRun,
  wanted: WantedDetails,
  context: ReadContext,
): Promise<ApplicationRun> {
  const readAll = async (): Promise<ApplicationRun> => {
    const notes = [...run.notRead];
    const allowance = { left: requestsLeft(context) };
    const [firstPlan, ...otherPlans] = wanted.plans;
    const [firstStage, ...otherStages] = wanted.stages;
    const stagePart = (stage: WantedStage | undefined) =>
      stage === undefined ? null : planStage(place, run, stage, allowance, notes, context);
    const planPart = (id: number | undefined) =>
      id === undefined ? null : planPlan(place, id, allowance, notes, context);
    // In the order in which they may ask.
    const first = stagePart(firstStage);
    const plan = planPart(firstPlan);
    const readers = [first, ...otherStages.map(stagePart)].filter((reader) => reader !== null);
    const planReaders = [plan, ...otherPlans.map(planPart)].filter((reader) => reader !== null);
    const large = run.executors.length > MANY_EXECUTORS;
    const [read, plans] = await Promise.all([
      large ? oneByOne(readers) : Promise.all(readers.map((reader) => reader())),
      Promise.all(planReaders.map((reader) => reader())),
    ]);
    const planOf = new Map(plans.map((one) => [one.id, one.plan]));
    return {
      ...run,
      stageDetails: [...run.stageDetails.filter((old) => !read.some((one) => sameStage(old, one))), ...read],
      sqlExecutions:
        run.sqlExecutions?.map((one) => (planOf.has(one.id) ? { ...one, plan: planOf.get(one.id) ?? null } : one)) ??
        null,
      notRead: notes,
    };
  };
  const { server } = place;
  return withProgress(context, 'reading', server.name, () => inTurn(server.turns, context, readAll));
}

function sameStage(a: StageDetail, b: StageDetail): boolean {
  return a.stageId === b.stageId && a.attemptId === b.attemptId;
}

async function oneByOne<T>(readers: (() => Promise<T>)[]): Promise<T[]> {
  const read: T[] = [];
  for (const reader of readers) read.push(await reader());
  return read;
}

function planPlan(
  place: Place,
  id: number,
  allowance: Allowance,
  notes: NotRead[],
  context: ReadContext,
): () => Promise<{ id: number; plan: SqlPlan | null }> {
  const where: Where = { part: 'sql-plan' };
  if (!take(allowance)) {
    addNote(notes, where, 'over-request-budget', null);
    return () => Promise.resolve({ id, plan: null });
  }
  return async () => {
    const part = await readPart(place, CALLS.sqlExecution(place.application, id), where, notes, context);
    if (!('body' in part)) return { id, plan: null };
    const answer = readShape(planShape, part.body, where, notes);
    return { id, plan: answer === null ? null : collectPlan(answer) };
  };
}
