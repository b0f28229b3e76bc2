import { describe, expect, test } from 'vitest';
import type { ApplicationRun, Task } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import type { UnitChoice } from '../../src/diagnosis/unit.ts';
import { markdown } from '../../src/narration/markdown.ts';
import type { Narration } from '../../src/narration/narration.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { plainText } from '../../src/narration/plain-text.ts';
import { plain } from '../../src/narration/say.ts';
import { untied } from '../../src/narration/tied.ts';
import {
  aDriver,
  aJob,
  aQuery,
  aRun,
  aSkippedStage,
  aStage,
  executors,
  GIB,
  HOUR,
  MINUTE,
  SECOND,
  START,
  tasks,
  type RunSpec,
} from '../builders.ts';
import { hotWindow, rows } from './hot-window.ts';

/** The words of one check, title first. */
function check(narration: Narration, number: number): string {
  const section = narration.checks[number - 1];
  return section === undefined ? '' : [section.title, ...section.paragraphs].map(plain).join(' ');
}

function told(run: ApplicationRun, asked: UnitChoice = {}): Narration {
  return narrate(diagnose(run, asked));
}

/** Forty tasks of a minute in one stage, each what `each` says. */
function one(each: (i: number) => Partial<Task>, over: Partial<RunSpec> = {}): ApplicationRun {
  const stage = aStage({ tasks: tasks(40, (i) => ({ runTimeMs: MINUTE, ...rows(1e6), ...each(i) })) });
  return aRun({ stages: [stage], sqlExecutions: null, ...over });
}

describe('a hot key', () => {
  const narration = told(hotWindow({}, 3 * GIB));

  test('is named with its two readings, and the data is told apart from the machine', () => {
    const skew = check(narration, 3);
    expect(skew).toContain('20 times as long, against a limit of 5');
    expect(skew).toContain('index 12, read 20 million records where the median read 1 million: 20 times');
    expect(skew).toContain('this is the data, not the machine');
    expect(skew).toContain('A window needs all rows of one title_id in one task');
  });

  test('comes first in the root, with what it costs', () => {
    expect(plain(narration.root.headline)).toMatch(/^One hot title_id holds stage 4 up: data skew, 20 times the rows/);
    expect(plain(narration.root.subline)).toMatch(/^Up to \d+ min/);
    expect(narration.root.strip.map((s) => untied(s.short))).toContain('symptom of 3');
  });

  test('explains the spill as its shadow, because it is the same task', () => {
    expect(check(narration, 5)).toContain('All of it is in task 12');
    expect(check(narration, 5)).toContain('That is the slow task of check 3');
    expect(plain(narration.closing.cause)).toContain('The spill is its symptom');
  });

  test('is answered with one change, the tempting wrong one, and a query that finds the value', () => {
    const { firstChange, notThis, askNext } = narration.closing;
    expect(plain(firstChange ?? [])).toMatch(/^salt the hot title_id/);
    expect(plain(notThis ?? [])).toMatch(/^more memory\. The same 20 million rows/);
    expect(plain(askNext ?? [])).toContain(
      'SELECT title_id, count(*) AS n FROM lake.viewing_events GROUP BY title_id ORDER BY n DESC LIMIT 5',
    );
  });

  test('is told in the order of the hunt, each check ending in a decision', () => {
    expect(check(narration, 1)).toContain('so everything below reads stage 4');
    expect(check(narration, 2)).toContain('So I ruled volume out.');
    expect(check(narration, 3)).toContain('earliest check that fails');
  });

  test('is spoken in six sentences: where, which stage, two readings, the meaning, the re-run', () => {
    expect(narration.spoken).toHaveLength(6);
    expect(narration.spoken[1]).toMatch(/^Stage 4, the window by title_id, was \d+% of the query\.$/);
    expect(narration.spoken[5]).toContain('a re-run should then show no task above twice the median');
  });

  test('with memory out of the picture, the warning is of more partitions', () => {
    expect(plain(told(hotWindow()).closing.notThis ?? [])).toMatch(/^more partitions or a bigger cluster\./);
  });
});

