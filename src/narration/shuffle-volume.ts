import type { ShuffleVerdict } from '../diagnosis/checks/index.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Shape } from '../diagnosis/operation.ts';
import type { Told } from '../diagnosis/symptoms.ts';
import type { Outcome } from '../diagnosis/vocabulary.ts';
import { soFar } from './account.ts';
import { limitOf } from './compared.ts';
import { movedTable } from './evidence.ts';
import { excessSentences, excessTitle } from './excess-words.ts';
import { lackedWords } from './missing.ts';
import { keyWords } from './names.ts';
import type { CheckSection, Paragraph } from './narration.ts';
import { linksFor } from './places.ts';
import { capital, enumerated, paragraphsOf, say } from './say.ts';
import { stakeSentence } from './stake-words.ts';
import { isBrief, isWorthSaying, standingOf } from './standing.ts';
import { amount, counted, duration, multiple, quotient, size } from './units.ts';

type Facts = NonNullable<Told<ShuffleVerdict>['facts']>;

/** Check 2: does the amount shuffled match what the operation needs? */
export function shuffleSection(diagnosis: Diagnosis, told: Told<ShuffleVerdict>): CheckSection {
  const { facts } = told;
  const limit = limitOf(told.readings, 'shuffle-ratio', 'record-ratio');
  const open = told.outcome === 'failing' || told.outcome === 'watch';
  return {
    number: 2,
    check: 'shuffle-volume',
    outcome: told.outcome,
    title: say`Shuffle volume: ${title(told, limit)}`,
    paragraphs: facts === null ? [] : shuffleParagraphs(diagnosis, told, facts, limit),
    evidence: facts !== null && open ? movedTable(diagnosis, facts) : [],
    links: linksFor(
      told.readings.map((r) => r.place),
      diagnosis.run.server.uiUrl,
    ),
  };
}

function shuffleParagraphs(
  diagnosis: Diagnosis,
  told: Told<ShuffleVerdict>,
  facts: Facts,
  limit: number | undefined,
): Paragraph[] {
  const missing = told.missing.filter((m) => told.outcome === 'could-not-tell' || m !== 'operation');
  return paragraphsOf(
    [
      ...measured(diagnosis, facts, limit),
      ...(facts.excess === null ? judged(facts, limit, told.outcome) : excessSentences(facts.excess, limit)),
      ...missing.map(lackedWords),
    ],
    stakeSentence(diagnosis, told),
    isBrief(diagnosis, told) ? null : decision(diagnosis, told, facts),
  );
}

function title({ facts, outcome }: Told<ShuffleVerdict>, limit: number | undefined): Paragraph {
  if (facts === null) return say`no stage to read.`;
  if (facts.excess !== null) return excessTitle(facts.excess, limit);
  switch (outcome) {
    case 'not-applicable':
      return say`the stage moved none.`;
    case 'could-not-tell':
      return say`I could not tell.`;
    case 'failing':
    case 'watch':
      return facts.recordRatio !== null && limit !== undefined && facts.recordRatio > limit
        ? say`${multiple(facts.recordRatio, limit)} records moved for each one read.`
        : say`more bytes moved than read.`;
    case 'healthy':
      return NEEDS[facts.shape] === null ? say`nothing was multiplied.` : say`what ${NEEDS[facts.shape] ?? ''} needs.`;
  }
}

/** Operations of which the rule book says how much they shuffle. */
const NEEDS: Record<Shape, string | null> = {
  scan: null,
  aggregation: 'an aggregation',
  grouping: 'a grouping',
  join: 'a join',
  window: 'a window',
  sort: 'a sort',
  repartition: 'a repartition',
  explode: 'an explode',
  distinct: 'a distinct',
  write: null,
  'row-code': null,
  unknown: null,
};

/** What the stage moved and what it was held against, bytes and records. */
function measured({ view, state }: Diagnosis, facts: Facts, limit: number | undefined): Paragraph[] {
  const stageId = view?.stage.stageId ?? 0;
  if (facts.judged === null)
    return [say`Stage ${stageId} neither read nor wrote a shuffle, so there is nothing to hold against its input.`];
  const moved = amounts(facts.shuffleBytes, facts.shuffleRecords, 'shuffle');
  const running = view?.stage.status === 'active' ? soFar({ state }) : '';
  const lead = say`Stage ${stageId} ${facts.judged === 'write' ? 'wrote' : 'read'} ${moved}${running}`;
  if (facts.inputBytes === null && facts.inputRecords === null) return [say`${lead}.`];
  const others = facts.scanStageIds.filter((id) => id !== stageId).sort((a, b) => a - b);
  const one = others.length === 1;
  const source =
    others.length === 0
      ? say` from ${amounts(facts.inputBytes, facts.inputRecords, 'input')}`
      : say`; ${one ? 'stage' : 'stages'} ${enumerated(others, 5)}, which ${one ? 'feeds' : 'feed'} it, read ${amounts(facts.inputBytes, facts.inputRecords, 'input')}`;
  return [say`${lead}${source}.`, ...ratios(facts, limit)];
}

