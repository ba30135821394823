import { type Candidate, changesStored, concerning, type Effect, where } from '@plumbline/model';
import type { AddressHost } from './addressHost';
import { loseAddresses } from './loseAddresses';

/** An interface that comes to another host takes its addresses along, and they are not primary where it was. */
export function leaveHost(host: AddressHost): Effect {
  const isMoved = (candidate: Candidate) => changesStored(candidate, host.owner);
  return concerning(isMoved, async (candidates, context) => {
    const ids = candidates.filter(isMoved).map(({ row }) => row.id);
    const taken = await context.select('ipam.ipaddresstointerface', where(host.link, 'in', ids), ['ip_address']);
    await loseAddresses(
      host,
      context,
      taken.map((row) => ({ address: String(row.ip_address) })),
    );
  });
}
