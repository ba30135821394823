import type { Identity } from '@plumbline/http';
import { lookups } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const make = async (path: string, body: object) =>
  expectStatus(await plumbline.request('POST', `/api/${path}/`, body), 201).body;

/** What a device needs: a location of this name, and a type and a role that are called alike. */
async function deviceKind(name: string): Promise<object> {
  const type = await make('dcim/location-types', { name, content_types: ['dcim.device'] });
  const location = await make('dcim/locations', { name, location_type: type.id, status: 'Active' });
  const maker = await make('dcim/manufacturers', { name });
  const device_type = await make('dcim/device-types', { model: name, manufacturer: maker.id });
  const role = await make('extras/roles', { name, content_types: ['dcim.device'] });
  return { device_type: device_type.id, role: role.id, location: location.id, status: 'Active' };
}

/** What somebody sees of a list who may view what a constraint holds for, by what it is called; in no order. */
async function seen(path: string, label: string, constraints: object): Promise<string[]> {
  const as = await aUser(plumbline, admin, [{ object_types: [label], actions: ['view'], constraints }]);
  const { results } = expectStatus(
    await plumbline.request('GET', `/api/${path}/?limit=0`, undefined, { as }),
    200,
  ).body;
  return results.map(({ display }: { display: string }) => display).toSorted();
}

describe('any look-up', () => {
  const listed = ['in', 'has_keys', 'has_any_keys', 'net_in', 'range'];
  const paths = [
    'prefix',
    'description',
    'prefix_length',
    'ip_version',
    'created',
    'created__year',
    'namespace__name',
    'tags__name',
    'tenant__name',
    '_custom_field_data__zone',
    'broadcast',
  ];

  // A `toString` that is no function keeps an object from being turned into text or a number.
  test.each<unknown>([{ toString: null, valueOf: null }, [{ toString: null }], true, 5, null])(
    'of %j is answered, whatever it is about',
    async (value) => {
      const constraints = paths.flatMap((path) => [
        { [path]: value },
        ...lookups.map((lookup) => ({ [`${path}__${lookup}`]: listed.includes(lookup) ? [value, value] : value })),
      ]);
      const permission = { object_types: ['ipam.prefix'], actions: ['view'] };
      const each = constraints.map((one) => ({ ...permission, constraints: one }));
      const as = await aUser(plumbline, admin, each);
      expectStatus(await plumbline.request('GET', '/api/ipam/prefixes/', undefined, { as }), 200);
    },
  );
});

describe('isnull', () => {
  const inside = ['10.0.0.0/9'];
  const outside = ['10.0.0.0/8'];
  beforeAll(async () => {
    for (const prefix of [...outside, ...inside]) await make('ipam/prefixes', { prefix, status: 'Active' });
    await make('ipam/ip-addresses', { address: '10.0.0.1/32', status: 'Active', namespace: 'Global' });
  });

  test.each<unknown>([true, 'true', 'True', 1, 0.5, 'yes', [0]])('of %j asks for those without', async (yes) => {
    const without = (path: string) => seen('ipam/prefixes', 'ipam.prefix', { [`${path}__isnull`]: yes });
    expect([await without('parent'), await without('parent__prefix')]).toEqual([outside, outside]);
    expect([await without('ip_addresses'), await without('tenant')]).toEqual([outside, [...outside, ...inside]]);
  });

  test.each<unknown>([false, 'false', 'False', 0, '', null, []])('of %j asks for those with one', async (no) => {
    const having = (path: string) => seen('ipam/prefixes', 'ipam.prefix', { [`${path}__isnull`]: no });
    expect([await having('parent'), await having('parent__prefix')]).toEqual([inside, inside]);
    expect([await having('ip_addresses'), await having('tenant')]).toEqual([inside, []]);
  });
});

