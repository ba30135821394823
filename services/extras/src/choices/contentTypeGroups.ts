import type { Label } from '@plumbline/model';

/** Objects of the network that nearly everything people add can be about. */
export const mainContentTypes: Label[] = [
  'circuits.circuit',
  'circuits.circuittermination',
  'circuits.provider',
  'circuits.providernetwork',
  'dcim.cable',
  'dcim.device',
  'dcim.deviceredundancygroup',
  'dcim.devicetype',
  'dcim.interfaceredundancygroup',
  'dcim.location',
  'dcim.powerfeed',
  'dcim.powerpanel',
  'dcim.rack',
  'dcim.rackreservation',
  'dcim.virtualchassis',
  'ipam.ipaddress',
  'ipam.namespace',
  'ipam.prefix',
  'ipam.routetarget',
  'ipam.service',
  'ipam.vlan',
  'ipam.vrf',
  'tenancy.tenant',
  'virtualization.cluster',
  'virtualization.virtualmachine',
  'virtualization.vminterface',
];

/** Components of devices. */
export const componentContentTypes: Label[] = [
  'dcim.consoleport',
  'dcim.consoleserverport',
  'dcim.devicebay',
  'dcim.frontport',
  'dcim.interface',
  'dcim.inventoryitem',
  'dcim.poweroutlet',
  'dcim.powerport',
  'dcim.rearport',
];

/** What components of devices are made from. */
export const componentTemplateContentTypes: Label[] = [
  'dcim.consoleporttemplate',
  'dcim.consoleserverporttemplate',
  'dcim.devicebaytemplate',
  'dcim.frontporttemplate',
  'dcim.interfacetemplate',
  'dcim.poweroutlettemplate',
  'dcim.powerporttemplate',
  'dcim.rearporttemplate',
];

/** Objects that others are ordered by. */
export const organizationalContentTypes: Label[] = [
  'circuits.circuittype',
  'dcim.locationtype',
  'dcim.manufacturer',
  'dcim.platform',
  'dcim.rackgroup',
  'ipam.rir',
  'ipam.vlangroup',
  'tenancy.tenantgroup',
  'virtualization.clustergroup',
  'virtualization.clustertype',
];
