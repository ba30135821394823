import { type InTheWay, ProtectedFromDeletion, type Protector, protectorsAmong } from '@plumbline/engine';
import { type DeleteEffect, type WriteContext, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { handOverChildren, withoutAncestor } from '../sql/handOver';
import { isNoneOf } from '../sql/isNoneOf';
import { lockPrefixesExclusive } from '../sql/namespaceLocks';

/**
 * Hands what is in deleted prefixes to the closest prefix around that stays. A prefix with addresses and none around it
 * cannot go: a 409 that names what it holds.
 */
export const leavePrefixTree: DeleteEffect = async (rows, context) => {
  await lockPrefixesExclusive(
    context.tx,
    rows.map((row) => String(row.namespace)),
  );
  const ids = rows.map((row) => String(row.id));
  const held = await heldBy(await withoutAncestor(context.tx, ids), ids, context);
  if (held.length > 0) throw new ProtectedFromDeletion(held);
  await handOverChildren(context.tx, ids);
};

/** The addresses and child prefixes of those roots that have addresses. */
async function heldBy(roots: string[], leaving: string[], { tx, select }: WriteContext): Promise<Protector[]> {
  if (roots.length === 0) return [];
  const isBelow = sql.fragment`t.parent = ANY(${sql.array(roots, 'uuid')})`;
  const holdsAddresses = sql.fragment`EXISTS (SELECT FROM ipaddress WHERE ipaddress.parent = t.parent)`;
  const stays = isNoneOf(sql.fragment`t.id`, leaving);
  const looks: InTheWay[] = [
    { model: { label: 'ipam.ipaddress', name: 'ipaddress', keyType: 'uuid' }, condition: isBelow },
    {
      model: { label: 'ipam.prefix', name: 'prefix', keyType: 'uuid' },
      condition: sql.fragment`${isBelow} AND ${stays} AND ${holdsAddresses}`,
    },
  ];
  return protectorsAmong(tx, looks, (label, ids) => select(label, where('id', 'in', ids), ['display']));
}
