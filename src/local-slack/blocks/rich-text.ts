import { z } from 'zod';
import { BLOCK_LIMITS } from '../limits.ts';
import { address, chars } from './text.ts';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    code: z.boolean().optional(),
    underline: z.boolean().optional(),
  })
  .optional();

const inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), style }),
  z.strictObject({
    type: z.literal('link'),
    url: address(BLOCK_LIMITS.urlChars),
    text: z.string().min(1).optional(),
    unsafe: z.boolean().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('emoji'), name: chars(255), unicode: z.string().optional(), style }),
  z.strictObject({ type: z.literal('user'), user_id: chars(255), style }),
  z.strictObject({ type: z.literal('channel'), channel_id: chars(255), style }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style }),
]);

/** An empty section is how a rich text ends a line, so no minimum. */
const section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(inline) });

const part = z.discriminatedUnion('type', [
  section,
  z.strictObject({
    type: z.literal('rich_text_list'),
    style: z.enum(['bullet', 'ordered']),
    elements: z.array(section).min(1),
    indent: z.int().min(0).max(8).optional(),
    offset: z.int().min(0).optional(),
    border: z.int().min(0).max(1).optional(),
  }),
  z.strictObject({
    type: z.literal('rich_text_quote'),
    elements: z.array(inline).min(1),
    border: z.int().min(0).max(1).optional(),
  }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(inline).min(1),
    border: z.int().min(0).max(1).optional(),
    language: z.string().optional(),
  }),
]);

export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: chars(BLOCK_LIMITS.blockIdChars).optional(),
  elements: z.array(part).min(1),
});
