import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { availableIps } from './actions/availableIps';
import { availablePrefixes } from './actions/availablePrefixes';
import { closestParents } from './audits/closestParents';
import {
  IpAddress,
  IpAddressToInterface,
  Namespace,
  Prefix,
  Rir,
  RouteTarget,
  Service,
  Vlan,
  VlanGroup,
  Vrf,
  VrfDeviceAssignment,
  VrfPrefixAssignment,
} from './models';
import { seedGlobalNamespace } from './seed';

/** Which addresses there are, and who has them. */
export const ipamService: ServiceDefinition = {
  app: 'ipam',
  models: [
    Namespace,
    Vrf,
    RouteTarget,
    Rir,
    VlanGroup,
    Vlan,
    Prefix,
    IpAddress,
    IpAddressToInterface,
    Service,
    VrfPrefixAssignment,
    VrfDeviceAssignment,
  ],
  actions: [availableIps, availablePrefixes],
  migrations: join(__dirname, '../migrations'),
  seed: seedGlobalNamespace,
  audits: [closestParents],
};
