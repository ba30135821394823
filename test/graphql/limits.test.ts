import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { ask, send } from './ask';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startEveryService({ graphql: { depth: 4, fields: 12, relations: 3, values: 60 } });
});
afterAll(() => plumbline?.stop());

const refused = async (query: string): Promise<string> => {
  const { status, body } = await send(plumbline, query);
  expect([status, Object.keys(body)]).toEqual([400, ['errors']]);
  return body.errors[0].message;
};

test('a query that asks for more than the settings allow is refused in words', async () => {
  expect(await refused('{ devices { location { parent { parent { name } } } } }')).toContain('deeper than 4');
  expect(await refused('{ a: tenants { id } b: tenants { id } c: tenants { id } d: tenants { id } }')).toContain(
    '3 relations',
  );
  expect(
    await refused(
      '{ tenants { id name description comments created last_updated display a: id b: id c: id d: id e: id } }',
    ),
  ).toContain('12 fields');
});

test('an answer has room for so many values, wherever they are', async () => {
  // Each status is three values; the content types of each are more.
  expect((await ask(plumbline, '{ statuses(limit: 3) { name color } }')).statuses).toHaveLength(3);
  for (const query of [
    '{ statuses { name color description weight: id } roles { name color description } content_types { id model } }',
    '{ statuses { content_types { app_label model } } }',
    '{ content_types { id } }',
  ])
    expect(await refused(query)).toContain('60 values');
  // What a query leaves out is no part of the answer.
  const some = `query ($all: Boolean = false) {
    statuses { name ... @include(if: $all) { color description created last_updated } display @skip(if: true) } }`;
  const { statuses } = await ask(plumbline, some);
  expect(new Set(statuses.flatMap(Object.keys))).toEqual(new Set(['name']));
  expect((await send(plumbline, some, { all: true })).status).toBe(400);
  // What is small alone counts as often as it appears.
  const tenant = await plumbline.request('POST', '/api/tenancy/tenants/', { name: 'one' });
  expect(tenant.status).toBe(201);
  const kind = { name: 'kind', nestable: true, content_types: [] };
  expect((await plumbline.request('POST', '/api/dcim/location-types/', kind)).status).toBe(201);
  const places = Array.from({ length: 10 }, (_, index) => ({
    name: `place ${index}`,
    location_type: 'kind',
    status: 'Active',
    tenant: tenant.body.id,
  }));
  expect((await plumbline.request('POST', '/api/dcim/locations/', places)).status).toBe(201);
  expect((await ask(plumbline, '{ locations { id tenant { name } } }')).locations).toHaveLength(10);
  expect(await refused('{ locations { tenant { name locations { id } } } }')).toContain('60 values');
});

test('what is learnt of a service can be asked for, and what it has no more cannot', async () => {
  const { engine } = plumbline.services.get('extras')!;
  const whole = engine.catalog;
  engine.catalog = whole.withApp('tenancy', { models: [], follows: [], validates: [] });
  expect(await refused('{ tenants { id } }')).toContain('Cannot query field "tenants"');
  engine.catalog = whole;
  expect((await ask(plumbline, '{ tenants { id } }')).tenants).toHaveLength(1);
});
