import type { Page } from 'playwright-core';

export interface PaleText {
  text: string;
  ratio: number;
}

/**
 * Text that stands out from its ground by less than WCAG asks (4.5, or 3 where it is large), as the browser draws it:
 * colours are mixed by a canvas, so every notation counts. Controls that are switched off are free to be pale.
 */
export async function paleText(page: Page): Promise<PaleText[]> {
  return page.evaluate<PaleText[]>(`(${SCRIPT})()`);
}

const SCRIPT = `() => {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below, opacity) =>
    [0, 1, 2].map((at) => top[at] * top[3] * opacity + below[at] * (1 - top[3] * opacity));
  const chainOf = (element) => (element ? [...chainOf(element.parentElement), element] : []);
  const light = (color) => {
    const [red, green, blue] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (element, color) => {
    let ground = [255, 255, 255];
    let opacity = 1;
    for (const one of chainOf(element)) {
      const style = getComputedStyle(one);
      opacity *= Number(style.opacity);
      ground = over(rgba(style.backgroundColor), ground, opacity);
    }
    const [a, b] = [light(over(rgba(color), ground, opacity)), light(ground)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const asked = (style) => {
    const size = Number.parseFloat(style.fontSize);
    return size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  };
  const pale = [];
  const look = (element, style, color, text) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    if (element.matches(':disabled, :disabled *')) return;
    const found = ratio(element, color);
    if (found < asked(style)) pale.push({ text: text.trim().slice(0, 40), ratio: Math.round(found * 100) / 100 });
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data;
    const element = words.currentNode.parentElement;
    if (text.trim() === '' || element.closest('script, noscript, option')) continue;
    const style = getComputedStyle(element);
    look(element, style, element instanceof SVGElement ? style.fill : style.color, text);
  }
  for (const field of document.querySelectorAll('textarea, input, select')) {
    const style = getComputedStyle(field);
    look(field, style, style.color, field.value || field.tagName);
    if (field.placeholder) look(field, style, getComputedStyle(field, '::placeholder').color, field.placeholder);
  }
  return pale;
}`;
