import type { Row } from '@plumbline/model';
import { bitsOf, toNumber, type Version } from '../addresses/numbers';

interface Around {
  id: string;
  prefix: string;
}

/** For each prefix row the closest one around it among the same rows. */
export function closestAmong(rows: readonly Row[]): (Around | undefined)[] {
  const byPlace = new Map(rows.map((row) => [placeOf(row, Number(row.prefix_length)), row]));
  const lengths = [...new Set(rows.map((row) => Number(row.prefix_length)))].sort((a, b) => b - a);
  return rows.map((row) => {
    for (const length of lengths) {
      const around = length < Number(row.prefix_length) ? byPlace.get(placeOf(row, length)) : undefined;
      if (around) return { id: String(around.id), prefix: String(around.prefix) };
    }
    return undefined;
  });
}

/** Names the block of a length that holds the row's own, in its namespace. */
function placeOf({ namespace, network, ip_version: version }: Row, length: number): string {
  const behind = BigInt(bitsOf(version as Version) - length);
  return `${namespace} ${version} ${length} ${toNumber(String(network)) >> (behind > 0n ? behind : 0n)}`;
}
