import { bare, by, defineModel, f, firstProblem } from '@plumbline/model';
import { announceLeftAddresses } from '../effects/announceLeftAddresses';
import { hasOneInterface } from '../rules/hasOneInterface';

const flag = () => f.bool().default(false);

/** That an address is configured on an interface of a device or of a virtual machine. */
export const IpAddressToInterface = defineModel('ipam.ipaddresstointerface', {
  endpoint: 'ip-address-to-interface',
  title: 'IP Address Assignment',
  className: 'IPAddressToInterface',
  description: 'The addresses of each interface, and what each is used for there.',
  traits: [bare, { notes: 'unshown' }],
  fields: {
    is_source: flag(),
    is_destination: flag(),
    is_default: flag(),
    is_preferred: flag(),
    is_primary: flag(),
    is_secondary: flag(),
    is_standby: flag(),
    ip_address: f.ref('ipam.ipaddress', { reverse: 'interface_assignments', onDelete: 'cascade' }),
    interface: f.ref('dcim.interface', { reverse: 'ip_address_assignments', onDelete: 'cascade' }).optional(),
    vm_interface: f
      .ref('virtualization.vminterface', { reverse: 'ip_address_assignments', onDelete: 'cascade' })
      .optional(),
  },
  order: ['id'],
  unique: [
    { fields: ['interface', 'ip_address'], checkedBy: 'serializer', whenSent: 'interface' },
    { fields: ['vm_interface', 'ip_address'], checkedBy: 'serializer', whenSent: 'vm_interface' },
  ],
  naturalKey: [
    'ip_address.parent.namespace.name',
    'ip_address.host',
    'interface.name',
    'interface.device.name',
    'interface.device.tenant.name',
    'interface.device.location.tree_names[]',
  ],
  display: (assignment) =>
    [
      `${assignment['ip_address.host']}/${assignment['ip_address.mask_length']}`,
      assignment['interface.device.name'] ?? assignment['vm_interface.virtual_machine.name'],
      assignment['interface.name'] ?? assignment['vm_interface.name'],
    ].join(' '),
  displayNeeds: [
    'ip_address.host',
    'ip_address.mask_length',
    'interface.device.name',
    'interface.name',
    'vm_interface.virtual_machine.name',
    'vm_interface.name',
  ],
  filterable: [
    'is_source',
    'is_destination',
    'is_default',
    'is_preferred',
    'is_primary',
    'is_secondary',
    'is_standby',
    'interface',
    'vm_interface',
  ],
  filters: {
    ip_address: by.relationId('ip_address'),
    created: by.absentDateTime(),
    last_updated: by.absentDateTime(),
  },
  validate: [firstProblem(hasOneInterface)],
  afterSave: [announceLeftAddresses],
});
