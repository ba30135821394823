import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { openApiOf } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { mergeFragments } from '@plumbline/gateway';
import type { Model } from '@plumbline/model';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { ownServices } from '../src/start/services';

const description = mergeFragments(
  ownServices.all.map((service) => openApiOf(service, registered.extensions)),
  'test',
  (component) => {
    throw new Error(`${component} is described twice`);
  },
);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(description, 'api');

const schemaOf = (name: string): ValidateFunction => ajv.getSchema(`api#/components/schemas/${name}`)!;

function mismatches(name: string, value: unknown): unknown {
  const validate = schemaOf(name);
  return validate(value) ? [] : validate.errors;
}

const endpoints = ownServices.all
  .flatMap(({ models }) => models)
  .filter((model) => model.endpoint !== undefined)
  .map((model): [string, Model] => [`/api/${model.app}/${model.endpoint}/`, model]);

let plumbline: TestServices;

async function make(path: string, body: object): Promise<Record<string, unknown>> {
  const { status, body: made, text } = await plumbline.request('POST', path, body);
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  return made;
}

beforeAll(async () => {
  plumbline = await startTestServices(ownServices.all, {}, { contentTypes, contentTypeNames });
  await make('/api/extras/tags/', { name: 'core', content_types: ['ipam.vlan', 'ipam.prefix', 'dcim.location'] });
  await make('/api/tenancy/tenant-groups/', { name: 'Customers' });
  await make('/api/tenancy/tenants/', { name: 'Acme', tenant_group: 'Customers' });
  const types = ['ipam.vlan', 'ipam.prefix', 'ipam.vlangroup'];
  await make('/api/dcim/location-types/', { name: 'Site', nestable: true, content_types: types });
  await make('/api/dcim/locations/', {
    name: 'Rome',
    location_type: 'Site',
    status: 'Active',
    tags: [{ name: 'core' }],
  });
  const below = { name: 'Hall', location_type: 'Site', status: 'Active', latitude: '41.9', parent: 'Rome' };
  await make('/api/dcim/locations/', below);
  await make('/api/ipam/vlan-groups/', { name: 'Campus' });
  const location = { name: 'Hall', parent__name: 'Rome' };
  await make('/api/ipam/vlans/', { vid: 7, name: 'guests', status: 'Active', location, tags: [{ name: 'core' }] });
  await make('/api/ipam/rirs/', { name: 'RIPE' });
  await make('/api/ipam/route-targets/', { name: '65000:1' });
  await make('/api/ipam/vrfs/', { name: 'blue', rd: '65000:2', import_targets: ['65000:1'] });
  await make('/api/ipam/prefixes/', { prefix: '10.0.0.0/8', status: 'Active', type: 'container', location });
  await make('/api/ipam/prefixes/', {
    prefix: '10.1.0.0/16',
    status: 'Active',
    tenant: 'Acme',
    tags: [{ name: 'core' }],
  });
  await make('/api/ipam/ip-addresses/', { address: '10.1.0.1/16', status: 'Active', namespace: 'Global' });
  await make('/api/users/groups/', { name: 'readers' });
  const permission = { name: 'see all', object_types: ['ipam.vlan'], actions: ['view'], groups: [{ name: 'readers' }] };
  await make('/api/users/permissions/', permission);
});
afterAll(() => plumbline?.stop());

describe('answers are as described', () => {
  test.each(endpoints)('%s', async (path, { className, methods }) => {
    for (const query of ['', '?depth=1', '?include=relationships,computed_fields']) {
      const list = await plumbline.request('GET', path + query);
      expect([list.status, mismatches(`Paginated${className}List`, list.body)]).toEqual([200, []]);
      const known = Object.keys((description.components.schemas![className] as { properties: object }).properties);
      for (const object of list.body.results) {
        expect(known).toEqual(expect.arrayContaining(Object.keys(object)));
        const one = await plumbline.request('GET', `${path}${object.id}/${query}`);
        expect([one.status, mismatches(className, one.body)]).toEqual([200, []]);
      }
    }
    if (!methods.includes('POST')) return;
    const refused = await plumbline.request('POST', path, { name: { not: 'text' } });
    expect(refused.status).toBe(400);
    expect(mismatches('FieldErrors', refused.body)).toEqual([]);
  });

  test('those of actions too', async () => {
    const [prefix] = (await plumbline.request('GET', '/api/ipam/prefixes/?prefix=10.1.0.0/16')).body.results;
    const free = await plumbline.request('GET', `/api/ipam/prefixes/${prefix.id}/available-ips/?limit=2`);
    expect(free.body.map((item: unknown) => mismatches('AvailableIP', item))).toEqual([[], []]);
    const taken = await plumbline.request('POST', `/api/ipam/prefixes/${prefix.id}/available-ips/`, {
      status: 'Active',
    });
    expect([taken.status, mismatches('IPAddress', taken.body)]).toEqual([201, []]);
    const note = await plumbline.request('POST', `/api/ipam/prefixes/${prefix.id}/notes/`, { note: 'seen' });
    expect([note.status, mismatches('Note', note.body)]).toEqual([201, []]);
  });
});