describe('the whole wall-clock is accounted for', () => {
  test('start-up, waiting, running, gaps and the end are told, whatever the verdict', () => {
    const stages = [
      aStage({ stageId: 0, at: 30 * SECOND, wallMs: 2 * MINUTE }),
      aStage({ stageId: 1, at: 4 * MINUTE, wallMs: 5 * MINUTE }),
    ];
    const jobs = stages.map((s, jobId) => aJob([s], { jobId }));
    const words = check(told(aRun({ stages, jobs, sqlExecutions: null, endsAfterMs: 20 * SECOND })), 1);
    expect(words).toContain('Tasks were running for 7 min of it, 75%');
    expect(words).toContain('5 s passed while it started up');
    expect(words).toContain('25 s in the driver before the first task');
    expect(words).toContain('1 min 30 s in the driver between stages');
    expect(words).toContain('20 s after the last task');
  });

  test('a gap that is the largest part clears every stage', () => {
    const narration = told(
      aRun({ stages: [aStage({ wallMs: 5 * MINUTE })], endsAfterMs: 30 * MINUTE, sqlExecutions: null }),
    );
    expect(plain(narration.root.headline)).toMatch(/^No stage is slow/);
    expect(check(narration, 1)).toContain('after the last stage');
    expect(check(narration, 1)).toContain('it is not at fault');
    expect(plain(narration.closing.notThis ?? [])).toMatch(/^more executors/);
  });

  test('of a query, what the application did around it is told too', () => {
    expect(check(told(hotWindow()), 1)).toMatch(/The application itself was up for .* starting up/);
  });
});

describe('the unit is said', () => {
  test('the slowest of many queries, with the next one', () => {
    const stages = Array.from({ length: 10 }, (_, i) =>
      aStage({ stageId: i, at: (1 + i * 3) * MINUTE, wallMs: i === 6 ? 2 * MINUTE : 20 * SECOND }),
    );
    const jobs = stages.map((s, jobId) => aJob([s], { jobId }));
    const queries = jobs.map((job, id) => aQuery([job], { id, description: `cell ${id}` }));
    const words = check(told(aRun({ stages, jobs, sqlExecutions: queries })), 1);
    expect(words).toContain('I took the slowest of 10 queries, query 6 (cell 6), which took 2 min');
    expect(words).toContain('The next slowest, query');
    expect(words).toContain('The pauses between queries are not counted to this one');
  });

  test('an asked one as asked', () => {
    expect(check(told(hotWindow(), { query: 0 }), 1)).toContain('You asked for query 0');
  });

  test('an asked stage as asked, with the query it ran in, and no claim that it is the worst', () => {
    const words = check(told(hotWindow(), { stage: { stageId: 3 } }), 1);
    expect(words).toContain('You asked for stage 3, which ran in query 0');
    expect(words).toContain('Stage 4 took longer');
    expect(words).not.toContain('can give back more');
    // What the longer one could give back would speak for the longer one.
    expect(words).not.toContain('If every other stage were free');
  });

  test('an asked stage in which nothing fails points at the one that takes the time', () => {
    const narration = told(hotWindow(), { stage: { stageId: 3 } });
    expect(plain(narration.root.headline)).toMatch(/^I found nothing wrong with stage 3/);
    expect(plain(narration.closing.askNext ?? [])).toMatch(/^what takes the time in stage 4\? It ran /);
    expect(narration.spoken.join(' ')).toContain('next I would ask for stage 4');
  });

  test('an asked stage that was skipped ran nothing, and what is told instead is named', () => {
    const run = one((i) => ({ shuffleReadRecords: 0, shuffleReadBytes: 0, inputRecords: 1e6 + i }));
    const asked = {
      ...run,
      stages: [...run.stages, aSkippedStage(9).stage],
      jobs: run.jobs.map((j) => ({ ...j, stageIds: [...j.stageIds, 9] })),
    };
    const narration = told(asked, { stage: { stageId: 9 } });
    expect(plain(narration.root.headline)).toMatch(/^Stage 9 was skipped and ran nothing; in job 0/);
    expect(check(narration, 1)).toMatch(
      /You asked for stage 9, which was skipped and ran nothing; I tell job 0 instead/,
    );
  });

  test('machinery is no name', () => {
    expect(check(told(hotWindow()), 1)).not.toMatch(/NativeMethodAccessorImpl|anonfun/);
  });
});

