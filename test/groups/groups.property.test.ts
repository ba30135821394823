import type { TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { rounds } from '../harness/long';
import { startEveryService } from '../models/everyService';
import { GroupLab, type Operator, type Shown } from './groupLab';
import { makeRacks, type Parameter, parameters, type RackFacts, rackFacts } from './racks';

const racks = Array.from({ length: 300 }, (_, number) => rackFacts(number));

let plumbline: TestServices;
const lab = new GroupLab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await makeRacks(lab, racks.length);
});
afterAll(() => plumbline?.stop());

/** A group that is planned: parts are groups planned before it. */
interface Plan {
  filter: Parameter[];
  parts: { group: number; operator: Operator; weight: number }[];
}

const filter = fc.uniqueArray(fc.constantFrom(...parameters), { maxLength: 3, selector: ({ name }) => name });
const part = fc.record({
  group: fc.nat(100),
  operator: fc.constantFrom<Operator>('union', 'intersection', 'difference'),
  weight: fc.nat(3),
});
const keyOf = ({ group, operator, weight }: Plan['parts'][number]) => `${group} ${operator} ${weight}`;

/** Groups made of earlier ones, so that they nest as deep as there are many, and a group may be part of several. */
const plans = fc
  .array(fc.record({ filter, parts: fc.array(part, { maxLength: 4 }) }), { minLength: 6, maxLength: 14 })
  .map((groups): Plan[] =>
    groups.map(({ filter, parts }, index) => {
      const earlier = index < 3 ? [] : parts.map((one) => ({ ...one, group: one.group % index }));
      return { filter, parts: [...new Map(earlier.map((one) => [keyOf(one), one])).values()] };
    }),
  );

type Members = Set<RackFacts>;

/** Who is in each group, with sets and nothing else. */
function oracle(groups: Plan[]): Members[] {
  const found: Members[] = [];
  for (const { filter, parts } of groups) {
    const ordered = parts.toSorted(
      (a, b) => a.weight - b.weight || a.group - b.group || (a.operator < b.operator ? -1 : 1),
    );
    let inner: Members | undefined;
    for (const { group, operator } of ordered) {
      const other = found[group]!;
      const before: Members = inner ?? new Set(operator === 'union' ? [] : racks);
      const keeps = (rack: RackFacts) =>
        operator === 'union'
          ? before.has(rack) || other.has(rack)
          : before.has(rack) && other.has(rack) === (operator === 'intersection');
      inner = new Set(racks.filter(keeps));
    }
    const candidates = inner ?? new Set(racks);
    found.push(new Set(racks.filter((rack) => candidates.has(rack) && filter.every(({ holds }) => holds(rack)))));
  }
  return found;
}

async function build(groups: Plan[]): Promise<Shown[]> {
  const word = lab.name();
  const made: Shown[] = await lab.make(
    'extras/dynamic-groups',
    groups.map(({ filter, parts }, index) => ({
      // Parts of the same weight follow the names of their groups.
      name: `${word} ${String(index).padStart(2, '0')}`,
      content_type: 'dcim.rack',
      filter: parts.length > 0 ? {} : asFilter(filter),
    })),
  );
  const memberships = groups.flatMap(({ parts }, index) =>
    parts.map(({ group, operator, weight }) => lab.part(made[index], made[group], operator, weight)),
  );
  if (memberships.length > 0) await lab.make('extras/dynamic-group-memberships', memberships);
  // A group that is made of others may be given a filter afterwards.
  const late = groups.flatMap(({ filter, parts }, index) =>
    parts.length > 0 && filter.length > 0 ? [{ id: made[index].id, filter: asFilter(filter) }] : [],
  );
  if (late.length > 0) expect((await lab.send('PATCH', 'extras/dynamic-groups/', late)).status).toBe(200);
  return made;
}

const asFilter = (filter: Parameter[]) => Object.fromEntries(filter.map(({ name, value }) => [name, value]));

test('every parameter finds by itself what it says', async () => {
  for (const parameter of parameters) {
    const group = await lab.group(asFilter([parameter]));
    expect([parameter.name, await lab.names(group)]).toEqual([
      parameter.name,
      await inListOrder(new Set(racks.filter(parameter.holds))),
    ]);
  }
});

let listOrder: string[] | undefined;
async function inListOrder(members: Members): Promise<string[]> {
  listOrder ??= (await lab.send('GET', 'dcim/racks/?limit=0')).body.results.map(({ name }: Shown) => name);
  const names = new Set([...members].map(({ name }) => name));
  return listOrder!.filter((name) => names.has(name));
}

/** How many of these groups each rack is in, as GraphQL says. */
async function groupsInGraph(groups: Shown[]): Promise<Record<string, number>> {
  const ids = groups.map(({ id }) => `"${id}"`).join();
  const query = `{ racks { name dynamic_groups(id: [${ids}]) { id } } }`;
  const { body } = await lab.send('POST', 'graphql/', { query });
  return Object.fromEntries(body.data.racks.map(({ name, dynamic_groups }: Shown) => [name, dynamic_groups.length]));
}

test('groups of groups come to what sets of sets come to, in the order of the list', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (groups) => {
      const made = await build(groups);
      const expected = oracle(groups);
      for (const [index, group] of made.entries())
        expect({ index, names: await lab.names(group) }).toEqual({ index, names: await inListOrder(expected[index]!) });
      expect(await groupsInGraph(made)).toEqual(
        Object.fromEntries(
          racks.map((rack) => [rack.name, made.filter((_, index) => expected[index]!.has(rack)).length]),
        ),
      );
    }),
    { numRuns: rounds(150, 12), endOnFailure: true },
  );
}, 600_000);
