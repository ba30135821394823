import { type LockStep, mentions } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import { lockingPrefixesExclusive, lockingPrefixesShared } from '../sql/namespaceLocks';

/** Before prefixes move or go, their namespaces are this transaction's alone. */
export const lockPrefixesOfExclusive: LockStep = async (tx, ids, bodies) => {
  const placed = ids.filter((_, index) => !bodies || mentions(bodies[index], 'prefix', 'namespace'));
  return placed.length > 0 ? lockingPrefixesExclusive(await namespacesOf(tx, sql.fragment`prefix`, placed)) : undefined;
};

/** Before addresses get another parent, the prefixes of their namespaces stay as they are. */
export const lockPrefixesOfShared: LockStep = async (tx, ids, bodies) => {
  const placed = ids.filter((_, index) => mentions(bodies?.[index], 'parent'));
  return placed.length > 0 ? lockingPrefixesShared(await namespacesOf(tx, sql.fragment`ipaddress`, placed)) : undefined;
};

async function namespacesOf(tx: Queryable, table: Sql, ids: readonly (string | number)[]): Promise<string[]> {
  const rows = await tx.rows<{ namespace: string }>(
    sql.unsafe`SELECT DISTINCT namespace FROM ${table} WHERE id = ANY(${sql.array(ids as string[], 'uuid')})`,
  );
  return rows.map(({ namespace }) => namespace);
}
