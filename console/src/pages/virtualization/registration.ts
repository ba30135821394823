import { lazy } from 'react';
import type { Registration } from '../registration';

const ClusterMachines = lazy(async () => ({ default: (await import('./ClusterMachines')).ClusterMachines }));

/** What the models of virtualization have beside what is made of their descriptions. */
export const virtualization: Registration = {
  models: {
    'virtualization.cluster': {
      tabs: [{ name: 'machines', label: 'Machines', component: ClusterMachines }],
      hiddenReferrers: ['virtualization.virtualmachine.cluster', 'dcim.device.cluster'],
    },
  },
  pages: [],
};
