import { z } from 'zod';
import { BLOCK_LIMITS, ELEMENT_LIMITS } from '../limits.ts';
import { accessibilityLabel, actionId, confirm, overflowOption } from './element-parts.ts';
import { address, chars, plainText } from './text.ts';

const text = plainText(ELEMENT_LIMITS.buttonTextChars);
const style = z.enum(['primary', 'danger']).optional();

export const button = z.strictObject({
  type: z.literal('button'),
  text,
  action_id: actionId,
  url: address(BLOCK_LIMITS.urlChars).optional(),
  value: chars(ELEMENT_LIMITS.buttonValueChars).optional(),
  style,
  confirm,
  accessibility_label: accessibilityLabel,
});

/** https://docs.slack.dev/reference/block-kit/block-elements/workflow-button-element */
export const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  text,
  action_id: actionId,
  workflow: z.strictObject({
    trigger: z.strictObject({
      url: address(BLOCK_LIMITS.urlChars),
      customizable_input_parameters: z.array(z.strictObject({ name: z.string().min(1), value: z.string() })).optional(),
    }),
  }),
  style,
  confirm,
  accessibility_label: accessibilityLabel,
});

/** https://docs.slack.dev/reference/block-kit/block-elements/icon-button-element: the trash is the only icon so far. */
export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  icon: z.enum(['trash']),
  text,
  action_id: actionId,
  value: chars(ELEMENT_LIMITS.buttonValueChars).optional(),
  confirm,
  accessibility_label: accessibilityLabel,
  visible_to_user_ids: z.array(z.string().min(1)).optional(),
});

const feedbackButton = z.strictObject({
  text,
  value: chars(ELEMENT_LIMITS.buttonValueChars),
  accessibility_label: accessibilityLabel,
});

export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

export const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(overflowOption).min(1).max(ELEMENT_LIMITS.overflowOptions),
  confirm,
});
