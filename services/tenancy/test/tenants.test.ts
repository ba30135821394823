import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { tenancyService } from '../src';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([tenancyService], {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

const make = async (endpoint: string, body: object) =>
  (await plumbline.request('POST', `/api/tenancy/${endpoint}/`, body)).body;
const names = async (query: string): Promise<string[]> =>
  (await plumbline.request('GET', `/api/tenancy/${query}`)).body.results.map(({ name }: { name: string }) => name);

test('groups form a tree that tenants are found by', async () => {
  const top = await make('tenant-groups', { name: 'top' });
  const below = await make('tenant-groups', { name: 'below', parent: 'top' });
  expect(below).toMatchObject({ display: 'top → below', tree_depth: 1, tenant_count: 0 });
  await make('tenants', { name: 'inner', tenant_group: 'below' });
  await make('tenants', { name: 'outer', tenant_group: { name: 'top' } });
  await make('tenants', { name: 'none' });
  // By the names of their groups, not as the tree of groups is walked (docs/contract/network.md says the same of VLANs).
  expect(await names('tenants/')).toEqual(['inner', 'outer', 'none']);
  expect(await names('tenants/?tenant_group=top')).toEqual(['inner', 'outer']);
  expect(await names(`tenants/?tenant_group__n=${below.id}`)).toEqual(['outer', 'none']);
  expect(await names('tenants/?tenant_group=null')).toEqual(['none']);
  expect(await names('tenant-groups/?has_tenants=true&has_children=false')).toEqual(['below']);
  expect(await names('tenants/?has_devices=false&has_circuits=false')).toHaveLength(3);
  const counted = await plumbline.request('GET', `/api/tenancy/tenant-groups/${top.id}/`);
  expect(counted.body.tenant_count).toBe(1);
});

test('a group takes the groups below it along and leaves the tenants', async () => {
  const top = await make('tenant-groups', { name: 'going' });
  const below = await make('tenant-groups', { name: 'going too', parent: top.id });
  const tenant = await make('tenants', { name: 'staying', tenant_group: below.id });
  expect((await plumbline.request('DELETE', `/api/tenancy/tenant-groups/${top.id}/`)).status).toBe(204);
  expect((await plumbline.request('GET', `/api/tenancy/tenant-groups/${below.id}/`)).status).toBe(404);
  expect((await plumbline.request('GET', `/api/tenancy/tenants/${tenant.id}/`)).body.tenant_group).toBeNull();
});

test('two groups cannot be moved below one another at the same time', async () => {
  const [one, two] = [await make('tenant-groups', { name: 'one' }), await make('tenant-groups', { name: 'two' })];
  const answers = await Promise.all([
    plumbline.request('PATCH', `/api/tenancy/tenant-groups/${one.id}/`, { parent: two.id }),
    plumbline.request('PATCH', `/api/tenancy/tenant-groups/${two.id}/`, { parent: one.id }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('parallel creates of one name: one succeeds, the others are told why not', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => plumbline.request('POST', '/api/tenancy/tenants/', { name: 'contested' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    expect([status, body]).toEqual([400, { name: ['tenant with this name already exists.'] }]);
});
