import { type Row, type WriteContext, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { type AddressHost, primaryAddresses } from './addressHost';
import { heldAddresses, hostsOf, pairOf } from './heldAddresses';
import type { Lost } from './lostAddresses';

/**
 * Addresses that left interfaces are no longer primary where no other interface of the host has them, nor one inside
 * that they stand for. For the host an address was taken off, the one inside does not count. Whoever is making one of
 * them primary is waited for: who does so later finds that it has left.
 */
export async function loseAddresses(host: AddressHost, context: WriteContext, lost: Lost[]): Promise<void> {
  const addresses = [...new Set(lost.map(({ address }) => address))];
  if (addresses.length === 0) return;
  // Hosts come before what they refer to, as in any write.
  await lockHosts(host, context, addresses);
  await context.waitForReferrers('ipam.ipaddress', addresses);
  const hosts = await lockHosts(host, context, addresses);
  if (hosts.length === 0) return;
  const found = await context.select('ipam.ipaddress', where('id', 'in', addresses), ['nat_inside']);
  const holds = await heldAddresses(host, context, found);
  const takenOff = await takenOffOf(host, context, lost);
  const keeps = (owner: unknown, address: Row): boolean =>
    holds(owner, takenOff.has(pairOf(owner, address.id)) ? { ...address, nat_inside: null } : address);
  const changed = new Set<string>();
  for (const field of primaryAddresses) {
    const left = found.flatMap((address) =>
      hosts.filter((each) => each[field] === address.id && !keeps(each.id, address)).map(({ id }) => String(id)),
    );
    await clear(host, context, field, left);
    for (const id of left) changed.add(id);
  }
  await context.alsoChanged(host.label, [...changed]);
}

/** The hosts that addresses were taken off, each with the address. */
async function takenOffOf(host: AddressHost, context: WriteContext, lost: Lost[]): Promise<Set<string>> {
  const links = lost.flatMap(({ address, interface: left }) => (left ? [{ address, interface: left }] : []));
  const takenOff = await hostsOf(host, context, links);
  for (const one of lost) if (one.host) takenOff.add(pairOf(one.host, one.address));
  return takenOff;
}

/** The hosts that have one of these as a primary address, locked. */
function lockHosts({ table }: AddressHost, { tx }: WriteContext, addresses: string[]): Promise<Row[]> {
  const keys = sql.array(addresses, 'uuid');
  return tx.rows<Row>(sql.unsafe`
    SELECT id, primary_ip4, primary_ip6 FROM ${sql.identifier([table])}
    WHERE primary_ip4 = ANY(${keys}) OR primary_ip6 = ANY(${keys}) ORDER BY id FOR NO KEY UPDATE`);
}

async function clear({ table }: AddressHost, { tx, now }: WriteContext, field: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql.unsafe`
    UPDATE ${sql.identifier([table])} SET ${sql.identifier([field])} = NULL, last_updated = ${now}::timestamptz
    WHERE id = ANY(${sql.array(ids, 'uuid')})`);
}
