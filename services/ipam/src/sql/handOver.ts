import { type Queryable, sql } from '@plumbline/store';
import { isNoneOf } from './isNoneOf';
import { withClosestOther } from './withClosestOther';

/** Of prefixes about to go, those around which no other prefix stays. */
export async function withoutAncestor(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql.unsafe`WITH ${withClosestOther('leaver', ids)} SELECT id FROM leaver WHERE above IS NULL`,
  );
  return rows.map(({ id }) => id);
}

/** Hangs everything directly below prefixes about to go on the closest prefix around that stays, or makes it a root. */
export async function handOverChildren(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.run(sql.unsafe`
    WITH ${withClosestOther('leaver', ids)}
    UPDATE prefix child SET parent = leaver.above FROM leaver
    WHERE child.parent = leaver.id AND ${isNoneOf(sql.fragment`child.id`, ids)}`);
  await tx.run(sql.unsafe`
    WITH ${withClosestOther('leaver', ids)}
    UPDATE ipaddress a SET parent = leaver.above FROM leaver WHERE a.parent = leaver.id`);
}
