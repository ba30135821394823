import { primary } from '@plumbline/extensions';
import { allOf, anyOf, by, defineModel, f, firstProblem, naturalize, where } from '@plumbline/model';
import { timeZones } from '../choices/timeZones';
import { timeZone } from '../fields/timeZone';
import { namedLocationTypes } from '../filters/namedLocationTypes';
import { parentFitsType, typeIsKept } from '../rules/locations';

/** Where a place is, and whom to ask for there. */
const contact = [
  'physical_address',
  'shipping_address',
  'latitude',
  'longitude',
  'contact_name',
  'contact_phone',
  'contact_email',
] as const;

/** A place: a region, a site, a building, a floor, whatever its type says. */
export const Location = defineModel('dcim.location', {
  endpoint: 'locations',
  menu: [{ under: ['Inventory', 'Organization'], at: 250 }],
  traits: [primary],
  title: 'location',
  description: 'Places, from regions to rooms, which stand inside one another as their types permit.',
  listed: ['name', 'status', 'parent', 'tenant', 'description', 'tags'],
  tree: { parent: 'parent', sortBy: 'natural_name' },
  page: {
    panels: {
      Location: ['location_type', 'tenant', 'facility', 'asn', 'time_zone', 'description'],
      'Contact Info': contact,
    },
  },
  fields: {
    time_zone: timeZone().optional(),
    circuit_count: f.count('circuits.circuittermination', 'location'),
    device_count: f.count('dcim.device', 'location'),
    prefix_count: f.count('ipam.prefix', 'location'),
    rack_count: f.count('dcim.rack', 'location'),
    virtual_machine_count: f.count('virtualization.virtualmachine', 'cluster.location'),
    vlan_count: f.count('ipam.vlan', 'location'),
    name: f.text(100).indexed(),
    natural_name: f.derived((row) => naturalize(row.name as string)),
    description: f.text(200).default(''),
    facility: f.text(50).default('').describe('Its name with whoever runs the place.'),
    asn: f.int({ min: 1, max: 4294967295 }).optional().label('ASN'),
    physical_address: f.text().default(''),
    shipping_address: f.text().default(''),
    latitude: f.decimal(8, 6).optional(),
    longitude: f.decimal(9, 6).optional(),
    contact_name: f.text(100).default(''),
    contact_phone: f.text(50).default(''),
    contact_email: f.email().default('').label('Contact E-mail'),
    comments: f.text().default(''),
    parent: f.ref('dcim.location', { reverse: 'children', onDelete: 'cascade' }).optional(),
    location_type: f.ref('dcim.locationtype', { reverse: 'locations' }),
    status: f.ref('extras.status', { reverse: 'locations', onlyFor: 'dcim.location' }),
    tenant: f.ref('tenancy.tenant', { reverse: 'locations' }).optional(),
  },
  order: ['natural_name'],
  naturalKey: ['tree_names[]'],
  unique: [
    { fields: ['parent', 'name'], checkedBy: 'serializer', whenSent: ['parent', 'name'] },
    { fields: ['name'], checkedBy: 'model', whenNull: 'parent', toldAs: 'name' },
  ],
  filterable: [
    'name',
    'description',
    'facility',
    'asn',
    ...contact,
    'comments',
    'parent',
    'location_type',
    'status',
    'tenant',
  ],
  filters: {
    q: by.search({
      name: 'icontains',
      facility: 'icontains',
      description: 'icontains',
      physical_address: 'icontains',
      shipping_address: 'icontains',
      contact_name: 'icontains',
      contact_phone: 'icontains',
      contact_email: 'icontains',
      comments: 'icontains',
      asn: 'number',
      id: 'iexact',
    }),
    time_zone: by.choice('time_zone', timeZones, { isnull: false, nullWord: '' }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    subtree: by.tree('id', { lookups: false }),
    child_location_type: by.rule(
      async (values, context) => {
        const types = await namedLocationTypes(values, context);
        return anyOf(
          where('location_type.children', 'in', types),
          allOf(where('location_type', 'in', types), where('location_type.nestable', 'exact', true)),
        );
      },
      { namesObjects: true },
    ),
    content_type: by.labels('location_type.content_types', { referringTo: 'dcim.location' }),
    circuit_terminations: by.relationId('circuit_terminations', { isnull: true }),
    has_circuit_terminations: by.has('circuit_terminations'),
    clusters: by.relation('clusters', { isnull: true }),
    has_clusters: by.has('clusters'),
    devices: by.relation('devices', { isnull: true }),
    has_devices: by.has('devices'),
    power_panels: by.relation('power_panels', { isnull: true }),
    has_power_panels: by.has('power_panels'),
    prefixes: by.relationId('prefixes', { isnull: true }),
    has_prefixes: by.has('prefixes'),
    rack_groups: by.relation('rack_groups', { isnull: true }),
    has_rack_groups: by.has('rack_groups'),
    racks: by.relation('racks', { isnull: true }),
    has_racks: by.has('racks'),
    vlan_groups: by.relation('vlan_groups', { isnull: true }),
    has_vlan_groups: by.has('vlan_groups'),
    vlans: by.relation('vlans', { key: 'vid', isnull: true }),
    has_vlans: by.has('vlans'),
  },
  needs: { location_type: ['name', 'nestable', 'parent', 'parent.name'], parent: ['location_type'] },
  neededWith: { location_type: ['parent'] },
  validate: [firstProblem(typeIsKept, parentFitsType)],
});
