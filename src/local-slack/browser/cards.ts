import type { MessageBlock } from '../blocks/block.ts';
import type { BlockContext } from './blocks.ts';
import { el } from './dom.ts';
import { renderElement } from './elements.ts';
import { link, textElements } from './pieces.ts';

type Of<Type extends MessageBlock['type']> = Extract<MessageBlock, { type: Type }>;

export function renderCard(block: Of<'card'>, context: BlockContext): HTMLElement {
  const { hero_image: hero, icon, slack_icon: slackIcon, title, subtitle, body, subtext, actions } = block;
  const part = (name: string, text: typeof title): HTMLElement | null =>
    text ? el('div', { class: name }, ...textElements(text, context.nameOf)) : null;
  return el(
    'div',
    { class: 'block card', role: 'group' },
    hero ? el('div', { class: 'card-hero' }, el('span', { class: 'image-text' }, hero.alt_text)) : null,
    icon ? el('span', { class: 'image-text small' }, icon.alt_text) : null,
    slackIcon ? el('span', { class: 'small' }, `icon: ${slackIcon.name}`) : null,
    part('card-title', title),
    part('small', subtitle),
    part('card-body', body),
    part('small', subtext),
    actions ? el('div', { class: 'actions' }, ...actions.map((element) => renderElement(element, context))) : null,
  );
}

/** Cards beside each other, which scroll sideways on their own, also by keyboard. */
export function renderCarousel(block: Of<'carousel'>, context: BlockContext): HTMLElement {
  return el(
    'div',
    { class: 'block carousel', tabindex: '0', role: 'region', 'aria-label': `${block.elements.length} cards` },
    ...block.elements.map((card) => renderCard(card, context)),
  );
}

/** A video by its description: this page loads nothing from elsewhere. */
export function renderVideo(block: Of<'video'>): HTMLElement {
  const by = [block.author_name, block.provider_name].filter((name) => name !== undefined).join(' · ');
  return el(
    'figure',
    { class: 'block card' },
    el('div', { class: 'card-title' }, link(block.title_url ?? block.video_url, block.title.text)),
    by === '' ? null : el('div', { class: 'small' }, by),
    el('div', { class: 'card-hero' }, el('span', { class: 'image-text video-text' }, block.alt_text)),
    block.description ? el('figcaption', { class: 'card-body' }, block.description.text) : null,
  );
}