describe('contains', () => {
  beforeAll(async () => {
    const type = await make('virtualization/cluster-types', { name: 'type' });
    const cluster = await make('virtualization/clusters', { name: 'cluster', cluster_type: type.id });
    const machine = { name: 'vm', status: 'Active', cluster: cluster.id };
    const { id: virtual_machine } = await make('virtualization/virtual-machines', machine);
    for (const [name, ports] of Object.entries({ web: [80], other: [8080], both: [80, 443] }))
      await make('ipam/services', { name, ports, protocol: 'tcp', virtual_machine });
    for (const [name, actions] of Object.entries({ adding: ['add', 'view'], looking: ['view'], readding: ['readd'] }))
      await make('users/permissions', { name, actions, object_types: ['ipam.vlan'] });
    const tags = { one: ['ipam.vlan'], several: ['ipam.vlan', 'ipam.prefix'] };
    for (const [name, content_types] of Object.entries(tags)) await make('extras/tags', { name, content_types });
  });

  const [web, other, both] = ['web (TCP/80)', 'other (TCP/8080)', 'both (TCP/80, 443)'];
  test.each<[unknown, string[]]>([
    [80, [both, web]],
    [[80], [both, web]],
    [[443, 80], [both]],
    [[8080], [other]],
    [8, []],
    [[], [both, other, web]],
  ])('%j is asked of a list', async (value, names) => {
    const found = await seen('ipam/services', 'ipam.service', { ports__contains: value });
    expect(found).toEqual(names);
  });

  test.each<[unknown, string[]]>([
    [['add'], ['adding']],
    ['add', ['adding']],
    [['view', 'add'], ['adding']],
    ['ad', []],
  ])('%j is asked of JSON', async (value, names) => {
    const constraint = { actions__contains: value, name__in: ['adding', 'looking', 'readding'] };
    expect(await seen('users/permissions', 'users.objectpermission', constraint)).toEqual(names);
  });

  test.each<[unknown, string[]]>([
    [['ipam.vlan'], ['one', 'several']],
    ['ipam.prefix', ['several']],
    ['ipam', []],
  ])('%j is asked of a set', async (value, names) => {
    const constraint = { content_types__contains: value, name__in: ['one', 'several'] };
    expect(await seen('extras/tags', 'extras.tag', constraint)).toEqual(names);
  });

  test('is asked of text as before', async () => {
    expect(await seen('ipam/services', 'ipam.service', { name__contains: 'th' })).toEqual([both, other]);
  });
});

describe('A custom field', () => {
  const values = {
    ten: { num: 10, ms: ['a', 'b'], js: { x: 1 }, txt: 'x10' },
    five: { num: 5, ms: ['a'], js: [1, 2], txt: '5' },
  };
  beforeAll(async () => {
    const types = { num: 'integer', ms: 'multi-select', js: 'json', txt: 'text' };
    for (const [key, type] of Object.entries(types)) {
      const field = await make('extras/custom-fields', { label: key, key, type, content_types: ['tenancy.tenant'] });
      if (type === 'multi-select')
        for (const value of ['a', 'b']) await make('extras/custom-field-choices', { custom_field: field.id, value });
    }
    for (const [name, custom_fields] of Object.entries(values)) await make('tenancy/tenants', { name, custom_fields });
  });

  test.each<[string, unknown, string[]]>([
    ['num', 10, ['ten']],
    ['num', '10', []],
    ['num__gte', 6, ['ten']],
    ['num__gt', 5, ['ten']],
    ['num__lt', 6, ['five']],
    ['num__lte', 10, ['five', 'ten']],
    ['num__range', [6, 11], ['ten']],
    ['num__in', [5, 6], ['five']],
    ['num__in', ['5'], []],
    ['num__regex', '^1', ['ten']],
    ['ms', ['a'], ['five']],
    ['ms', ['a', 'b'], ['ten']],
    ['ms', 'a', []],
    ['ms__in', [['a']], ['five']],
    ['ms__contains', ['b'], ['ten']],
    ['ms__contains', 'a', ['five', 'ten']],
    ['ms__icontains', 'B', ['ten']],
    ['js', {}, []],
    ['js', { x: 1 }, ['ten']],
    ['js', [1], []],
    ['js', [1, 2], ['five']],
    ['js__contains', [2], ['five']],
    ['js__contains', { x: 1 }, ['ten']],
    ['txt__startswith', 'x', ['ten']],
    ['txt__isnull', false, ['five', 'ten']],
    ['js__x', 1, ['ten']],
    ['js__x__gte', 1, ['ten']],
    ['js__0', 1, ['five']],
    ['js__has_key', 'x', ['ten']],
    ['js__y__isnull', true, ['five', 'ten']],
  ])('is compared as the JSON it is: %s with %j', async (lookup, value, names) => {
    const constraint = { [`_custom_field_data__${lookup}`]: value };
    expect(await seen('tenancy/tenants', 'tenancy.tenant', constraint)).toEqual(names);
  });

  test.each([
    ['cf_num__gte=6', ['ten']],
    ['cf_ms=a', ['five', 'ten']],
    ['cf_js=2', ['five']],
    ['cf_txt__ic=1', ['ten']],
  ])('is filtered by as before: %s', async (query, names) => {
    const { body } = await plumbline.request('GET', `/api/tenancy/tenants/?${query}`);
    expect(body.results.map(({ name }: { name: string }) => name).toSorted()).toEqual(names);
  });
});

