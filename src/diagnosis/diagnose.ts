import type { ApplicationRun, NotRead, Stage } from './application-run.ts';
import { examineSlowStage, STAGE_CHECKS, type AnyVerdict, type FiveVerdicts } from './checks/index.ts';
import { leverFor } from './levers.ts';
import { viewStage, type StageView } from './stage-view.ts';
import { supportingReadings } from './supporting/beside.ts';
import type { SupportingReading } from './supporting/supporting-reading.ts';
import { surroundingsOf, type Surroundings } from './surroundings.ts';
import { tieSymptoms, withoutStage, type FiveTold } from './symptoms.ts';
import { lastSignOfLife, runningTime } from './time.ts';
import { accountForTime, type TimeAccount } from './time-account.ts';
import { findInUnit, type UnitFinding } from './unit-findings.ts';
import { multipliedUpstream } from './upstream.ts';
import { chooseUnit, isStreaming, type UnitChoice, type UnitOfWork } from './unit.ts';
import type { CheckName, Kind, Lever } from './vocabulary.ts';

export type ApplicationState = 'running' | 'completed' | 'failed' | 'incomplete';

export interface Cause {
  check: CheckName;
  kind: Kind;
  stage: { stageId: number; attemptId: number } | null;
  atStakeMs: number | null;
  /** Of the unit. */
  share: number | null;
}

/** A failing finding of another stage that the cause does not explain: told after it, with its own stake. */
export interface OtherFinding extends Cause {
  verdict: AnyVerdict;
  view: StageView | null;
  lever: Lever;
}

export interface Diagnosis {
  run: ApplicationRun;
  /** What the asker narrowed it to; empty: nothing. */
  asked: UnitChoice;
  state: ApplicationState;
  unit: UnitOfWork | null;
  time: TimeAccount | null;
  surroundings: Surroundings;
  streaming: boolean;
  /** The stage that checks 2–5 opened; `null` when there is none. */
  view: StageView | null;
  /** False where no stage is at fault (a driver gap): the stage above was read all the same. */
  stageIsTarget: boolean;
  /** `null` only where no time of any kind is known. */
  checks: FiveTold | null;
  /** For each check in order the numbers that may be told beside its verdict's readings. */
  supporting: SupportingReading[][];
  cause: Cause | null;
  causeVerdict: AnyVerdict | null;
  lever: Lever;
  others: OtherFinding[];
  notRead: NotRead[];
}

interface Candidate {
  view: StageView;
  five: FiveVerdicts;
  cause: AnyVerdict | null;
}

/** Runs the five checks on every stage that was read and names the one cause, or none. Pure: the run is all it knows. */
export function diagnose(run: ApplicationRun, asked: UnitChoice = {}): Diagnosis {
  const unit = chooseUnit(run, asked);
  const base = {
    run,
    asked,
    state: stateOf(run),
    surroundings: surroundingsOf(run, unit),
    streaming: isStreaming(run),
    notRead: run.notRead,
  };
  if (unit === null) {
    return {
      ...base,
      unit,
      time: null,
      view: null,
      stageIsTarget: false,
      checks: null,
      supporting: supportingReadings(null, null, base.surroundings),
      cause: null,
      causeVerdict: null,
      lever: 'none',
      others: [],
    };
  }
  const time = accountForTime(run, unit);
  const finding = findInUnit(run, unit, time);
  const candidates = withUpstream(
    stagesInDepth(run, unit).map((stage) => examine(viewStage(run, unit, stage), time)),
    (view) => examine(view, time),
  );
  const target = chooseTarget(run, candidates, finding, asked);
  const unitCause = unitWins(finding, target) ? finding : null;
  const slow = examineSlowStage(target?.view ?? null, unit, time, unitCause, run);
  const five: FiveVerdicts | null =
    target === null ? null : [slow, target.five[1], target.five[2], target.five[3], target.five[4]];
  const causeVerdict: AnyVerdict | null =
    unitCause !== null ? slow : five === null ? null : (five.find(isCause) ?? null);
  const checks = five === null ? null : tieSymptoms(five, causeVerdict);
  const told = checks ?? withoutStage(slow, stageListRead(run));
  const view = target?.view ?? null;
  const stageIsTarget = view !== null && !(unitCause?.kind === 'driver-gap');
  const cause = causeVerdict === null ? null : asCause(causeVerdict, stageIsTarget ? view : null, unit);
  return {
    ...base,
    unit,
    time,
    view,
    stageIsTarget,
    checks: told,
    supporting: supportingReadings(told, view, base.surroundings),
    cause,
    causeVerdict,
    lever: causeVerdict === null ? 'none' : leverFor(causeVerdict, view),
    others: otherFindings(candidates, target, checks, causeVerdict, unit),
    notRead: run.notRead,
  };
}

