import type { NotRead, Stage, StageStatus } from '../diagnosis/application-run.ts';
import { addNote, counter, type Where } from './lenient.ts';
import type { StageAnswer } from './responses.ts';

const STATUS: Record<string, StageStatus> = {
  ACTIVE: 'active',
  COMPLETE: 'complete',
  PENDING: 'pending',
  FAILED: 'failed',
  SKIPPED: 'skipped',
};

export function collectStage(answer: StageAnswer, notes: NotRead[]): Stage {
  const where: Where = { part: 'stages', stageId: answer.stageId, attemptId: answer.attemptId };
  const read = (value: number | null | undefined, field: string) => counter(value, field, where, notes);
  const input = believableInput(
    read(answer.inputBytes, 'inputBytes'),
    read(answer.inputRecords, 'inputRecords'),
    where,
    notes,
  );
  return {
    stageId: answer.stageId,
    attemptId: answer.attemptId,
    status: STATUS[answer.status] ?? 'pending',
    name: answer.name ?? '',
    description: answer.description ?? null,
    callSite: userFrame(answer.details ?? ''),
    submittedAt: answer.submissionTime ?? null,
    firstTaskLaunchedAt: answer.firstTaskLaunchedTime ?? null,
    completedAt: answer.completionTime ?? null,
    failureReason: answer.failureReason ?? null,
    taskCount: read(answer.numTasks, 'numTasks') ?? 0,
    activeTasks: read(answer.numActiveTasks, 'numActiveTasks'),
    completeTasks: read(answer.numCompleteTasks, 'numCompleteTasks'),
    failedTasks: read(answer.numFailedTasks, 'numFailedTasks'),
    killedTasks: read(answer.numKilledTasks, 'numKilledTasks'),
    runTimeMs: read(answer.executorRunTime, 'executorRunTime'),
    cpuTimeMs: nanosecondsToMs(read(answer.executorCpuTime, 'executorCpuTime')),
    gcTimeMs: read(answer.jvmGcTime, 'jvmGcTime'),
    deserializeTimeMs: read(answer.executorDeserializeTime, 'executorDeserializeTime'),
    inputBytes: input,
    inputRecords: read(answer.inputRecords, 'inputRecords'),
    outputBytes: read(answer.outputBytes, 'outputBytes'),
    outputRecords: read(answer.outputRecords, 'outputRecords'),
    shuffleReadBytes: read(answer.shuffleReadBytes, 'shuffleReadBytes'),
    shuffleReadRecords: read(answer.shuffleReadRecords, 'shuffleReadRecords'),
    shuffleWriteBytes: read(answer.shuffleWriteBytes, 'shuffleWriteBytes'),
    shuffleWriteRecords: read(answer.shuffleWriteRecords, 'shuffleWriteRecords'),
    memorySpilledBytes: read(answer.memoryBytesSpilled, 'memoryBytesSpilled'),
    diskSpilledBytes: read(answer.diskBytesSpilled, 'diskBytesSpilled'),
    fetchWaitTimeMs: read(answer.shuffleFetchWaitTime, 'shuffleFetchWaitTime'),
  };
}

/** Records from which a size per record means something; below it a few cached or generated rows would trip the rule. */
const RECORDS_TO_JUDGE_SIZE = 100_000;

/**
 * Spark 4.1 does not count the bytes of Parquet vectored reads, and JDBC and generated rows have none (spark-rest.md §8.1,
 * §8.9): under one byte a record was not measured. `null` then, so that no ratio is built on it.
 */
export function believableInput(
  bytes: number | null,
  records: number | null,
  where: Where,
  notes: NotRead[],
): number | null {
  if (bytes === null || records === null || records === 0) return bytes;
  if (bytes === 0) return null;
  if (records < RECORDS_TO_JUDGE_SIZE || bytes >= records) return bytes;
  addNote(notes, where, 'dropped-as-impossible', 'inputBytes');
  return null;
}

function nanosecondsToMs(value: number | null): number | null {
  return value === null ? null : value / 1e6;
}

const MACHINERY =
  /^(?:\w[\w.]*\/)?(?:org\.apache\.(?:spark|hadoop|hive|livy)\.|java\.|javax\.|jdk\.|sun\.|scala\.|py4j\.|com\.databricks\.|io\.delta\.)/;

/** The first frame of the stack text that is the user's own, e.g. `main at Report.scala:42`; Python frames are not in it. */
function userFrame(stack: string): string | null {
  // A stack text is a few KB; a hostile one can be anything.
  for (const line of stack.slice(0, 20_000).split('\n', 200)) {
    if (line === '' || line.length > 500 || MACHINERY.test(line)) continue;
    const open = line.lastIndexOf('(');
    const file = line.slice(open + 1, -1);
    if (open <= 0 || !line.endsWith(')') || !/^[\w$.-]+:\d+$/.test(file)) continue;
    const method = line.slice(0, open).split('.').at(-1) ?? '';
    return `${method.replace(/^\$anonfun\$([\w]+)\$\d+$/, '$1')} at ${file}`;
  }
  return null;
}

/** Stage ids that jobs ran and the server no longer lists (`spark.ui.retainedStages` of the server, spark-rest.md §2.8). */
export function stagesNotKept(
  jobs: { stageIds: number[]; skippedStages: number | null }[],
  stages: { stageId: number }[],
): boolean {
  const listed = new Set(stages.map((stage) => stage.stageId));
  return jobs.some((job) => {
    const missing = job.stageIds.filter((stageId) => !listed.has(stageId)).length;
    // Skipped stages are evicted first and hold nothing.
    return missing > (job.skippedStages ?? 0);
  });
}