describe('JSON', () => {
  beforeAll(async () => {
    const data = {
      wide: { site: { name: 'Wien', size: 12 }, servers: ['a', 'b'], year: 1999, range: 'far' },
      narrow: { site: { name: 'Graz', size: 3 }, servers: ['b'], none: null },
    };
    for (const [name, each] of Object.entries(data)) await make('extras/config-contexts', { name, data: each });
  });

  test.each<[string, unknown, string[]]>([
    ['site__name', 'Wien', ['wide']],
    ['site__name', 'Linz', []],
    ['site__name__startswith', 'W', ['wide']],
    ['site__name__in', ['Graz', 'Wien'], ['narrow', 'wide']],
    ['site__name__iexact', 'GRAZ', ['narrow']],
    ['site__name__regex', '^[GH]', ['narrow']],
    ['site__size', 12, ['wide']],
    ['site__size', '12', []],
    ['site__size__lt', 12, ['narrow']],
    ['site', { name: 'Graz', size: 3 }, ['narrow']],
    ['site__contains', { size: 3 }, ['narrow']],
    ['site__contained_by', { name: 'Graz', size: 3, more: 1 }, ['narrow']],
    ['site__nothing__further', 1, []],
    ['servers__0', 'a', ['wide']],
    ['servers__contains', 'b', ['narrow', 'wide']],
    ['servers', ['b'], ['narrow']],
    ['year', 1999, ['wide']],
    ['year__isnull', true, ['narrow']],
    ['site__isnull', false, ['narrow', 'wide']],
    ['none__isnull', false, ['narrow']],
    ['none', null, ['narrow']],
    ['nothing', null, []],
    ['has_key', 'none', ['narrow']],
    ['has_keys', ['site', 'year'], ['wide']],
    ['has_any_keys', ['year', 'none'], ['narrow', 'wide']],
    ['site__has_key', 'name', ['narrow', 'wide']],
    ['contains', { year: 1999 }, ['wide']],
    ['contained_by', { year: 1999 }, []],
    // What is a look-up is none of the keys.
    ['range', 'far', []],
    ['nonsense__', 1, []],
  ])('is looked into: data__%s is %j', async (lookup, value, names) => {
    const body = {
      object_types: ['extras.configcontext'],
      actions: ['view'],
      constraints: { [`data__${lookup}`]: value },
    };
    if (lookup === 'range')
      return expectStatus(await plumbline.request('POST', '/api/users/permissions/', { name: 'far', ...body }), 400);
    expect(await seen('extras/config-contexts', 'extras.configcontext', body.constraints)).toEqual(names);
  });

  test('of another service is looked into', async () => {
    const kind = await deviceKind('inside');
    for (const [name, local_config_context_data] of Object.entries({ far: { hops: 9 }, near: { hops: 1 } })) {
      const device = (await make('dcim/devices', { name, ...kind, local_config_context_data })).id;
      await make('ipam/services', { name: `of ${name}`, ports: [1], protocol: 'tcp', device });
    }
    const found = await seen('ipam/services', 'ipam.service', { device__local_config_context_data__hops__gt: 2 });
    expect(found).toEqual(['of far (TCP/1)']);
    const devices = await seen('dcim/devices', 'dcim.device', { local_config_context_data__hops: 1 });
    expect(devices).toEqual(['near']);
  });
});