/** False where the server's list of stages could not be had: an empty list then says nothing about the application. */
export function stageListRead(run: ApplicationRun): boolean {
  return !run.notRead.some((n) => n.part === 'stages' && n.stageId === null && n.what === null);
}

function isCause(verdict: AnyVerdict): boolean {
  return verdict.outcome === 'failing' && verdict.kind !== null;
}

/** Failed: the job that was submitted last failed. Whether an unfinished one still runs, a history server can not say. */
export function stateOf(run: ApplicationRun): ApplicationState {
  const { application } = run;
  if (!application.completed) {
    const newest = application.attemptIds[0];
    return newest !== undefined && application.attemptId !== null && newest !== application.attemptId
      ? 'incomplete'
      : 'running';
  }
  const last = [...run.jobs].sort((a, b) => (b.submittedAt ?? 0) - (a.submittedAt ?? 0) || b.jobId - a.jobId)[0];
  return last?.status === 'failed' ? 'failed' : 'completed';
}

/** The stages that were read in depth; none of them, and the longest that ran, where no detail could be had. */
function stagesInDepth(run: ApplicationRun, unit: UnitOfWork): Stage[] {
  const read = unit.stages.filter((s) =>
    run.stageDetails.some((d) => d.stageId === s.stageId && d.attemptId === s.attemptId),
  );
  if (read.length > 0) return read;
  const longest = [...unit.stages].sort((a, b) => wallOf(run, b) - wallOf(run, a))[0];
  return longest === undefined ? [] : [longest];
}

function wallOf(run: ApplicationRun, stage: Stage): number {
  const interval = runningTime(stage, lastSignOfLife(run));
  return interval === null ? 0 : interval.to - interval.from;
}

function examine(view: StageView, time: TimeAccount): Candidate {
  const [shuffle, skew, gc, spill] = STAGE_CHECKS;
  const slow = examineSlowStage(view, view.unit, time, null, view.run);
  const five: FiveVerdicts = [slow, shuffle(view), skew(view), gc(view), spill(view)];
  return { view, five, cause: five.find(isCause) ?? null };
}

/** Credits the stage that multiplied rows with what the stages after it take too long, and those with nothing of it. */
function withUpstream(candidates: Candidate[], examineToo: (view: StageView) => Candidate): Candidate[] {
  let told = candidates;
  for (const { source, shuffle, inflated } of multipliedUpstream(candidates, examineToo)) {
    const [slow, , skew, gc, spill] = source.five;
    const five: FiveVerdicts = [slow, shuffle, skew, gc, spill];
    told = [
      { view: source.view, five, cause: five.find(isCause) ?? null },
      ...told
        .filter((c) => c.view.stage !== source.view.stage)
        .map((c) => (inflated.includes(c) && c.cause !== null && isInflation(c.cause) ? { ...c, cause: null } : c)),
    ];
  }
  return told;
}

/** Findings that more rows than there should be bring about by themselves. */
function isInflation({ kind }: AnyVerdict): boolean {
  return (
    kind === 'excess-shuffle' ||
    kind === 'spill-partitions' ||
    kind === 'spill-memory' ||
    kind === 'gc-large-tasks' ||
    kind === 'gc-churn'
  );
}

/**
 * The stage whose failing finding can give back most wall-clock (traps.md 4); the asked stage and the failed or retried
 * one before that, and the longest when nothing fails.
 */
