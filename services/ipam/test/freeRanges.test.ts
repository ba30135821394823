import type { TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { toAddress, toNumber, type Version } from '../src/addresses/numbers';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startIpam();
});
afterAll(() => plumbline?.stop());

/** Blocks of sixteen addresses in the middle and at both ends of each address space. */
const blocks = [
  '10.0.0.16/28',
  '0.0.0.0/28',
  '255.255.255.240/28',
  '2001:db8::10/124',
  '::/124',
  '::1.2.3.16/124',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff0/124',
];
const block = fc.constantFrom(...blocks);
let run = 0;

const versionOf = (text: string): Version => (text.includes(':') ? 6 : 4);
const addressAt = (prefix: string, offset: number): string =>
  toAddress(toNumber(prefix.split('/')[0]!) + BigInt(offset), versionOf(prefix));

async function emptyBlock(prefix: string, type: string) {
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: `free ${run++}` });
  return {
    namespace,
    ...(await make(plumbline, 'ipam/prefixes', aPrefix(prefix, namespace, { type }))),
    of: namespace,
  };
}

const list = async (id: string, what: string, query = '') =>
  (await plumbline.request('GET', `/api/ipam/prefixes/${id}/${what}/${query}`)).body;

test('free addresses are those that nobody has, child prefixes or not, at the ends of the address space too', async () => {
  const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 16 });
  const children = fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      block,
      fc.constantFrom('network', 'pool'),
      offsets,
      children,
      async (prefix, type, used, quarters) => {
        const parent = await emptyBlock(prefix, type);
        const version = versionOf(prefix);
        const full = version === 4 ? 32 : 128;
        if (quarters.length > 0)
          await make(
            plumbline,
            'ipam/prefixes',
            quarters.map((quarter) => aPrefix(`${addressAt(prefix, quarter * 4)}/${full - 2}`, parent.of)),
          );
        if (used.length > 0)
          await make(
            plumbline,
            'ipam/ip-addresses',
            used.map((offset) => anAddress(`${addressAt(prefix, offset)}/${full}`, parent.of)),
          );
        const ends = version === 4 && type === 'network' ? [0, 15] : [];
        const free = Array.from({ length: 16 }, (_, offset) => offset).filter(
          (offset) => ![...used, ...ends].includes(offset),
        );
        const expected = free.map((offset) => ({
          ip_version: version,
          address: `${addressAt(prefix, offset)}/${full - 4}`,
        }));
        expect(await list(parent.id, 'available-ips')).toEqual(expected);
        expect(await list(parent.id, 'available-ips', '?limit=3')).toEqual(expected.slice(0, 3));
        const taken = await plumbline.request(
          'POST',
          `/api/ipam/prefixes/${parent.id}/available-ips/`,
          free.map(() => ({ status: 'Active' })),
        );
        expect(taken.status).toBe(201);
        expect(taken.body.map(({ address }: { address: string }) => address)).toEqual(
          expected.map(({ address }) => address),
        );
        const more = await plumbline.request('POST', `/api/ipam/prefixes/${parent.id}/available-ips/`, {
          status: 'Active',
        });
        expect([more.status, more.text]).toEqual([204, '']);
      },
    ),
    { numRuns: 20, endOnFailure: true },
  );
});

