import type { ApplicationRun, Stage } from './application-run.ts';
import { peakSlots, slotsOverTime } from './slots.ts';
import { lastSignOfLife, runningTime } from './time.ts';

/** A stage that began on a fraction of the slots that later did most of its work. */
export interface ShortStage {
  stage: Stage;
  /** Slots at its first task, and the most there were while it ran. */
  slots: number;
  peak: number;
  /** First task → (nearly) all slots there. */
  untilMs: number;
  /** Of that, what the missing slots would have taken over. */
  lostMs: number;
}

/** From this share of the peak on, the slots count as all there. Judgement. */
const ALL_THERE = 0.9;
/** Executors that came later must have run this share of the tasks: else there was no work left for them. Judgement. */
const LATE_SHARE = 0.5;

/** The stage that lost most time for want of executors (answer.md §1: "or too few"); `null` when none did, or nobody can tell. */
export function shortestOfExecutors(run: ApplicationRun, stages: Stage[]): ShortStage | null {
  const now = lastSignOfLife(run);
  // Which executors ran a stage's tasks is known of the few that were read in depth.
  const read = new Set(run.stageDetails.map((d) => `${d.stageId}.${d.attemptId}`));
  const found = stages.flatMap((stage) => {
    const short = read.has(`${stage.stageId}.${stage.attemptId}`) ? shortOf(run, stage, now) : null;
    return short === null ? [] : [short];
  });
  return found.sort((a, b) => b.lostMs - a.lostMs || a.stage.stageId - b.stage.stageId)[0] ?? null;
}

function shortOf(run: ApplicationRun, stage: Stage, now: number | null): ShortStage | null {
  const interval = runningTime(stage, now);
  const peak = peakSlots(run, interval);
  if (interval === null || peak === null || stage.taskCount < peak || !mostOnLateOnes(run, stage, interval.from))
    return null;
  const steps = slotsOverTime(run, interval);
  const reached = steps.findIndex((s) => s.slots >= ALL_THERE * peak);
  const until = steps[reached]?.at ?? interval.to;
  const lostMs = steps
    .slice(0, reached)
    .reduce((sum, s, i) => sum + ((steps[i + 1]?.at ?? until) - s.at) * (1 - s.slots / peak), 0);
  return lostMs <= 0 ? null : { stage, slots: steps[0]?.slots ?? 0, peak, untilMs: until - interval.from, lostMs };
}

function mostOnLateOnes(run: ApplicationRun, stage: Stage, from: number): boolean {
  const detail = run.stageDetails.find((d) => d.stageId === stage.stageId && d.attemptId === stage.attemptId);
  const late = new Set(run.executors.filter((e) => e.addedAt !== null && e.addedAt > from).map((e) => e.id));
  const tasks = (detail?.perExecutor ?? []).map((e) => ({
    late: late.has(e.executorId),
    count: e.succeededTasks ?? 0,
  }));
  const all = tasks.reduce((sum, t) => sum + t.count, 0);
  const onLate = tasks.filter((t) => t.late).reduce((sum, t) => sum + t.count, 0);
  return all > 0 && onLate >= LATE_SHARE * all;
}
