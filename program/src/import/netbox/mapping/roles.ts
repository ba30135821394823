import { derived, type Mapping, type NetboxObject, nowhere, to } from './language';
import { comments, counters, primary, slug } from './shared';

/** A role is known by its name here: those of devices, racks and addresses with one name are one. */
const role = (
  from: string,
  list: string,
  kinds: (object: NetboxObject) => string[],
  fields: Mapping['fields'],
): Mapping => ({
  from,
  list,
  to: { endpoint: 'extras/roles', label: 'extras.role' },
  fields: { ...primary, ...slug, ...comments, name: to('name'), description: to('description'), ...fields },
  finish: (draft, object) => {
    draft.body.content_types = kinds(object);
  },
});

export const deviceRole = role(
  'dcim.devicerole',
  'dcim/device-roles',
  ({ vm_role }) => (vm_role === false ? ['dcim.device'] : ['dcim.device', 'virtualization.virtualmachine']),
  {
    color: to('color'),
    vm_role: derived('the kinds of objects that have it'),
    config_template: nowhere('there are no templates of configurations here'),
    parent: nowhere('roles have no parents here'),
    ...counters('device_count', 'virtualmachine_count', '_depth'),
  },
);
export const rackRole = role('dcim.rackrole', 'dcim/rack-roles', () => ['dcim.rack'], {
  color: to('color'),
  ...counters('rack_count'),
});
export const ipamRole = role('ipam.role', 'ipam/roles', () => ['ipam.prefix', 'ipam.vlan'], {
  weight: to('weight'),
  ...counters('prefix_count', 'vlan_count', 'asn_count'),
});

export const inventoryItemRole: Mapping = {
  from: 'dcim.inventoryitemrole',
  list: 'dcim/inventory-item-roles',
  nowhere: 'inventory items have no role here; they keep the name of theirs',
  fields: {},
};
