import type { MessageBlock, ModalBlock } from '../blocks/block.ts';
import { parseMarkdown } from '../text/markdown.ts';
import { parseMrkdwn } from '../text/mrkdwn.ts';
import { plainPieces } from '../text/pieces.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { renderChart } from './chart.ts';
import { el } from './dom.ts';
import { renderElement, type Press } from './elements.ts';
import { renderInput } from './inputs.ts';
import { pieceElements, type NameOf } from './pieces.ts';
import { renderTable } from './table.ts';

export interface BlockContext {
  nameOf: NameOf;
  press: Press;
  /** By `block_id`, in a modal: what was wrong with an input. */
  errors?: Record<string, string>;
}

/** A block as Slack shows it; images by their description, because this page loads nothing from elsewhere. */
export function renderBlock(block: MessageBlock | ModalBlock, context: BlockContext): HTMLElement {
  const { nameOf, press } = context;
  switch (block.type) {
    case 'section':
      return el(
        'div',
        { class: 'block section' },
        el(
          'div',
          { class: 'section-body' },
          ...(block.text ? textElements(block.text, nameOf) : []),
          block.fields
            ? el(
                'div',
                { class: 'fields' },
                ...block.fields.map((field) => el('div', {}, ...textElements(field, nameOf))),
              )
            : null,
        ),
        block.accessory ? el('div', { class: 'accessory' }, renderElement(block.accessory, press)) : null,
      );
    case 'header':
      return el('div', { class: 'block header', role: 'heading', 'aria-level': '3' }, block.text.text);
    case 'context':
      return el(
        'div',
        { class: 'block context' },
        ...block.elements.map((element) =>
          element.type === 'image'
            ? el('span', { class: 'image-text' }, element.alt_text)
            : el('span', {}, ...textElements(element, nameOf)),
        ),
      );
    case 'divider':
      return el('hr', { class: 'block' });
    case 'actions':
      return el('div', { class: 'block actions' }, ...block.elements.map((element) => renderElement(element, press)));
    case 'context_actions':
      return el('div', { class: 'block actions' }, ...block.elements.map((element) => renderElement(element, press)));
    case 'image':
      return el('figure', { class: 'block' }, el('div', { class: 'image-text' }, block.alt_text));
    case 'rich_text':
      return el('div', { class: 'block rich-text' }, ...pieceElements(richTextPieces(block), nameOf));
    case 'markdown':
      return el('div', { class: 'block markdown' }, ...pieceElements(parseMarkdown(block.text), nameOf));
    case 'table':
    case 'data_table':
      return renderTable(block, nameOf);
    case 'data_visualization':
      return renderChart(block);
    case 'alert':
      return el('div', { class: `block alert alert-${block.level ?? 'default'}` }, ...textElements(block.text, nameOf));
    case 'input':
      return renderInput(block, context.errors?.[block.block_id ?? ''] ?? null);
  }
}

/** The text of a message without blocks. */
export function renderText(text: string, nameOf: NameOf): HTMLElement {
  return el('div', { class: 'block' }, ...pieceElements(parseMrkdwn(text), nameOf));
}

function textElements(text: { type: 'plain_text' | 'mrkdwn'; text: string }, nameOf: NameOf): HTMLElement[] {
  return pieceElements(text.type === 'mrkdwn' ? parseMrkdwn(text.text) : plainPieces(text.text), nameOf);
}
