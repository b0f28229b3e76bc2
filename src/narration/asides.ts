import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { StageView } from '../diagnosis/stage-view.ts';
import type { FiveTold } from '../diagnosis/symptoms.ts';
import type { Paragraph } from './narration.ts';
import { say, spark } from './say.ts';
import { counted, duration } from './units.ts';

/** Things seen on the way that are normal, or that a reader will ask about. */
export function asides({ run, view }: Diagnosis, facts: NonNullable<FiveTold[0]['facts']>): Paragraph[] {
  const said: Paragraph[] = [];
  if (facts.skippedCount > 0) {
    const one = facts.skippedCount === 1;
    const listed = `${counted(facts.skippedCount, 'stage')} ${one ? 'is' : 'are'} listed as skipped`;
    // Spark also lists as skipped what a failed job never came to: its output was not there.
    said.push(
      facts.failedJobs > 0
        ? say`${listed}: ${one ? 'it' : 'they'} never ran.`
        : say`${listed}: ${one ? 'its' : 'their'} output was already there, which is normal and cost nothing.`,
    );
  }
  if (view !== null && joinedPartitions(view))
    said.push(
      say`Adaptive execution joined small partitions into its ${counted(view.stage.taskCount, 'task')}, which is normal too.`,
    );
  if (facts.retriedStages > 0 && facts.unitFinding?.kind !== 'retried-stage')
    said.push(say`${counted(facts.retriedStages, 'stage')} ran more than once after a failure.`);
  if (facts.failedJobs > 0 && facts.unitFinding?.kind !== 'failed')
    said.push(say`${counted(facts.failedJobs, 'job')} failed on the way, and the application went on.`);
  if (run.notRead.some((n) => n.part === 'stages' && n.reason === 'not-kept-by-server'))
    said.push(say`The server no longer keeps all stages, so a part of that time has no stage to show for it.`);
  const { insteadOf, name } = run.server;
  if (insteadOf !== undefined)
    said.push(say`${spark(insteadOf)} no longer answered for it, so I read ${spark(name)} instead.`);
  return said;
}

/** True when the plan says that the tasks of the stage are partitions which adaptive execution put together. */
function joinedPartitions({ planned, stage }: StageView): boolean {
  return (planned?.piece.nodes ?? [])
    .filter((n) => /AQEShuffleRead|CustomShuffleReader/.test(n.name) && (n.kind ?? '').includes('coalesced'))
    .some((n) => n.metrics.some((m) => m.name === 'number of partitions' && m.total === stage.taskCount));
}

/** An unfinished application that has not moved for long may have died without a word. Judgement. */
const LONG_SILENCE_MS = 10 * 60_000;

/** Said of an application that has no end, where it has not moved for long. */
export function silence({ state, surroundings, run }: Diagnosis): Paragraph[] {
  const { silentMs } = surroundings;
  if (state === 'incomplete') return [say`This attempt has no end in its log, and a later one followed it.`];
  if (state !== 'running' || silentMs === null || silentMs < LONG_SILENCE_MS || run.server.kind === 'live-ui')
    return [];
  return [
    say`Its log shows no end, and the last sign of life was ${duration(silentMs)} before I read it: it may have died without a word.`,
  ];
}
