import { z } from 'zod';
import { BLOCK_LIMITS, VIDEO_LIMITS } from '../limits.ts';
import { blockId } from './plain-blocks.ts';
import { address, chars, plainText } from './text.ts';

const secureAddress = address(BLOCK_LIMITS.urlChars).refine((url) => /^https:/i.test(url), 'must be an https url');

/** https://docs.slack.dev/reference/block-kit/blocks/video-block */
export const video = z.strictObject({
  type: z.literal('video'),
  block_id: blockId,
  video_url: secureAddress,
  thumbnail_url: address(BLOCK_LIMITS.urlChars),
  alt_text: chars(BLOCK_LIMITS.altTextChars),
  title: plainText(VIDEO_LIMITS.titleChars),
  title_url: secureAddress.optional(),
  description: plainText(VIDEO_LIMITS.descriptionChars).optional(),
  author_name: chars(VIDEO_LIMITS.authorChars).optional(),
  provider_name: z.string().min(1).optional(),
  provider_icon_url: address(BLOCK_LIMITS.urlChars).optional(),
});
