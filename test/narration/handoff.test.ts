import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { plain } from '../../src/narration/say.ts';
import { anyRemoval, anyRunSketch, drawRun, without } from '../diagnosis/any-run.ts';
import { aRun, aStage, GIB, MINUTE, START } from '../builders.ts';
import { hotWindow } from './hot-window.ts';

/** The text that somebody pastes into a ticket at the end of a night. */

function told(run: ApplicationRun) {
  return narrate(diagnose(run));
}

function linesOf(run: ApplicationRun): string[] {
  return told(run).handoff.split('\n');
}

describe('the hand-off', () => {
  const run = hotWindow({}, 3 * GIB);
  const narration = told(run);
  const lines = narration.handoff.split('\n');

  test('begins with which run it is, when it ran, and where that was read', () => {
    expect(lines.slice(0, 6)).toEqual([
      expect.stringMatching(/^nightly_ranking \(app-20261128020000-0042\), by etl: finished, \d+ min$/),
      expect.stringMatching(/^- Started: 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
      expect.stringMatching(/^- Ended: 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
      expect.stringMatching(/^- Read at: 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
      '- Spark version: 4.1.4',
      '- Read from: prod (history server), https://history.example.com',
    ]);
    expect(lines[1]).toContain(new Date(START).toISOString().slice(0, 10));
  });

  test('says what the headline says could be won', () => {
    expect(lines).toContain(plain(narration.root.headline));
    expect(plain(narration.root.subline)).toMatch(/^Up to \d+ min.*could be won\.$/);
    expect(lines).toContain(plain(narration.root.subline));
  });

  test('holds the spoken sentences, numbered', () => {
    expect(narration.spoken).toHaveLength(6);
    narration.spoken.forEach((sentence, at) => expect(lines).toContain(`${at + 1}. ${sentence}`));
  });

  test('holds the five readings with what each check came to', () => {
    for (const reading of narration.closing.readings) expect(narration.handoff).toContain(`- ${reading} - `);
    expect(narration.handoff).toMatch(/^- 2 shuffle: .* - healthy$/m);
    expect(narration.handoff).toMatch(/^- 3 skew: .* - failing$/m);
    expect(narration.handoff).toMatch(/^- 5 spill: .* - failing, symptom of 3$/m);
  });

  test('holds cause, first change, what not to do, what is expected, what was not tried and not seen', () => {
    for (const lead of ['Cause:', 'First change:', 'Not this:', 'Ask next:', 'Not seen:', 'Tried: nothing was changed'])
      expect(lines.some((line) => line.startsWith(lead))).toBe(true);
    expect(narration.handoff).toMatch(/Expected after the change:\n- slow stage: .*\n- skew: under 2 times/);
  });

  test('gives what is to be typed a line of its own, which no ticket reads as markup', () => {
    const statement =
      '    SELECT title_id, count(*) AS n FROM lake.viewing_events GROUP BY title_id ORDER BY n DESC LIMIT 5';
    expect(lines[lines.indexOf(statement) - 1]).toBe('');
    expect(lines[lines.indexOf(statement) - 2]).toBe('Ask next: Which title_id is it?');
  });

  test('ends with addresses, each whole', () => {
    expect(lines).toContain('- Spark UI: https://history.example.com/history/app-20261128020000-0042/');
    expect(lines).toContain(
      '- Stage 4: https://history.example.com/history/app-20261128020000-0042/stages/stage/?id=4&attempt=0',
    );
  });
});

describe('what the server did not say', () => {
  test('is said to be missing, not left out', () => {
    const lines = linesOf(aRun({ application: { user: null, sparkVersion: null, startedAt: null, endedAt: null } }));
    expect(lines[0]).not.toContain(', by');
    expect(lines).toContain('- Started: not recorded');
    expect(lines).toContain('- Ended: not recorded');
    expect(lines).toContain('- Spark version: not reported');
  });

  test('an application that still runs has no end yet', () => {
    const lines = linesOf(aRun({ application: { completed: false, endedAt: null }, server: { kind: 'live-ui' } }));
    expect(lines).toContain('- Ended: not yet');
    expect(lines).toContain('- Read from: prod (live UI), https://history.example.com');
  });

  test('the server that was asked for and was gone is named', () => {
    expect(linesOf(aRun({ server: { insteadOf: 'drivers' } })).join('\n')).toContain(
      '(drivers no longer answered for it)',
    );
  });

  test('a run without any stage has no readings to keep', () => {
    const { handoff } = told(aRun({ stages: [], jobs: [], sqlExecutions: null }));
    expect(handoff).not.toContain('Five readings');
    expect(handoff).toContain('- Started:');
  });
});

test('nothing is at stake in a healthy run, and the hand-off says where the time went', () => {
  const { handoff, root } = told(aRun({ stages: [aStage({ wallMs: 5 * MINUTE })], sqlExecutions: null }));
  expect(handoff).not.toContain('could be won');
  expect(handoff).not.toContain('First change:');
  expect(handoff).toContain(plain(root.headline));
});

test('of any run it survives pasting: short lines, plain bullets, ordinary blanks', () => {
  fc.assert(
    fc.property(anyRunSketch, fc.option(anyRemoval), (sketch, removal) => {
      const run = drawRun(sketch);
      const { handoff, spoken } = told(removal === null ? run : without(run, removal));
      expect(spoken.length).toBeLessThanOrEqual(6);
      expect(handoff).not.toMatch(/[\u00A0\t•‣▪]|\n\n\n|[ \u00A0]$/mu);
      expect(handoff).not.toMatch(/undefined|NaN|null/);
      for (const line of handoff.split('\n')) {
        const whole = /^ {4}\S|https?:|^- \d /.test(line);
        // One word may be longer: a name is not cut in two.
        if (!whole && line.trim().split(' ').length > 2) expect(line.length).toBeLessThanOrEqual(110 + 120);
        if (!whole && !/\S{60}/.test(line)) expect(line.length).toBeLessThanOrEqual(110);
      }
    }),
    { numRuns: 80 },
  );
}, 120_000);
