import { z } from 'zod';
import { BLOCK_LIMITS, TABLE_LIMITS } from '../limits.ts';
import { richText } from './rich-text.ts';
import { chars } from './text.ts';

const blockId = chars(BLOCK_LIMITS.blockIdChars).optional();

// A cell of no characters makes Slack refuse the whole message (getnao/nao#1143).
const rawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const rawNumber = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: z.string().min(1).optional(),
});

const rows = (min: number, max: number) => {
  const row = z
    .array(z.discriminatedUnion('type', [rawText, rawNumber, richText]))
    .min(1)
    .max(TABLE_LIMITS.columns);
  return z.array(row).min(min).max(max);
};

type Row = readonly unknown[];
const isEven = (all: readonly Row[]): boolean => all.every((row) => row.length === all[0]?.length);
/** Slack's words for it are not known. */
const UNEVEN = 'all rows must have the same number of cells';

const columnSettings = z.strictObject({
  align: z.enum(['left', 'center', 'right']).optional(),
  is_wrapped: z.boolean().optional(),
});

export const table = z.strictObject({
  type: z.literal('table'),
  block_id: blockId,
  rows: rows(1, TABLE_LIMITS.rows).refine(isEven, UNEVEN),
  // A null for a column without settings is refused (NousResearch/hermes-agent#56615).
  column_settings: z.array(columnSettings).max(TABLE_LIMITS.columns).optional(),
});

export const dataTable = z.strictObject({
  type: z.literal('data_table'),
  block_id: blockId,
  caption: z.string().min(1),
  page_size: z.int().min(1).max(TABLE_LIMITS.pageSize).optional(),
  row_header_column_index: z.int().min(0).optional(),
  // One row of names and at least one of values.
  rows: rows(2, TABLE_LIMITS.dataTableRows).refine(isEven, UNEVEN),
});
