import { type Queryable, sql } from '@plumbline/store';
import { isNoneOf } from './isNoneOf';

/** The given prefixes, each with the closest prefix around it that is none of them. */
const leavers = (ids: readonly string[]) => sql.fragment`
  RECURSIVE up AS (
    SELECT id, parent AS above FROM prefix WHERE id = ANY(${sql.array([...ids], 'uuid')})
    UNION ALL
    SELECT up.id, p.parent FROM up JOIN prefix p ON p.id = up.above WHERE p.id = ANY(${sql.array([...ids], 'uuid')})
  ), leaver AS MATERIALIZED (
    SELECT * FROM up WHERE above IS NULL OR above <> ALL(${sql.array([...ids], 'uuid')})
  )`;

/** Of prefixes about to go, those around which no other prefix stays. */
export async function withoutAncestor(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql.unsafe`WITH ${leavers(ids)} SELECT id FROM leaver WHERE above IS NULL`,
  );
  return rows.map(({ id }) => id);
}

/** Hangs everything directly below prefixes about to go on the closest prefix around that stays, or makes it a root. */
export async function handOverChildren(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.run(sql.unsafe`
    WITH ${leavers(ids)}
    UPDATE prefix child SET parent = leaver.above FROM leaver
    WHERE child.parent = leaver.id AND ${isNoneOf(sql.fragment`child.id`, ids)}`);
  await tx.run(sql.unsafe`
    WITH ${leavers(ids)}
    UPDATE ipaddress a SET parent = leaver.above FROM leaver WHERE a.parent = leaver.id`);
}
