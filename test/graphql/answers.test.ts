import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { aUser, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab } from '../network/lab';
import { ask, type Shown, send } from './ask';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
let one: Shown;
let other: Shown;
let port: Shown;

const pathOf = (url: string): string => new URL(url).pathname;

beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
  await lab.make('extras/tags', { name: 'red', content_types: ['dcim.device', 'dcim.interface'] });
  await lab.make('extras/tags', { name: 'blue', content_types: ['dcim.device'] });
  one = await lab.device('one');
  other = await lab.device('other');
  await lab.send('PATCH', `dcim/devices/${one.id}/`, { tags: [{ name: 'red' }, { name: 'blue' }], serial: 'X1' });
  port = await lab.interface(one, { name: 'port 1' });
  const end = await lab.interface(other, { name: 'port 2', type: 'virtual' });
  await lab.interface(other, { name: 'port 3' });
  await lab.plug(port, await lab.interface(other, { name: 'port 4' }));
  await lab.make('ipam/prefixes', { prefix: '10.0.0.0/8', status: 'Active' });
  const address = await lab.make('ipam/ip-addresses', {
    address: '10.0.0.1/24',
    status: 'Active',
    namespace: { name: 'Global' },
  });
  await lab.make('ipam/ip-address-to-interface', { ip_address: address.id, interface: end.id });
  await lab.send('PATCH', `dcim/devices/${other.id}/`, { primary_ip4: address.id });
});
afterAll(() => plumbline?.stop());

