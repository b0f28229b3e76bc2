import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApplicationRun } from '../../src/diagnosis/application-run.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import {
  aDriver,
  aPlan,
  aRun,
  aStage,
  exchange,
  executors,
  GIB,
  operator,
  SECOND,
  START,
  tasks,
  type BuiltStage,
  type Operator,
} from '../builders.ts';

interface SoundStage {
  waves: number;
  runTimeMs: number;
  /** What each task takes more or less, over and over. */
  noise: number[];
  written: number;
  bytesPerRecord: number;
  gcShare: number;
  spillsAtTheEdge: boolean;
  driverBeforeMs: number;
}

interface SoundRun {
  executorCount: number;
  cores: number;
  startUpMs: number;
  cached: number;
  stages: SoundStage[];
  planned: boolean;
  driverAfterMs: number;
}

const aSoundStage: fc.Arbitrary<SoundStage> = fc.record({
  waves: fc.constantFrom(1, 2, 5, 20),
  runTimeMs: fc.integer({ min: 10 * SECOND, max: 300 * SECOND }),
  noise: fc.array(fc.double({ min: 0.75, max: 1.4, noNaN: true }), { minLength: 7, maxLength: 23 }),
  // Rows that grow from stage to stage would be told as excess.
  written: fc.constantFrom(0.001, 0.3, 1),
  bytesPerRecord: fc.constantFrom(30, 100, 260),
  gcShare: fc.double({ min: 0, max: 0.04, noNaN: true }),
  spillsAtTheEdge: fc.boolean(),
  driverBeforeMs: fc.integer({ min: 50, max: 1_500 }),
});

/** A well-made job on a cluster of any size: even tasks in sufficient number, little GC, a driver that hardly makes anybody wait. */
const aSoundRun: fc.Arbitrary<SoundRun> = fc.record({
  executorCount: fc.integer({ min: 2, max: 12 }),
  cores: fc.constantFrom(1, 2, 4, 8),
  startUpMs: fc.integer({ min: 0, max: 90 * SECOND }),
  cached: fc.constantFrom(0, 0.3, 0.9),
  // Many stages of similar length would be told as spread.
  stages: fc.array(aSoundStage, { minLength: 1, maxLength: 7 }),
  planned: fc.boolean(),
  driverAfterMs: fc.integer({ min: 0, max: SECOND }),
});

function draw(sound: SoundRun): ApplicationRun {
  const slots = sound.executorCount * sound.cores;
  const on = executors(sound.executorCount, () => ({
    cores: sound.cores,
    addedAt: START + sound.startUpMs,
    gcTimeMs: 60 * SECOND,
    peakStorageBytes: sound.cached * 10 * GIB,
  }));
  let at = sound.startUpMs + 200;
  let records = 1_000_000;
  const stages = sound.stages.map((s, stageId): BuiltStage => {
    at += s.driverBeforeMs;
    const count = slots * s.waves;
    const read = Math.max(1, Math.round(records));
    const write = Math.round(read * s.written);
    const built = aStage({
      stageId,
      at,
      on,
      tasks: tasks(count, (i) => {
        const noise = s.noise[(i * 5) % s.noise.length] ?? 1;
        const bytes = read * 100;
        return {
          runTimeMs: Math.round(s.runTimeMs * noise),
          gcTimeMs: Math.round(s.runTimeMs * noise * s.gcShare),
          ...(stageId === 0
            ? { inputRecords: read, inputBytes: bytes }
            : { shuffleReadRecords: read, shuffleReadBytes: bytes }),
          shuffleWriteRecords: write,
          shuffleWriteBytes: write * s.bytesPerRecord,
          memorySpilledBytes: s.spillsAtTheEdge ? 0.03 * bytes : 0,
        };
      }),
    });
    at = (built.stage.completedAt ?? START) - START;
    // What the next stage reads a task, in tasks of its own number.
    records = (write * count) / (slots * (sound.stages[stageId + 1]?.waves ?? 1));
    return built;
  });
  return aRun({
    stages,
    executors: [aDriver(), ...on],
    endsAfterMs: sound.driverAfterMs,
    ...(sound.planned ? { plan: windows(stages) } : { sqlExecutions: null }),
  });
}

function windows(stages: BuiltStage[]): ReturnType<typeof aPlan> {
  const scan = operator('Scan parquet lake.events', { rows: stages[0]?.stage.inputRecords ?? 0, at: 0 });
  const top = stages
    .slice(1)
    .reduce<Operator>(
      (below, { stage }) =>
        operator(
          'Window',
          { keys: ['k'], at: stage.stageId },
          exchange(
            { keys: ['k'], from: stage.stageId - 1, to: stage.stageId, rows: stage.shuffleReadRecords ?? 0 },
            below,
          ),
        ),
      scan,
    );
  return aPlan(operator('WriteFiles', {}, top));
}

test('a sound job is healthy, whatever its size', () => {
  fc.assert(
    fc.property(aSoundRun, (sound) => {
      const told = diagnose(draw(sound));
      expect([told.cause?.kind ?? null, told.others.map((o) => o.kind)]).toEqual([null, []]);
    }),
    { numRuns: 300, seed: 20261128 },
  );
}, 120_000);