describe('A part of a time', () => {
  const moments = { early: '2023-01-01T00:30:15.75+00:00', late: '2024-12-30T23:59:59+00:00' };
  beforeAll(async () => {
    const { database } = plumbline.services.get('circuits')!.engine;
    for (const [name, created] of Object.entries(moments)) {
      const { id } = await make('circuits/providers', { name });
      await database.run(sql.unsafe`UPDATE provider SET created = ${created} WHERE id = ${id}`);
      const circuit_type = await make('circuits/circuit-types', { name });
      const circuit = { cid: name, provider: id, circuit_type: circuit_type.id, status: 'Active' };
      await make('circuits/circuits', { ...circuit, install_date: created.slice(0, 10) });
    }
  });

  test.each<[string, unknown, string[]]>([
    ['year', 2023, ['early']],
    ['year', '2024', ['late']],
    ['year__gte', 2023, ['early', 'late']],
    ['year__in', [2024, 2025], ['late']],
    ['year', 'x', []],
    ['iso_year', 2022, ['early']],
    ['iso_year', 2025, ['late']],
    ['quarter', 4, ['late']],
    ['month', 1, ['early']],
    ['week', 52, ['early']],
    ['week', 1, ['late']],
    ['day', 30, ['late']],
    ['week_day', 1, ['early']],
    ['week_day', 2, ['late']],
    ['iso_week_day', 7, ['early']],
    ['date', '2023-01-01', ['early']],
    ['date__gt', '2023-01-01', ['late']],
    ['date__range', ['2023-01-01', '2025-01-01'], ['early', 'late']],
    ['hour', 23, ['late']],
    ['minute', 30, ['early']],
    ['second', 15, ['early']],
    ['second__lt', 59, ['early']],
    ['century', 21, []],
    ['year__month', 1, []],
  ])('is compared by itself: %s is %j', async (lookup, value, names) => {
    const constraint = { [`created__${lookup}`]: value, name__in: ['early', 'late'] };
    expect(await seen('circuits/providers', 'circuits.provider', constraint)).toEqual(names);
  });

  test('is one of a day, and of what another object has', async () => {
    const circuits = (constraint: object) => seen('circuits/circuits', 'circuits.circuit', constraint);
    expect(await circuits({ install_date__year: 2023 })).toEqual(['early']);
    expect(await circuits({ install_date__hour: 0 })).toEqual([]);
    expect(await circuits({ provider__created__year__gt: 2023 })).toEqual(['late']);
  });
});

