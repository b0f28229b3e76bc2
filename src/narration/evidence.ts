import type { Quantiles } from '../diagnosis/application-run.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { FiveTold } from '../diagnosis/symptoms.ts';
import { executorLabel } from './names.ts';
import type { Evidence } from './narration.ts';
import { amount, duration, percent, size } from './units.ts';

/** Tables and charts beside the sentences; cells are the numbers as people say them. */

const BARS = 8;
const ROWS = 8;

/** The longest stages of the unit. */
export function stageBars({ facts }: FiveTold[0]): Evidence[] {
  const stages = (facts?.stages ?? []).slice(0, BARS);
  if (stages.length < 2) return [];
  return [
    bars(
      'Stage durations',
      stages.map((s) => ({ label: `stage ${s.stageId}${s.attemptId > 0 ? `.${s.attemptId}` : ''}`, ms: s.wallMs })),
    ),
  ];
}

/** The parts of the unit's wall-clock, for the causes that lie in none of its stages. */
export function timeBars({ time }: Diagnosis): Evidence[] {
  if (time === null) return [];
  const parts = [
    { label: 'start-up', ms: time.startUpMs },
    { label: 'before tasks', ms: time.beforeFirstTaskMs - time.startUpMs },
    { label: 'waiting', ms: time.waitingForExecutorsMs },
    { label: 'tasks running', ms: time.tasksRunningMs },
    { label: 'between stages', ms: time.betweenMs },
    { label: 'after the last', ms: time.afterLastTaskMs },
  ];
  return [
    bars(
      'Where the time went',
      parts.filter((p) => p.ms > 0),
    ),
  ];
}

/** Mean time of a task on each executor of the stage. */
export function paceBars({ view }: Diagnosis): Evidence[] {
  const paces = (view?.detail?.perExecutor ?? []).flatMap((e) => {
    const tasks = (e.succeededTasks ?? 0) + (e.failedTasks ?? 0) + (e.killedTasks ?? 0);
    return e.taskTimeMs === null || tasks === 0
      ? []
      : [{ label: `executor ${executorLabel(e.executorId)}`, ms: e.taskTimeMs / tasks }];
  });
  if (paces.length < 2) return [];
  return [bars('Mean task time by executor', paces.sort((a, b) => b.ms - a.ms).slice(0, BARS))];
}

function bars(title: string, parts: { label: string; ms: number }[]): Evidence {
  const longest = Math.max(...parts.map((p) => p.ms));
  const [unit, ms] = longest >= 10 * 60_000 ? ['minutes', 60_000] : ['seconds', 1_000];
  return {
    kind: 'bars',
    title,
    unit,
    bars: parts.map((p) => ({ label: p.label, value: Math.round((p.ms / ms) * 10) / 10 })),
  };
}

/** What went into the stage and what it moved. */
export function movedTable({ view }: Diagnosis, facts: NonNullable<FiveTold[1]['facts']>): Evidence[] {
  const { excess } = facts;
  const rows: string[][] = [];
  const row = (name: string, bytes: number | null, records: number | null) => {
    if (bytes === null && records === null) return;
    rows.push([
      name,
      bytes === null ? 'not recorded' : size(bytes),
      records === null ? 'not recorded' : amount(records),
    ]);
  };
  row('read from outside', facts.inputBytes, facts.inputRecords);
  row(facts.judged === 'write' ? 'shuffle written' : 'shuffle read', facts.shuffleBytes, facts.shuffleRecords);
  if (excess?.kind === 'rows-multiplied-join') {
    row('join, one side', null, excess.leftRows);
    row('join, other side', null, excess.rightRows);
    row('join, out', null, excess.rowsOut);
  }
  if (excess?.kind === 'missed-broadcast') {
    row('join, large side', excess.bigBytes, null);
    row('join, small side', excess.smallBytes, null);
  }
  if (rows.length < 2) return [];
  return [
    {
      kind: 'table',
      title: `What stage ${view?.stage.stageId ?? 0} moved`,
      columns: ['part', 'bytes', 'records'],
      rows,
    },
  ];
}

/**
 * The stage's task quantiles; only what was obtained. A phone shows three columns, so the two that tell skew come first;
 * the names are those of the Spark UI.
 */
export function quantileTable(facts: NonNullable<FiveTold[2]['facts']>): Evidence[] {
  const row = (name: string, quantiles: Quantiles | null, show: (value: number) => string) =>
    quantiles === null || quantiles.max <= 0
      ? []
      : [
          [name, quantiles.median, quantiles.max, quantiles.min, quantiles.p25, quantiles.p75].map((cell) =>
            typeof cell === 'number' ? show(cell) : cell,
          ),
        ];
  const rows = [
    ...row('duration', facts.runTime, duration),
    ...row('records', facts.records, amount),
    ...row('bytes read', facts.bytes, size),
    ...row('GC', facts.gcTime, duration),
    ...row('spill', facts.spill, size),
  ];
  if (rows.length === 0) return [];
  return [
    { kind: 'table', title: 'Tasks of the stage', columns: ['metric', 'median', 'max', 'min', '25%', '75%'], rows },
  ];
}

/** GC against task time, worst executors first. */
export function executorTable(facts: NonNullable<FiveTold[3]['facts']>): Evidence[] {
  const shown = facts.executors.slice(0, ROWS);
  const left = facts.executors.length - shown.length;
  return [
    {
      kind: 'table',
      title: left > 0 ? `The worst ${shown.length} of ${facts.executors.length} executors` : 'Executors',
      columns: ['executor', 'GC', 'task time', 'share'],
      rows: shown.map((e) => [executorLabel(e.executorId), duration(e.gcMs), duration(e.taskTimeMs), percent(e.share)]),
    },
  ];
}

/** The tasks that spilled most. */
export function spillTable(facts: NonNullable<FiveTold[4]['facts']>): Evidence[] {
  const shown = facts.spillingTasks.slice(0, ROWS);
  if (shown.length < 2) return [];
  return [
    {
      kind: 'table',
      title: 'Tasks that spilled most',
      columns: ['task', 'executor', 'spilled'],
      rows: shown.map((t) => [String(t.index), executorLabel(t.executorId), size(t.bytes)]),
    },
  ];
}
