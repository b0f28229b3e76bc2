import type { ShuffleVerdict } from '../diagnosis/checks/index.ts';
import type { Excess } from '../diagnosis/excess.ts';
import type { Case, WordsOf } from './causes.ts';
import { limitOf } from './compared.ts';
import { keyOr, keyWords, ownKeys } from './names.ts';
import { joinOn } from './stage-work.ts';
import type { Paragraph } from './narration.ts';
import { capital, capitalised, code, enumerated, paragraph, plain, say, spark } from './say.ts';
import { amount, counted, exact, multiple, quotient, size } from './units.ts';

type Shuffle = ShuffleVerdict['facts'];

/** Causes of check 2: the stage moved more than its operation needs. */
export const SHUFFLE_WORDS: WordsOf<'shuffle-volume', Shuffle> = {
  'rows-multiplied-explode': (one) => {
    const excess = found(one, 'rows-multiplied-explode');
    const column = keyOr(excess?.keys ?? [], 'an array');
    const factor = multiple(excess?.ratio ?? 0);
    return {
      headline: say`The explode of ${column} makes ${factor} rows of one in ${one.where}.`,
      because: paragraph(
        say`${amount(excess?.rowsIn ?? 0)} records entered ${one.where} and ${amount(excess?.rowsOut ?? 0)} left it, ${factor} for each one, and all of them are moved and processed from there on.`,
        excess?.node == null ? null : say`The plan has the explode in that stage.`,
      ),
      notThis: say`more shuffle partitions or memory. The same ${amount(excess?.rowsOut ?? 0)} records would be made and moved.`,
      askNext: say`are all the elements needed after the explode, or is a filter, a count or a ${code('transform')} on the array itself enough?`,
      expected: {
        'shuffle-volume': `records in and out of ${one.where} near 1 to 1 (${factor} now)`,
        ...shorter(one),
      },
      spoken: {
        read: `It read ${amount(excess?.rowsIn ?? 0)} records and wrote ${amount(excess?.rowsOut ?? 0)}.`,
        compared: `That is ${factor} for each one, where more than ${limitWords(one)} means that rows were multiplied.`,
        meaning: `So the explode of ${plain(column)} makes the work; next I would ask whether all its rows are needed.`,
        rerun: 'about as many records out of that stage as in',
      },
    };
  },

  'rows-multiplied-join': (one) => {
    const excess = found(one, 'rows-multiplied-join');
    const key = keyOr(excess?.keys ?? [], 'the join key');
    const join = joinOn(excess?.keys ?? []);
    const factor = multiple(excess?.ratio ?? 0);
    return {
      headline: say`${capitalised(join)} makes ${factor} rows of one in ${one.where}: the key repeats on both sides.`,
      because: paragraph(
        say`${capitalised(join)} took ${amount(excess?.rowsIn ?? 0)} rows on its larger side and gave ${amount(excess?.rowsOut ?? 0)}, ${factor} for each.`,
        one.facts.byteRatio === null
          ? null
          : say`${capital(one.where)} then ${one.facts.judged === 'write' ? 'wrote' : 'read'} ${multiple(one.facts.byteRatio)} times the bytes that were scanned.`,
      ),
      notThis: say`more partitions or memory. The same ${amount(excess?.rowsOut ?? 0)} rows would be made and moved.`,
      askNext: duplicateQuestion(excess?.keys ?? [], key),
      expected: {
        'shuffle-volume': `rows out of the join near those of its larger side (${factor} times now)`,
        ...shorter(one),
      },
      spoken: {
        read: `${plain(join).replace('the join', 'Its join')} took ${amount(excess?.rowsIn ?? 0)} rows on the larger side and gave ${amount(excess?.rowsOut ?? 0)}.`,
        compared: `That is ${factor} for each one, where more than ${limitWords(one)} means that rows were multiplied.`,
        meaning: 'So the key repeats on both sides; next I would count how often on each.',
        rerun: 'about as many rows out of the join as its larger side has',
      },
    };
  },

  'missed-broadcast': (one) => {
    const excess = found(one, 'missed-broadcast');
    const key = keyWords(excess?.keys ?? []);
    const on = key === null ? say`` : say` on ${key}`;
    return {
      headline: say`${size(excess?.bigBytes ?? 0)} were shuffled to join ${size(excess?.smallBytes ?? 0)}${on}: a broadcast that did not happen.`,
      because: paragraph(
        say`${capitalised(joinOn(excess?.keys ?? []))} shuffled both sides, ${size(excess?.bigBytes ?? 0)} and ${size(excess?.smallBytes ?? 0)}, and the small one fits into a broadcast of ${size(excess?.thresholdBytes ?? 0)}.`,
        excess?.thresholdIsOff === true ? say`Automatic broadcast is switched off in the settings.` : null,
      ),
      notThis: say`more shuffle partitions. The large side would still be moved and sorted whole.`,
      askNext:
        excess?.thresholdIsOff === true
          ? say`why is ${code('spark.sql.autoBroadcastJoinThreshold')} switched off, and does that reason still hold?`
          : say`why did Spark not know how small that side is: no statistics, a filter, or code in between?`,
      expected: { 'shuffle-volume': 'no shuffle of the large side before the join', ...shorter(one) },
      spoken: {
        read: `${plain(joinOn(excess?.keys ?? [])).replace('the join', 'Its join')} shuffled ${size(excess?.bigBytes ?? 0)} on one side.`,
        compared: `The other side is ${size(excess?.smallBytes ?? 0)}, and up to ${size(excess?.thresholdBytes ?? 0)} could be broadcast.`,
        meaning: 'So the large side need not move at all; next I would ask why the small one was not broadcast.',
        rerun: 'no shuffle of the large side',
      },
    };
  },

  'repeated-exchange': (one) => {
    const excess = found(one, 'repeated-exchange');
    const key = keyOr(excess?.keys ?? [], 'the same columns');
    const stages = [...(excess?.stageIds ?? [])].sort((a, b) => a - b);
    return {
      headline: say`The same rows are shuffled by ${key} ${exact(excess?.times ?? 0)} times.`,
      because: paragraph(
        say`The plan has ${exact(excess?.times ?? 0)} exchanges of the same rows by ${key}${stages.length === 0 ? '' : say` (stages ${enumerated(stages, 6)})`}, and none of them is reused.`,
      ),
      notThis: say`more shuffle partitions. The rows would still be read and moved ${exact(excess?.times ?? 0)} times.`,
      askNext: say`can the parts be built from one grouping by ${key}, or from one result that is kept?`,
      expected: {
        'shuffle-volume': `one exchange by ${plain(key)} in the plan (${exact(excess?.times ?? 0)} now)`,
        ...shorter(one),
      },
      spoken: {
        read: `The plan shuffles the same rows by ${plain(key)} ${exact(excess?.times ?? 0)} times.`,
        compared: 'Once would do, for records and columns are the same each time.',
        meaning: 'So most of that work is repeated; next I would look for one grouping that serves all.',
        rerun: 'one such exchange in the plan',
      },
    };
  },

  'combine-not-happening': (one) => {
    const excess = found(one, 'combine-not-happening');
    const key = keyOr(excess?.keys ?? [], 'the key');
    const ratio = (excess?.recordsWritten ?? 0) / Math.max(1, excess?.ceiling ?? 1);
    return {
      headline: say`${amount(excess?.recordsWritten ?? 0)} records are shuffled for ${groups(excess?.groups ?? 0)} of ${key}: nothing is combined first.`,
      because: paragraph(
        say`${capital(one.where)} wrote ${amount(excess?.recordsWritten ?? 0)} records for ${groups(excess?.groups ?? 0)}; combined in its ${counted(excess?.mapTasks ?? 0, 'task')} it would be ${amount(excess?.ceiling ?? 0)} at most.`,
        excess === null
          ? null
          : say`The plan aggregates with ${spark(excess.node)}, and no step before the shuffle makes them fewer.`,
      ),
      notThis: say`more partitions. Every single row would still cross the network.`,
      askNext: say`which function is it that can not be combined, and is there a built-in one that does the same?`,
      expected: {
        'shuffle-volume': `at most ${amount(excess?.ceiling ?? 0)} records written by ${one.where} (${multiple(ratio)} times that now)`,
        ...shorter(one),
      },
      spoken: {
        read: `It wrote ${amount(excess?.recordsWritten ?? 0)} records for ${groups(excess?.groups ?? 0)}.`,
        compared: `Combined first, it would be ${amount(excess?.ceiling ?? 0)} at most.`,
        meaning: 'So nothing is combined before the shuffle; next I would look for the function that prevents it.',
        rerun: `${amount(excess?.ceiling ?? 0)} records written at most`,
      },
    };
  },

  'excess-shuffle': (one) => {
    const { recordRatio, byteRatio, judged } = one.facts;
    const ratio = recordRatio ?? byteRatio ?? 0;
    return {
      headline: say`${capital(one.where)} ${judged === 'write' ? 'writes' : 'reads'} ${multiple(ratio)} records for each one that was scanned.`,
      because: paragraph(
        say`${capital(one.where)} ${judged === 'write' ? 'wrote' : 'read'} ${multiple(ratio)} times the records that were scanned, where up to ${limitWords(one)} is what a single operation needs.`,
        say`Which step multiplies them, the plan does not show.`,
      ),
      notThis: say`partition or memory settings. They change where the rows lie, not how many there are.`,
      askNext: say`which step makes the rows: compare the number of output rows of the operators in the plan, from the scan upwards.`,
      expected: { 'shuffle-volume': `under ${limitWords(one)} (${multiple(ratio)} now)`, ...shorter(one) },
      spoken: {
        read: `It moved ${multiple(ratio)} records for each one that was scanned.`,
        compared: `Up to ${limitWords(one)} is what an operation needs that multiplies nothing.`,
        meaning: 'So rows are multiplied somewhere; next I would follow the row counts through the plan.',
        rerun: `no more than ${limitWords(one)} records for each one scanned`,
      },
    };
  },
};

