import { aPicture, dataUrlOf } from '../../libs/testkit/src/picture';
import type { Answer, Client } from '../harness/client';
import { eventually } from '../harness/eventually';
import type { World } from '../harness/world';

/** What one round needs: the ids of what was made for it, by what they are to it. */
export type Made = Record<string, string>;

/** Something that is written while what it refers to, otherwise than by a relation, goes or becomes another. */
export interface LoosePair {
  name: string;
  /** Makes what so many rounds need. */
  prepare(world: World, rounds: number): Promise<Made[]>;
  write(client: Client, made: Made): Promise<Answer>;
  withdraw(client: Client, made: Made): Promise<Answer>;
  /** How the two may be answered. */
  outcomes: string[];
  /** Looks at what the rounds left, all at once, and cleans up; throws when it is something else than must be. */
  left?(client: Client, rounds: Round[]): Promise<void>;
}

/** What a round had, and which of its two requests had its effect. */
export interface Round {
  made: Made;
  written: boolean;
  withdrawn: boolean;
}

let serial = 0;
const numbered = (rounds: number): number[] => Array.from({ length: rounds }, () => serial++);

type Body = Made & { id: string };

const createAll = async (client: Client, path: string, bodies: object[]): Promise<Body[]> =>
  (await client.must(201, 'POST', path, bodies)).body;

const makeAll = async ({ client }: World, path: string, bodies: object[]): Promise<string[]> =>
  (await createAll(client, path, bodies)).map(({ id }) => id);

const tenantsOf = (world: World, rounds: number, more: object = {}): Promise<string[]> =>
  makeAll(
    world,
    'tenancy/tenants/',
    numbered(rounds).map((number) => ({ name: `loose tenant ${world.run} ${number}`, ...more })),
  );
const providersOf = (world: World, rounds: number): Promise<string[]> =>
  makeAll(
    world,
    'circuits/providers/',
    numbered(rounds).map((number) => ({ name: `provider ${world.run} ${number}` })),
  );

const relationshipsOf = ({ client, run }: World, rounds: number, type = 'one-to-one'): Promise<Body[]> =>
  createAll(
    client,
    'extras/relationships/',
    numbered(rounds).map((number) => ({
      label: `Relationship ${run} ${number}`,
      type,
      source_type: 'tenancy.tenant',
      destination_type: 'circuits.provider',
    })),
  );

/** A tenant, a provider and a relationship of their own for each round. */
async function toBeLinkedByTheirOwn(world: World, rounds: number, type?: string): Promise<Made[]> {
  const [tenants, providers] = [await tenantsOf(world, rounds), await providersOf(world, rounds)];
  const relationships = await relationshipsOf(world, rounds, type);
  return tenants.map((tenant, index) => ({
    tenant,
    provider: providers[index]!,
    relationship: relationships[index]!.id,
  }));
}

/** A tenant and a provider for each round, and a relationship that may link them one to one. */
async function toBeLinked(world: World, rounds: number): Promise<Made[]> {
  const [{ id: relationship, key }] = (await relationshipsOf(world, 1)) as [Body];
  const [tenants, providers] = [await tenantsOf(world, rounds), await providersOf(world, rounds)];
  return tenants.map((tenant, index) => ({ relationship, key: key!, tenant, provider: providers[index]! }));
}

const association = ({ relationship, tenant, provider }: Made) => ({
  relationship,
  source_type: 'tenancy.tenant',
  source_id: tenant,
  destination_type: 'circuits.provider',
  destination_id: provider,
});
const associate = (client: Client, made: Made) =>
  client.call('POST', 'extras/relationship-associations/', association(made));
const deleteTenant = (client: Client, { tenant }: Made) => client.call('DELETE', `tenancy/tenants/${tenant}/`);

/** The places of one-to-one relationships are free for others. */
const placesAreFree = async (client: Client, rounds: Round[]) => {
  const bodies = rounds.map(({ made }) => ({ name: `next ${serial++} ${made.tenant}` }));
  const next = await createAll(client, 'tenancy/tenants/', bodies);
  const links = rounds.map(({ made }, index) => association({ ...made, tenant: next[index]!.id }));
  await createAll(client, 'extras/relationship-associations/', links);
};

const oneOf = (parameter: string, values: string[]): string =>
  values.map((value) => `${parameter}=${encodeURIComponent(value)}`).join('&');

