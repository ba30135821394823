import { createObjects, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { Group } from '../models';
import type { AdmissionPolicy } from './method';
import type { Proof } from './proof';

/** Names of groups here are shorter. */
const longestName = 150;

/**
 * Ids of the groups here that somebody is to be in as the other system has it; undefined where it says nothing of groups.
 * Those that are not here are made where the settings say so, in a transaction (`afterCommit`) only; before it they stand
 * as ids that nobody has, so that something is found to be done.
 */
export async function groupIds(work: UnitOfWork, policy: AdmissionPolicy, proof: Proof): Promise<string[] | undefined> {
  const { group_map, default_groups, create_groups } = policy;
  if (proof.groups === undefined && proof.local === undefined) return undefined;
  const theirs = (proof.groups ?? []).flatMap(({ name, id }) => {
    if (group_map === undefined) return [name];
    return [name, id].flatMap((one) => (one !== undefined && Object.hasOwn(group_map, one) ? [group_map[one]!] : []));
  });
  const names = [...new Set([...theirs, ...default_groups, ...(proof.local?.groups ?? [])])].filter(
    (name) => name !== '' && name.length <= longestName && !name.includes('\0'),
  );
  if (names.length === 0) return [];
  let known = await idsByName(work, names);
  let missing = names.filter((name) => !known.has(name));
  if (missing.length === 0 || !create_groups) return [...known.values()].sort();
  if (!work.afterCommit) return [...known.values(), ...missing.map((name) => `new ${name}`)].sort();
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
  return [...known.values(), ...made.map(({ id }) => String(id))].sort();
}

async function idsByName({ sql: database }: UnitOfWork, names: string[]): Promise<Map<string, string>> {
  const found = await database.rows<{ id: string; name: string }>(
    sql.unsafe`SELECT id::text AS id, name FROM "group" WHERE name = ANY(${sql.array(names, 'text')})`,
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}
