import { apps } from '@plumbline/config';
import { constraintCriteria, load, systemScope, unitOfWork } from '@plumbline/engine';
import { columnType, insideOf, lookups, type Model, momentParts } from '@plumbline/model';
import { isInvalidRegularExpression, sql } from '@plumbline/store';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { ownServices } from '../../program/src/start/services';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startEveryService();
});
afterAll(() => plumbline?.stop());

/** What somebody might write into a constraint, or into the attributes of a related object. */
const values: unknown[] = [
  'x',
  '',
  '(',
  '\0',
  '\ud800',
  '10.0.0.0/8',
  '2026-01-01',
  -1.5,
  2 ** 64,
  true,
  null,
  ['x', null, 1, ['y']],
  { a: { b: 1 } },
];

const allLookups = ['', ...lookups, 'nonsense'];
const someLookups = ['', 'isnull', 'in', 'gt', 'regex', 'nonsense'];

/** Paths that mean something on a model, and some that do not. One of each sort of column will do. */
function pathsOf(model: Model, seen: Set<string>): string[] {
  const columns = Object.entries(model.fields).filter(([, field]) => {
    const { kind, stored, options } = field;
    const sort = [stored ? columnType(field) : kind.source, kind.input, kind.isSealed, options.hidden].join();
    return !seen.has(sort) && seen.add(sort);
  });
  const relations = Object.entries(model.fields).filter(
    ([, { options, stored }]) => stored && options.to && !seen.has(options.to) && seen.add(options.to),
  );
  const inside = {
    json: ['a', 'a__b', '0'],
    dictionary: ['a', 'a__b'],
    day: ['year', 'week_day'],
    moment: momentParts,
  };
  return [
    ...columns.map(([name]) => name),
    ...columns.flatMap(([name, field]) => {
      const within = insideOf(field);
      return within ? inside[within].map((part) => `${name}__${part}`) : [];
    }),
    ...relations.flatMap(([name]) => [`${name}__name`, `${name}__nonsense`, `${name}__content_types`]),
    ...['nonsense', 'pk', '', '__proto__', 'constructor'].filter((name) => !seen.has(name) && seen.add(name)),
  ];
}

/** A malformed regular expression, found out here or by another service. */
const isRefusal = (error: unknown): boolean =>
  isInvalidRegularExpression(error) || (error as { status?: number }).status === 400;

const seen = new Set<string>();
const models = apps.flatMap((app) => ownServices.of(app).models.map((model): [string, Model] => [model.label, model]));

test.each(models)('%s: whatever a constraint says, it is answered', async (_, model) => {
  const { engine } = plumbline.services.get(model.app as (typeof apps)[number])!;
  const failures: string[] = [];
  for (const path of pathsOf(model, seen))
    for (const lookup of path.includes('__') && !path.includes('__a') ? someLookups : allLookups)
      for (const value of values) {
        const key = lookup === '' ? path : `${path}__${lookup}`;
        const criteria = constraintCriteria(engine, model, { [key]: value });
        try {
          const { rows } = await load(unitOfWork(engine, systemScope()), model, {
            criteria,
            root: false,
            limit: 1,
            sort: false,
          });
          if (path.endsWith('nonsense') && rows.length > 0)
            failures.push(`${key}: ${JSON.stringify(value)} shows objects`);
        } catch (error) {
          if (!isRefusal(error)) failures.push(`${key}: ${JSON.stringify(value)}: ${(error as Error).message}`);
        }
      }
  expect(failures.slice(0, 20)).toEqual([]);
});

describe('a malformed regular expression is a 400', () => {
  test('in a constraint, of its own service or another', async () => {
    const admin = await signedIn(plumbline, superuser.apiToken);
    expectStatus(await plumbline.request('POST', '/api/tenancy/tenants/', { name: 'Acme' }), 201);
    const body = { vid: 2, name: 'y', status: 'Active', tenant: 'Acme' };
    expectStatus(await plumbline.request('POST', '/api/ipam/vlans/', body), 201);
    const { database } = plumbline.services.get('users')!.engine;
    for (const key of ['name__regex', 'tenant__name__regex']) {
      const as = await aUser(plumbline, admin, [
        { object_types: ['ipam.vlan'], actions: ['view'], constraints: { [key]: 'any' } },
      ]);
      // What is stored is older than what is refused now.
      await database.run(sql.unsafe`
        UPDATE objectpermission SET constraints = ${JSON.stringify({ [key]: '(' })}::jsonb
        WHERE users @> ARRAY[${as.userId}::uuid]`);
      expect([key, (await plumbline.request('GET', '/api/ipam/vlans/', undefined, { as })).status]).toEqual([key, 400]);
    }
  });

  test('in what names a related object, of its own service or another', async () => {
    const body = { vid: 1, name: 'x', status: 'Active' };
    for (const field of ['tenant', 'vlan_group']) {
      const answer = await plumbline.request('POST', '/api/ipam/vlans/', { ...body, [field]: { name__regex: '(' } });
      expect([field, answer.status]).toEqual([field, 400]);
    }
  });
});

test('a custom field that is called as a look-up is compared with any value', async () => {
  const constraints = { _custom_field_data__in: 'text', tenant___custom_field_data__regex: '(' };
  const body = (label: string) => ({ name: `of ${label}`, object_types: [label], actions: ['view'], constraints });
  const write = async (label: string) =>
    (await plumbline.request('POST', '/api/users/permissions/', body(label))).status;
  expect([await write('ipam.vlan'), await write('users.token')]).toEqual([201, 400]);
});

