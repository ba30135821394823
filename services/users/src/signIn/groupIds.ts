import { createObjects, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { Group } from '../models';
import type { AdmissionPolicy } from './method';
import type { Proof } from './proof';

/** Names of groups here are shorter. */
const longestName = 150;

/**
 * Ids of the groups here that somebody is to be in as the other system has it: those that they were `given` before, where it
 * says nothing of groups, and those that all have who come this way. Those that are not here are made where the settings say
 * so, in a transaction (`afterCommit`) only; before it they stand as ids that nobody has, so that something is found to be done.
 */
export async function groupIds(
  work: UnitOfWork,
  policy: AdmissionPolicy,
  proof: Proof,
  given: readonly string[],
): Promise<string[]> {
  const { group_map, default_groups, create_groups } = policy;
  const kept = proof.groups === undefined && proof.local === undefined ? given : [];
  const theirs = (proof.groups ?? []).flatMap(({ name, id }) => {
    if (group_map === undefined) return [name];
    return [name, id].flatMap((one) => (one !== undefined && Object.hasOwn(group_map, one) ? [group_map[one]!] : []));
  });
  const names = [...new Set([...theirs, ...default_groups, ...(proof.local?.groups ?? [])])].filter(
    (name) => name !== '' && name.length <= longestName && !name.includes('\0'),
  );
  const asIds = (ids: Iterable<string>) => [...new Set([...kept, ...ids])].sort();
  if (names.length === 0) return asIds([]);
  let known = await idsByName(work, names);
  let missing = names.filter((name) => !known.has(name));
  if (missing.length === 0 || !create_groups) return asIds(known.values());
  if (!work.afterCommit) return asIds([...known.values(), ...missing.map((name) => `new ${name}`)]);
  // Others may be making the same: they are waited for, and found.
  await work.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended('groups of other systems', 0))`);
  known = await idsByName(work, names);
  missing = names.filter((name) => !known.has(name));
  const made = await createObjects(
    work,
    Group,
    missing.map((name) => ({ name })),
    { errors: 'single' },
  );
  return asIds([...known.values(), ...made.map(({ id }) => String(id))]);
}

async function idsByName({ sql: database }: UnitOfWork, names: string[]): Promise<Map<string, string>> {
  const found = await database.rows<{ id: string; name: string }>(
    sql.unsafe`SELECT id::text AS id, name FROM "group" WHERE name = ANY(${sql.array(names, 'text')})`,
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}
