import { z } from 'zod';
import { CONTAINER_LIMITS } from '../limits.ts';
import { image } from './elements.ts';
import { actions, blockId, context, divider, header, imageBlock, section } from './plain-blocks.ts';
import { richText } from './rich-text.ts';
import { table } from './table.ts';
import { anyText, plainText } from './text.ts';
import { video } from './video.ts';

/** Those of ContainerBlock in @slack/types 3.2.0 that a message may hold by itself too, so neither `file` nor `input`. */
const child = z.discriminatedUnion('type', [
  actions,
  context,
  divider,
  header,
  imageBlock,
  richText,
  section,
  table,
  video,
]);

/** https://docs.slack.dev/reference/block-kit/blocks/container-block */
export const container = z
  .strictObject({
    type: z.literal('container'),
    block_id: blockId,
    title: plainText(CONTAINER_LIMITS.titleChars).optional(),
    rich_text_title: richText.optional(),
    subtitle: anyText(CONTAINER_LIMITS.subtitleChars).optional(),
    child_blocks: z.array(child).min(1).max(CONTAINER_LIMITS.childBlocks),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: image.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine(
    (block) => block.title !== undefined || block.rich_text_title !== undefined,
    'must define either `title` or `rich_text_title`',
  )
  .refine((block) => block.default_collapsed !== true || block.is_collapsible === true, {
    message: '`default_collapsed` requires `is_collapsible`',
    path: ['default_collapsed'],
  });