describe('Objects', () => {
  it('are found by id, and nothing by an id that is missing or unknown', async () => {
    const query = `{ device(id: "${one.id}") { name } none: device { name } gone: device(id: "${port.id}") { name } }`;
    expect(await ask(plumbline, query)).toEqual({ device: { name: 'one' }, none: null, gone: null });
    const bad = await send(plumbline, '{ device(id: "x") { name } }');
    expect(bad.status).toBe(200);
    expect(bad.body.data).toEqual({ device: null });
    expect(bad.body.errors[0]).toMatchObject({ path: ['device'], locations: [{ line: 1, column: 3 }] });
  });

  it('show choices as names, blanks as null, numbers, dates and relations of all sorts', async () => {
    const query = `{ devices(name: "one") {
      id display name serial face position tags { name } status { name content_types(limit: 1) { app_label model } }
      location { name location_type { name } } tenant { name } config_context
      interfaces { name type enabled cable { id } cable_peer { __typename ... on InterfaceType { name } } cable_peer_interface { name device { name } }
        connected_interface { name } connected_console_port { name } cable_peer_type { app_label model } }
    } }`;
    const [found] = (await ask(plumbline, query)).devices;
    expect(found).toMatchObject({
      id: one.id,
      display: 'one',
      serial: 'X1',
      face: null,
      position: null,
      tags: [{ name: 'blue' }, { name: 'red' }],
      status: { name: 'Active', content_types: [{ app_label: 'circuits', model: 'circuit' }] },
      location: { name: 'Lab', location_type: { name: 'Lab' } },
      tenant: null,
      config_context: {},
    });
    expect(found.interfaces).toEqual([
      {
        name: 'port 1',
        type: 'A_1000BASE_T',
        enabled: true,
        cable: { id: expect.any(String) },
        cable_peer: { __typename: 'InterfaceType', name: 'port 4' },
        cable_peer_interface: { name: 'port 4', device: { name: 'other' } },
        connected_interface: { name: 'port 4' },
        connected_console_port: null,
        cable_peer_type: { app_label: 'dcim', model: 'interface' },
      },
    ]);
  });

  it('have the path that REST has them at, wherever they appear', async () => {
    const query = `{ device(id: "${one.id}") { url location { url } interfaces { id url cable_peer { ... on InterfaceType { id url } } } } }`;
    const { device } = await ask(plumbline, query);
    const { body: end } = await plumbline.request('GET', `/api/dcim/interfaces/${port.id}/`);
    const { id, url } = end.cable_peer;
    expect(device).toEqual({
      url: pathOf(one.url),
      location: { url: pathOf(one.location.url) },
      interfaces: [{ id: port.id, url: pathOf(end.url), cable_peer: { id, url: pathOf(url) } }],
    });
  });

  it('show numbers with a fraction as text, time zones as choices, and what names them alone as one object', async () => {
    const values = { latitude: '45.5', time_zone: 'Europe/Rome' };
    const { id: here } = (await lab.send('PATCH', `dcim/locations/${one.location.id}/`, values)).body;
    const chassis = await lab.make('dcim/virtual-chassis', { name: 'stack' });
    await lab.send('PATCH', `dcim/devices/${one.id}/`, { virtual_chassis: chassis.id, vc_position: 1 });
    await lab.send('PATCH', `dcim/virtual-chassis/${chassis.id}/`, { master: one.id });
    const query = `query ($kind: String) { location(id: "${here}") { latitude time_zone }
      device(id: "${one.id}") { vc_master_for { name } interfaces(kind: $kind) { name } } device_without: device(id: "${other.id}") { vc_master_for { name } } }`;
    expect(await ask(plumbline, query, { kind: 'virtual' })).toEqual({
      location: { latitude: '45.500000', time_zone: 'EUROPE_ROME' },
      device: { vc_master_for: { name: 'stack' }, interfaces: [] },
      device_without: { vc_master_for: null },
    });
  });

  it('show what lists them among several by a number, such as the users and permissions of a group', async () => {
    const group = await lab.make('users/groups', { name: 'readers' });
    await lab.make('users/users', { username: 'reader', groups: [group.id] });
    const permission = { name: 'reading', object_types: ['dcim.device'], actions: ['view'], groups: [group.id] };
    await lab.make('users/permissions', permission);
    const query = '{ groups(name: "readers") { name user_set { username } object_permissions(limit: 1) { name } } }';
    expect((await ask(plumbline, query)).groups).toEqual([
      { name: 'readers', user_set: [{ username: 'reader' }], object_permissions: [{ name: 'reading' }] },
    ]);
  });

  it('name what a cable is plugged into by the words of REST', async () => {
    const query = `{ cables { termination_a_type termination_a_id termination_a { __typename } termination_b_type } }`;
    expect((await ask(plumbline, query)).cables).toEqual([
      {
        termination_a_type: 'dcim.interface',
        termination_a_id: port.id,
        termination_a: { __typename: 'InterfaceType' },
        termination_b_type: 'dcim.interface',
      },
    ]);
  });

  it('that may be of several models show whatever columns they have, such as a label', async () => {
    for (const [end, label] of [
      [port, 'A17'],
      [(await lab.send('GET', `dcim/interfaces/${port.id}/`)).body.cable_peer, 'B4'],
    ])
      expect((await lab.send('PATCH', `dcim/interfaces/${end.id}/`, { label })).status).toBe(200);
    const query = `{ interface(id: "${port.id}") { label cable { label termination_a { ... on InterfaceType { label } } }
      cable_peer { ... on InterfaceType { name label } } _path { destination { ... on InterfaceType { label } } } } }`;
    expect(await ask(plumbline, query)).toEqual({
      interface: {
        label: 'A17',
        cable: { label: '', termination_a: { label: 'A17' } },
        cable_peer: { name: 'port 4', label: 'B4' },
        _path: { destination: { label: 'B4' } },
      },
    });
  });

  it('show the cable path that begins at them, and where it leads', async () => {
    const path =
      'id origin_type { model } origin_id origin { ... on InterfaceType { name } } destination_type { app_label model } destination_id';
    const query = `{ interfaces(name__isw: "port") { id name cable { id } path { id } _path { ${path} destination { __typename } path is_active is_split } } }`;
    const { interfaces } = await ask(plumbline, query);
    const begins = interfaces.filter(({ cable }: Shown) => cable);
    expect(begins).toHaveLength(2);
    expect(interfaces.filter(({ cable }: Shown) => !cable).map(({ _path }: Shown) => _path)).toContain(null);
    for (const [index, { id, name, cable, _path, path }] of begins.entries()) {
      expect(path).toEqual({ id: _path.id });
      const far = begins[1 - index];
      expect(_path).toEqual({
        id: expect.any(String),
        origin_type: { model: 'interface' },
        origin_id: id,
        origin: { name },
        destination_type: { app_label: 'dcim', model: 'interface' },
        destination_id: far.id,
        destination: { __typename: 'InterfaceType' },
        // A cable, by the number that its content type has; the destination is no part of the way.
        path: [expect.stringMatching(new RegExp(`^\\d+:${cable.id}$`))],
        is_active: expect.any(Boolean),
        is_split: false,
      });
    }
    const ids = begins.map(({ _path }: Shown) => ({ id: _path.id }));
    const { cable_paths } = await ask(plumbline, '{ cable_paths { id } }');
    expect(cable_paths).toEqual(expect.arrayContaining(ids));
    expect(await ask(plumbline, `{ cable_path(id: "${ids[0].id}") { id display } }`)).toEqual({
      cable_path: { ...ids[0], display: ids[0].id },
    });
    const admin = await signedIn(plumbline, superuser.apiToken);
    const blind = await aUser(plumbline, admin, [{ object_types: ['dcim.interface'], actions: ['view'] }]);
    expect(await ask(plumbline, '{ cable_paths { id } }', undefined, blind)).toEqual({ cable_paths: [] });
  });

  it('show what is linked by other rows', async () => {
    const query = `{ device(id: "${other.id}") { primary_ip4 { host interfaces { name } parent { prefix namespace { name } } }
      interfaces(name: "port 2") { type ip_addresses { address } } } }`;
    expect((await ask(plumbline, query)).device).toEqual({
      primary_ip4: {
        host: '10.0.0.1',
        interfaces: [{ name: 'port 2' }],
        parent: { prefix: '10.0.0.0/8', namespace: { name: 'Global' } },
      },
      interfaces: [{ type: 'VIRTUAL', ip_addresses: [{ address: '10.0.0.1/24' }] }],
    });
  });
});

