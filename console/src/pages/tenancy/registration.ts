import { lazy } from 'react';
import type { Registration } from '../registration';

const TenantHoldings = lazy(async () => ({ default: (await import('./TenantHoldings')).TenantHoldings }));

/** What the models of tenancy have beside what is made of their descriptions. */
export const tenancy: Registration = {
  models: {
    'tenancy.tenant': {
      panels: [{ component: TenantHoldings, place: 'main' }],
      hiddenFields: [
        'circuit_count',
        'device_count',
        'ipaddress_count',
        'prefix_count',
        'rack_count',
        'virtualmachine_count',
        'vlan_count',
        'vrf_count',
      ],
    },
  },
  pages: [],
};