describe('what is normal is said to be normal', () => {
  test('skipped stages, where there were some', () => {
    expect(check(told(hotWindow()), 1)).toContain('1 stage is listed as skipped');
    expect(check(told(one(() => ({}))), 1)).not.toContain('skipped');
  });

  test('what a failed job never came to had no output there', () => {
    const run = one(() => ({}));
    const failed = {
      ...run,
      jobs: run.jobs.map((j) => ({ ...j, status: 'failed' as const })),
      stages: [...run.stages.map((s) => ({ ...s, status: 'failed' as const })), aSkippedStage(9).stage],
    };
    const words = check(told(failed), 1);
    expect(words).toContain('1 stage is listed as skipped: it never ran.');
    expect(words).not.toContain('already there');
  });

  test('where no stage ran, four checks share a line', () => {
    const narration = told(aRun({ stages: [], jobs: [], sqlExecutions: null }));
    const text = plainText(narration, { width: 100, colour: false });
    expect(text).toContain('2, 3, 4 and 5 · No stage to read, so these checks have nothing to look at.');
    expect(text).not.toContain('2 · Shuffle volume');
    expect(text).not.toContain('Before you change anything');
    expect(markdown(narration)).toContain('2, 3, 4 and 5 · No stage to read');
    expect(narration.handoff).not.toContain('Five readings');
  });

  test('the share of GC shows what it was divided from', () => {
    const run = one(() => ({}));
    run.stages = run.stages.map((s) => ({ ...s, gcTimeMs: MINUTE, runTimeMs: 40 * MINUTE, deserializeTimeMs: 0 }));
    expect(check(told(run), 4)).toContain('GC took 3% of the task time (GC time ÷ task time: 1 min ÷ 40 min)');
  });

  test('a healthy run is short, says where the time went and what can not be seen', () => {
    const narration = told(one(() => ({ shuffleReadRecords: 0, shuffleReadBytes: 0, inputRecords: 1e6 })));
    expect(plain(narration.root.headline)).toMatch(/^I found nothing wrong/);
    for (const number of [2, 3, 4, 5]) {
      expect(narration.checks[number - 1]?.paragraphs).toHaveLength(1);
      expect(narration.checks[number - 1]?.evidence).toEqual([]);
      expect(check(narration, number).length).toBeLessThan(330);
    }
    expect(plain(narration.closing.cause)).toContain('Tasks were running for');
    expect(narration.closing.firstChange).toBeNull();
    expect(narration.unseen.join(' ')).toContain('other systems');
  });
});

describe('the headline claims no more than the metrics tell', () => {
  const even = (cpuTimeMs: number) => {
    const run = one(() => ({ shuffleReadRecords: 0, shuffleReadBytes: 0, inputRecords: 1e6 }));
    run.stages = run.stages.map((s) => ({ ...s, cpuTimeMs }));
    return told(run);
  };

  test('tasks that used their CPU worked', () => {
    expect(plain(even(39 * MINUTE).root.headline)).toMatch(/the time went into work\.$/);
  });

  test('tasks that used little CPU only took the time', () => {
    const narration = even(MINUTE);
    expect(plain(narration.root.headline)).toMatch(/the time went into the tasks\.$/);
    expect(plain(narration.closing.cause)).toContain('no metric tells which');
  });

  test('an attempt that was broken off is said first', () => {
    const application = { completed: false, endedAt: null, durationMs: null, attemptId: '1', attemptIds: ['2', '1'] };
    const words = plain(told(one(() => ({}), { application })).root.headline);
    expect(words).toMatch(/^This attempt was broken off, and attempt 2 followed it\. /);
  });
});

