import {
  type BatchRule,
  type Candidate,
  type Look,
  type Row,
  type RuleResult,
  readNetwork,
  type WriteContext,
  where,
} from '@plumbline/model';
import { wrongByItself } from '../rules/addressRules';
import { type ClosestPrefix, findClosest } from '../sql/findClosest';
import { globalNamespace } from '../sql/globalNamespace';
import { hasPrefixesLocked, lockPrefixesShared } from '../sql/namespaceLocks';

/** Where addresses on their way into the database belong, as found before the rules came to it. */
const foundBefore = new WeakMap<Candidate, ClosestPrefix | undefined>();

/** Looks for the prefixes around new addresses where those of their namespaces stay as they are already. */
export const lookForPrefixes: Look = async (candidates, { tx, transactionState }) => {
  const placed = candidates.filter(
    ({ before, sent }) => !before && typeof sent.namespace === 'string' && typeof sent.address === 'string',
  );
  const places = placed.map(({ sent }) => ({
    namespace: String(sent.namespace),
    block: String(derivedColumns(String(sent.address)).host),
  }));
  if (places.length === 0 || !places.every(({ namespace }) => hasPrefixesLocked({ transactionState }, namespace)))
    return;
  const found = await findClosest(tx, places, { orEqual: true });
  for (const [index, candidate] of placed.entries()) foundBefore.set(candidate, found[index]);
};

/**
 * Gives each address its derived columns, its parent and with it its namespace: the closest prefix around the host in
 * the namespace named, or in that of the parent named. Addresses that are not to move stay where they are.
 */
export const placeAddresses: BatchRule = async (candidates, context) => {
  const { select } = context;
  for (const { row, related } of candidates) {
    Object.assign(row, derivedColumns(String(row.address)));
    // The row of a change starts without it: the column is write-only.
    row.namespace ??= related.parent?.namespace ?? null;
  }
  const placed = candidates.filter(isPlaced);
  if (placed.some(isOrphaned)) {
    const [home] = await select('ipam.namespace', where('name', 'exact', globalNamespace));
    for (const { row } of placed.filter(isOrphaned)) row.namespace = home?.id ?? null;
  }
  // What is wrong by itself has no place: the model's own rules tell of it.
  const sound = placed.filter((candidate) => !wrongByItself(candidate));
  const closest = await closestPrefixes(context, sound);
  const ids = sound.filter((candidate) => isMisplaced(candidate, closest)).map(({ row }) => row.namespace);
  const namespaces = ids.length === 0 ? [] : await select('ipam.namespace', where('id', 'in', ids), ['name']);
  const names = new Map(namespaces.map(({ id, name }) => [id, String(name)]));
  for (const candidate of sound) candidate.row.parent = closest.get(candidate)?.id ?? null;
  return candidates.map((candidate) => (isPlaced(candidate) ? checkPlace(candidate, closest, names) : undefined));
};

type Found = ReadonlyMap<Candidate, ClosestPrefix>;

/** New addresses, and those whose parent the client names. */
const isPlaced = ({ before, sent }: Candidate): boolean => !before || Object.hasOwn(sent, 'parent');

/** A stored address whose parent the client takes away; the contract then looks for one in the global namespace. */
const isOrphaned = ({ before, row }: Candidate): boolean => before !== undefined && row.parent === null;

/** Whether the client names a parent that is not the closest prefix. */
const isMisplaced = (candidate: Candidate, closest: Found): boolean => {
  const { parent } = candidate.sent;
  return typeof parent === 'string' && closest.has(candidate) && closest.get(candidate)!.id !== parent;
};

/** The columns PostgreSQL works out, for the checks that come before it does. */
function derivedColumns(address: string): Row {
  const { host, length, version } = readNetwork(address)!;
  return { host, mask_length: length, ip_version: version };
}

async function closestPrefixes(context: WriteContext, placed: Candidate[]): Promise<Found> {
  const { tx } = context;
  const known = placed.filter(({ row }) => row.namespace !== null);
  if (known.length === 0) return new Map();
  if (known.every((candidate) => foundBefore.has(candidate)))
    return new Map(known.flatMap((candidate) => entryOf(candidate, foundBefore.get(candidate))));
  const places = known.map(({ row }) => ({ namespace: String(row.namespace), block: String(row.host) }));
  const namespaces = places.map(({ namespace }) => namespace);
  // Behind the lock, in the same round trip.
  const [, found] = await Promise.all([
    lockPrefixesShared(context, namespaces),
    findClosest(tx, places, { orEqual: true }),
  ]);
  return new Map(known.flatMap((candidate, index) => entryOf(candidate, found[index])));
}

const entryOf = (candidate: Candidate, found: ClosestPrefix | undefined): [Candidate, ClosestPrefix][] =>
  found ? [[candidate, found]] : [];

function checkPlace(candidate: Candidate, closest: Found, names: ReadonlyMap<unknown, string>): RuleResult {
  const { before, row, related } = candidate;
  if (!before && row.namespace === null) return { __all__: ['One of parent or namespace must be provided'] };
  if (wrongByItself(candidate)) return undefined;
  const found = closest.get(candidate);
  if (!found) return { namespace: ['No suitable parent Prefix exists in this Namespace'] };
  if (!isMisplaced(candidate, closest)) return undefined;
  // Two spaces, as clients know the sentence.
  const sentences = [
    `${related.parent?.prefix} cannot be assigned as the parent of ${row.address}.`,
    `In namespace ${names.get(row.namespace)}, the expected parent would be ${found.prefix}.`,
  ];
  return { parent: [sentences.join('  ')] };
}
