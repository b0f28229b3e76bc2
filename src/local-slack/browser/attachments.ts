import type { Attachment } from '../blocks/attachment.ts';
import { parseMrkdwn } from '../text/mrkdwn.ts';
import { isFollowable } from '../text/pieces.ts';
import { renderBlock, type BlockContext } from './blocks.ts';
import { el } from './dom.ts';
import { link, pieceElements } from './pieces.ts';

/** Slack's three names for a colour; anything else has to be hexadecimal. */
const COLORS: Record<string, string> = { good: '#2eb67d', warning: '#ecb22e', danger: '#e01e5a' };

/** An attachment with its bar at the side; pictures by their address, because this page loads nothing from elsewhere. */
export function renderAttachment(given: Attachment, context: BlockContext): HTMLElement {
  const { title, title_link: titleLink, pretext, fields, author_name: author, image_url: picture } = given;
  const words = (text: string | undefined): HTMLElement[] =>
    text ? pieceElements(parseMrkdwn(text), context.nameOf) : [];
  const body = [
    author ? el('div', { class: 'small' }, author) : null,
    title
      ? el('div', { class: 'card-title' }, titleLink && isFollowable(titleLink) ? link(titleLink, title) : title)
      : null,
    ...words(given.text),
    fields
      ? el(
          'div',
          { class: 'fields' },
          ...fields.map((field) =>
            el(
              'div',
              { class: field.short ? null : 'long' },
              el('strong', {}, field.title ?? ''),
              ...words(field.value),
            ),
          ),
        )
      : null,
    picture ? el('span', { class: 'image-text' }, picture) : null,
    ...(given.blocks ?? []).map((block) => renderBlock(block, context)),
    given.footer ? el('div', { class: 'small' }, ...words(given.footer)) : null,
  ];
  const isBare = body.every((part) => part === null) && !pretext;
  const bar = el('div', { class: 'block attachment' }, ...(isBare ? words(given.fallback) : body));
  // Set by script, because the page's policy allows no styles in the markup.
  bar.style.borderLeft = `4px solid ${colorOf(given.color)}`;
  bar.style.paddingLeft = '12px';
  return el('div', { class: 'block' }, ...words(pretext), bar);
}

function colorOf(color = ''): string {
  const hex = color.startsWith('#') ? color : `#${color}`;
  return COLORS[color] ?? (/^#[0-9a-f]{6}$/i.test(hex) ? hex : 'var(--line)');
}
