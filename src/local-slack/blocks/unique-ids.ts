import type { PlacedBlock } from './nested.ts';
import type { Problem } from './problems.ts';

/** Where a block keeps more than one thing that can be pressed. */
const ROWS = ['elements', 'actions'];

/**
 * Ids that stand twice: a block's within the message or modal, an element's within its block, where Slack's reference only
 * says "should". Its words for the second: ColeMurray/background-agents#868.
 */
export function duplicateIds(placed: readonly PlacedBlock[]): Problem[] {
  const seen = new Set<unknown>();
  return placed.flatMap(({ block, pointer }) => {
    const id = block['block_id'];
    const isTwice = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    return [
      ...(isTwice ? [{ message: `block_id already exists: ${String(id)}`, pointer: `${pointer}/block_id` }] : []),
      ...ROWS.flatMap((key) => duplicateActions(block[key], `${pointer}/${key}`)),
    ];
  });
}

function duplicateActions(elements: unknown, at: string): Problem[] {
  if (!Array.isArray(elements)) return [];
  const seen = new Set<unknown>();
  return elements.flatMap((element: unknown, index) => {
    if (typeof element !== 'object' || element === null || !('action_id' in element)) return [];
    const id: unknown = element.action_id;
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ message: `\`action_id\` "${String(id)}" already exists`, pointer: `${at}/${index}/action_id` }];
  });
}
