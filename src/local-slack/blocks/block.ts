import { z } from 'zod';
import { card, carousel } from './card.ts';
import { dataVisualization } from './chart.ts';
import { container } from './container.ts';
import {
  actions,
  alert,
  context,
  contextActions,
  divider,
  header,
  imageBlock,
  input,
  markdown,
  section,
} from './plain-blocks.ts';
import { richText } from './rich-text.ts';
import { dataTable, table } from './table.ts';
import { plan, taskCard } from './task.ts';
import { video } from './video.ts';

const everywhere = [section, header, context, divider, actions, imageBlock, richText] as const;

/**
 * A block of a message. Anything else is refused as of no known type, `file` too: Slack shows it in messages with a
 * remote file, and takes it from no app (https://docs.slack.dev/reference/block-kit/blocks/file-block).
 */
export const messageBlock = z.discriminatedUnion('type', [
  ...everywhere,
  contextActions,
  markdown,
  table,
  dataTable,
  dataVisualization,
  card,
  carousel,
  container,
  taskCard,
  plan,
  video,
]);

export const modalBlock = z.discriminatedUnion('type', [...everywhere, input, alert]);

export type MessageBlock = z.infer<typeof messageBlock>;
export type ModalBlock = z.infer<typeof modalBlock>;
