import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { notReadWords } from './missing.ts';
import { keyOr } from './names.ts';
import type { Paragraph } from './narration.ts';
import { enumerated, joined, plain, say } from './say.ts';

/** What was not seen, as noun phrases: "the code", "which value of `title_id` is hot (no Spark metric holds it)". */
function notSeen(diagnosis: Diagnosis): Paragraph[] {
  const { cause, causeVerdict, checks, view, run, state, unit } = diagnosis;
  const phrases: Paragraph[] = [say`the code`];
  if (cause?.kind === 'data-skew' && causeVerdict?.check === 'skew') {
    phrases.push(say`which value of ${keyOr(causeVerdict.facts.keys, 'the key')} is hot (no Spark metric holds it)`);
  }
  const planTold = run.notRead.some((n) => n.part === 'sql-plan' || n.part === 'sql-executions');
  if (view !== null && unit?.type === 'sql-execution' && view.planned === null && !planTold) {
    phrases.push(say`which operators of the plan stage ${view.stage.stageId} ran (its metrics do not name that stage)`);
  }
  const gc = checks?.[3].facts ?? null;
  if (gc !== null && gc.storageShare === null) phrases.push(say`how full the cache was (it was not recorded)`);
  if (state === 'running') phrases.push(say`what is still to come`);
  if (cause === null) {
    phrases.push(
      say`time spent inside other systems (databases, stores, services)`,
      say`the driver’s own CPU and memory`,
      say`the queue before the application started`,
    );
  }
  return unique([...phrases, ...run.notRead.map(notReadWords)]);
}

/** The same field can be dropped in two lists. */
function unique(phrases: Paragraph[]): Paragraph[] {
  return [...new Map(phrases.map((phrase) => [plain(phrase), phrase])).values()];
}

/** For the closing: "the code; which value of `title_id` is hot (…)." */
export function unseenParagraph(diagnosis: Diagnosis): Paragraph {
  const phrases = notSeen(diagnosis);
  return joined([...phrases.flatMap((phrase, at) => (at === 0 ? [phrase] : ['; ', phrase])), '.']);
}

/** One full sentence each. */
export function unseenSentences(diagnosis: Diagnosis): string[] {
  return notSeen(diagnosis).map((phrase) => plain(say`I could not see ${enumerated([phrase])}.`));
}
