import type { Identity } from '@plumbline/http';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { rounds } from '../harness/long';
import { startEveryService } from '../models/everyService';

/**
 * Constraints of permissions against an oracle that joins as the reference does: look-ups of one constraint share the rows
 * that they lead over, and where there is no row, one of nothing stands in its place.
 */
let plumbline: TestServices;
let admin: Identity;

type Kind = 'tenant' | 'group' | 'context' | 'device' | 'interface' | 'address' | 'tag' | 'circuit';
type Value = string | number | boolean | null;
interface Thing {
  values: Record<string, Value>;
  related: Record<string, Thing[]>;
}

/** A custom field of interfaces. */
const marked = '_custom_field_data__mark';

const kinds: Record<
  Kind,
  { list: string; label: string; columns: Record<string, readonly Value[]>; relations: Record<string, Kind> }
> = {
  tenant: {
    list: 'tenancy/tenants',
    label: 'tenancy.tenant',
    columns: { name: ['tenant 0', 'tenant 1', 'tenant 2'], description: ['', 'big'] },
    relations: { devices: 'device', circuits: 'circuit', tags: 'tag', tenant_group: 'group' },
  },
  group: {
    list: 'tenancy/tenant-groups',
    label: 'tenancy.tenantgroup',
    columns: { description: ['', 'old'] },
    relations: { tenants: 'tenant' },
  },
  context: {
    list: 'extras/config-contexts',
    label: 'extras.configcontext',
    columns: { weight: [1, 2], description: ['', 'old'] },
    relations: { tenants: 'tenant' },
  },
  device: {
    list: 'dcim/devices',
    label: 'dcim.device',
    columns: { serial: ['', 'a', 'b'], position: [1, 2, null], comments: ['', 'old'] },
    relations: { tenant: 'tenant', interfaces: 'interface', tags: 'tag' },
  },
  interface: {
    list: 'dcim/interfaces',
    label: 'dcim.interface',
    columns: {
      name: ['eth0', 'eth1', 'eth2'],
      enabled: [true, false],
      mtu: [1500, 9000, null],
      [marked]: ['a', 'b', null],
    },
    relations: { device: 'device', ip_addresses: 'address', tags: 'tag' },
  },
  address: {
    list: 'ipam/ip-addresses',
    label: 'ipam.ipaddress',
    columns: { dns_name: ['', 'one.example', 'two.example'], description: ['', 'first'] },
    relations: { interfaces: 'interface', tenant: 'tenant', tags: 'tag' },
  },
  circuit: {
    list: 'circuits/circuits',
    label: 'circuits.circuit',
    columns: { commit_rate: [10, 20, null], description: ['', 'first'] },
    relations: { tenant: 'tenant', tags: 'tag' },
  },
  tag: {
    list: 'extras/tags',
    label: 'extras.tag',
    columns: { name: ['red', 'blue', 'grey'], color: ['ff0000', '0000ff'], description: ['', 'old'] },
    relations: {},
  },
};
const kindNames = Object.keys(kinds) as Kind[];

const things = Object.fromEntries(kindNames.map((kind) => [kind, []])) as unknown as Record<Kind, Thing[]>;

const make = async (kind: string, body: object) =>
  expectStatus(await plumbline.request('POST', `/api/${kind}/`, body), 201).body;

/** The same choice at every run, of any of a few. */
let turn = 7;
const draw = <T>(among: readonly T[]): T => {
  turn = (turn * 1103515245 + 12345) % 2147483648;
  return among[(turn >> 8) % among.length]!;
};
const some = <T>(among: readonly T[]): T[] => among.filter(() => draw([true, false]));
const valuesOf = (kind: Kind): Record<string, Value> =>
  Object.fromEntries(Object.entries(kinds[kind].columns).map(([name, among]) => [name, draw(among)]));

const idsOf = (these: Thing[]) => these.map(({ values: { id } }) => id!);

async function add(kind: Kind, values: Record<string, Value>, body: object, related: Record<string, Thing[]>) {
  const { [marked]: mark, ...plain } = values;
  const custom_fields = mark === undefined ? undefined : { mark };
  const sent = { ...plain, ...body, custom_fields, tags: related.tags && idsOf(related.tags) };
  const { id } = await make(kinds[kind].list, sent);
  const thing: Thing = { values: { ...values, id }, related };
  things[kind].push(thing);
  return thing;
}

