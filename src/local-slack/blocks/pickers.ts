import { z } from 'zod';
import { ELEMENT_LIMITS } from '../limits.ts';
import { actionId, confirm, focusOnLoad, option, placeholder, written } from './element-parts.ts';

const common = { action_id: actionId, confirm, focus_on_load: focusOnLoad };

export const radioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  ...common,
  options: z.array(option).min(1).max(ELEMENT_LIMITS.radioOptions),
  initial_option: option.optional(),
});

/** https://docs.slack.dev/reference/block-kit/block-elements/checkboxes-element */
export const checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  ...common,
  options: z.array(option).min(1).max(ELEMENT_LIMITS.checkboxes),
  initial_options: z.array(option).min(1).max(ELEMENT_LIMITS.checkboxes).optional(),
});

/** https://docs.slack.dev/reference/block-kit/block-elements/date-picker-element */
export const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...common,
  placeholder,
  initial_date: written(isDay, 'must be a date in the format YYYY-MM-DD').optional(),
});

/** https://docs.slack.dev/reference/block-kit/block-elements/time-picker-element */
export const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...common,
  placeholder,
  initial_time: written(
    (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    'must be a time in the format HH:mm',
  ).optional(),
  timezone: written(isTimezone, 'must be a timezone in the IANA format').optional(),
});

/** https://docs.slack.dev/reference/block-kit/block-elements/datetime-picker-element: ten digits, so no milliseconds. */
export const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...common,
  initial_date_time: z.int().min(ELEMENT_LIMITS.minTimestamp).max(ELEMENT_LIMITS.maxTimestamp).optional(),
});

/** A day that exists: 2026-02-30 is none. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isTimezone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
