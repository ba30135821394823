import type { Identity } from '@plumbline/http';
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

/** What somebody sees of a list who may view what a constraint holds for, by what it is called; in no order. */
async function seen(path: string, label: string, constraints: object): Promise<string[]> {
  const as = await aUser(plumbline, admin, [{ object_types: [label], actions: ['view'], constraints }]);
  const { results } = expectStatus(
    await plumbline.request('GET', `/api/${path}/?limit=0`, undefined, { as }),
    200,
  ).body;
  return results.map(({ display }: { display: string }) => display).toSorted();
}

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