describe('VRFs', () => {
  const vrfs = (as?: Identity) =>
    ask(
      plumbline,
      `{ prefixes(prefix: "10.0.0.0/8") { vrfs { name } } device(id: "${one.id}") { vrfs(name: "kept apart") { name devices { name } } } }`,
      undefined,
      as,
    );

  it('are shown by what lies in them, to those who may view them', async () => {
    const vrf = await lab.make('ipam/vrfs', { name: 'kept apart', rd: '65000:7' });
    // The contract has no endpoint that puts anything into a VRF.
    const { database } = plumbline.services.get('ipam')!.engine;
    await database.run(sql.unsafe`INSERT INTO vrfprefixassignment SELECT gen_random_uuid(), ${vrf.id}, id FROM prefix`);
    await database.run(
      sql.unsafe`INSERT INTO vrfdeviceassignment (id, vrf, device, name) VALUES (gen_random_uuid(), ${vrf.id}, ${one.id}, '')`,
    );
    expect(await vrfs()).toEqual({
      prefixes: [{ vrfs: [{ name: 'kept apart' }] }],
      device: { vrfs: [{ name: 'kept apart', devices: [{ name: 'one' }] }] },
    });
    const admin = await signedIn(plumbline, superuser.apiToken);
    const view = { object_types: ['dcim.device', 'ipam.prefix'], actions: ['view'] };
    const blind = await aUser(plumbline, admin, [view]);
    const assignments = `{ vrf_device_assignments { vrf { name } device { name } virtual_machine { name } name }
      vrf_prefix_assignments { vrf { name } prefix { prefix } }
      device(id: "${one.id}") { vrf_assignments { vrf { name } } } prefixes(prefix: "10.0.0.0/8") { vrf_assignments { vrf { name } } } }`;
    const ofVrf = { vrf: { name: 'kept apart' } };
    expect(await ask(plumbline, assignments)).toEqual({
      vrf_device_assignments: [{ ...ofVrf, device: { name: 'one' }, virtual_machine: null, name: '' }],
      vrf_prefix_assignments: [{ ...ofVrf, prefix: { prefix: '10.0.0.0/8' } }],
      device: { vrf_assignments: [ofVrf] },
      prefixes: [{ vrf_assignments: [ofVrf] }],
    });
    expect(await ask(plumbline, assignments, undefined, blind)).toEqual({
      vrf_device_assignments: [],
      vrf_prefix_assignments: [],
      device: { vrf_assignments: [] },
      prefixes: [{ vrf_assignments: [] }],
    });
    expect(await vrfs(blind)).toEqual({ prefixes: [{ vrfs: [] }], device: { vrfs: [] } });
  });
});

