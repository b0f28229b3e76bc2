import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { aJob, aStage, START, tasks } from '../builders.ts';

/** The same run with every time `factor` times as far from the start and every duration `factor` times as long. */
export function slowedDown(run: ApplicationRun, factor: number): ApplicationRun {
  const at = (moment: number | null) => (moment === null ? null : START + (moment - START) * factor);
  const long = (ms: number | null) => (ms === null ? null : ms * factor);
  const times = <T extends object>(of: T): T =>
    Object.fromEntries(
      Object.entries(of).map(([key, value]) => [
        key,
        /At$/.test(key) && isTime(value) ? at(value) : /Ms$/.test(key) && isTime(value) ? long(value) : value,
      ]),
    ) as T;
  return {
    ...run,
    application: times(run.application),
    readAt: START + (run.readAt - START) * factor,
    jobs: run.jobs.map(times),
    stages: run.stages.map(times),
    executors: run.executors.map(times),
    sqlExecutions: run.sqlExecutions?.map(times) ?? null,
    stageDetails: run.stageDetails.map((d) => ({
      ...d,
      quantiles:
        d.quantiles === null
          ? null
          : (Object.fromEntries(
              Object.entries(d.quantiles).map(([metric, q]) => [
                metric,
                q === null || !metric.endsWith('Ms')
                  ? q
                  : Object.fromEntries(Object.entries(q).map(([name, v]) => [name, v * factor])),
              ]),
            ) as typeof d.quantiles),
      tasks: d.tasks?.map(times) ?? null,
      perExecutor: d.perExecutor?.map(times) ?? null,
    })),
  };
}

function isTime(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

/** The same run with every list in the order that `shuffle` gives, and executors under other names. */
export function rearranged(
  run: ApplicationRun,
  shuffle: <T>(list: T[]) => T[],
  rename: (executorId: string) => string,
): ApplicationRun {
  const renamed = <T extends { executorId: string }>(of: T): T => ({ ...of, executorId: rename(of.executorId) });
  return {
    ...run,
    jobs: shuffle(run.jobs),
    stages: shuffle(run.stages),
    executors: shuffle(run.executors.map((e) => ({ ...e, id: rename(e.id) }))),
    stageDetails: shuffle(
      run.stageDetails.map((d) => ({
        ...d,
        tasks: d.tasks === null ? null : shuffle(d.tasks.map(renamed)),
        perExecutor: d.perExecutor === null ? null : shuffle(d.perExecutor.map(renamed)),
      })),
    ),
  };
}

/** The same run with one more stage that ran beside its largest one: even, with work for every core, and a tenth as long. */
export function withEvenStage(run: ApplicationRun): ApplicationRun {
  const walls = run.stages.map((s) => (s.completedAt ?? 0) - (s.firstTaskLaunchedAt ?? 0));
  const largest = run.stages[walls.indexOf(Math.max(...walls))];
  if (largest?.firstTaskLaunchedAt == null) return run;
  const on = run.executors.filter((e) => !e.isDriver);
  const wallMs = Math.max(...walls) / 10;
  const slots = on.reduce((sum, e) => sum + (e.cores ?? 0), 0);
  const even = aStage({
    stageId: 900,
    at: largest.firstTaskLaunchedAt - START + 100,
    wallMs,
    on,
    tasks: tasks(slots * 3, () => ({ runTimeMs: wallMs / 3, inputRecords: 1e5, inputBytes: 1e7 })),
    // Too small to be read in depth: what its executors did in it is not known.
    detail: null,
  });
  return {
    ...run,
    stages: [...run.stages, even.stage],
    jobs: [
      ...run.jobs.map((j) => ({ ...j, stageIds: [...j.stageIds, 900] })),
      ...(run.jobs.length === 0 ? [aJob([even])] : []),
    ],
  };
}
