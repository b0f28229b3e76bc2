import type { ApplicationRun, Task } from '../../../src/diagnosis/application-run.ts';
import { aDriver, aRun, executors, type BuiltStage, type RunSpec } from '../../builders.ts';

export const MILLION = 1e6;
export const on100 = executors(25);

export function run(stages: BuiltStage[], over: Partial<RunSpec> = {}): ApplicationRun {
  return aRun({ stages, executors: [aDriver(), ...on100], ...(over.plan ? {} : { sqlExecutions: null }), ...over });
}

export const reads = (records: number, bytes = records * 100): Partial<Task> => ({
  shuffleReadRecords: records,
  shuffleReadBytes: bytes,
});
export const scans = (records: number, bytes = records * 100): Partial<Task> => ({
  inputRecords: records,
  inputBytes: bytes,
});
export const writes = (records: number, bytes = records * 100): Partial<Task> => ({
  shuffleWriteRecords: records,
  shuffleWriteBytes: bytes,
});
