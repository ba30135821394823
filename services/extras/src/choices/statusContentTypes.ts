import type { Label } from '@plumbline/model';

/** Objects that have a status. */
export const statusContentTypes: Label[] = [
  'circuits.circuit',
  'dcim.cable',
  'dcim.device',
  'dcim.deviceredundancygroup',
  'dcim.interface',
  'dcim.interfaceredundancygroup',
  'dcim.location',
  'dcim.powerfeed',
  'dcim.rack',
  'ipam.ipaddress',
  'ipam.prefix',
  'ipam.vlan',
  'virtualization.virtualmachine',
  'virtualization.vminterface',
];
