import { type Row, type WriteContext, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { AddressHost } from './addressHost';

/** Whether an address is on an interface of a host, or stands outside for one that is. */
export type Holds = (host: unknown, address: Row) => boolean;

/** Finds out which of these addresses (rows with `nat_inside`) are on the interfaces of which hosts. */
export async function heldAddresses(host: AddressHost, context: WriteContext, addresses: Row[]): Promise<Holds> {
  const { link } = host;
  const ids = addresses.flatMap(({ id, nat_inside }) => (nat_inside === null ? [id] : [id, nat_inside]));
  const assigned = await context.select('ipam.ipaddresstointerface', where('ip_address', 'in', ids), [
    'ip_address',
    link,
  ]);
  const held = await hostsOf(
    host,
    context,
    assigned
      .filter((row) => row[link] !== null)
      .map((row) => ({ address: String(row.ip_address), interface: String(row[link]) })),
  );
  return (owner, { id, nat_inside }) => held.has(pairOf(owner, id)) || held.has(pairOf(owner, nat_inside));
}

/** Of which hosts the interfaces of these assignments are: pairs of host and address. */
export async function hostsOf(
  { interfaces }: AddressHost,
  { tx }: WriteContext,
  links: { address: string; interface: string }[],
): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const addresses = sql.array(
    links.map(({ address }) => address),
    'uuid',
  );
  const connected = sql.array(
    links.map((link) => link.interface),
    'uuid',
  );
  const rows = await tx.rows<{ host: string; address: string }>(sql.unsafe`
    SELECT held.host, link.address
    FROM unnest(${addresses}, ${connected}) AS link(address, interface)
    JOIN (${interfaces}) AS held(host, interface) ON held.interface = link.interface`);
  return new Set(rows.map(({ host, address }) => pairOf(host, address)));
}

export const pairOf = (host: unknown, address: unknown): string => `${host} ${address}`;
