import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { by, defineModel, f, firstProblem, organizational } from '@plumbline/model';

/** VLANs among which every number and every name occurs once. */
export const VlanGroup = defineModel('ipam.vlangroup', {
  endpoint: 'vlan-groups',
  menu: [{ under: ['Networks', 'Layer 2 / Switching'], at: 450 }],
  title: 'VLAN group',
  description: 'Groups of VLANs in which every number and every name occurs once.',
  listed: ['name', 'location', 'vlan_count', 'description'],
  traits: [organizational],
  fields: {
    vlan_count: f.count('ipam.vlan', 'vlan_group'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    location: f.ref('dcim.location', { reverse: 'vlan_groups' }).optional(),
  },
  order: ['location', 'name'],
  filterable: ['name', 'description'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains' }),
    location: by.tree('location'),
  },
  needs: { location: locationNeeds },
  neededWith: { location: [] },
  validate: [firstProblem(acceptsLocation('ipam.vlangroup', 'VLAN groups'))],
});
