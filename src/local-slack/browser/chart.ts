import type { MessageBlock } from '../blocks/block.ts';
import { el, svg } from './dom.ts';
import { legend, shortNumber } from './legend.ts';
import { isWide } from './page.ts';
import { renderPie } from './pie.ts';
import { barMarks, lineMarks, type Plot } from './plot.ts';

export type ChartBlock = Extract<MessageBlock, { type: 'data_visualization' }>;
type AxisChart = Exclude<ChartBlock['chart'], { type: 'pie' }>;

/** Drawn narrower for a phone, so that its letters are not shrunk with it. */
const WIDTH = isWide() ? 560 : 340;
const HEIGHT = 240;
const TICKS = 4;
/** More labels than this do not fit beside each other and are turned. */
const MAX_LEVEL_LABELS = 7;

/** A chart as SVG, with its numbers as a sentence for who can not see it. */
export function renderChart(block: ChartBlock): HTMLElement {
  const { chart, title } = block;
  return el(
    'figure',
    { class: 'block chart' },
    el('figcaption', {}, title),
    chart.type === 'pie' ? renderPie(chart.segments, title) : renderAxes(chart, title),
    chart.type !== 'pie' && chart.series.length > 1 ? legend(chart.series.map((series) => series.name)) : null,
  );
}

function renderAxes(chart: AxisChart, title: string): SVGSVGElement {
  const { categories, x_label: xLabel, y_label: yLabel } = chart.axis_config;
  const turned = categories.length > MAX_LEVEL_LABELS;
  const rows = chart.series.map((series) => {
    const byLabel = new Map(series.data.map((point) => [point.label, point.value]));
    return { name: series.name, values: categories.map((category) => byLabel.get(category) ?? 0) };
  });
  const ticks = niceTicks(rows.flatMap((row) => row.values));
  const plot: Plot = {
    left: 52,
    right: WIDTH - 10,
    top: yLabel ? 26 : 14,
    bottom: HEIGHT - (turned ? 62 : 26) - (xLabel ? 16 : 0),
    low: ticks[0] ?? 0,
    high: ticks.at(-1) ?? 1,
    count: categories.length,
  };
  const y = (value: number): number =>
    plot.bottom - ((value - plot.low) / (plot.high - plot.low)) * (plot.bottom - plot.top);
  const step = (plot.right - plot.left) / categories.length;
  const marks = chart.type === 'bar' ? barMarks(plot, rows, y) : lineMarks(plot, rows, y, chart.type === 'area');
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': inWords(title, rows, categories, yLabel) },
    ...ticks.flatMap((tick) => [
      svg('line', { class: 'grid', x1: plot.left, x2: plot.right, y1: y(tick), y2: y(tick) }),
      svg('text', { class: 'tick', x: plot.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, shortNumber(tick)),
    ]),
    ...marks,
    ...categories.map((category, index) => {
      const x = plot.left + step * (index + 0.5);
      const at = turned
        ? { x, y: plot.bottom + 12, 'text-anchor': 'end', transform: `rotate(-38 ${x} ${plot.bottom + 12})` }
        : { x, y: plot.bottom + 18, 'text-anchor': 'middle' };
      return svg('text', { class: 'tick', ...at }, category);
    }),
    yLabel ? svg('text', { class: 'axis-label', x: 4, y: 13 }, yLabel) : null,
    xLabel
      ? svg(
          'text',
          { class: 'axis-label', x: (plot.left + plot.right) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' },
          xLabel,
        )
      : null,
  );
}

/** Round steps that hold every value and zero. */
function niceTicks(values: number[]): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
}

function inWords(
  title: string,
  rows: { name: string; values: number[] }[],
  categories: string[],
  unit: string | undefined,
): string {
  const parts = rows.map((row) => {
    const values = row.values.map((value, index) => `${categories[index]} ${shortNumber(value)}`).join(', ');
    return rows.length > 1 ? `${row.name}: ${values}` : values;
  });
  return `${title}${unit ? `, in ${unit}` : ''}. ${parts.join('; ')}`;
}
