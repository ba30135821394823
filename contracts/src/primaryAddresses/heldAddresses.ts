import { type Row, type WriteContext, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { AddressHost } from './addressHost';

/** Whether an address is on an interface of a host, or stands outside for one that is. */
export type Holds = (host: unknown, address: Row) => boolean;

/** Finds out which of these addresses (rows with `nat_inside`) are on the interfaces of which hosts. */
export async function heldAddresses(
  { link, interfaces }: AddressHost,
  { tx, select }: WriteContext,
  addresses: Row[],
): Promise<Holds> {
  const ids = addresses.flatMap(({ id, nat_inside }) => (nat_inside === null ? [id] : [id, nat_inside]));
  const assigned = await select('ipam.ipaddresstointerface', where('ip_address', 'in', ids), ['ip_address', link]);
  const links = assigned
    .filter((row) => row[link] !== null)
    .map((row) => ({ address: row.ip_address, interface: row[link] }));
  const rows =
    links.length === 0
      ? []
      : await tx.rows<{ host: string; address: string }>(sql.unsafe`
          SELECT held.host, link.address
          FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS link(address uuid, interface uuid)
          JOIN (${interfaces}) AS held(host, interface) ON held.interface = link.interface`);
  const held = new Set(rows.map(({ host, address }) => `${host} ${address}`));
  return (host, { id, nat_inside }) => held.has(`${host} ${id}`) || held.has(`${host} ${nat_inside}`);
}
