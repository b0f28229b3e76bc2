import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { soFar } from './account.ts';
import { causeWords } from './causes.ts';
import { cleanLine } from './clean.ts';
import { healthyHeadline, healthySubline } from './healthy.ts';
import { unitNoun } from './names.ts';
import type { Paragraph, Root, StripEntry } from './narration.ts';
import { stripOf } from './strip.ts';
import { paragraph, plain, say, spark } from './say.ts';
import { duration, moment, percent } from './units.ts';

/** Name, state, the verdict in one line, and the five outcomes. */
export function rootOf(diagnosis: Diagnosis): Root {
  const { run } = diagnosis;
  const { id, attemptId, name } = run.application;
  const headline = paragraph(brokenOff(diagnosis), causeWords(diagnosis)?.headline ?? healthyHeadline(diagnosis));
  const subline = sublineOf(diagnosis);
  const strip = stripOf(diagnosis);
  const state = stateWords(diagnosis);
  return {
    application: { id, attemptId, name },
    state,
    headline,
    subline,
    strip,
    url: `${run.server.uiUrl}/`,
    plain:
      `${cleanLine(name) || 'The application'} (${cleanLine(id)}), ${state}: ${plain(headline)} ${plain(subline)} ${strip.map(spokenEntry).join(', ')}.`
        .replace(/\s+/g, ' ')
        .trim(),
  };
}

/** An attempt without an end is not the application's answer: a newer one took over. */
function brokenOff({ state, run }: Diagnosis): Paragraph | null {
  const [newest] = run.application.attemptIds;
  if (state !== 'incomplete' || newest === undefined) return null;
  return say`This attempt was broken off, and attempt ${spark(newest, 20)} followed it.`;
}

function spokenEntry({ number, label, outcome, short, symptomOf }: StripEntry): string {
  return symptomOf === null
    ? `${number} ${label} ${outcome.replaceAll('-', ' ')} (${short})`
    : `${number} ${label} ${short}`;
}

/** `finished, 2 h 18 min`; what a history server can say of an unfinished one. */
function stateWords({ state, run, surroundings }: Diagnosis): string {
  const { attemptId } = run.application;
  const attempt = attemptId === null ? '' : ` (attempt ${cleanLine(attemptId, 20)})`;
  const { applicationMs, lastSignOfLifeAt } = surroundings;
  const took = applicationMs === null ? '' : `, ${duration(applicationMs)}`;
  switch (state) {
    case 'completed':
      return `finished${attempt}${took}`;
    case 'failed':
      return `failed${attempt}${took}`;
    case 'incomplete':
      return `broken off${attempt}${took}`;
    case 'running': {
      const silent = (surroundings.silentMs ?? 0) >= SILENT_MS && run.server.kind === 'history-server';
      return silent && lastSignOfLifeAt !== null
        ? `not finished${attempt}${took} so far, silent since ${moment(lastSignOfLifeAt)}`
        : `running${attempt}${took} so far`;
    }
  }
}

/** After this long without a sign of life "running" would be a guess. Judgement. */
const SILENT_MS = 10 * 60_000;

/** What the verdict means for the wall-clock. */
function sublineOf(diagnosis: Diagnosis): Paragraph {
  const { cause, unit, time } = diagnosis;
  if (cause === null || unit === null || time === null) return healthySubline(diagnosis);
  const noun = unitNoun(unit);
  if (cause.kind === 'failed') return say`The ${noun} had run for ${duration(unit.durationMs)}.`;
  if (cause.atStakeMs === null) return [];
  const share = cause.share === null ? '' : `, ${percent(cause.share)}`;
  const of = `of the ${noun}’s ${duration(unit.durationMs)}${soFar(diagnosis)}${share}`;
  switch (cause.kind) {
    case 'driver-gap':
    case 'waiting-for-executors':
      return cause.share === null
        ? []
        : say`That is ${percent(cause.share)} of the ${noun}’s ${duration(unit.durationMs)}${soFar(diagnosis)}.`;
    default:
      return say`Up to ${duration(cause.atStakeMs)} ${of}, could be won.`;
  }
}
