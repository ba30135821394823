import type { Rule } from '@plumbline/model';

/** A session is between two addresses, over one version of IP. */
export const addressesFit: Rule = ({ row, related: { local_address, remote_address } }) => {
  if (row.local_address === row.remote_address) return { remote_address: ['A peering is between two addresses.'] };
  return local_address?.ip_version === remote_address?.ip_version
    ? undefined
    : { remote_address: ['Both addresses are of one version of IP.'] };
};
