import { z } from 'zod';
import { CARD_LIMITS } from '../limits.ts';
import { button } from './buttons.ts';
import { image } from './elements.ts';
import { blockId } from './plain-blocks.ts';
import { mrkdwn } from './text.ts';

/** https://docs.slack.dev/reference/block-kit/composition-objects/slack-icon-object */
const ICONS = (
  'archive book bookmark bot bug calendar call caret-left caret-right check clipboard code comment compass copy cube ' +
  'download edit email eye-closed eye-open file flag folder gear globe heart help image info key lightbulb link map ' +
  'mobile new-window pin plus refine refresh rocket save screen share sparkle star star-filled tag thumbs-down ' +
  'thumbs-up trash upload user warning'
).split(' ');

/** https://docs.slack.dev/reference/block-kit/blocks/card-block; its texts are mrkdwn in @slack/types 3.2.0. */
export const card = z
  .strictObject({
    type: z.literal('card'),
    block_id: blockId,
    hero_image: image.optional(),
    icon: image.optional(),
    slack_icon: z.strictObject({ type: z.literal('icon'), name: z.enum(ICONS) }).optional(),
    title: mrkdwn(CARD_LIMITS.titleChars).optional(),
    subtitle: mrkdwn(CARD_LIMITS.subtitleChars).optional(),
    body: mrkdwn(CARD_LIMITS.bodyChars).optional(),
    subtext: mrkdwn(CARD_LIMITS.subtextChars).optional(),
    actions: z.array(button).min(1).max(CARD_LIMITS.actions).optional(),
  })
  .refine(
    ({ hero_image: hero, title, actions, body }) => [hero, title, actions, body].some((field) => field !== undefined),
    'must define at least one of `hero_image`, `title`, `actions` or `body`',
  )
  .refine((block) => block.icon === undefined || block.slack_icon === undefined, {
    message: 'must define either `icon` or `slack_icon`',
  });

/** https://docs.slack.dev/reference/block-kit/blocks/carousel-block */
export const carousel = z.strictObject({
  type: z.literal('carousel'),
  block_id: blockId,
  elements: z
    .array(z.discriminatedUnion('type', [card]))
    .min(1)
    .max(CARD_LIMITS.cards),
});
