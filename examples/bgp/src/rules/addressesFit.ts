import type { Rule } from '@plumbline/model';

/** A session is between two addresses of hosts, over one version of IP. */
export const addressesFit: Rule = ({ row, related: { local_address, remote_address } }) => {
  if (row.local_address === row.remote_address) return { remote_address: ['A peering is between two addresses.'] };
  if (local_address?.ip_version !== remote_address?.ip_version)
    return { remote_address: ['Both addresses are of one version of IP.'] };
  for (const [name, address] of Object.entries({ local_address, remote_address }))
    if (address?.type !== 'host') return { [name]: ['A peering is between addresses of hosts.'] };
  return undefined;
};
