import type { z } from 'zod';
import type { richText } from '../blocks/rich-text.ts';
import { dateText } from './date-text.ts';
import { PLAIN, type Piece, type Run } from './pieces.ts';

type RichText = z.infer<typeof richText>;
type Part = RichText['elements'][number];
type Element = Extract<Part, { type: 'rich_text_section' }>['elements'][number];

/** A rich_text block's content. Its text elements are never parsed, which is why hostile names are safe in them. */
export function richTextPieces(block: RichText): Piece[] {
  return block.elements.map((part): Piece => {
    switch (part.type) {
      case 'rich_text_section':
        return { kind: 'paragraph', runs: part.elements.map(runOf) };
      case 'rich_text_quote':
        return { kind: 'quote', runs: part.elements.map(runOf) };
      case 'rich_text_preformatted':
        return { kind: 'preformatted', runs: part.elements.map(runOf) };
      case 'rich_text_list':
        return {
          kind: 'list',
          ordered: part.style === 'ordered',
          indent: part.indent ?? 0,
          first: (part.offset ?? 0) + 1,
          items: part.elements.map((item) => item.elements.map(runOf)),
        };
    }
  });
}

function runOf(element: Element): Run {
  const style = element.style ?? PLAIN;
  switch (element.type) {
    case 'text':
      return { kind: 'text', text: element.text, style };
    case 'link':
      return { kind: 'link', url: element.url, text: element.text ?? element.url, style };
    case 'user':
      return { kind: 'user', id: element.user_id, style };
    case 'channel':
      return { kind: 'channel', id: element.channel_id, name: null, style };
    case 'broadcast':
      return { kind: 'broadcast', range: element.range, style };
    case 'usergroup':
      return { kind: 'group', id: element.usergroup_id, style };
    case 'team':
      return { kind: 'group', id: element.team_id, style };
    case 'color':
      return { kind: 'color', value: element.value, style };
    case 'date': {
      const text = dateText(element);
      return element.url === undefined
        ? { kind: 'text', text, style }
        : { kind: 'link', url: element.url, text, style };
    }
    case 'emoji':
      return { kind: 'text', text: unicodeOf(element.unicode) ?? `:${element.name}:`, style };
  }
}

/** Slack writes code points in hex, joined by hyphens. */
function unicodeOf(hex: string | undefined): string | null {
  if (hex === undefined || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(hex)) return null;
  const points = hex.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : null;
}
