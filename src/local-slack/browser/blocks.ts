import type { MessageBlock, ModalBlock } from '../blocks/block.ts';
import { parseMarkdown } from '../text/markdown.ts';
import { parseMrkdwn } from '../text/mrkdwn.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { renderCard, renderCarousel, renderVideo } from './cards.ts';
import { renderChart } from './chart.ts';
import { renderContainer } from './container.ts';
import { el } from './dom.ts';
import { renderElement, type ElementContext } from './elements.ts';
import { renderInput } from './inputs.ts';
import { pieceElements, textElements, type NameOf } from './pieces.ts';
import { renderTable } from './table.ts';
import { renderPlan, renderTask } from './tasks.ts';

export interface BlockContext extends ElementContext {
  nameOf: NameOf;
  /** By `block_id`, in a modal: what was wrong with an input. */
  errors?: Record<string, string>;
}

/** A block as Slack shows it; images by their description, because this page loads nothing from elsewhere. */
export function renderBlock(block: MessageBlock | ModalBlock, context: BlockContext): HTMLElement {
  const { nameOf } = context;
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
        block.accessory ? el('div', { class: 'accessory' }, renderElement(block.accessory, context)) : null,
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
    case 'context_actions':
      return el('div', { class: 'block actions' }, ...block.elements.map((element) => renderElement(element, context)));
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
    case 'card':
      return renderCard(block, context);
    case 'carousel':
      return renderCarousel(block, context);
    case 'container':
      return renderContainer(
        block,
        nameOf,
        block.child_blocks.map((child) => renderBlock(child, context)),
      );
    case 'task_card':
      return renderTask(block, nameOf);
    case 'plan':
      return renderPlan(block, nameOf);
    case 'video':
      return renderVideo(block);
    case 'alert':
      return el('div', { class: `block alert alert-${block.level ?? 'default'}` }, ...textElements(block.text, nameOf));
    case 'input':
      return renderInput(block, context.lists, context.errors?.[block.block_id ?? ''] ?? null);
  }
}

/** The text of a message without blocks. */
export function renderText(text: string, nameOf: NameOf): HTMLElement {
  return el('div', { class: 'block' }, ...pieceElements(parseMrkdwn(text), nameOf));
}
