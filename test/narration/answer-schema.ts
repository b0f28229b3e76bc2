import { z } from 'zod';
import { CHECKS, KINDS, LEVERS, OUTCOMES } from '../../src/diagnosis/vocabulary.ts';

/** Schema 1 of `--json`, restated from answer.md §2: strict, so that a field too many or too few fails. */

const count = z.number().int().nonnegative();
const ms = z.number().nonnegative();
const text = z.string().min(1);
const check = z.enum(CHECKS);
const kind = z.enum(Object.values(KINDS).flat());
const share = z.number().min(0).max(1);
const unit = z.enum(['ms', 'bytes', 'count', 'ratio', 'share']);
const date = z.iso.datetime();

const reading = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  value: z.number().nonnegative(),
  unit,
  of: z.tuple([z.number(), z.number()]).nullable(),
  limit: z.strictObject({ value: z.number(), unit, source: text }).nullable(),
  where: text,
  url: z.url({ protocol: /^https?$/ }),
  readFrom: z.array(z.strictObject({ path: z.string(), field: text })).min(1),
});

const checkSchema = z.strictObject({
  number: z.number().int().min(1).max(5),
  check,
  outcome: z.enum(OUTCOMES),
  kind: kind.nullable(),
  symptomOf: check.nullable(),
  atStakeMs: ms.nullable(),
  readings: z.array(reading),
  culprits: z.array(
    z.strictObject({
      stageId: count.nullable(),
      attemptId: count.nullable(),
      taskIndex: count.nullable(),
      executorId: text.nullable(),
      host: text.nullable(),
      sqlNode: text.nullable(),
    }),
  ),
  missing: z.array(text),
  told: z.array(text).min(1),
});

export const answerSchema = z.strictObject({
  schema: z.literal(1),
  application: z.strictObject({
    id: text,
    attemptId: text.nullable(),
    name: z.string(),
    user: text.nullable(),
    sparkVersion: text.nullable(),
    state: z.enum(['running', 'completed', 'failed', 'incomplete']),
    startedAt: date.nullable(),
    endedAt: date.nullable(),
    durationMs: ms.nullable(),
    server: text,
    url: z.url(),
  }),
  unit: z.strictObject({
    type: z.enum(['application', 'sql-execution', 'job']),
    id: count.nullable(),
    name: z.string(),
    durationMs: ms.nullable(),
  }),
  time: z.strictObject({
    totalMs: ms.nullable(),
    tasksRunningMs: ms.nullable(),
    beforeFirstTaskMs: ms.nullable(),
    betweenMs: ms.nullable(),
    afterLastTaskMs: ms.nullable(),
    waitingForExecutorsMs: ms.nullable(),
  }),
  targetStage: z
    .strictObject({ stageId: count, attemptId: count, name: z.string(), share: z.number().nonnegative().nullable() })
    .nullable(),
  checks: z.array(checkSchema).length(5),
  cause: z
    .strictObject({
      check,
      kind,
      stage: z.strictObject({ stageId: count, attemptId: count }).nullable(),
      atStakeMs: ms.nullable(),
      share: share.nullable(),
    })
    .nullable(),
  lever: z.strictObject({ kind: z.enum(LEVERS), text }).nullable(),
  notThis: text,
  next: text,
  afterFix: z.array(z.strictObject({ check, expected: text })),
  unseen: z.array(text).min(1),
  spoken: z.array(text).min(1).max(6),
  cost: z.strictObject({ requests: count, bytes: count, ms }),
});