/** Nothing refers to what was to go, by this filter of this list. */
const none =
  (list: string, parameter: string, target = 'tenant') =>
  async (client: Client, rounds: Round[]): Promise<void> => {
    const gone = rounds.filter(({ withdrawn }) => withdrawn).map(({ made }) => made[target]!);
    const { body } = await client.must(200, 'GET', `${list}?${oneOf(parameter, gone)}`);
    if (body.count !== 0) throw new Error(`${list} has ${body.count} left: ${JSON.stringify(body.results)}`);
  };

const fieldsOf = ({ client, run }: World, rounds: number, more: object): Promise<Body[]> =>
  createAll(
    client,
    'extras/custom-fields/',
    numbered(rounds).map((number) => ({ label: `Field ${run} ${number}`, content_types: ['tenancy.tenant'], ...more })),
  );

const deleteFields = async (client: Client, ids: string[]) =>
  void (await client.must(
    204,
    'DELETE',
    'extras/custom-fields/',
    ids.map((id) => ({ id })),
  ));

/** A tenant and a choice for each round, of one field. */
async function toBeChosen(world: World, rounds: number, type: string): Promise<Made[]> {
  const [{ id: field, key }] = (await fieldsOf(world, 1, { type })) as [Body];
  const words = numbered(rounds).map((number) => `word ${number}`);
  const choices = await makeAll(
    world,
    'extras/custom-field-choices/',
    words.map((value) => ({ custom_field: field, value })),
  );
  const tenants = await tenantsOf(world, rounds);
  return tenants.map((tenant, index) => ({ key: key!, tenant, choice: choices[index]!, word: words[index]! }));
}

const deleteChoice = (client: Client, { choice }: Made) =>
  client.call('DELETE', `extras/custom-field-choices/${choice}/`);
const choose = (client: Client, { tenant, key }: Made, value: unknown) =>
  client.call('PATCH', `tenancy/tenants/${tenant}/`, { custom_fields: { [key!]: value } });

/** Whoever was told that their choice stands can go on writing. */
const stayWritable = async (client: Client, rounds: Round[]) =>
  void (await client.must(
    200,
    'PATCH',
    'tenancy/tenants/',
    rounds.map(({ made }) => ({ id: made.tenant, description: 'later' })),
  ));

/** A field of its own for each round: what follows from one deletion is not to be hidden by the next. */
async function toBeRelieved(world: World, rounds: number): Promise<Made[]> {
  const fields = await fieldsOf(world, rounds, { type: 'text', default: 'as always' });
  return fields.map(({ id, key }) => ({ field: id, key: key!, name: `relieved ${world.run} ${serial++}` }));
}

const createWithValue = (client: Client, { name, key }: Made) =>
  client.call('POST', 'tenancy/tenants/', { name, custom_fields: { [key!]: 'mine' } });

/** Fields with the same keys show nothing of what those before them left. */
const startAnew = async (client: Client, rounds: Round[]) => {
  const old = rounds.map(({ made }) => made.field!);
  const { results } = (await client.must(200, 'GET', `extras/custom-fields/?${oneOf('id', old)}&limit=${old.length}`))
    .body as { results: Body[] };
  const there = new Set(results.map(({ id }) => id));
  const made: string[] = [...there];
  const lost = rounds.filter(({ made: { field } }) => !there.has(field!)).map(({ made: { key } }) => key!);
  const kind = { type: 'text', content_types: ['tenancy.tenant'] };
  if (lost.length > 0)
    for (const { id } of await createAll(
      client,
      'extras/custom-fields/',
      lost.map((key) => ({ label: key, key, ...kind })),
    ))
      made.push(id);
  if (there.size > 0) {
    const again = [...there].map((id) => ({ id, content_types: kind.content_types }));
    await client.must(200, 'PATCH', 'extras/custom-fields/', again);
  }
  const names = rounds.map(({ made: { name } }) => name!);
  const tenants = await client.must(200, 'GET', `tenancy/tenants/?${oneOf('name', names)}&limit=${names.length}`);
  const values = new Map<string, Record<string, unknown>>(
    tenants.body.results.map(({ name, custom_fields }: { name: string; custom_fields: object }) => [
      name,
      custom_fields,
    ]),
  );
  for (const { made } of rounds) {
    const mine = values.get(made.name!);
    if (!mine) throw new Error(`${made.name} is not there`);
    if (mine[made.key!] === 'mine') throw new Error(`${made.name} has got a value of a field that went`);
  }
  // Every service looks through all fields whenever one comes or goes.
  await deleteFields(client, made);
};

const picture = dataUrlOf(aPicture(2, 2), 'front.png');

