import { el } from './dom.ts';

/** Which colour stands for what. */
export function legend(names: string[]): HTMLElement {
  return el(
    'ul',
    { class: 'legend' },
    ...names.map((name, index) => el('li', {}, el('span', { class: `swatch series-${index % 12}` }), name)),
  );
}

/** A number short enough for an axis, e.g. `7.56K`. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3, notation: 'compact' }).format(value);
}
