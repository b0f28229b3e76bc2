import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../src/diagnosis/vocabulary.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');
const SRC = join(ROOT, 'src');
/** Past it a file is two. */
const MOST_LINES = 320;

interface Room {
  /** What of ours it may import: rooms, or single files. */
  ours: string[];
  /** Packages and parts of Node. */
  packages: RegExp;
}

/** The arrows of the layout: who may import whom, and which packages. Files directly in src wire, or are contracts. */
const ROOMS: Record<string, Room> = {
  diagnosis: { ours: [], packages: /^$/ },
  // node:util takes control characters out of text; nothing of it reads or writes.
  narration: { ours: ['diagnosis', 'failure.ts', 'question.ts'], packages: /^(date-fns|node:util)$/ },
  'history-server': {
    ours: ['diagnosis/application-run.ts', 'failure.ts', 'question.ts'],
    packages: /^(undici|zod|date-fns|node:.*)$/,
  },
  slack: {
    ours: [
      'narration',
      'question.ts',
      'failure.ts',
      'diagnosis/vocabulary.ts',
      'request-grammar.ts',
      'request-targets.ts',
    ],
    packages: /^(@slack\/.*|undici|zod|node:.*)$/,
  },
  'local-slack': { ours: [], packages: /^(ws|zod|node:.*)$/ },
  recorded: { ours: ['history-server', 'failure.ts', 'config.ts'], packages: /^(undici|zod|node:.*)$/ },
  accuracy: {
    ours: ['history-server', 'diagnosis/vocabulary.ts', 'narration', 'failure.ts', 'sparkcheck.ts'],
    packages: /^(zod|node:.*)$/,
  },
};
/** What a person starts: these may read the environment and, where they are terminals, print. */
const STARTED = ['main.ts', 'cli.ts', 'recorded/record-cli.ts', 'accuracy/main.ts'];

interface Import {
  from: string;
  /** Path below src, or the name of a package. */
  to: string;
  ours: boolean;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const below = (path: string) => relative(SRC, path).split(sep).join('/');
const sources = filesBelow(SRC).filter((path) => path.endsWith('.ts'));
const textOf = (path: string) => readFileSync(path, 'utf8');
const codeOf = (path: string) => textOf(path).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:^|[^\w.])import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g;

function importsOf(path: string): Import[] {
  return [...textOf(path).matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    const ours = name.startsWith('.');
    return { from: below(path), to: ours ? below(resolve(dirname(path), name)) : name, ours };
  });
}

const imports = sources.flatMap(importsOf);
const roomOf = (path: string) => path.split('/')[0] ?? path;

test('the arrows are read from imports that are there', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports).toContainEqual({ from: 'diagnosis/diagnose.ts', to: 'diagnosis/unit.ts', ours: true });
  expect(imports).toContainEqual({ from: 'config.ts', to: 'zod', ours: false });
});

describe('imports go one way', () => {
  test.each(Object.keys(ROOMS))('%s', (name) => {
    const room = ROOMS[name];
    expect(room).toBeDefined();
    if (room === undefined) return;
    const own = imports.filter((i) => roomOf(i.from) === name);
    expect(own.length).toBeGreaterThan(0);
    const wrong = own.filter(({ to, ours }) =>
      ours
        ? roomOf(to) !== name && !room.ours.some((allowed) => to === allowed || to.startsWith(`${allowed}/`))
        : !room.packages.test(to),
    );
    expect(wrong.map((i) => `${i.from} → ${i.to}`)).toEqual([]);
  });

  test('every folder of src is a room with arrows of its own', () => {
    const folders = readdirSync(SRC).filter((name) => statSync(join(SRC, name)).isDirectory());
    expect(folders.filter((name) => !(name in ROOMS))).toEqual([]);
  });

  test.each([
    ['narration', 'diagnosis'],
    ['history-server', 'diagnosis'],
    ['slack', 'narration'],
  ])('%s takes only types from %s, and the closed words', (from, to) => {
    const values = sources
      .filter((path) => roomOf(below(path)) === from)
      .flatMap((path) =>
        [...textOf(path).matchAll(/^import (?!type\b)([^;]*?) from '([^']+)'/gm)]
          .map((match) => ({ names: match[1] ?? '', to: below(resolve(dirname(path), match[2] ?? '')) }))
          .filter((i) => roomOf(i.to) === to && i.to !== 'diagnosis/vocabulary.ts')
          // A list of nothing but types is erased as well.
          .filter((i) => i.names.split(',').some((name) => /\w/.test(name) && !/^\W*type /.test(name)))
          .map((i) => `${below(path)}: ${i.names}`),
      );
    expect(values).toEqual([]);
  });
});

describe('names', () => {
  test('no drawer for anything', () => {
    const drawer = /^(utils?|helpers?|common|misc|shared|lib)(\.[a-z]+)*$/i;
    const parts = [...filesBelow(SRC), ...filesBelow(join(ROOT, 'test'))].flatMap((path) =>
      relative(ROOT, path).split(sep),
    );
    expect([...new Set(parts)].filter((part) => drawer.test(part))).toEqual([]);
  });

  test('no barrel but the ordered list of checks', () => {
    expect(sources.map(below).filter((path) => path.endsWith('index.ts'))).toEqual(['diagnosis/checks/index.ts']);
  });
});

describe('files', () => {
  test(`none over ${MOST_LINES} lines`, () => {
    const long = sources
      .map((path) => `${below(path)}: ${textOf(path).split('\n').length - 1}`)
      .filter((line) => Number(line.split(': ')[1]) > MOST_LINES);
    expect(long).toEqual([]);
  });

  test('the environment is read where the wiring is', () => {
    const readers = sources.filter((path) => /process\.env\b/.test(textOf(path))).map(below);
    expect(readers.filter((path) => ![...STARTED, 'config.ts'].includes(path))).toEqual([]);
  });

  test('nothing is printed but by the terminal', () => {
    const printing = sources.filter((path) => /\bconsole\.\w+\(/.test(textOf(path))).map(below);
    expect(printing.filter((path) => !STARTED.includes(path))).toEqual([]);
  });

  test('types are not talked out of', () => {
    const loose = sources.flatMap((path) =>
      [...codeOf(path).matchAll(/as unknown as|\bas any\b|: any\b|<any>/g)].map((m) => `${below(path)}: ${m[0]}`),
    );
    expect(loose).toEqual([]);
  });

  test('the compiler is not told to look away', () => {
    expect(sources.filter((path) => /@ts-(ignore|expect-error|nocheck)/.test(textOf(path))).map(below)).toEqual([]);
  });

  test('nothing is left for later', () => {
    const later = sources.filter((path) => /\b(TODO|FIXME|XXX)\b/.test(textOf(path))).map(below);
    expect(later).toEqual([]);
  });
});

describe('a check, its test and its words', () => {
  const checks = readdirSync(join(SRC, 'diagnosis/checks')).filter((name) => name !== 'index.ts');

  test('every check has a test', () => {
    const tests = readdirSync(join(ROOT, 'test/diagnosis/checks'));
    expect(checks).toHaveLength(5);
    expect(checks.map((name) => name.replace(/\.ts$/, '.test.ts')).filter((name) => !tests.includes(name))).toEqual([]);
  });

  test('every kind of cause has words', () => {
    const narration = filesBelow(join(SRC, 'narration')).map(textOf).join('\n');
    const kinds = Object.values(KINDS).flat();
    expect(kinds.filter((kind) => !new RegExp(`(^|[^\\w-])'?${kind}'?\\b`).test(narration))).toEqual([]);
  });
});
