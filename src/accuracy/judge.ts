import type { Answer } from '../narration/answer.ts';
import type { Label } from './label.ts';

export type Judgement = 'right' | 'acceptable' | 'could-not-tell' | 'wrong' | 'crashed';

export interface Judged {
  label: Label;
  answer: Answer | null;
  /** Why there is no answer. */
  failure: string | null;
  judgement: Judgement;
  /** A healthy run that was given a cause. */
  falseAlarm: boolean;
  /** Claims of the label's `never` that the answer makes. */
  neverMade: string[];
  /** Checks whose outcome the label does not accept: `skew: watch`. */
  offOutcomes: string[];
  /** The cause was put on a stage, and the label does not accept that stage. */
  offStage: boolean;
  /** The first change is none of those that the label accepts. */
  offLever: boolean;
}

/** Holds one answer against its label. */
export function judge(label: Label, answer: Answer | null, failure: string | null): Judged {
  const kind = answer?.cause?.kind ?? null;
  const wanted = label.cause?.kind ?? null;
  const couldNotTell = kind === null && (answer?.checks.some((c) => c.outcome === 'could-not-tell') ?? false);
  return {
    label,
    answer,
    failure,
    judgement: answer === null ? 'crashed' : judgementOf(label, kind, wanted, couldNotTell),
    falseAlarm: answer !== null && wanted === null && kind !== null && !label.acceptable.includes(kind),
    neverMade: answer === null ? [] : label.never.filter((claim) => claims(answer).has(claimWord(claim))),
    offOutcomes: (answer?.checks ?? [])
      .filter((c) => label.outcomes[c.check] !== undefined && !label.outcomes[c.check]?.includes(c.outcome))
      .map((c) => `${c.check}: ${c.outcome}`),
    offStage:
      answer?.cause?.stage != null &&
      label.acceptableStages.length > 0 &&
      !label.acceptableStages.includes(answer.cause.stage.stageId),
    offLever: answer !== null && label.lever.length > 0 && !label.lever.includes(answer.lever?.kind ?? 'none'),
  };
}

function judgementOf(label: Label, kind: string | null, wanted: string | null, couldNotTell: boolean): Judgement {
  if (kind === wanted) return 'right';
  if (kind !== null) return label.acceptable.includes(kind) ? 'acceptable' : 'wrong';
  if (label.acceptable.includes('healthy') || label.acceptable.includes('could-not-tell')) return 'acceptable';
  return couldNotTell ? 'could-not-tell' : 'wrong';
}

/** Everything the answer claims as a cause, a finding or a change to make. */
function claims(answer: Answer): Set<string> {
  const made = answer.checks.filter((c) => c.outcome === 'failing').map((c) => c.kind);
  return new Set([answer.cause?.kind, answer.lever?.kind, ...made].filter((claim) => claim != null));
}

/** Labels say some claims in plain words; each stands for the lever or kind that would make it. */
const PLAIN_WORDS: Record<string, string> = {
  'add memory': 'more-heap',
  'more memory': 'more-heap',
  'bigger cluster': 'more-executors-sooner',
  'more executors': 'more-executors-sooner',
  'more partitions': 'more-shuffle-partitions',
  'more shuffle partitions': 'more-shuffle-partitions',
  'more-shuffle-partitions fixes it': 'more-shuffle-partitions',
  'smaller input splits': 'smaller-input-splits',
  salt: 'salt-or-isolate-key',
  unpersist: 'unpersist-cache',
  spill: 'spill-partitions',
};

function claimWord(claim: string): string {
  return PLAIN_WORDS[claim] ?? claim;
}
