import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { soFar, tookWords } from './account.ts';
import { causeWords } from './causes.ts';
import { healthySpoken } from './healthy.ts';
import { firstChange, shortChange } from './levers.ts';
import { unitName, unitNoun } from './names.ts';
import { stageWork } from './stage-work.ts';
import { capital, plain, say } from './say.ts';
import { percent, spokenDuration } from './units.ts';

/**
 * At most six sentences, as a person would say them out loud (five-checks.md, "Telling it"): where the time is, which
 * stage, what was read, what it was held against, what it means and the next step, what a re-run should show.
 */
export function spokenSentences(diagnosis: Diagnosis): string[] {
  const { unit, time } = diagnosis;
  if (unit === null || time === null) return ['The server gives no times for this application, so I can not tell.'];
  const where = plain(say`${capital(plain(unitName(unit)))} ${tookWords(diagnosis, spokenDuration(unit.durationMs))}.`);
  const words = causeWords(diagnosis)?.spoken ?? healthySpoken(diagnosis);
  if (words === null) return [where, 'It ran no job, so there is nothing to be slow.'];
  return [where, stageSentence(diagnosis), words.read, words.compared, words.meaning, rerun(diagnosis)].filter(
    (s) => s !== null,
  );
}

function stageSentence(diagnosis: Diagnosis): string | null {
  const { view, unit, stageIsTarget, time } = diagnosis;
  const { causeVerdict } = diagnosis;
  const inUnit = causeVerdict?.check === 'slow-stage' && causeVerdict.facts.unitFinding !== null;
  if (view === null || view.wallMs === null || view.share === null || !stageIsTarget || inUnit) {
    return time === null
      ? null
      : `Tasks were running for ${percent(time.tasksRunningMs / Math.max(1, time.totalMs))} of it.`;
  }
  const work = stageWork(view);
  const named = work === null ? `Stage ${view.stage.stageId}` : `Stage ${view.stage.stageId}, ${plain(work)},`;
  return `${named} ${view.stage.status === 'active' ? 'is' : 'was'} ${percent(view.share)} of the ${unitNoun(unit)}${soFar(diagnosis)}.`;
}

/** The first change, and what the same readings should be after it. */
function rerun(diagnosis: Diagnosis): string | null {
  const words = causeWords(diagnosis)?.spoken ?? null;
  if (words === null) return null;
  return firstChange(diagnosis) === null
    ? `Once that is answered and changed, a re-run should show ${words.rerun}.`
    : `First I would ${shortChange(diagnosis.lever, diagnosis.view)}; a re-run should then show ${words.rerun}.`;
}