describe('what cannot be stored or matched is a 400', () => {
  test.each([
    ['/api/ipam/rirs/', { name: 'half a \ud83d' }],
    ['/api/ipam/rirs/', { name: 'null \0' }],
    ['/api/users/users/', { username: 'x', config_data: { 'a\0': 1 } }],
    ['/api/users/users/', { username: 'x', config_data: ['\udc00'] }],
    ['/api/tenancy/tenants/', { name: 'x', tenant_group: { name: [] } }],
    ['/api/tenancy/tenants/', { name: 'x', tenant_group: { name__contains: '\0' } }],
    ['/api/ipam/vlans/', { vid: 1, name: 'x', status: { '': ['\0'] } }],
    ['/api/ipam/vlans/', { vid: 1, name: 'x', status: { custom_fields: '\0' } }],
  ])('%s %j', async (path, body) => {
    const { status, text } = await plumbline.request('POST', path, body);
    expect([status, text]).toEqual([400, expect.any(String)]);
  });

  test.each(['id__re=%00', 'name__ic=%00', 'created=x', 'id__nire=%5B'])('?%s', async (query) => {
    expect((await plumbline.request('GET', `/api/ipam/rirs/?${query}`)).status).toBe(400);
  });
});

describe('tables', () => {
  const csv = { accept: 'text/csv' };

  test.each(endpoints)('%s can be written as one', async (path) => {
    const { status, text, headers } = await plumbline.request('GET', path, undefined, { headers: csv });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=UTF-8']);
    const { count } = (await plumbline.request('GET', path)).body;
    expect(text === '').toBe(count === 0);
  });

  test.each(['/api/ipam/vlans/', '/api/ipam/prefixes/', '/api/dcim/locations/'])(
    '%s: a table sent back changes nothing',
    async (path) => {
      const before = await plumbline.request('GET', path);
      const { text } = await plumbline.request('GET', path, undefined, { headers: csv });
      const sent = await plumbline.request('PATCH', path, text, { headers: { 'content-type': 'text/csv' } });
      expect([sent.status, sent.status === 200 ? '' : sent.text]).toEqual([200, '']);
      const after = await plumbline.request('GET', path);
      const plain = (objects: { last_updated: string }[]) => objects.map(({ last_updated: _, ...rest }) => rest);
      expect(plain(after.body.results)).toEqual(plain(before.body.results));
    },
  );

  test('a table makes objects, and the answer may be one', async () => {
    const made = await plumbline.request(
      'POST',
      '/api/ipam/vlans/',
      'vid,name,status,location__name,location__parent__name\n8,lab,Active,Rome,NULL\n',
      {
        headers: { 'content-type': 'text/csv', ...csv },
      },
    );
    expect(made.status).toBe(201);
    expect(made.text.split('\r\n')[0]).toBe(
      'name,display,id,object_type,natural_slug,vid,description,location,vlan_group,status,role,tenant,created,last_updated,tags',
    );
  });

  test('the cost does not depend on the number of rows', async () => {
    const cost = async () => (await plumbline.request('GET', '/api/ipam/vlans/', undefined, { headers: csv })).cost;
    // What is remembered of other services is asked for first.
    await cost();
    const before = await cost();
    await plumbline.request(
      'POST',
      '/api/ipam/vlans/',
      Array.from({ length: 20 }, (_, index) => ({
        vid: 100 + index,
        name: `v${index}`,
        status: 'Active',
        location: { name: 'Rome', parent: null },
      })),
    );
    expect(await cost()).toEqual(before);
  });
});
