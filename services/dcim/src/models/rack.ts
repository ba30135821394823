import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, inOrder, naturalize } from '@plumbline/model';
import { dimensionUnits, rackTypes, rackWidths } from '../choices/rackChoices';
import { pullDevicesAlong } from '../effects/pullDevices';
import { serialIs } from '../filters/serialIs';
import { dropUnusedUnit, groupReachesRack, heightHoldsDevices, outsideHasUnit } from '../rules/racks';
import { displayRack } from '../text/displayRack';

/** A frame or cabinet that devices are mounted in, unit above unit. */
export const Rack = defineModel('dcim.rack', {
  endpoint: 'racks',
  menu: [
    { under: ['Inventory', 'Devices'], at: 210 },
    { under: ['Inventory', 'Devices'], label: 'Rack Elevations', page: '/dcim/rack-elevations/', at: 240 },
  ],
  home: { section: 'Inventory', at: 1 },
  traits: [primary, { dynamicGroups: true }],
  title: 'rack',
  description: 'Frames and cabinets that devices are mounted in.',
  listed: ['name', 'location', 'rack_group', 'status', 'facility_id', 'tenant', 'role', 'u_height'],
  page: { panels: { Rack: ['name', 'location', 'rack_group'] }, others: true },
  fields: {
    type: f.choice(rackTypes).default('').label('Type'),
    width: f.choice(rackWidths).default(19).label('Width'),
    outer_unit: f.choice(dimensionUnits).default(''),
    device_count: f.count('dcim.device', 'rack'),
    power_feed_count: f.count('dcim.powerfeed', 'rack'),
    name: f.text(100).indexed(),
    natural_name: f.derived((row) => naturalize(row.name as string)).indexed(),
    facility_id: f.text(50).optional().blank().label('Facility ID'),
    serial: f.text(255).default('').indexed().label('Serial number'),
    asset_tag: f.text(50).optional().blank().unique('rack with this Asset tag already exists.').label('Asset tag'),
    u_height: f.int({ min: 1, max: 100 }).default(42).label('Height (U)'),
    desc_units: f.bool().default(false).label('Descending units').describe('Whether unit 1 is at the top.'),
    outer_width: f.int({ min: 0, max: 32767 }).optional(),
    outer_depth: f.int({ min: 0, max: 32767 }).optional(),
    comments: f.text().default(''),
    status: f.ref('extras.status', { reverse: 'racks', onlyFor: 'dcim.rack' }),
    role: f.ref('extras.role', { reverse: 'racks', onlyFor: 'dcim.rack' }).optional(),
    location: f.ref('dcim.location', { reverse: 'racks' }),
    rack_group: f.ref('dcim.rackgroup', { reverse: 'racks', onDelete: 'setNull' }).optional(),
    tenant: f.ref('tenancy.tenant', { reverse: 'racks' }).optional(),
  },
  order: ['location.natural_name', 'rack_group.name', 'natural_name'],
  unique: [
    { fields: ['rack_group', 'name'], checkedBy: 'serializer', whenSent: 'rack_group' },
    { fields: ['rack_group', 'facility_id'], checkedBy: 'serializer', whenSent: ['rack_group', 'facility_id'] },
  ],
  naturalKey: ['name', 'rack_group.name', 'rack_group.location.tree_names[]'],
  display: displayRack,
  filterable: [
    'name',
    'facility_id',
    'asset_tag',
    'u_height',
    'desc_units',
    'outer_width',
    'outer_depth',
    'comments',
    'status',
    'role',
    'tenant',
  ],
  filters: {
    q: by.search({
      name: 'icontains',
      facility_id: 'icontains',
      serial: 'trimmed',
      asset_tag: 'trimmed',
      comments: 'icontains',
      id: 'iexact',
    }),
    type: by.choice('type', rackTypes),
    width: by.choice('width', rackWidths),
    outer_unit: by.choice('outer_unit', dimensionUnits, { anyText: true }),
    serial: by.rule(serialIs),
    location: by.tree('location'),
    rack_group: by.tree('rack_group'),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    devices: by.relationId('devices', { isnull: true }),
    has_devices: by.has('devices'),
    power_feeds: by.relation('power_feeds', { isnull: true }),
    has_power_feeds: by.has('power_feeds'),
    rack_reservations: by.relationId('rack_reservations', { isnull: true }),
    has_rack_reservations: by.has('rack_reservations'),
  },
  needs: { location: [...locationNeeds, 'name', 'tree_ids'], rack_group: ['location'] },
  neededWith: { rack_group: ['location'] },
  guarded: ['location', 'u_height'],
  validate: [
    inOrder(firstProblem(groupReachesRack, acceptsLocation('dcim.rack', 'Racks'), outsideHasUnit), heightHoldsDevices),
  ],
  beforeSave: [dropUnusedUnit],
  afterSave: [pullDevicesAlong],
});