/** `48.4 MB of shuffle (363,000 records)`. */
function amounts(bytes: number | null, records: number | null, of: string): string {
  const rows = records === null ? null : `${amount(records)} ${records === 1 ? 'record' : 'records'}`;
  if (bytes === null) return rows === null ? `an unknown amount of ${of}` : `${rows} of ${of}`;
  return rows === null ? `${size(bytes)} of ${of}` : `${size(bytes)} of ${of} (${rows})`;
}

function ratios({ byteRatio, recordRatio }: Facts, limit: number | undefined): Paragraph[] {
  if (byteRatio === null && recordRatio === null) return [];
  if (byteRatio === null)
    return [say`That is a ratio of ${quotient(recordRatio ?? 0, limit)} in records; the input bytes are not known.`];
  if (recordRatio === null) return [say`That is a ratio of ${quotient(byteRatio, limit)}.`];
  const [bytes, records] = [quotient(byteRatio, limit), quotient(recordRatio, limit)];
  if (bytes === records) return [say`That is a ratio of ${bytes}, in bytes and in records.`];
  return [say`That is a ratio of ${bytes} in bytes and ${records} in records.`];
}

/** What the operation needs, and whether that is what was read. */
function judged(facts: Facts, limit: number | undefined, outcome: Outcome): Paragraph[] {
  const ratio = facts.recordRatio ?? facts.byteRatio;
  if (facts.judged === null || ratio === null || limit === undefined) return [];
  const by = keyWords(facts.keys);
  const key = by === null ? say`` : say` by ${by}`;
  if (ratio > limit) {
    const clear = outcome === 'healthy';
    return [
      clear
        ? say`Records grew and bytes did not, so the two count different things here: I do not read that as rows multiplied.`
        : facts.recordRatio === null
          ? say`Only the bytes grew, which compression does in sound jobs too.`
          : say`More rows leave than came in, against a limit of ${quotient(limit)}; the plan does not show which step makes them.`,
    ];
  }
  const bytesAlone = facts.recordRatio !== null && facts.byteRatio !== null && facts.byteRatio > limit;
  return [
    ...(bytesAlone
      ? [say`Only the bytes grew, which compressed or uncounted input makes them do, so I go by the records.`]
      : []),
    expectedWords(facts, key, by, limit),
  ];
}

function expectedWords(facts: Facts, key: Paragraph, by: Paragraph | null, limit: number): Paragraph {
  switch (facts.expected) {
    case 'combined':
      return combined(facts, key);
    case 'near-unique':
      return say`Nearly every row has a key of its own, so nearly one to one is what it must be; ask whether one row for each ${by ?? 'key'} is needed.`;
    case 'moved-once':
      return say`${capital(NEEDS[facts.shape] ?? 'it')}${key} has to move every row once, and up to ${quotient(limit)} is normal for that.`;
    case null:
      return say`Up to ${quotient(limit)} is what an operation moves that multiplies nothing.`;
  }
}

/** Written ÷ read below which an aggregation is said to leave little; the rule book expects less for few groups. */
const LITTLE = 0.1;

function combined({ combine, recordRatio, byteRatio }: Facts, key: Paragraph): Paragraph {
  if (combine !== null && combine.recordsWritten <= combine.ceiling) {
    const groups = `${amount(combine.groups)} ${combine.groups === 1 ? 'group' : 'groups'}`;
    return say`The aggregation${key} combines first: ${counted(combine.mapTasks, 'map task')} and ${groups} can make ${amount(combine.ceiling)} records at most.`;
  }
  return (recordRatio ?? byteRatio ?? 0) <= LITTLE
    ? say`The aggregation${key} combines before the shuffle, so little is left to move.`
    : say`The aggregation${key} found some rows to combine before the shuffle, and the rest has to move.`;
}

function decision(diagnosis: Diagnosis, told: Told<ShuffleVerdict>, facts: Facts): Paragraph | null {
  if (facts.judged === null) return null;
  switch (standingOf(diagnosis, told)) {
    case 'cause':
      return say`This is the earliest check that fails, so I read the next three in its light.`;
    case 'independent':
      return say`It is a finding of its own, beside the cause.`;
    case 'remark':
      return !isWorthSaying(told.atStakeMs)
        ? say`I note it and go on.`
        : say`At most ${duration(told.atStakeMs)} could be won here, so I note it and go on.`;
    case 'clear':
      return say`So I ruled volume out.`;
    case 'symptom':
    case 'unknown':
      return null;
  }
}
