import type { Validator } from '@plumbline/engine';
import { anyOf, where } from '@plumbline/model';

/** An address that a peering uses is a host's own: nobody hands it out anew. */
export const addressesStayOfHosts: Validator = {
  of: 'ipam.ipaddress',
  columns: ['type'],
  on: ['change'],
  judge: async (addresses, { select }) => {
    const ids = addresses.filter(({ after }) => after.type !== 'host').map(({ id }) => id);
    const used = anyOf(where('local_address', 'in', ids), where('remote_address', 'in', ids));
    const peerings = ids.length === 0 ? [] : await select('bgp.peering', used, ['local_address', 'remote_address']);
    const inUse = new Set(peerings.flatMap(({ local_address, remote_address }) => [local_address, remote_address]));
    return addresses.map(({ id, after }) =>
      after.type !== 'host' && inUse.has(id)
        ? { type: ['A BGP peering uses this address: it stays that of a host.'] }
        : undefined,
    );
  },
};
