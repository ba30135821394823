import {
  clearTaggedVlans,
  interfaceModes,
  leaveHost,
  loseInterfaces,
  namedAddresses,
  naturalizeInterface,
  taggedVlansFit,
  vlanTakesMode,
} from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { addressesOfMachines } from '../addresses/addressesOfMachines';

/** Where a virtual machine takes part in a network. */
export const VmInterface = defineModel('virtualization.vminterface', {
  endpoint: 'interfaces',
  menu: [{ under: ['Inventory', 'Virtualization'], at: 370 }],
  traits: [primary],
  title: 'VM interface',
  className: 'VMInterface',
  description: 'Where virtual machines take part in networks.',
  fields: {
    mode: f.choice(interfaceModes).default(''),
    mac_address: f.mac().optional().blank().indexed(),
    enabled: f.bool().default(true),
    mtu: f.int({ min: 1, max: 65536 }).optional().label('MTU'),
    name: f.text(64).indexed(),
    natural_name: f.derived((row) => naturalizeInterface(row.name as string)).indexed(),
    description: f.text(200).default(''),
    status: f.ref('extras.status', { reverse: 'vm_interfaces', onlyFor: 'virtualization.vminterface' }),
    parent_interface: f
      .ref('virtualization.vminterface', { reverse: 'child_interfaces', onDelete: 'cascade' })
      .optional(),
    bridge: f
      .ref('virtualization.vminterface', { reverse: 'bridged_interfaces', onDelete: 'setNull' })
      .optional()
      .label('Bridge interface'),
    virtual_machine: f.ref('virtualization.virtualmachine', { reverse: 'interfaces', onDelete: 'cascade' }),
    untagged_vlan: f
      .ref('ipam.vlan', { reverse: 'vminterfaces_as_untagged', onDelete: 'setNull' })
      .optional()
      .label('Untagged VLAN'),
    vrf: f.ref('ipam.vrf', { reverse: 'vm_interfaces', onDelete: 'setNull' }).optional(),
    tagged_vlans: f.many('ipam.vlan', { reverse: 'vminterfaces_as_tagged' }).label('Tagged VLANs'),
    ip_addresses: f
      .listOf('ipam.ipaddresstointerface', 'vm_interface', {
        through: 'ip_address',
        to: 'ipam.ipaddress',
        rootOnly: true,
        flaggedBy: 'may_have_addresses',
      })
      .label('IP Addresses'),
    may_have_addresses: f.referenceFlag(),
  },
  partOf: 'virtual_machine',
  order: ['virtual_machine', 'natural_name'],
  unique: [['virtual_machine', 'name']],
  naturalKey: ['virtual_machine.cluster.name', 'virtual_machine.tenant.name', 'virtual_machine.name', 'name'],
  filterable: ['name', 'description', 'enabled', 'mtu', 'status', 'virtual_machine', 'parent_interface', 'bridge'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains' }),
    mode: by.choice('mode', interfaceModes, { anyText: true }),
    mac_address: by.mac('mac_address'),
    cluster: by.relation('virtual_machine.cluster'),
    cluster_id: by.relationId('virtual_machine.cluster'),
    virtual_machine_id: by.relationId('virtual_machine'),
    child_interfaces: by.relation('child_interfaces', { isnull: true }),
    has_child_interfaces: by.has('child_interfaces'),
    bridged_interfaces: by.relation('bridged_interfaces', { isnull: true }),
    has_bridged_interfaces: by.has('bridged_interfaces'),
    tagged_vlans: by.relation('tagged_vlans', { key: 'vid' }),
    has_tagged_vlans: by.has('tagged_vlans'),
    untagged_vlan: by.relation('untagged_vlan', { key: 'vid' }),
    ip_addresses: by.rule(namedAddresses('ip_address_assignments.ip_address')),
    has_ip_addresses: by.has('ip_address_assignments'),
    created: undefined,
    last_updated: undefined,
  },
  needs: { virtual_machine: ['cluster.location'] },
  prepare: [
    taggedVlansFit({
      owner: 'virtual_machine',
      location: 'cluster.location',
      words: "the interface's parent virtual machine, or it must be global",
    }),
  ],
  validate: [firstProblem(vlanTakesMode)],
  beforeSave: [clearTaggedVlans],
  afterSave: [leaveHost(addressesOfMachines)],
  afterDelete: [loseInterfaces(addressesOfMachines)],
});
