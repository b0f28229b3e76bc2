import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRequest, typedForm, type Request } from '../src/request-grammar.ts';
import type { Question } from '../src/question.ts';
import { governsOn, isKindOfThing, isNoPlace } from '../src/request-everyday.ts';
import { isNearOption } from '../src/request-reading.ts';

const RUNS = { numRuns: 1_000 };

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const id = fc.oneof(
  fc.tuple(digits(14), digits(4)).map(([day, number]) => `app-${day}-${number}`),
  fc.tuple(digits(13), digits(4)).map(([start, number]) => `application_${start}_${number}`),
  digits(13).map((start) => `local-${start}`),
  digits(13).map((start) => `spark-application-${start}`),
  fc.stringMatching(/^[0-9a-f]{32}$/).map((hex) => `spark-${hex}`),
);
const target = fc.oneof(
  id,
  id,
  id.map((one) => `https://shs.example.com/history/${one}/jobs/`),
  id.map((one) => `https://shs.example.com/history/${one}/stages/stage/?id=4&attempt=0`),
);

const counter = fc.integer({ min: 0, max: 999_999_999 });
/** A part of the question, and the words that say it. */
interface Clause {
  part: Omit<Question, 'target'>;
  words: string;
}
const written = (word: string, value: string) =>
  fc.constantFrom(`${word} ${value}`, `${word} #${value}`, `${word}=${value}`);
const partClause: fc.Arbitrary<Clause> = fc.oneof(
  counter.chain((query) => written('query', `${query}`).map((words) => ({ part: { query }, words }))),
  counter.chain((job) => written('Job', `${job}`).map((words) => ({ part: { job }, words }))),
  counter.chain((stageId) => written('stage', `${stageId}`).map((words) => ({ part: { stage: { stageId } }, words }))),
  fc
    .tuple(counter, counter)
    .chain(([stageId, attemptId]) =>
      written('stage', `${stageId}.${attemptId}`).map((words) => ({ part: { stage: { stageId, attemptId } }, words })),
    ),
);
const attemptClause = fc
  .integer({ min: 1, max: 99 })
  .map((attempt): Clause => ({ part: { attemptId: `${attempt}` }, words: `attempt ${attempt}` }));
const server = fc.oneof(
  fc.constantFrom('prod', 'dev', 'staging', 'analytics', 'eu-west-1', 'shs.example.com', 'Cluster_2'),
  fc.stringMatching(/^[a-z][a-z0-9_.-]{1,12}[a-z0-9]$/).filter((name) => !isNoPlace(name) && !isNearOption(name)),
);
const serverClause = server.map((name): Clause => ({ part: { server: name }, words: `on ${name}` }));

interface Said {
  request: Extract<Request, { kind: 'question' | 'handoff' }>;
  /** The parts and the application in the order in which they are said. */
  clauses: string[];
}
const maybe = (clause: fc.Arbitrary<Clause>) => fc.option(clause, { nil: null });
const said: fc.Arbitrary<Said> = fc
  .record({
    target,
    clauses: fc.tuple(maybe(partClause), maybe(attemptClause), maybe(serverClause)),
    handoff: fc.boolean(),
    linked: fc.boolean(),
  })
  .chain(({ target, clauses, handoff, linked }) => {
    const given = clauses.filter((clause) => clause !== null);
    const question: Question = Object.assign({ target }, ...given.map(({ part }) => part));
    const words = [
      linked ? `of ${target}` : target,
      ...given.map((clause) => clause.words),
      ...(handoff ? ['handoff'] : []),
    ];
    const request = { kind: handoff ? ('handoff' as const) : ('question' as const), question };
    return fc.shuffledSubarray(words, { minLength: words.length }).map((inOrder) => ({ request, clauses: inOrder }));
  });

/** The clauses with words before, between and after them. */
function among(word: fc.Arbitrary<string>): fc.Arbitrary<Said & { line: string }> {
  return said.chain(({ request, clauses }) =>
    fc
      .array(fc.array(word, { maxLength: 3 }), { minLength: clauses.length + 1, maxLength: clauses.length + 1 })
      .map(([before = [], ...after]) => ({
        request,
        clauses,
        line: [...before, ...clauses.flatMap((clause, at) => [clause, ...(after[at] ?? [])])].join(' '),
      })),
  );
}

