import { type LockStep, mentions, type Row, readUuid } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import { lockingPrefixesExclusive, lockingPrefixesShared } from '../sql/namespaceLocks';

/** Before prefixes move or go, their namespaces are this transaction's alone, and those that they go to: in one order with everybody's. */
export const lockPrefixesOfExclusive: LockStep = async (tx, ids, bodies) => {
  const placed = ids.filter((_, index) => !bodies || mentions(bodies[index], 'prefix', 'namespace'));
  if (placed.length === 0) return undefined;
  const texts = textsOf(bodies, 'namespace');
  const entered = sql.fragment`
    SELECT id FROM namespace WHERE id = ANY(${sql.array(idsAmong(texts), 'uuid')}) OR name = ANY(${sql.array(texts, 'text')})`;
  return lockingPrefixesExclusive(await namespacesOf(tx, sql.fragment`prefix`, placed, entered));
};

/** Before addresses get another parent, the prefixes of their namespaces, and of those that they go to, stay as they are. */
export const lockPrefixesOfShared: LockStep = async (tx, ids, bodies) => {
  const placed = ids.filter((_, index) => mentions(bodies?.[index], 'parent'));
  if (placed.length === 0) return undefined;
  const parents = sql.array(idsAmong(textsOf(bodies, 'parent')), 'uuid');
  const entered = sql.fragment`SELECT namespace FROM prefix WHERE id = ANY(${parents})`;
  return lockingPrefixesShared(await namespacesOf(tx, sql.fragment`ipaddress`, placed, entered));
};

/**
 * What bodies name a related object by, as most clients do: an id, a name or an address, by itself or in an object. Where one is named
 * otherwise, its lock is taken when it is known.
 */
function textsOf(bodies: readonly unknown[] = [], field: string): string[] {
  return bodies.flatMap((body) => {
    const named: unknown = mentions(body, field) ? (body as Row)[field] : undefined;
    const texts = mentions(named, ...names) ? names.map((name) => (named as Row)[name]) : [named];
    return texts.filter((text) => typeof text === 'string' && !text.includes('\0')) as string[];
  });
}

const names = ['url', 'id', 'name'] as const;

/** The ids among texts, also at the end of addresses. */
const idsAmong = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => readUuid(text.replace(/\/$/, '').split('/').at(-1)) ?? []);

async function namespacesOf(
  tx: Queryable,
  table: Sql,
  ids: readonly (string | number)[],
  entered: Sql,
): Promise<string[]> {
  const rows = await tx.rows<{ namespace: string }>(
    sql.unsafe`SELECT namespace FROM ${table} WHERE id = ANY(${sql.array(ids as string[], 'uuid')}) UNION ${entered}`,
  );
  return rows.map(({ namespace }) => namespace);
}
