import type { Evidence } from '../narration/narration.ts';
import { preformatted, section, type Block, type ChartBlock, type TableBlock } from './blocks.ts';
import { cleanCut, cut, firstCharacters } from './escape.ts';
import * as limits from './limits.ts';

type Table = Extract<Evidence, { kind: 'table' }>;
type Bars = Extract<Evidence, { kind: 'bars' }>;

const CELL_CHARS = 120;
/** Columns of a table that is shown as text still have to fit beside each other on a phone turned sideways. */
const TEXT_CELL_CHARS = 24;

/** Tables and charts of a message: the first table and the first two charts as blocks of their kind, further ones as text. */
export function evidenceBlocks(evidence: Evidence[]): Block[] {
  let tables = 0;
  let charts = 0;
  return evidence.flatMap((one): Block[] => {
    if (one.kind === 'table') {
      if (one.rows.length === 0 || one.columns.length === 0) return [];
      tables += 1;
      return [heading(one.title), ...(tables <= limits.TABLES_PER_MESSAGE ? tableBlocks(one) : [tableAsText(one)])];
    }
    const chart = chartBlock(one);
    if (chart === null) return [];
    charts += 1;
    const note = leftOut(one.bars.length, limits.CHART_CATEGORIES, 'bars');
    return [charts <= limits.CHARTS_PER_MESSAGE ? chart : chartAsText(chart), ...note];
  });
}

/** The same without native charts and tables, for surfaces that do not take them (modals). */
export function evidenceAsText(evidence: Evidence[]): Block[] {
  return evidence.flatMap((one): Block[] => {
    if (one.kind === 'table') return one.rows.length > 0 ? [heading(one.title), tableAsText(one)] : [];
    const chart = chartBlock(one);
    // Its text names it already.
    return chart === null ? [] : [chartAsText(chart)];
  });
}

/** A chart that Slack refused, as lines of text. */
export function chartAsText(chart: ChartBlock): Block {
  const unit = chart.chart.axis_config.y_label;
  const points = chart.chart.series.flatMap(({ data }) => data);
  const widest = Math.max(...points.map(({ label }) => label.length));
  const lines = points.map(({ label, value }) => `${label.padEnd(widest)}  ${rounded(value)} ${unit}`);
  return preformatted(cut([chart.title, ...lines].join('\n'), limits.SECTION_CHARS));
}

function tableBlocks(table: Table): Block[] {
  const width = Math.min(table.columns.length, limits.TABLE_COLUMNS);
  const rows: string[][] = [];
  let left = limits.TABLE_CHARS;
  for (const row of [table.columns, ...table.rows].slice(0, limits.TABLE_ROWS)) {
    const cells = Array.from({ length: width }, (_, column) => cell(row[column], CELL_CHARS));
    left -= cells.join('').length;
    if (left < 0) break;
    rows.push(cells);
  }
  const block: TableBlock = {
    type: 'table',
    rows: rows.map((row) => row.map((text) => ({ type: 'raw_text', text }))),
    column_settings: Array.from({ length: width }, (_, column) => ({ align: column === 0 ? 'left' : 'right' })),
  };
  return [
    block,
    ...leftOut(table.rows.length, rows.length - 1, 'rows'),
    ...leftOut(table.columns.length, width, 'columns'),
  ];
}

function tableAsText(table: Table): Block {
  const width = Math.min(table.columns.length, limits.TABLE_COLUMNS);
  const rows = [table.columns, ...table.rows]
    .slice(0, limits.TABLE_ROWS)
    .map((row) => Array.from({ length: width }, (_, column) => cell(row[column], TEXT_CELL_CHARS)));
  const widths = Array.from({ length: width }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return preformatted(cut(lines.join('\n'), limits.SECTION_CHARS));
}

function chartBlock(bars: Bars): ChartBlock | null {
  const data = bars.bars
    .filter(({ value }) => Number.isFinite(value))
    .slice(0, limits.CHART_CATEGORIES)
    .reduce<{ label: string; value: number }[]>((kept, { label, value }) => {
      kept.push({ label: distinctLabel(label, new Set(kept.map((point) => point.label))), value });
      return kept;
    }, []);
  if (data.length === 0) return null;
  const unit = cleanCut(bars.unit, limits.CHART_LABEL_CHARS) || 'value';
  return {
    type: 'data_visualization',
    title: cleanCut(bars.title, limits.CHART_TITLE_CHARS) || 'Chart',
    chart: {
      type: 'bar',
      series: [{ name: unit, data }],
      axis_config: { categories: data.map(({ label }) => label), y_label: unit },
    },
  };
}

/** Slack matches points to categories by label: two executors whose names are cut to the same text must stay two. */
function distinctLabel(label: string, taken: Set<string>): string {
  const short = cleanCut(label, limits.CHART_LABEL_CHARS) || '–';
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? '' : ` (${copy})`;
    const candidate = firstCharacters(short, limits.CHART_LABEL_CHARS - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

function heading(title: string): Block {
  return section({ type: 'text', text: cleanCut(title, 300) || 'Figures', style: { bold: true } });
}

/** Slack rejects a message for one empty cell. */
function cell(text: string | undefined, maxChars: number): string {
  return cleanCut(text ?? '', maxChars) || '–';
}

function leftOut(all: number, shown: number, what: string): Block[] {
  if (all <= shown) return [];
  return [section({ type: 'text', text: `Cut: ${shown} of ${all} ${what} are shown.` })];
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
