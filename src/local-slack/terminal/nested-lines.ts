import type { MessageBlock } from '../blocks/block.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { elementLines, type NumberOf } from './element-lines.ts';
import { printable, wrap } from './printable.ts';
import { linkLine, pieceLines, textPieces, type NameOf } from './text-lines.ts';

type Of<Type extends MessageBlock['type']> = Extract<MessageBlock, { type: Type }>;
type Task = NonNullable<Of<'plan'>['tasks']>[number];

const MARKS = { pending: '○', in_progress: '◐', complete: '✓', error: '✗' };

/** A card with a bar at its side, which keeps it together. */
export function cardLines(card: Of<'card'>, width: number, nameOf: NameOf, numberOf?: NumberOf): string[] {
  const inner = width - 2;
  const texts = [card.title, card.subtitle, card.body, card.subtext].filter((text) => text !== undefined);
  return [
    ...(card.hero_image ? [`[image: ${printable(card.hero_image.alt_text)}]`] : []),
    ...texts.flatMap((text) => pieceLines(textPieces(text), inner, nameOf)),
    ...elementLines(card.actions ?? [], inner, numberOf),
  ].map((line) => `│ ${line}`);
}

export function carouselLines(carousel: Of<'carousel'>, width: number, nameOf: NameOf, numberOf?: NumberOf): string[] {
  return carousel.elements.flatMap((card, index) => [
    ...(index === 0 ? [] : ['']),
    ...cardLines(card, width, nameOf, numberOf),
  ]);
}

/** A container is always open here: a terminal has nothing to open it with. */
export function containerLines(
  container: Of<'container'>,
  width: number,
  nameOf: NameOf,
  childLines: (block: MessageBlock, width: number) => string[],
): string[] {
  const { title, rich_text_title: richTitle, subtitle } = container;
  const heads = richTitle ? richTextPieces(richTitle) : title ? textPieces(title) : [];
  return [
    ...pieceLines(heads, width - 2, nameOf).map((line, index) => `${index === 0 ? '▾' : ' '} ${line}`),
    ...(subtitle ? indented(pieceLines(textPieces(subtitle), width - 2, nameOf)) : []),
    ...indented(container.child_blocks.flatMap((child) => childLines(child, width - 2))),
  ];
}

export function taskLines(task: Task, width: number, nameOf: NameOf): string[] {
  const texts = [task.details, task.output].filter((text) => text !== undefined);
  const mark = task.status === undefined ? '·' : MARKS[task.status];
  return [
    ...wrap(printable(task.title), width - 2).map((line, index) => `${index === 0 ? mark : ' '} ${line}`),
    ...indented(texts.flatMap((text) => pieceLines(richTextPieces(text), width - 2, nameOf))),
    ...indented((task.sources ?? []).map((source) => linkLine(source.text, source.url))),
  ];
}

export function planLines(plan: Of<'plan'>, width: number, nameOf: NameOf): string[] {
  const tasks = (plan.tasks ?? []).flatMap((task) => taskLines(task, width - 2, nameOf));
  return [...wrap(printable(plan.title), width), ...indented(tasks)];
}

export function videoLines(video: Of<'video'>, width: number): string[] {
  const by = [video.author_name, video.provider_name].filter((name) => name !== undefined).join(' · ');
  return [
    `▶ ${printable(video.title.text)}  ${printable(video.title_url ?? video.video_url)}`,
    ...[by, video.description?.text ?? '']
      .filter((text) => text !== '')
      .flatMap((text) => wrap(printable(text), width)),
  ];
}

function indented(lines: string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
