import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { CheckName } from '../diagnosis/vocabulary.ts';
import { CHECKS } from './checks-in-order.ts';
import { causeWords, wordsFor } from './causes.ts';
import { healthyCause, healthyNext, healthyNotThis } from './healthy.ts';
import { firstChange, shortChange } from './levers.ts';
import type { Closing, Paragraph } from './narration.ts';
import { readingLines } from './reading-lines.ts';
import { LABELS, stripOf } from './strip.ts';
import { enumerated, joined, paragraph, say } from './say.ts';
import { CHECK_NUMBER } from './standing.ts';
import { duration } from './units.ts';
import { unseenParagraph } from './unseen.ts';

/** The last reply: cause → symptoms → other findings, first change, what not to do, what to ask, what to expect. */
export function closingOf(diagnosis: Diagnosis): Closing {
  const words = causeWords(diagnosis);
  return {
    cause:
      words === null
        ? healthyCause(diagnosis)
        : paragraph(lowerFirst(words.because), ...symptoms(diagnosis), ...others(diagnosis)),
    firstChange: firstChange(diagnosis),
    notThis: words?.notThis ?? say`${healthyNotThis(diagnosis)}`,
    askNext: words?.askNext ?? say`${healthyNext(diagnosis)}`,
    afterChange: afterChange(diagnosis),
    // Where nothing ran there is no reading to keep.
    readings: diagnosis.view === null && words === null ? [] : readingLines(diagnosis),
    unseen: unseenParagraph(diagnosis),
  };
}

/** Only as the diagnosis ties them (five-checks.md §0). */
function symptoms({ checks }: Diagnosis): Paragraph[] {
  const tied = (checks ?? []).filter((c) => c.symptomOf !== null);
  if (tied.length === 0) return [];
  const names = tied.map((c) => labelOf(c.check));
  return [
    say`${joined([names.length === 1 ? 'The ' : 'Its ', enumerated(names)])} ${names.length === 1 ? 'is its symptom' : 'are symptoms'}, not a cause.`,
  ];
}

/** Further findings are told after the cause, the costlier first, each with its own first change. */
function others(diagnosis: Diagnosis): Paragraph[] {
  return diagnosis.others.slice(0, 3).flatMap((other) => {
    const words = wordsFor(diagnosis, other.verdict, other.view);
    if (words === null) return [];
    const worth = other.atStakeMs === null ? '' : `, is worth up to ${duration(other.atStakeMs)}`;
    return [
      say`A further finding, independent of it${worth}. ${words.headline} First change there: ${shortChange(other.lever, other.view)}.`,
    ];
  });
}

/** What one check should read after the change. */
export interface Expectation {
  check: CheckName;
  expected: string;
  asNow: boolean;
}

/** The five after the change; as now, where nothing speaks for a difference. */
export function expectations(diagnosis: Diagnosis): Expectation[] {
  const words = causeWords(diagnosis);
  const { checks } = diagnosis;
  if (words === null || checks === null) return [];
  const now = stripOf(diagnosis);
  return CHECKS.map((check, at) => {
    const told = checks[at];
    const tied = told !== undefined && told.symptomOf !== null;
    const open = told?.outcome === 'could-not-tell' || told?.outcome === 'not-applicable';
    const known = words.expected[check];
    // A spill or a red executor that the cause does not explain will still be there.
    const explained = known !== undefined && (check === diagnosis.cause?.check || tied || check === 'slow-stage');
    if (explained) return { check, expected: known, asNow: false };
    return { check, expected: open ? 'to be read again' : `as now (${now[at]?.short ?? 'not known'})`, asNow: true };
  });
}

/** The same as a line a check; those without a difference share the last one. */
export function expectedLines(diagnosis: Diagnosis): string[] {
  const expected = expectations(diagnosis);
  const changed = expected.filter((e) => !e.asNow);
  const told = changed.map(({ check, expected: words }) => `${labelOf(check)}: ${words}`);
  const same = expected.filter((e) => e.asNow);
  const only = same.length === 1 ? same[0] : undefined;
  const rest = only !== undefined ? [`${labelOf(only.check)} as now`] : same.length > 1 ? ['the others as now'] : [];
  return [...told, ...rest];
}

function afterChange(diagnosis: Diagnosis): Paragraph | null {
  const expected = expectedLines(diagnosis);
  return expected.length === 0 ? null : say`${expected.join(' · ')}.`;
}

function labelOf(check: CheckName): string {
  return LABELS[CHECK_NUMBER[check] - 1] ?? check;
}

function lowerFirst(words: Paragraph): Paragraph {
  return words.map((span, at) =>
    at === 0 && span.as === undefined
      ? { ...span, text: span.text.charAt(0).toLowerCase() + span.text.slice(1) }
      : span,
  );
}
