import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { parentReachesLocation } from '../rules/rackGroups';
import { takeContentsAlong } from '../tree/takeContentsAlong';

/** Racks that stand together, such as a row or a cage; groups stand inside one another. */
export const RackGroup = defineModel('dcim.rackgroup', {
  endpoint: 'rack-groups',
  menu: [{ under: ['Inventory', 'Devices'], at: 220 }],
  title: 'rack group',
  description: 'Racks that stand together, such as a row or a cage.',
  listed: ['name', 'location', 'rack_count', 'description'],
  traits: [organizational, { exportTemplates: true }],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: {
    rack_count: f.count('dcim.rack', 'rack_group'),
    name: f.text(100).indexed(),
    description: f.text(200).default(''),
    parent: f.ref('dcim.rackgroup', { reverse: 'children', onDelete: 'cascade' }).optional(),
    location: f.ref('dcim.location', { reverse: 'rack_groups', onDelete: 'cascade' }),
  },
  unique: [['location', 'name']],
  naturalKey: ['name', 'location.tree_names[]'],
  filterable: ['name', 'description', 'parent'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    location: by.tree('location'),
    children: by.relation('children', { isnull: true }),
    has_children: by.has('children'),
    power_panels: by.relation('power_panels', { isnull: true }),
    has_power_panels: by.has('power_panels'),
    racks: by.relationId('racks', { isnull: true }),
    has_racks: by.has('racks'),
  },
  needs: {
    location: [...locationNeeds, 'name', 'tree_ids'],
    parent: ['location', 'location.name', 'location.tree_ids', 'name'],
  },
  guarded: ['location'],
  validate: [inOrder(firstProblem(acceptsLocation('dcim.rackgroup', 'Rack groups')), parentReachesLocation)],
  afterSave: [takeContentsAlong],
});