const filler = fc.constantFrom(
  ...'hi hey please, could you check why is are was so slow? thanks! thank you the and also about can look'.split(' '),
  ...'what happened with my our for me again since yesterday now - what’s taking long … because fails it'.split(' '),
  ...'running is. help, again? failed (quickly) *really* :wave: <@U123> today at see this'.split(' '),
);
const letters = fc.stringMatching(/^[a-z]{1,12}$/);
const withNumbers = fc
  .oneof(letters, fc.stringMatching(/^[A-Za-z0-9.,!'_-]{1,10}$/), digits(2), filler)
  .filter((word) => !/^\W*(?:query|job|stage|attempt)/i.test(word));
const withPartWords = fc.oneof(letters, fc.constantFrom('stage', 'Job,', 'query', 'stages', 'four'), filler);
/** A number alone behind a word of ours would say a part: a talk has the one or the other. */
const oddWords = [withNumbers, withPartWords].map((word) =>
  // Some words change what an `on` behind or before them means, or begin another request.
  word.filter((one) => !governsOn(one) && !isKindOfThing(one) && !/^\W*(?:on|list|help|hand|handoff)\b/i.test(one)),
);

describe('whatever is said of an application, wherever it is said', () => {
  it('is kept in any order', () => {
    fc.assert(
      fc.property(said, ({ request, clauses }) => {
        expect(parseRequest(clauses.join(' '))).toEqual(request);
      }),
      RUNS,
    );
  });

  it('is kept among the words of a talk', () => {
    fc.assert(
      fc.property(among(filler), ({ request, line }) => {
        expect(parseRequest(line)).toEqual(request);
      }),
      RUNS,
    );
  });

  it.each(oddWords)('is kept among any words, or refused with the nearest form: never with fewer parts', (oddWord) => {
    let kept = 0;
    fc.assert(
      fc.property(among(oddWord), ({ request, line }) => {
        const understood = parseRequest(line);
        if (understood.kind === 'bad-request') {
          expect(understood.asked).toBe(line);
          expect(parseRequest(understood.nearest).kind).not.toBe('bad-request');
        } else {
          kept += 1;
          expect(understood).toEqual(request);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(kept).toBeGreaterThan(500);
  });

  it('is asked of the thread’s application when none is named, with nothing left out', () => {
    const unnamed = fc
      .tuple(partClause, maybe(attemptClause), maybe(serverClause), fc.array(filler, { maxLength: 3 }))
      .chain(([part, attempt, on, words]) => {
        const clauses = [part, attempt, on].filter((clause) => clause !== null);
        return fc.shuffledSubarray(clauses, { minLength: clauses.length }).map((inOrder) => ({
          part: Object.assign({}, ...clauses.map((clause) => clause.part)),
          line: [...inOrder.map((clause) => clause.words), ...words].join(' '),
        }));
      });
    fc.assert(
      fc.property(unnamed, ({ part, line }) => {
        const request = parseRequest(line);
        expect(request).toMatchObject({ reason: 'which-application' });
        if (request.kind === 'bad-request') expect(request.about).toEqual({ kind: 'question', part });
      }),
      RUNS,
    );
  });

  it('with a second part beside it is refused', () => {
    const two = fc
      .tuple(id, partClause, partClause, fc.array(filler, { maxLength: 2 }), fc.boolean())
      .filter(([, one, other]) => JSON.stringify(one.part) !== JSON.stringify(other.part));
    fc.assert(
      fc.property(two, ([app, one, other, words, first]) => {
        const clauses = first ? [app, one.words, ...words, other.words] : [one.words, ...words, other.words, 'of', app];
        expect(parseRequest(clauses.join(' '))).toMatchObject({ reason: 'one-part-only' });
      }),
      RUNS,
    );
  });
});

describe('the line that means the same', () => {
  it('is the same once it is read again', () => {
    fc.assert(
      fc.property(among(filler), ({ line }) => {
        const form = typedForm(parseRequest(line));
        expect(form).not.toBeNull();
        expect(parseRequest(form ?? '')).toEqual(parseRequest(line));
        expect(typedForm(parseRequest(form ?? ''))).toBe(form);
      }),
      RUNS,
    );
  });

  it('is there, and is the same, whatever was typed', () => {
    const word = fc.oneof(
      ...oddWords,
      fc.string(),
      fc.constantFrom('on', 'stage', '4', 'app-1', 'attempt', 'handoff', 'prod'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), (words) => {
        const request = parseRequest(words.join(' '));
        const form = typedForm(request);
        if (request.kind === 'question' || request.kind === 'handoff') expect(form).not.toBeNull();
        if (form !== null) expect(typedForm(parseRequest(form))).toBe(form);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('talk', () => {
  it('is no question', () => {
    const talk = fc.array(
      filler.filter((word) => !/^(?:it|this|that|why|help)\b/.test(word)),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(talk, (words) => {
        expect(parseRequest(words.join(' ')).kind).toMatch(/^(?:bad-request|help)$/);
      }),
      RUNS,
    );
  });
});
