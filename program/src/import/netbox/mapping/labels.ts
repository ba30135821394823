import type { Row } from '@plumbline/model';
import { locationTypes } from './places';

/** What kind of objects here those of a model there are. */
export const labelsHere: Readonly<Record<string, string>> = {
  'circuits.circuit': 'circuits.circuit',
  'circuits.circuittermination': 'circuits.circuittermination',
  'circuits.circuittype': 'circuits.circuittype',
  'circuits.provider': 'circuits.provider',
  'circuits.providernetwork': 'circuits.providernetwork',
  'dcim.cable': 'dcim.cable',
  'dcim.consoleport': 'dcim.consoleport',
  'dcim.consoleserverport': 'dcim.consoleserverport',
  'dcim.device': 'dcim.device',
  'dcim.devicebay': 'dcim.devicebay',
  'dcim.devicerole': 'extras.role',
  'dcim.devicetype': 'dcim.devicetype',
  'dcim.frontport': 'dcim.frontport',
  'dcim.interface': 'dcim.interface',
  'dcim.inventoryitem': 'dcim.inventoryitem',
  'dcim.location': 'dcim.location',
  'dcim.manufacturer': 'dcim.manufacturer',
  'dcim.module': 'dcim.inventoryitem',
  'dcim.platform': 'dcim.platform',
  'dcim.powerfeed': 'dcim.powerfeed',
  'dcim.poweroutlet': 'dcim.poweroutlet',
  'dcim.powerpanel': 'dcim.powerpanel',
  'dcim.powerport': 'dcim.powerport',
  'dcim.rack': 'dcim.rack',
  'dcim.rackreservation': 'dcim.rackreservation',
  'dcim.rackrole': 'extras.role',
  'dcim.rearport': 'dcim.rearport',
  'dcim.region': 'dcim.location',
  'dcim.site': 'dcim.location',
  'dcim.sitegroup': 'dcim.location',
  'dcim.virtualchassis': 'dcim.virtualchassis',
  'extras.tag': 'extras.tag',
  'ipam.aggregate': 'ipam.prefix',
  'ipam.fhrpgroup': 'dcim.interfaceredundancygroup',
  'ipam.ipaddress': 'ipam.ipaddress',
  'ipam.prefix': 'ipam.prefix',
  'ipam.rir': 'ipam.rir',
  'ipam.role': 'extras.role',
  'ipam.routetarget': 'ipam.routetarget',
  'ipam.service': 'ipam.service',
  'ipam.vlan': 'ipam.vlan',
  'ipam.vlangroup': 'ipam.vlangroup',
  'ipam.vrf': 'ipam.vrf',
  'tenancy.tenant': 'tenancy.tenant',
  'tenancy.tenantgroup': 'tenancy.tenantgroup',
  'users.group': 'auth.group',
  'auth.group': 'auth.group',
  'users.user': 'users.user',
  'auth.user': 'users.user',
  'virtualization.cluster': 'virtualization.cluster',
  'virtualization.clustergroup': 'virtualization.clustergroup',
  'virtualization.clustertype': 'virtualization.clustertype',
  'virtualization.virtualmachine': 'virtualization.virtualmachine',
  'virtualization.vminterface': 'virtualization.vminterface',
};

/** The kinds of objects here that a list of theirs stands for, each once. */
export const kindsHere = (labels: unknown): string[] => [
  ...new Set(
    (Array.isArray(labels) ? labels : []).flatMap((label) => {
      const here = labelsHere[String(label)];
      return here ? [here] : [];
    }),
  ),
];

/** Those of a list that there is nothing here for. */
export const kindsNowhere = (labels: unknown): string[] =>
  (Array.isArray(labels) ? labels : []).map(String).filter((label) => !labelsHere[label]);

/** Kinds of theirs whose objects are of one kind here, and how those of each are told from the others, where they can be. */
export const kindsInOne: Readonly<Record<string, Readonly<Record<string, Row | undefined>>>> = {
  'dcim.location': Object.fromEntries(
    Object.entries(locationTypes).map(([label, { name }]) => [label, { location_type__name: name }]),
  ),
  'dcim.inventoryitem': { 'dcim.inventoryitem': undefined, 'dcim.module': undefined },
  'extras.role': { 'dcim.devicerole': undefined, 'dcim.rackrole': undefined, 'ipam.role': undefined },
  'ipam.prefix': { 'ipam.prefix': undefined, 'ipam.aggregate': undefined },
};
