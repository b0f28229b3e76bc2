import { z } from 'zod';
import { BLOCK_LIMITS } from '../limits.ts';
import { button, feedbackButtons, iconButton, overflow, workflowButton } from './buttons.ts';
import { checkboxes, datepicker, datetimepicker, radioButtons, timepicker } from './pickers.ts';
import { selects } from './selects.ts';
import { emailInput, fileInput, numberInput, plainTextInput, richTextInput, urlInput } from './text-inputs.ts';
import { address, chars, mrkdwn, plainText } from './text.ts';

const slackFile = z.union([
  z.strictObject({ id: z.string().min(1) }),
  z.strictObject({ url: address(BLOCK_LIMITS.urlChars) }),
]);

/** By its address, or as a file of the workspace; there are none here, and Slack calls one it does not find invalid. */
export const image = z
  .strictObject({
    type: z.literal('image'),
    image_url: address(BLOCK_LIMITS.urlChars).optional(),
    slack_file: slackFile.optional(),
    alt_text: chars(BLOCK_LIMITS.altTextChars),
  })
  .refine((element) => (element.image_url === undefined) !== (element.slack_file === undefined), {
    message: 'must define either `image_url` or `slack_file`',
    abort: true,
  })
  .refine((element) => element.slack_file === undefined, { message: 'invalid slack file', path: ['slack_file'] });

const chosen = [checkboxes, datepicker, radioButtons, timepicker, ...selects] as const;

// Which element may stand where: @slack/types 3.2.0, ActionsBlockElement, SectionBlockAccessory, InputBlockElement and
// ContextActionsBlockElement.
export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  overflow,
  ...chosen,
  datetimepicker,
  richTextInput,
]);
export const accessory = z.discriminatedUnion('type', [button, workflowButton, overflow, ...chosen, image]);
export const inputElement = z.discriminatedUnion('type', [
  ...chosen,
  datetimepicker,
  plainTextInput,
  emailInput,
  urlInput,
  numberInput,
  richTextInput,
  fileInput,
]);
export const contextAction = z.discriminatedUnion('type', [feedbackButtons, iconButton]);
export const contextElement = z.discriminatedUnion('type', [
  plainText(BLOCK_LIMITS.contextTextChars),
  mrkdwn(BLOCK_LIMITS.contextTextChars),
  image,
]);
