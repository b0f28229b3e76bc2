import type { MessageBlock } from '../blocks/block.ts';
import { printable } from './printable.ts';

type Chart = Extract<MessageBlock, { type: 'data_visualization' }>;

const MAX_BAR_CHARS = 30;

/** A table with its columns under each other; the first row is its head. */
export function tableLines(rows: string[][], columns: ({ align?: string | undefined } | null)[]): string[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        columns[column]?.align === 'right' ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [lines[0] ?? '', rule, ...lines.slice(1)];
}

/** A chart as bars of text, one line a value. */
export function chartLines(block: Chart, width: number): string[] {
  const { chart } = block;
  const values =
    chart.type === 'pie'
      ? chart.segments
      : chart.series.flatMap((series) =>
          series.data.map((point) => ({
            label: chart.series.length > 1 ? `${series.name} ${point.label}` : point.label,
            value: point.value,
          })),
        );
  const unit = chart.type === 'pie' ? '' : (chart.axis_config.y_label ?? '');
  const labelChars = Math.max(...values.map(({ label }) => label.length));
  const most = Math.max(...values.map(({ value }) => Math.abs(value)));
  const barChars = Math.max(5, Math.min(MAX_BAR_CHARS, width - labelChars - 16));
  return [
    printable(unit === '' ? block.title : `${block.title} (${unit})`),
    ...values.map(({ label, value }) => {
      const bar = '█'.repeat(most === 0 ? 0 : Math.round((Math.abs(value) / most) * barChars));
      return `  ${printable(label).padEnd(labelChars)}  ${bar || '▏'} ${rounded(value)}`;
    }),
  ];
}

function rounded(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }).format(value);
}
