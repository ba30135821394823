import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { vlansAvailableOnDevice } from '../filters/vlansAvailableOnDevice';
import { groupReachesLocation } from '../rules/groupReachesLocation';

/** A layer-two forwarding domain, known by a number from 1 to 4094. */
export const Vlan = defineModel('ipam.vlan', {
  endpoint: 'vlans',
  menu: [{ under: ['Networks', 'Layer 2 / Switching'], at: 440 }],
  home: { section: 'Networks', at: 4 },
  traits: [primary],
  title: 'VLAN',
  description: 'Layer-two forwarding domains, known by a number from 1 to 4094.',
  listed: ['vid', 'location', 'vlan_group', 'name', 'tenant', 'status', 'role', 'description'],
  fields: {
    prefix_count: f.count('ipam.prefix', 'vlan'),
    vid: f.int({ min: 1, max: 4094 }).label('ID'),
    name: f.text(255).indexed(),
    description: f.text(200).default(''),
    location: f.ref('dcim.location', { reverse: 'vlans' }).optional(),
    vlan_group: f.ref('ipam.vlangroup', { reverse: 'vlans' }).optional(),
    status: f.ref('extras.status', { reverse: 'vlans', onlyFor: 'ipam.vlan' }),
    role: f.ref('extras.role', { reverse: 'vlans', onlyFor: 'ipam.vlan' }).optional(),
    tenant: f.ref('tenancy.tenant', { reverse: 'vlans' }).optional(),
  },
  order: ['location', 'vlan_group', 'vid'],
  unique: [
    { fields: ['vlan_group', 'vid'], checkedBy: 'serializer', whenSent: 'vlan_group' },
    { fields: ['vlan_group', 'name'], checkedBy: 'serializer', whenSent: 'vlan_group' },
  ],
  naturalKey: ['id'],
  display: (vlan) => `${vlan.name} (${vlan.vid})`,
  filterable: ['name', 'vid', 'vlan_group', 'status', 'role', 'tenant'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains', vid: 'number' }),
    location: by.tree('location'),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    available_on_device: by.rule(vlansAvailableOnDevice),
  },
  needs: { location: [...locationNeeds, 'name', 'tree_ids'], vlan_group: ['location'] },
  neededWith: { location: ['vlan_group'] },
  validate: [firstProblem(acceptsLocation('ipam.vlan', 'VLANs'), groupReachesLocation)],
});