async function makeWorld(): Promise<void> {
  const locationType = await make('dcim/location-types', { name: 'room', content_types: ['dcim.device', 'dcim.rack'] });
  const location = (await make('dcim/locations', { name: 'room', location_type: locationType.id, status: 'Active' }))
    .id;
  const manufacturer = (await make('dcim/manufacturers', { name: 'maker' })).id;
  const device_type = (await make('dcim/device-types', { model: 'type', manufacturer })).id;
  const role = (await make('extras/roles', { name: 'leaf', content_types: ['dcim.device'] })).id;
  const namespace = (await make('ipam/namespaces', { name: 'world' })).id;
  await make('ipam/prefixes', { prefix: '10.0.0.0/8', status: 'Active', namespace });
  const provider = (await make('circuits/providers', { name: 'carrier' })).id;
  const circuit_type = (await make('circuits/circuit-types', { name: 'line' })).id;

  for (const [name, color] of [
    ['red', 'ff0000'],
    ['blue', '0000ff'],
    ['grey', 'ff0000'],
  ] as const)
    await add('tag', { name, color, description: draw(['', 'old']) }, { content_types: taggedLabels }, {});
  await make('extras/custom-fields', { label: 'mark', key: 'mark', type: 'text', content_types: ['dcim.interface'] });
  for (let number = 0; number < 2; number++)
    await add('group', valuesOf('group'), { name: `group ${number}` }, { tenants: [] });
  for (let number = 0; number < 3; number++) {
    const tenant_group = number === 0 ? [] : [things.group[number - 1]!];
    const values = { ...valuesOf('tenant'), name: `tenant ${number}` };
    const body = { tenant_group: tenant_group[0]?.values.id };
    const tenant = await add('tenant', values, body, { tags: some(things.tag), tenant_group });
    for (const group of tenant_group) group.related.tenants!.push(tenant);
  }
  for (let number = 0; number < 8; number++) {
    const tenants = some(things.tenant);
    const body = { name: `context ${number}`, data: { number }, tenants: idsOf(tenants) };
    await add('context', valuesOf('context'), body, { tenants });
  }
  for (let number = 0; number < 8; number++) {
    const tenant = some([draw(things.tenant)]);
    const rack = (await make('dcim/racks', { name: `rack ${number}`, location, status: 'Active' })).id;
    const values = valuesOf('device');
    const place = { rack, face: values.position === null ? '' : 'front', tenant: tenant[0]?.values.id };
    const body = { name: `device ${number}`, device_type, role, location, status: 'Active', ...place };
    const device = await add('device', values, body, { tenant, tags: some(things.tag), interfaces: [] });
    for (const name of some(['eth0', 'eth1', 'eth2'])) {
      const related = { device: [device], ip_addresses: [], tags: some(things.tag) };
      const port = { device: device.values.id, type: 'virtual', status: 'Active' };
      device.related.interfaces!.push(await add('interface', { ...valuesOf('interface'), name }, port, related));
    }
  }
  for (let number = 1; number < 9; number++) {
    const tenant = some([draw(things.tenant)]);
    const of = { address: `10.0.0.${number}/32`, namespace, status: 'Active', tenant: tenant[0]?.values.id };
    const interfaces = some(some(things.interface));
    const address = await add('address', valuesOf('address'), of, { tenant, interfaces, tags: some(things.tag) });
    for (const each of interfaces) {
      await make('ipam/ip-address-to-interface', { ip_address: address.values.id, interface: each.values.id });
      each.related.ip_addresses!.push(address);
    }
  }
  for (let number = 0; number < 6; number++) {
    const tenant = some([draw(things.tenant)]);
    const of = { cid: `line ${number}`, provider, circuit_type, status: 'Active', tenant: tenant[0]?.values.id };
    await add('circuit', valuesOf('circuit'), of, { tenant, tags: some(things.tag) });
  }
  for (const tenant of things.tenant)
    for (const [name, kind] of [
      ['devices', 'device'],
      ['circuits', 'circuit'],
    ] as const)
      tenant.related[name] = things[kind].filter(({ related }) => related.tenant!.includes(tenant));
}
const taggedLabels = kindNames.filter((kind) => 'tags' in kinds[kind].relations).map((kind) => kinds[kind].label);

beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
  await makeWorld();
});
afterAll(() => plumbline?.stop());

interface LookUp {
  path: string[];
  lookup: string;
  value: Value | Value[];
}

const comparison = (kind: Kind, path: string[]): fc.Arbitrary<LookUp> =>
  fc.constantFrom(...Object.entries(kinds[kind].columns)).chain(([column, among]) => {
    const known = among.filter((value) => value !== null);
    const at = [...path, column];
    const one = fc.constantFrom(...known);
    return fc.oneof(
      one.map((value) => ({ path: at, lookup: 'exact', value })),
      fc.constant({ path: at, lookup: 'exact', value: known[0]! }),
      fc.subarray(known).map((value) => ({ path: at, lookup: 'in', value })),
      fc.boolean().map((value) => ({ path: at, lookup: 'isnull', value })),
      fc.constant({ path: at, lookup: 'isnull', value: true }),
      ...(among.includes(null) ? [fc.constant({ path: at, lookup: 'exact', value: null })] : []),
    );
  });

