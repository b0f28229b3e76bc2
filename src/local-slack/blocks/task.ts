import { z } from 'zod';
import { BLOCK_LIMITS } from '../limits.ts';
import { blockId } from './plain-blocks.ts';
import { richText } from './rich-text.ts';
import { address } from './text.ts';

/** https://docs.slack.dev/reference/block-kit/block-elements/url-source-element */
const source = z.strictObject({
  type: z.literal('url'),
  url: address(BLOCK_LIMITS.urlChars),
  text: z.string().min(1),
});

/** https://docs.slack.dev/reference/block-kit/blocks/task-card-block, where `status` may be left out and no length is limited. */
export const taskCard = z.strictObject({
  type: z.literal('task_card'),
  block_id: blockId,
  task_id: z.string().min(1),
  title: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']).optional(),
  details: richText.optional(),
  output: richText.optional(),
  sources: z.array(source).optional(),
});

/** https://docs.slack.dev/reference/block-kit/blocks/plan-block, whose example leaves out the `type` of its tasks. */
export const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: z.string().min(1),
  tasks: z.array(taskCard.partial({ type: true })).optional(),
});
