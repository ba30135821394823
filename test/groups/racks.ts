import type { GroupLab, Shown } from './groupLab';

/** What a rack of the tests is like, as far as groups ask for it. */
export interface RackFacts {
  name: string;
  serial: string;
  u_height: number;
  status: string;
  role: string | null;
  tenant: string | null;
  location: string;
  tags: string[];
}

const statuses = ['Active', 'Planned', 'Reserved'];
const tenants = [null, 'Ant', 'Bee', 'Cow'];
const tenantGroups: Record<string, string[]> = {
  Ant: ['Insects', 'Animals'],
  Bee: ['Insects', 'Animals'],
  Cow: ['Animals'],
};
/** Halls, and the houses they are in. */
const halls: Record<string, string> = { 'Hall 1': 'House A', 'Hall 2': 'House A', 'Hall 3': 'House B' };

/** The rack with this number; no two properties go together. */
export const rackFacts = (number: number): RackFacts => ({
  name: `rack ${String(number).padStart(3, '0')}`,
  serial: ['', 'S-1', 's-2', 'T'][(number * 7) % 4]!,
  u_height: 40 + (number % 5),
  status: statuses[(number * 5) % 3]!,
  role: [null, 'Hot', 'Cold'][Math.floor(number / 3) % 3]!,
  tenant: tenants[Math.floor(number / 2) % 4]!,
  location: Object.keys(halls)[Math.floor(number / 7) % 3]!,
  tags: ['red', 'big'].filter((_, index) => (number >> index) % 3 === 0),
});

/** Makes what racks refer to, and so many of them. */
export async function makeRacks(lab: GroupLab, count: number): Promise<void> {
  const kind = { name: 'Place', nestable: true, content_types: ['dcim.rack'] };
  await lab.make('dcim/location-types', kind);
  const place = (name: string, parent?: string) => ({
    name,
    location_type: 'Place',
    status: 'Active',
    ...(parent ? { parent: { name: parent } } : {}),
  });
  for (const house of ['House A', 'House B']) await lab.make('dcim/locations', place(house));
  for (const [hall, house] of Object.entries(halls)) await lab.make('dcim/locations', place(hall, house));
  await lab.make(
    'extras/roles',
    ['Hot', 'Cold'].map((name) => ({ name, content_types: ['dcim.rack'] })),
  );
  await lab.make(
    'extras/tags',
    ['red', 'big'].map((name) => ({ name, content_types: ['dcim.rack'] })),
  );
  await lab.make('tenancy/tenant-groups', { name: 'Animals' });
  await lab.make('tenancy/tenant-groups', { name: 'Insects', parent: 'Animals' });
  await lab.make(
    'tenancy/tenants',
    Object.entries(tenantGroups).map(([name, [group]]) => ({ name, tenant_group: group })),
  );
  const bodies = Array.from({ length: count }, (_, number): Shown => {
    const { location, tags, ...facts } = rackFacts(number);
    return { ...facts, location: { name: location }, tags: tags.map((name) => ({ name })) };
  });
  await lab.make('dcim/racks', bodies);
}

/** A parameter of the list of racks, and what it means, worked out by hand. */
export interface Parameter {
  name: string;
  value: unknown;
  holds: (rack: RackFacts) => boolean;
}

const among = (values: unknown[], value: unknown): boolean => values.includes(value);

/** Parameters of every kind: of the rack itself, of other services, of trees, alone and several. */
export const parameters: Parameter[] = [
  { name: 'name', value: 'rack 007', holds: ({ name }) => name === 'rack 007' },
  { name: 'name__n', value: ['rack 001', 'rack 002'], holds: ({ name }) => !among(['rack 001', 'rack 002'], name) },
  { name: 'name__re', value: '[05]$', holds: ({ name }) => /[05]$/.test(name) },
  { name: 'q', value: 'rack 01', holds: ({ name }) => name.includes('rack 01') },
  { name: 'u_height', value: [40, 42], holds: ({ u_height }) => among([40, 42], u_height) },
  { name: 'u_height__gt', value: 41, holds: ({ u_height }) => u_height > 41 },
  { name: 'u_height__lte', value: ['41'], holds: ({ u_height }) => u_height <= 41 },
  { name: 'status', value: ['Active'], holds: ({ status }) => status === 'Active' },
  { name: 'status', value: ['Planned', 'Reserved'], holds: ({ status }) => status !== 'Active' },
  { name: 'status__n', value: ['Planned'], holds: ({ status }) => status !== 'Planned' },
  { name: 'role', value: ['Hot'], holds: ({ role }) => role === 'Hot' },
  { name: 'role', value: ['null', 'Cold'], holds: ({ role }) => role !== 'Hot' },
  { name: 'role__n', value: ['Hot'], holds: ({ role }) => role !== 'Hot' },
  { name: 'tenant', value: ['Ant', 'Cow'], holds: ({ tenant }) => among(['Ant', 'Cow'], tenant) },
  { name: 'tenant', value: ['null'], holds: ({ tenant }) => tenant === null },
  { name: 'tenant__n', value: ['Bee'], holds: ({ tenant }) => tenant !== 'Bee' },
  { name: 'tenant_group', value: ['Insects'], holds: ({ tenant }) => among(['Ant', 'Bee'], tenant) },
  { name: 'tenant_group', value: ['Animals'], holds: ({ tenant }) => tenant !== null },
  { name: 'location', value: ['Hall 1', 'Hall 3'], holds: ({ location }) => location !== 'Hall 2' },
  { name: 'location', value: ['House A'], holds: ({ location }) => halls[location] === 'House A' },
  { name: 'location__n', value: ['House A'], holds: ({ location }) => halls[location] !== 'House A' },
  { name: 'tags', value: ['red'], holds: ({ tags }) => tags.includes('red') },
  { name: 'tags', value: ['red', 'big'], holds: ({ tags }) => tags.length === 2 },
  { name: 'has_devices', value: true, holds: () => false },
  { name: 'desc_units', value: false, holds: () => true },
];
