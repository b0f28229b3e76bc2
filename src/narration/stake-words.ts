import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { FiveTold } from '../diagnosis/symptoms.ts';
import { limitOf } from './compared.ts';
import type { Paragraph } from './narration.ts';
import { say } from './say.ts';
import { isWorthSaying, standingOf } from './standing.ts';
import { duration, percent } from './units.ts';

/**
 * What a finding could give back and, in one clause, how the check counts it (five-checks.md §0), so that a reader
 * can judge the figure; `null` where nothing fails or too little is at stake to name it.
 */
export function stakeSentence(diagnosis: Pick<Diagnosis, 'cause'>, told: FiveTold[number]): Paragraph | null {
  const standing = standingOf(diagnosis, told);
  if ((standing !== 'cause' && standing !== 'independent') || !isWorthSaying(told.atStakeMs)) return null;
  const source = sourceOf(told);
  return source === null ? null : say`Up to ${duration(told.atStakeMs)} could be won: ${source}.`;
}

function sourceOf(told: FiveTold[number]): string | null {
  switch (told.check) {
    case 'slow-stage':
      return ofSlowStage(told);
    case 'shuffle-volume':
      return ofShuffle(told);
    case 'skew':
      return ofSkew(told);
    case 'gc':
      return ofGc(told);
    case 'spill':
      return told.facts?.partitionBytes == null
        ? 'half of the stage’s time, for what its tasks read is not known'
        : 'the stage’s time, times the spilled share of all it read and spilled';
  }
}

/** The findings about the whole unit name their time themselves. */
function ofSlowStage({ kind }: FiveTold[0]): string | null {
  if (kind === 'too-few-tasks') return 'the stage’s time, times the share of the slots that had no task of it';
  return kind === 'tiny-tasks' ? 'the stage’s time, times the share of it that was no work' : null;
}

function ofShuffle({ facts }: FiveTold[1]): string {
  switch (facts?.excess?.kind) {
    case 'rows-multiplied-explode':
    case 'rows-multiplied-join':
      return 'the time of the stages that handle these rows, times the share of them that was added';
    case 'missed-broadcast':
      return 'the stage’s time, times the large side’s share of the bytes';
    case 'repeated-exchange':
      return 'the stage’s time, times the share of the shuffles that repeat the first';
    case 'combine-not-happening':
      return 'the stage’s time, times the share of its records that a combine would leave out';
    case undefined:
      return 'the stage’s time, times the share of the records that was added';
  }
}

function ofSkew({ facts }: FiveTold[2]): string {
  const tasks = facts?.slow?.tasks.length ?? 0;
  if (tasks === 0) return 'what the slowest task took beyond three quarters of the others';
  return `the time that the slow ${tasks === 1 ? 'task' : 'tasks'} ran beyond the pace of the others and that no other work filled`;
}

function ofGc({ facts, readings }: FiveTold[3]): string {
  return facts?.stageShare == null
    ? 'the stage’s time, times the share that its executors spent in GC'
    : `${percent(facts.stageShare, limitOf(readings, 'stage-gc-share'))} of the stage’s time`;
}
