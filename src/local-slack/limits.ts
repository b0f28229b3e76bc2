/**
 * Slack's limits as this workspace enforces them. Written from Slack's reference on its own, and deliberately not shared
 * with the bot: a double that borrowed the bot's numbers would agree with every mistake in them.
 * Unless said otherwise: https://docs.slack.dev/reference/block-kit
 */
export const MESSAGE_LIMITS = {
  blocks: 50,
  modalBlocks: 100,
  /** Cut, with a warning: https://docs.slack.dev/reference/methods/chat.postMessage */
  textChars: 40_000,
  /** `msg_too_long`: https://docs.slack.dev/reference/methods/chat.update */
  updateTextChars: 4_000,
  /** `msg_blocks_too_long` was met between 13,172 and 13,297 characters (slackapi/bolt-js#2509); the lower end is used. */
  blockTextChars: 13_171,
  /** All markdown blocks of a message together. */
  markdownChars: 12_000,
  /** The `markdown_text` argument: https://docs.slack.dev/reference/methods/chat.postMessage */
  markdownTextChars: 12_000,
  /** `too_many_attachments`: https://docs.slack.dev/reference/methods/chat.postMessage */
  attachments: 100,
  /** `only_one_table_allowed`. */
  tables: 1,
  /** Undocumented; met by vercel/chat#696. */
  charts: 2,
} as const;

export const BLOCK_LIMITS = {
  blockIdChars: 255,
  actionIdChars: 255,
  sectionTextChars: 3_000,
  sectionFields: 10,
  sectionFieldChars: 2_000,
  headerChars: 150,
  contextElements: 10,
  contextTextChars: 3_000,
  actionsElements: 25,
  contextActionsElements: 5,
  urlChars: 3_000,
  altTextChars: 2_000,
  imageTitleChars: 2_000,
  alertChars: 200,
  inputLabelChars: 2_000,
  inputHintChars: 2_000,
} as const;

export const ELEMENT_LIMITS = {
  buttonTextChars: 75,
  buttonValueChars: 2_000,
  accessibilityLabelChars: 75,
  placeholderChars: 150,
  options: 100,
  overflowOptions: 5,
  radioOptions: 10,
  optionTextChars: 75,
  optionValueChars: 150,
  /** https://docs.slack.dev/reference/block-kit/composition-objects/option-group-object */
  optionGroups: 100,
  optionGroupLabelChars: 75,
  /** https://docs.slack.dev/reference/block-kit/block-elements/checkboxes-element */
  checkboxes: 10,
  /** Ten digits: https://docs.slack.dev/reference/block-kit/block-elements/datetime-picker-element */
  minTimestamp: 1_000_000_000,
  maxTimestamp: 9_999_999_999,
  /** https://docs.slack.dev/reference/block-kit/block-elements/file-input-element */
  files: 10,
  /** https://docs.slack.dev/reference/block-kit/block-elements/rich-text-input-element */
  richTextLines: 100,
  inputChars: 3_000,
  confirmTitleChars: 100,
  confirmTextChars: 300,
  confirmButtonChars: 30,
} as const;

export const TABLE_LIMITS = {
  rows: 100,
  columns: 20,
  /** All cells of a message's tables together (openclaw/openclaw#116447). */
  cellChars: 10_000,
  dataTableRows: 101,
  pageSize: 100,
} as const;

/** https://docs.slack.dev/reference/block-kit/blocks/card-block and carousel-block */
export const CARD_LIMITS = {
  titleChars: 150,
  subtitleChars: 150,
  bodyChars: 200,
  /** Newer than @slack/types 3.2.0; from slackapi/java-slack-sdk CardBlock.java (#1624), as is the number of buttons. */
  subtextChars: 200,
  actions: 3,
  cards: 10,
} as const;

/** https://docs.slack.dev/reference/block-kit/blocks/container-block */
export const CONTAINER_LIMITS = {
  titleChars: 150,
  subtitleChars: 150,
  childBlocks: 10,
} as const;

/**
 * https://docs.slack.dev/reference/block-kit/blocks/video-block says "must be less than" 200 and 50, which is taken at
 * its word: where it only meant "at most", one character too few does no harm.
 */
export const VIDEO_LIMITS = {
  titleChars: 199,
  descriptionChars: 199,
  authorChars: 49,
} as const;

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export const CHART_LIMITS = {
  titleChars: 50,
  series: 12,
  segments: 12,
  categories: 20,
  labelChars: 20,
  axisLabelChars: 50,
} as const;

export const VIEW_LIMITS = {
  titleChars: 24,
  buttonChars: 24,
  callbackIdChars: 255,
  privateMetadataChars: 3_000,
  externalIdChars: 255,
  stack: 3,
  bytes: 250_000,
} as const;
