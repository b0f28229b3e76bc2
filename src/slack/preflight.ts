import type { Block, Button, ChartBlock, Message, Modal, RichTextBlock, TableBlock } from './blocks.ts';
import * as limits from './limits.ts';
import { shownChars } from './message-size.ts';

/**
 * What Slack would refuse about a message, one line each; empty when it can be sent. Slack answers `invalid_blocks` for
 * the whole message, which would end in silence; this finds it before sending and names the place.
 */
export function preflight(message: Message): string[] {
  return [
    ...lengthProblem('text', message.text, limits.TEXT_CHARS),
    ...blockProblems(message.blocks, limits.BLOCKS_PER_MESSAGE),
    ...harmProblems(message),
    ...(/[*~`]|(?<![\p{L}\p{N}])_(?=\S)|^(?:&gt;|>)/u.test(message.text) ? ['text: a formatting mark'] : []),
  ];
}

/** The same for a modal, which takes more blocks but no tables and no charts. */
export function preflightModal(modal: Modal): string[] {
  return [
    ...lengthProblem('title', modal.title.text, limits.MODAL_TITLE_CHARS),
    ...lengthProblem('close', modal.close.text, limits.MODAL_TITLE_CHARS),
    ...blockProblems(modal.blocks, limits.BLOCKS_PER_MODAL),
    ...modal.blocks.flatMap(({ type }, at) =>
      type === 'table' || type === 'data_visualization' ? [`blocks/${at}: a modal takes no ${type}`] : [],
    ),
    ...harmProblems(modal),
  ];
}

function blockProblems(blocks: Block[], maxBlocks: number): string[] {
  const count = (type: Block['type']) => blocks.filter((block) => block.type === type).length;
  const blockIds = blocks.flatMap((block) => ('block_id' in block && block.block_id ? [block.block_id] : []));
  return [
    ...overProblem('blocks', blocks.length, maxBlocks),
    ...(blocks.length === 0 ? ['blocks: there are none'] : []),
    ...overProblem('blocks: characters', shownChars(blocks), limits.BLOCK_TEXT_PER_MESSAGE),
    ...overProblem('blocks: tables', count('table'), limits.TABLES_PER_MESSAGE),
    ...overProblem('blocks: charts', count('data_visualization'), limits.CHARTS_PER_MESSAGE),
    ...(new Set(blockIds).size < blockIds.length ? ['blocks: a block_id occurs twice'] : []),
    ...blockIds.flatMap((id) => lengthProblem('block_id', id, limits.ID_CHARS)),
    ...blocks.flatMap((block, at) => oneBlock(block).map((problem) => `blocks/${at}: ${problem}`)),
  ];
}

function oneBlock(block: Block): string[] {
  switch (block.type) {
    case 'rich_text':
      return richTextProblems(block);
    case 'section':
      return [
        ...lengthProblem('text', block.text.text, limits.SECTION_CHARS),
        ...(block.accessory ? buttonProblems(block.accessory) : []),
      ];
    case 'actions': {
      const ids = block.elements.map((button) => button.action_id);
      return [
        ...(block.elements.length === 0 ? ['no buttons'] : []),
        ...overProblem('buttons', block.elements.length, limits.ACTION_ELEMENTS),
        ...(new Set(ids).size < ids.length ? ['an action_id occurs twice'] : []),
        ...block.elements.flatMap(buttonProblems),
      ];
    }
    case 'table':
      return tableProblems(block);
    case 'data_visualization':
      return chartProblems(block);
  }
}

function richTextProblems({ elements }: RichTextBlock): string[] {
  return [
    ...(elements.length === 0 ? ['no elements'] : []),
    ...elements.flatMap((part) => [
      ...(part.elements.length === 0 ? ['an empty part'] : []),
      ...overProblem('characters in one part', shownChars(part.elements), limits.SECTION_CHARS),
      ...part.elements.flatMap((element) => [
        ...(element.type !== 'channel' && element.text === '' ? ['an empty text'] : []),
        ...(element.type === 'link' ? urlProblems(element.url) : []),
      ]),
    ]),
  ];
}

function buttonProblems(button: Button): string[] {
  return [
    ...lengthProblem('button text', button.text.text, limits.BUTTON_TEXT_CHARS),
    ...lengthProblem('action_id', button.action_id, limits.ID_CHARS),
    ...(button.accessibility_label === undefined
      ? []
      : lengthProblem('accessibility_label', button.accessibility_label, limits.BUTTON_TEXT_CHARS)),
    ...(button.value === undefined ? [] : lengthProblem('button value', button.value, limits.BUTTON_VALUE_CHARS)),
    ...(button.url === undefined ? [] : urlProblems(button.url)),
  ];
}

function tableProblems({ rows, column_settings }: TableBlock): string[] {
  const widths = new Set(rows.map((row) => row.length));
  return [
    ...(rows.length === 0 ? ['no rows'] : []),
    ...overProblem('rows', rows.length, limits.TABLE_ROWS),
    ...(widths.size > 1 ? ['rows of different length'] : []),
    ...overProblem('columns', Math.max(0, column_settings.length, ...widths), limits.TABLE_COLUMNS),
    ...overProblem('characters in cells', shownChars(rows), limits.TABLE_CHARS),
    ...(rows.flat().some(({ text }) => text.trim() === '') ? ['an empty cell'] : []),
  ];
}

function chartProblems({ title, chart }: ChartBlock): string[] {
  const { categories, y_label } = chart.axis_config;
  return [
    ...lengthProblem('title', title, limits.CHART_TITLE_CHARS),
    ...lengthProblem('y_label', y_label, limits.CHART_AXIS_CHARS),
    ...(categories.length === 0 ? ['no categories'] : []),
    ...overProblem('categories', categories.length, limits.CHART_CATEGORIES),
    ...(new Set(categories).size < categories.length ? ['a category occurs twice'] : []),
    ...categories.flatMap((label) => lengthProblem('category', label, limits.CHART_LABEL_CHARS)),
    ...(chart.series.length === 1 ? [] : ['not one series']),
    ...chart.series.flatMap(({ name, data }) => [
      ...lengthProblem('series name', name, limits.CHART_LABEL_CHARS),
      ...(data.map(({ label }) => label).join('\n') === categories.join('\n')
        ? []
        : ['points do not match the categories']),
      ...(data.every(({ value }) => Number.isFinite(value)) ? [] : ['a value is not finite']),
    ]),
  ];
}

function urlProblems(url: string): string[] {
  return [
    ...lengthProblem('url', url, limits.URL_CHARS),
    ...(/^https?:\/\/[^\s<>|]+$/.test(url) ? [] : ['url: not a plain http address']),
  ];
}

/** Nothing that a parser could take for a mention, and nothing that a reader can not print, wherever it stands. */
function harmProblems(value: Message | Modal): string[] {
  const texts = stringsIn(value);
  return [
    ...(texts.some((text) => /<[!@#]/.test(text)) ? ['an unescaped mention'] : []),
    ...(texts.some((text) => /[\p{Cs}\u202A-\u202E\u2066-\u2069\u200E\u200F]|[^\P{Cc}\n]/u.test(text))
      ? ['a control or direction character']
      : []),
  ];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function lengthProblem(what: string, text: string, maxChars: number): string[] {
  if (text.trim() === '') return [`${what}: empty`];
  return text.length > maxChars ? [`${what}: ${text.length} characters, at most ${maxChars}`] : [];
}

function overProblem(what: string, count: number, max: number): string[] {
  return count > max ? [`${what}: ${count}, at most ${max}`] : [];
}
