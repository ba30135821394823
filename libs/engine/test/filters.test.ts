// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { Area, Owner, Place, Remark, Thing } from './oracle/models';
import { expected } from './oracle/oracle';
import { queries, written } from './oracle/queries';
import { makeWorld, type World } from './oracle/world';

/** Queries per world; more for a night. */
const numRuns = Number(process.env.PLUMBLINE_PROPERTY_RUNS ?? 150);

jest.setTimeout(600_000);

describe.each([1, 2, 3])('lists of world %i are what a naive oracle says', (seed) => {
  let plumbline: TestServices;
  let world: World;
  beforeAll(async () => {
    plumbline = await startTestServices([
      { app: 'tenancy', models: [Owner, Area, Remark] },
      { app: 'ipam', models: [Place, Thing] },
    ]);
    world = await makeWorld(plumbline, seed);
  });
  afterAll(() => plumbline?.stop());

  const names = (things: { id: string; name: string }[]) => things.map(({ id, name }) => `${name} ${id}`);

  test('whatever is asked for, in whatever order and part', async () => {
    await fc.assert(
      fc.asyncProperty(queries(world), async (query) => {
        const answer = await plumbline.request('GET', `/api/ipam/things/?${written(query)}`);
        const wanted = expected(world, query.parameters, query.sort);
        const page = wanted.slice(query.offset, query.offset + query.limit);
        expect([answer.status, answer.body.count]).toEqual([200, wanted.length]);
        expect(names(answer.body.results)).toEqual(names(page));
      }),
      { numRuns, seed: Number(process.env.PLUMBLINE_PROPERTY_SEED ?? 42 + seed), endOnFailure: true },
    );
  });

  test('following the links sees everything once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(queries(world), async (query) => {
        const seen: { id: string; name: string }[] = [];
        let next: string | null =
          `/api/ipam/things/?${written({ ...query, limit: Math.ceil(query.limit / 4), offset: 0 })}`;
        while (next !== null) {
          const { body }: { body: { next: string | null; results: typeof seen } } = await plumbline.request(
            'GET',
            next,
          );
          seen.push(...body.results);
          next = body.next && new URL(body.next).pathname + new URL(body.next).search;
        }
        expect(names(seen)).toEqual(names(expected(world, query.parameters, query.sort)));
      }),
      { numRuns: Math.ceil(numRuns / 8), seed, endOnFailure: true },
    );
  });
});
