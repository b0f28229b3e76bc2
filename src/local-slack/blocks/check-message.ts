import { z } from 'zod';
import { MESSAGE_LIMITS, TABLE_LIMITS } from '../limits.ts';
import { ApiError } from '../api-error.ts';
import type { Block } from '../workspace.ts';
import { messageBlock } from './block.ts';
import { inSlackWords, problemsOf, type Problem } from './problems.ts';

const messageBlocks = z.object({ blocks: z.array(messageBlock).max(MESSAGE_LIMITS.blocks) });

/**
 * The blocks of a message, when Slack would take them.
 * @throws ApiError `invalid_blocks` (with what and where in `response_metadata.messages`), `invalid_blocks_format`,
 *   `msg_blocks_too_long`
 */
export function checkMessage(blocks: unknown): Block[] {
  if (!Array.isArray(blocks)) throw new ApiError('invalid_blocks_format');
  const problems = findProblems(blocks);
  if (problems.length > 0) throw invalidBlocks(problems);
  const list: Block[] = blocks;
  if (visibleChars(list) > MESSAGE_LIMITS.blockTextChars) throw new ApiError('msg_blocks_too_long');
  return list;
}

/** What Slack would find wrong, in order; empty when nothing. */
export function findProblems(blocks: unknown[]): Problem[] {
  const payload = { blocks };
  const parsed = messageBlocks.safeParse(payload);
  if (!parsed.success) return problemsOf(parsed.error, payload);
  return wholeMessageProblems(parsed.data.blocks);
}

export function invalidBlocks(problems: Problem[]): ApiError {
  const words = problems.map(inSlackWords);
  return new ApiError('invalid_blocks', {
    errors: words,
    response_metadata: { messages: words.map((line) => `[ERROR] ${line}`) },
  });
}

function wholeMessageProblems(blocks: Block[]): Problem[] {
  const problems: Problem[] = [];
  const at = (type: string): number[] => blocks.flatMap((block, index) => (block['type'] === type ? [index] : []));
  const extraTable = at('table')[MESSAGE_LIMITS.tables];
  if (extraTable !== undefined) {
    problems.push({ message: 'only_one_table_allowed', pointer: `/blocks/${extraTable}` });
  }
  const extraChart = at('data_visualization')[MESSAGE_LIMITS.charts];
  if (extraChart !== undefined) {
    problems.push({
      message: `no more than ${MESSAGE_LIMITS.charts} data_visualization blocks allowed`,
      pointer: `/blocks/${extraChart}`,
    });
  }
  const tables = blocks.filter((block) => block['type'] === 'table' || block['type'] === 'data_table');
  if (visibleChars(tables) > TABLE_LIMITS.cellChars) {
    problems.push({
      message: `must be less than ${TABLE_LIMITS.cellChars + 1} characters`,
      pointer: `/blocks/${at('table')[0] ?? at('data_table')[0]}/rows`,
    });
  }
  const markdown = blocks.filter((block) => block['type'] === 'markdown');
  if (visibleChars(markdown) > MESSAGE_LIMITS.markdownChars) {
    problems.push({
      message: `must be less than ${MESSAGE_LIMITS.markdownChars + 1} characters`,
      pointer: `/blocks/${at('markdown').at(-1)}/text`,
    });
  }
  const ids = blocks.map((block) => block['block_id']);
  for (const [index, id] of ids.entries()) {
    if (id !== undefined && ids.indexOf(id) !== index) {
      problems.push({ message: `block_id already exists: ${String(id)}`, pointer: `/blocks/${index}/block_id` });
    }
  }
  return problems;
}

/** Keys under which a block keeps what a reader sees. */
const VISIBLE_KEYS = new Set(['text', 'label', 'title', 'name', 'caption', 'alt_text', 'x_label', 'y_label']);

/** Characters of all the text a reader sees in a part of a message. */
export function visibleChars(part: unknown): number {
  if (Array.isArray(part)) return part.reduce<number>((sum, one) => sum + visibleChars(one), 0);
  if (typeof part !== 'object' || part === null) return 0;
  let sum = 0;
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'string') sum += VISIBLE_KEYS.has(key) ? value.length : 0;
    else sum += visibleChars(value);
  }
  return sum;
}