function chooseTarget(
  run: ApplicationRun,
  candidates: Candidate[],
  finding: UnitFinding | null,
  asked: UnitChoice,
): Candidate | null {
  const longestFirst = [...candidates].sort((a, b) => wallOf(run, b.view.stage) - wallOf(run, a.view.stage));
  const named = asked.stage;
  const wanted =
    named !== undefined
      ? longestFirst.find(
          (c) =>
            c.view.stage.stageId === named.stageId &&
            (named.attemptId ?? c.view.stage.attemptId) === c.view.stage.attemptId,
        )
      : finding?.kind === 'failed'
        ? longestFirst.find((c) => c.view.stage.stageId === finding.stageId)
        : undefined;
  if (wanted !== undefined) return wanted;
  const failing = longestFirst
    .filter((c) => c.cause !== null)
    .sort((a, b) => (b.cause?.atStakeMs ?? 0) - (a.cause?.atStakeMs ?? 0));
  const best = failing[0];
  if (best !== undefined && !unitWins(finding, best)) return best;
  if (finding?.kind === 'retried-stage') {
    const again = longestFirst.find((c) => finding.stages.some((s) => s.stageId === c.view.stage.stageId));
    if (again !== undefined) return again;
  }
  return longestFirst[0] ?? null;
}

/** A failure comes before everything; "spread" only when no stage has a finding of its own; else the larger stake. */
function unitWins(finding: UnitFinding | null, target: Candidate | null): boolean {
  if (finding === null) return false;
  if (finding.kind === 'failed' || target === null || target.cause === null) return true;
  if (finding.kind === 'spread') return false;
  return finding.atStakeMs >= (target.cause.atStakeMs ?? 0);
}

function asCause(verdict: AnyVerdict, view: StageView | null, unit: UnitOfWork): Cause | null {
  if (verdict.kind === null) return null;
  return {
    check: verdict.check,
    kind: verdict.kind,
    stage: view === null ? null : { stageId: view.stage.stageId, attemptId: view.stage.attemptId },
    atStakeMs: verdict.atStakeMs,
    share: verdict.atStakeMs === null || unit.durationMs <= 0 ? null : Math.min(1, verdict.atStakeMs / unit.durationMs),
  };
}

/**
 * Failing findings that the cause does not explain: of the target's own later checks and of other stages. Costlier first;
 * the same finding seen from another stage (a plan's, a heap's, a machine's, or the multiplied rows arriving) is not told twice.
 */
function otherFindings(
  candidates: Candidate[],
  target: Candidate | null,
  told: FiveTold | null,
  causeVerdict: AnyVerdict | null,
  unit: UnitOfWork,
): OtherFinding[] {
  const here = (target?.five ?? [])
    .filter((v, i) => i > 0 && isCause(v) && told?.[i]?.symptomOf === null && v.check !== causeVerdict?.check)
    .map((verdict) => ({ verdict, view: target?.view ?? null }));
  const elsewhere = candidates
    .filter((c) => c !== target && c.cause !== null && !isEcho(c.cause, causeVerdict))
    .map((c) => ({ verdict: c.cause as AnyVerdict, view: c.view }));
  return [...here, ...elsewhere]
    .flatMap(({ verdict, view }) => {
      const cause = asCause(verdict, view, unit);
      return cause === null ? [] : [{ ...cause, verdict, view, lever: leverFor(verdict, view) }];
    })
    .sort((a, b) => (b.atStakeMs ?? 0) - (a.atStakeMs ?? 0))
    .filter((one, i, all) => all.findIndex((o) => sameFinding(o, one)) === i);
}

/** Two attempts of one stage have one fault. */
function sameFinding(a: OtherFinding, b: OtherFinding): boolean {
  return a.kind === b.kind && a.stage !== null && a.stage.stageId === b.stage?.stageId;
}

function isEcho(verdict: AnyVerdict, cause: AnyVerdict | null): boolean {
  if (cause === null) return false;
  if (verdict.check === 'skew' && cause.check === 'skew') {
    const machine = verdict.facts.slow?.slowMachine?.executorId;
    return (
      verdict.kind === 'slow-node' && machine !== undefined && machine === cause.facts.slow?.slowMachine?.executorId
    );
  }
  if (verdict.check === 'shuffle-volume' && verdict.kind === 'excess-shuffle') return cause.check === 'shuffle-volume';
  return verdict.check !== 'skew' && verdict.kind === cause.kind;
}
