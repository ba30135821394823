import type { Label } from '@plumbline/model';

/** What can stand at a location; each location type permits some of them. */
export const locationContentTypes: Label[] = [
  'circuits.circuittermination',
  'dcim.device',
  'dcim.powerpanel',
  'dcim.rack',
  'dcim.rackgroup',
  'ipam.namespace',
  'ipam.prefix',
  'ipam.vlan',
  'ipam.vlangroup',
  'virtualization.cluster',
];
