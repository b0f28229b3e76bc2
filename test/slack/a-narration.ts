import type { SparkcheckFailure } from '../../src/failure.ts';
import type { CheckSection, Narration } from '../../src/narration/narration.ts';
import type { Question } from '../../src/question.ts';

export const APP_ID = 'app-20261128020011-0042';
export const QUESTION: Question = { target: APP_ID, server: 'prod' };

/** A told answer with every kind of evidence in it, valid by default; override what the case is about. */
export function aNarration(override: Partial<Narration> = {}): Narration {
  return {
    root: {
      application: { id: APP_ID, attemptId: null, name: 'nightly_ranking' },
      state: 'finished, 2 h 18 min',
      headline: [
        { text: 'One hot ' },
        { text: 'title_id', as: 'spark' },
        { text: ' holds the whole job: data skew in stage 4.' },
      ],
      subline: [{ text: 'Two hours of the run wait for one task.' }],
      strip: [
        {
          number: 1,
          check: 'slow-stage',
          outcome: 'failing',
          symptomOf: null,
          label: 'slow stage',
          short: '91% in stage 4',
        },
        { number: 2, check: 'shuffle-volume', outcome: 'healthy', symptomOf: null, label: 'shuffle', short: '0.54' },
        { number: 3, check: 'skew', outcome: 'failing', symptomOf: null, label: 'skew', short: '34×' },
        { number: 4, check: 'gc', outcome: 'failing', symptomOf: 'skew', label: 'GC', short: 'symptom of 3' },
        { number: 5, check: 'spill', outcome: 'failing', symptomOf: 'skew', label: 'spill', short: 'symptom of 3' },
      ],
      url: `https://shs.example.com/history/${APP_ID}/jobs/`,
      plain: 'nightly_ranking took 2 h 18 min: one hot title_id holds stage 4.',
    },
    checks: [
      aCheck(1, 'slow-stage', 'Slow stage: stage 4 owns the run.', [
        {
          kind: 'bars',
          title: 'Stage durations',
          unit: 'seconds',
          bars: [
            { label: 'stage 4', value: 7560 },
            { label: 'stage 3', value: 444 },
          ],
        },
      ]),
      aCheck(2, 'shuffle-volume', 'Shuffle volume: what a window needs.'),
      aCheck(3, 'skew', 'Skew: one task had 35 times the rows.', [
        {
          kind: 'table',
          title: 'Tasks of stage 4',
          columns: ['', 'min', 'median', 'max'],
          rows: [
            ['duration', '48 s', '3.5 min', '2 h'],
            ['records', '1.6M', '1.9M', '66M'],
          ],
        },
      ]),
      aCheck(4, 'gc', 'GC: one red executor, the one that ran task 812.'),
      aCheck(5, 'spill', 'Spill: all of it in task 812.'),
    ],
    closing: {
      cause: [
        { text: 'skew on ' },
        { text: 'title_id', as: 'spark' },
        { text: ' is the cause; GC and spill are its shadow.' },
      ],
      firstChange: [{ text: 'salt the hot key, or take it out and process it on its own.' }],
      notThis: [{ text: 'more memory.', as: 'strong' }],
      askNext: [
        { text: 'which title is it? ' },
        { text: 'SELECT title_id, count(*) FROM viewing_events GROUP BY 1 ORDER BY 2 DESC LIMIT 5', as: 'code' },
      ],
      afterChange: [{ text: 'skew under 2, no spill column.' }],
      readings: [
        'stage 4 = 91% (2 h 6 min)',
        'shuffle 205/380 GB = 0.54',
        'skew 34×',
        'GC 32% on executor 41',
        'spill 6.4 GB',
      ],
      unseen: [{ text: 'the code; which key value is hot is not in any Spark metric.' }],
    },
    spoken: ['The job took two hours eighteen, and stage 4 was ninety-one percent of it.'],
    handoff: 'nightly_ranking app-20261128020011-0042\ncause: data skew in stage 4\nfirst change: salt the hot key',
    unread: null,
    unseen: ['I could not see the code.'],
    ...override,
  };
}

export function aCheck(
  number: number,
  check: CheckSection['check'],
  title: string,
  evidence: CheckSection['evidence'] = [],
): CheckSection {
  return {
    number,
    check,
    outcome: 'failing',
    title: [{ text: title }],
    paragraphs: [[{ text: `I read what check ${number} needs.` }], [{ text: 'So I went on.' }]],
    evidence,
    links: [
      {
        label: `Stage 4 in the Spark UI`,
        url: `https://shs.example.com/history/${APP_ID}/stages/stage/?id=4&attempt=0`,
      },
    ],
  };
}

/** Words for a failure that tests can tell apart without knowing the narration room's sentences. */
export function plainApology(failure: SparkcheckFailure): { sentence: string; next: string } {
  return {
    sentence: `Failed: ${failure.kind} ${JSON.stringify(failure.facts)}.`,
    next: failure.facts.nearest === undefined ? 'Try again.' : `Try "${failure.facts.nearest}".`,
  };
}