describe('What rows link with many', () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const kind = await deviceKind('here');
    const namespace = (await make('ipam/namespaces', { name: 'linked' })).id;
    const block = await make('ipam/prefixes', { prefix: '172.16.0.0/12', status: 'Active', namespace });
    const clusterType = await make('virtualization/cluster-types', { name: 'linked' });
    const cluster = await make('virtualization/clusters', { name: 'linked', cluster_type: clusterType.id });
    const machine = { name: 'linked', status: 'Active', cluster: cluster.id };
    ids.machine = (await make('virtualization/virtual-machines', machine)).id;
    for (const [name, address] of Object.entries({ d1: '172.16.0.1/32', d2: '172.16.0.2/32' })) {
      const device = await make('dcim/devices', { name, ...kind });
      const port = { name: `of ${name}`, device: device.id, type: 'virtual', status: 'Active' };
      const end = await make('dcim/interfaces', port);
      const { id } = await make('ipam/ip-addresses', {
        address,
        namespace,
        status: 'Active',
        dns_name: `${name}.example`,
      });
      await make('ipam/ip-address-to-interface', { ip_address: id, interface: end.id });
      Object.assign(ids, { [name]: device.id, [port.name]: end.id });
    }
    const vmPort = { name: 'of vm', virtual_machine: ids.machine, status: 'Active' };
    const vmEnd = await make('virtualization/interfaces', vmPort);
    const free = { address: '172.16.0.3/32', namespace, status: 'Active', dns_name: 'vm.example' };
    const { id } = await make('ipam/ip-addresses', free);
    await make('ipam/ip-address-to-interface', { ip_address: id, vm_interface: vmEnd.id });
    await make('ipam/ip-addresses', { ...free, address: '172.16.0.4/32', dns_name: 'free.example' });
    const vrf = await make('ipam/vrfs', { name: 'red', namespace, rd: '1:1' });
    await make('ipam/vrfs', { name: 'blue', namespace, rd: '1:2' });
    const { database } = plumbline.services.get('ipam')!.engine;
    await database.run(sql.unsafe`
      INSERT INTO vrfdeviceassignment (id, vrf, device, virtual_machine, name) VALUES
        (gen_random_uuid(), ${vrf.id}, ${ids.d1!}, NULL, ''), (gen_random_uuid(), ${vrf.id}, NULL, ${ids.machine!}, '')`);
    await database.run(sql.unsafe`INSERT INTO vrfprefixassignment VALUES (gen_random_uuid(), ${vrf.id}, ${block.id})`);
  });

  const addresses = ['ipam/ip-addresses', 'ipam.ipaddress', '172.16.0'] as const;
  const interfaces = ['dcim/interfaces', 'dcim.interface', 'of d'] as const;
  const vmInterfaces = ['virtualization/interfaces', 'virtualization.vminterface', 'of'] as const;
  const vrfs = ['ipam/vrfs', 'ipam.vrf', ''] as const;
  const prefixes = ['ipam/prefixes', 'ipam.prefix', '172'] as const;
  const devices = ['dcim/devices', 'dcim.device', 'd'] as const;

  test.each<[readonly [string, string, string], string, unknown, string[]]>([
    [addresses, 'interfaces__device__name', 'd1', ['172.16.0.1/32']],
    [addresses, 'interfaces__device__location__name', 'here', ['172.16.0.1/32', '172.16.0.2/32']],
    [addresses, 'interfaces__name__startswith', 'of', ['172.16.0.1/32', '172.16.0.2/32']],
    [addresses, 'vm_interfaces__virtual_machine__name', 'linked', ['172.16.0.3/32']],
    [addresses, 'interfaces__isnull', true, ['172.16.0.3/32', '172.16.0.4/32']],
    [addresses, 'interfaces__isnull', false, ['172.16.0.1/32', '172.16.0.2/32']],
    [addresses, 'interfaces__ip_addresses__dns_name', 'd1.example', ['172.16.0.1/32']],
    [interfaces, 'ip_addresses__dns_name', 'd1.example', ['of d1']],
    [interfaces, 'device__vrfs__name', 'red', ['of d1']],
    [vmInterfaces, 'ip_addresses__dns_name', 'vm.example', ['of vm']],
    [prefixes, 'vrfs__name', 'red', ['172.16.0.0/12']],
    [prefixes, 'ip_addresses__interfaces__device__name', 'd2', ['172.16.0.0/12']],
    [vrfs, 'devices__name', 'd1', ['linked: (red)']],
    [vrfs, 'devices__interfaces__ip_addresses__dns_name', 'd1.example', ['linked: (red)']],
    [vrfs, 'virtual_machines__name', 'linked', ['linked: (red)']],
    [vrfs, 'prefixes__prefix', '172.16.0.0/12', ['linked: (red)']],
    [vrfs, 'prefixes__isnull', true, ['linked: (blue)']],
    [devices, 'vrfs__name', 'red', ['d1']],
    [devices, 'interfaces__ip_addresses__dns_name__in', ['d2.example'], ['d2']],
  ])('is a path: of %j the %s %j', async ([path, label, start], key, value, names) => {
    const found = await seen(path, label, { [key]: value });
    expect(found.filter((name) => name.startsWith(start))).toEqual(names);
  });

  test('is a path by id', async () => {
    expect(await seen('ipam/ip-addresses', 'ipam.ipaddress', { interfaces: ids['of d2'] })).toEqual(['172.16.0.2/32']);
    expect(await seen('dcim/devices', 'dcim.device', { vrfs__isnull: false })).toEqual(['d1']);
  });

  test('names an object of another service', async () => {
    const service = (address: object) =>
      plumbline.request('POST', '/api/ipam/services/?dry_run=true', {
        name: 'named',
        ports: [1],
        protocol: 'tcp',
        device: address,
      });
    const named = await service({ interfaces__ip_addresses__dns_name: 'd1.example' });
    expect([named.status, named.body.device?.id]).toEqual([201, ids.d1]);
    expect((await service({ vrfs__name: 'blue' })).status).toBe(400);
  });
});

