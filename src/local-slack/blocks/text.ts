import { z } from 'zod';

/** Text of at least one character: Slack refuses empty text objects everywhere. */
export const chars = (max: number) => z.string().min(1).max(max);

export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: chars(max), emoji: z.boolean().optional() });

export const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: chars(max), verbatim: z.boolean().optional() });

export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

/** http(s) addresses, and the mail and phone links that Slack's buttons take too. */
export const address = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => /^(https?|mailto|tel):/i.test(value) && URL.canParse(value), 'invalid url');