/** Everything that refers to objects without being a relation, and what takes it away. */
export const loosePairs: LoosePair[] = [
  {
    name: 'an association with an object that is deleted',
    prepare: toBeLinked,
    write: associate,
    withdraw: deleteTenant,
    outcomes: ['201/204', '400/204'],
    left: placesAreFree,
  },
  {
    name: 'an association, written with the object at its other end',
    prepare: toBeLinked,
    write: (client, { provider, key, tenant }) =>
      client.call('PATCH', `circuits/providers/${provider}/`, {
        relationships: { [key!]: { source: { objects: [tenant] } } },
      }),
    withdraw: deleteTenant,
    outcomes: ['200/204', '400/204'],
    left: placesAreFree,
  },
  {
    name: 'an association, written with the very object that is deleted',
    prepare: toBeLinked,
    write: (client, { provider, key, tenant }) =>
      client.call('PATCH', `tenancy/tenants/${tenant}/`, {
        relationships: { [key!]: { destination: { objects: [provider] } } },
      }),
    withdraw: deleteTenant,
    outcomes: ['200/204', '404/204'],
    left: placesAreFree,
  },
  {
    name: 'an association by a relationship that is deleted',
    prepare: (world, rounds) => toBeLinkedByTheirOwn(world, rounds, 'many-to-many'),
    write: associate,
    withdraw: (client, { relationship }) => client.call('DELETE', `extras/relationships/${relationship}/`),
    outcomes: ['201/204', '400/204'],
    left: none('extras/relationship-associations/', 'source_id'),
  },
  {
    name: 'an association by a relationship whose ends become others',
    prepare: (world, rounds) => toBeLinkedByTheirOwn(world, rounds),
    write: associate,
    withdraw: (client, { relationship }) =>
      client.call('PATCH', `extras/relationships/${relationship}/`, { source_type: 'circuits.circuit' }),
    outcomes: ['201/400', '400/200'],
  },
  {
    name: 'a note on an object that is deleted',
    prepare: async (world, rounds) => (await tenantsOf(world, rounds)).map((tenant) => ({ tenant })),
    write: (client, { tenant }) =>
      client.call('POST', 'extras/notes/', {
        assigned_object_type: 'tenancy.tenant',
        assigned_object_id: tenant,
        note: 'late',
      }),
    withdraw: deleteTenant,
    outcomes: ['201/204', '400/204'],
    left: none('extras/notes/', 'assigned_object_id'),
  },
  {
    name: 'a note below an object that is deleted',
    prepare: async (world, rounds) => (await tenantsOf(world, rounds)).map((tenant) => ({ tenant })),
    write: (client, { tenant }) => client.call('POST', `tenancy/tenants/${tenant}/notes/`, { note: 'late' }),
    withdraw: deleteTenant,
    outcomes: ['201/204', '400/204', '404/204'],
    left: none('extras/notes/', 'assigned_object_id'),
  },
  {
    name: 'a note on an object of the service that keeps the notes',
    prepare: async (world, rounds) => {
      const bodies = numbered(rounds).map((number) => ({
        name: `secret ${world.run} ${number}`,
        provider: 'environment-variable',
        parameters: { variable: 'NONE' },
      }));
      return (await makeAll(world, 'extras/secrets/', bodies)).map((secret) => ({ secret }));
    },
    write: (client, { secret }) =>
      client.call('POST', 'extras/notes/', {
        assigned_object_type: 'extras.secret',
        assigned_object_id: secret,
        note: 'late',
      }),
    withdraw: (client, { secret }) => client.call('DELETE', `extras/secrets/${secret}/`),
    outcomes: ['201/204', '400/204'],
    left: none('extras/notes/', 'assigned_object_id', 'secret'),
  },
  {
    name: 'a picture of an object that is deleted',
    prepare: async (world, rounds) => (await tenantsOf(world, rounds)).map((tenant) => ({ tenant })),
    write: (client, { tenant }) =>
      client.call('POST', 'extras/image-attachments/', {
        content_type: 'tenancy.tenant',
        object_id: tenant,
        image: picture,
      }),
    withdraw: deleteTenant,
    outcomes: ['201/204', '400/204'],
    left: none('extras/image-attachments/', 'object_id'),
  },
  {
    name: 'a choice that is deleted',
    prepare: (world, rounds) => toBeChosen(world, rounds, 'select'),
    write: (client, made) => choose(client, made, made.word),
    withdraw: deleteChoice,
    outcomes: ['200/409', '400/204'],
    left: stayWritable,
  },
  {
    name: 'one of several choices that is deleted',
    prepare: (world, rounds) => toBeChosen(world, rounds, 'multi-select'),
    write: (client, made) => choose(client, made, [made.word]),
    withdraw: deleteChoice,
    outcomes: ['200/409', '400/204'],
    left: stayWritable,
  },
  {
    name: 'a choice that is deleted while it becomes the default',
    prepare: async (world, rounds) => {
      const fields = await fieldsOf(world, rounds, { type: 'select' });
      const bodies = fields.map(({ id }, index) => ({ custom_field: id, value: `default ${index}` }));
      const choices = await makeAll(world, 'extras/custom-field-choices/', bodies);
      return fields.map(({ id }, index) => ({ field: id, choice: choices[index]!, word: bodies[index]!.value }));
    },
    write: (client, { field, word }) => client.call('PATCH', `extras/custom-fields/${field}/`, { default: word }),
    withdraw: deleteChoice,
    outcomes: ['200/409', '400/204'],
    left: (client, rounds) =>
      deleteFields(
        client,
        rounds.map(({ made }) => made.field!),
      ),
  },
  {
    name: 'a choice that becomes another word',
    prepare: (world, rounds) => toBeChosen(world, rounds, 'select'),
    write: (client, made) => choose(client, made, made.word),
    withdraw: (client, { choice, word }) =>
      client.call('PATCH', `extras/custom-field-choices/${choice}/`, { value: `${word} anew` }),
    outcomes: ['200/200', '400/200'],
    left: async (client, rounds) => {
      const chosen = rounds.filter(({ written }) => written).map(({ made }) => made);
      const ids = oneOf(
        'id',
        chosen.map(({ tenant }) => tenant!),
      );
      if (chosen.length > 0)
        await eventually('the values go by the new words', 60_000, async () => {
          const { body } = await client.must(200, 'GET', `tenancy/tenants/?${ids}&limit=${chosen.length}`);
          const values = new Map(body.results.map((row: { id: string; custom_fields: object }) => [row.id, row]));
          return chosen.every(
            ({ tenant, key, word }) =>
              (values.get(tenant!) as { custom_fields: Made }).custom_fields[key!] === `${word} anew`,
          );
        });
      await stayWritable(client, rounds);
    },
  },
  {
    name: 'a tag that is for such objects no longer',
    prepare: async (world, rounds) => {
      const tags = await makeAll(
        world,
        'extras/tags/',
        numbered(rounds).map((number) => ({
          name: `loose tag ${world.run} ${number}`,
          content_types: ['tenancy.tenant', 'circuits.provider'],
        })),
      );
      return (await tenantsOf(world, rounds)).map((tenant, index) => ({ tenant, tag: tags[index]! }));
    },
    write: (client, { tenant, tag }) => client.call('PATCH', `tenancy/tenants/${tenant}/`, { tags: [tag] }),
    withdraw: (client, { tag }) =>
      client.call('PATCH', `extras/tags/${tag}/`, { content_types: ['circuits.provider'] }),
    outcomes: ['200/400', '400/200'],
    left: stayWritable,
  },
  {
    name: 'a tag of an object of its own service, that is for such objects no longer',
    prepare: async (world, rounds) => {
      const tags = await makeAll(
        world,
        'extras/tags/',
        numbered(rounds).map((number) => ({
          name: `own tag ${world.run} ${number}`,
          content_types: ['extras.secret', 'circuits.provider'],
        })),
      );
      return tags.map((tag) => ({ tag, name: `tagged ${world.run} ${serial++}` }));
    },
    write: (client, { tag, name }) =>
      client.call('POST', 'extras/secrets/', {
        name,
        provider: 'environment-variable',
        parameters: { variable: 'NONE' },
        tags: [tag],
      }),
    withdraw: (client, { tag }) =>
      client.call('PATCH', `extras/tags/${tag}/`, { content_types: ['circuits.provider'] }),
    outcomes: ['201/400', '400/200'],
  },
  {
    name: 'a value of a field that is deleted',
    prepare: toBeRelieved,
    write: createWithValue,
    withdraw: (client, { field }) => client.call('DELETE', `extras/custom-fields/${field}/`),
    outcomes: ['201/204'],
    left: startAnew,
  },
  {
    name: 'a value of a field that objects of its kind are not to have any more',
    prepare: toBeRelieved,
    write: createWithValue,
    withdraw: (client, { field }) =>
      client.call('PATCH', `extras/custom-fields/${field}/`, { content_types: ['circuits.provider'] }),
    outcomes: ['201/200'],
    left: startAnew,
  },
];
