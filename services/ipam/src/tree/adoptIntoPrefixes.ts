import { groupedBy } from '@plumbline/engine';
import type { Effect, RuleResult, WriteContext } from '@plumbline/model';
import { rehomeAddresses, rehomePrefixes } from '../sql/rehome';
import { takeOverAddresses, takeOverPrefixes } from '../sql/takeOver';
import { isPlaced } from './placePrefixes';

/**
 * Brings what is below in line with where prefixes are now. What a moved prefix leaves behind goes to the closest
 * prefix that is around it; what a new place contains comes under it. A set at a time; nothing of it enters the change
 * log. A prefix that would leave an address without any prefix around it is refused.
 */
export const adoptIntoPrefixes: Effect = async (candidates, context) => {
  const { tx } = context;
  const placed = candidates.filter(isPlaced);
  if (placed.length === 0) return undefined;
  const moved = placed.filter(({ before }) => before).map(({ row }) => String(row.id));
  if (moved.length > 0) {
    await rehomePrefixes(tx, moved);
    const refusals = await strandings(context, moved);
    if (refusals.size > 0) return candidates.map(({ row }) => refusals.get(row.id));
  }
  const ids = placed.map(({ row }) => String(row.id));
  await takeOverPrefixes(tx, ids);
  await takeOverAddresses(tx, ids);
  return undefined;
};

/** Moves the addresses of moved prefixes; answers with the prefixes that leave some without any around them. */
async function strandings({ tx, alsoRead }: WriteContext, moved: string[]): Promise<Map<unknown, RuleResult>> {
  const refusals = new Map<unknown, RuleResult>();
  for (const [former, stranded] of groupedBy(await rehomeAddresses(tx, moved), (one) => one.former)) {
    const named = stranded.slice(0, 10).map(({ id, address }) => ({ id, address }));
    alsoRead('ipam.ipaddress', named);
    const names = named.map(({ address }) => address).join(', ');
    refusals.set(former, { prefix: [`No other Prefix contains ${stranded.length} of its IP addresses: ${names}`] });
  }
  return refusals;
}
