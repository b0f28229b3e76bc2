import { z } from 'zod';
import { MESSAGE_LIMITS, TABLE_LIMITS } from '../limits.ts';
import { ApiError } from '../api-error.ts';
import type { Block } from '../workspace.ts';
import { messageBlock } from './block.ts';
import { placedBlocks, type PlacedBlock } from './nested.ts';
import { inSlackWords, problemsOf, type Problem } from './problems.ts';
import { duplicateIds } from './unique-ids.ts';

const messageBlocks = z.object({ blocks: z.array(messageBlock).max(MESSAGE_LIMITS.blocks) });

/** What decides whether an app may embed a video. */
export interface Embedding {
  scopes: readonly string[];
  /** Domains that the app has claimed for unfurling. */
  unfurlDomains: readonly string[];
}

const EMBED_SCOPE = 'links.embed:write';
const NO_EMBEDDING: Embedding = { scopes: [], unfurlDomains: [] };

/**
 * The blocks of a message, when Slack would take them.
 * @throws ApiError `invalid_blocks` (with what and where in `response_metadata.messages`), `invalid_blocks_format`,
 *   `msg_blocks_too_long`
 */
export function checkMessage(blocks: unknown, app: Embedding = NO_EMBEDDING): Block[] {
  if (!Array.isArray(blocks)) throw new ApiError('invalid_blocks_format');
  const list: Block[] = blocks;
  const problems = findProblems(list);
  if (problems.length === 0) problems.push(...videoProblems(list, app));
  if (problems.length > 0) throw invalidBlocks(problems);
  if (visibleChars(list) > MESSAGE_LIMITS.blockTextChars) throw new ApiError('msg_blocks_too_long');
  return list;
}

/** What Slack would find wrong whichever app it came from, in order; empty when nothing. */
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

/** What counts over a whole message counts inside a container too. */
function wholeMessageProblems(blocks: Block[]): Problem[] {
  const problems: Problem[] = [];
  const all = placedBlocks(blocks);
  const of = (...types: string[]): PlacedBlock[] => all.filter(({ block }) => types.includes(String(block['type'])));
  const charsOf = (placed: PlacedBlock[]): number => visibleChars(placed.map(({ block }) => block));
  const extraTable = of('table')[MESSAGE_LIMITS.tables];
  if (extraTable) problems.push({ message: 'only_one_table_allowed', pointer: extraTable.pointer });
  const extraChart = of('data_visualization')[MESSAGE_LIMITS.charts];
  if (extraChart) {
    problems.push({
      message: `no more than ${MESSAGE_LIMITS.charts} data_visualization blocks allowed`,
      pointer: extraChart.pointer,
    });
  }
  const tables = of('table', 'data_table');
  if (charsOf(tables) > TABLE_LIMITS.cellChars) {
    const { pointer } = of('table')[0] ?? tables[0] ?? { pointer: '/blocks' };
    problems.push({
      message: `must be less than ${TABLE_LIMITS.cellChars + 1} characters`,
      pointer: `${pointer}/rows`,
    });
  }
  const markdown = of('markdown');
  if (charsOf(markdown) > MESSAGE_LIMITS.markdownChars) {
    problems.push({
      message: `must be less than ${MESSAGE_LIMITS.markdownChars + 1} characters`,
      pointer: `${markdown.at(-1)?.pointer}/text`,
    });
  }
  return [...problems, ...duplicateIds(all)];
}

/** Slack's words: incidentfox/incidentfox#246 for the scope, slackapi/bolt-js#1667 for the domain. */
function videoProblems(blocks: Block[], app: Embedding): Problem[] {
  const isClaimed = (url: unknown): boolean => {
    const { hostname } = new URL(String(url));
    return app.unfurlDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  };
  return placedBlocks(blocks).flatMap(({ block, pointer }) => {
    if (block['type'] !== 'video') return [];
    const why = !app.scopes.includes(EMBED_SCOPE)
      ? `Bot scopes missing: [${EMBED_SCOPE}]`
      : isClaimed(block['video_url'])
        ? null
        : 'Domain is not a valid unfurl domain claimed by your app';
    return why === null ? [] : [{ message: `Video validation failed: ${why}`, pointer }];
  });
}

/** Keys under which a block keeps what a reader sees. */
const VISIBLE_KEYS = new Set([
  'text',
  'label',
  'title',
  'name',
  'caption',
  'alt_text',
  'x_label',
  'y_label',
  'author_name',
  'provider_name',
  'format',
]);

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
