import type { MessageBlock } from '../blocks/block.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { el } from './dom.ts';
import { pieceElements, textElements, type NameOf } from './pieces.ts';

type Container = Extract<MessageBlock, { type: 'container' }>;

/** A frame with a head around other blocks; one that can be collapsed is the browser's own, which keys open too. */
export function renderContainer(block: Container, nameOf: NameOf, children: HTMLElement[]): HTMLElement {
  const classes = `block container container-${block.width ?? 'standard'}`;
  const inside = el('div', { class: 'container-body' }, ...children);
  if (!block.is_collapsible) {
    const ruled = block.has_header_divider ? ' ruled' : '';
    return el(
      'div',
      { class: classes, role: 'group' },
      el('div', { class: `container-head${ruled}` }, ...head(block, nameOf)),
      inside,
    );
  }
  return el(
    'details',
    { class: classes, open: !block.default_collapsed },
    el('summary', { class: 'container-head' }, ...head(block, nameOf)),
    inside,
  );
}

/** Where both titles are given, the rich one wins. */
function head(block: Container, nameOf: NameOf): (HTMLElement | null)[] {
  const { title, rich_text_title: richTitle, subtitle, icon } = block;
  const lines = richTitle ? pieceElements(richTextPieces(richTitle), nameOf) : title ? textElements(title, nameOf) : [];
  return [
    icon ? el('span', { class: 'image-text small' }, icon.alt_text) : null,
    el('div', { class: 'container-title' }, ...lines),
    subtitle ? el('div', { class: 'small' }, ...textElements(subtitle, nameOf)) : null,
  ];
}
