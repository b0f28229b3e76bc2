import { z } from 'zod';

/**
 * What Slack takes as an app manifest, as far as this app uses it: fields, lengths and counts of the manifest reference
 * (docs.slack.dev/reference/app-manifest). Strict as Slack's own schema is, so that a slip in a name is found.
 */
const requestUrl = z.url({ protocol: /^https$/ });

const slashCommand = z.strictObject({
  command: z
    .string()
    .regex(/^\/\S+$/)
    .max(32),
  description: z.string().min(1).max(2_000),
  usage_hint: z.string().max(1_000).optional(),
  should_escape: z.boolean().optional(),
  url: requestUrl.optional(),
});

const shortcut = z.strictObject({
  name: z.string().min(1).max(24),
  type: z.enum(['message', 'global']),
  callback_id: z.string().min(1).max(255),
  description: z.string().min(1).max(150),
});

const manifest = z.strictObject({
  display_information: z.strictObject({
    name: z.string().min(1).max(35),
    description: z.string().max(140).optional(),
    long_description: z.string().min(175).max(4_000).optional(),
    background_color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .optional(),
  }),
  features: z.strictObject({
    app_home: z
      .strictObject({
        home_tab_enabled: z.boolean().optional(),
        messages_tab_enabled: z.boolean().optional(),
        messages_tab_read_only_enabled: z.boolean().optional(),
      })
      .optional(),
    bot_user: z.strictObject({ display_name: z.string().min(1).max(80), always_online: z.boolean().optional() }),
    slash_commands: z.array(slashCommand).min(1).max(50),
    shortcuts: z.array(shortcut).min(1).max(10),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.array(requestUrl).optional(),
    scopes: z.strictObject({ bot: z.array(z.string()).min(1), user: z.array(z.string()).optional() }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: requestUrl.optional(),
      bot_events: z.array(z.string()).min(1).max(100),
    }),
    interactivity: z.strictObject({
      is_enabled: z.boolean(),
      request_url: requestUrl.optional(),
      message_menu_options_url: requestUrl.optional(),
    }),
    org_deploy_enabled: z.boolean().optional(),
    socket_mode_enabled: z.boolean().optional(),
    token_rotation_enabled: z.boolean().optional(),
  }),
});

export type Manifest = z.infer<typeof manifest>;

/** Slack asks for addresses exactly when it has to post to the app. */
export const manifestSchema = manifest.check((context) => {
  const { features, settings } = context.value;
  const urls = [
    ...features.slash_commands.map(({ url }) => url),
    settings.event_subscriptions.request_url,
    settings.interactivity.request_url,
  ];
  const socket = settings.socket_mode_enabled === true;
  if (urls.some((url) => (url === undefined) !== socket)) {
    const message = socket
      ? 'Socket Mode takes no addresses'
      : 'HTTP mode needs an address for commands, events and interactivity';
    context.issues.push({ code: 'custom', message, path: ['settings'], input: context.value });
  }
});
