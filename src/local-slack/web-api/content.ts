import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { saysSomething } from '../blocks/attachment.ts';
import { checkAttachments } from '../blocks/check-attachments.ts';
import { checkMessage } from '../blocks/check-message.ts';
import { MESSAGE_LIMITS } from '../limits.ts';
import type { State } from '../state.ts';
import type { Block } from '../workspace.ts';
import { optionalText, type Arguments } from './arguments.ts';

/** What a message says; `null` for what the caller left out. */
export interface Content {
  text: string | null;
  blocks: Block[] | null;
  attachments: Block[] | null;
}

/**
 * The content of a message from a call's arguments or a `response_url`'s body.
 * @throws ApiError for what Slack would not take
 */
export function readContent(state: State, scopes: readonly string[], args: Arguments): Content {
  const app = { scopes, unfurlDomains: state.settings.unfurlDomains };
  const attachments = isGiven(args['attachments']) ? checkAttachments(args['attachments'], app) : null;
  const text = optionalText(args, 'text');
  const markdown = optionalText(args, 'markdown_text');
  if (markdown !== null) {
    if (text !== null || isGiven(args['blocks'])) throw new ApiError('markdown_text_conflict');
    if (markdown.length > MESSAGE_LIMITS.markdownTextChars) throw new ApiError('msg_too_long');
    return { text: markdown, blocks: [{ type: 'markdown', text: markdown }], attachments };
  }
  if (!isGiven(args['blocks'])) return { text, blocks: null, attachments };
  const blocks = checkMessage(args['blocks'], app);
  return { text, blocks: blocks.length === 0 && text === null ? null : blocks, attachments };
}

/** Whether a message of this content would show anything. Slack needs no text beside blocks or attachments. */
export function isEmpty({ text, blocks, attachments }: Content): boolean {
  return text === null && blocks === null && !(attachments ?? []).some(saysSomething);
}

const messageMetadata = z.object({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) });

/**
 * What one app tells another beside a message: https://docs.slack.dev/messaging/message-metadata. From how many bytes on
 * Slack answers `metadata_too_large` it does not say, so that is for the fault desk.
 * @throws ApiError `invalid_metadata_format`
 */
export function readMetadata(args: Arguments): unknown {
  const metadata = args['metadata'];
  if (!isGiven(metadata)) return null;
  if (!messageMetadata.safeParse(metadata).success) throw new ApiError('invalid_metadata_format');
  return metadata;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
