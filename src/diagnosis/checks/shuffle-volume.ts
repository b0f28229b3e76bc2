/**
 * Shuffle volume: the stage moved more than its operation needs, because rows were multiplied before the write, a small
 * side was shuffled instead of broadcast, the same data was shuffled twice, or nothing was combined before the shuffle.
 */
import type { Stage } from '../application-run.ts';
import {
  combineOf,
  BYTES_AGREE,
  findExplode,
  findMissedBroadcast,
  findMultiplyingJoin,
  findNoCombine,
  findRepeatedExchange,
  MULTIPLIED,
  OVER_CEILING,
  type Combine,
  type Excess,
} from '../excess.ts';
import type { Shape } from '../operation.ts';
import { ratio, type Limit, type Missing, type Reading, type Source, type Verdict } from '../reading.ts';
import { stageCulprit, stageField, stagePlace, type StageView } from '../stage-view.ts';
import { shareOfWall, worthIt } from '../stake.ts';
import type { KindOf, Outcome } from '../vocabulary.ts';

const RULE_BOOK = 'README, check 2';
/** Expected write (or read) ÷ input by operation, bytes. */
export const EXPECTED: Record<'combined' | 'moved-once' | 'near-unique', { from: number; to: number; source: string }> =
  {
    combined: { from: 0, to: 0.1, source: RULE_BOOK },
    'moved-once': { from: 0.5, to: 1.5, source: RULE_BOOK },
    'near-unique': { from: 0.5, to: 1.5, source: RULE_BOOK },
  };
/** Above it, with records that did not grow, bytes are compression's doing in most sound jobs (traps.md 13): watch at most. */
export const BYTES_LIMIT: Limit = { value: 1.5, unit: 'ratio', source: RULE_BOOK };
/** An aggregation that still writes this much of its input has combined little: worth asking whether the grain is needed. */
const ASK_GRAIN = 0.8;

export interface ShuffleFacts {
  /** Whether the ratio is of the stage's write or of its read. */
  judged: 'write' | 'read' | null;
  shuffleBytes: number | null;
  shuffleRecords: number | null;
  inputBytes: number | null;
  inputRecords: number | null;
  byteRatio: number | null;
  recordRatio: number | null;
  /** The stages whose input it was held against. */
  scanStageIds: number[];
  shape: Shape;
  expected: keyof typeof EXPECTED | null;
  excess: Excess | null;
  /** Records written for an aggregation against the most a working combine can write, whatever came of it. */
  combine: Combine | null;
  /** An aggregation whose ratio is near 1: whether it is needed at that grain is worth asking out loud. */
  askGrain: boolean;
  operation: string | null;
  keys: string[];
}

