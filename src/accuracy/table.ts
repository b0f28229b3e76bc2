import { CHECKS } from '../diagnosis/vocabulary.ts';
import type { Judged, Judgement } from './judge.ts';

/** A line a run: label, answer, verdict, and what else is off. */
export function runTable(judged: Judged[]): string[] {
  return [
    '| run | label | answer | verdict | stage | first change | also off |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...judged.map(({ label, answer, judgement, ...rest }) =>
      row([
        label.name,
        label.cause?.kind ?? 'healthy',
        answer === null ? (rest.failure ?? 'no answer') : (answer.cause?.kind ?? 'healthy'),
        judgement,
        answer?.cause?.stage == null ? '–' : `${answer.cause.stage.stageId}.${answer.cause.stage.attemptId}`,
        answer?.lever?.kind ?? '–',
        [
          ...rest.neverMade.map((claim) => `never: ${claim}`),
          ...rest.offOutcomes,
          ...(rest.offStage ? ['stage'] : []),
          ...(rest.offLever ? ['lever'] : []),
        ].join(', ') || '–',
      ]),
    ),
  ];
}

/** Counts by labelled kind, then the sums. */
export function kindTable(judged: Judged[]): string[] {
  const kinds = [...new Set(judged.map((j) => j.label.cause?.kind ?? 'healthy'))].sort();
  const line = (name: string, of: Judged[]) => {
    const count = (judgement: Judgement) => String(of.filter((j) => j.judgement === judgement).length);
    return row([
      name,
      String(of.length),
      count('right'),
      count('acceptable'),
      count('could-not-tell'),
      String(of.filter((j) => j.judgement === 'wrong' || j.judgement === 'crashed').length),
      String(of.filter((j) => j.falseAlarm).length),
      String(of.filter((j) => j.neverMade.length > 0).length),
    ]);
  };
  return [
    '| labelled kind | runs | right | acceptable | could not tell | wrong | false alarms | claims of `never` |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...kinds.map((kind) =>
      line(
        kind,
        judged.filter((j) => (j.label.cause?.kind ?? 'healthy') === kind),
      ),
    ),
    line('**all**', judged),
  ];
}

/** Per check: how often its outcome was one the label accepts. */
export function outcomeTable(judged: Judged[]): string[] {
  return [
    '| check | outcomes as labelled | of |',
    '| --- | --- | --- |',
    ...CHECKS.map((check) => {
      const told = judged.filter((j) => j.answer !== null && j.label.outcomes[check] !== undefined);
      const off = told.filter((j) => j.offOutcomes.some((o) => o.startsWith(`${check}:`)));
      return row([check, String(told.length - off.length), String(told.length)]);
    }),
  ];
}

function row(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