describe('What is linked by rows of its own', () => {
  it('is listed itself, from either side', async () => {
    const group = (name: string, more: object = {}) =>
      lab.make('extras/dynamic-groups', { name, content_type: 'dcim.device', filter: {}, ...more });
    const whole = await group('whole');
    const part = await group('part', { filter: { name: ['one'] } });
    const membership = { parent_group: whole.id, group: part.id, operator: 'union', weight: 1 };
    await lab.make('extras/dynamic-group-memberships', membership);
    expect(await ask(plumbline, '{ dynamic_groups { name children { name } parents { name } } }')).toEqual({
      dynamic_groups: [
        { name: 'part', children: [], parents: [{ name: 'whole' }] },
        { name: 'whole', children: [{ name: 'part' }], parents: [] },
      ],
    });

    const parameters = { variable: 'X' };
    const secret = await lab.make('extras/secrets', { name: 'word', provider: 'environment-variable', parameters });
    const secrets = await lab.make('extras/secrets-groups', { name: 'door' });
    const association = {
      secrets_group: secrets.id,
      secret: secret.id,
      access_type: 'Generic',
      secret_type: 'password',
    };
    await lab.make('extras/secrets-groups-associations', association);
    expect(
      await ask(
        plumbline,
        `{ secrets { secrets_groups { name } }
          secrets_groups { secrets { name } externalintegration_set { name } interfaceredundancygroup_set { name } } }`,
      ),
    ).toEqual({
      secrets: [{ secrets_groups: [{ name: 'door' }] }],
      secrets_groups: [{ secrets: [{ name: 'word' }], externalintegration_set: [], interfaceredundancygroup_set: [] }],
    });

    const pair = await lab.make('dcim/interface-redundancy-groups', {
      name: 'pair',
      status: 'Active',
      protocol: 'vrrp',
    });
    const turn = { interface_redundancy_group: pair.id, interface: port.id, priority: 1 };
    await lab.make('dcim/interface-redundancy-group-associations', turn);
    const query = `{ interface(id: "${port.id}") { interface_redundancy_groups { interfaces { name } } } }`;
    expect(await ask(plumbline, query)).toEqual({
      interface: { interface_redundancy_groups: [{ interfaces: [{ name: 'port 1' }] }] },
    });
  });
});

