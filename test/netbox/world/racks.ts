import type { Definitions } from './definitions';
import type { People } from './people';
import type { Places } from './places';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** Racks and power. */
export function makeRacks(
  { named, add, brief, choice }: Tools,
  { sites, rooms, tenants, tagged, users }: Places & Tenancy & Definitions & People,
) {
  const rackRoles = ['Network', 'Access'].map((name) => named('dcim/rack-roles', name, { color: '9e9e9e' }));
  const manufacturers = ['Cisco', 'APC', 'Panduit'].map((name) =>
    named('dcim/manufacturers', name, { comments: name === 'APC' ? 'Power' : '' }),
  );
  const rackType = add('dcim/rack-types', {
    manufacturer: brief(manufacturers[1]),
    model: 'NetShelter',
    slug: 'netshelter',
    form_factor: choice('4-post-cabinet'),
    width: choice(19),
    u_height: 42,
  });
  const rackGroup = named('dcim/rack-groups', 'Row A');
  const racks = sites.map((site, index) =>
    add('dcim/racks', {
      name: `R${index}`,
      facility_id: index % 2 ? `F${index}` : null,
      site: brief(site),
      location: index % 2 ? null : brief(rooms[index]),
      group: brief(rackGroup),
      tenant: brief(tenants[1]),
      status: choice('active'),
      role: brief(rackRoles[index % 2]),
      serial: `RS${index}`,
      asset_tag: `RA${index}`,
      rack_type: index === 0 ? brief(rackType) : null,
      form_factor: choice('4-post-cabinet'),
      width: choice(19),
      u_height: 42,
      starting_unit: index === 1 ? 2 : 1,
      weight: 120.5,
      weight_unit: choice('kg'),
      desc_units: index % 2 === 1,
      outer_width: 600,
      outer_depth: 1000,
      outer_unit: choice('mm'),
      mounting_depth: 740,
      airflow: choice('front-to-rear'),
      description: 'A rack',
      comments: 'With doors',
      tags: tagged(0),
    }),
  );
  add('dcim/rack-reservations', {
    rack: brief(racks[0]),
    units: [40, 41],
    unit_count: 2,
    status: choice('active'),
    user: { ...brief(users[0]), username: 'ada' },
    tenant: brief(tenants[0]),
    description: 'For later',
    comments: 'Ask first',
  });
  const panels = sites.slice(0, 3).map((site, index) =>
    add('dcim/power-panels', {
      site: brief(site),
      location: index === 0 ? brief(rooms[0]) : index === 1 ? brief(rooms[1]) : null,
      name: `Panel ${index}`,
      description: 'A panel',
    }),
  );
  const feeds = panels.map((panel, index) =>
    add('dcim/power-feeds', {
      power_panel: brief(panel),
      rack: brief(racks[index]),
      name: `Feed ${index}`,
      status: choice('active'),
      type: choice('primary'),
      supply: choice('ac'),
      phase: choice('single-phase'),
      voltage: 230,
      amperage: 16,
      max_utilization: 80,
      tenant: brief(tenants[0]),
      description: 'A feed',
      comments: '',
    }),
  );
  return { manufacturers, racks, feeds };
}

export type Racks = ReturnType<typeof makeRacks>;
