import { inTransaction, systemScope, unitOfWork } from '@plumbline/engine';
import type { LockStep } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { TestServices } from '@plumbline/testkit';
import { lockPrefixesOfExclusive, lockPrefixesOfShared } from '../src/tree/namespacesFirst';
import { expectParentsRight } from './parents';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startIpam({ databasePoolSize: 10 });
});
afterAll(() => plumbline?.stop());

const namespaceNamed = async (name: string): Promise<string> => (await make(plumbline, 'ipam/namespaces', { name })).id;
const post = (path: string, body: unknown) => plumbline.request('POST', `/api/ipam/${path}/`, body);

test('parents and children that arrive together find one another', async () => {
  const namespace = await namespaceNamed('together');
  const blocks = ['10.0.0.0/8', '10.0.0.0/9', '10.0.0.0/16', '10.0.0.0/20', '10.0.0.0/24', '10.0.0.0/25'];
  const more = Array.from({ length: 18 }, (_, index) => `10.0.${index}.${index * 4}/30`);
  const answers = await Promise.all([...more, ...blocks].map((block) => post('prefixes', aPrefix(block, namespace))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  await expectParentsRight(plumbline, [namespace]);
});

test('of equal requests at once one is served and the others are told why not', async () => {
  const namespace = await namespaceNamed('equal');
  const prefixes = await Promise.all(
    Array.from({ length: 6 }, () => post('prefixes', aPrefix('10.0.0.0/8', namespace))),
  );
  expect(prefixes.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  expect(prefixes.find(({ status }) => status === 400)!.body).toEqual({
    __all__: ['Prefix with this Namespace, Network and Prefix length already exists.'],
  });
  const addresses = await Promise.all(
    Array.from({ length: 6 }, () => post('ip-addresses', anAddress('10.0.0.1/8', namespace))),
  );
  expect(addresses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  expect(addresses.find(({ status }) => status === 400)!.body).toEqual({
    __all__: ['IP address with this Parent and Host already exists.'],
  });
});

test('nobody is given what another one has, though they ask for the whole and for its parts', async () => {
  const namespace = await namespaceNamed('given out');
  const [whole, half, other] = await make(
    plumbline,
    'ipam/prefixes',
    ['10.0.0.0/24', '10.0.0.0/25', '10.0.0.128/25'].map((block) => aPrefix(block, namespace, { type: 'pool' })),
  );
  const asked = [whole, half, other].flatMap(({ id }) =>
    Array.from({ length: 12 }, () =>
      post(`prefixes/${id}/available-ips`, [{ status: 'Active' }, { status: 'Active' }]),
    ),
  );
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const hosts = answers.flatMap(({ body }) => body.map((address: { host: string }) => address.host));
  expect(new Set(hosts).size).toBe(72);
  await expectParentsRight(plumbline, [namespace]);
});

test('an allocation picks again, however often somebody else writes what it picked', async () => {
  const namespace = await namespaceNamed('overtaken');
  const { id } = await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/24', namespace));
  const written = Array.from({ length: 240 }, (_, index) => `10.0.0.${index + 1}/24`);
  const several = Array.from({ length: 4 }, () => ({ status: 'Active' }));
  const [answers] = await Promise.all([
    Promise.all(written.slice(0, 3).map(() => post(`prefixes/${id}/available-ips`, several))),
    // Several in turn each, as importers write.
    Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (const [index, address] of written.entries())
          if (index % 6 === writer) await post('ip-addresses', anAddress(address, namespace));
      }),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('free blocks are given out once', async () => {
  const namespace = await namespaceNamed('blocks');
  const { id } = await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/16', namespace, { type: 'container' }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(`prefixes/${id}/available-prefixes`, { prefix_length: 20 + (index % 8), status: 'Active' }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.prefix);
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const children = await all(plumbline, 'ipam/prefixes', `&parent=${id}`);
  expect(children.map(({ prefix }) => prefix).sort()).toEqual(made.sort());
});

test('adding, moving and removing at the same time ends in a right tree', async () => {
  const namespace = await namespaceNamed('storm');
  await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/8', namespace));
  const blocks = Array.from({ length: 24 }, (_, index) => `10.0.${index}.0/${24 - (index % 6)}`);
  const made = await Promise.all(blocks.map((block) => post('prefixes', aPrefix(block, namespace))));
  const ids: string[] = made.filter(({ status }) => status === 201).map(({ body }) => body.id);
  const storm = ids.flatMap((id, index) => [
    post('ip-addresses', anAddress(`10.0.${index}.7/24`, namespace)),
    index % 3 === 0
      ? plumbline.request('DELETE', `/api/ipam/prefixes/${id}/`)
      : plumbline.request('PATCH', `/api/ipam/prefixes/${id}/`, { prefix: `10.1.${index}.0/24` }),
    post('prefixes', aPrefix(`10.0.${index}.0/29`, namespace)),
  ]);
  const answers = await Promise.all(storm);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  await expectParentsRight(plumbline, [namespace]);
});

test('who moves between namespaces takes the locks of both at once, so that nobody comes from the other side in between', async () => {
  const [from, to] = [await namespaceNamed('left'), await namespaceNamed('entered')];
  const [prefix, target] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/8', from),
    aPrefix('10.0.0.0/8', to),
  ]);
  const address = await make(plumbline, 'ipam/ip-addresses', anAddress('10.0.0.1/8', from));
  const { engine } = plumbline.services.get('ipam')!;
  /** How many locks there are after the first step, two for each namespace. */
  const locked = (step: LockStep, id: string, body: object): Promise<number> =>
    inTransaction(unitOfWork(engine, systemScope()), async ({ sql: tx }) => {
      await tx.run(sql.unsafe`${(await step(tx, [id], [body]))!}`);
      const found = await tx.first<{ n: number }>(
        sql.unsafe`SELECT count(DISTINCT objid)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
      );
      return found!.n;
    });
  const url = (path: string, id: string) => `http://localhost/api/ipam/${path}/${id}/`;
  for (const namespace of [
    to,
    'entered',
    url('namespaces', to),
    { id: to },
    { url: url('namespaces', to) },
    { name: 'entered' },
  ])
    expect([namespace, await locked(lockPrefixesOfExclusive, prefix.id, { namespace })]).toEqual([namespace, 4]);
  expect(await locked(lockPrefixesOfExclusive, prefix.id, { prefix: '11.0.0.0/8' })).toBe(2);
  for (const parent of [target.id, url('prefixes', target.id), { id: target.id }])
    expect([parent, await locked(lockPrefixesOfShared, address.id, { parent })]).toEqual([parent, 4]);
  expect(await locked(lockPrefixesOfExclusive, prefix.id, { namespace: 'a \0' })).toBe(2);
});
