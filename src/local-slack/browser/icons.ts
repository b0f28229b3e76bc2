import { svg } from './dom.ts';

/** Outlines on a 24 × 24 grid. */
const PATHS = {
  archive: 'M3 4h18v5H3zM5 9v11h14V9M10 13h4',
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  hash: 'M9 4L7 20M17 4l-2 16M4 9h17M3 15h17',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  pencil: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  reply: 'M4 5h16v11H9l-5 4z',
  send: 'M4 4l17 8-17 8 3-8zM7 12h14',
  shared: 'M8 7l5 5-5 5-5-5zM16 7l5 5-5 5-5-5z',
  spark: 'M13 3L6 13h5l-1 8 8-11h-6z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration only: whatever holds it carries the words. */
export function icon(name: IconName): SVGSVGElement {
  return svg(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: PATHS[name] }),
  );
}
