import { z } from 'zod';
import { BLOCK_LIMITS } from '../limits.ts';
import { address, chars } from './text.ts';

const flag = z.boolean().optional();
const textStyle = { bold: flag, italic: flag, strike: flag, underline: flag };

const style = z.strictObject({ ...textStyle, code: flag }).optional();

/** https://docs.slack.dev/reference/block-kit/block-elements/usergroup-element and its siblings name these too. */
const markStyle = z
  .strictObject({ ...textStyle, code: flag, highlight: flag, client_highlight: flag, unlink: flag })
  .optional();

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style });

const link = z.strictObject({
  type: z.literal('link'),
  url: address(BLOCK_LIMITS.urlChars),
  text: z.string().min(1).optional(),
  unsafe: z.boolean().optional(),
  style,
});

const date = z.strictObject({
  type: z.literal('date'),
  timestamp: z.int(),
  format: z.string().min(1),
  timezone: z.string().optional(),
  url: address(BLOCK_LIMITS.urlChars).optional(),
  fallback: z.string().min(1).optional(),
  style: markStyle,
});

const inline = z.discriminatedUnion('type', [
  text,
  link,
  date,
  z.strictObject({
    type: z.literal('emoji'),
    name: chars(255),
    unicode: z.string().optional(),
    url: address(BLOCK_LIMITS.urlChars).optional(),
    style: markStyle,
  }),
  z.strictObject({
    type: z.literal('color'),
    value: z.string().refine((value) => /^#[0-9a-f]{3}([0-9a-f]{3})?$/i.test(value), 'must be a hex color'),
    style: markStyle,
  }),
  z.strictObject({ type: z.literal('user'), user_id: chars(255), style: markStyle }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: chars(255), style: markStyle }),
  z.strictObject({ type: z.literal('team'), team_id: chars(255), style: markStyle }),
  z.strictObject({ type: z.literal('channel'), channel_id: chars(255), style: markStyle }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style: markStyle }),
]);

const border = z.int().min(0).max(1).optional();

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
    border,
  }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(inline).min(1), border }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    // Mentions, dates and colors name the section, the list and the quote as the only places they may stand in.
    elements: z.array(z.discriminatedUnion('type', [text, link])).min(1),
    border,
    language: z.string().optional(),
  }),
]);

export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: chars(BLOCK_LIMITS.blockIdChars).optional(),
  elements: z.array(part).min(1),
});
