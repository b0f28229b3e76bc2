import { describe, expect, test } from 'vitest';
import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { chooseUnit } from '../../src/diagnosis/unit.ts';
import { aJob, aQuery, aRun, aStage, MINUTE, SECOND, START, type RunSpec } from '../builders.ts';

interface Spell {
  /** Idle time before it. */
  pauseMs?: number;
  wallMs: number;
  /** An RDD job belongs to no query. */
  rdd?: boolean;
  description?: string;
}

/** One query after the other, each a job of one stage; ids count from 0. */
function queries(spells: Spell[], over: Partial<RunSpec> = {}): ApplicationRun {
  let at = 10 * SECOND;
  const stages = spells.map(({ pauseMs = 0, wallMs }, stageId) => {
    at += pauseMs;
    const stage = aStage({ stageId, at, wallMs });
    at += wallMs + 240;
    return stage;
  });
  const jobs = stages.map((s, jobId) => aJob([s], { jobId, description: spells[jobId]?.description ?? null }));
  const sqlExecutions = jobs.flatMap((job) => {
    const spell = spells[job.jobId];
    if (spell?.rdd) return [];
    return [aQuery([job], { id: job.jobId, ...(spell?.description ? { description: spell.description } : {}) })];
  });
  return aRun({ stages, jobs, sqlExecutions, endsAfterMs: SECOND, ...over });
}

const chosen = (run: ApplicationRun, asked = {}) => {
  const unit = chooseUnit(run, asked);
  return unit === null ? 'nothing' : `${unit.type} ${unit.id ?? '-'} ${unit.chosen}`;
};

test.each<[string, ApplicationRun, string]>([
  ['one query is the job', queries([{ wallMs: MINUTE }]), 'sql-execution 0 only-query'],
  [
    'a query of over 80% of the busy time',
    queries([{ wallMs: 10 * SECOND }, { wallMs: 50 * SECOND }]),
    'sql-execution 1 only-query',
  ],
  [
    'two queries of about one length',
    queries([{ wallMs: 40 * SECOND }, { wallMs: 50 * SECOND }]),
    'application - whole-application',
  ],
  ['no query', queries([{ wallMs: MINUTE, rdd: true }]), 'application - whole-application'],
  [
    'mostly RDD jobs and one small query',
    queries([{ wallMs: MINUTE, rdd: true }, { wallMs: 5 * SECOND }]),
    'application - whole-application',
  ],
  [
    'one query, and the driver busy for a fifth outside of it',
    queries([{ wallMs: MINUTE }], { endsAfterMs: 30 * SECOND }),
    'application - whole-application',
  ],
  [
    'one query, and little outside of it',
    queries([{ wallMs: MINUTE }], { endsAfterMs: 10 * SECOND }),
    'sql-execution 0 only-query',
  ],
  ['no SQL endpoint', queries([{ wallMs: MINUTE }], { sqlExecutions: null }), 'application - whole-application'],
])('%s', (_, run, unit) => {
  expect(chosen(run)).toBe(unit);
});

describe('idle time of a person or a trigger is no driver gap', () => {
  const spells = (count: number, pauseMs: number): Spell[] =>
    Array.from({ length: count }, (_, i) => ({ pauseMs, wallMs: (i === 3 ? 30 : 5) * SECOND }));
  test.each<[string, ApplicationRun, string]>([
    [
      'a shell by its name',
      queries(spells(4, MINUTE), { application: { name: 'PySparkShell' } }),
      'sql-execution 3 slowest-query',
    ],
    [
      'a notebook by its setting',
      queries(spells(4, MINUTE), { settings: { 'spark.repl.class.uri': 'x' } }),
      'sql-execution 3 slowest-query',
    ],
    ['eight queries with pauses', queries(spells(8, MINUTE)), 'sql-execution 3 slowest-query'],
    ['seven', queries(spells(7, MINUTE)), 'application - whole-application'],
    ['eight queries one after the other', queries(spells(8, 0)), 'application - whole-application'],
    [
      'micro-batches of a stream',
      queries([
        { wallMs: SECOND, description: 'q\nid = 1\nrunId = 2\nbatch = 3' },
        { wallMs: 2 * SECOND, description: 'q\nid = 1\nrunId = 2\nbatch = 4' },
      ]),
      'sql-execution 1 slowest-query',
    ],
  ])('%s', (_, run, unit) => {
    expect(chosen(run)).toBe(unit);
  });

  test('the others are listed, slowest first', () => {
    const run = queries([{ wallMs: 5 * SECOND }, { wallMs: 30 * SECOND }, { wallMs: 9 * SECOND }], {
      application: { name: 'PySparkShell' },
    });
    expect(chooseUnit(run)?.otherQueries.map((q) => q.id)).toEqual([2, 0]);
    expect(diagnose(run).cause?.kind).not.toBe('driver-gap');
  });
});

describe('what was asked for is what is read', () => {
  const run = queries([{ wallMs: 20 * SECOND }, { wallMs: 50 * SECOND }]);
  test.each<[string, Parameters<typeof chooseUnit>[1], string]>([
    ['a query', { query: 0 }, 'sql-execution 0 asked'],
    ['a job', { job: 1 }, 'job 1 asked'],
    ['the query of a stage', { stage: { stageId: 0 } }, 'sql-execution 0 asked'],
    ['a query that is not there', { query: 77 }, 'application - whole-application'],
  ])('%s', (_, asked, unit) => {
    expect(chosen(run, asked)).toBe(unit);
  });
  test('and its stage is the one opened', () => {
    expect(diagnose(run, { stage: { stageId: 0 } }).view?.stage.stageId).toBe(0);
  });
});

describe('a query that still runs', () => {
  test('ends where the application last gave a sign of life, not at the server’s clock', () => {
    const stage = aStage({ wallMs: MINUTE });
    const active = { ...stage, stage: { ...stage.stage, status: 'active' as const, completedAt: null } };
    const job = aJob([active], { status: 'running', completedAt: null });
    const run = aRun({
      stages: [active],
      jobs: [job],
      sqlExecutions: [aQuery([job], { status: 'running', durationMs: 40 * 24 * 60 * MINUTE })],
      application: { completed: false, endedAt: null, durationMs: 0 },
      readAt: START + 40 * 24 * 60 * MINUTE,
    });
    expect(chooseUnit(run)?.durationMs).toBeLessThan(MINUTE);
  });
});

test('nothing is known of any time', () => {
  const run = aRun({
    stages: [],
    jobs: [],
    sqlExecutions: [],
    executors: [],
    application: { startedAt: null, endedAt: null },
  });
  expect(chosen(run)).toBe('nothing');
  expect(diagnose(run)).toMatchObject({ unit: null, checks: null, cause: null, lever: 'none' });
});
