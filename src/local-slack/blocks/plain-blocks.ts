import { z } from 'zod';
import { BLOCK_LIMITS, MESSAGE_LIMITS } from '../limits.ts';
import { accessory, actionElement, contextAction, contextElement, image, inputElement } from './elements.ts';
import { anyText, chars, plainText } from './text.ts';

export const blockId = chars(BLOCK_LIMITS.blockIdChars).optional();

export const section = z
  .strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: anyText(BLOCK_LIMITS.sectionTextChars).optional(),
    fields: z.array(anyText(BLOCK_LIMITS.sectionFieldChars)).min(1).max(BLOCK_LIMITS.sectionFields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, 'must define either `text` or `fields`');

export const header = z.strictObject({
  type: z.literal('header'),
  block_id: blockId,
  text: plainText(BLOCK_LIMITS.headerChars),
});

export const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: z.array(contextElement).min(1).max(BLOCK_LIMITS.contextElements),
});

export const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId });

export const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: z.array(actionElement).min(1).max(BLOCK_LIMITS.actionsElements),
});

export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: z.array(contextAction).min(1).max(BLOCK_LIMITS.contextActionsElements),
});

export const imageBlock = image.safeExtend({
  block_id: blockId,
  title: plainText(BLOCK_LIMITS.imageTitleChars).optional(),
});

export const markdown = z.strictObject({
  type: z.literal('markdown'),
  block_id: blockId,
  text: chars(MESSAGE_LIMITS.markdownChars),
});

export const input = z.strictObject({
  type: z.literal('input'),
  block_id: blockId,
  label: plainText(BLOCK_LIMITS.inputLabelChars),
  element: inputElement,
  hint: plainText(BLOCK_LIMITS.inputHintChars).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
});

export const alert = z.strictObject({
  type: z.literal('alert'),
  block_id: blockId,
  text: anyText(BLOCK_LIMITS.alertChars),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});
