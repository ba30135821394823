import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { groupReachesPanel } from '../rules/power';

/** Where power arrives, to be handed on in feeds. */
export const PowerPanel = defineModel('dcim.powerpanel', {
  endpoint: 'power-panels',
  menu: [{ under: ['Inventory', 'Power'], at: 350 }],
  traits: [primary],
  title: 'power panel',
  description: 'Where power arrives at a location, to be handed on in feeds.',
  fields: {
    power_feed_count: f.count('dcim.powerfeed', 'power_panel'),
    name: f.text(100).indexed(),
    location: f.ref('dcim.location', { reverse: 'power_panels' }),
    rack_group: f.ref('dcim.rackgroup', { reverse: 'power_panels' }).optional(),
  },
  order: ['location.natural_name', 'name'],
  unique: [['location', 'name']],
  naturalKey: ['name', 'location.tree_names[]'],
  filterable: ['name'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    location: by.tree('location'),
    rack_group: by.tree('rack_group'),
    power_feeds: by.relation('power_feeds', { isnull: true }),
    has_power_feeds: by.has('power_feeds'),
  },
  needs: { location: [...locationNeeds, 'name', 'tree_ids'], rack_group: ['location'] },
  neededWith: { rack_group: ['location'] },
  validate: [firstProblem(acceptsLocation('dcim.powerpanel', 'Power panels'), groupReachesPanel)],
});
