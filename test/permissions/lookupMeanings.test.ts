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
