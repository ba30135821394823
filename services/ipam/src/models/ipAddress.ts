import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { addressFamilies, familyOf, familySchema } from '../choices/addressFamilies';
import { addressTypes } from '../choices/addressTypes';
import { addressesIn, exactAddresses } from '../filters/addressFilters';
import { onInterfacesOf } from '../filters/onInterfacesOf';
import { presentInVrf } from '../filters/presentInVrf';
import { searchAddresses } from '../filters/searchNetworks';
import { wrongByItself } from '../rules/addressRules';
import { lockPrefixesOfShared } from '../tree/namespacesFirst';
import { lookForPrefixes, placeAddresses } from '../tree/placeAddresses';

/** An address of one host. Its parent is the closest prefix around it; its namespace is that prefix's. */
export const IpAddress = defineModel('ipam.ipaddress', {
  endpoint: 'ip-addresses',
  menu: [{ under: ['Networks', 'IP Management'], at: 410 }],
  home: { section: 'Networks', at: 3 },
  traits: [primary, { dynamicGroups: true }],
  title: 'IP address',
  plural: 'IP addresses',
  description: 'Addresses of hosts, each with the length of its network; a host occurs once in a namespace.',
  listed: ['address', 'type', 'status', 'role', 'tenant', 'dns_name', 'description'],
  page: {
    panels: {
      'IP Address': ['namespace', 'ip_version', 'type', 'role', 'dns_name', 'description'],
      'Operational Details': ['tenant', 'assigned', 'nat_inside', 'nat_outside_list'],
    },
    withoutField: ['assigned'],
  },
  fields: {
    address: f.address().with({ logged: false }),
    // The parent's; kept here so that the addresses of a range of a namespace are one look-up in one index.
    namespace: f
      .ref('ipam.namespace', { onDelete: 'handled' })
      .optional()
      .writeOnly()
      .onlyOnCreate()
      .inForm({ type: 'object' })
      .with({ indexed: false, neverNull: true }),
    host: f.generated('host', 'host(address)::inet').with({ logged: true }),
    mask_length: f.generated('int', 'masklen(address)').with({ logged: true }),
    type: f.plainChoice(addressTypes).default('host'),
    ip_version: f
      .generated('int', 'family(address)')
      .label('IP Version')
      .with({ choices: addressFamilies, logged: true })
      .inForm({ title: 'Ip version', type: ['integer', 'null'] }),
    family: f.computed(familySchema, (address) => familyOf(address.ip_version)).addition(),
    dns_name: f
      .text(255)
      .matching(
        /^[0-9A-Za-z._-]+$/,
        'Only alphanumeric characters, hyphens, periods, and underscores are allowed in DNS names',
      )
      .default('')
      .indexed()
      .label('DNS Name'),
    description: f.text(200).default(''),
    status: f.ref('extras.status', { reverse: 'ip_addresses', onlyFor: 'ipam.ipaddress' }),
    role: f.ref('extras.role', { reverse: 'ip_addresses', onlyFor: 'ipam.ipaddress' }).optional(),
    parent: f.ref('ipam.prefix', { reverse: 'ip_addresses', onDelete: 'handled' }).optional().with({ indexed: false }),
    tenant: f.ref('tenancy.tenant', { reverse: 'ip_addresses' }).optional(),
    vrf: f
      .onlyOne('ipam.vrf', { of: 'ipam.vrfprefixassignment', via: 'prefix', through: 'vrf', at: 'parent' })
      .addition(),
    nat_inside: f
      .ref('ipam.ipaddress', { reverse: 'nat_outside_list', onDelete: 'setNull' })
      .optional()
      .label('NAT (Inside)'),
    nat_outside_list: f.listOf('ipam.ipaddress', 'nat_inside').last(),
    interfaces: f
      .listOf('ipam.ipaddresstointerface', 'ip_address', { through: 'interface', to: 'dcim.interface' })
      .last(),
    vm_interfaces: f
      .listOf('ipam.ipaddresstointerface', 'ip_address', { through: 'vm_interface', to: 'virtualization.vminterface' })
      .last(),
  },
  // All of version 4 stand before those of version 6.
  order: ['host', 'mask_length'],
  unique: [{ fields: ['parent', 'host'], checkedBy: 'model' }],
  indexes: [['namespace', 'host']],
  naturalKey: ['parent.namespace.name', 'host'],
  display: (address) => `${address.host}/${address.mask_length}`,
  filterable: ['dns_name', 'mask_length', 'status', 'role', 'tenant'],
  filters: {
    q: by.rule(searchAddresses, { single: true }),
    address: by.rule(exactAddresses),
    prefix: by.rule(addressesIn),
    type: by.choice('type', addressTypes, { anyText: true }),
    ip_version: by.decimal('ip_version'),
    family: by.decimal('ip_version'),
    parent: by.relationId('parent'),
    namespace: by.relation('namespace', { isnull: false }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    vrfs: by.relation('parent.vrf_assignments.vrf', { key: 'rd', isnull: true }),
    present_in_vrf: by.rule(presentInVrf('parent.vrf_assignments.vrf', 'rd'), { single: true }),
    present_in_vrf_id: by.rule(presentInVrf('parent.vrf_assignments.vrf', 'id'), { single: true }),
    device: by.rule(onInterfacesOf('device', 'name')),
    device_id: by.rule(onInterfacesOf('device', 'id')),
    virtual_machine: by.rule(onInterfacesOf('virtual_machine', 'name')),
    virtual_machine_id: by.rule(onInterfacesOf('virtual_machine', 'id')),
    interfaces: by.relation('interface_assignments.interface', { isnull: true }),
    vm_interfaces: by.relation('interface_assignments.vm_interface', { isnull: true }),
    has_interface_assignments: by.has('interface_assignments'),
  },
  needs: { parent: ['namespace', 'prefix'] },
  beforeLock: [lockPrefixesOfShared],
  looks: [lookForPrefixes],
  prepare: [placeAddresses],
  validate: [firstProblem(wrongByItself)],
});
