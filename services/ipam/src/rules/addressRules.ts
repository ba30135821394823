import type { Rule } from '@plumbline/model';

/** Another host is another address; only the length of its network may change. */
export const hostStays: Rule = ({ before, row }) =>
  before && before.host !== row.host ? { address: ['Host address cannot be changed once created'] } : undefined;

/** Stateless autoconfiguration exists in IPv6 alone. */
export const onlyVersionSixIsSlaac: Rule = ({ row }) =>
  row.type === 'slaac' && row.ip_version !== 6
    ? { type: ['Only IPv6 addresses can be assigned SLAAC type'] }
    : undefined;
