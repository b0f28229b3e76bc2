import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { markdown } from '../../src/narration/markdown.ts';
import type { Narration, Paragraph } from '../../src/narration/narration.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { plainText } from '../../src/narration/plain-text.ts';
import { plain, sentencesOf } from '../../src/narration/say.ts';
import { anyRemoval, anyRunSketch, drawRun, without } from '../diagnosis/any-run.ts';

/** Whatever a run is like and whatever its names hold, its answer is whole sentences that no reader's screen obeys. */

const LONG = 120_000;

const anyAnswer: fc.Arbitrary<Narration> = fc.tuple(anyRunSketch, fc.option(anyRemoval)).map(([sketch, removal]) => {
  const run = drawRun(sketch);
  return narrate(diagnose(removal === null ? run : without(run, removal)));
});

const HOSTILE = [
  '<!channel> *b* _i_ ~s~ `c` ```',
  '<https://evil.example|click>',
  '| a | b |\n# head',
  '\u001b[2J\u001b]0;title\u0007',
  '\u202Egnp.exe',
  '',
  '](javascript:alert(1))',
  '``` \n\n**bold** ![x](http://evil.example/x.png)',
  'x'.repeat(100_000),
];

/** The run with one text at every place where an application can put one. */
function withNames(run: ApplicationRun, name: string): ApplicationRun {
  return {
    ...run,
    application: { ...run.application, name },
    jobs: run.jobs.map((j) => ({ ...j, name, description: name })),
    stages: run.stages.map((s) => ({ ...s, name, callSite: name, failureReason: name })),
    executors: run.executors.map((e) => ({ ...e, host: name, removeReason: name })),
    stageDetails: run.stageDetails.map((d) => ({
      ...d,
      tasks: d.tasks?.map((t) => ({ ...t, host: name, errorMessage: name })) ?? null,
      perExecutor: d.perExecutor?.map((e) => ({ ...e, host: name })) ?? null,
    })),
    sqlExecutions:
      run.sqlExecutions?.map((q) => ({
        ...q,
        description: name,
        plan:
          q.plan === null
            ? null
            : { ...q.plan, nodes: q.plan.nodes.map((n) => ({ ...n, keys: [name], functions: [name] })) },
      })) ?? null,
  };
}

function paragraphsOf({ root, checks, closing }: Narration): Paragraph[] {
  const parts = [
    closing.cause,
    closing.firstChange,
    closing.notThis,
    closing.askNext,
    closing.afterChange,
    closing.unseen,
  ];
  return [root.headline, ...checks.flatMap((c) => [c.title, ...c.paragraphs]), ...parts.filter((p) => p !== null)];
}

describe('the answer about any run', () => {
  test(
    'is made of whole sentences without a hole in them',
    () => {
      fc.assert(
        fc.property(anyAnswer, (narration) => {
          for (const paragraph of paragraphsOf(narration)) {
            const text = plain(paragraph);
            expect(text).not.toMatch(/undefined|NaN|Infinity|\[object|null|  |(?<!persist)\(\)| [,.;:?]/);
            expect(text).toMatch(/[.?]$|LIMIT 5$/);
            expect(sentencesOf(paragraph).join(' ')).toBe(text);
          }
          expect(narration.checks.map((c) => c.number)).toEqual([1, 2, 3, 4, 5]);
        }),
        { numRuns: 80 },
      );
    },
    LONG,
  );

  test(
    'is spoken in at most six sentences, and handed off with all five readings',
    () => {
      fc.assert(
        fc.property(anyAnswer, ({ spoken, handoff, closing, checks, unseen }) => {
          expect(spoken.length).toBeGreaterThanOrEqual(2);
          expect(spoken.length).toBeLessThanOrEqual(6);
          for (const sentence of [...spoken, ...unseen]) expect(sentence).toMatch(/^[A-Z0-9].*[.?]$/);
          // Where no stage was read and nothing is the cause, there is nothing to keep.
          const read = checks.some((c) => c.number > 1 && c.paragraphs.length > 0);
          if (read || closing.firstChange !== null) expect(closing.readings).toHaveLength(5);
          else expect(closing.readings).toEqual([]);
          for (const reading of closing.readings) expect(handoff).toContain(reading);
        }),
        { numRuns: 80 },
      );
    },
    LONG,
  );

  test(
    'advises one thing, and warns of another',
    () => {
      fc.assert(
        fc.property(anyAnswer, ({ closing: { firstChange, notThis } }) => {
          if (firstChange === null || notThis === null) return;
          const [warned] = sentencesOf(notThis);
          expect(plain(firstChange)).not.toContain((warned ?? '').replace(/\.$/, ''));
        }),
        { numRuns: 80 },
      );
    },
    LONG,
  );
});

describe.each(HOSTILE)('with the text %j at every place of an application', (name) => {
  const anyHostile = anyRunSketch.map((sketch) => narrate(diagnose(withNames(drawRun(sketch), name))));

  test(
    'the terminal gets no character that it would obey',
    () => {
      fc.assert(
        fc.property(anyHostile, (narration) => {
          const text = plainText(narration, { width: 80, colour: false });
          expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u);
          expect(text.length).toBeLessThan(30_000);
        }),
        { numRuns: 10 },
      );
    },
    LONG,
  );

  test(
    'Markdown shows it as text',
    () => {
      fc.assert(
        fc.property(anyHostile, (narration) => {
          const bare = withoutCode(markdown(narration));
          expect(bare).not.toMatch(/evil\.example|javascript:|<!channel>|\*\*bold\*\*|^# head/m);
          expect(bare).not.toMatch(/(?<!\\)<(?!https?:)/);
        }),
        { numRuns: 10 },
      );
    },
    LONG,
  );

  test(
    'texts without marks (hand-off, spoken, notification) are clean lines',
    () => {
      fc.assert(
        fc.property(anyHostile, ({ handoff, spoken, root }) => {
          for (const text of [...handoff.split('\n'), ...spoken, root.plain]) {
            expect(text).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
            expect(text.length).toBeLessThan(4_000);
          }
        }),
        { numRuns: 10 },
      );
    },
    LONG,
  );
});

/** Markdown with its code spans and blocks taken out, as a reader's parser would see them: nothing in there is markup. */
function withoutCode(text: string): string {
  return text.replace(/^(`{3,})\n[\s\S]*?\n\1$/gm, '').replace(/(?<![\\`])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}
