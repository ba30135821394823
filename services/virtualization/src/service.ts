import { join } from 'node:path';
import { followEach, type ServiceDefinition } from '@plumbline/engine';
import { loseAssignments } from './follow/loseAssignments';
import { Cluster, ClusterGroup, ClusterType, VirtualMachine, VmInterface } from './models';

/** Clusters and the virtual machines on them. */
export const virtualizationService: ServiceDefinition = {
  app: 'virtualization',
  models: [ClusterType, ClusterGroup, Cluster, VirtualMachine, VmInterface],
  follow: followEach({ 'ipam.ipaddresstointerface': loseAssignments }),
  migrations: join(__dirname, '../migrations'),
};
