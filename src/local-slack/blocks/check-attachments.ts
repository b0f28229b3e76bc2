import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { MESSAGE_LIMITS } from '../limits.ts';
import type { Block } from '../workspace.ts';
import { attachment } from './attachment.ts';
import { checkMessage, type Embedding } from './check-message.ts';
import { inSlackWords, problemsOf } from './problems.ts';

const messageAttachments = z.object({ attachments: z.array(attachment) });

/**
 * The attachments of a message, when Slack would take them. Both codes are of
 * https://docs.slack.dev/reference/methods/chat.postMessage; more than 100 were met by containrrr/shoutrrr#238.
 * @throws ApiError `too_many_attachments`, `invalid_attachments`
 */
export function checkAttachments(given: unknown, app: Embedding): Block[] {
  if (!Array.isArray(given)) throw new ApiError('invalid_attachments');
  const list: Block[] = given;
  if (list.length > MESSAGE_LIMITS.attachments) throw new ApiError('too_many_attachments');
  const payload = { attachments: list };
  const parsed = messageAttachments.safeParse(payload);
  if (!parsed.success) throw invalid(problemsOf(parsed.error, payload).map(inSlackWords));
  for (const [index, { blocks }] of list.entries()) {
    if (blocks !== undefined) checkBlocks(blocks, `/attachments/${index}`, app);
  }
  return list;
}

/** What is wrong with blocks in an attachment is `invalid_attachments` and not `invalid_blocks` (slackapi/bolt-js#717). */
function checkBlocks(blocks: unknown, at: string, app: Embedding): void {
  try {
    checkMessage(blocks, app);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_blocks') throw error;
    const words = z.array(z.string()).parse(error.extra['errors']);
    throw invalid(words.map((line) => line.replace('[json-pointer:', `[json-pointer:${at}`)));
  }
}

function invalid(words: string[]): ApiError {
  return new ApiError('invalid_attachments', {
    response_metadata: { messages: words.map((line) => `[ERROR] ${line}`) },
  });
}
