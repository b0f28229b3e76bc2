import { legend, shortNumber } from './legend.ts';
import { el, svg } from './dom.ts';

interface Segment {
  label: string;
  value: number;
}

const SIZE = 180;

export function renderPie(segments: Segment[], title: string): HTMLElement {
  const total = segments.reduce((sum, segment) => sum + segment.value, 0);
  const percent = (value: number): string => `${Math.round((value / total) * 100)}%`;
  let from = 0;
  const slices = segments.map((segment, index) => {
    const to = from + segment.value / total;
    const path = svg('path', { class: `bar-mark series-${index % 12}`, d: slicePath(from, to) });
    from = to;
    return path;
  });
  const words = segments.map((segment) => `${segment.label} ${percent(segment.value)}`).join(', ');
  return el(
    'div',
    { class: 'pie' },
    svg('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'img', 'aria-label': `${title}. ${words}` }, ...slices),
    legend(segments.map((segment) => `${segment.label} · ${shortNumber(segment.value)} (${percent(segment.value)})`)),
  );
}

/** Shares of the circle, clockwise from the top. */
function slicePath(from: number, to: number): string {
  const radius = SIZE / 2;
  // An arc whose ends meet draws nothing, so a full circle stops a hair short.
  const end = Math.min(to, from + 0.9999);
  const point = (share: number): string => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${radius + radius * Math.cos(angle)} ${radius + radius * Math.sin(angle)}`;
  };
  return `M${radius} ${radius} L${point(from)} A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(end)} Z`;
}