describe('A network', () => {
  beforeAll(async () => {
    for (const prefix of ['192.168.0.0/16', '192.168.1.0/24', '192.168.2.0/24'])
      await make('ipam/prefixes', { prefix, status: 'Active' });
  });

  test.each<[string, unknown, string[]]>([
    ['broadcast__net_host', '192.168.1.255', ['192.168.1.0/24']],
    ['broadcast__net_host', '192.168.1.255/24', ['192.168.1.0/24']],
    ['broadcast__net_in', ['192.168.1.0/24', '192.168.255.0/24'], ['192.168.0.0/16', '192.168.1.0/24']],
    ['broadcast__net_host_contained', '192.168.2.0/24', ['192.168.2.0/24']],
    ['network__net_host', '192.168.1.0', ['192.168.1.0/24']],
    ['network__net_host_contained', '192.168.1.0/25', ['192.168.1.0/24']],
    ['network__net_contained', '192.168.0.0/16', ['192.168.1.0/24', '192.168.2.0/24']],
    ['network__net_contains', '192.168.1.0/24', ['192.168.0.0/16']],
    ['network__net_equals', '192.168.1.0/24', ['192.168.1.0/24']],
  ])('is compared as a block, and its ends as addresses: %s', async (lookup, value, names) => {
    expect(await seen('ipam/prefixes', 'ipam.prefix', { [lookup]: value })).toEqual(names);
  });
});

