import { parseMrkdwn } from '../text/mrkdwn.ts';
import { isFollowable, plainPieces, type Piece, type Run } from '../text/pieces.ts';
import { el, svg } from './dom.ts';

const WHOLE_CODE_CHARS = 24;

export type NameOf = (id: string) => string;

/** A text object as elements. */
export function textElements(text: { type: 'plain_text' | 'mrkdwn'; text: string }, nameOf: NameOf): HTMLElement[] {
  return pieceElements(text.type === 'mrkdwn' ? parseMrkdwn(text.text) : plainPieces(text.text), nameOf);
}

/** Formatted text as elements. */
export function pieceElements(pieces: Piece[], nameOf: NameOf): HTMLElement[] {
  return pieces.map((piece) => {
    switch (piece.kind) {
      case 'paragraph':
        return el('div', { class: 'p' }, ...runNodes(piece.runs, nameOf));
      case 'heading':
        return el(
          'div',
          { class: 'md-heading', role: 'heading', 'aria-level': piece.level + 2 },
          ...runNodes(piece.runs, nameOf),
        );
      case 'quote':
        return el('blockquote', {}, ...runNodes(piece.runs, nameOf));
      case 'preformatted':
        return el('pre', {}, ...runNodes(piece.runs, nameOf));
      case 'list': {
        const items = piece.items.map((item) => el('li', {}, ...runNodes(item, nameOf)));
        const attributes = { class: `list indent-${Math.min(piece.indent, 4)}` };
        return piece.ordered
          ? el('ol', { ...attributes, start: piece.first }, ...items)
          : el('ul', attributes, ...items);
      }
    }
  });
}

function runNodes(runs: Run[], nameOf: NameOf): Node[] {
  return runs.map((run) => styled(run, runNode(run, nameOf)));
}

function runNode(run: Run, nameOf: NameOf): Node {
  switch (run.kind) {
    case 'text':
      return document.createTextNode(run.text);
    case 'link':
      return isFollowable(run.url) ? link(run.url, run.text) : document.createTextNode(run.text);
    case 'user':
      return el('span', { class: 'mention' }, `@${nameOf(run.id)}`);
    case 'channel':
      return el('span', { class: 'mention' }, `#${run.name ?? nameOf(run.id)}`);
    case 'broadcast':
      return el('span', { class: 'mention mention-all' }, `@${run.range}`);
    case 'group':
      return el('span', { class: 'mention' }, `@${run.id}`);
    case 'color':
      return el('span', { class: 'color' }, swatch(run.value), run.value);
  }
}

/** Drawn with an attribute of its own, because the page's policy allows no styles in the markup. */
function swatch(color: string): SVGSVGElement {
  return svg(
    'svg',
    { class: 'color-swatch', viewBox: '0 0 12 12', 'aria-hidden': 'true' },
    svg('rect', { width: 12, height: 12, rx: 3, fill: color }),
  );
}

export function link(url: string, text: string): HTMLAnchorElement {
  return el('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text);
}

function styled(run: Run, node: Node): Node {
  const { bold, italic, strike, code, underline } = run.style;
  let result = node;
  // A short name is not broken over two lines; a whole query has to be.
  if (code)
    result = el('code', { class: (node.textContent ?? '').length <= WHOLE_CODE_CHARS ? 'whole' : null }, result);
  if (underline) result = el('u', {}, result);
  if (strike) result = el('s', {}, result);
  if (italic) result = el('em', {}, result);
  if (bold) result = el('strong', {}, result);
  return result;
}
