import type { Excess } from '../diagnosis/excess.ts';
import { keyOr } from './names.ts';
import { joinOn, shortTable } from './stage-work.ts';
import type { Paragraph } from './narration.ts';
import { enumerated, say, spark } from './say.ts';
import { amount, counted, multiple, quotient, size } from './units.ts';

/** A source of excess shuffle as a title. `limit`: rows out ÷ rows in above which rows were multiplied. */
export function excessTitle(excess: Excess, limit: number | undefined): Paragraph {
  switch (excess.kind) {
    case 'rows-multiplied-explode':
      return say`one row became ${multiple(excess.ratio, limit)}.`;
    case 'rows-multiplied-join':
      return say`the join made ${multiple(excess.ratio, limit)} rows of one.`;
    case 'missed-broadcast':
      return say`both sides of the join were shuffled, one of them ${size(excess.smallBytes)}.`;
    case 'repeated-exchange':
      return say`the same rows were shuffled ${amount(excess.times)} times.`;
    case 'combine-not-happening':
      return say`nothing was combined before it.`;
  }
}

/** The evidence for it. */
export function excessSentences(excess: Excess, limit: number | undefined): Paragraph[] {
  const against = limit === undefined ? '' : `, against a limit of ${quotient(limit)}`;
  switch (excess.kind) {
    case 'rows-multiplied-explode':
      return [
        limit === undefined ? say`` : say`Above ${quotient(limit)} in records, rows were multiplied.`,
        excess.node === null
          ? say`The stage reads no shuffle, so it made them itself.`
          : say`The plan has the explode of ${keyOr(excess.keys, 'a column')} in that stage, so the stage itself made them, before anything was grouped or moved.`,
      ];
    case 'rows-multiplied-join':
      return [
        excess.leftRows === null || excess.rightRows === null
          ? say`${amount(excess.rowsIn)} records went into ${joinOn(excess.keys)} and ${amount(excess.rowsOut)} came out: ${multiple(excess.ratio, limit)} for each one${against}.`
          : say`In the plan, ${joinOn(excess.keys)} takes ${amount(excess.leftRows)} rows on one side and ${amount(excess.rightRows)} on the other, and ${amount(excess.rowsOut)} come out: ${multiple(excess.ratio, limit)} for each row of the larger side${against}.`,
        say`That happens when a key repeats on both sides.`,
      ];
    case 'missed-broadcast':
      return [
        say`In the plan, ${joinOn(excess.keys)} shuffles both of its sides: ${size(excess.bigBytes)} and ${size(excess.smallBytes)}.`,
        excess.thresholdIsOff
          ? say`The small one would fit into a broadcast (Spark’s default limit is ${size(excess.thresholdBytes)}), but automatic broadcast is switched off in the settings.`
          : say`The small one is under the broadcast limit of ${size(excess.thresholdBytes)}, yet Spark did not know it in time.`,
      ];
    case 'repeated-exchange': {
      const table = excess.table === null ? null : shortTable(excess.table);
      const stages = [...excess.stageIds].sort((a, b) => a - b);
      return [
        say`The plan shuffles the same rows${table === null ? '' : say` of ${spark(table)}`} by ${keyOr(excess.keys, 'the same columns')} ${amount(excess.times)} times${stages.length === 0 ? '' : say`, in stages ${enumerated(stages, 6)}`}, about ${size(excess.bytesEach)} each time.`,
        say`Records and columns agree, and none of the shuffles is reused.`,
      ];
    }
    case 'combine-not-happening':
      return [
        say`They belong to ${amount(excess.groups)} ${excess.groups === 1 ? 'group' : 'groups'} of ${keyOr(excess.keys, 'the key')}.`,
        say`With a combine in the map tasks, ${counted(excess.mapTasks, 'task')} could have written ${amount(excess.ceiling)} records at most.`,
      ];
  }
}
