import type { Identity } from '@plumbline/http';
import { where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import {
  aUser,
  expectStatus,
  settled,
  signedIn,
  superuser,
  type TestAnswer,
  type TestedService,
  type TestServices,
} from '@plumbline/testkit';
import { parse } from 'csv-parse/sync';
import { startEveryService } from '../models/everyService';
import type { Shown } from './world';

/** Stands in everything of the objects that the viewer may not see. */
const word = 'quagga';

/** An app with a rule on tenants, which says what it found in the way. */
const watch: TestedService = {
  app: 'watch',
  root: 'plugins/watch',
  models: [],
  asks: [{ app: 'dcim', model: 'device', verb: 'find' }],
  validators: [
    {
      of: 'tenancy.tenant',
      columns: ['description'],
      judge: async (tenants, { select }) => {
        const wanted = tenants.flatMap(({ after }) => after.description || []);
        const devices = await select('dcim.device', where('serial', 'in', wanted), ['name', 'serial']);
        return tenants.map(({ after }) => {
          const device = devices.find(({ serial }) => serial === after.description);
          return device && { description: [`The device ${device.name} has it.`] };
        });
      },
    },
  ],
};

let plumbline: TestServices;
let admin: Identity;
let viewer: Identity;
const made: Record<string, Shown> = {};

const as = (identity: Identity) => (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  plumbline.request(method, `/api/${path}`, body, { as: identity, ...(headers ? { headers } : {}) });
const see = (path: string, headers?: Record<string, string>): Promise<TestAnswer> =>
  as(viewer)('GET', path, undefined, headers);
const make = async (path: string, body: object): Promise<Shown> =>
  expectStatus(await as(admin)('POST', `${path}/`, body), 201).body;

const seenModels = [
  'dcim.interface',
  'dcim.manufacturer',
  'extras.joblogentry',
  'extras.note',
  'extras.objectchange',
  'ipam.prefix',
  'ipam.vlan',
];

/** What jobs write about objects: of one that is seen, of others by their models and addresses, and of none. */
async function logged(): Promise<void> {
  const { database } = plumbline.services.get('extras')!.engine;
  const about: [object: string, url: string][] = [
    ['', ''],
    ['sw1', `/api/dcim/devices/${made.sw1.id}/`],
    ['Makers', `/api/dcim/manufacturers/${made.maker.id}/`],
    [`${word} tenant`, `/api/tenancy/tenants/${made.tenant.id}/`],
    [`${word} device`, `/api/dcim/devices/${made.other.id}/`],
    [`${word} elsewhere`, '/api/dcim/devices/'],
    [`${word} nowhere`, 'https://example.com/api/dcim/devices/x/'],
    [`${word} odd`, "/api/dcim/devices/' OR 1/"],
  ];
  await database.run(sql.unsafe`
    WITH result AS (
      INSERT INTO jobresult (id, status, name, date_created, task_args, task_kwargs, celery_kwargs, custom_fields)
      VALUES (gen_random_uuid(), 'SUCCESS', 'run', now(), '[]', '{}', '{}', '{}') RETURNING id)
    INSERT INTO joblogentry (id, log_level, grouping, message, log_object, absolute_url, job_result, created)
    SELECT gen_random_uuid(), 'info', 'main', 'looked at ' || place, object, url, result.id, now() + place * interval '1 ms'
    FROM result, unnest(${sql.array(
      about.map(([object]) => object),
      'text',
    )}, ${sql.array(
      about.map(([, url]) => url),
      'text',
    )}) WITH ORDINALITY AS about(object, url, place)`);
}

beforeAll(async () => {
  plumbline = await startEveryService({ hideRelated: true }, [watch]);
  admin = await signedIn(plumbline, superuser.apiToken);
  made.group = await make('tenancy/tenant-groups', { name: `${word} group` });
  made.tenant = await make('tenancy/tenants', { name: `${word} tenant`, tenant_group: made.group.id });
  made.second = await make('tenancy/tenants', { name: `a ${word}` });
  await make('dcim/location-types', {
    name: `${word} kind`,
    nestable: true,
    content_types: ['dcim.device', 'dcim.rack'],
  });
  const place = { location_type: `${word} kind`, status: 'Active' };
  made.town = await make('dcim/locations', { ...place, name: `${word} town` });
  made.place = await make('dcim/locations', { ...place, name: `${word} place`, parent: made.town.id });
  made.maker = await make('dcim/manufacturers', { name: 'Makers' });
  made.type = await make('dcim/device-types', { model: `${word} type`, manufacturer: 'Makers' });
  made.role = await make('extras/roles', { name: `${word} role`, content_types: ['dcim.device'] });
  const device = { device_type: made.type.id, role: made.role.id, location: made.place.id, status: 'Active' };
  made.sw1 = await make('dcim/devices', { ...device, name: 'sw1', tenant: made.tenant.id });
  made.sw2 = await make('dcim/devices', { ...device, name: 'sw2', tenant: made.second.id });
  made.other = await make('dcim/devices', { ...device, name: `${word} device`, serial: `${word} serial` });
  const port = { type: '1000base-t', status: 'Active' };
  made.near = await make('dcim/interfaces', { ...port, name: 'near', device: made.sw1.id });
  made.far = await make('dcim/interfaces', { ...port, name: `${word} port`, device: made.other.id });
  made.cable = await make('dcim/cables', {
    termination_a_type: 'dcim.interface',
    termination_a_id: made.near.id,
    termination_b_type: 'dcim.interface',
    termination_b_id: made.far.id,
    status: 'Connected',
    label: `${word} cable`,
  });
  await make('extras/computed-fields', {
    label: 'Whose',
    content_type: 'dcim.device',
    template: '{{ obj.tenant.name }} at {{ obj.location.name }}, {{ obj.natural_slug }}',
  });
  await make('extras/config-contexts', { name: 'open', data: { open: 'kept' } });
  await make('extras/config-contexts', { name: `${word} context`, data: { [word]: word } });
  const about = { assigned_object_type: 'dcim.device', note: 'look' };
  await make('extras/notes', { ...about, assigned_object_id: made.other.id });
  await make('extras/notes', { ...about, assigned_object_id: made.sw1.id });
  await make('extras/dynamic-groups', {
    name: 'of the tenant',
    content_type: 'dcim.device',
    filter: { tenant: [`${word} tenant`] },
  });
  made.inGroup = await make('extras/dynamic-groups', {
    name: 'of the group',
    content_type: 'dcim.device',
    filter: { tenant_group: [made.group.id] },
  });
  await logged();
  const actions = ['view', 'add', 'change', 'delete'];
  viewer = await aUser(plumbline, admin, [
    { object_types: ['dcim.device'], actions, constraints: { name__startswith: 'sw' } },
    { object_types: seenModels.filter((label) => label !== 'dcim.interface'), actions },
    { object_types: ['dcim.interface'], actions, constraints: { name: 'near' } },
    { object_types: ['dcim.rack'], actions, constraints: { name: 'moved' } },
    { object_types: ['extras.dynamicgroup'], actions, constraints: { name: 'of the group' } },
    { object_types: ['extras.configcontext'], actions, constraints: { name: 'open' } },
  ]);
  // The change log follows.
  await settled(() => as(admin)('GET', 'extras/object-changes/?limit=1'));
});
afterAll(() => plumbline?.stop());

const stub = (label: string, path: string, { id }: Shown) => ({
  id,
  object_type: label,
  url: expect.stringContaining(`/api/${path}/${id}/`),
});

describe('what is shown', () => {
  test('of related objects the id alone, at every depth', async () => {
    for (const depth of [0, 1, 3]) {
      const answer = expectStatus(await see(`dcim/devices/${made.sw1.id}/?depth=${depth}`), 200);
      expect(answer.body.tenant).toEqual(stub('tenancy.tenant', 'tenancy/tenants', made.tenant));
      expect(answer.body.location).toEqual(stub('dcim.location', 'dcim/locations', made.place));
      expect(answer.text).not.toContain(word);
    }
  });

  test('of what may be viewed as much as before', async () => {
    const near = expectStatus(await see(`dcim/interfaces/${made.near.id}/?depth=1`), 200).body;
    expect(near.device).toMatchObject({ name: 'sw1', display: 'sw1' });
    expect(near.connected_endpoint).toMatchObject(stub('dcim.interface', 'dcim/interfaces', made.far));
    expect(Object.keys(near.connected_endpoint).sort()).toEqual(['generic_foreign_key', 'id', 'object_type', 'url']);
  });

  test.each([
    ['lists', 'dcim/devices/?depth=2&include=computed_fields,relationships,config_context'],
    ['interfaces', 'dcim/interfaces/?depth=4'],
    ['notes', 'extras/notes/?depth=2'],
    ['the change log', 'extras/object-changes/?limit=200&depth=1'],
    ['members of groups', 'extras/dynamic-groups/?depth=1'],
  ])('%s', async (_name, path) => {
    const answer = expectStatus(await see(path), 200);
    expect(answer.body.results.length).toBeGreaterThan(0);
    expect(answer.text).not.toContain(word);
  });

  test('traces, tables, notes of an object', async () => {
    const trace = expectStatus(await see(`dcim/interfaces/${made.near.id}/trace/`), 200);
    expect(trace.body[0][2]).toEqual(stub('dcim.interface', 'dcim/interfaces', made.far));
    expect(trace.body[0][1]).toEqual(stub('dcim.cable', 'dcim/cables', made.cable));
    const table = expectStatus(await see('dcim/devices/', { accept: 'text/csv' }), 200);
    const notes = expectStatus(await see(`dcim/devices/${made.sw1.id}/notes/`), 200);
    for (const { text } of [trace, table, notes]) expect(text).not.toContain(word);
  });

  test('of the notes of an object those that may be viewed, as in lists', async () => {
    const about = { assigned_object_type: 'dcim.device', assigned_object_id: made.sw2.id };
    const open = await make('extras/notes', { ...about, note: 'for all' });
    await make('extras/notes', { ...about, note: `for us: ${word}` });
    const actions = ['view'];
    const reader = await aUser(plumbline, admin, [
      { object_types: ['dcim.device'], actions },
      { object_types: ['extras.note'], actions, constraints: { note: 'for all' } },
    ]);
    for (const path of ['extras/notes/', `dcim/devices/${made.sw2.id}/notes/`]) {
      const { body } = expectStatus(await as(reader)('GET', path), 200);
      expect(body).toMatchObject({ count: 1, results: [{ id: open.id }] });
      const table = expectStatus(await as(reader)('GET', path, undefined, { accept: 'text/csv' }), 200);
      expect(parse(table.text, { columns: true })).toMatchObject([{ id: open.id }]);
    }
  });

  test('in tables that are taken back, where nothing is lost', async () => {
    const tags = [
      await make('extras/tags', { name: `${word} mark`, content_types: ['ipam.prefix'] }),
      await make('extras/tags', { name: 'in the open', content_types: ['ipam.prefix'] }),
    ];
    const prefix = await make('ipam/prefixes', {
      prefix: '10.8.0.0/24',
      status: 'Active',
      tags: tags.map(({ id }) => id),
    });
    const seesPlain = await aUser(plumbline, admin, [
      { object_types: ['ipam.prefix'], actions: ['view', 'change'] },
      { object_types: ['extras.tag'], actions: ['view'], constraints: { name: 'in the open' } },
    ]);
    for (const identity of [viewer, seesPlain]) {
      const path = `ipam/prefixes/?id=${prefix.id}`;
      const { text } = expectStatus(await as(identity)('GET', path, undefined, { accept: 'text/csv' }), 200);
      expect(text).not.toContain(word);
      const [heads, cells] = parse(text) as [string[], string[]];
      const table = `id,tags\r\n${prefix.id},"${cells[heads.indexOf('tags')]}"\r\n`;
      const answer = await as(identity)('PATCH', 'ipam/prefixes/', table, { 'content-type': 'text/csv' });
      expect(expectStatus(answer, 200).body).toMatchObject([{ id: prefix.id }]);
      const kept = expectStatus(await as(admin)('GET', `ipam/prefixes/${prefix.id}/`), 200).body.tags;
      expect(kept.map(({ id }: Shown) => id).sort()).toEqual(tags.map(({ id }) => id).sort());
    }
    await as(admin)('DELETE', `ipam/prefixes/${prefix.id}/`);
  });

  test('change records: of what may be viewed in full, of others that they are there', async () => {
    const { results } = expectStatus(await see('extras/object-changes/?limit=200'), 200).body;
    const of = (id: string) => results.find((record: Shown) => record.changed_object_id === id);
    expect(of(made.maker.id)).toMatchObject({ object_repr: 'Makers', object_data: { name: 'Makers' } });
    expect(of(made.tenant.id)).toMatchObject({ object_repr: '(hidden)', object_data: null, object_data_v2: null });
  });

  test('what change records copied of related objects', async () => {
    const url = `extras/object-changes/?changed_object_id=${made.sw1.id}`;
    const [record] = expectStatus(await see(url), 200).body.results;
    expect(record).toMatchObject({ object_repr: 'sw1', object_data: { name: 'sw1', tenant: made.tenant.id } });
    expect(record.object_data_v2.tenant).toEqual(stub('tenancy.tenant', 'tenancy/tenants', made.tenant));
  });

  test('what jobs copied into their logs of what they were about', async () => {
    const shown = async (identity: Identity, query = '') =>
      expectStatus(await as(identity)('GET', `extras/job-logs/${query}`), 200).body.results.map(
        ({ log_object }: Shown) => log_object,
      );
    const hidden = '(hidden)';
    expect(await shown(viewer)).toEqual(['', 'sw1', 'Makers', hidden, hidden, hidden, hidden, hidden]);
    expect(await shown(admin, '?log_object__ic=quagga')).toHaveLength(5);
    expect(await shown(viewer, '?log_object__ic=quagga')).toEqual([]);
    expect(await shown(viewer, '?log_object=Makers')).toEqual(['Makers']);
    const ids = async (sort: string) =>
      expectStatus(await see(`extras/job-logs/?sort=${sort}&log_object__n=sw1&log_object__n=Makers`), 200).body.results;
    expect(await ids('log_object')).toEqual(await ids('-log_object'));
    const { text } = expectStatus(await see('extras/job-logs/', { accept: 'text/csv' }), 200);
    expect(text).not.toContain(word);
  });

  test('templates and config contexts', async () => {
    const path = `dcim/devices/${made.sw1.id}/?include=computed_fields,config_context`;
    const { computed_fields, config_context } = expectStatus(await see(path), 200).body;
    expect(computed_fields.whose).toMatch(/^ at , sw1/);
    expect(config_context).toEqual({ open: 'kept' });
  });

  test('GraphQL', async () => {
    const query = `{ devices { name tenant { id name tenant_group { name } } location { id name parent { name } }
      interfaces { name cable { id label } connected_interface { id name } } } }`;
    const answer = expectStatus(await as(viewer)('POST', 'graphql/', { query }), 200);
    expect(answer.body.errors).toBeUndefined();
    expect(answer.body.data.devices[0]).toMatchObject({
      name: 'sw1',
      tenant: { id: made.tenant.id, name: null, tenant_group: null },
      location: { id: made.place.id, name: null, parent: null },
    });
    expect(answer.text).not.toContain(word);
  });

  test('what is linked with a related object, and its computed fields, in GraphQL', async () => {
    const { id: relationship } = await make('extras/relationships', {
      key: 'feeds',
      label: 'Feeds',
      type: 'many-to-many',
      source_type: 'dcim.location',
      destination_type: 'dcim.manufacturer',
    });
    await make('extras/relationship-associations', {
      relationship,
      source_type: 'dcim.location',
      source_id: made.place.id,
      destination_type: 'dcim.manufacturer',
      destination_id: made.maker.id,
    });
    await make('ipam/prefixes', { prefix: '10.9.0.0/24', status: 'Active' });
    const inside = { status: 'Active', namespace: 'Global' };
    const { id: ip_address } = await make('ipam/ip-addresses', { ...inside, address: '10.9.0.1/24' });
    await make('ipam/ip-address-to-interface', { ip_address, interface: made.far.id });
    const query = `{ devices(name: "sw1") { location { id rel_feeds { name } } place: location { name rel_feeds { name } }
      interfaces { connected_interface { id ip_addresses { id } } connected_endpoint { ... on InterfaceType { ip_addresses { id } } } } }
      notes { assigned_object { ... on DeviceType { id cpf_whose } } } }`;
    const ask = async (identity: Identity) => {
      const { body } = expectStatus(await as(identity)('POST', 'graphql/', { query }), 200);
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const [open] = (await ask(admin)).devices;
    expect([open.location.rel_feeds, open.interfaces[0].connected_interface.ip_addresses]).toEqual([
      [{ name: 'Makers' }],
      [{ id: ip_address }],
    ]);
    const { devices, notes } = await ask(viewer);
    expect(devices).toEqual([
      {
        location: { id: made.place.id, rel_feeds: [] },
        place: { name: null, rel_feeds: [] },
        interfaces: [
          { connected_interface: { id: made.far.id, ip_addresses: [] }, connected_endpoint: { ip_addresses: [] } },
        ],
      },
    ]);
    expect(notes).toContainEqual({ assigned_object: { id: made.other.id, cpf_whose: null } });
  });

  test('answers to writes, and what is in the way of a deletion', async () => {
    const change = expectStatus(await as(viewer)('PATCH', `dcim/devices/${made.sw1.id}/?dry_run=true`, {}), 200);
    expect(change.text).not.toContain(word);
    const deletion = expectStatus(await as(viewer)('DELETE', `dcim/manufacturers/${made.maker.id}/`), 409);
    expect(deletion.body.detail).toContain(made.type.id);
    expect(deletion.text).not.toContain(word);
  });

  test('why a device is not logged in to', async () => {
    const platform = await make('dcim/platforms', { name: `${word} platform` });
    const values = { device_type: made.type.id, role: made.role.id, location: made.place.id, status: 'Active' };
    const device = await make('dcim/devices', { ...values, name: 'sw9', platform: platform.id });
    const asked = (identity: Identity) => as(identity)('GET', `dcim/devices/${device.id}/napalm/?method=get_facts`);
    expect(expectStatus(await asked(admin), 503).text).toContain(`${word} platform`);
    expect(expectStatus(await asked(viewer), 503).text).not.toContain(word);
    await as(admin)('DELETE', `dcim/devices/${device.id}/`);
  });
});

describe('what finds nothing', () => {
  const ids = async (path: string): Promise<string[]> => {
    const answer = await see(path);
    return answer.status === 200 ? answer.body.results.map(({ id }: Shown) => id) : [];
  };

  test('a hidden object is named by its id, and by nothing else', async () => {
    expect(await ids(`dcim/devices/?tenant=${made.tenant.id}`)).toEqual([made.sw1.id]);
    expect(await ids(`dcim/devices/?location=${made.place.id}&name=sw1`)).toEqual([made.sw1.id]);
    const named = await see(`dcim/devices/?tenant=${word} tenant`);
    const absent = await see('dcim/devices/?tenant=nobody');
    expect([named.status, named.text.replace(`${word} tenant`, 'nobody')]).toEqual([absent.status, absent.text]);
  });

  test.each([
    `tenant_group=${word} group`,
    `location=${word} place`,
    `role=${word} role`,
    `device_type=${word} type`,
    `q=${word}`,
  ])('devices?%s', async (query) => {
    expect(await ids(`dcim/devices/?${query}`)).toEqual([]);
  });

  test('attributes of hidden objects on the way', async () => {
    expect(await ids(`dcim/devices/?tenant_group=${made.group.id}`)).toEqual([]);
    expect(await ids(`dcim/devices/?location=${made.town.id}`)).toEqual([]);
    expect(await ids(`dcim/interfaces/?device=${word} device`)).toEqual([]);
    expect(await ids(`extras/object-changes/?object_repr=${word} tenant`)).toEqual([]);
    expect(await ids(`extras/object-changes/?q=${word}`)).toEqual([]);
    expect(await ids('extras/object-changes/?object_repr=Makers')).toHaveLength(1);
    const members = expectStatus(await see(`extras/dynamic-groups/${made.inGroup.id}/members/`), 200).body;
    expect(members.results).toEqual([]);
  });

  test('groups by what they are called, beside others that name them by their ids', async () => {
    const group = (name: string, tenant: string) =>
      make('extras/dynamic-groups', { name, content_type: 'dcim.device', filter: { tenant: [tenant] } });
    const groups = [await group('by id', made.tenant.id), await group('by name', `${word} tenant`)];
    const reader = await aUser(plumbline, admin, [
      { object_types: ['dcim.device'], actions: ['view'], constraints: { name__startswith: 'sw' } },
      { object_types: ['extras.dynamicgroup'], actions: ['view'], constraints: { name__startswith: 'by' } },
    ]);
    const query = '{ devices { name dynamic_groups { name } } }';
    const { body } = expectStatus(await as(reader)('POST', 'graphql/', { query }), 200);
    const members = await Promise.all(
      groups.map(({ id }) => as(reader)('GET', `extras/dynamic-groups/${id}/members/?limit=0`)),
    );
    const listed = members.map((answer) => expectStatus(answer, 200).body.results.map(({ name }: Shown) => name));
    for (const { id } of groups) expectStatus(await as(admin)('DELETE', `extras/dynamic-groups/${id}/`), 204);
    const asked = ['by id', 'by name'].map((wanted) =>
      body.data.devices
        .filter(({ dynamic_groups }: Shown) => dynamic_groups.some(({ name }: Shown) => name === wanted))
        .map(({ name }: Shown) => name),
    );
    expect([listed, asked]).toEqual([
      [['sw1'], []],
      [['sw1'], []],
    ]);
  });

  test('an order', async () => {
    const sorted = (sort: string) => ids(`dcim/devices/?sort=${sort}`);
    expect(await sorted('tenant')).toEqual(await sorted('-tenant'));
    const everybody = async (sort: string) =>
      expectStatus(await as(admin)('GET', `dcim/devices/?sort=${sort}`), 200).body.results.map(({ id }: Shown) => id);
    expect(await everybody('tenant')).not.toEqual(await everybody('-tenant'));
    const byText = (sort: string) => ids(`extras/object-changes/?changed_object_type=tenancy.tenant&sort=${sort}`);
    expect(await byText('object_repr')).toEqual(await byText('-object_repr'));
  });

  test('references in writes: as if the object were not there', async () => {
    const device = { name: 'sw3', device_type: made.type.id, role: made.role.id, location: made.place.id };
    const status = made.sw1.status.id;
    const write = (tenant: unknown) => as(viewer)('POST', 'dcim/devices/?dry_run=true', { ...device, status, tenant });
    expectStatus(await write(made.tenant.id), 201);
    for (const tenant of [`${word} tenant`, { name: `${word} tenant` }, { tenant_group__name: `${word} group` }]) {
      const there = expectStatus(await write(tenant), 400);
      const absent = expectStatus(await write(JSON.parse(JSON.stringify(tenant).replaceAll(word, 'absent'))), 400);
      expect(there.text.replaceAll(word, 'absent')).toEqual(absent.text);
    }
  });

  test('references by one of several objects that is without a value', async () => {
    const content_types = ['dcim.device'];
    const field = { label: 'mark', key: 'mark', type: 'text', content_types: ['extras.tag'] };
    const { id: fieldId } = await make('extras/custom-fields', field);
    const marked = await make('extras/tags', { name: 'marked', content_types, custom_fields: { mark: 'x' } });
    const plain = await make('extras/tags', { name: 'plain', content_types });
    const kind = made.sw1;
    const ofSort = { device_type: kind.device_type.id, role: kind.role.id, location: kind.location.id };
    const both = { ...ofSort, status: kind.status.id, name: 'tagged', tags: [marked.id, plain.id] };
    const device = await make('dcim/devices', both);
    const writer = await aUser(plumbline, admin, [
      { object_types: ['dcim.device', 'extras.tag'], actions: ['view'] },
      { object_types: ['dcim.interface'], actions: ['view', 'add'] },
    ]);
    const port = { name: 'port', type: 'virtual', status: kind.status.id };
    const named = { name: 'tagged', tags___custom_field_data__mark__isnull: true };
    const answer = await as(writer)('POST', 'dcim/interfaces/?dry_run=true', { ...port, device: named });
    for (const path of [`dcim/devices/${device.id}`, `extras/custom-fields/${fieldId}`])
      expectStatus(await as(admin)('DELETE', `${path}/`), 204);
    expect([answer.status, answer.body.device?.id]).toEqual([201, device.id]);
  });

  test('what is wrong with a write says nothing of them', async () => {
    const rack = { name: 'of the second', location: made.town.id, status: made.sw1.status.id };
    const { id } = expectStatus(await as(admin)('POST', 'dcim/racks/', rack), 201).body;
    const answer = expectStatus(await as(viewer)('PATCH', `dcim/devices/${made.sw1.id}/`, { rack: id }), 400);
    expect(answer.body).toEqual({ rack: ['Rack "(hidden)" does not belong to location "(hidden)".'] });
  });

  test('nor do the rules of others on its model', async () => {
    const tenants = await aUser(plumbline, admin, [{ object_types: ['tenancy.tenant'], actions: ['view', 'add'] }]);
    const tenant = { name: 'watched', description: `${word} serial` };
    const write = (identity: Identity) => as(identity)('POST', 'tenancy/tenants/?dry_run=true', tenant);
    expect(expectStatus(await write(admin), 400).body).toEqual({ description: [`The device ${word} device has it.`] });
    expect(expectStatus(await write(tenants), 400).body).toEqual({ description: ['The device (hidden) has it.'] });
  });

  test.each(['sw-1', '/^ [quagga]-{2} (or|$) \\.*+?'])('nor of one with punctuation in its name: %s', async (name) => {
    const rack = { name, location: made.town.id, status: made.sw1.status.id };
    const { id } = expectStatus(await as(admin)('POST', 'dcim/racks/', rack), 201).body;
    const answer = expectStatus(await as(viewer)('PATCH', `dcim/devices/${made.sw1.id}/`, { rack: id }), 400);
    expect(answer.body).toEqual({ rack: ['Rack "(hidden)" does not belong to location "(hidden)".'] });
  });

  test('what effects refuse when all is written says nothing of them', async () => {
    const make = async (path: string, body: object) =>
      expectStatus(await as(admin)('POST', `${path}/`, body), 201).body;
    const status = made.sw1.status.id;
    await make('dcim/location-types', { name: `${word} bare`, content_types: ['dcim.rackgroup', 'dcim.rack'] });
    const bare = await make('dcim/locations', { location_type: `${word} bare`, name: `${word} bare place`, status });
    const rack = await make('dcim/racks', { name: 'moved', location: made.place.id, status });
    const { sw1 } = made;
    expectStatus(await as(admin)('PATCH', `dcim/devices/${sw1.id}/`, { rack: rack.id }), 200);
    const moved = await as(viewer)('PATCH', `dcim/racks/${rack.id}/`, { location: bare.id });
    expect([moved.status, moved.body]).toEqual([
      400,
      { location: ['Devices of this rack may not associate to locations of type "(hidden)".'] },
    ]);
    expectStatus(await as(admin)('PATCH', `dcim/devices/${sw1.id}/`, { rack: null }), 200);

    await make('ipam/namespaces', { name: `${word} space` });
    const prefix = await make('ipam/prefixes', { prefix: '198.51.100.0/24', namespace: `${word} space`, status });
    await make('ipam/ip-addresses', { address: '198.51.100.77/32', namespace: `${word} space`, status });
    const shrunk = await as(viewer)('PATCH', `ipam/prefixes/${prefix.id}/`, { prefix: '198.51.100.0/26' });
    expect([shrunk.status, shrunk.body]).toEqual([
      400,
      { prefix: ['No other Prefix contains 1 of its IP addresses: (hidden)'] },
    ]);
  });

  test('natural keys in addresses', async () => {
    const key = encodeURIComponent(['sw1', `${word} tenant`, `${word} place`, `${word} town`].join(';'));
    expect((await as(admin)('GET', `dcim/devices/${key}/`)).status).toBe(200);
    expect((await see(`dcim/devices/${key}/`)).status).toBe(404);
  });

  test('arguments of GraphQL', async () => {
    const find = async (name: string) => {
      const query = `{ devices(tenant: ["${name}"]) { name } }`;
      return (await as(viewer)('POST', 'graphql/', { query })).text.replaceAll(name, '');
    };
    expect(await find(`${word} tenant`)).toEqual(await find('nobody'));
  });
});

test('a page costs the same whatever its size', async () => {
  const page = (identity: Identity, limit: number) =>
    settled(async () =>
      expectStatus(await as(identity)('GET', `dcim/devices/?limit=${limit}&depth=2&include=computed_fields`), 200),
    );
  expect((await page(viewer, 2)).cost).toEqual((await page(viewer, 1)).cost);
});
