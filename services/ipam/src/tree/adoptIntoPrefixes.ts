import { problems } from '@plumbline/http';
import type { Effect } from '@plumbline/model';
import { rehomeAddresses, rehomePrefixes } from '../sql/rehome';
import { takeOverAddresses, takeOverPrefixes } from '../sql/takeOver';
import { isPlaced } from './placePrefixes';

/**
 * Brings what is below in line with where prefixes are now. What a moved prefix leaves behind goes to the closest
 * prefix that is around it; what a new place contains comes under it. A set at a time; nothing of it enters the change
 * log. Throws a 400 when an address would be left without any prefix around it.
 */
export const adoptIntoPrefixes: Effect = async (candidates, { tx, alsoRead }) => {
  const placed = candidates.filter(isPlaced);
  if (placed.length === 0) return;
  const moved = placed.filter(({ before }) => before).map(({ row }) => String(row.id));
  if (moved.length > 0) {
    await rehomePrefixes(tx, moved);
    const stranded = await rehomeAddresses(tx, moved);
    if (stranded.length > 0) {
      const named = stranded.slice(0, 10);
      alsoRead('ipam.ipaddress', named);
      const names = named.map(({ address }) => address).join(', ');
      throw problems.field('prefix', `No other Prefix contains ${stranded.length} of its IP addresses: ${names}`);
    }
  }
  const ids = placed.map(({ row }) => String(row.id));
  await takeOverPrefixes(tx, ids);
  await takeOverAddresses(tx, ids);
};
