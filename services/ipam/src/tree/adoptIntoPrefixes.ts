import { groupedBy } from '@plumbline/engine';
import { type Candidate, changes, type Effect, type RuleResult, type WriteContext } from '@plumbline/model';
import { type Held, rehomeAddresses, rehomePrefixes, takenElsewhere } from '../sql/rehome';
import { takeOverAddresses, takeOverPrefixes } from '../sql/takeOver';
import { isPlaced } from './placePrefixes';

/**
 * Brings what is below in line with where prefixes are now. What a moved prefix leaves behind goes to the closest
 * prefix that is around it; what a new place contains comes under it. A set at a time; nothing of it enters the change
 * log. A prefix is refused that would leave an address without any prefix around it, or take one along to where it is already.
 */
export const adoptIntoPrefixes: Effect = async (candidates, context) => {
  const { tx } = context;
  const placed = candidates.filter(isPlaced);
  if (placed.length === 0) return undefined;
  const moved = placed.filter(({ before }) => before);
  if (moved.length > 0) {
    const refusals = await bringAlong(context, moved);
    if (refusals.size > 0) return candidates.map(({ row }) => refusals.get(row.id));
  }
  const ids = placed.map(({ row }) => String(row.id));
  await takeOverPrefixes(tx, ids);
  await takeOverAddresses(tx, ids);
  return undefined;
};

/** Moves what moved prefixes held; answers with those that cannot move because of their addresses. */
async function bringAlong(context: WriteContext, moved: Candidate[]): Promise<Map<unknown, RuleResult>> {
  const { tx } = context;
  const ids = moved.map(({ row }) => String(row.id));
  await rehomePrefixes(tx, ids);
  if (moved.some((candidate) => changes(candidate, 'namespace'))) {
    const taken = await takenElsewhere(tx, ids);
    if (taken.length > 0)
      return refusalsFor(context, taken, 'namespace', (count) => `This Namespace already has ${count} of its`);
  }
  const stranded = await rehomeAddresses(tx, ids);
  return refusalsFor(context, stranded, 'prefix', (count) => `No other Prefix contains ${count} of its`);
}

/** For each prefix what is wrong with its addresses, of which it names some. */
function refusalsFor(
  { alsoRead }: WriteContext,
  wrong: Held[],
  field: string,
  told: (count: number) => string,
): Map<unknown, RuleResult> {
  return new Map(
    [...groupedBy(wrong, (one) => one.former)].map(([former, held]) => {
      const named = held.slice(0, 10).map(({ id, address }) => ({ id, address }));
      alsoRead('ipam.ipaddress', named);
      return [
        former,
        { [field]: [`${told(held.length)} IP addresses: ${named.map(({ address }) => address).join(', ')}`] },
      ];
    }),
  );
}
