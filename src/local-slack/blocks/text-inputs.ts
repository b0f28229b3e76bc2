import { z } from 'zod';
import { ELEMENT_LIMITS } from '../limits.ts';
import { actionId, dispatchActionConfig, focusOnLoad, placeholder, written } from './element-parts.ts';
import { richText } from './rich-text.ts';

const common = {
  action_id: actionId,
  placeholder,
  focus_on_load: focusOnLoad,
  dispatch_action_config: dispatchActionConfig,
};

export const plainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...common,
  initial_value: z.string().max(ELEMENT_LIMITS.inputChars).optional(),
  multiline: z.boolean().optional(),
  min_length: z.int().min(0).max(ELEMENT_LIMITS.inputChars).optional(),
  max_length: z.int().min(1).max(ELEMENT_LIMITS.inputChars).optional(),
});

/** https://docs.slack.dev/reference/block-kit/block-elements/email-input-element */
export const emailInput = z.strictObject({
  type: z.literal('email_text_input'),
  ...common,
  initial_value: z.string().optional(),
});

/** https://docs.slack.dev/reference/block-kit/block-elements/url-input-element */
export const urlInput = z.strictObject({
  type: z.literal('url_text_input'),
  ...common,
  initial_value: z.string().optional(),
});

const number = written((value) => value.trim() !== '' && Number.isFinite(Number(value)), 'must be a number').optional();

/** https://docs.slack.dev/reference/block-kit/block-elements/number-input-element: its numbers are written as text. */
export const numberInput = z
  .strictObject({
    type: z.literal('number_input'),
    ...common,
    is_decimal_allowed: z.boolean(),
    initial_value: number,
    min_value: number,
    max_value: number,
  })
  .refine(
    ({ min_value: min, max_value: max }) => min === undefined || max === undefined || Number(min) <= Number(max),
    '`min_value` must not be greater than `max_value`',
  );

const lines = z.int().min(1).max(ELEMENT_LIMITS.richTextLines).optional();

/** https://docs.slack.dev/reference/block-kit/block-elements/rich-text-input-element */
export const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...common,
  initial_value: richText.optional(),
  min_lines: lines,
  max_lines: lines,
});

/** https://docs.slack.dev/reference/block-kit/block-elements/file-input-element */
export const fileInput = z.strictObject({
  type: z.literal('file_input'),
  action_id: actionId,
  filetypes: z.array(z.string().min(1)).optional(),
  max_files: z.int().min(1).max(ELEMENT_LIMITS.files).optional(),
});
