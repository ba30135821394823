// @boundaries-ignore the test kit is built from this package
import { expectStatus, type TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { levels } from './models';

export interface Node {
  id: string;
  name: string;
  parent: string | null;
  owner?: string | null;
}
export interface Named {
  id: string;
  name: string;
}
export interface Thing extends Named {
  nick: string | null;
  size: number | null;
  ratio: string | null;
  flag: boolean;
  seen: string | null;
  level: string;
  place: string | null;
  area: string | null;
  twin: string | null;
  labels: string[];
}

/** Everything the oracle knows: plain objects that refer to one another by id. */
export interface World {
  owners: Named[];
  areas: Node[];
  places: Node[];
  things: Thing[];
  remarks: (Named & { thing: string | null })[];
}

/** Words that meet one another often, with all that pattern languages take for special. */
export const words = [
  'a',
  'A',
  'b',
  'ab',
  'aB',
  'a%b',
  'a_b',
  'a\\b',
  'null',
  'true',
  'é',
  'É',
  'x y',
  '10',
  '2',
  '日本',
  'a.b',
  "o'n",
];
export const moments = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.000001Z',
  '2026-06-30T12:00:00Z',
  '2027-01-01T00:00:00Z',
];
export const ratios = ['-1.50', '0.00', '0.05', '2.00', '10.00'];

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const unique = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const blueprint = fc.record({
  places: fc.array(orNull(fc.nat(11)), { minLength: 6, maxLength: 12 }),
  areas: fc.array(fc.tuple(orNull(fc.nat(8)), orNull(fc.nat(2))), { minLength: 4, maxLength: 9 }),
  things: fc.array(
    fc.record({
      name: fc.constantFrom(...words),
      nick: orNull(fc.constantFrom(...words)),
      size: orNull(fc.integer({ min: -10, max: 10 })),
      ratio: orNull(fc.constantFrom(...ratios)),
      flag: fc.boolean(),
      seen: orNull(fc.constantFrom(...moments)),
      level: fc.constantFrom('', ...levels.map(([value]) => value)),
      place: orNull(fc.nat(11)),
      area: orNull(fc.nat(8)),
      labels: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
    }),
    { minLength: 25, maxLength: 45 },
  ),
  twins: fc.array(fc.tuple(fc.nat(44), fc.nat(44)), { maxLength: 15 }),
  remarks: fc.array(orNull(fc.nat(44)), { minLength: 3, maxLength: 9 }),
});

/** A world that follows from a number alone, made through the API. */
export async function makeWorld(plumbline: TestServices, seed: number): Promise<World> {
  const [plan] = fc.sample(blueprint, { seed, numRuns: 1 });
  const make = async (path: string, bodies: object[]) =>
    bodies.length === 0 ? [] : expectStatus(await plumbline.request('POST', `/api/${path}/`, bodies), 201).body;
  const makeTree = async (path: string, names: string[], parents: (number | null)[], more: object[] = []) => {
    const nodes: Node[] = [];
    for (const [index, name] of names.entries()) {
      const above = parents[index];
      const parent = above === null || above === undefined || above >= index ? null : nodes[above]!.id;
      const body = { name, parent, ...more[index] };
      nodes.push({ ...body, id: (await make(path, [body]))[0].id });
    }
    return nodes;
  };
  const owners: Named[] = await make(
    'tenancy/owners',
    unique('owner ', 3).map((name) => ({ name })),
  );
  const ownerAt = (index: number | null) => (index === null ? null : owners[index]!.id);
  const places = await makeTree('ipam/places', unique('place ', plan!.places.length), plan!.places);
  const areas = await makeTree(
    'tenancy/areas',
    unique('area ', plan!.areas.length),
    plan!.areas.map(([parent]) => parent),
    plan!.areas.map(([, owner]) => ({ owner: ownerAt(owner) })),
  );
  const bodies = plan!.things.map((thing) => ({
    ...thing,
    place: thing.place === null ? null : (places[thing.place]?.id ?? null),
    area: thing.area === null ? null : (areas[thing.area]?.id ?? null),
    labels: thing.labels.map((index) => owners[index]!.id),
    twin: null as string | null,
  }));
  const made: Named[] = await make('ipam/things', bodies);
  const things: Thing[] = bodies.map((body, index) => ({ ...body, id: made[index]!.id }));
  for (const [from, to] of plan!.twins) {
    if (!things[from] || !things[to]) continue;
    things[from].twin = things[to].id;
    expectStatus(
      await plumbline.request('PATCH', `/api/ipam/things/${things[from].id}/`, { twin: things[to].id }),
      200,
    );
  }
  const notes = plan!.remarks.map((at, index) => ({
    name: `remark ${index}`,
    thing: at === null ? null : (things[at]?.id ?? null),
  }));
  const remarks: Named[] = await make('tenancy/remarks', notes);
  return { owners, areas, places, things, remarks: notes.map((note, index) => ({ ...note, id: remarks[index]!.id })) };
}
