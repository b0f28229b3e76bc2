import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FIFTH_OF_UNIT, FAILING, MORE_DATA, ORDINARY, ORDINARY_DATA, OVER_P75 } from '../src/diagnosis/checks/skew.ts';
import { RED, STORAGE_NEAR_FULL } from '../src/diagnosis/checks/gc.ts';
import {
  MANY_TASKS,
  OVERHEAD,
  TASKS_PER_SLOT,
  TINY_TASK_MS,
  TOO_FEW_SHARE,
} from '../src/diagnosis/checks/slow-stage.ts';
import { SMALL_PARTITION } from '../src/diagnosis/checks/spill.ts';
import { MULTIPLIED, OVER_CEILING } from '../src/diagnosis/excess.ts';
import { WORTH_IT_MS, WORTH_IT_SHARE } from '../src/diagnosis/stake.ts';
import { LARGEST_PART, RETRY_SHARE, SPREAD_LARGEST, SPREAD_STAGES } from '../src/diagnosis/unit-findings.ts';
import { CHECKS } from '../src/diagnosis/vocabulary.ts';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const scripts = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> })
  .scripts;

describe('the README', () => {
  test.each(['npm ci && npm start', 'npm ci && npm test'])('gives the command: %s', (command) => {
    expect(readme).toContain(command);
  });

  test('has no placeholder left', () => {
    expect(readme).not.toMatch(/^[A-Z_]{6,}$/m);
    expect(readme).not.toMatch(/\b[A-Z]+_(TABLES?|ACK|PICTURE)\b/);
  });

  test('names only npm scripts that exist', () => {
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map((m) => m[1] as string);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test('names only files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map((m) => m[1] as string);
    const paths = [...readme.matchAll(/`((?:src|test|fixtures)\/[\w./-]+)`/g)].map((m) => m[1] as string);
    expect(links.length).toBeGreaterThan(0);
    expect([...links, ...paths].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  test('lists every environment variable that the configuration reads', () => {
    const source = readFileSync(new URL('src/config.ts', root), 'utf8');
    const read = new Set(
      [...source.matchAll(/\b(?:SLACK|SPARKCHECK)_[A-Z_]+\b|\bLOG_LEVEL\b|\bPORT\b/g)].map((m) => m[0]),
    );
    read.delete('SPARKCHECK_');
    expect([...read].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test('has a row for each check', () => {
    const labels = ['1 slow stage', '2 shuffle volume', '3 skew', '4 GC', '5 spill'];
    expect(labels).toHaveLength(CHECKS.length);
    for (const label of labels) expect(readme).toContain(`| ${label} |`);
  });

  // A limit that changes in the code and not here would make the README lie about what an answer was held against.
  test.each([
    ['driver gap, waiting for executors', [LARGEST_PART.value]],
    ['too few tasks', [TASKS_PER_SLOT.value, TOO_FEW_SHARE.value]],
    ['tiny tasks', [MANY_TASKS.toLocaleString('en-US'), TINY_TASK_MS.value, OVERHEAD.value]],
    ['stages run again', [RETRY_SHARE.value]],
    ['spread', [SPREAD_STAGES, SPREAD_LARGEST.value]],
    ['2 shuffle volume', [MULTIPLIED.value]],
    ['combine not happening', [OVER_CEILING.value]],
    ['3 skew', [ORDINARY.value, FAILING.value, OVER_P75.value]],
    ['data skew', [MORE_DATA.value, FIFTH_OF_UNIT.value]],
    ['slow node', [ORDINARY_DATA.value]],
    ['4 GC', [RED.value]],
    ['cached data', [STORAGE_NEAR_FULL.value]],
    ['too few partitions, or too little memory', [SMALL_PARTITION.value / 1024 / 1024]],
  ])('tells the limits of "%s" as the code has them', (row, limits) => {
    const line = readme.split('\n').find((l) => l.startsWith('|') && l.includes(`| ${row} |`));
    expect(line, row).toBeDefined();
    for (const limit of limits)
      expect(` ${line} `).toMatch(new RegExp(`[^\\d.]${String(limit).replace('.', '\\.')}[^\\d]`));
  });

  test('tells the floors below which a finding is a remark', () => {
    expect(readme).toContain(`less than ${WORTH_IT_SHARE * 100}% of the run, or less than ${WORTH_IT_MS / 1000} s`);
  });
});