test('free space is what no child takes, in the fewest blocks', async () => {
  const children = fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(block, children, async (prefix, taken) => {
      const parent = await emptyBlock(prefix, 'container');
      const full = versionOf(prefix) === 4 ? 32 : 128;
      if (taken.length > 0)
        await make(
          plumbline,
          'ipam/prefixes',
          taken.map((offset) => aPrefix(`${addressAt(prefix, offset)}/${full}`, parent.of)),
        );
      const free: string[] = await list(parent.id, 'available-prefixes').then((found) =>
        found.map((one: { prefix: string }) => one.prefix),
      );
      expect(free).toEqual(
        fewestBlocks(taken).map(([offset, length]) => `${addressAt(prefix, offset)}/${full - 4 + length}`),
      );
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

/** Halves sixteen places until the halves are wholly free; each as its offset and how often it was halved. */
function fewestBlocks(taken: number[], offset = 0, length = 0): [number, number][] {
  const size = 16 >> length;
  const inside = taken.filter((place) => place >= offset && place < offset + size);
  if (inside.length === 0) return [[offset, length]];
  if (size === 1) return [];
  return [...fewestBlocks(taken, offset, length + 1), ...fewestBlocks(taken, offset + size / 2, length + 1)];
}

test('blocks are given out from the front, and all or none', async () => {
  const parent = await emptyBlock('10.8.0.0/16', 'container');
  await make(plumbline, 'ipam/prefixes', [aPrefix('10.8.64.0/18', parent.of), aPrefix('10.8.1.0/24', parent.of)]);
  const path = `/api/ipam/prefixes/${parent.id}/available-prefixes/`;
  const wanted = (...lengths: unknown[]) => lengths.map((prefix_length) => ({ prefix_length, status: 'Active' }));
  const taken = await plumbline.request('POST', path, wanted(24, 20, 30));
  expect(taken.body.map(({ prefix }: { prefix: string }) => prefix)).toEqual([
    '10.8.0.0/24',
    '10.8.16.0/20',
    '10.8.2.0/30',
  ]);
  expect(taken.body[2].parent.id).toBe(parent.id);
  expect((await plumbline.request('POST', path, wanted(24, 17, 17))).status).toBe(204);
  expect((await plumbline.request('POST', path, wanted(8))).status).toBe(204);
  expect((await plumbline.request('POST', path, wanted(24, 33, 'x', undefined))).body).toEqual([
    {},
    { prefix_length: 'Invalid prefix length (33) for IPv4' },
    { prefix_length: 'this field must be int type' },
    { prefix_length: 'this field can not be missing' },
  ]);
  expect((await plumbline.request('POST', path, { prefix_length: 24 })).body).toEqual({
    status: ['This field is required.'],
  });
  expect((await plumbline.request('POST', path, '"x"')).status).toBe(400);
  expect((await plumbline.request('POST', path, [])).body).toEqual([]);
});

test('who asks for all of a prefix is told at once that it is there', async () => {
  const { id } = await emptyBlock('10.9.0.0/24', 'network');
  const wanted = { prefix_length: 24, status: 'Active' };
  const itself = await plumbline.request('POST', `/api/ipam/prefixes/${id}/available-prefixes/`, wanted);
  expect([itself.status, Object.keys(itself.body)]).toEqual([400, ['__all__']]);
  // On trust, and once more with the checks.
  expect(itself.cost.sql).toBeLessThan(40);
});

test('the free addresses of huge and of full prefixes are found at once', async () => {
  const huge = await emptyBlock('2001:db8:1::/48', 'network');
  for (const limit of ['0', '-1']) expect(await list(huge.id, 'available-ips', `?limit=${limit}`)).toHaveLength(65_536);
  const full = await emptyBlock('10.20.0.0/22', 'network');
  const took = await plumbline.request(
    'POST',
    `/api/ipam/prefixes/${full.id}/available-ips/`,
    Array.from({ length: 1022 }, () => ({ status: 'Active' })),
  );
  expect([took.status, took.body.length]).toEqual([201, 1022]);
  expect(await list(full.id, 'available-ips')).toEqual([]);
  expect((await all(plumbline, 'ipam/ip-addresses', `&parent=${full.id}`)).length).toBe(1000);
});

test('who asks for no number of free addresses, or fewer, is shown all of them', async () => {
  const { id } = await emptyBlock('10.1.0.0/24', 'network');
  expect(await list(id, 'available-ips')).toHaveLength(50);
  for (const limit of ['0', '-1']) expect(await list(id, 'available-ips', `?limit=${limit}`)).toHaveLength(254);
});

test('what is allocated is told as CSV where its columns are those of the objects made', async () => {
  const { id } = await emptyBlock('10.2.0.0/24', 'network');
  const headers = { 'content-type': 'text/csv' };
  const take = (what: string, rows: string) =>
    plumbline.request('POST', `/api/ipam/prefixes/${id}/${what}/`, rows, { headers });
  const { status, body } = await take('available-ips', 'status,dns_name\nActive,a.example.net\n');
  expect([status, body]).toEqual([201, [expect.objectContaining({ host: '10.2.0.1', dns_name: 'a.example.net' })]]);
  expect((await take('available-prefixes', 'prefix_length,status\n28,Active\n')).status).toBe(415);
});