export function examineShuffleVolume(view: StageView): Verdict<'shuffle-volume', ShuffleFacts> {
  const { stage } = view;
  const writes = (stage.shuffleWriteRecords ?? 0) > 0 || (stage.shuffleWriteBytes ?? 0) > 0;
  const reads = (stage.shuffleReadRecords ?? 0) > 0 || (stage.shuffleReadBytes ?? 0) > 0;
  const judged = writes ? 'write' : reads ? 'read' : null;
  const scans = reads ? view.feeding.scans : [];
  const inputs: Stage[] = [
    ...(scans ?? []),
    ...((stage.inputRecords ?? 0) > 0 || (stage.inputBytes ?? 0) > 0 ? [stage] : []),
  ];
  const known = scans !== null && inputs.length > 0;
  const inputBytes = known ? total(inputs.map((s) => s.inputBytes)) : null;
  const inputRecords = known ? total(inputs.map((s) => s.inputRecords)) : null;
  const shuffleBytes = judged === 'write' ? stage.shuffleWriteBytes : judged === 'read' ? stage.shuffleReadBytes : null;
  const shuffleRecords =
    judged === 'write' ? stage.shuffleWriteRecords : judged === 'read' ? stage.shuffleReadRecords : null;
  const shape = judged === 'write' ? view.operation.writesFor : view.operation.shape;
  const facts: ShuffleFacts = {
    judged,
    shuffleBytes,
    shuffleRecords,
    inputBytes,
    inputRecords,
    byteRatio: ratio(shuffleBytes, inputBytes),
    recordRatio: ratio(shuffleRecords, inputRecords),
    scanStageIds: inputs.map((s) => s.stageId),
    shape,
    expected: expectation(shape),
    excess: judged === null ? null : findExcess(view),
    combine: judged === 'write' ? combineOf(view) : null,
    askGrain: false,
    operation: view.operation.nodeNames.find((n) => /Join|Window|Aggregate|Group|Generate|By/.test(n)) ?? null,
    keys: judged === 'write' ? view.operation.keys : view.operation.readKeys,
  };
  if (judged === null) return verdict(view, facts, 'not-applicable', null, null, []);
  if (facts.excess !== null) {
    const stakeMs = stakeOf(view, facts.excess);
    const fails = worthIt(stakeMs, view);
    return verdict(view, facts, fails ? 'failing' : 'watch', fails ? facts.excess.kind : null, stakeMs, []);
  }
  if (facts.byteRatio === null && facts.recordRatio === null) {
    return verdict(view, facts, 'could-not-tell', null, null, [scans === null ? 'feeding-stages' : 'input-size']);
  }
  // Records before bytes: compression and columnar input make bytes lie (traps.md 8, 13).
  const grew =
    (facts.recordRatio ?? facts.byteRatio ?? 0) > BYTES_LIMIT.value && (facts.byteRatio ?? BYTES_AGREE) >= BYTES_AGREE;
  if (grew && facts.recordRatio !== null && shape !== 'aggregation') {
    const stakeMs = shareOfWall(view, 1 - 1 / facts.recordRatio);
    const fails = worthIt(stakeMs, view) && view.stage.status !== 'active';
    return verdict(view, facts, fails ? 'failing' : 'watch', fails ? 'excess-shuffle' : null, stakeMs, ['operation']);
  }
  if (grew) return verdict(view, facts, 'watch', null, null, []);
  const askGrain =
    (shape === 'aggregation' || shape === 'distinct') && (facts.recordRatio ?? facts.byteRatio ?? 0) >= ASK_GRAIN;
  return verdict(
    view,
    { ...facts, askGrain, expected: askGrain ? 'near-unique' : facts.expected },
    'healthy',
    null,
    null,
    [],
  );
}

/** In the order a person would rule them out: rows made in the stage itself first. */
function findExcess(view: StageView): Excess | null {
  return (
    findExplode(view) ??
    findMultiplyingJoin(view) ??
    findMissedBroadcast(view) ??
    findNoCombine(view) ??
    findRepeatedExchange(view)
  );
}

function expectation(shape: Shape): keyof typeof EXPECTED | null {
  if (shape === 'aggregation' || shape === 'distinct') return 'combined';
  if (['join', 'window', 'sort', 'repartition', 'grouping'].includes(shape)) return 'moved-once';
  return null;
}

/** What a fix could give back at most: the part of the stage's time that the excess rows (bytes, exchanges) are of all of them. */
function stakeOf(view: StageView, excess: Excess): number | null {
  switch (excess.kind) {
    case 'rows-multiplied-explode':
    case 'rows-multiplied-join':
      return shareOfWall(view, 1 - 1 / excess.ratio);
    case 'missed-broadcast':
      return shareOfWall(view, excess.bigBytes / (excess.bigBytes + excess.smallBytes));
    case 'repeated-exchange':
      return shareOfWall(view, (excess.times - 1) / excess.times);
    case 'combine-not-happening':
      return shareOfWall(view, 1 - excess.ceiling / excess.recordsWritten);
  }
}

function total(values: (number | null)[]): number | null {
  // A part that was not recorded makes the sum unknown, not smaller.
  if (values.length === 0 || values.some((v) => v === null)) return null;
  const sum = values.reduce<number>((a, b) => a + (b ?? 0), 0);
  return sum > 0 ? sum : null;
}