describe('machine and work', () => {
  const onHost = (slowExecutor: string) =>
    one((i) => {
      const executorId = String((i % 4) + 1);
      return { executorId, runTimeMs: executorId === slowExecutor ? 8 * MINUTE : MINUTE };
    });

  test('a slow machine is told by ordinary data and the totals of the others', () => {
    const narration = told(onHost('2'));
    expect(check(narration, 3)).toContain('10 slow tasks read about as many records as the median task');
    expect(check(narration, 3)).toContain('executor 2 on 10.0.3.2');
    expect(check(narration, 3)).toContain('this is the machine, not the data');
    expect(plain(narration.closing.firstChange ?? [])).not.toMatch(/salt/);
    expect(plain(narration.closing.notThis ?? [])).toMatch(/^salting/);
  });

  test('speculation is a stop-gap where it is off, and no advice where it is on', () => {
    const run = onHost('2');
    expect(plain(told(run).closing.firstChange ?? [])).toContain('spark.speculation is a stop-gap until then');
    const on = { ...run, settings: { ...run.settings, 'spark.speculation': 'true' } };
    const [stage] = on.stages;
    expect(plain(told(on).closing.firstChange ?? [])).toContain('on already and replaced no task of this stage');
    if (stage !== undefined) stage.killedTasks = 2;
    const change = plain(told(on).closing.firstChange ?? []);
    expect(change).toContain('on already: of 2 tasks here a second copy ran');
    expect(change).not.toContain('stop-gap');
  });

  test('tasks that missed a cache are told so, and the change makes room for it', () => {
    const run = one((i) => {
      const missed = i % 4 === 0;
      return {
        executorId: String((Math.floor(i / 4) % 4) + 1),
        runTimeMs: missed ? 10 * MINUTE : MINUTE,
        shuffleReadRecords: 0,
        shuffleReadBytes: 0,
        inputRecords: missed ? 24_000 : 9,
        inputBytes: missed ? 75_000 : 32_000_000,
      };
    });
    const narration = told(run);
    expect(plain(narration.root.headline)).toMatch(/^10 tasks of stage 0 missed the cache and took up to 10 times/);
    expect(check(narration, 3)).toContain('Skew: the slow tasks missed the cache.');
    expect(check(narration, 3)).toContain('the 10 slow ones read or computed it again');
    expect(check(narration, 3)).toContain('2,667 times the records of the median task, and 0.0023 times its bytes');
    expect(plain(narration.closing.firstChange ?? [])).toMatch(/^give the cache room/);
    expect(JSON.stringify(narration)).not.toMatch(/some records cost more|code for each row/);
  });

  test('what could be won says how it is counted', () => {
    const narration = told(onHost('2'));
    const stake = /^Up to (.+?) of/.exec(plain(narration.root.subline))?.[1] ?? 'no stake';
    expect(check(narration, 3)).toContain(
      `Up to ${stake} could be won: the time that the slow tasks ran beyond the pace`,
    );
  });

  test('where all executors share a host, only the executor is called slow', () => {
    const run = onHost('2');
    const host = (id: string | null) => (id === null ? null : '10.0.3.1');
    run.stageDetails = run.stageDetails.map((d) => ({
      ...d,
      tasks: d.tasks?.map((t) => ({ ...t, host: '10.0.3.1' })) ?? null,
      perExecutor: d.perExecutor?.map((e) => ({ ...e, host: host(e.executorId) })) ?? null,
    }));
    run.executors = run.executors.map((e) => ({ ...e, host: '10.0.3.1' }));
    const narration = told(run);
    expect(plain(narration.root.headline)).toMatch(/^A slow executor/);
    expect(check(narration, 3)).not.toContain('this is the machine');
  });
});

