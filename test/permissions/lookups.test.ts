import { apps } from '@plumbline/config';
import { constraintCriteria, load, systemScope, work } from '@plumbline/engine';
import { columnType, lookups, type Model } from '@plumbline/model';
import { isInvalidRegularExpression } from '@plumbline/store';
import { aUser, expectStatus, type Realm, signedIn, superuser } from '@plumbline/testkit';
import { definitions } from '../../program/src/start/services';
import { startEveryService } from '../models/every-service';

let realm: Realm;
beforeAll(async () => {
  realm = await startEveryService();
});
afterAll(() => realm?.stop());

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
    const sort = `${field.kind.name} ${field.stored ? columnType(field) : ''} ${field.options.hidden}`;
    return !seen.has(sort) && seen.add(sort);
  });
  const relations = Object.entries(model.fields).filter(
    ([, { options, stored }]) => stored && options.to && !seen.has(options.to) && seen.add(options.to),
  );
  return [
    ...columns.map(([name]) => name),
    ...relations.flatMap(([name]) => [`${name}__name`, `${name}__nonsense`, `${name}__content_types`]),
    ...['nonsense', 'pk', '', '__proto__', 'constructor'].filter((name) => !seen.has(name) && seen.add(name)),
  ];
}

/** A malformed regular expression, found out here or by another service. */
const isRefusal = (error: unknown): boolean =>
  isInvalidRegularExpression(error) || (error as { status?: number }).status === 400;

const seen = new Set<string>();
const models = apps.flatMap((app) => definitions[app].models.map((model): [string, Model] => [model.label, model]));

test.each(models)(
  '%s: whatever a constraint says, it is answered',
  async (_, model) => {
    const { engine } = realm.services.get(model.app as (typeof apps)[number])!;
    const failures: string[] = [];
    for (const path of pathsOf(model, seen))
      for (const lookup of path.includes('__') ? someLookups : allLookups)
        for (const value of values) {
          const key = lookup === '' ? path : `${path}__${lookup}`;
          const criteria = constraintCriteria(engine, model, { [key]: value });
          try {
            const { rows } = await load(work(engine, systemScope()), model, {
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
  },
  120_000,
);

describe('a malformed regular expression is a 400', () => {
  test('in a constraint, of its own service or another', async () => {
    const admin = await signedIn(realm, superuser.apiToken);
    expectStatus(await realm.request('POST', '/api/tenancy/tenants/', { name: 'Acme' }), 201);
    const body = { vid: 2, name: 'y', status: 'Active', tenant: 'Acme' };
    expectStatus(await realm.request('POST', '/api/ipam/vlans/', body), 201);
    for (const key of ['name__regex', 'tenant__name__regex']) {
      const as = await aUser(realm, admin, [
        { object_types: ['ipam.vlan'], actions: ['view'], constraints: { [key]: '(' } },
      ]);
      expect([key, (await realm.request('GET', '/api/ipam/vlans/', undefined, { as })).status]).toEqual([key, 400]);
    }
  });

  test('in what names a related object, of its own service or another', async () => {
    const body = { vid: 1, name: 'x', status: 'Active' };
    for (const field of ['tenant', 'vlan_group']) {
      const answer = await realm.request('POST', '/api/ipam/vlans/', { ...body, [field]: { name__regex: '(' } });
      expect([field, answer.status]).toEqual([field, 400]);
    }
  });
});

test('what names nothing in another service is refused, what is only shown is passed over', async () => {
  const body = { vid: 1, name: 'x' };
  const refused = await realm.request('POST', '/api/ipam/vlans/', { ...body, status: { nonsense: null } });
  expect([refused.status, refused.body]).toEqual([400, { status: [expect.stringContaining("'nonsense'")] }]);
  const status = { name: 'Active', display: 'Active', object_type: 'extras.status' };
  const made = await realm.request('POST', '/api/ipam/vlans/', { ...body, status });
  expect(made.status).toBe(201);
});
