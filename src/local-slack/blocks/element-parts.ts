import { z } from 'zod';
import { BLOCK_LIMITS, ELEMENT_LIMITS } from '../limits.ts';
import { address, anyText, chars, plainText } from './text.ts';

/** What many elements have in common: https://docs.slack.dev/reference/block-kit/composition-objects */
export const actionId = chars(BLOCK_LIMITS.actionIdChars).optional();
export const placeholder = plainText(ELEMENT_LIMITS.placeholderChars).optional();
export const accessibilityLabel = chars(ELEMENT_LIMITS.accessibilityLabelChars).optional();
export const focusOnLoad = z.boolean().optional();

export const confirm = z
  .strictObject({
    title: plainText(ELEMENT_LIMITS.confirmTitleChars),
    text: anyText(ELEMENT_LIMITS.confirmTextChars),
    confirm: plainText(ELEMENT_LIMITS.confirmButtonChars),
    deny: plainText(ELEMENT_LIMITS.confirmButtonChars),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .optional();

/** An option of radio buttons and checkboxes, the only ones that may be formatted. */
export const option = z.strictObject({
  text: anyText(ELEMENT_LIMITS.optionTextChars),
  value: chars(ELEMENT_LIMITS.optionValueChars),
  description: anyText(ELEMENT_LIMITS.optionTextChars).optional(),
});

/** An option of a menu. */
export const menuOption = z.strictObject({
  text: plainText(ELEMENT_LIMITS.optionTextChars),
  value: chars(ELEMENT_LIMITS.optionValueChars),
  description: plainText(ELEMENT_LIMITS.optionTextChars).optional(),
});

/** Only an overflow menu's options may lead somewhere. */
export const overflowOption = menuOption.extend({ url: address(BLOCK_LIMITS.urlChars).optional() });

export const optionGroup = z.strictObject({
  label: plainText(ELEMENT_LIMITS.optionGroupLabelChars),
  options: z.array(menuOption).min(1).max(ELEMENT_LIMITS.options),
});

export const dispatchActionConfig = z
  .strictObject({
    trigger_actions_on: z
      .array(z.enum(['on_enter_pressed', 'on_character_entered']))
      .min(1)
      .optional(),
  })
  .optional();

/** Text in a form of its own. Slack's words for a wrong one are not known, so these are ours. */
export const written = (isRight: (value: string) => boolean, message: string) => z.string().refine(isRight, message);