test('what names nothing in another service is refused, what is only shown is passed over', async () => {
  const body = { vid: 1, name: 'x' };
  const refused = await plumbline.request('POST', '/api/ipam/vlans/', { ...body, status: { nonsense: null } });
  expect([refused.status, refused.body]).toEqual([400, { status: [expect.stringContaining("'nonsense'")] }]);
  const status = { name: 'Active', display: 'Active', object_type: 'extras.status' };
  const made = await plumbline.request('POST', '/api/ipam/vlans/', { ...body, status });
  expect(made.status).toBe(201);
});

describe('a circuit is known by its key and by the keys of what it belongs to', () => {
  interface Known {
    circuit: string;
    termination: string;
    provider: string;
    status: string;
    tenant: string;
    cloud: string;
  }
  let known: Known;
  const make = async (url: string, body: object) => {
    const made = await plumbline.request('POST', url, body);
    expectStatus(made, 201);
    return made.body;
  };
  const shown = async (constraints: object) => {
    const admin = await signedIn(plumbline, superuser.apiToken);
    const as = await aUser(plumbline, admin, [{ object_types: ['circuits.circuit'], actions: ['view'], constraints }]);
    const { status, body } = await plumbline.request('GET', '/api/circuits/circuits/', undefined, { as });
    return [status, body.results?.map(({ cid }: { cid: string }) => cid)];
  };

  beforeAll(async () => {
    await make('/api/extras/custom-fields/', { label: 'lit', type: 'text', content_types: ['circuits.circuit'] });
    const circuit_type = (await make('/api/circuits/circuit-types/', { name: 'Fibre' })).id;
    const each = async (cid: string, status: string, lit: string) => {
      const provider = await make('/api/circuits/providers/', { name: `of ${cid}` });
      const tenant = await make('/api/tenancy/tenants/', { name: `with ${cid}` });
      const body = { cid, circuit_type, status, provider: provider.id, tenant: tenant.id, custom_fields: { lit } };
      const circuit = await make('/api/circuits/circuits/', body);
      const cloud = await make('/api/circuits/provider-networks/', { name: cid, provider: provider.id });
      const end = { circuit: circuit.id, term_side: 'A', provider_network: cloud.id };
      const termination = await make('/api/circuits/circuit-terminations/', end);
      return {
        circuit: circuit.id,
        termination: termination.id,
        provider: provider.id,
        status: circuit.status.id,
        tenant: tenant.id,
        cloud: cloud.id,
      };
    };
    known = await each('one', 'Active', 'yes');
    await each('other', 'Planned', 'no');
  });

  test.each<[string, (of: Known) => unknown]>([
    ['id', ({ circuit }) => circuit],
    ['id__in', ({ circuit }) => [circuit]],
    ['pk__in', ({ circuit }) => [circuit]],
    ['pk__exact', ({ circuit }) => circuit],
    ['id__startswith', ({ circuit }) => circuit.slice(0, 20)],
    ['provider__id__in', ({ provider }) => [provider]],
    ['provider__pk__in', ({ provider }) => [provider]],
    ['status__id__in', ({ status }) => [status]],
    ['status__pk__startswith', ({ status }) => status.slice(0, 20)],
    ['circuit_terminations__id__in', ({ termination }) => [termination]],
    ['provider_id', ({ provider }) => provider],
    ['provider_id__in', ({ provider }) => [provider]],
    ['provider_id__name', () => 'of one'],
    ['status_id', ({ status }) => status],
    ['status_id__name', () => 'Active'],
    ['tenant_id', ({ tenant }) => tenant],
    ['circuit_terminations__circuit_id', ({ circuit }) => circuit],
    ['_custom_field_data__lit', () => 'yes'],
    ['_custom_field_data__lit__startswith', () => 'y'],
    ['custom_fields__lit__in', () => ['yes', 'maybe']],
  ])('%s, in a permission and in a reference', async (key, value) => {
    const attributes = { [key]: value(known) };
    expect(await shown(attributes)).toEqual([200, ['one']]);
    const end = { circuit: attributes, term_side: 'Z', provider_network: known.cloud };
    const answer = await plumbline.request('POST', '/api/circuits/circuit-terminations/', end);
    expect([answer.status, answer.body.circuit]).toEqual([201, expect.objectContaining({ id: known.circuit })]);
    await plumbline.request('DELETE', `/api/circuits/circuit-terminations/${answer.body.id}/`);
  });

  test.each(['tenant', 'tenant__id', 'tenant_id'])('%s__isnull tells those without one', async (relation) => {
    expect(await shown({ [`${relation}__isnull`]: true })).toEqual([200, []]);
    expect(await shown({ [`${relation}__isnull`]: false })).toEqual([200, expect.arrayContaining(['one', 'other'])]);
  });

  test('every circuit has a key', async () => {
    expect(await shown({ id__isnull: true })).toEqual([200, []]);
    expect(await shown({ id__isnull: false })).toEqual([200, expect.arrayContaining(['one', 'other'])]);
  });

  test.each(['id__nonsense', 'provider__id__name', 'tags_id', 'nonsense_id', 'provider_id_id'])(
    '%s is nothing',
    async (key) => {
      expect(await shown({ [key]: known.circuit })).toEqual([200, []]);
    },
  );

  test.each<[string, (of: Known) => unknown]>([
    ['id__in', ({ tenant }) => [tenant]],
    ['pk__startswith', ({ tenant }) => tenant],
    ['circuits__id__in', ({ circuit }) => [circuit]],
    ['circuits__provider_id', ({ provider }) => provider],
    ['circuits___custom_field_data__lit', () => 'yes'],
  ])('a tenant is named from another service by %s', async (key, value) => {
    const vlan = { vid: 9, name: key, status: 'Active', tenant: { [key]: value(known) } };
    const made = await plumbline.request('POST', '/api/ipam/vlans/', vlan);
    expect([made.status, made.body.tenant]).toEqual([201, expect.objectContaining({ id: known.tenant })]);
  });
});