function verdict(
  view: StageView,
  facts: ShuffleFacts,
  outcome: Outcome,
  kind: KindOf<'shuffle-volume'> | null,
  atStakeMs: number | null,
  missing: Missing[],
): Verdict<'shuffle-volume', ShuffleFacts> {
  const { stage } = view;
  const node = facts.excess !== null && 'node' in facts.excess ? facts.excess.node : null;
  return {
    check: 'shuffle-volume',
    outcome,
    kind,
    atStakeMs: outcome === 'healthy' || outcome === 'not-applicable' ? null : atStakeMs,
    facts,
    readings: readings(view, facts),
    culprits: facts.excess === null ? [] : [stageCulprit(stage, node)],
    missing,
  };
}

function readings(view: StageView, facts: ShuffleFacts): Reading[] {
  const { stage } = view;
  const found: Reading[] = [];
  const place = stagePlace(stage, 'header');
  const inputsFrom = (field: string): Source[] =>
    facts.scanStageIds.map((id) => ({ path: 'stages', field: `[stageId=${id}].${field}` }));
  const side = facts.judged === 'write' ? 'shuffleWrite' : 'shuffleRead';
  if (facts.byteRatio !== null && facts.shuffleBytes !== null && facts.inputBytes !== null) {
    found.push({
      name: 'shuffle-ratio',
      value: facts.byteRatio,
      unit: 'ratio',
      of: [facts.shuffleBytes, facts.inputBytes],
      limit: BYTES_LIMIT,
      place,
      readFrom: [stageField(stage, `${side}Bytes`), ...inputsFrom('inputBytes')],
    });
  }
  if (facts.recordRatio !== null && facts.shuffleRecords !== null && facts.inputRecords !== null) {
    found.push({
      name: 'record-ratio',
      value: facts.recordRatio,
      unit: 'ratio',
      of: [facts.shuffleRecords, facts.inputRecords],
      limit: MULTIPLIED,
      place,
      readFrom: [stageField(stage, `${side}Records`), ...inputsFrom('inputRecords')],
    });
  }
  const sql = view.planned === null ? null : view.planned.execution.id;
  const { excess, combine } = facts;
  if (sql === null) return found;
  const atNode = (node: string | null) => ({ screen: 'sql' as const, executionId: sql, node });
  const from = (field: string): Source[] => [{ path: `sql/${sql}`, field }];
  if (combine !== null) {
    found.push({
      name: 'combine-ceiling',
      value: combine.recordsWritten / combine.ceiling,
      unit: 'ratio',
      of: [combine.recordsWritten, combine.ceiling],
      limit: OVER_CEILING,
      place: atNode(combine.node),
      readFrom: [
        stageField(stage, 'shuffleWriteRecords'),
        stageField(stage, 'numTasks'),
        ...from(`nodes[nodeName=${combine.node}].number of output rows`),
      ],
    });
  }
  if (excess === null) return found;
  switch (excess.kind) {
    case 'rows-multiplied-join':
      found.push({
        name: 'join-row-ratio',
        value: excess.ratio,
        unit: 'ratio',
        of: [excess.rowsOut, excess.rowsIn],
        limit: MULTIPLIED,
        place: atNode(excess.node),
        readFrom: from(`nodes[nodeName=${excess.node ?? '?'}].number of output rows`),
      });
      break;
    case 'missed-broadcast':
      found.push({
        name: 'broadcast-side',
        value: excess.smallBytes,
        unit: 'bytes',
        of: null,
        limit: { value: excess.thresholdBytes, unit: 'bytes', source: 'spark.sql.autoBroadcastJoinThreshold' },
        place: atNode(excess.node),
        readFrom: from('nodes[nodeName=Exchange].data size'),
      });
      break;
    case 'repeated-exchange':
      found.push({
        name: 'repeated-exchanges',
        value: excess.times,
        unit: 'count',
        of: null,
        limit: { value: 1, unit: 'count', source: RULE_BOOK },
        place: atNode(excess.node),
        readFrom: from('nodes[nodeName=Exchange]'),
      });
      break;
    case 'combine-not-happening':
    case 'rows-multiplied-explode':
      break;
  }
  return found;
}
