import { randomUUID } from 'node:crypto';
import { systemScope, unitOfWork } from '@plumbline/engine';
import { SentFile } from '@plumbline/http';
import { aUser, expectStatus, type Permission, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { keepJobFile } from '../../services/extras/src/files/fileProxies';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';

/** Small things in which clients, and the reference's own tests, see whether an answer is the one they know. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

let plumbline: TestServices;
let tenant: Shown;
beforeAll(async () => {
  plumbline = await startEveryService();
  tenant = await make('tenancy/tenants', { name: name() });
});
afterAll(() => plumbline?.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  plumbline.request(method, `/api/${path}`, body, { headers });
const make = async (path: string, body: unknown): Promise<Shown> =>
  expectStatus(await send('POST', `${path}/`, body), 201).body;
const get = async (path: string): Promise<Shown> => expectStatus(await send('GET', path), 200).body;
const table = { accept: 'text/csv' };
const name = (): string => `thing ${randomUUID().slice(0, 8)}`;

describe('Notes', () => {
  test('the slug has the moment as Python writes it', async () => {
    const note = await make(`tenancy/tenants/${tenant.id}/notes`, { note: 'x' });
    const moment = String(note.created)
      .replace(/[^0-9]+/g, '-')
      .replace(/-$/, '');
    expect(note.natural_slug).toBe(
      `tenancy_tenant_${tenant.id}_${note.user_name}_${moment}-00-00_${note.id.slice(0, 4)}`,
    );
    expect((await get(`extras/notes/${note.id}/`)).natural_slug).toBe(note.natural_slug);
  });

  test('the object goes by its plain name, which is not always how it is displayed', async () => {
    const manufacturer = await make('dcim/manufacturers', { name: name() });
    const type = await make('dcim/device-types', { manufacturer: manufacturer.id, model: name() });
    expect(type.display).toBe(`${manufacturer.name} ${type.model}`);
    const note = await make(`dcim/device-types/${type.id}/notes`, { note: 'x' });
    expect(note.display).toMatch(new RegExp(`^${type.model} - 20`));
    // Its deletion is recorded with the object's, by the same name.
    expectStatus(await send('DELETE', `dcim/device-types/${type.id}/`), 204);
    const { results } = await get(`extras/object-changes/?changed_object_id=${note.id}&action=delete`);
    expect(results.map(({ object_repr }: Shown) => object_repr)).toEqual([note.display]);

    const provider = await make('circuits/providers', { name: name() });
    const network = await make('circuits/provider-networks', { provider: provider.id, name: name() });
    expect(network.display).toBe(`${provider.name} ${network.name}`);
    const ofNetwork = await make(`circuits/provider-networks/${network.id}/notes`, { note: 'x' });
    expect(ofNetwork.display).toMatch(new RegExp(`^${network.name} - 20`));
  });

  test('are refused to whoever may do nothing with notes, whether or not they may view the object', async () => {
    const admin = await signedIn(plumbline, superuser.apiToken);
    const view = (label: string, constraints: unknown = null): Permission => ({
      object_types: [label],
      actions: ['view'],
      constraints,
    });
    const statuses = async (...permissions: Permission[]): Promise<number[]> => {
      const as = await aUser(plumbline, admin, permissions);
      const answers = [tenant.id, randomUUID()].flatMap((id) => [
        plumbline.request('GET', `/api/tenancy/tenants/${id}/notes/`, undefined, { as }),
        plumbline.request('POST', `/api/tenancy/tenants/${id}/notes/`, { note: 'x' }, { as }),
      ]);
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const others = view('tenancy.tenant', { name: 'another' });
    expect(await statuses(others)).toEqual([403, 403, 403, 403]);
    expect(await statuses(view('tenancy.tenant'))).toEqual([403, 403, 403, 403]);
    expect(await statuses(view('extras.note'))).toEqual([403, 403, 403, 403]);
    const mayBoth = { object_types: ['extras.note'], actions: ['view', 'add'] };
    expect(await statuses(others, mayBoth)).toEqual([404, 404, 404, 404]);
    expect(await statuses(view('tenancy.tenant'), view('extras.note'))).toEqual([200, 403, 404, 403]);
  });
});

describe('Tags that no object shows', () => {
  const tagged = async (): Promise<Shown> =>
    make('extras/tags', {
      name: name(),
      content_types: ['circuits.circuittermination', 'extras.gitrepository', 'extras.externalintegration'],
    });

  const aTermination = async (body: object): Promise<Shown> => {
    const circuit = {
      cid: name(),
      provider: (await make('circuits/providers', { name: name() })).id,
      circuit_type: (await make('circuits/circuit-types', { name: name() })).id,
      status: 'Active',
    };
    const { id } = await make('circuits/circuits', circuit);
    const network = await make('circuits/provider-networks', { name: name(), provider: circuit.provider });
    return make('circuits/circuit-terminations', {
      circuit: id,
      term_side: 'A',
      provider_network: network.id,
      ...body,
    });
  };

  test('those of circuit terminations are written, and found by', async () => {
    const [one, other] = [await tagged(), await tagged()];
    const end = await aTermination({ tags: [one.id, other.id] });
    expect(end).not.toHaveProperty('tags');
    const path = `circuits/circuit-terminations/${end.id}/`;
    const found = async (query: string) => (await get(`circuits/circuit-terminations/?id=${end.id}&${query}`)).count;
    for (const parameter of ['tag', 'tags'])
      expect([
        await found(`${parameter}=${one.name}&${parameter}=${other.name}`),
        await found(`${parameter}__n=${one.name}`),
      ]).toEqual([1, 0]);
    const { text } = await send('GET', `circuits/circuit-terminations/?id=${end.id}`, undefined, table);
    expect(text.split('\r\n', 1)[0]!.split(',')).not.toContain('tags');
    const { results } = await get(`extras/object-changes/?changed_object_id=${end.id}`);
    expect(results[0].object_data.tags.toSorted()).toEqual([one.name, other.name].toSorted());
    expectStatus(await send('PATCH', path, { description: 'kept' }), 200);
    expect(await found(`tags=${one.name}`)).toBe(1);
    const changed = expectStatus(
      await send('PATCH', 'circuits/circuit-terminations/', [{ id: end.id, tags: [{ name: other.name }] }]),
      200,
    );
    expect(changed.body[0]).not.toHaveProperty('tags');
    expect([await found(`tags=${one.name}`), await found(`tags=${other.name}`)]).toEqual([0, 1]);
    for (const tags of ['x', [{ name: 'nobody' }], [tenant.id]])
      expect(Object.keys(expectStatus(await send('PATCH', path, { tags }), 400).body)).toEqual(['tags']);
    expectStatus(await send('DELETE', `extras/tags/${other.id}/`), 204);
    expect(await found('tags__isnull=true')).toBe(1);
  });

  test('those of circuit terminations are asked for in GraphQL', async () => {
    const tag = await tagged();
    const end = await aTermination({ tags: [tag.id] });
    const query = `{ circuit_terminations(tags: "${tag.name}") { id tags { name } } }`;
    const { data } = expectStatus(await send('POST', 'graphql/', { query }), 200).body;
    expect(data).toEqual({ circuit_terminations: [{ id: end.id, tags: [{ name: tag.name }] }] });
  });

  test.each(['extras/git-repositories', 'extras/external-integrations'])('those of %s are taken', async (path) => {
    const tag = await tagged();
    const remote_url = `https://git.example.com/${randomUUID()}.git`;
    const made = await make(path, { name: name(), remote_url, provided_contents: [], tags: [tag.id] });
    expect(made).not.toHaveProperty('tags');
    expect((await get(`extras/tags/${tag.id}/`)).tagged_items).toBe(1);
  });
});

describe('Objects that are meant by default', () => {
  test.each(['ipam/prefixes', 'ipam/vrfs'])('OPTIONS of %s names the namespace', async (path) => {
    const { schema } = expectStatus(await send('OPTIONS', `${path}/`), 200).body;
    const [{ id, display }] = (await get('ipam/namespaces/?name=Global')).results;
    const type = 'nautobot.ipam.models.Namespace';
    expect(schema.properties.namespace.default).toEqual({ id, __nautobot_type__: type, display });
  });
});

describe('Change records', () => {
  const recordOf = async ({ id }: Shown) => (await get(`extras/object-changes/?changed_object_id=${id}`)).results[0];

  test('have the columns of networks and addresses, and not what is put together of them', async () => {
    const block = { status: 'Active', namespace: { name: 'Global' } };
    const prefix = await make('ipam/prefixes', { ...block, prefix: '10.83.0.0/16' });
    const { prefix: whole, ...columns } = (await recordOf(prefix)).object_data;
    expect(whole).toBeUndefined();
    expect(columns).toMatchObject({
      network: '10.83.0.0',
      broadcast: '10.83.255.255',
      prefix_length: 16,
      ip_version: 4,
    });
    const address = await make('ipam/ip-addresses', { ...block, address: '10.83.0.1/24' });
    const { address: sent, ...parts } = (await recordOf(address)).object_data;
    expect(sent).toBeUndefined();
    expect(parts).toMatchObject({ host: '10.83.0.1', mask_length: 24, ip_version: 4, parent: prefix.id });
  });

  test('are one for each object and request, with what it has come to', async () => {
    const type = await make('dcim/location-types', { name: name(), content_types: ['dcim.rackgroup'] });
    const here = { location_type: type.id, status: 'Active' };
    const [from, to] = await make('dcim/locations', [
      { ...here, name: name() },
      { ...here, name: name() },
    ]);
    const outer = await make('dcim/rack-groups', { name: name(), location: from.id });
    const inner = await make('dcim/rack-groups', { name: name(), location: from.id, parent: outer.id });
    const changes = [
      { id: outer.id, location: to.id },
      { id: inner.id, description: 'told' },
    ];
    expectStatus(await send('PATCH', 'dcim/rack-groups/', changes), 200);
    const { results } = await get(`extras/object-changes/?changed_object_id=${inner.id}`);
    expect(results.map(({ action }: Shown) => action.value)).toEqual(['update', 'create']);
    expect(results[0].object_data).toMatchObject({ description: 'told', location: to.id });
    expect((await get(`extras/object-changes/?changed_object_id=${outer.id}`)).count).toBe(2);
  });

  test('show what a generic relation names in brief', async () => {
    const manufacturer = await make('dcim/manufacturers', { name: name() });
    const note = await make(`dcim/manufacturers/${manufacturer.id}/notes`, { note: 'x' });
    const { assigned_object } = (await recordOf(note)).object_data_v2;
    expect(assigned_object).toEqual({
      id: manufacturer.id,
      object_type: 'dcim.manufacturer',
      url: `/api/dcim/manufacturers/${manufacturer.id}/`,
    });
    expect((await get(`extras/notes/${note.id}/?depth=1`)).assigned_object.name).toBe(manufacturer.name);
  });

  test('have lists of numbers as text, and the empty text where there is no picture', async () => {
    const manufacturer = await make('dcim/manufacturers', { name: name() });
    const type = await make('dcim/device-types', { manufacturer: manufacturer.id, model: name() });
    expect((await recordOf(type)).object_data).toMatchObject({ front_image: '', rear_image: '' });
    const cluster_type = (await make('virtualization/cluster-types', { name: name() })).id;
    const cluster = (await make('virtualization/clusters', { name: name(), cluster_type })).id;
    const machine = await make('virtualization/virtual-machines', { name: name(), cluster, status: 'Active' });
    const service = { name: name(), virtual_machine: machine.id, protocol: 'tcp', ports: [80, 443] };
    expect((await recordOf(await make('ipam/services', service))).object_data.ports).toBe('["80", "443"]');
  });

  test('leave out what only says where cables lead', async () => {
    const circuit_type = (await make('circuits/circuit-types', { name: name() })).id;
    const provider = (await make('circuits/providers', { name: name() })).id;
    const circuit = (await make('circuits/circuits', { cid: name(), circuit_type, provider, status: 'Active' })).id;
    const provider_network = (await make('circuits/provider-networks', { name: name(), provider })).id;
    const end = await make('circuits/circuit-terminations', { circuit, provider_network, term_side: 'A' });
    const { object_data } = await recordOf(end);
    expect(object_data).toMatchObject({ term_side: 'A', cable: null });
    for (const key of ['cable_peer_type', 'connected_endpoint_type', 'connected_endpoint_reachable'])
      expect(object_data).not.toHaveProperty(key);
  });
});

describe('Pages of objects', () => {
  const tabsOf = async (path: string) =>
    expectStatus(await send('OPTIONS', `${path}/`), 200).body.view_options.retrieve.tabs;

  test('are laid out in panels, and what stands in none of them in one more', async () => {
    const { Rack } = await tabsOf('dcim/racks');
    const others =
      'asset_tag desc_units device_count facility_id outer_depth outer_unit outer_width power_feed_count role serial tenant type u_height width';
    expect(Rack).toEqual([
      { Rack: { fields: ['name', 'location', 'rack_group'] }, 'Other Fields': { fields: others.split(' ') } },
      { Comments: { fields: ['comments'] }, Tags: { fields: ['tags'] } },
    ]);
    const [type] = (await tabsOf('dcim/device-types'))['Device Type'];
    expect([Object.keys(type), type['Other Fields']]).toEqual([['Chassis', 'Other Fields'], { fields: [] }]);
  });

  test('have tabs of their own, and leave out what has no place', async () => {
    const tabs = await tabsOf('dcim/devices');
    expect(Object.keys(tabs)).toEqual(['Device', 'Advanced', 'Virtual Chassis']);
    expect(Object.keys(tabs.Device[0])).toEqual(['Device', 'Device Management']);
    expect(tabs['Virtual Chassis']).toEqual([
      { 'Virtual Chassis': { fields: ['virtual_chassis', 'vc_position', 'vc_priority'] } },
    ]);
    // There are no comments.
    expect((await tabsOf('ipam/ip-addresses'))['IP Address'][1]).toEqual({ Tags: { fields: ['tags'] } });
  });

  test('name what objects have', async () => {
    for (const path of ['dcim/devices', 'dcim/device-types', 'dcim/locations', 'dcim/racks', 'ipam/prefixes']) {
      const { schema, view_options: view } = expectStatus(await send('OPTIONS', `${path}/`), 200).body;
      const panels = Object.values<Shown[]>(view.retrieve.tabs).flat();
      const named = panels.flatMap((column) => Object.values<Shown>(column).flatMap(({ fields }) => fields));
      expect(named.filter((key) => !schema.properties[key])).toEqual([]);
      const all: string[] = view.list.all_fields.map(({ key }: Shown) => key);
      expect(all.indexOf('notes_url')).toBeLessThan(all.indexOf('computed_fields'));
    }
  });
});

describe('Notes of objects that do not tell where theirs are', () => {
  const interfaceOf = async (): Promise<Shown> => {
    const type = await make('dcim/location-types', { name: name(), content_types: ['dcim.device'] });
    const location = await make('dcim/locations', { name: name(), location_type: type.id, status: 'Active' });
    const manufacturer = await make('dcim/manufacturers', { name: name() });
    const model = await make('dcim/device-types', { model: name(), manufacturer: manufacturer.id });
    const role = await make('extras/roles', { name: name(), content_types: ['dcim.device'] });
    const body = { device_type: model.id, location: location.id, role: role.id, status: 'Active' };
    const device = await make('dcim/devices', body);
    return make('dcim/interfaces', { device: device.id, name: 'a', type: 'virtual', status: 'Active' });
  };

  const keepsNotes = async (path: string): Promise<void> => {
    expect(await get(path)).not.toHaveProperty('notes_url');
    const note = await make(`${path}notes`, { note: 'seen' });
    expect((await get(`${path}notes/`)).results).toEqual([note]);
    expectStatus(await send('DELETE', path), 204);
    await eventually('its notes are gone', 60_000, async () => (await get(`extras/notes/?id=${note.id}`)).count === 0);
    expect((await send('GET', `${path}notes/`)).status).toBe(404);
  };

  test('of assignments of addresses', async () => {
    const namespace = await make('ipam/namespaces', { name: name() });
    await make('ipam/prefixes', { prefix: '10.8.0.0/16', namespace: namespace.id, status: 'Active' });
    const body = { address: '10.8.0.1/24', namespace: namespace.id, status: 'Active' };
    const address = await make('ipam/ip-addresses', body);
    const own = { ip_address: address.id, interface: (await interfaceOf()).id };
    const { id } = await make('ipam/ip-address-to-interface', own);
    await keepsNotes(`ipam/ip-address-to-interface/${id}/`);
  });

  test('of members of redundancy groups', async () => {
    const group = await make('dcim/interface-redundancy-groups', { name: name(), status: 'Active', protocol: 'hsrp' });
    const own = { interface_redundancy_group: group.id, interface: (await interfaceOf()).id, priority: 1 };
    const { id } = await make('dcim/interface-redundancy-group-associations', own);
    await keepsNotes(`dcim/interface-redundancy-group-associations/${id}/`);
  });
});

describe('Filters', () => {
  test('by content types may ask for null, which nothing has', async () => {
    for (const look of ['', '__n', '__ic'])
      expect((await get(`extras/statuses/?content_types${look}=null`)).count).toBe(0);
    expect((await get('extras/statuses/?content_types=dcim.device&content_types=null')).count).toBe(0);
    expectStatus(await send('GET', 'extras/statuses/?content_types=nul'), 400);
  });

  test.each(['ipam/ip-address-to-interface', 'extras/dynamic-group-memberships'])(
    '%s: moments that its objects do not have are taken, and find nothing',
    async (path) => {
      for (const parameter of ['created', 'last_updated']) {
        expect((await get(`${path}/?${parameter}=2026-01-01`)).count).toBe(0);
        expect(Object.keys(expectStatus(await send('GET', `${path}/?${parameter}=x`), 400).body)).toEqual([parameter]);
      }
    },
  );

  test('by types that every port has do not ask for null', async () => {
    for (const path of ['interfaces', 'console-ports', 'console-server-ports', 'power-ports', 'power-outlets'])
      expectStatus(await send('GET', `dcim/${path}/?type=null`), 400);
    expectStatus(await send('GET', 'extras/job-results/?status=null'), 400);
    expectStatus(await send('GET', 'dcim/racks/?type=null'), 200);
  });

  test('by texts ask for null by the whole of it alone, in whatever case', async () => {
    const manufacturer = await make('dcim/manufacturers', { name: name() });
    const device_type = (await make('dcim/device-types', { manufacturer: manufacturer.id, model: name() })).id;
    const location_type = (await make('dcim/location-types', { name: name(), content_types: ['dcim.device'] })).id;
    const location = (await make('dcim/locations', { name: name(), location_type, status: 'Active' })).id;
    const role = (await make('extras/roles', { name: name(), content_types: ['dcim.device'] })).id;
    const device = { device_type, location, role, status: 'Active' };
    const [bare, tagged] = await make('dcim/devices', [device, { ...device, asset_tag: name() }]);
    const found = async (look: string) =>
      (await get(`dcim/devices/?id=${bare.id}&id=${tagged.id}&asset_tag${look}=null`)).results.map(
        ({ id }: Shown) => id,
      );
    for (const look of ['', '__ie']) expect(await found(look)).toEqual([bare.id]);
    for (const look of ['__n', '__nie']) expect(await found(look)).toEqual([tagged.id]);
    expect(await found('__ic')).toEqual([]);
  });

  test('of several dates the last one counts', async () => {
    const found = async (query: string) => (await get(`tenancy/tenants/?id=${tenant.id}&${query}`)).count;
    expect(await found('created__gte=2000-01-01&created__gte=2999-01-01')).toBe(0);
    expect(await found('created__gte=2999-01-01&created__gte=2000-01-01')).toBe(1);
    const circuit = {
      cid: name(),
      provider: (await make('circuits/providers', { name: name() })).id,
      circuit_type: (await make('circuits/circuit-types', { name: name() })).id,
      status: 'Active',
      install_date: '2024-02-29',
    };
    await make('circuits/circuits', circuit);
    const circuits = async (query: string) => (await get(`circuits/circuits/?cid=${circuit.cid}&${query}`)).count;
    expect(await circuits('install_date=2024-02-29&install_date=2024-03-01')).toBe(0);
    expect(await circuits('install_date=2024-03-01&install_date=2024-02-29')).toBe(1);
  });

  test('of several values of any custom field the last one counts', async () => {
    const key = `f${randomUUID().slice(0, 8)}`;
    const field = await make('extras/custom-fields', {
      label: key,
      key,
      type: 'select',
      content_types: ['tenancy.tenant'],
    });
    for (const value of ['a', 'b']) await make('extras/custom-field-choices', { custom_field: field.id, value });
    const one = await make('tenancy/tenants', { name: name(), custom_fields: { [key]: 'a' } });
    const found = async (query: string) => (await get(`tenancy/tenants/?id=${one.id}&${query}`)).count;
    expect(await found(`cf_${key}=a&cf_${key}=b`)).toBe(0);
    expect(await found(`cf_${key}=b&cf_${key}=a`)).toBe(1);
  });

  test.each([
    'extras/object-changes/?user__n=',
    'extras/object-changes/?user_id__n=',
    'extras/notes/?user__n=',
    'extras/job-results/?user__n=',
    'dcim/rack-reservations/?user__n=',
  ])('%s takes an id nobody has', async (path) => {
    expect((await send('GET', `${path}${randomUUID()}`)).status).toBe(200);
    expect((await send('GET', `${path.replace('__n', '')}${randomUUID()}`)).status).toBe(400);
  });
});

describe('Addresses', () => {
  test('a namespace that is named for an address that is there must be right', async () => {
    const namespace = await make('ipam/namespaces', { name: name() });
    const other = await make('ipam/namespaces', { name: name() });
    await make('ipam/prefixes', { prefix: '10.9.0.0/16', namespace: namespace.id, status: 'Active' });
    const body = { address: '10.9.0.1/24', namespace: namespace.id, status: 'Active' };
    const { id } = await make('ipam/ip-addresses', body);
    for (const wrong of [null, randomUUID(), 'garbage;x', 7, true, { name: 'nobody' }])
      for (const [method, sent] of [
        ['PATCH', { namespace: wrong }],
        ['PUT', { ...body, namespace: wrong }],
      ] as const) {
        const refused = await send(method, `ipam/ip-addresses/${id}/`, sent);
        expect([wrong, method, refused.status, Object.keys(refused.body)]).toEqual([wrong, method, 400, ['namespace']]);
      }
    // Addresses move with their parent, never by this; and the contract reads an empty list as nothing at all.
    for (const right of [namespace.id, other.id, { name: namespace.name }, []]) {
      const { parent } = expectStatus(await send('PATCH', `ipam/ip-addresses/${id}/`, { namespace: right }), 200).body;
      expect((await get(`ipam/prefixes/${parent.id}/`)).namespace.id).toBe(namespace.id);
    }
  });
});

describe('Web addresses', () => {
  test.each([
    'https://example.com/a',
    'ssh://git@host/x.git',
    'sftp://10.0.0.1:22/',
    'ldapless://x',
    'tel://1',
    'http://[::1]/',
    'http://localhost',
    'no address',
    'http://a b/',
    'http://-x/',
  ])('of other systems: %s', async (remote_url) => {
    const refused = ['ldapless://x', 'no address', 'http://a b/', 'http://-x/'].includes(remote_url);
    const { status, body } = await send('POST', 'extras/external-integrations/', {
      name: name(),
      remote_url,
      timeout: 5,
    });
    expect([status, body.remote_url]).toEqual(refused ? [400, ['Enter a valid URL.']] : [201, remote_url]);
  });

  test('too long and not one are two messages', async () => {
    const long = async (path: string, field: string, text: string) =>
      (await send('POST', `${path}/`, { name: name(), [field]: text })).body[field];
    const tooLong = (most: number) => `Ensure this field has no more than ${most} characters.`;
    expect(await long('circuits/providers', 'portal_url', 'x'.repeat(201))).toEqual([
      tooLong(200),
      'Enter a valid URL.',
    ]);
    expect(await long('circuits/providers', 'portal_url', 'x')).toEqual(['Enter a valid URL.']);
    expect(await long('circuits/providers', 'portal_url', `http://x.org/${'x'.repeat(200)}`)).toEqual([tooLong(200)]);
    expect(await long('extras/git-repositories', 'remote_url', 'x')).toEqual(['Enter a valid URL.']);
  });
});

describe('Tables', () => {
  test('the key of a job result is its id', async () => {
    await keepJobFile(
      unitOfWork(plumbline.services.get('extras')!.engine, systemScope()),
      new SentFile('a.txt', Buffer.from('a')),
      null,
    );
    const { text } = await send('GET', 'extras/file-proxies/', undefined, table);
    expect(text.split('\r\n', 1)[0]!.split(',')).toContain('job_result__id');
  });

  test('JSON is written as Python writes it, and where nothing is there the table says so', async () => {
    const type = await make('dcim/manufacturers', { name: name() });
    const platform = await make('dcim/platforms', {
      name: name(),
      manufacturer: type.id,
      napalm_args: { a: [1, 'ü'] },
    });
    const { text } = await send('GET', `dcim/platforms/?id=${platform.id}`, undefined, table);
    expect(text).toContain('"{""a"": [1, ""\\u00fc""]}"');
  });
});

describe('Custom fields', () => {
  test('the length of JSON counts as Python writes it', async () => {
    const key = `f${randomUUID().slice(0, 8)}`;
    const limits = { type: 'json', validation_maximum: 8, content_types: ['tenancy.tenant'] };
    await make('extras/custom-fields', { label: key, key, ...limits });
    // Eight characters, with the blank behind the colon.
    expect((await send('POST', 'tenancy/tenants/', { name: name(), custom_fields: { [key]: { a: 1 } } })).status).toBe(
      201,
    );
    expect((await send('POST', 'tenancy/tenants/', { name: name(), custom_fields: { [key]: { a: 12 } } })).status).toBe(
      400,
    );
  });
});

test("tools call a network driver what the contract's release of netutils lists", async () => {
  const { network_driver_mappings } = await make('dcim/platforms', { name: name(), network_driver: 'juniper_junos' });
  expect(network_driver_mappings).toEqual({
    ansible: 'junipernetworks.junos.junos',
    napalm: 'junos',
    netmiko: 'juniper_junos',
    netutils_parser: 'juniper_junos',
    ntc_templates: 'juniper_junos',
    pyats: 'junos',
    pyntc: 'juniper_junos_netconf',
    scrapli: 'juniper_junos',
  });
});

describe('What is refused because of where something is', () => {
  const refusal = async (path: string, body: object) => expectStatus(await send('POST', `${path}/`, body), 400).body;
  let locationType: Shown;
  let locations: Shown[];
  beforeAll(async () => {
    locationType = await make('dcim/location-types', {
      name: name(),
      content_types: ['dcim.device', 'dcim.rackgroup'],
    });
    const common = { location_type: locationType.id, status: 'Active' };
    locations = [
      await make('dcim/locations', { name: name(), ...common }),
      await make('dcim/locations', { name: name(), ...common }),
    ];
  });

  test('names both places of a rack group and its parent', async () => {
    const [here, there] = locations;
    const parent = await make('dcim/rack-groups', { name: name(), location: here.id });
    expect(await refusal('dcim/rack-groups', { name: name(), location: there.id, parent: parent.id })).toEqual({
      location: [
        `Location "${there.name}" is not descended from parent rack group "${parent.name}" location "${here.name}".`,
      ],
    });
  });

  test('names the interface, its device and the virtual chassis it is not in', async () => {
    const manufacturer = await make('dcim/manufacturers', { name: name() });
    const type = await make('dcim/device-types', { manufacturer: manufacturer.id, model: name() });
    const role = await make('extras/roles', { name: name(), content_types: ['dcim.device'] });
    const common = { device_type: type.id, role: role.id, location: locations[0].id, status: 'Active' };
    const [member, single] = [
      await make('dcim/devices', { ...common, name: name() }),
      await make('dcim/devices', { ...common, name: name() }),
    ];
    const chassis = await make('dcim/virtual-chassis', { name: name(), master: member.id });
    const port = (device: Shown, more: object = {}) => ({
      device: device.id,
      name: name(),
      type: '1000base-t',
      status: 'Active',
      ...more,
    });
    const [inside, outside] = [
      await make('dcim/interfaces', port(member)),
      await make('dcim/interfaces', port(single)),
    ];
    for (const [relation, title, kind] of [
      ['lag', 'LAG', '1000base-t'],
      ['bridge', 'bridge', '1000base-t'],
      ['parent_interface', 'parent', 'virtual'],
    ] as const) {
      const refused = (device: Shown, other: Shown) =>
        refusal('dcim/interfaces', port(device, { type: kind, [relation]: other.id }));
      expect(await refused(member, outside)).toEqual({
        [relation]: [
          `The selected ${title} interface (${outside.name}) belongs to ${single.name}, which is not part of virtual chassis ${chassis.name}.`,
        ],
      });
      expect(await refused(single, inside)).toEqual({
        [relation]: [
          `The selected ${title} interface (${inside.name}) belongs to a different device (${member.name}).`,
        ],
      });
    }
  });
});

describe('Secrets', () => {
  test('a secret without parameters is told all that is wrong with it', async () => {
    const blank = ['This field cannot be blank.'];
    const told = async (body: object): Promise<Shown> =>
      expectStatus(await send('POST', 'extras/secrets/', { name: name(), ...body }), 400).body;
    expect(await told({ provider: 'text-file', parameters: {} })).toEqual({
      parameters: blank,
      __all__: ['Path must be an absolute path, not a relative one'],
    });
    expect(await told({ provider: 'environment-variable' })).toEqual({ parameters: blank });
    expect(await told({ provider: 'nope', parameters: {} })).toEqual({
      parameters: blank,
      provider: ['No registered provider "nope" is available'],
    });
    expect(Object.keys(await told({ provider: 'text-file', parameters: ['x'] }))).toEqual(['parameters']);
  });
});

describe('Lists of changes', () => {
  test('are answered in the order that the objects had before', async () => {
    const run = name();
    const bodies = ['a', 'b', 'c'].map((first) => ({ name: `${first} ${run}`, content_types: ['dcim.device'] }));
    const [a, b, c]: Shown[] = await make('extras/tags', bodies);
    const renamed = [
      { id: c.id, name: `0 ${run}` },
      { id: a.id, name: `z ${run}` },
      { id: b.id, color: '00ff00' },
    ];
    const namesIn = (answer: Shown): string[] => answer.map((tag: Shown) => tag.name.split(' ')[0]);
    expect(namesIn(expectStatus(await send('PATCH', 'extras/tags/', renamed), 200).body)).toEqual(['z', 'b', '0']);
    const back = [a, b, c].map(({ id, name }) => ({ id, name }));
    const lines = expectStatus(await send('PATCH', 'extras/tags/', back, table), 200).text.split('\r\n');
    const at = lines[0]!.split(',').indexOf('name');
    expect(lines.slice(1, 4).map((line) => line.split(',')[at]!.split(' ')[0])).toEqual(['c', 'b', 'a']);
  });
});

describe('Symmetric relationships', () => {
  test('are told of all in which their ends differ', async () => {
    const body = {
      label: name(),
      type: 'symmetric-many-to-many',
      source_type: 'tenancy.tenant',
      destination_type: 'dcim.device',
      source_hidden: true,
      required_on: 'source',
    };
    expect(expectStatus(await send('POST', 'extras/relationships/', body), 400).body).toEqual({
      destination_type: ['Must match source_type for a symmetric relationship'],
      destination_hidden: ['Must match source_hidden for a symmetric relationship'],
      required_on: ['Symmetric relationships cannot be marked as required.'],
    });
  });
});
