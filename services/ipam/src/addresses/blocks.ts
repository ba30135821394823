import { bitsOf, toAddress, toNumber, type Version } from './numbers';
import type { AddressRange } from './range';

/** An aligned block of addresses, its start as a number. */
export interface Block {
  version: Version;
  start: bigint;
  length: number;
}

/** A block as text: `10.0.0.0/8`. */
export const blockText = ({ version, start, length }: Block): string => `${toAddress(start, version)}/${length}`;

/** The fewest aligned blocks that make up a range, in order. */
export function blocksOf({ version, first, last }: AddressRange): Block[] {
  const bits = bitsOf(version);
  const end = toNumber(last);
  const blocks: Block[] = [];
  for (let start = toNumber(first); start <= end; ) {
    let size = start === 0n ? 1n << BigInt(bits) : start & -start;
    while (start + size - 1n > end) size >>= 1n;
    blocks.push({ version, start, length: bits - (size.toString(2).length - 1) });
    start += size;
  }
  return blocks;
}

/**
 * Takes a block of each length from free ones, in the order asked: each from the start of the first free block that is
 * large enough. Undefined when there is no room for all of them.
 */
export function takeBlocks(free: readonly Block[], lengths: readonly number[]): Block[] | undefined {
  // Those of each length, the first of them at the end.
  const left: Block[][] = Array.from({ length: 129 }, () => []);
  for (const block of free.toReversed()) left[block.length]!.push(block);
  const taken: Block[] = [];
  for (const length of lengths) {
    const block = firstOf(left.slice(0, length + 1));
    if (!block) return undefined;
    left[block.length]!.pop();
    taken.push({ ...block, length });
    // What is left of the first block of all that are large enough comes before the others of its length.
    for (const rest of restOf(block, length)) left[rest.length]!.push(rest);
  }
  return taken;
}

/** The first of the blocks at the ends of lists. */
const firstOf = (lists: Block[][]): Block | undefined =>
  lists
    .flatMap((list) => list.at(-1) ?? [])
    .reduce<Block | undefined>((first, block) => (first && first.start < block.start ? first : block), undefined);

/** What stays free of a block when its beginning is taken: one block of each length in between, smallest first. */
function restOf({ version, start, length }: Block, taken: number): Block[] {
  const rest: Block[] = [];
  for (let next = taken; next > length; next--)
    rest.push({ version, start: start + (1n << BigInt(bitsOf(version) - next)), length: next });
  return rest;
}
