import { beginWorld, type NetboxWorld, type Shown, seeded } from './worldBuilder';

export interface WorldSize {
  sites: number;
  devicesPerSite: number;
  interfacesPerDevice: number;
  machinesPerSite: number;
}

/** Some hundreds of objects. */
export const small: WorldSize = { sites: 4, devicesPerSite: 5, interfacesPerDevice: 4, machinesPerSite: 2 };
/** Some ten thousand. */
export const large: WorldSize = { sites: 40, devicesPerSite: 30, interfacesPerDevice: 8, machinesPerSite: 10 };

const statuses = ['active', 'planned', 'staged', 'offline'];

/**
 * A NetBox as a company has it after some years, the same for the same seed: objects of every model, in every kind of
 * relation, with names that are there twice, networks that overlap, and fields that nothing else has.
 */
export function makeNetboxWorld(url: string, seed: number, size: WorldSize): NetboxWorld {
  const chance = seeded(seed);
  const { world, add, brief, choice } = beginWorld(url);
  const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const named = (list: string, name: string, fields: Record<string, unknown> = {}) =>
    add(list, { name, slug: slugOf(name), description: `${name}, as it is called`, ...fields });
  const generic = (prefix: string, type: string, object: Shown) => ({
    [`${prefix}_type`]: type,
    [`${prefix}_id`]: object.id,
    [prefix]: brief(object),
  });

  // People and what they may.
  const ownerGroup = named('users/owner-groups', 'Teams');
  const groups = ['Operators', 'Readers'].map((name) => add('users/groups', { name, description: `The ${name}` }));
  const users = ['ada', 'grace', 'alan'].map((username, index) =>
    add('users/users', {
      username,
      display: username,
      first_name: username,
      last_name: 'Tester',
      email: `${username}@example.org`,
      is_active: index !== 2,
      is_staff: index === 0,
      groups: [brief(groups[index % 2]!)],
    }),
  );
  const owner = add('users/owners', {
    name: 'Network team',
    group: brief(ownerGroup),
    users: [brief(users[0])],
    user_groups: [brief(groups[0])],
    description: '',
  });
  const owned = { owner: brief(owner) };
  const permission = (name: string, fields: Record<string, unknown>) =>
    add('users/permissions', {
      name,
      description: '',
      enabled: true,
      actions: ['view', 'change'],
      constraints: null,
      groups: [brief(groups[0])],
      users: [brief(users[1])],
      ...fields,
    });
  permission('Sites and racks', { object_types: ['dcim.site', 'dcim.location', 'dcim.rack'] });
  permission('Only Berlin', { object_types: ['dcim.device'], constraints: { site__slug: 'site-1' } });
  permission('Tunnels', { object_types: ['vpn.tunnel'] });
  add('users/tokens', { user: brief(users[0]), description: 'a script', write_enabled: true, key: 'abcdef' });

  // Definitions.
  const choiceSet = add('extras/custom-field-choice-sets', {
    name: 'Colours',
    extra_choices: [
      ['red', 'Red'],
      ['blue', 'Blue'],
      ['green', 'Green'],
    ],
    order_alphabetically: false,
    choices_count: 3,
    base_choices: null,
  });
  const airports = add('extras/custom-field-choice-sets', {
    name: 'Airports',
    base_choices: choice('IATA'),
    extra_choices: [],
    choices_count: 9000,
  });
  const everywhere = [
    'dcim.site',
    'dcim.device',
    'ipam.prefix',
    'tenancy.tenant',
    'dcim.module',
    'wireless.wirelesslan',
  ];
  const field = (name: string, type: string, fields: Record<string, unknown> = {}) =>
    add('extras/custom-fields', {
      name,
      label: wordFor(name),
      type: choice(type),
      object_types: everywhere,
      description: `About ${name}`,
      group_name: 'Ours',
      filter_logic: choice('loose'),
      required: false,
      unique: false,
      weight: 100,
      search_weight: 1000,
      is_cloneable: false,
      validation_regex: '',
      ui_visible: choice('always'),
      ui_editable: choice('yes'),
      ...fields,
    });
  field('note_text', 'text', { validation_regex: '^.{0,80}$' });
  field('story', 'longtext');
  field('floor_number', 'integer', { validation_minimum: -5, validation_maximum: 200 });
  field('share', 'decimal');
  field('is_leased', 'boolean');
  field('since', 'date');
  field('checked_at', 'datetime');
  field('wiki', 'url');
  field('extra_data', 'json');
  field('colour', 'select', { choice_set: brief(choiceSet) });
  field('colours', 'multiselect', { choice_set: brief(choiceSet) });
  field('main_contact_site', 'object', { related_object_type: 'dcim.site' });
  field('peer_tenants', 'multiobject', { related_object_type: 'tenancy.tenant' });
  field('airport', 'select', { choice_set: brief(airports) });
  field('only_radio', 'text', { object_types: ['wireless.wirelesslan'] });
  const customFields = (at: number): Record<string, unknown> => ({
    note_text: `note ${at}`,
    story: at % 2 ? `A story.\n\nOf *${at}* lines.` : null,
    floor_number: at % 7,
    share: 12.5,
    is_leased: at % 2 === 0,
    since: '2020-02-29',
    checked_at: '2023-04-05T06:07:08Z',
    wiki: 'https://wiki.example.org/page',
    extra_data: { a: [1, 2, { b: null }] },
    colour: 'red',
    colours: ['blue', 'red'],
    airport: at % 2 ? 'BER' : null,
    main_contact_site: null,
    peer_tenants: null,
  });
  const tags = ['core', 'edge', 'lab'].map((name, index) =>
    named('extras/tags', name, {
      color: ['4caf50', '2196f3', '9e9e9e'][index],
      object_types: index === 1 ? ['dcim.device', 'ipam.prefix'] : [],
      weight: 1000,
    }),
  );
  const tagged = (...which: number[]) => which.map((index) => ({ ...brief(tags[index]), color: tags[index]!.color }));

  // Tenants and contacts.
  const tenantGroups = [named('tenancy/tenant-groups', 'Customers')];
  tenantGroups.push(
    named('tenancy/tenant-groups', 'Large customers', {
      parent: brief(tenantGroups[0]),
      _depth: 1,
      comments: 'The largest of them',
    }),
  );
  const tenants = ['Acme', 'Initech', 'Umbrella', 'Acme'].map((name, index) =>
    named('tenancy/tenants', name, {
      slug: `${slugOf(name)}-${index}`,
      group: brief(tenantGroups[index % 2]),
      comments: `About ${name}`,
      tags: tagged(0),
      custom_fields: { ...customFields(index), ...(index === 1 && { peer_tenants: [{ id: 1 }] }) },
    }),
  );
  const contactGroup = named('tenancy/contact-groups', 'On call');
  const contactRole = named('tenancy/contact-roles', 'Technician');
  const contacts = ['Kim Kelvin', 'Pat Pascal', 'Nobody Asked'].map((name) =>
    add('tenancy/contacts', {
      name,
      title: 'Engineer',
      phone: '+49 30 1',
      email: 'x@example.org',
      address: 'A street',
      link: 'https://example.org',
      groups: [brief(contactGroup)],
      ...owned,
    }),
  );

  // Places.
  const regions = [named('dcim/regions', 'Europe', { tags: tagged(0), ...owned })];
  regions.push(named('dcim/regions', 'Germany', { parent: brief(regions[0]), _depth: 1, comments: 'In the middle' }));
  const siteGroups = [named('dcim/site-groups', 'Production')];
  siteGroups.push(named('dcim/site-groups', 'Offices', { parent: brief(siteGroups[0]), _depth: 1 }));
  const rir = named('ipam/rirs', 'RIPE', { is_private: false, comments: 'An RIR' });
  const roles = ['Servers', 'Access'].map((name, index) => named('ipam/roles', name, { weight: 1000 + index }));
  const asns = [64500, 64501, 4_200_000_000].map((asn) =>
    add('ipam/asns', { asn, display: `AS${asn}`, rir: brief(rir), role: brief(roles[0]), tenant: brief(tenants[0]) }),
  );
  const briefAsn = (object: Shown | undefined) => ({ ...brief(object), asn: object?.asn });
  named('ipam/asn-ranges', 'Private', { rir: brief(rir), start: 64512, end: 65534 });
  const sites = Array.from({ length: size.sites }, (_, index) =>
    named('dcim/sites', index === 0 ? 'Germany' : `Site ${index}`, {
      slug: `site-${index}`,
      status: choice(index % 3 === 2 ? 'planned' : 'active'),
      region: index % 4 === 3 ? null : brief(regions[index % 2]),
      group: index % 2 ? brief(siteGroups[1]) : null,
      tenant: brief(tenants[index % 3]),
      facility: `DC${index}`,
      time_zone: index % 2 ? 'Europe/Berlin' : null,
      physical_address: 'A street 1\n10115 Berlin',
      latitude: 52.52 + index / 1000,
      longitude: 13.4,
      comments: 'A site',
      asns: index === 1 ? asns.slice(0, 2).map(briefAsn) : index === 2 ? [briefAsn(asns[2])] : [],
      tags: tagged(0, 2),
      custom_fields: { ...customFields(index), main_contact_site: index === 1 ? { id: 1 } : null },
      ...(index === 1 && owned),
    }),
  );
  const rooms = sites.map((site, index) =>
    named('dcim/locations', `Room ${index % 2}`, {
      site: brief(site),
      status: choice('active'),
      tenant: brief(tenants[0]),
      facility: 'R',
      slug: `room-${index}`,
    }),
  );
  const cages = rooms.slice(0, 2).map((room, index) =>
    named('dcim/locations', 'Cage', {
      site: brief(sites[index]),
      parent: brief(room),
      status: choice('active'),
      _depth: 1,
      slug: `cage-${index}`,
      comments: 'Locked',
    }),
  );

  // Racks and power.
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

  // Types of hardware.
  const platforms = [
    named('dcim/platforms', 'IOS', { manufacturer: brief(manufacturers[0]) }),
    named('dcim/platforms', 'Linux'),
  ];
  named('dcim/platforms', 'IOS XE', { manufacturer: brief(manufacturers[0]), parent: brief(platforms[0]), _depth: 1 });
  const type = (model: string, manufacturer: Shown | undefined, fields: Record<string, unknown> = {}) =>
    add('dcim/device-types', {
      model,
      slug: slugOf(model),
      manufacturer: brief(manufacturer),
      u_height: 1.0,
      is_full_depth: true,
      part_number: `P-${model}`,
      exclude_from_utilization: false,
      airflow: choice('front-to-rear'),
      weight: 3.5,
      weight_unit: choice('kg'),
      comments: 'A type',
      description: `Known as ${model}`,
      ...fields,
    });
  const types = {
    switch: type('C9300', manufacturers[0], { default_platform: brief(platforms[0]), tags: tagged(0) }),
    chassis: type('Blade chassis', manufacturers[0], {
      u_height: 4.0,
      subdevice_role: choice('parent'),
      exclude_from_utilization: true,
    }),
    blade: type('Blade', manufacturers[0], { u_height: 0.0, subdevice_role: choice('child') }),
    pdu: type('PDU', manufacturers[1], { u_height: 0.0 }),
    panel: type('Patch panel', manufacturers[2]),
    half: type('Half', manufacturers[2], { u_height: 0.5 }),
  };
  const moduleProfile = add('dcim/module-type-profiles', { name: 'Power supplies', schema: { type: 'object' } });
  const moduleType = add('dcim/module-types', {
    model: 'PWR-1',
    manufacturer: brief(manufacturers[0]),
    profile: brief(moduleProfile),
    part_number: 'PWR-1-AC',
    airflow: choice('passive'),
    attributes: { watts: 715 },
  });
  const template = (list: string, deviceType: Shown, name: string, fields: Record<string, unknown> = {}) =>
    add(list, { device_type: brief(deviceType), module_type: null, name, label: '', description: '', ...fields });
  for (let port = 1; port <= 3; port++)
    template('dcim/interface-templates', types.switch, `Gi1/0/${port}`, {
      type: choice(port === 3 ? '800gbase-x-osfp-future' : '1000base-t'),
      enabled: true,
      mgmt_only: false,
      poe_mode: choice('pse'),
    });
  template('dcim/console-port-templates', types.switch, 'con0', { type: choice('rj-45') });
  template('dcim/console-server-port-templates', types.switch, 'cs0', { type: choice('rj-45') });
  const inlet = template('dcim/power-port-templates', types.pdu, 'Inlet', {
    type: choice('iec-60309-p-n-e-6h'),
    maximum_draw: 3600,
    allocated_draw: 3000,
  });
  template('dcim/power-outlet-templates', types.pdu, 'Outlet 1', {
    type: choice('iec-60320-c13'),
    power_port: brief(inlet),
    feed_leg: choice('A'),
  });
  const rearTemplate = template('dcim/rear-port-templates', types.panel, 'Rear', {
    type: choice('mpo'),
    positions: 4,
    color: '2196f3',
  });
  for (let position = 1; position <= 4; position++)
    template('dcim/front-port-templates', types.panel, `Front ${position}`, {
      type: choice('lc'),
      color: '',
      positions: 1,
      rear_ports: [{ position: 1, rear_port: rearTemplate.id, rear_port_position: position }],
    });
  template('dcim/device-bay-templates', types.chassis, 'Bay 1');
  template('dcim/module-bay-templates', types.switch, 'PSU 1', { position: '1' });
  template('dcim/inventory-item-templates', types.switch, 'Fan', {
    manufacturer: brief(manufacturers[0]),
    part_id: 'FAN',
    _depth: 0,
  });
  add('dcim/interface-templates', {
    device_type: null,
    module_type: brief(moduleType),
    name: 'Te1',
    type: choice('10gbase-x-sfpp'),
    enabled: true,
    mgmt_only: false,
  });

  // Virtualization.
  const clusterTypes = [named('virtualization/cluster-types', 'VMware', { comments: 'Ours' })];
  const clusterGroup = named('virtualization/cluster-groups', 'Berlin clusters');
  const clusters = sites.slice(0, 3).map((site, index) =>
    add('virtualization/clusters', {
      name: index === 2 ? 'Cluster 0' : `Cluster ${index}`,
      type: brief(clusterTypes[0]),
      group: index === 2 ? null : brief(clusterGroup),
      status: choice('active'),
      tenant: brief(tenants[0]),
      ...(index === 1 ? generic('scope', 'dcim.sitegroup', siteGroups[0]!) : generic('scope', 'dcim.site', site)),
      description: 'A cluster',
      comments: 'Many machines',
    }),
  );

  // VRFs, VLANs, prefixes.
  const targets = ['65000:1', '65000:2'].map((name) =>
    add('ipam/route-targets', { name, tenant: brief(tenants[0]), description: 'A target', comments: '' }),
  );
  const vrfs = [
    add('ipam/vrfs', {
      name: 'Blue',
      rd: '65000:10',
      tenant: brief(tenants[0]),
      enforce_unique: true,
      import_targets: [brief(targets[0])],
      export_targets: [brief(targets[1])],
      description: 'A VRF',
      comments: 'Blue things',
      tags: tagged(0),
    }),
    add('ipam/vrfs', { name: 'Red', rd: null, enforce_unique: false, description: '', comments: '' }),
    add('ipam/vrfs', { name: 'Blue', rd: '65000:11', enforce_unique: true, description: 'Another one', comments: '' }),
    add('ipam/vrfs', { name: 'Global', rd: '65000:12', enforce_unique: true, description: '', comments: '' }),
  ];
  const vlanGroups = [
    named('ipam/vlan-groups', 'Campus', {
      ...generic('scope', 'dcim.site', sites[0]!),
      vid_ranges: [[1, 4094]],
      tenant: brief(tenants[0]),
    }),
    named('ipam/vlan-groups', 'Campus', {
      slug: 'campus-2',
      ...generic('scope', 'dcim.rack', racks[0]!),
      vid_ranges: [
        [100, 199],
        [300, 399],
      ],
    }),
    named('ipam/vlan-groups', 'Cloud', {
      ...generic('scope', 'virtualization.cluster', clusters[0]!),
      vid_ranges: [[1, 4094]],
    }),
    named('ipam/vlan-groups', 'Grouped', {
      ...generic('scope', 'dcim.sitegroup', siteGroups[0]!),
      vid_ranges: [[1, 4094]],
    }),
  ];
  const policy = named('ipam/vlan-translation-policies', 'Translate', { comments: '' });
  add('ipam/vlan-translation-rules', { policy: policy.id, local_vid: 10, remote_vid: 20, description: '' });
  const vlans = sites.flatMap((site, index) =>
    [10, 20].map((vid) =>
      add('ipam/vlans', {
        site: brief(site),
        group: index === 0 ? brief(vlanGroups[0]) : null,
        vid: vid + index,
        name: `VLAN ${vid + index}`,
        tenant: brief(tenants[0]),
        status: choice(vid === 10 ? 'active' : 'reserved'),
        role: brief(roles[0]),
        description: 'A VLAN',
        comments: vid === 10 ? 'Notes on it' : '',
        tags: tagged(0),
      }),
    ),
  );
  const serviceVlan = add('ipam/vlans', {
    vid: 1000,
    name: 'Service',
    status: choice('active'),
    qinq_role: choice('svlan'),
  });
  add('ipam/vlans', {
    vid: 1001,
    name: 'Customer',
    group: brief(vlanGroups[1]),
    status: choice('active'),
    qinq_role: choice('cvlan'),
    qinq_svlan: brief(serviceVlan),
  });
  add('ipam/aggregates', {
    prefix: '10.0.0.0/8',
    family: choice(4),
    rir: brief(rir),
    tenant: brief(tenants[0]),
    date_added: '2019-01-02',
    description: 'All of ten',
    comments: 'RFC 1918',
    tags: tagged(0),
  });
  add('ipam/aggregates', {
    prefix: '2001:db8::/32',
    family: choice(6),
    rir: brief(rir),
    date_added: null,
    description: '',
    comments: '',
  });
  const prefix = (text: string, fields: Record<string, unknown> = {}) =>
    add('ipam/prefixes', {
      prefix: text,
      family: choice(text.includes(':') ? 6 : 4),
      status: choice('active'),
      is_pool: false,
      mark_utilized: false,
      description: 'A prefix',
      comments: '',
      ...fields,
    });
  prefix('10.0.0.0/8', { status: choice('container'), comments: 'The same as the aggregate' });
  sites.forEach((site, index) => {
    prefix(`10.${index}.0.0/16`, {
      status: choice('container'),
      ...generic('scope', 'dcim.site', site),
      tenant: brief(tenants[index % 3]),
      role: brief(roles[0]),
      tags: tagged(1),
      custom_fields: customFields(index),
    });
    prefix(`10.${index}.1.0/24`, {
      vlan: brief(vlans[index * 2]),
      ...generic('scope', 'dcim.location', rooms[index]!),
      mark_utilized: index === 0,
    });
    prefix(`2001:db8:${index}::/48`, { vrf: index % 2 ? brief(vrfs[0]) : null });
  });
  prefix('10.0.1.0/24', { status: choice('deprecated'), description: 'The same once more' });
  prefix('10.0.0.0/16', { vrf: brief(vrfs[0]), is_pool: true, ...generic('scope', 'dcim.region', regions[0]!) });
  prefix('10.0.0.0/16', { vrf: brief(vrfs[2]), ...generic('scope', 'dcim.sitegroup', siteGroups[0]!) });
  add('ipam/ip-ranges', {
    start_address: '10.0.1.100/24',
    end_address: '10.0.1.120/24',
    size: 21,
    status: choice('active'),
    family: choice(4),
  });

  // Devices and their parts.
  const configTemplate = named('extras/config-templates', 'Base', { template_code: 'hostname {{ device.name }}' });
  const deviceRoles = ['Access', 'Server', 'Power'].map((name, index) =>
    named('dcim/device-roles', name, {
      color: 'f44336',
      vm_role: index === 1,
      config_template: index === 0 ? brief(configTemplate) : null,
    }),
  );
  named('dcim/device-roles', 'Top of rack', {
    color: 'f44336',
    vm_role: false,
    parent: brief(deviceRoles[0]),
    _depth: 1,
  });
  const chassis = [0, 1].map((index) =>
    add('dcim/virtual-chassis', {
      name: 'Stack',
      domain: `d${index}`,
      description: 'A stack',
      comments: index ? 'Two of them' : '',
    }),
  );
  const device = (
    name: string | null,
    deviceType: Shown,
    role: Shown | undefined,
    site: number,
    fields: Record<string, unknown> = {},
  ) =>
    add('dcim/devices', {
      name,
      display: name ?? `${deviceType.model} without a name`,
      device_type: { ...brief(deviceType), model: deviceType.model },
      role: brief(role),
      site: brief(sites[site]),
      status: choice('active'),
      description: 'A device',
      comments: 'Handle with care',
      ...fields,
    });
  const interfaces: Shown[] = [];
  const port = (list: string, owner: Shown, name: string, fields: Record<string, unknown> = {}) =>
    add(list, { device: brief(owner), name, label: '', description: '', ...fields });
  const netInterface = (owner: Shown, name: string, fields: Record<string, unknown> = {}) => {
    const made = port('dcim/interfaces', owner, name, {
      type: choice('1000base-t'),
      enabled: true,
      mgmt_only: false,
      speed: 1_000_000,
      duplex: choice('full'),
      ...fields,
    });
    interfaces.push(made);
    return made;
  };
  const switches: Shown[] = [];
  const wired = new Set<number>();
  const cable = (a: [string, Shown][], b: [string, Shown][], fields: Record<string, unknown> = {}) => {
    const end = ([object_type, object]: [string, Shown]) => {
      wired.add(object.id);
      return { object_type, object_id: object.id, object: brief(object) };
    };
    return add('dcim/cables', {
      type: 'cat6',
      a_terminations: a.map(end),
      b_terminations: b.map(end),
      status: choice('connected'),
      label: 'L1',
      color: '4caf50',
      length: 2.0,
      length_unit: choice('m'),
      description: 'A cable',
      comments: '',
      ...fields,
    });
  };
  const uplinks: Shown[] = [];
  sites.forEach((_, index) => {
    for (let number = 0; number < size.devicesPerSite; number++) {
      const inRack = number < 10;
      const isMember = number < 2 && index < 2;
      const made = device(`sw${number}.site${index}`, types.switch, deviceRoles[0], index, {
        tenant: brief(tenants[number % 3]),
        platform: brief(platforms[0]),
        serial: `S${index}-${number}`,
        asset_tag: number === 0 ? `A${index}` : null,
        location: racks[index]!.location,
        rack: inRack ? brief(racks[index]) : null,
        position: inRack ? 1.0 + number * 2 : null,
        face: inRack ? choice('front') : null,
        airflow: choice('front-to-rear'),
        latitude: 52.5,
        local_context_data: number === 0 ? { ntp: ['10.0.0.1'] } : null,
        config_template: number === 0 ? brief(configTemplate) : null,
        status: choice(chance.pick(statuses)),
        tags: tagged(number % 2),
        custom_fields: customFields(number),
        ...(isMember && { virtual_chassis: brief(chassis[index]), vc_position: number + 1, vc_priority: 100 }),
        ...(number === 1 && owned),
      });
      switches.push(made);
      if (isMember && number === 0) chassis[index]!.master = brief(made);
      const lag = netInterface(made, 'Po1', { type: choice('lag') });
      for (let at = 1; at <= size.interfacesPerDevice; at++) {
        const isTrunk = at === 1;
        const one = netInterface(made, `Gi1/0/${at}`, {
          type: choice(at === 2 ? '800gbase-x-osfp-future' : '1000base-t'),
          lag: at <= 2 ? brief(lag) : null,
          mtu: 1500,
          mac_address: at === 1 ? `00:11:22:${hex(index)}:${hex(number)}:0A` : null,
          mode: at === 4 ? choice('q-in-q') : choice(isTrunk ? 'tagged' : 'access'),
          untagged_vlan: brief(vlans[index * 2]),
          tagged_vlans: isTrunk ? [brief(vlans[index * 2 + 1])] : [],
          poe_mode: at === 3 ? choice('pse') : null,
          vrf: at === 1 ? brief(vrfs[0]) : null,
          tags: at === 1 ? tagged(0) : [],
        });
        if (at === 1) uplinks.push(one);
      }
      const loopback = netInterface(made, 'Vlan1', {
        type: choice('virtual'),
        mode: choice('access'),
        untagged_vlan: brief(vlans[index * 2]),
      });
      netInterface(made, 'Vlan1.1', { type: choice('virtual'), parent: brief(loopback), wireless_lans: [] });
      const bay = port('dcim/module-bays', made, 'PSU 1', { position: '1', enabled: true });
      const psu = add('dcim/modules', {
        device: brief(made),
        module_bay: brief(bay),
        module_type: brief(moduleType),
        status: choice('active'),
        serial: `M${index}-${number}`,
        asset_tag: null,
        description: 'A power supply',
        comments: number === 0 ? 'Swapped once' : '',
        custom_fields: customFields(number),
      });
      bay.installed_module = brief(psu);
      port('dcim/power-ports', made, 'PSU1', {
        type: choice('iec-60320-c14'),
        maximum_draw: 715,
        allocated_draw: 300,
        module: brief(psu),
      });
      port('dcim/console-ports', made, 'con0', { type: choice('rj-45'), speed: choice(9600) });
      const item = port('dcim/inventory-items', made, 'Fan tray', {
        manufacturer: brief(manufacturers[0]),
        part_id: 'FAN-T1',
        serial: `F${index}-${number}`,
        discovered: false,
        status: choice('active'),
        _depth: 0,
        ...generic('component', 'dcim.interface', uplinks.at(-1)!),
      });
      port('dcim/inventory-items', made, 'Fan', {
        parent: item.id,
        part_id: 'FAN',
        discovered: true,
        status: choice('failed'),
        _depth: 1,
      });
      if (number === 0)
        port('dcim/inventory-items', made, 'Fan', {
          parent: item.id,
          part_id: 'FAN',
          discovered: true,
          status: choice('active'),
          _depth: 1,
        });
    }
  });
  const itemRole = named('dcim/inventory-item-roles', 'Fan', { color: '9e9e9e' });
  world.get('dcim/inventory-items')![0]!.role = brief(itemRole);

  // Addresses.
  const address = (text: string, fields: Record<string, unknown> = {}) =>
    add('ipam/ip-addresses', {
      address: text,
      display: text,
      family: choice(text.includes(':') ? 6 : 4),
      status: choice('active'),
      dns_name: '',
      description: 'An address',
      comments: '',
      ...fields,
    });
  uplinks.forEach((one, index) => {
    const site = Math.floor(index / size.devicesPerSite);
    const number = index % size.devicesPerSite;
    const owner = switches[index]!;
    const ip4 = address(`10.${site}.1.${10 + number}/24`, {
      tenant: brief(tenants[0]),
      dns_name: `sw${number}.site${site}.example.org`,
      ...generic('assigned_object', 'dcim.interface', one),
      tags: tagged(0),
    });
    owner.primary_ip4 = brief(ip4);
    owner.primary_ip = brief(ip4);
    if (number === 0) {
      const ip6 = address(`2001:DB8:${site}::${number + 1}/64`, {
        ...generic('assigned_object', 'dcim.interface', one),
        status: choice('slaac'),
        vrf: null,
      });
      owner.primary_ip6 = brief(ip6);
      owner.oob_ip = brief(ip4);
    }
  });
  const inside = address('192.168.77.5/24', { comments: 'It has no prefix' });
  address('203.0.113.5/32', { nat_inside: brief(inside), status: choice('dhcp') });
  address('10.0.1.10/24', { description: 'The same host once more' });
  address('10.0.0.1/16', { vrf: brief(vrfs[0]) });
  address('10.0.0.1/16', { vrf: brief(vrfs[2]) });
  const virtual = [0, 1].map((index) =>
    address('10.0.1.1/24', {
      role: choice('vrrp'),
      ...generic('assigned_object', 'dcim.interface', interfaces[index * (size.interfacesPerDevice + 3)]!),
    }),
  );
  address('10.0.1.2/24', { role: choice('loopback') });
  const fhrp = add('ipam/fhrp-groups', {
    name: 'Gateways',
    protocol: choice('vrrp3'),
    group_id: 7,
    auth_type: choice('md5'),
    auth_key: 'a secret',
    description: 'A group',
    comments: '',
    ip_addresses: [brief(virtual[0])],
  });
  add('ipam/fhrp-groups', { name: '', protocol: choice('clusterxl'), group_id: 8, description: '', comments: '' });
  address('10.0.1.3/24', { role: choice('vip'), ...generic('assigned_object', 'ipam.fhrpgroup', fhrp) });
  for (const index of [0, 1])
    add('ipam/fhrp-group-assignments', {
      group: brief(fhrp),
      ...generic('interface', 'dcim.interface', interfaces[index * (size.interfacesPerDevice + 3) + 1]!),
      priority: 100 - index,
    });
  add('dcim/mac-addresses', {
    mac_address: '00:11:22:00:00:0A',
    ...generic('assigned_object', 'dcim.interface', uplinks[0]!),
    description: 'The primary one',
  });
  add('dcim/mac-addresses', { mac_address: '00:11:22:FF:FF:FF', description: 'Nobody’s' });

  // Blades, PDUs, patch panels.
  const enclosure = device('enclosure', types.chassis, deviceRoles[1], 0, {
    rack: brief(racks[0]),
    location: racks[0]!.location,
    position: 30.0,
    face: choice('front'),
    cluster: brief(clusters[0]),
  });
  const blade = device('blade', types.blade, deviceRoles[1], 0, {
    location: racks[0]!.location,
    rack: brief(racks[0]),
  });
  port('dcim/device-bays', enclosure, 'Bay 1', { installed_device: brief(blade), enabled: true });
  port('dcim/device-bays', enclosure, 'Bay 2', { enabled: false });
  device(null, types.half, deviceRoles[1], 0, {
    rack: brief(racks[0]),
    location: racks[0]!.location,
    position: 38.5,
    face: choice('rear'),
  });
  const pdu = device('pdu', types.pdu, deviceRoles[2], 0, { rack: brief(racks[0]), location: racks[0]!.location });
  const pduInlet = port('dcim/power-ports', pdu, 'Inlet', { type: choice('iec-60309-p-n-e-6h'), maximum_draw: 3600 });
  const outlets = [1, 2].map((number) =>
    port('dcim/power-outlets', pdu, `Outlet ${number}`, {
      type: choice('iec-60320-c13'),
      power_port: brief(pduInlet),
      feed_leg: choice('A'),
      status: choice(number === 2 ? 'faulty' : 'enabled'),
      color: '',
    }),
  );
  const consoleServer = device('console', types.switch, deviceRoles[0], 0, { location: brief(rooms[0]) });
  const serialPort = port('dcim/console-server-ports', consoleServer, 'tty1', {
    type: choice('rj-45'),
    speed: choice(9600),
  });
  const panelsInRack = [0, 1].map((index) => {
    const panel = device(`panel${index}`, types.panel, deviceRoles[0], index, {
      rack: brief(racks[index]),
      location: racks[index]!.location,
      position: 41.0,
      face: choice('front'),
    });
    const rear = port('dcim/rear-ports', panel, 'Rear', { type: choice('mpo'), positions: 4, color: '2196f3' });
    const fronts = [1, 2, 3, 4].map((position) =>
      port('dcim/front-ports', panel, `Front ${position}`, {
        type: choice('lc'),
        color: '',
        positions: 1,
        rear_ports: [{ position: 1, rear_port: rear.id, rear_port_position: position }],
      }),
    );
    rear.front_ports = fronts.map((front, position) => ({
      position: position + 1,
      front_port: front.id,
      front_port_position: 1,
    }));
    return { rear, fronts };
  });
  const portsOf = (list: string, owner: Shown) =>
    world.get(list)!.filter((one) => (one.device as Shown).id === owner.id);
  cable([['dcim.powerfeed', feeds[0]!]], [['dcim.powerport', pduInlet]], {
    type: 'power',
    length: 1.5,
    tenant: brief(tenants[0]),
  });
  cable([['dcim.poweroutlet', outlets[0]!]], [['dcim.powerport', portsOf('dcim/power-ports', switches[0]!)[0]!]], {
    length: null,
    length_unit: null,
  });
  cable(
    [['dcim.consoleserverport', serialPort]],
    [['dcim.consoleport', portsOf('dcim/console-ports', switches[0]!)[0]!]],
    { length: 3.333, status: choice('planned') },
  );
  cable([['dcim.rearport', panelsInRack[0]!.rear]], [['dcim.rearport', panelsInRack[1]!.rear]], {
    type: 'smf',
    comments: 'Across the yard',
    length: 0.2,
    length_unit: choice('km'),
  });
  const far = (owner: number, name: string) =>
    portsOf('dcim/interfaces', switches[owner]!).find((one) => one.name === name)!;
  const second = size.devicesPerSite;
  cable([['dcim.interface', far(0, 'Gi1/0/1')]], [['dcim.frontport', panelsInRack[0]!.fronts[0]!]]);
  cable([['dcim.interface', far(second, 'Gi1/0/1')]], [['dcim.frontport', panelsInRack[1]!.fronts[0]!]]);
  cable(
    [
      ['dcim.interface', far(0, 'Gi1/0/3')],
      ['dcim.interface', far(0, 'Gi1/0/4')],
    ],
    [
      ['dcim.interface', far(1, 'Gi1/0/3')],
      ['dcim.interface', far(1, 'Gi1/0/4')],
    ],
    { profile: choice('trunk-2c1p') },
  );
  const bundle = add('dcim/cable-bundles', { name: 'Bundle', description: '', comments: '' });
  cable(
    [['dcim.interface', far(2, 'Gi1/0/3')]],
    [
      ['dcim.interface', far(3, 'Gi1/0/3')],
      ['dcim.interface', far(3, 'Gi1/0/4')],
    ],
    { type: 'rg-213', bundle: brief(bundle), tags: tagged(0) },
  );
  cable([['dcim.interface', far(4, 'Gi1/0/3')]], [], {});
  for (const one of world.get('dcim/cables')!)
    for (const side of ['A', 'B'])
      for (const end of one[side === 'A' ? 'a_terminations' : 'b_terminations'] as {
        object_type: string;
        object_id: number;
      }[])
        add('dcim/cable-terminations', {
          cable: one.id,
          cable_end: side,
          termination_type: end.object_type,
          termination_id: end.object_id,
        });
  add('dcim/virtual-device-contexts', {
    name: 'Admin',
    device: brief(switches[0]),
    identifier: 1,
    status: choice('active'),
    tenant: brief(tenants[0]),
    description: 'A context',
  });

  // Machines.
  sites.forEach((site, index) => {
    for (let number = 0; number < size.machinesPerSite; number++) {
      const cluster = number % 2 || index > 2 ? null : clusters[index]!;
      const machine = add('virtualization/virtual-machines', {
        name: `vm${number}.site${index}`,
        role: brief(deviceRoles[1]),
        status: choice(index ? 'active' : 'paused'),
        site: brief(site),
        cluster: brief(cluster ?? undefined),
        tenant: brief(tenants[0]),
        platform: brief(platforms[1]),
        vcpus: number === 0 ? 2.5 : 4.0,
        memory: 4096,
        disk: 20_000,
        serial: `V${index}-${number}`,
        start_on_boot: choice('on'),
        description: 'A machine',
        comments: '',
        local_context_data: number ? null : { a: 1 },
        tags: tagged(0),
      });
      add('virtualization/virtual-disks', {
        virtual_machine: brief(machine),
        name: 'sda',
        size: 20_000,
        description: 'The only one',
      });
      const first = add('virtualization/interfaces', {
        virtual_machine: brief(machine),
        name: 'eth0',
        enabled: true,
        mtu: 1500,
        mac_address: `02:00:00:${hex(index)}:${hex(number)}:01`,
        description: '',
        mode: choice('tagged'),
        untagged_vlan: null,
        tagged_vlans: [brief(serviceVlan)],
      });
      add('virtualization/interfaces', {
        virtual_machine: brief(machine),
        name: 'eth0.1',
        enabled: false,
        parent: brief(first),
        bridge: brief(first),
        description: '',
        vrf: brief(vrfs[0]),
      });
      const ip = address(
        `10.${index}.1.${100 + number}/24`,
        generic('assigned_object', 'virtualization.vminterface', first),
      );
      machine.primary_ip4 = brief(ip);
      add('ipam/services', {
        ...generic('parent_object', 'virtualization.virtualmachine', machine),
        parent: brief(machine),
        name: 'ssh',
        protocol: choice('tcp'),
        ports: [22],
        ipaddresses: [brief(ip)],
        description: '',
        comments: '',
      });
    }
  });
  named('virtualization/virtual-machine-types', 'Medium', { default_vcpus: 2, default_memory: 4096 });
  add('ipam/services', {
    ...generic('parent_object', 'dcim.device', switches[0]!),
    name: 'snmp',
    protocol: choice('udp'),
    ports: [161, 162],
    description: 'A service',
    comments: 'Version 3',
  });
  add('ipam/services', {
    ...generic('parent_object', 'dcim.device', switches[0]!),
    name: 'snmp',
    protocol: choice('sctp'),
    ports: [163],
    description: '',
    comments: '',
  });
  add('ipam/services', {
    ...generic('parent_object', 'ipam.fhrpgroup', fhrp),
    name: 'vip',
    protocol: choice('tcp'),
    ports: [443],
    description: '',
    comments: '',
  });
  named('ipam/service-templates', 'Web', { protocol: choice('tcp'), ports: [80, 443], comments: '' });

  // Circuits.
  const providers = ['Telia', 'Lumen'].map((name, index) =>
    named('circuits/providers', name, {
      comments: 'A provider',
      asns: index ? [briefAsn(asns[0]), briefAsn(asns[1])] : [briefAsn(asns[2])],
      tags: tagged(0),
    }),
  );
  const accounts = ['A-1', 'A-2'].map((account, index) =>
    add('circuits/provider-accounts', {
      provider: brief(providers[0]),
      name: index ? 'Second' : '',
      account,
      description: '',
      comments: '',
    }),
  );
  const cloud = add('circuits/provider-networks', {
    provider: brief(providers[0]),
    name: 'MPLS',
    service_id: 'svc',
    description: 'A network',
    comments: 'Wide',
  });
  const circuitType = named('circuits/circuit-types', 'Internet', { color: '2196f3', comments: '' });
  const circuitGroup = named('circuits/circuit-groups', 'Redundant', { comments: '' });
  const circuits = [0, 1, 2].map((index) =>
    add('circuits/circuits', {
      cid: `C-${index}`,
      display: `C-${index}`,
      provider: brief(providers[0]),
      provider_account: brief(accounts[0]),
      type: brief(circuitType),
      status: choice(index === 2 ? 'decommissioned' : 'active'),
      tenant: brief(tenants[0]),
      install_date: '2021-03-04',
      termination_date: '2031-03-04',
      commit_rate: 100_000,
      distance: 12.5,
      distance_unit: choice('km'),
      description: 'A circuit',
      comments: 'To the world',
      tags: tagged(0),
      assignments: index ? [] : [{ id: 1, display: 'Redundant: Primary' }],
    }),
  );
  add('circuits/circuit-group-assignments', {
    group: brief(circuitGroup),
    ...generic('member', 'circuits.circuit', circuits[0]!),
    priority: choice('primary'),
  });
  const end = (circuit: Shown, side: string, type: string, target: Shown, fields: Record<string, unknown> = {}) =>
    add('circuits/circuit-terminations', {
      circuit: brief(circuit),
      term_side: side,
      ...generic('termination', type, target),
      port_speed: 1_000_000,
      upstream_speed: null,
      description: 'An end',
      tags: tagged(0),
      ...fields,
    });
  const hand = end(circuits[0]!, 'A', 'dcim.site', sites[0]!);
  end(circuits[0]!, 'Z', 'circuits.providernetwork', cloud);
  end(circuits[1]!, 'A', 'dcim.location', rooms[0]!);
  end(circuits[1]!, 'Z', 'dcim.region', regions[0]!);
  cable([['circuits.circuittermination', hand]], [['dcim.interface', far(0, 'Gi1/0/2')]], { type: 'smf' });
  const virtualType = named('circuits/virtual-circuit-types', 'Pseudowire', { color: '', comments: '' });
  const virtualCircuit = add('circuits/virtual-circuits', {
    cid: 'VC-1',
    provider_network: brief(cloud),
    type: brief(virtualType),
    status: choice('active'),
    description: '',
    comments: '',
  });
  add('circuits/virtual-circuit-terminations', {
    virtual_circuit: brief(virtualCircuit),
    role: choice('peer'),
    interface: brief(interfaces[0]),
    description: '',
  });

  // What has no place.
  const ike = named('vpn/ike-proposals', 'IKE', { authentication_method: choice('preshared-keys') });
  const ikePolicy = named('vpn/ike-policies', 'IKE policy', {
    version: choice(2),
    proposals: [brief(ike)],
    preshared_key: 'a secret',
  });
  const ipsec = named('vpn/ipsec-proposals', 'IPsec');
  const ipsecPolicy = named('vpn/ipsec-policies', 'IPsec policy', { proposals: [brief(ipsec)] });
  const profile = named('vpn/ipsec-profiles', 'Profile', {
    mode: choice('esp'),
    ike_policy: brief(ikePolicy),
    ipsec_policy: brief(ipsecPolicy),
  });
  const tunnelGroup = named('vpn/tunnel-groups', 'Tunnels');
  const tunnel = named('vpn/tunnels', 'Tunnel', {
    status: choice('active'),
    group: brief(tunnelGroup),
    encapsulation: choice('gre'),
    ipsec_profile: brief(profile),
  });
  add('vpn/tunnel-terminations', {
    tunnel: brief(tunnel),
    role: choice('peer'),
    ...generic('termination', 'dcim.interface', interfaces[0]!),
  });
  const l2vpn = named('vpn/l2vpns', 'EVPN', { type: choice('vxlan-evpn'), status: choice('active') });
  add('vpn/l2vpn-terminations', { l2vpn: brief(l2vpn), ...generic('assigned_object', 'ipam.vlan', vlans[0]!) });
  const radioGroup = named('wireless/wireless-lan-groups', 'Radio');
  const radio = add('wireless/wireless-lans', {
    ssid: 'guest',
    display: 'guest',
    group: brief(radioGroup),
    status: choice('active'),
    auth_psk: 'a secret',
    ...generic('scope', 'dcim.site', sites[0]!),
    custom_fields: { only_radio: 'x' },
  });
  add('wireless/wireless-links', {
    interface_a: brief(interfaces[0]),
    interface_b: brief(interfaces[1]),
    ssid: 'bridge',
    status: choice('connected'),
    auth_psk: 'a secret',
  });
  const source = add('core/data-sources', {
    name: 'Repository',
    type: choice('git'),
    source_url: 'https://git.example.org',
    enabled: true,
    status: choice('completed'),
    parameters: { password: 'a secret' },
  });
  add('core/data-files', { source: brief(source), path: 'a.yaml', size: 1, hash: 'x' });
  add('core/jobs', { name: 'A job', status: choice('completed') });
  add('core/object-changes', {
    user_name: 'ada',
    action: choice('create'),
    changed_object_type: 'dcim.site',
    changed_object_id: 1,
  });
  add('core/object-types', { app_label: 'dcim', model: 'site' });
  add('extras/object-changes', {
    user_name: 'ada',
    action: choice('create'),
    changed_object_type: 'dcim.site',
    changed_object_id: 1,
  });
  add('extras/content-types', { app_label: 'dcim', model: 'site' });
  add('extras/reports', { name: 'A report' });
  add('extras/scripts', { name: 'A script' });
  add('extras/bookmarks', { object_type: 'dcim.site', object_id: 1, user: brief(users[0]) });
  add('extras/subscriptions', { object_type: 'dcim.site', object_id: 1, user: brief(users[0]) });
  add('extras/notifications', {
    object_type: 'dcim.site',
    object_id: 1,
    user: brief(users[0]),
    event_type: 'object_updated',
  });
  add('extras/notification-groups', { name: 'All', users: [brief(users[0])], description: '' });
  add('extras/saved-filters', { name: 'Mine', slug: 'mine', object_types: ['dcim.site'], parameters: {} });
  add('extras/table-configs', { name: 'Mine', table: 'SiteTable', object_type: 'dcim.site', columns: ['name'] });
  add('extras/tagged-objects', { object_type: 'dcim.site', object_id: 1, tag: brief(tags[0]) });
  add('extras/image-attachments', { object_type: 'dcim.site', object_id: 1, name: 'Door', image: '/media/door.png' });

  // What is about others.
  for (const [type, object] of [
    ['dcim.site', sites[0]!],
    ['dcim.region', regions[0]!],
    ['dcim.device', switches[0]!],
    ['tenancy.tenant', tenants[0]!],
    ['circuits.provider', providers[0]!],
    ['wireless.wirelesslan', radio],
  ] as const) {
    add('tenancy/contact-assignments', {
      object_type: type,
      object_id: object.id,
      object: brief(object),
      contact: brief(chance.pick(contacts.slice(0, 2))),
      role: brief(contactRole),
      priority: choice('primary'),
    });
    add('extras/journal-entries', {
      assigned_object_type: type,
      assigned_object_id: object.id,
      assigned_object: brief(object),
      created_by: users[0]!.id,
      kind: choice('warning'),
      comments: `Something happened at ${object.display}`,
    });
  }
  const contextProfile = add('extras/config-context-profiles', {
    name: 'Clocks',
    description: '',
    schema: { type: 'object', properties: { ntp: { type: 'array' } } },
    comments: '',
  });
  const context = (name: string, fields: Record<string, unknown>) =>
    add('extras/config-contexts', {
      name,
      weight: 1000,
      description: '',
      is_active: true,
      regions: [],
      site_groups: [],
      sites: [],
      locations: [],
      device_types: [],
      roles: [],
      platforms: [],
      cluster_types: [],
      cluster_groups: [],
      clusters: [],
      tenant_groups: [],
      tenants: [],
      tags: [],
      data: { ntp: ['10.0.0.1'] },
      ...fields,
    });
  context('Everywhere', { profile: brief(contextProfile) });
  context('Sites', {
    sites: [brief(sites[0])],
    roles: [brief(deviceRoles[0])],
    device_types: [brief(types.switch)],
    platforms: [brief(platforms[0])],
    tags: ['core'],
    tenants: [brief(tenants[0])],
    tenant_groups: [brief(tenantGroups[0])],
  });
  context('Both', {
    regions: [brief(regions[0])],
    sites: [brief(sites[1])],
    site_groups: [brief(siteGroups[0])],
    locations: [brief(cages[0])],
  });
  context('Cluster types', {
    cluster_types: [brief(clusterTypes[0])],
    clusters: [brief(clusters[0])],
    cluster_groups: [brief(clusterGroup)],
  });
  add('extras/custom-links', {
    name: 'Wiki',
    object_types: ['dcim.site', 'dcim.device', 'wireless.wirelesslan'],
    enabled: true,
    link_text: 'Wiki of {{ object.name }}',
    link_url: 'https://wiki.example.org/{{ object.name }}',
    weight: 100,
    group_name: '',
    button_class: 'blue',
    new_window: true,
  });
  add('extras/custom-links', {
    name: 'Off',
    object_types: ['dcim.site'],
    enabled: false,
    link_text: 'x',
    link_url: 'https://x.example.org',
    weight: 100,
    group_name: '',
    button_class: 'default',
    new_window: false,
  });
  add('extras/export-templates', {
    name: 'Hosts',
    object_types: ['dcim.device', 'virtualization.virtualmachine'],
    description: '',
    template_code: '{% for obj in queryset %}{{ obj.name }}\n{% endfor %}',
    mime_type: 'text/plain',
    file_extension: 'txt',
    as_attachment: true,
    file_name: '',
  });
  const hook = add('extras/webhooks', {
    name: 'Tell',
    description: '',
    payload_url: 'https://hooks.example.org/',
    http_method: 'POST',
    http_content_type: 'application/json',
    additional_headers: '',
    body_template: '',
    secret: 'a secret',
    ssl_verification: true,
    ca_file_path: null,
  });
  add('extras/webhooks', {
    name: 'Unused',
    payload_url: 'https://unused.example.org/',
    http_method: 'POST',
    http_content_type: 'application/json',
    secret: '',
    ssl_verification: false,
  });
  const rule = (name: string, fields: Record<string, unknown>) =>
    add('extras/event-rules', {
      name,
      enabled: true,
      object_types: ['dcim.site', 'dcim.device'],
      event_types: ['object_created', 'object_updated'],
      conditions: null,
      action_type: choice('webhook'),
      action_object_type: 'extras.webhook',
      action_object_id: hook.id,
      description: '',
      ...fields,
    });
  rule('Tell of sites', {});
  rule('With conditions', {
    object_types: ['ipam.prefix'],
    conditions: { and: [{ attr: 'status.value', value: 'active' }] },
    event_types: ['object_deleted'],
  });
  rule('Of jobs', { event_types: ['job_completed'] });
  rule('A script', { action_type: choice('script'), action_object_type: 'extras.script', action_object_id: 1 });
  return world;
}

const hex = (value: number): string => value.toString(16).padStart(2, '0').toUpperCase();
const wordFor = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replace(/_/g, ' ');
