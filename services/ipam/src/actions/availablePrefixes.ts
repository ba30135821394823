import { type Action, type ActionHandler, type UnitOfWork, visitYielding } from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { type Block, blocksOf, blockText, takeBlocks } from '../addresses/blocks';
import { bitsOf, type Version } from '../addresses/numbers';
import { Prefix } from '../models';
import { freeSpace, type Space } from '../sql/freeRanges';
import { readSpace, readSpaceExclusive } from '../sql/space';
import { allocate, mostShown, readWanted } from './allocation';
import { describeAvailablePrefixes } from './descriptions';

/** The free space of a prefix as the fewest blocks that make it up, in order. */
async function freeBlocks(work: UnitOfWork, space: Space): Promise<Block[]> {
  const blocks: Block[] = [];
  await visitYielding(work, await freeSpace(work.sql, space), (range) => blocks.push(...blocksOf(range)));
  return blocks;
}

/** Shows the free space of a prefix. */
const list: ActionHandler = async ({ work, row }) => {
  const space = await readSpace(work.sql, String(row!.id));
  const body: Row[] = [];
  await visitYielding(work, (await freeBlocks(work, space)).slice(0, mostShown), (block) =>
    body.push({ ip_version: space.ip_version, prefix: blockText(block) }),
  );
  return { status: 200, body };
};

/** Makes free blocks of the lengths asked for into prefixes. */
const take: ActionHandler = async ({ work, row, body }) => {
  const wanted = readWanted(body);
  const lengths = readLengths(wanted.items, row!.ip_version as Version);
  return allocate(work, Prefix, wanted.listed, async (inner) => {
    const space: Space = await readSpaceExclusive(inner.sql, row!);
    const taken = takeBlocks(await freeBlocks(inner, space), lengths);
    return taken?.map((block, index) => ({
      ...wanted.items[index],
      prefix: blockText(block),
      namespace: space.namespace,
    }));
  });
};

/**
 * The contract tells about lengths in a list beside the request's, each with a text where others have a list of them.
 */
function readLengths(items: Row[], version: Version): number[] {
  const complaints = items.map(({ prefix_length: length }) => complaint(length, version));
  if (complaints.some((text) => text !== undefined))
    throw new Problem(
      400,
      complaints.map((text): Record<string, string> => (text === undefined ? {} : { prefix_length: text })),
    );
  return items.map((item) => item.prefix_length as number);
}

function complaint(length: unknown, version: Version): string | undefined {
  if (length === undefined) return 'this field can not be missing';
  if (!Number.isSafeInteger(length)) return 'this field must be int type';
  return Number(length) > bitsOf(version) ? `Invalid prefix length (${length}) for IPv${version}` : undefined;
}

/** The space of a prefix that no other prefix takes, to see and to take. */
export const availablePrefixes: Action = {
  model: Prefix,
  name: 'available-prefixes',
  methods: { GET: list, POST: take },
  permission: { POST: 'add' },
  decides: ['POST'],
  describe: describeAvailablePrefixes,
};
