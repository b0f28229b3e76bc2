import { z } from 'zod';
import { ELEMENT_LIMITS } from '../limits.ts';
import { actionId, confirm, focusOnLoad, menuOption, optionGroup, placeholder } from './element-parts.ts';

/**
 * Menus of one choice and of several: https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element and
 * multi-select-menu-element.
 */
const common = { action_id: actionId, placeholder, confirm, focus_on_load: focusOnLoad };
const several = { ...common, max_selected_items: z.int().min(1).optional() };

const id = z.string().min(1);
const ids = z.array(id);

const ownOptions = {
  options: z.array(menuOption).min(1).max(ELEMENT_LIMITS.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(ELEMENT_LIMITS.optionGroups).optional(),
};

const eitherOptions = (element: { options?: unknown; option_groups?: unknown }): boolean =>
  (element.options === undefined) !== (element.option_groups === undefined);
const EITHER_OPTIONS = 'must define either `options` or `option_groups`';

/** https://docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object */
const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 0, 'must define at least one field')
  .optional();

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...common,
    ...ownOptions,
    initial_option: menuOption.optional(),
  })
  .refine(eitherOptions, EITHER_OPTIONS);

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...several,
    ...ownOptions,
    initial_options: z.array(menuOption).min(1).max(ELEMENT_LIMITS.options).optional(),
  })
  .refine(eitherOptions, EITHER_OPTIONS);

const external = { min_query_length: z.int().min(0).optional() };

const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  ...common,
  ...external,
  initial_option: menuOption.optional(),
});

const multiExternalSelect = z.strictObject({
  type: z.literal('multi_external_select'),
  ...several,
  ...external,
  initial_options: z.array(menuOption).min(1).max(ELEMENT_LIMITS.options).optional(),
});

const usersSelect = z.strictObject({ type: z.literal('users_select'), ...common, initial_user: id.optional() });

const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  ...several,
  initial_users: ids.optional(),
});

const conversations = { default_to_current_conversation: z.boolean().optional(), filter: conversationFilter };

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...common,
  ...conversations,
  initial_conversation: id.optional(),
  response_url_enabled: z.boolean().optional(),
});

const multiConversationsSelect = z.strictObject({
  type: z.literal('multi_conversations_select'),
  ...several,
  ...conversations,
  initial_conversations: ids.optional(),
});

const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...common,
  initial_channel: id.optional(),
  response_url_enabled: z.boolean().optional(),
});

const multiChannelsSelect = z.strictObject({
  type: z.literal('multi_channels_select'),
  ...several,
  initial_channels: ids.optional(),
});

export const selects = [
  staticSelect,
  externalSelect,
  usersSelect,
  conversationsSelect,
  channelsSelect,
  multiStaticSelect,
  multiExternalSelect,
  multiUsersSelect,
  multiConversationsSelect,
  multiChannelsSelect,
] as const;
