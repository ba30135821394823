import { expectFlat, settled, type TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { expectParentsRight, type Node } from './parents';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startIpam();
});
afterAll(() => plumbline?.stop());

/** Blocks of lengths 24 to 32 in 10.0.0.0/24, and of lengths 120 to 128 in 2001:db8::/120. */
const blockIn = fc
  .record({ six: fc.boolean(), length: fc.integer({ min: 0, max: 8 }), place: fc.integer({ min: 0, max: 255 }) })
  .map(({ six, length, place }) => {
    const start = (place >> (8 - length)) << (8 - length);
    return six ? `2001:db8::${start.toString(16)}/${120 + length}` : `10.0.0.${start}/${24 + length}`;
  });
const canonical = (prefix: string) => prefix.replace('2001:db8::0/', '2001:db8::/');
const which = fc.nat({ max: 1000 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      blocks: fc.uniqueArray(blockIn, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      moves: fc.array(fc.tuple(which, blockIn, fc.boolean()), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), gone: fc.array(which, { minLength: 1, maxLength: 6 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('host' as const),
      hosts: fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 6 }),
      six: fc.boolean(),
    }),
  },
);

let run = 0;
test('whatever is added, moved and removed, every parent is the closest prefix', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const made = await make(plumbline, 'ipam/namespaces', [{ name: `tree ${run++}` }, { name: `tree ${run++}` }]);
      const [home, other] = made.map(({ id }: { id: string }) => id) as [string, string];
      // Roots that hold everything, so that no address is ever left without a prefix.
      await make(
        plumbline,
        'ipam/prefixes',
        ['10.0.0.0/23', '2001:db8::/119'].flatMap((root) => [aPrefix(root, home), aPrefix(root, other)]),
      );
      const inner = async () =>
        (await all(plumbline, 'ipam/prefixes', `&namespace=${home}&namespace=${other}&parent__isnull=false`)) as Node[];
      for (const one of steps) {
        const nodes = await inner();
        if (one.do === 'add') {
          const known = new Set(nodes.filter((node) => node.namespace.id === home).map((node) => node.prefix));
          const blocks = one.blocks.map(canonical).filter((block) => !known.has(block));
          if (blocks.length > 0)
            await make(
              plumbline,
              'ipam/prefixes',
              blocks.map((block) => aPrefix(block, home)),
            );
        } else if (one.do === 'move' && nodes.length > 0) {
          const moves = one.moves.map(([index, block, away]) => ({
            id: nodes[index % nodes.length]!.id,
            prefix: canonical(block),
            namespace: away ? other : home,
          }));
          const answer = await plumbline.request('PATCH', '/api/ipam/prefixes/', moves);
          expect([200, 400]).toContain(answer.status);
        } else if (one.do === 'remove' && nodes.length > 0) {
          const gone = one.gone.map((index) => ({ id: nodes[index % nodes.length]!.id }));
          expect((await plumbline.request('DELETE', '/api/ipam/prefixes/', gone)).status).toBe(204);
        } else if (one.do === 'host') {
          const hosts = one.hosts.map((host) =>
            anAddress(one.six ? `2001:db8::${host.toString(16)}/64` : `10.0.0.${host}/8`, home),
          );
          expect([201, 400]).toContain((await plumbline.request('POST', '/api/ipam/ip-addresses/', hosts)).status);
        }
        await expectParentsRight(plumbline, [home, other]);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('parents and children may come in one request, in any order, and cost as many statements as one', async () => {
  await expectFlat(async () => {
    const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: crypto.randomUUID() });
    const [one, many] = await singleAndMany(namespace);
    const page = (limit: number) =>
      settled(() => plumbline.request('GET', `/api/ipam/ip-addresses/?namespace=${namespace}&limit=${limit}`));
    await expectFlat(async () => [(await page(1)).cost, (await page(1000)).cost]);
    return [one, many];
  });
});

/** Makes prefixes and addresses alone and a thousand at once; tells what both cost. */
async function singleAndMany(namespace: string): Promise<[object, object]> {
  await make(plumbline, 'ipam/prefixes', aPrefix('172.16.0.0/24', namespace));
  const one = await plumbline.request('POST', '/api/ipam/prefixes/', aPrefix('172.16.0.0/30', namespace));
  expect(one.status).toBe(201);
  const blocks = Array.from({ length: 999 }, (_, index) => `10.${index % 4}.${index >> 2}.0/24`);
  const bodies = [...blocks.slice(0, 500), '10.0.0.0/8', ...blocks.slice(500)].map((block) =>
    aPrefix(block, namespace),
  );
  const many = await plumbline.request('POST', '/api/ipam/prefixes/', bodies);
  expect(many.status).toBe(201);
  expect(many.body).toHaveLength(1000);
  const root = many.body[500];
  expect(many.body.filter((body: Node) => body.parent?.id === root.id)).toHaveLength(999);
  const addresses = await plumbline.request(
    'POST',
    '/api/ipam/ip-addresses/',
    blocks.map((block) => anAddress(block.replace('.0/24', '.1/24'), namespace)),
  );
  expect(addresses.status).toBe(201);
  expect(
    addresses.body.every(
      (body: Node, index: number) => many.body[index < 500 ? index : index + 1].id === body.parent?.id,
    ),
  ).toBe(true);
  const single = await plumbline.request('POST', '/api/ipam/ip-addresses/', anAddress('10.0.0.9/24', namespace));
  return [
    { prefixes: one.cost, addresses: single.cost },
    { prefixes: many.cost, addresses: addresses.cost },
  ];
}

test('networks are compared with whole prefixes where one is described', async () => {
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'described' });
  for (const block of ['10.0.0.0/8', '10.0.0.0/16', '10.0.0.0/24'])
    await make(plumbline, 'ipam/prefixes', aPrefix(block, namespace));
  const described = async (attributes: Record<string, string>) => {
    const parent = { namespace, ...attributes };
    const { body } = await plumbline.request('POST', '/api/ipam/ip-addresses/', {
      address: '10.0.0.1/24',
      status: 'Active',
      parent,
    });
    return Object.values(body as Record<string, string[]>)[0]![0]!.replace(/ provided attributes.*/, '');
  };
  const wrong = /^10\.0\.0\.0\/16 cannot be assigned as the parent/;
  expect(await described({ network__net_equals: '10.0.0.0/16' })).toMatch(wrong);
  expect(await described({ network__net_contained: '10.0.0.0/8', network__net_contains: '10.0.0.0/24' })).toMatch(
    wrong,
  );
  expect(await described({ network__net_contained_or_equal: '10.0.0.0/16' })).toBe('Multiple objects match the');
  expect(await described({ network__net_contained: '10.0.0.0/24' })).toBe('Related object not found using the');
});
