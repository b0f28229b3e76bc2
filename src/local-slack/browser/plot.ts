import { svg } from './dom.ts';
import { shortNumber } from './legend.ts';

/** The area between the axes, in units of the viewBox. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  low: number;
  high: number;
  /** Categories beside each other. */
  count: number;
}

type Rows = { name: string; values: number[] }[];

/** With more bars than this the figures above them would run into each other. */
const MAX_FIGURES = 12;
const MAX_BAR_WIDTH = 46;

export function barMarks(plot: Plot, rows: Rows, y: (value: number) => number): SVGElement[] {
  const step = (plot.right - plot.left) / plot.count;
  const width = Math.min(MAX_BAR_WIDTH, (step * 0.72) / rows.length);
  const withFigures = rows.length === 1 && plot.count <= MAX_FIGURES;
  return rows.flatMap((row, series) =>
    row.values.flatMap((value, index) => {
      const middle = plot.left + step * (index + 0.5) + (series - (rows.length - 1) / 2) * width;
      const top = Math.min(y(value), y(0));
      const height = Math.max(1, Math.abs(y(value) - y(0)));
      const bar = svg('rect', {
        class: `bar-mark series-${series % 12}`,
        x: middle - width / 2 + 0.5,
        y: top,
        width: width - 1,
        height,
        rx: 2,
      });
      return withFigures
        ? [bar, svg('text', { class: 'figure', x: middle, y: top - 4, 'text-anchor': 'middle' }, shortNumber(value))]
        : [bar];
    }),
  );
}

export function lineMarks(plot: Plot, rows: Rows, y: (value: number) => number, filled: boolean): SVGElement[] {
  const step = (plot.right - plot.left) / plot.count;
  return rows.flatMap((row, series) => {
    const points = row.values.map((value, index) => `${plot.left + step * (index + 0.5)},${y(value)}`);
    const first = plot.left + step / 2;
    const last = plot.right - step / 2;
    const line = svg('polyline', { class: `line-mark series-${series % 12}`, points: points.join(' ') });
    const dots = points.map((point) => {
      const [x, at] = point.split(',');
      return svg('circle', { class: `dot-mark series-${series % 12}`, cx: x, cy: at, r: 3 });
    });
    if (!filled) return [line, ...dots];
    const area = svg('polygon', {
      class: `area-mark series-${series % 12}`,
      points: `${first},${y(0)} ${points.join(' ')} ${last},${y(0)}`,
    });
    return [area, line];
  });
}
