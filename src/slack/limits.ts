/**
 * Slack's limits by name. "documented" means a page of docs.slack.dev; "measured" means reports from people who ran into
 * it, with a margin taken off here because nobody promised the figure.
 */

/** Blocks in one message (documented); a modal takes 100. */
export const BLOCKS_PER_MESSAGE = 50;
export const BLOCKS_PER_MODAL = 100;

/** All block text of one message: `msg_blocks_too_long` was met at 13,172 to 13,297 characters (measured). */
export const BLOCK_TEXT_PER_MESSAGE = 12_000;

/** Top-level `text`: chat.update refuses more than 4,000 characters, longer posts are split in two (documented). */
export const TEXT_CHARS = 4_000;

/** `section` text (documented); rich_text sections have no published limit and are held to the same. */
export const SECTION_CHARS = 3_000;

/** Buttons and other elements in an `actions` block (documented). */
export const ACTION_ELEMENTS = 25;
export const BUTTON_TEXT_CHARS = 75;
export const BUTTON_VALUE_CHARS = 2_000;
export const URL_CHARS = 3_000;
export const ID_CHARS = 255;

/** `table`: rows with the header, columns (documented); one a message (`only_one_table_allowed`), no empty cell, and about 10,000 characters in all cells (measured). */
export const TABLES_PER_MESSAGE = 1;
export const TABLE_ROWS = 100;
export const TABLE_COLUMNS = 20;
export const TABLE_CHARS = 9_000;

/** `data_visualization` (documented), except for two a message (measured). */
export const CHARTS_PER_MESSAGE = 2;
export const CHART_TITLE_CHARS = 50;
export const CHART_CATEGORIES = 20;
export const CHART_LABEL_CHARS = 20;
export const CHART_AXIS_CHARS = 50;

export const MODAL_TITLE_CHARS = 24;

/** A response_url takes five messages within half an hour (documented). */
export const RESPONSE_URL_USES = 5;
export const RESPONSE_URL_LIFE_MS = 30 * 60_000;

/** Slack repeats an event up to three times, the last one five minutes after the second (documented). */
export const EVENT_REPEAT_MS = 15 * 60_000;
