import { z } from 'zod';
import { MESSAGE_LIMITS } from '../limits.ts';
import { messageBlock } from './block.ts';

const text = z.string().optional();

/**
 * What alerting tools still post their alerts as: MessageAttachment in @slack/types 3.2.0, and
 * https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments. Unlike in blocks, a field that Slack
 * does not know is passed over here.
 */
export const attachment = z.object({
  fallback: text,
  color: text,
  pretext: text,
  author_name: text,
  author_link: text,
  title: text,
  title_link: text,
  text,
  fields: z.array(z.object({ title: text, value: text, short: z.boolean().optional() })).optional(),
  image_url: text,
  thumb_url: text,
  footer: text,
  ts: z.union([z.string(), z.number()]).optional(),
  mrkdwn_in: z.array(z.string()).optional(),
  blocks: z.array(messageBlock).max(MESSAGE_LIMITS.blocks).optional(),
});

export type Attachment = z.infer<typeof attachment>;

/** Fields that give a reader something to see; the colour, the time and what only links elsewhere do not. */
const SEEN = [
  'fallback',
  'pretext',
  'author_name',
  'title',
  'text',
  'fields',
  'image_url',
  'thumb_url',
  'footer',
  'blocks',
] as const;

/** Whether there is anything in it: a message of nothing but empty attachments is `no_text`. */
export function saysSomething(given: Record<string, unknown>): boolean {
  return SEEN.some((field) => {
    const value = given[field];
    return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
  });
}