describe('Lists', () => {
  const names = (list: Shown[]) => list.map(({ name }) => name);

  it('take limit, offset and filters at the root and within objects', async () => {
    const query = `{ devices(name: ["one", "other"]) { name interfaces(limit: 1, offset: 1) { name }
      physical: interfaces(_type: ["1000base-t"], limit: 0) { name } tags(limit: 1, offset: 1) { name } } }`;
    const { devices } = await ask(plumbline, query);
    expect(devices.map((device: Shown) => [device.name, names(device.interfaces), names(device.physical)])).toEqual([
      ['one', [], ['port 1']],
      ['other', ['port 3'], ['port 3', 'port 4']],
    ]);
    expect(devices[0].tags).toEqual([{ name: 'red' }]);
    const { interfaces } = await ask(plumbline, '{ interfaces(_type: "virtual") { name } }');
    expect(names(interfaces)).toEqual(['port 2']);
    const page = await ask(plumbline, '{ interfaces(limit: 2, offset: 1, name__isw: "port") { name } }');
    expect(names(page.interfaces)).toHaveLength(2);
  });

  it('are filtered by numbers of more than 32 bits', async () => {
    await lab.make('circuits/providers', { name: 'four bytes', asn: 4200000001 });
    await lab.make('circuits/providers', { name: 'two bytes', asn: 65000 });
    const query = `query ($asn: [BigInteger]) { providers(asn: $asn) { name asn } literal: providers(asn: 4200000001) { name }
      beyond: providers(asn__gte: [4199999999]) { name } }`;
    const four = { name: 'four bytes' };
    expect(await ask(plumbline, query, { asn: [4200000001] })).toEqual({
      providers: [{ ...four, asn: 4200000001 }],
      literal: [four],
      beyond: [four],
    });
    for (const wrong of ['"x"', '"4200000001"', '1.5', '1e30', '9007199254740993', 'true'])
      expect((await send(plumbline, `{ providers(asn: ${wrong}) { name } }`)).status).toBe(400);
  });

  it('are filtered by larger numbers of custom fields as REST filters, and by variables of usual numbers as well', async () => {
    await lab.make('extras/custom-fields', { label: 'Octets', type: 'integer', content_types: ['ipam.rir'] });
    for (const [name, octets] of [
      ['few', 7],
      ['many', 5_000_000_000],
    ] as const)
      await lab.make('ipam/rirs', { name, custom_fields: { octets } });
    const found = { few: [{ name: 'few' }], many: [{ name: 'many' }] };
    for (const [argument, parameter, value, expected] of [
      ['cf_octets', 'cf_octets', 5_000_000_000, found.many],
      ['cf_octets__gt', 'cf_octets__gt', 2 ** 40, []],
      ['cf_octets__gte', 'cf_octets__gte', 4_999_999_999, found.many],
      ['cf_octets__lt', 'cf_octets__lt', 4_999_999_999, found.few],
      ['cf_octets', 'cf_octets', 7, found.few],
    ] as const) {
      const rest = (await lab.send('GET', `ipam/rirs/?${parameter}=${value}`)).body.results;
      expect(names(rest)).toEqual(names(expected as unknown as Shown[]));
      const literal = await ask(
        plumbline,
        `{ one: rirs(${argument}: ${value}) { name } more: rirs(${argument}: [${value}]) { name } }`,
      );
      expect([argument, literal]).toEqual([argument, { one: expected, more: expected }]);
      const variable = `query ($of: [BigInteger!]) { rirs(${argument}: $of) { name } }`;
      expect(await ask(plumbline, variable, { of: [value] })).toEqual({ rirs: expected });
    }
    // Clients know numbers as `Int` from the reference, and send variables of that type.
    for (const type of ['[Int]', '[Int!]', '[Int]!', '[Int!]!']) {
      const query = `query ($of: ${type}) { rirs(cf_octets: $of) { name } providers(asn: $of) { name } }`;
      expect(await ask(plumbline, query, { of: [7] })).toEqual({ rirs: found.few, providers: [] });
      expect((await send(plumbline, query, { of: [5_000_000_000] })).status).toBe(400);
    }
    expect(await ask(plumbline, 'query ($one: Int) { rirs(cf_octets: [$one]) { name } }', { one: 7 })).toEqual({
      rirs: found.few,
    });
    for (const query of [
      'query ($of: [String]) { rirs(cf_octets: $of) { name } }',
      'query ($of: [BigInteger]) { rirs(limit: $of) { name } }',
      'query ($of: Int) { rirs(name: [$of]) { name } }',
    ])
      expect((await send(plumbline, query, {})).status).toBe(400);
  });

  it('answer a bad filter with an error at its place, and the rest with data', async () => {
    const query = '{ tenants { name } devices { interfaces(status: "nix") { name } } interfaces(limit: -1) { name } }';
    const { status, body } = await send(plumbline, query);
    expect(status).toBe(200);
    expect(body.data.tenants).toEqual([]);
    expect(body.data.devices).toEqual([{ interfaces: null }, { interfaces: null }]);
    expect(body.errors.map(({ path }: Shown) => path.join('.')).sort()).toEqual([
      'devices.0.interfaces',
      'devices.1.interfaces',
      'interfaces',
    ]);
  });
});

