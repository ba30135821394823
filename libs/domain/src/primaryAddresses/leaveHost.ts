import { changes, type Effect, where } from '@plumbline/model';
import type { AddressHost } from './addressHost';
import { loseAddresses } from './loseAddresses';

/** An interface that comes to another host takes its addresses along, and they are not primary where it was. */
export const leaveHost =
  (host: AddressHost): Effect =>
  async (candidates, context) => {
    const moved = candidates.filter((candidate) => candidate.before && changes(candidate, host.owner));
    if (moved.length === 0) return;
    const ids = moved.map(({ row }) => row.id);
    const taken = await context.select('ipam.ipaddresstointerface', where(host.link, 'in', ids), ['ip_address']);
    await loseAddresses(
      host,
      context,
      taken.map((row) => ({ address: String(row.ip_address) })),
    );
  };
