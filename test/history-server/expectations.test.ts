import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { NotRead } from '../../src/diagnosis/application-run.ts';
import { readShape } from '../../src/history-server/lenient.ts';
import {
  applicationShape,
  environmentShape,
  executorShape,
  jobShape,
  stageDetailShape,
  stageShape,
  taskShape,
  taskSummaryShape,
} from '../../src/history-server/responses.ts';

/**
 * The answers that Apache Spark's own tests expect of its History Server, four versions of them. They are Spark's, so they
 * stay outside of this repository: `../shared/spark-expectations` beside the checkout, as on CI.
 */
const FOLDER = join(import.meta.dirname, '../../../shared/spark-expectations');

interface Answer {
  version: string;
  file: string;
  kind: Kind;
  items: unknown[];
}

const KINDS = {
  application: { files: /app_list|application_list|one_app/, shape: applicationShape },
  job: { files: /job_list/, shape: jobShape },
  summary: { files: /task_summary/, shape: taskSummaryShape },
  task: { files: /task_list/, shape: taskShape },
  stage: { files: /stage/, shape: stageShape },
  environment: { files: /environment|resource_profiles/, shape: environmentShape },
  executor: { files: /executor/, shape: executorShape },
} as const;
type Kind = keyof typeof KINDS;

/** Read by no check: storage of one RDD. */
const NOT_READ = /rdd_storage/;

function answers(): Answer[] {
  if (!existsSync(FOLDER)) return [];
  const versions = readdirSync(FOLDER).filter((name) => /^v\d/.test(name));
  return versions.flatMap((version) =>
    readdirSync(join(FOLDER, version)).flatMap((file) => {
      const found = Object.entries(KINDS).find(([, { files }]) => files.test(file));
      if (NOT_READ.test(file)) return [];
      const content: unknown = JSON.parse(readFileSync(join(FOLDER, version, file), 'utf8'));
      const items = Array.isArray(content) ? content : [content];
      return [{ version, file, kind: (found?.[0] ?? 'unknown') as Kind, items }];
    }),
  );
}

const ANSWERS = answers();

const required = process.env.CI === 'true' || existsSync(FOLDER);

test(required ? 'all 39 are there' : 'they are absent here, so no answer of Spark is held against', () => {
  expect(ANSWERS.length).toBe(required ? 39 : 0);
});

// A suite without tests would fail; the first test says when the files must be there.
describe.runIf(ANSWERS.length > 0)('every answer is read whole', () => {
  for (const { version, file, kind, items } of ANSWERS) {
    test(`${version} ${file}`, () => {
      const notes: NotRead[] = [];
      const schema: z.ZodType = KINDS[kind].shape;
      const read = items.map((item) => readShape(schema, item, { part: 'stages' }, notes));
      expect(notes).toEqual([]);
      expect(read.filter((one) => one === null)).toEqual([]);
      if (kind === 'stage')
        for (const item of items) expect(readShape(stageDetailShape, item, { part: 'stages' }, notes)).not.toBeNull();
    });
  }
});

/** Fields that we read and that no answer of this kind holds in a version; optional ones that depend on the run are left out. */
function lacking(version: string, kind: Kind): string[] {
  const items = ANSWERS.filter((answer) => answer.version === version && answer.kind === kind).flatMap(
    (one) => one.items,
  );
  const present = new Set(items.flatMap((item) => Object.keys(item as object)));
  const optional =
    /^(description|jobGroup|failureReason|removeTime|removeReason|errorMessage|resultFetchStart|completionTime|submissionTime|firstTaskLaunchedTime)$/;
  const shape: z.ZodObject = KINDS[kind].shape;
  return Object.keys(shape.shape).filter((field) => !present.has(field) && !optional.test(field));
}

if (ANSWERS.length > 0) {
  describe('what each version lacks', () => {
    test.each<[string, Kind, string[]]>([
      ['v2.4.4', 'stage', ['executorDeserializeTime', 'jvmGcTime', 'shuffleFetchWaitTime']],
      ['v3.1.3', 'stage', []],
      ['v3.3.1', 'stage', []],
      ['v4.1.1', 'stage', []],
      ['v2.4.4', 'executor', ['peakMemoryMetrics']],
      ['v3.1.3', 'executor', []],
      ['v3.3.1', 'executor', []],
      ['v4.1.1', 'executor', []],
      ['v2.4.4', 'summary', ['duration']],
      ['v3.1.3', 'summary', ['duration']],
      ['v4.1.1', 'summary', []],
      ['v2.4.4', 'job', []],
      ['v4.1.1', 'job', []],
      ['v2.4.4', 'application', []],
      ['v4.1.1', 'application', []],
      ['v4.1.1', 'task', []],
    ])('%s %s', (version, kind, fields) => {
      expect(lacking(version, kind)).toEqual(fields);
    });
  });
}
