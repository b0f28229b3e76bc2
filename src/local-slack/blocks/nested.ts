import type { Block } from '../workspace.ts';

/** Where the blocks stand that hold others. */
const INNER: Record<string, string> = { container: 'child_blocks', carousel: 'elements', plan: 'tasks' };

/** Where a block keeps what can be pressed. */
const ELEMENTS = ['elements', 'actions', 'accessory', 'element'];

/** A block and its JSON pointer. */
export interface PlacedBlock {
  block: Block;
  pointer: string;
}

/** Blocks and the blocks in them, each one before what it holds. */
export function placedBlocks(blocks: readonly unknown[], at = '/blocks'): PlacedBlock[] {
  return blocks.flatMap((block, index) => {
    if (!isBlock(block)) return [];
    const pointer = `${at}/${index}`;
    const key = innerKey(block);
    const inner = key === null ? [] : placedBlocks(listAt(block, key), `${pointer}/${key}`);
    return [{ block, pointer }, ...inner];
  });
}

/** A block's own elements; not those of the blocks in it. */
export function elementsOf(block: Block): Block[] {
  const inner = innerKey(block);
  return ELEMENTS.filter((key) => key !== inner)
    .flatMap((key) => block[key])
    .filter(isBlock);
}

/** The block with each of its own elements changed, and each block in it. */
export function mapBlock(block: Block, ofElement: (element: Block) => Block, ofBlock: (inner: Block) => Block): Block {
  const changed = { ...block };
  const inner = innerKey(block);
  for (const key of ELEMENTS) {
    if (key !== inner && block[key] !== undefined) changed[key] = mapped(block[key], ofElement);
  }
  if (inner !== null) changed[inner] = mapped(block[inner], ofBlock);
  return changed;
}

function innerKey(block: Block): string | null {
  const key = INNER[String(block['type'])];
  return key !== undefined && Array.isArray(block[key]) ? key : null;
}

function mapped(value: unknown, change: (one: Block) => Block): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mapped(one, change));
  return isBlock(value) ? change(value) : value;
}

function listAt(block: Block, key: string): unknown[] {
  const value = block[key];
  return Array.isArray(value) ? value : [];
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
