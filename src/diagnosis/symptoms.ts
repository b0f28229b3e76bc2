import type {
  AnyVerdict,
  FiveVerdicts,
  GcVerdict,
  ShuffleVerdict,
  SkewVerdict,
  SlowStageVerdict,
  SpillVerdict,
} from './checks/index.ts';
import type { CheckName, Outcome } from './vocabulary.ts';

/** A verdict and what it is a symptom of; without facts where there was no stage to open. */
export type Told<V extends AnyVerdict> = Omit<V, 'facts'> & { facts: V['facts'] | null; symptomOf: CheckName | null };
export type FiveTold = [
  Told<SlowStageVerdict>,
  Told<ShuffleVerdict>,
  Told<SkewVerdict>,
  Told<GcVerdict>,
  Told<SpillVerdict>,
];

/** Ties later findings to the cause, only where they share tasks, executors or the stage-wide shape (five-checks.md §0). */
export function tieSymptoms(five: FiveVerdicts, cause: AnyVerdict | null): FiveTold {
  const [slow, shuffle, skew, gc, spill] = five;
  const told = (verdict: AnyVerdict, tied: boolean): { outcome: Outcome; symptomOf: CheckName | null } => {
    const symptomOf = cause !== null && cause !== verdict && tied ? cause.check : null;
    // A red executor or a spill that belongs to the cause is a finding of its check, told as the cause's shadow.
    return { outcome: symptomOf !== null ? 'failing' : verdict.outcome, symptomOf };
  };
  return [
    { ...slow, ...told(slow, false) },
    { ...shuffle, ...told(shuffle, false) },
    { ...skew, ...told(skew, false) },
    { ...gc, ...told(gc, gcTied(gc, cause, skew)) },
    { ...spill, ...told(spill, spillTied(spill, cause, skew)) },
  ];
}

/**
 * For an application without a stage to open: check 1 is all there is. Where the list of stages could not be had, nobody
 * knows that there was none: the others could not tell.
 */
export function withoutStage(slow: SlowStageVerdict, listRead: boolean): FiveTold {
  const outcome: Outcome = listRead ? 'not-applicable' : 'could-not-tell';
  const empty = {
    outcome,
    kind: null,
    atStakeMs: null,
    facts: null,
    readings: [],
    culprits: [],
    missing: [listRead ? ('no-stage' as const) : ('stage-list' as const)],
    symptomOf: null,
  };
  return [
    { ...slow, symptomOf: null },
    { ...empty, check: 'shuffle-volume' },
    { ...empty, check: 'skew' },
    { ...empty, check: 'gc' },
    { ...empty, check: 'spill' },
  ];
}

function gcTied(gc: GcVerdict, cause: AnyVerdict | null, skew: SkewVerdict): boolean {
  if (cause === null) return false;
  if (gc.facts.pattern === 'some-red' && cause.check === 'skew') {
    const hot = new Set((skew.facts.slow?.tasks ?? []).map((t) => t.executorId));
    const red = gc.facts.executors.filter((e) => e.red);
    return red.length > 0 && red.every((e) => hot.has(e.executorId));
  }
  return gc.facts.pattern === 'all-red' && gc.kind !== 'gc-cache' && inflatesEveryTask(cause);
}

function spillTied(spill: SpillVerdict, cause: AnyVerdict | null, skew: SkewVerdict): boolean {
  if (cause === null || spill.facts.pattern === 'none' || spill.facts.pattern === 'unknown') return false;
  if (spill.facts.pattern === 'few-tasks') {
    const hot = new Set((skew.facts.slow?.tasks ?? []).map((t) => t.index));
    return (
      cause.check === 'skew' &&
      spill.facts.spillingTasks.length > 0 &&
      spill.facts.spillingTasks.every((t) => hot.has(t.index))
    );
  }
  return inflatesEveryTask(cause) || (cause.check === 'gc' && cause.kind === 'gc-large-tasks');
}

/** Causes that make every task of the stage hold more. */
function inflatesEveryTask(cause: AnyVerdict): boolean {
  return (
    cause.kind === 'rows-multiplied-explode' ||
    cause.kind === 'rows-multiplied-join' ||
    cause.kind === 'combine-not-happening' ||
    cause.kind === 'excess-shuffle' ||
    cause.kind === 'too-few-tasks'
  );
}
