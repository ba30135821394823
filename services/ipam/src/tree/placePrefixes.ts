import { type BatchRule, type Candidate, changes, type Row, readNetwork } from '@plumbline/model';
import { findClosest } from '../sql/findClosest';
import { lockPrefixesExclusive } from '../sql/namespaceLocks';
import { closestAmong } from './closestAmong';

/** Whether a write puts the prefix somewhere else: a new one, another block, another namespace. */
export const isPlaced = (candidate: Candidate): boolean =>
  changes(candidate, 'prefix') || changes(candidate, 'namespace');

/**
 * Gives each prefix its derived columns and its parent: the closest prefix around it among those stored and those of
 * the same request, in whatever order they come. What the client says of the parent does not count.
 */
export const placePrefixes: BatchRule = async (candidates, { tx }) => {
  for (const { before, row } of candidates) {
    Object.assign(row, derivedColumns(String(row.prefix)));
    row.parent = before?.parent ?? null;
  }
  const placed = candidates.filter(isPlaced);
  if (placed.length > 0) {
    await lockPrefixesExclusive(tx, placed.flatMap(namespacesOf));
    const moved = placed.filter(({ before }) => before).map(({ row }) => String(row.id));
    const stored = await findClosest(
      tx,
      placed.map(({ row }) => ({ namespace: String(row.namespace), block: String(row.prefix) })),
      { orEqual: false, except: moved },
    );
    const rows = placed.map(({ row }) => row);
    const fellow = closestAmong(rows);
    for (const [index, row] of rows.entries()) row.parent = closer(stored[index], fellow[index])?.id ?? null;
  }
  return candidates.map(() => undefined);
};

function namespacesOf({ before, row }: Candidate): string[] {
  return before && before.namespace !== row.namespace
    ? [String(row.namespace), String(before.namespace)]
    : [String(row.namespace)];
}

/** The columns PostgreSQL works out, for the checks that come before it does. */
function derivedColumns(prefix: string): Row {
  const { network, length, version } = readNetwork(prefix)!;
  return { network, prefix_length: length, ip_version: version };
}

interface Around {
  id: string;
  prefix: string;
}

/** Of two prefixes around the same block the smaller one. */
function closer(one: Around | undefined, other: Around | undefined): Around | undefined {
  if (!one || !other) return one ?? other;
  return readNetwork(one.prefix)!.length > readNetwork(other.prefix)!.length ? one : other;
}