function duplicateQuestion(keys: string[], key: Paragraph): Paragraph {
  const own = ownKeys(keys);
  const column = own.length === 1 && /^[A-Za-z_]\w{0,80}$/.test(own[0] ?? '') ? own[0] : null;
  return column == null
    ? say`how often does each value of ${key} occur on either side?`
    : say`how often does a ${key} occur on the side that should hold it once? ${code(`SELECT ${column}, count(*) AS n FROM that_side GROUP BY ${column} HAVING count(*) > 1 ORDER BY n DESC LIMIT 5`)}`;
}

function groups(count: number): string {
  return `${amount(count)} ${count === 1 ? 'group' : 'groups'}`;
}

function shorter({ view }: Case<Shuffle>): { 'slow-stage'?: string } {
  return view === null ? {} : { 'slow-stage': `stage ${view.stage.stageId} shorter with it` };
}

/** Rows out ÷ rows in above which rows were multiplied, as the reading says. */
function limitWords({ readings }: Case<Shuffle>): string {
  const limit = limitOf(readings, 'join-row-ratio', 'record-ratio', 'shuffle-ratio');
  return limit === undefined ? 'one' : quotient(limit);
}

function found<K extends Excess['kind']>(one: Case<Shuffle>, kind: K): Extract<Excess, { kind: K }> | null {
  const { excess } = one.facts;
  return excess !== null && isOf(excess, kind) ? excess : null;
}

function isOf<K extends Excess['kind']>(excess: Excess, kind: K): excess is Extract<Excess, { kind: K }> {
  return excess.kind === kind;
}