/** A look-up at the end of a path; few ways, so that several of a constraint share theirs. */
function lookUp(kind: Kind, path: string[], left: number): fc.Arbitrary<LookUp> {
  const relations = Object.entries(kinds[kind].relations);
  if (left === 0 || relations.length === 0) return comparison(kind, path);
  const onward = fc.constantFrom(...relations).chain(([name, next]) => lookUp(next, [...path, name], left - 1));
  const whole = fc.constantFrom(...relations).chain(([name, next]) => {
    const ids = idsOf(things[next]);
    const at = [...path, name];
    return fc.oneof(
      fc.boolean().map((value): LookUp => ({ path: at, lookup: 'isnull', value })),
      fc.constantFrom(...ids).map((value): LookUp => ({ path: at, lookup: 'exact', value })),
      fc.subarray(ids).map((value): LookUp => ({ path: at, lookup: 'in', value })),
    );
  });
  return fc.oneof(
    { arbitrary: comparison(kind, path), weight: 2 },
    { arbitrary: onward, weight: 5 },
    { arbitrary: whole, weight: 1 },
  );
}

/** Look-ups of which most go on from a few common places. */
const lookUps = (kind: Kind): fc.Arbitrary<LookUp[]> =>
  lookUp(kind, [], 3).chain((first) => {
    const common = first.path.slice(0, -1);
    const end = common.reduce<Kind>((at, name) => kinds[at].relations[name]!, kind);
    const beside = lookUp(end, common, Math.max(0, 3 - common.length));
    const any = lookUp(kind, [], 3);
    return fc
      .array(fc.oneof({ arbitrary: beside, weight: 3 }, { arbitrary: any, weight: 1 }), { minLength: 1, maxLength: 4 })
      .map((others) => [...new Map([first, ...others].map((one) => [keyOf(one), one])).values()]);
  });

const keyOf = ({ path, lookup }: LookUp): string => [...path, ...(lookup === 'exact' ? [] : [lookup])].join('__');

/** Whether the rows that are joined to one, or to nothing, can be chosen so that all look-ups hold. */
function meets(thing: Thing | undefined, lookUps: LookUp[], kind: Kind): boolean {
  const here = lookUps.filter(({ path: [name], path }) => path.length === 1 && !(name! in kinds[kind].relations));
  if (!here.every(({ path: [name], lookup, value }) => compares(thing?.values[name!] ?? null, lookup, value)))
    return false;
  const ways = new Map<string, LookUp[]>();
  for (const one of lookUps.filter((each) => !here.includes(each))) {
    const [name, ...rest] = one.path as [string, ...string[]];
    const onward = { ...one, path: rest.length === 0 ? ['id'] : rest };
    ways.set(name, [...(ways.get(name) ?? []), onward]);
  }
  return [...ways].every(([name, onward]) => {
    const joined = thing?.related[name] ?? [];
    const next = kinds[kind].relations[name]!;
    return joined.length === 0 ? meets(undefined, onward, next) : joined.some((each) => meets(each, onward, next));
  });
}

function compares(found: Value, lookup: string, value: LookUp['value']): boolean {
  if (lookup === 'isnull') return (found === null) === value;
  if (value === null) return found === null;
  return found !== null && (Array.isArray(value) ? value.includes(found) : found === value);
}

const asConstraint = (all: LookUp[]) => Object.fromEntries(all.map((one) => [keyOf(one), one.value]));

test('A constraint extends to what joined rows meet all its look-ups for', async () => {
  const constraints = fc.constantFrom(...kindNames).chain((kind) => lookUps(kind).map((all) => ({ kind, all })));
  let narrowed = 0;
  await fc.assert(
    fc.asyncProperty(constraints, async ({ kind, all }) => {
      const { list, label } = kinds[kind];
      const constraint = asConstraint(all);
      const as = await aUser(plumbline, admin, [{ object_types: [label], actions: ['view'], constraints: constraint }]);
      const { body } = await plumbline.request('GET', `/api/${list}/?limit=0`, undefined, { as });
      const ids = new Set<unknown>(idsOf(things[kind]));
      const seen = body.results.map(({ id }: { id: string }) => id).filter((id: string) => ids.has(id));
      const expected = idsOf(things[kind].filter((thing) => meets(thing, all, kind)));
      if (expected.length > 0 && expected.length < things[kind].length) narrowed += 1;
      expect({ label, constraint, seen: seen.toSorted() }).toEqual({ label, constraint, seen: expected.toSorted() });
    }),
    { numRuns: rounds(1_000, 80), endOnFailure: true },
  );
  // Most constraints would be worth little that hold for everything or for nothing.
  expect(narrowed).toBeGreaterThan(rounds(1_000, 80) / 20);
}, 600_000);
