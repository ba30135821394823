import { join } from 'node:path';
import { keepLocalContexts, loseLocalContexts } from '@plumbline/contracts';
import { followEach, type ServiceDefinition } from '@plumbline/engine';
import { loseAssignments } from './follow/loseAssignments';
import { Cluster, ClusterGroup, ClusterType, VirtualMachine, VmInterface } from './models';

/** Clusters and the virtual machines on them. */
export const virtualizationService: ServiceDefinition = {
  app: 'virtualization',
  models: [ClusterType, ClusterGroup, Cluster, VirtualMachine, VmInterface],
  questions: { 'virtualmachine.keepLocalContexts': keepLocalContexts('virtualization.virtualmachine') },
  follow: followEach({
    'ipam.ipaddresstointerface': loseAssignments,
    'extras.gitrepository': loseLocalContexts('virtualization.virtualmachine'),
  }),
  migrations: join(__dirname, '../migrations'),
};
