import {
  cable,
  cabledFields,
  clearTaggedVlans,
  endpointFields,
  endpointFilters,
  interfaceModes,
  leaveHost,
  loseInterfaces,
  naturalizeInterface,
  taggedVlansFit,
} from '@plumbline/domain';
import { by, defineModel, f, where } from '@plumbline/model';
import { addressesOfDevices } from '../addresses/addressesOfDevices';
import { lockPathsFromEndpoints } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { interfaceTypes } from '../choices/interfaceTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';
import { ofCommonChassis, ofDevicesById, ofDevicesByName } from '../filters/interfacesOfDevices';
import { isOfKind } from '../filters/isOfKind';
import { carriesVlan, carriesVlanNumbered } from '../filters/vlansOfInterfaces';
import { interfaceFits } from '../rules/interfaces';

/** Where a device takes part in a network. */
export const Interface = defineModel('dcim.interface', {
  endpoint: 'interfaces',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 110 }],
  traits: [component, { exportTemplates: true }],
  title: 'interface',
  description: 'Where devices take part in networks, whether or not there is a plug.',
  listed: ['device', 'name', 'status', 'label', 'enabled', 'type', 'description'],
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(interfaceTypes).with({ schemaName: 'InterfaceTypeChoices' }).label('Type'),
    mode: f.choice(interfaceModes).default(''),
    mac_address: f.mac().optional().blank().indexed(),
    ip_address_count: f
      .count('ipam.ipaddresstointerface', 'interface')
      .with({ rootOnly: false, flaggedBy: 'may_have_addresses' }),
    ...names((name) => naturalizeInterface(name)),
    enabled: f.bool().default(true),
    mtu: f.int({ min: 1, max: 65536 }).optional().label('MTU'),
    mgmt_only: f.bool().default(false).label('Management only'),
    device: ofDevice('interfaces'),
    cable: cable(),
    status: f.ref('extras.status', { reverse: 'interfaces', onlyFor: 'dcim.interface' }),
    parent_interface: f.ref('dcim.interface', { reverse: 'child_interfaces', onDelete: 'cascade' }).optional(),
    bridge: f
      .ref('dcim.interface', { reverse: 'bridged_interfaces', onDelete: 'setNull' })
      .optional()
      .label('Bridge interface'),
    lag: f.ref('dcim.interface', { reverse: 'member_interfaces', onDelete: 'setNull' }).optional().label('Parent LAG'),
    untagged_vlan: f
      .ref('ipam.vlan', { reverse: 'interfaces_as_untagged', onDelete: 'setNull' })
      .optional()
      .label('Untagged VLAN'),
    vrf: f.ref('ipam.vrf', { reverse: 'interfaces', onDelete: 'setNull' }).optional(),
    tagged_vlans: f.many('ipam.vlan', { reverse: 'interfaces_as_tagged' }).label('Tagged VLANs'),
    ip_addresses: f
      .listOf('ipam.ipaddresstointerface', 'interface', {
        through: 'ip_address',
        to: 'ipam.ipaddress',
        rootOnly: true,
        flaggedBy: 'may_have_addresses',
      })
      .label('IP Addresses'),
    may_have_addresses: f.referenceFlag(),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'enabled', 'mtu', 'mgmt_only', 'status', 'parent_interface', 'bridge'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', interfaceTypes, { nullWord: false }),
    mode: by.choice('mode', interfaceModes, { anyText: true }),
    ...endpointFilters(),
    device: by.rule(ofDevicesByName),
    device_id: by.rule(ofDevicesById),
    device_with_common_vc: by.rule(ofCommonChassis, { single: true }),
    kind: by.rule(isOfKind, { single: true }),
    mac_address: by.mac('mac_address'),
    lag: by.relation('lag', { among: where('type', 'exact', 'lag') }),
    vlan_id: by.rule(carriesVlan, { single: true }),
    vlan: by.rule(carriesVlanNumbered, { single: true, takes: 'integer' }),
    untagged_vlan: by.relation('untagged_vlan', { key: 'vid' }),
    tagged_vlans: by.relation('tagged_vlans', { key: 'vid' }),
    has_tagged_vlans: by.has('tagged_vlans'),
    child_interfaces: by.relation('child_interfaces', { isnull: true }),
    has_child_interfaces: by.has('child_interfaces'),
    bridged_interfaces: by.relation('bridged_interfaces', { isnull: true }),
    has_bridged_interfaces: by.has('bridged_interfaces'),
    member_interfaces: by.relation('member_interfaces', { isnull: true }),
    has_member_interfaces: by.has('member_interfaces'),
    interface_redundancy_groups: by.relation('interface_redundancy_group_associations.interface_redundancy_group', {
      isnull: true,
    }),
  },
  needs: {
    device: ['virtual_chassis', 'location'],
    lag: ['device', 'device.virtual_chassis'],
    parent_interface: ['device', 'device.virtual_chassis'],
    bridge: ['device', 'device.virtual_chassis'],
    untagged_vlan: ['location'],
  },
  neededWith: {
    device: ['lag', 'parent_interface', 'bridge'],
    lag: ['device'],
    parent_interface: ['device'],
    bridge: ['device'],
    untagged_vlan: ['device'],
  },
  guarded: ['device'],
  prepare: [taggedVlansFit({ owner: 'device', location: 'location', words: "the interface's device, or to none" })],
  validate: [interfaceFits],
  beforeSave: [clearTaggedVlans],
  beforeLock: [lockPathsFromEndpoints],
  afterSave: [moveEnds('dcim.interface'), leaveHost(addressesOfDevices)],
  afterDelete: [loseInterfaces(addressesOfDevices)],
});
