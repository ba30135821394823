import { ProtectedFromDeletion } from '@plumbline/engine';
import { type DeleteEffect, type Row, type WriteContext, where } from '@plumbline/model';
import { handOverChildren, withoutAncestor } from '../sql/handOver';
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
async function heldBy(roots: string[], leaving: string[], { select }: WriteContext) {
  const children = where('parent', 'in', roots);
  const addresses = roots.length === 0 ? [] : await select('ipam.ipaddress', children, ['parent', 'display']);
  if (addresses.length === 0) return [];
  const needed = new Set(addresses.map((address) => address.parent));
  const prefixes = await select('ipam.prefix', children, ['parent', 'display']);
  const staying = prefixes.filter(({ id, parent }) => needed.has(parent) && !leaving.includes(String(id)));
  return [...addresses.map(named('ipam.ipaddress')), ...staying.map(named('ipam.prefix'))];
}

const named =
  (label: string) =>
  ({ id, display }: Row) => ({ label, id: String(id), display: String(display) });
