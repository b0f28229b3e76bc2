import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import {
  aPlan,
  aRun,
  aSkippedStage,
  aStage,
  exchange,
  GIB,
  MINUTE,
  operator,
  tasks,
  type RunSpec,
} from '../builders.ts';

/** What a task read of a shuffle, in rows of a hundred bytes. */
export const rows = (n: number) => ({ shuffleReadRecords: n, shuffleReadBytes: n * 100 });

/** Task 12 reads twenty times the rows, in a window by `title_id`. */
export function hotWindow(over: Partial<RunSpec> = {}, spilled = 0): ApplicationRun {
  const scan = aStage({
    stageId: 3,
    wallMs: 2 * MINUTE,
    tasks: tasks(8, () => ({
      inputRecords: 7e6,
      inputBytes: GIB,
      shuffleWriteRecords: 7_375_000,
      shuffleWriteBytes: GIB / 2,
    })),
  });
  const windowed = aStage({
    stageId: 4,
    at: 3 * MINUTE,
    tasks: tasks(40, (i) => ({
      runTimeMs: i === 12 ? 20 * MINUTE : MINUTE,
      executorId: i === 12 ? '2' : '',
      ...rows(i === 12 ? 2e7 : 1e6),
      memorySpilledBytes: i === 12 ? spilled : 0,
      diskSpilledBytes: i === 12 ? spilled / 5 : 0,
    })),
  });
  const plan = aPlan(
    operator(
      'Window',
      { keys: ['title_id'], at: 4 },
      exchange(
        { keys: ['title_id'], rows: 59e6, bytes: 4 * GIB, from: 3, to: 4 },
        operator('Scan parquet lake.viewing_events', { rows: 56e6, at: 3 }),
      ),
    ),
  );
  return aRun({ stages: [scan, aSkippedStage(5), windowed], plan, ...over });
}