describe('What people add', () => {
  it('may go by names that objects inherit', async () => {
    const field = await lab.make('extras/custom-fields', {
      label: 'Text',
      key: 'toString',
      type: 'text',
      content_types: ['ipam.rir'],
    });
    await lab.make('ipam/rirs', { name: 'without' });
    await lab.make('ipam/rirs', { name: 'with', custom_fields: { toString: 'x' } });
    const { body } = await send(plumbline, '{ rirs(name: ["without", "with"]) { cf_toString } }');
    expect(body).toEqual({ data: { rirs: [{ cf_toString: 'x' }, { cf_toString: null }] } });
    await lab.send('DELETE', `extras/custom-fields/${field.id}/`);
  });

  it('is null where it is stored as an empty value that its type does not have', async () => {
    const types = ['text', 'integer', 'boolean', 'date', 'select', 'multi-select', 'json', 'markdown'];
    const fields = [];
    for (const type of types)
      fields.push(
        await lab.make('extras/custom-fields', {
          label: type,
          key: `of_${type.replace('-', '_')}`,
          type,
          content_types: ['ipam.rir'],
        }),
      );
    const keys = fields.map(({ key }) => key as string);
    const emptied = async (empty: unknown) => {
      const custom_fields = Object.fromEntries(keys.map((key) => [key, empty]));
      await lab.make('ipam/rirs', { name: `emptied ${JSON.stringify(empty)}`, custom_fields });
      const query = `query ($name: [String]) { rirs(name: $name) { ${keys.map((key) => `cf_${key}`).join(' ')} } }`;
      return Object.values((await ask(plumbline, query, { name: [`emptied ${JSON.stringify(empty)}`] })).rirs[0]);
    };
    expect(await emptied('')).toEqual(['', null, null, null, '', null, '', '']);
    expect(await emptied([])).toEqual([null, null, null, null, null, [], [], null]);
    for (const { id } of fields) await lab.send('DELETE', `extras/custom-fields/${id}/`);
  });

  it('is there at once: custom fields, their filters, relationships, computed fields', async () => {
    const before = await send(plumbline, '{ devices { cf_rating } }');
    expect([before.status, before.body.data]).toEqual([400, undefined]);
    await lab.make('extras/custom-fields', {
      label: 'Rating',
      key: 'rating',
      type: 'integer',
      content_types: ['dcim.device'],
    });
    await lab.make('extras/relationships', {
      label: 'Twin',
      key: 'twin',
      type: 'symmetric-one-to-one',
      source_type: 'dcim.device',
      destination_type: 'dcim.device',
    });
    await lab.make('extras/relationships', {
      label: 'Keeps',
      key: 'keeps',
      type: 'one-to-many',
      source_type: 'dcim.device',
      destination_type: 'dcim.device',
    });
    await lab.make('extras/computed-fields', {
      label: 'Shout',
      key: 'shout',
      content_type: 'dcim.device',
      template: '{{ obj.name | upper }}!',
    });
    const relationships = {
      twin: { peer: { objects: [{ id: other.id }] } },
      keeps: { destination: { objects: [{ id: other.id }] } },
    };
    const changed = await lab.send('PATCH', `dcim/devices/${one.id}/`, { custom_fields: { rating: 5 }, relationships });
    expect(changed.status).toBe(200);
    const fields =
      '{ name cpf_shout cf_rating _custom_field_data rel_twin { name } rel_keeps_source { name } rel_keeps_destination { name } }';
    expect((await ask(plumbline, `{ devices(cf_rating: [5]) ${fields} }`)).devices).toEqual([
      {
        name: 'one',
        cpf_shout: 'ONE!',
        cf_rating: 5,
        _custom_field_data: { rating: 5 },
        rel_twin: { name: 'other' },
        rel_keeps_source: null,
        rel_keeps_destination: [{ name: 'other' }],
      },
    ]);
    expect((await ask(plumbline, `{ device(id: "${other.id}") ${fields} }`)).device).toMatchObject({
      cf_rating: null,
      rel_twin: { name: 'one' },
      rel_keeps_source: { name: 'one' },
      rel_keeps_destination: [],
    });
  });
});

describe('Permissions', () => {
  it('are those of REST at the root and in lists of what refers to an object', async () => {
    const admin = await signedIn(plumbline, superuser.apiToken);
    const view = (label: string, constraints?: object) => ({
      object_types: [label],
      actions: ['view'],
      ...(constraints ? { constraints } : {}),
    });
    const as = await aUser(plumbline, admin, [
      view('dcim.device'),
      view('dcim.interface', { name__in: ['port 1', 'port 2'] }),
    ]);
    const query = `{ devices { name location { name } interfaces { name } } interfaces { name } locations { name }
      location(id: "${lab.location}") { name } interface(id: "${port.id}") { name } }`;
    expect(await ask(plumbline, query, undefined, as)).toEqual({
      devices: [
        { name: 'one', location: { name: 'Lab' }, interfaces: [{ name: 'port 1' }] },
        { name: 'other', location: { name: 'Lab' }, interfaces: [{ name: 'port 2' }] },
      ],
      interfaces: [{ name: 'port 1' }, { name: 'port 2' }],
      locations: [],
      location: null,
      interface: { name: 'port 1' },
    });
  });
});

