import type { ApplicationRun, Stage } from './application-run.ts';
import { plannedStage } from './operation.ts';
import type { PlanPiece } from './plan-pieces.ts';

/** Which stages filled a stage's shuffle read, directly and back to the scans. */
export interface Feeding {
  /** `null`: could not be told (five-checks.md §2: by the plan, else by order and equal records). */
  direct: Stage[] | null;
  /** Every stage below that read from outside (files, tables, caches); `null` when a link is missing. */
  scans: Stage[] | null;
  source: 'plan' | 'records' | 'none-needed';
}

export function feedingStages(run: ApplicationRun, stage: Stage): Feeding {
  if ((stage.shuffleReadRecords ?? 0) === 0 && (stage.shuffleReadBytes ?? 0) === 0) {
    return { direct: [], scans: [], source: 'none-needed' };
  }
  const planned = plannedStage(run, stage);
  if (planned !== null) {
    const direct = planned.piece.fedBy.map((p) => stageOf(run, p));
    const below = everyPieceBelow(planned.piece).map((p) => stageOf(run, p));
    if (direct.length > 0 && [...direct, ...below].every((s) => s !== null)) {
      const scans = (below as Stage[]).filter(readsFromOutside);
      return { direct: direct as Stage[], scans: unique(scans), source: 'plan' };
    }
  }
  const direct = byRecords(run, stage);
  return { direct, scans: direct === null ? null : scansBelow(run, direct), source: 'records' };
}

function stageOf(run: ApplicationRun, piece: PlanPiece): Stage | null {
  const { stage } = piece;
  if (stage === null) return null;
  const attempts = run.stages.filter((s) => s.stageId === stage.stageId && s.status !== 'skipped');
  return attempts.find((s) => s.attemptId === stage.attemptId) ?? attempts[0] ?? null;
}

function everyPieceBelow(piece: PlanPiece): PlanPiece[] {
  return piece.fedBy.flatMap((p) => [p, ...everyPieceBelow(p)]);
}

function readsFromOutside(stage: Stage): boolean {
  return (stage.inputRecords ?? 0) > 0 || (stage.inputBytes ?? 0) > 0 || (stage.shuffleReadRecords ?? 0) === 0;
}

function unique(stages: Stage[]): Stage[] {
  return [...new Map(stages.map((s) => [`${s.stageId}.${s.attemptId}`, s])).values()];
}

/**
 * The two sides of one boundary agree in records (and nearly in bytes): one earlier stage that wrote what this one read,
 * or the earlier stages of the same query which together did. `null` when nothing, or more than one thing, fits.
 */
function byRecords(run: ApplicationRun, stage: Stage): Stage[] | null {
  const read = stage.shuffleReadRecords;
  if (read === null || read === 0) return null;
  const jobs = run.jobs.filter((j) => j.stageIds.includes(stage.stageId));
  const query = (run.sqlExecutions ?? []).find((q) => jobs.some((j) => q.jobIds.includes(j.jobId)));
  const ofQuery = new Set(query?.jobIds);
  const around = query === undefined ? jobs : run.jobs.filter((j) => ofQuery.has(j.jobId));
  const ids = new Set(around.flatMap((j) => j.stageIds));
  const related = run.stages.filter((s) => ids.has(s.stageId));
  const earlier = (stages: Stage[]) =>
    stages.filter(
      (s) =>
        s.stageId < stage.stageId &&
        s.attemptId === 0 &&
        s.status !== 'skipped' &&
        s.status !== 'pending' &&
        (s.shuffleWriteRecords ?? 0) > 0,
    );
  const near = earlier(related);
  const finished = stage.status === 'complete' && stage.attemptId === 0;
  if (!finished) return near.length === 1 ? near : null;
  const alone = near.filter((s) => s.shuffleWriteRecords === read);
  if (alone.length === 1) return alone;
  if (near.length > 0 && near.reduce((sum, s) => sum + (s.shuffleWriteRecords ?? 0), 0) === read) return near;
  const elsewhere = earlier(run.stages).filter((s) => s.shuffleWriteRecords === read);
  return elsewhere.length === 1 ? elsewhere : null;
}

/** This many stages are followed back; a longer chain is said to be unknown. Judgement. */
const MAX_LINKS = 40;

function scansBelow(run: ApplicationRun, feeding: Stage[]): Stage[] | null {
  const scans: Stage[] = [];
  const open = [...feeding];
  const seen = new Set(feeding);
  for (let stage = open.pop(); stage !== undefined; stage = open.pop()) {
    const read = stage.shuffleReadRecords ?? stage.shuffleReadBytes;
    if (read === null) return null;
    if (read === 0 || (stage.inputRecords ?? 0) > 0) scans.push(stage);
    if (read === 0) continue;
    const direct = seen.size > MAX_LINKS + feeding.length ? null : byRecords(run, stage);
    if (direct === null) return null;
    for (const below of direct.filter((s) => !seen.has(s))) {
      seen.add(below);
      open.push(below);
    }
  }
  return unique(scans).sort((a, b) => a.stageId - b.stageId);
}
