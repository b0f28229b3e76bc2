import { z } from 'zod';
import { BLOCK_LIMITS, ELEMENT_LIMITS } from '../limits.ts';
import { address, anyText, chars, mrkdwn, plainText } from './text.ts';

const actionId = chars(BLOCK_LIMITS.actionIdChars).optional();
const placeholder = plainText(ELEMENT_LIMITS.placeholderChars).optional();

const confirm = z
  .strictObject({
    title: plainText(ELEMENT_LIMITS.confirmTitleChars),
    text: anyText(ELEMENT_LIMITS.confirmTextChars),
    confirm: plainText(ELEMENT_LIMITS.confirmButtonChars),
    deny: plainText(ELEMENT_LIMITS.confirmButtonChars),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .optional();

const option = z.strictObject({
  text: anyText(ELEMENT_LIMITS.optionTextChars),
  value: chars(ELEMENT_LIMITS.optionValueChars),
  description: anyText(ELEMENT_LIMITS.optionTextChars).optional(),
  url: address(BLOCK_LIMITS.urlChars).optional(),
});

const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(ELEMENT_LIMITS.buttonTextChars),
  action_id: actionId,
  url: address(BLOCK_LIMITS.urlChars).optional(),
  value: chars(ELEMENT_LIMITS.buttonValueChars).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm,
  accessibility_label: chars(ELEMENT_LIMITS.accessibilityLabelChars).optional(),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(option).min(1).max(ELEMENT_LIMITS.overflowOptions),
  confirm,
});

const staticSelect = z.strictObject({
  type: z.literal('static_select'),
  action_id: actionId,
  placeholder,
  options: z.array(option).min(1).max(ELEMENT_LIMITS.options),
  initial_option: option.optional(),
  confirm,
  focus_on_load: z.boolean().optional(),
});

const radioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  action_id: actionId,
  options: z.array(option).min(1).max(ELEMENT_LIMITS.radioOptions),
  initial_option: option.optional(),
  confirm,
  focus_on_load: z.boolean().optional(),
});

const plainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  action_id: actionId,
  initial_value: z.string().max(ELEMENT_LIMITS.inputChars).optional(),
  multiline: z.boolean().optional(),
  min_length: z.int().min(0).max(ELEMENT_LIMITS.inputChars).optional(),
  max_length: z.int().min(1).max(ELEMENT_LIMITS.inputChars).optional(),
  placeholder,
  focus_on_load: z.boolean().optional(),
});

export const image = z.strictObject({
  type: z.literal('image'),
  image_url: address(BLOCK_LIMITS.urlChars),
  alt_text: chars(BLOCK_LIMITS.altTextChars),
});

const feedbackButton = z.strictObject({
  text: plainText(ELEMENT_LIMITS.buttonTextChars),
  value: chars(ELEMENT_LIMITS.buttonValueChars),
  accessibility_label: chars(ELEMENT_LIMITS.accessibilityLabelChars).optional(),
});

const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

/** What an actions block may hold; the elements that need a list from the app's server are not known here. */
export const actionElement = z.discriminatedUnion('type', [button, overflow, staticSelect, radioButtons]);
export const accessory = z.discriminatedUnion('type', [button, overflow, staticSelect, radioButtons, image]);
export const contextElement = z.discriminatedUnion('type', [
  plainText(BLOCK_LIMITS.contextTextChars),
  mrkdwn(BLOCK_LIMITS.contextTextChars),
  image,
]);
export const contextAction = feedbackButtons;
export const inputElement = z.discriminatedUnion('type', [plainTextInput, staticSelect, radioButtons]);
