import { type DeleteEffect, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { AddressHost } from './addressHost';
import { loseAddresses } from './loseAddresses';

/** Addresses go with the interfaces they are on, while it still is known whose these were. */
export const loseInterfaces =
  (host: AddressHost): DeleteEffect =>
  async (interfaces, context) => {
    const { link, owner, table } = host;
    const owners = new Map(interfaces.map((row) => [row.id, String(row[owner])]));
    const concerned = await context.tx.first(sql.unsafe`
      SELECT 1 FROM ${sql.identifier([table])}
      WHERE id = ANY(${sql.array([...new Set(owners.values())], 'uuid')}) AND coalesce(primary_ip4, primary_ip6) IS NOT NULL
      LIMIT 1`);
    if (!concerned) return;
    const taken = await context.select('ipam.ipaddresstointerface', where(link, 'in', [...owners.keys()]), [
      'ip_address',
      link,
    ]);
    await loseAddresses(
      host,
      context,
      taken.map((row) => ({ address: String(row.ip_address), host: owners.get(row[link])! })),
    );
  };
