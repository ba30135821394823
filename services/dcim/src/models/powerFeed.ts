import { cable, cabledFields, endpointFields, endpointFilters } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { lockPathsFromEndpoints } from '../cabling/locks';
import { powerFeedPhases, powerFeedSupplies, powerFeedTypes } from '../choices/powerFeedChoices';
import { voltage } from '../fields/voltage';
import { alternatingIsPositive, availablePower, rackStandsAtPanel } from '../rules/power';

/** A circuit of a power panel, which power ports of devices can be cabled to. */
export const PowerFeed = defineModel('dcim.powerfeed', {
  endpoint: 'power-feeds',
  menu: [{ under: ['Inventory', 'Power'], at: 340 }],
  traits: [primary],
  title: 'power feed',
  description: 'Circuits of power panels, which power ports of devices can be cabled to.',
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(powerFeedTypes).defaultAlsoOnReplace('primary').label('Type'),
    supply: f.choice(powerFeedSupplies).defaultAlsoOnReplace('ac'),
    phase: f.choice(powerFeedPhases).defaultAlsoOnReplace('single-phase'),
    name: f.text(100).indexed(),
    voltage: voltage().default(120),
    amperage: f.int({ min: 1, max: 32767 }).default(20),
    max_utilization: f.int({ min: 1, max: 100 }).default(80).describe('Percent of the power that may be drawn.'),
    available_power: f.int().readOnly().with({ derive: availablePower }).describe('Watts that may be drawn.'),
    comments: f.text().default(''),
    // The reference's forms offer it, though nobody should write it.
    cable: cable().inForm({
      required: false,
      readOnly: undefined,
      modelName: 'cable',
      appLabel: 'dcim',
      modelUrl: '/dcim/cables/',
    }),
    power_panel: f.ref('dcim.powerpanel', { reverse: 'power_feeds' }),
    rack: f.ref('dcim.rack', { reverse: 'power_feeds' }).optional(),
    status: f.ref('extras.status', { reverse: 'power_feeds', onlyFor: 'dcim.powerfeed' }),
  },
  order: ['power_panel', 'name'],
  unique: [['power_panel', 'name']],
  naturalKey: ['power_panel.name', 'power_panel.location.tree_names[]', 'name'],
  filterable: [
    'name',
    'status',
    'voltage',
    'amperage',
    'max_utilization',
    'available_power',
    'comments',
    'power_panel',
    'rack',
  ],
  filters: {
    q: by.search({ name: 'icontains', comments: 'icontains', id: 'iexact' }),
    type: by.choice('type', powerFeedTypes, { anyText: true }),
    supply: by.choice('supply', powerFeedSupplies, { anyText: true }),
    phase: by.choice('phase', powerFeedPhases, { anyText: true }),
    location: by.relation('power_panel.location'),
    ...endpointFilters(),
  },
  needs: { power_panel: ['location', 'name'], rack: ['location', 'name'] },
  neededWith: { rack: ['power_panel'] },
  validate: [firstProblem(rackStandsAtPanel, alternatingIsPositive)],
  beforeLock: [lockPathsFromEndpoints],
});