describe('failures and unfinished applications', () => {
  test('the error is one line, and the stack is left out', () => {
    const stage = aStage({
      status: 'failed',
      failureReason: 'Job aborted',
      tasks: tasks(4, (i) => ({
        status: i === 0 ? 'failed' : 'success',
        errorMessage:
          i === 0 ? `org.apache.spark.SparkException: boom\n\tat a.B.c(B.java:1)\n${'\tat x\n'.repeat(500)}` : null,
      })),
    });
    const run = aRun({ stages: [stage], jobs: [aJob([stage], { status: 'failed' })], sqlExecutions: null });
    const narration = told(run);
    expect(narration.root.state).toMatch(/^failed/);
    expect(plain(narration.root.headline)).toBe('Stage 0 failed: SparkException: boom.');
    expect(JSON.stringify(narration)).not.toContain('B.java');
  });

  test('a running application is told "so far", and a long silence is said', () => {
    const run = one(() => ({}), { application: { completed: false, endedAt: null, durationMs: null } });
    const narration = told({ ...run, readAt: run.readAt + 3 * HOUR });
    expect(narration.root.state).toMatch(/^not finished, .* so far, silent since 28 Nov 2026/);
    expect(check(narration, 1)).toContain('so far');
    expect(check(narration, 1)).toMatch(/last sign of life was (4 h|3 h 59 min)/);
  });

  test('freshly read, it is simply running', () => {
    const run = one(() => ({}), { application: { completed: false, endedAt: null, durationMs: null } });
    const narration = told({ ...run, readAt: (run.application.startedAt ?? 0) + 12 * MINUTE });
    expect(narration.root.state).toMatch(/^running/);
    expect(check(narration, 1)).not.toContain('sign of life');
  });
});

describe('what is missing is said, with what it would have shown', () => {
  test('a server without GC per stage', () => {
    const run = one(() => ({}));
    run.stages = run.stages.map((s) => ({ ...s, gcTimeMs: null }));
    expect(check(told(run), 4)).toContain('I did not have GC time per stage, which would have shown');
  });

  test('a stage without task quantiles', () => {
    const run = one(() => ({}));
    run.stageDetails = [];
    const words = check(told(run), 3);
    expect(words).toContain('I could not tell');
    expect(words).toContain('task quantiles of the stage');
  });

  test('parts that were not read, once each', () => {
    const gap = { stageId: 3, attemptId: 0, reason: 'timed-out', what: null } as const;
    const run = one(() => ({}), {
      notRead: [
        { ...gap, part: 'task-list' },
        { ...gap, part: 'task-list' },
        { part: 'stages', stageId: null, attemptId: null, reason: 'dropped-as-impossible', what: 'inputBytes' },
      ],
    });
    const { unseen } = told(run);
    expect(unseen.filter((s) => s.includes('list of tasks of stage 3'))).toHaveLength(1);
    expect(unseen.join(' ')).toContain('inputBytes');
  });
});

test('a second, independent finding is told after the cause, with its own first change', () => {
  const on = executors(4);
  const skewed = aStage({
    stageId: 0,
    on,
    tasks: tasks(40, (i) => ({ runTimeMs: i === 7 ? 30 * MINUTE : MINUTE, ...rows(i === 7 ? 3e7 : 1e6) })),
  });
  const later = (skewed.stage.completedAt ?? START) - START + MINUTE;
  const slowHost = aStage({
    stageId: 1,
    at: later,
    on,
    tasks: tasks(40, (i) => {
      const executorId = String((i % 4) + 1);
      return { executorId, runTimeMs: executorId === '3' ? 9 * MINUTE : MINUTE, ...rows(1e6) };
    }),
  });
  const narration = told(aRun({ stages: [skewed, slowHost], executors: [aDriver(), ...on], sqlExecutions: null }));
  const cause = plain(narration.closing.cause);
  expect(cause).toContain('A further finding, independent of it, is worth up to');
  expect(cause.indexOf('is the cause')).toBeLessThan(cause.indexOf('A further finding'));
  expect(cause).toContain('First change there:');
});

test('two runs with other facts read otherwise', () => {
  const [a, b] = [
    told(hotWindow()),
    told(one((i) => ({ runTimeMs: i === 3 ? 9 * MINUTE : MINUTE, ...rows(i === 3 ? 9e6 : 1e6) }))),
  ];
  for (const number of [1, 3]) expect(check(a, number)).not.toBe(check(b, number));
  expect(a.spoken.filter((sentence) => b.spoken.includes(sentence)).length).toBeLessThan(3);
});
