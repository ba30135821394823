import fc from 'fast-check';
import { type Facts, traceAll } from '../../src/cabling/paths/traceAll';
import type { Hop, Termination } from '../../src/cabling/paths/walk';
import { naiveTrace, type Plan } from './naive';

/**
 * Panels with one or several positions, some of them without all front ports; circuits with one end or two; interfaces.
 */
const plans: fc.Arbitrary<Plan> = fc
  .record({
    panels: fc.array(
      fc.record({ positions: fc.integer({ min: 1, max: 3 }), missing: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 6,
      },
    ),
    circuits: fc.array(fc.boolean(), { maxLength: 3 }),
    interfaces: fc.integer({ min: 1, max: 6 }),
    shuffle: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    unplugged: fc.integer({ min: 0, max: 3 }),
    connected: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  })
  .map(({ panels, circuits, interfaces, shuffle, unplugged, connected }) => {
    const plan: Plan = { rears: new Map(), fronts: new Map(), circuits: new Map(), cables: [] };
    for (const [index, { positions, missing }] of panels.entries()) {
      plan.rears.set(`rear${index}`, positions);
      for (let position = 1; position <= positions; position++)
        if (position !== missing) plan.fronts.set(`front${index}.${position}`, { rear: `rear${index}`, position });
    }
    for (const [index, both] of circuits.entries()) {
      plan.circuits.set(`circuit${index}a`, both ? `circuit${index}z` : undefined);
      if (both) plan.circuits.set(`circuit${index}z`, `circuit${index}a`);
    }
    const plugs = [
      ...Array.from({ length: interfaces }, (_, index) => `interface${index}`),
      ...plan.rears.keys(),
      ...plan.fronts.keys(),
      ...plan.circuits.keys(),
    ];
    const order = plugs.map((plug, index) => [shuffle[index % shuffle.length]! + index / 100, plug] as const);
    const shuffled = order.sort(([one], [other]) => one - other).map(([, plug]) => plug);
    for (let index = 0; index + 1 < shuffled.length - unplugged; index += 2) {
      const [a, b] = [shuffled[index]!, shuffled[index + 1]!];
      plan.cables.push({ id: `cable${index}`, a, b, connected: connected[index % connected.length]! });
    }
    return plan;
  });

const typeOf = (id: string): Termination['type'] =>
  id.startsWith('interface')
    ? 'dcim.interface'
    : id.startsWith('rear')
      ? 'dcim.rearport'
      : id.startsWith('front')
        ? 'dcim.frontport'
        : id.startsWith('cable')
          ? 'dcim.cable'
          : 'circuits.circuittermination';
const place = (id: string): Termination => ({ type: typeOf(id), id });

/** The plan as the walks ask of it; counts the questions. */
function factsOf(plan: Plan, asked: { rounds: number }): Facts {
  const hopFrom = (from: string, position: number | undefined): Hop | undefined => {
    const cable = plan.cables.find(({ a, b }) => a === from || b === from);
    if (!cable) return undefined;
    const far = cable.a === from ? cable.b : cable.a;
    const hop: Hop = { cable: cable.id, connected: cable.connected, far: place(far) };
    const behind = plan.fronts.get(far);
    if (behind) hop.rear = { id: behind.rear, positions: plan.rears.get(behind.rear)!, position: behind.position };
    const positions = plan.rears.get(far);
    if (positions !== undefined) {
      const wanted = positions === 1 ? 1 : position;
      const front = [...plan.fronts].find(([, one]) => one.rear === far && one.position === wanted);
      hop.front = { id: front?.[0], positions };
    }
    return hop;
  };
  return {
    hops: async (needs) => {
      asked.rounds += 1;
      return needs.map(({ at, position }) => hopFrom(at.id, position));
    },
    otherEnds: async (ends) => ends.map((end) => plan.circuits.get(end)),
  };
}

const endpointsOf = (plan: Plan): string[] =>
  plan.cables.flatMap(({ a, b }) => [a, b]).filter((id) => /^(interface|circuit)/.test(id));

describe('Walking along cables', () => {
  it('comes where a finger on the plan comes, through any panels and circuits', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const origins = endpointsOf(plan);
        const ways = await traceAll(origins.map(place), factsOf(plan, { rounds: 0 }));
        for (const [index, origin] of origins.entries()) {
          const naive = naiveTrace(plan, origin);
          const { path, destination, active, split, looped } = ways[index]!;
          if (naive === 'loop') expect([looped, active, destination]).toEqual([true, false, undefined]);
          else
            expect({ path: path.map(({ id }) => id), destination: destination?.id, active, split, looped }).toEqual({
              ...naive,
              looped: false,
            });
          expect(path.every(({ id, type }) => type === typeOf(id))).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('asks one question a hop, however many walks there are', async () => {
    const plan: Plan = { rears: new Map(), fronts: new Map(), circuits: new Map(), cables: [] };
    for (let line = 0; line < 50; line++) {
      for (const side of ['near', 'far']) {
        plan.rears.set(`rear${line}${side}`, 1);
        plan.fronts.set(`front${line}${side}`, { rear: `rear${line}${side}`, position: 1 });
      }
      plan.cables.push(
        { id: `cable${line}.1`, a: `interface${line}a`, b: `front${line}near`, connected: true },
        { id: `cable${line}.2`, a: `rear${line}near`, b: `rear${line}far`, connected: true },
        { id: `cable${line}.3`, a: `front${line}far`, b: `interface${line}z`, connected: true },
      );
    }
    const asked = { rounds: 0 };
    const ways = await traceAll(endpointsOf(plan).map(place), factsOf(plan, asked));
    expect(ways).toHaveLength(100);
    expect(ways.every(({ active, path }) => active && path.length === 7)).toBe(true);
    expect(asked.rounds).toBe(3);
  });

  it('says that the way splits where nothing tells the position', async () => {
    const plan: Plan = {
      rears: new Map([['rear0', 2]]),
      fronts: new Map([['front0.1', { rear: 'rear0', position: 1 }]]),
      circuits: new Map(),
      cables: [{ id: 'cable0', a: 'interface0', b: 'rear0', connected: true }],
    };
    const [way] = await traceAll([place('interface0')], factsOf(plan, { rounds: 0 }));
    expect(way).toMatchObject({ split: true, active: false, destination: undefined });
    expect(way!.path.map(({ id }) => id)).toEqual(['cable0', 'rear0']);
  });

  it('stops before it goes round in a loop', async () => {
    const plan: Plan = {
      rears: new Map([
        ['rear0', 3],
        ['rear1', 2],
      ]),
      fronts: new Map([1, 2, 3].map((position) => [`front0.${position}`, { rear: 'rear0', position }] as const)),
      circuits: new Map(),
      cables: [
        { id: 'cable0', a: 'interface0', b: 'front0.1', connected: true },
        { id: 'cable1', a: 'rear0', b: 'rear1', connected: true },
        { id: 'cable2', a: 'front1.1', b: 'front1.2', connected: true },
        { id: 'cable3', a: 'front0.2', b: 'front0.3', connected: true },
      ],
    };
    for (const position of [1, 2]) plan.fronts.set(`front1.${position}`, { rear: 'rear1', position });
    const [way] = await traceAll([place('interface0')], factsOf(plan, { rounds: 0 }));
    expect(way).toMatchObject({ looped: true, active: false, destination: undefined });
  });
});