describe('Look-ups of one constraint that lead to many objects the same way are about one of these', () => {
  beforeAll(async () => {
    const kind = await deviceKind('room');
    const tenants: Record<string, string> = {};
    for (const name of ['one', 'two']) tenants[name] = (await make('tenancy/tenants', { name: `tenant ${name}` })).id;
    const tags: Record<string, string> = {};
    for (const [name, color] of Object.entries({ red: 'ff0000', blue: '0000ff' }))
      tags[name] = (await make('extras/tags', { name, color, content_types: ['dcim.device'] })).id;
    const devices: Record<string, object> = {
      mixed: { serial: 'a', tenant: tenants.one, tags: [tags.red, tags.blue] },
      plain: { serial: 'b', tenant: tenants.one, tags: [tags.red] },
      bare: { serial: 'c', tenant: tenants.two },
    };
    const ports: Record<string, object[]> = {
      mixed: [
        { name: 'eth0', enabled: false, mtu: 1500 },
        { name: 'eth1', enabled: true, mac_address: '00:00:00:00:00:01' },
      ],
      plain: [{ name: 'eth0', enabled: true, mtu: 1500, mac_address: '00:00:00:00:00:02' }],
    };
    for (const [name, values] of Object.entries(devices)) {
      const device = (await make('dcim/devices', { name, ...kind, ...values })).id;
      for (const port of ports[name] ?? [])
        await make('dcim/interfaces', { device, type: 'virtual', status: 'Active', ...port });
    }
    const provider = (await make('circuits/providers', { name: 'carrier' })).id;
    const circuit_type = (await make('circuits/circuit-types', { name: 'line' })).id;
    for (const [cid, tenant] of Object.entries({ 'to one': tenants.one, 'to two': tenants.two }))
      await make('circuits/circuits', { cid, provider, circuit_type, status: 'Active', tenant });
    const targets: string[] = [];
    for (const [name, description] of Object.entries({ '9:1': 'first', '9:2': 'second' }))
      targets.push((await make('ipam/route-targets', { name, description })).id);
    await make('ipam/vrfs', { name: 'importing', rd: '9:9', import_targets: targets });
  });

  const lists = {
    device: ['dcim/devices', 'dcim.device'],
    interface: ['dcim/interfaces', 'dcim.interface'],
    tenant: ['tenancy/tenants', 'tenancy.tenant'],
    circuit: ['circuits/circuits', 'circuits.circuit'],
    vrf: ['ipam/vrfs', 'ipam.vrf'],
    tag: ['extras/tags', 'extras.tag'],
  } as const;

  test.each<[string, keyof typeof lists, object, string[]]>([
    ['that refers to it', 'device', { interfaces__name: 'eth0', interfaces__enabled: true }, ['plain']],
    ['that refers to it', 'device', { interfaces__name: 'eth0', interfaces__mtu__gte: 1500 }, ['mixed', 'plain']],
    ['that it refers to', 'vrf', { import_targets__name: '9:1', import_targets__description: 'second' }, []],
    [
      'that it refers to',
      'vrf',
      { import_targets__name: '9:1', import_targets__description: 'first' },
      ['Global: (importing)'],
    ],
    ['of another service that refers to it', 'tenant', { devices__name: 'mixed', devices__serial: 'b' }, []],
    [
      'of another service that refers to it',
      'tenant',
      { devices__name: 'mixed', devices__serial: 'a' },
      ['tenant one'],
    ],
    ['of another service that it refers to', 'device', { tags__name: 'red', tags__color: '0000ff' }, []],
    ['of another service that it refers to', 'device', { tags__name: 'blue', tags__color: '0000ff' }, ['mixed']],
    ['behind a single one', 'interface', { device__tags__name: 'red', device__tags__color: '0000ff' }, []],
    [
      'behind a single one',
      'interface',
      { device__interfaces__name: 'eth0', device__interfaces__enabled: true },
      ['eth0'],
    ],
    ['behind one of another service', 'circuit', { tenant__devices__name: 'plain', tenant__devices__serial: 'a' }, []],
    [
      'behind one of another service',
      'circuit',
      { tenant__devices__name: 'plain', tenant__devices__serial: 'b' },
      ['to one'],
    ],
    [
      'behind several',
      'tenant',
      { devices__interfaces__name: 'eth0', devices__interfaces__enabled: true, devices__serial: 'a' },
      [],
    ],
    [
      'behind several',
      'tenant',
      { devices__interfaces__name: 'eth0', devices__interfaces__enabled: true, devices__serial: 'b' },
      ['tenant one'],
    ],
    ['among content types', 'tag', { content_types__app_label: 'dcim', content_types__model: 'prefix' }, []],
    [
      'among content types',
      'tag',
      { content_types__app_label: 'dcim', content_types__model: 'device', name__in: ['red', 'one'] },
      ['red'],
    ],
    [
      'without values, or none at all',
      'device',
      { interfaces__mtu__isnull: true, interfaces__mac_address: null, name__in: ['mixed', 'plain', 'bare'] },
      ['bare'],
    ],
    [
      'without a value but with another',
      'device',
      { interfaces__mtu__isnull: true, interfaces__enabled: true, name__in: ['mixed', 'plain', 'bare'] },
      ['mixed'],
    ],
  ])('%s: %s by %j', async (_, list, constraint, names) => {
    const [path, label] = lists[list];
    expect(await seen(path, label, constraint)).toEqual(names);
  });

  test('while look-ups of several constraints may be met by different ones', async () => {
    const either = [{ interfaces__name: 'eth1' }, { interfaces__mtu: 1500 }];
    expect(await seen('dcim/devices', 'dcim.device', either)).toEqual(['mixed', 'plain']);
  });
});
