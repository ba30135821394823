import type { Label } from '@plumbline/model';

/** Objects that have a role. */
export const roleContentTypes: Label[] = [
  'dcim.device',
  'dcim.rack',
  'ipam.ipaddress',
  'ipam.prefix',
  'ipam.vlan',
  'virtualization.virtualmachine',
];