describe('Requests', () => {
  const post = (body: unknown, type = 'application/json') =>
    plumbline.request('POST', '/api/graphql/', body, { headers: { 'content-type': type } });

  it('come as JSON, with variables as text too, or as a query alone', async () => {
    const query = 'query A($n: [String]) { devices(name: $n) { name } } query B { tenants { name } }';
    const body = { query, variables: JSON.stringify({ n: ['one'] }), operationName: 'A' };
    expect((await post(body)).body).toEqual({ data: { devices: [{ name: 'one' }] } });
    expect((await post('{ tenants { name } }', 'application/graphql')).body).toEqual({ data: { tenants: [] } });
  });

  it('that ask nothing are refused in the shape of GraphQL', async () => {
    const several = 'query A { tenants { name } } query B { tenants { name } }';
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      {},
      { query: 7 },
      { query: '{ tenants' },
      { query: several },
      { query: '{ nothing }' },
      { query: '{ tenants { name } }', variables: '[' },
      { query: '{ tenants { name } }', variables: [1] },
      { query: 'query ($n: [String]!) { devices(name: $n) { name } }' },
      { query: 'subscription { x }' },
      { query: 'mutation { x }' },
    ]) {
      const answer = await post(body);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['errors']]);
      expect(answer.body.errors[0].message).toEqual(expect.any(String));
    }
    expect((await plumbline.request('GET', '/api/graphql/')).status).toBe(405);
  });
});

describe('Saved queries', () => {
  it('take numbers, and yes or no, for texts of variables', async () => {
    const query = 'query ($names: [String], $q: String) { devices(name: $names, q: $q) { name } }';
    const seven = await lab.device('7');
    expect(await ask(plumbline, query, { names: [7, true] })).toEqual({ devices: [{ name: '7' }] });
    expect(await ask(plumbline, query, { names: 7, q: 7 })).toEqual({ devices: [{ name: '7' }] });
    await lab.send('DELETE', `dcim/devices/${seven.id}/`);
  });

  it('say what their variables are, and are run with them', async () => {
    const query =
      'query ($n: [String], $max: Int = 1, $q: String = "o") { devices(name: $n, limit: $max, q: $q) { name } }';
    const saved = await lab.make('extras/graphql-queries', { name: 'devices', query });
    expect(saved.variables).toEqual({ n: '', max: '1', q: 'o' });
    const run = (body: unknown) => lab.send('POST', `extras/graphql-queries/${saved.id}/run/`, body);
    expect((await run({ variables: { n: ['other'] } })).body).toEqual({ data: { devices: [{ name: 'other' }] } });
    expect((await run({})).body.data.devices).toHaveLength(1);
    const wrong = await run({ variables: { max: 'x' } });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([200, ['errors']]);
    expect((await run(undefined)).body.data.devices).toHaveLength(1);
    for (const odd of [[{ variables: {} }], 5, null]) {
      const { status, body } = await run(odd);
      expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']]);
    }
    expect((await lab.send('GET', 'extras/graphql-queries/devices/')).body.id).toBe(saved.id);
  });

  it('are run by whoever may see them, also with a token that may only read', async () => {
    const admin = await signedIn(plumbline, superuser.apiToken);
    const saved = await lab.make('extras/graphql-queries', { name: 'all', query: '{ devices { name } }' });
    const run = (as: typeof admin) =>
      plumbline.request('POST', `/api/extras/graphql-queries/${saved.id}/run/`, {}, { as });
    expect((await run({ ...admin, userId: `${admin.userId}`, writeEnabled: false })).body.data.devices).toHaveLength(2);
    const reader = await aUser(plumbline, admin, [{ object_types: ['extras.graphqlquery'], actions: ['view'] }]);
    expect((await run(reader)).body).toEqual({ data: { devices: [] } });
    expect((await run(await aUser(plumbline, admin, []))).status).toBe(403);
  });
});
