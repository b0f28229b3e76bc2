import { el } from './dom.ts';

/**
 * Something that may be wider than its place: it then scrolls on its own, by keyboard too, and a shade at a cut edge
 * says that there is more. What fits is no stop of the Tab key.
 */
export function scrollFrame(name: string, content: HTMLElement): HTMLElement {
  const inside = el('div', { class: 'scroll-inside' }, content);
  const outside = el('div', { class: 'block scroll-frame' }, inside);
  const look = (): void => {
    const hidden = inside.scrollWidth - inside.clientWidth;
    outside.classList.toggle('more-before', inside.scrollLeft > 1);
    outside.classList.toggle('more-after', inside.scrollLeft < hidden - 1);
    const attributes = { tabindex: '0', role: 'region', 'aria-label': `${name}, scrolls sideways` };
    for (const [attribute, value] of Object.entries(attributes)) {
      if (hidden > 1) inside.setAttribute(attribute, value);
      else inside.removeAttribute(attribute);
    }
  };
  inside.addEventListener('scroll', look, { passive: true });
  new ResizeObserver(look).observe(inside);
  return outside;
}
