import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { aUser, expectFlat, expectStatus, settled, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
let serial = 0;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const request = (method: string, path: string, body?: unknown, as: Identity = admin) =>
  plumbline.request(method, path, body, { as });
const ok = async (method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) =>
  expectStatus(await request(method, path, body), status).body;
const refused = async (method: string, path: string, body?: unknown) =>
  expectStatus(await request(method, path, body), 400).body;

const tenants = '/api/tenancy/tenants/';
const providers = '/api/circuits/providers/';
const relationships = '/api/extras/relationships/';
const associations = '/api/extras/relationship-associations/';

const aTenant = (more: object = {}) => ok('POST', tenants, { name: `tenant ${serial++}`, ...more });
const aProvider = (more: object = {}) => ok('POST', providers, { name: `provider ${serial++}`, ...more });
const aRelationship = (type: string, more: object = {}) =>
  ok('POST', relationships, {
    label: `Relationship ${serial++}`,
    type,
    source_type: 'tenancy.tenant',
    destination_type: type.startsWith('symmetric') ? 'tenancy.tenant' : 'circuits.provider',
    ...more,
  });
const drop = ({ id }: { id: string }) => ok('DELETE', `${relationships}${id}/`, undefined, 204);
const link = ({ id }: { id: string }, source: { id: string }, destination: { id: string }, types: object = {}) => ({
  relationship: id,
  source_type: 'tenancy.tenant',
  source_id: source.id,
  destination_type: 'circuits.provider',
  destination_id: destination.id,
  ...types,
});
const wish = ({ key }: { key: string }, side: string, ...objects: { id: string }[]) => ({
  relationships: { [key]: { [side]: { objects: objects.map(({ id }) => id) } } },
});
const linked = async (list: string, { id }: { id: string }, { key }: { key: string }, side: string) =>
  (await ok('GET', `${list}${id}/?include=relationships`)).relationships[key][side].objects
    .map((one: { id: string }) => one.id)
    .sort();
const count = async ({ key }: { key: string }): Promise<number> =>
  (await ok('GET', `${associations}?relationship=${key}&limit=1`)).count;

describe('A definition', () => {
  const symmetric = { type: 'symmetric-one-to-one', source_type: 'tenancy.tenant', destination_type: 'tenancy.tenant' };
  it.each([
    [{ source_filter: ['name'] }, { source_filter: ['Filter for tenancy.Tenant must be a dictionary'] }],
    [
      { destination_filter: { nonsense: ['x'] } },
      { destination_filter: ["'nonsense' is not a valid filter parameter for circuits.Provider object"] },
    ],
    [{ source_filter: { tenant_group: ['nobody'] } }, { source_filter: [expect.stringMatching(/^'tenant_group': /)] }],
    [
      { ...symmetric, destination_type: 'circuits.provider' },
      { destination_type: ['Must match source_type for a symmetric relationship'] },
    ],
    [
      { ...symmetric, source_label: 'a', destination_label: 'b', source_hidden: true },
      {
        destination_label: ['Must match source_label for a symmetric relationship'],
        destination_hidden: ['Must match source_hidden for a symmetric relationship'],
      },
    ],
    [
      { ...symmetric, required_on: 'source' },
      { required_on: ['Symmetric relationships cannot be marked as required.'] },
    ],
  ])('%j is refused', async (more, answer) => {
    const body = { label: 'x', source_type: 'tenancy.tenant', destination_type: 'circuits.provider', ...more };
    expect(await refused('POST', relationships, body)).toEqual(answer);
  });

  it('of a symmetric relationship says the same of both ends, in whatever order', async () => {
    const filter = { name: ['x'], description: ['y'] };
    const turned = await aRelationship('symmetric-many-to-many', {
      source_filter: filter,
      destination_filter: { description: ['y'], name: ['x'] },
    });
    await ok('PATCH', `${relationships}${turned.id}/`, { source_filter: filter });
    await drop(turned);
    const made = await aRelationship('symmetric-many-to-many', { destination_label: 'peers' });
    expect(made).toMatchObject({ source_label: 'peers', destination_label: 'peers' });
    await drop(made);
  });

  it('keeps what its associations rely on', async () => {
    const made = await aRelationship('many-to-many');
    await ok('POST', associations, link(made, await aTenant(), await aProvider()));
    for (const change of [{ type: 'one-to-one' }, { source_type: 'dcim.rack' }, { destination_type: 'dcim.rack' }])
      expect(await refused('PATCH', `${relationships}${made.id}/`, change)).toEqual({
        __all__: [expect.stringContaining('when some associations are present')],
      });
    await ok('PATCH', `${relationships}${made.id}/`, { label: `renamed ${serial++}`, key: 'renamed' });
    await drop(made);
    expect((await ok('GET', associations)).count).toBe(0);
  });
});

describe('Associations', () => {
  it('know their ends, and go with either', async () => {
    const made = await aRelationship('many-to-many');
    const [tenant, other] = [await aTenant(), await aTenant()];
    const [provider, second] = [await aProvider(), await aProvider()];
    await ok('POST', associations, [
      link(made, tenant, provider),
      link(made, other, provider),
      link(made, other, second),
    ]);
    await ok('DELETE', `${tenants}${tenant.id}/`, undefined, 204);
    expect(await count(made)).toBe(2);
    await ok('DELETE', `${providers}${second.id}/`, undefined, 204);
    expect(await count(made)).toBe(1);
    expect((await ok('GET', `${associations}?relationship=${made.key}`)).results[0].display).toBe(
      `${other.name} -> ${provider.name} - ${made.label}`,
    );
    await drop(made);
  });

  it.each(['POST', 'PATCH'])('goes with an object that was given it by a %s', async (method) => {
    const relationship = await aRelationship('one-to-many');
    const provider = await aProvider();
    const given = wish(relationship, 'destination', provider);
    const tenant = method === 'POST' ? await aTenant(given) : await aTenant();
    if (method === 'PATCH') await ok('PATCH', `${tenants}${tenant.id}/`, given);
    expect(await count(relationship)).toBe(1);
    await ok('DELETE', `${tenants}${tenant.id}/`, undefined, 204);
    expect(await count(relationship)).toBe(0);
    await aTenant(given);
    await drop(relationship);
  });

  it('count within one list', async () => {
    const made = await aRelationship('one-to-many');
    const provider = await aProvider();
    const bodies = [link(made, await aTenant(), provider), link(made, await aTenant(), provider)];
    const text = `Unable to create more than one ${made.label} association to ${provider.name} (destination)`;
    expect(await refused('POST', associations, bodies)).toEqual([{}, { destination: [text] }]);
    await drop(made);
  });

  it.each(['one-to-one', 'one-to-many'])(
    'of %s relationships pass from one object of a list to a later one',
    async (type) => {
      const made = await aRelationship(type);
      const [one, two, three] = [await aTenant(), await aTenant(), await aTenant()];
      const [first, second] = [await aProvider(), await aProvider()];
      const change = ({ id }: { id: string }, ...objects: { id: string }[]) => ({
        id,
        ...wish(made, 'destination', ...objects),
      });
      const ends = (...all: { id: string }[]) =>
        Promise.all(all.map((tenant) => linked(tenants, tenant, made, 'destination')));
      await ok('PATCH', tenants, [change(one, first), change(two, second)]);
      await ok('PATCH', tenants, [change(one), change(two), change(three, first)]);
      expect(await ends(one, two, three)).toEqual([[], [], [first.id]]);
      await ok('PATCH', tenants, [change(three), change(two, first), change(one, second)]);
      expect(await ends(one, two, three)).toEqual([[second.id], [first.id], []]);
      // Each object is given what it is to have before it gives up what it had, and those after it come later.
      const early = await refused('PATCH', tenants, [change(three, first), change(two)]);
      expect(early).toEqual([expect.stringContaining('Unable to create more than one')]);
      expect(await ends(one, two, three)).toEqual([[second.id], [first.id], []]);
      await drop(made);
    },
  );

  it('that one end of a symmetric relationship gives up, a later one takes again', async () => {
    const made = await aRelationship('symmetric-many-to-many');
    const [one, two] = [await aTenant(), await aTenant()];
    await ok('PATCH', `${tenants}${one.id}/`, wish(made, 'peer', two));
    await ok('PATCH', tenants, [
      { id: one.id, ...wish(made, 'peer') },
      { id: two.id, ...wish(made, 'peer', one) },
    ]);
    expect(await linked(tenants, one, made, 'peer')).toEqual([two.id]);
    await ok('PATCH', tenants, [
      { id: one.id, ...wish(made, 'peer') },
      { id: two.id, ...wish(made, 'peer') },
    ]);
    expect(await count(made)).toBe(0);
    await drop(made);
  });

  it('of symmetric one-to-one relationships take an object once, at either end', async () => {
    const types = { destination_type: 'tenancy.tenant' };
    const made = await aRelationship('symmetric-one-to-one');
    const [one, two, three] = [await aTenant(), await aTenant(), await aTenant()];
    await ok('POST', associations, link(made, one, two, types));
    const involving = (name: string) => [
      `Unable to create more than one ${made.label} association involving ${name} (peer)`,
    ];
    expect(await refused('POST', associations, link(made, two, three, types))).toEqual({ source: involving(two.name) });
    expect(await refused('POST', associations, link(made, three, one, types))).toEqual({
      destination: involving(one.name),
    });
    expect((await ok('GET', `${associations}?peer_id=${two.id}`)).count).toBe(1);
    await drop(made);
  });

  it('fit the filters of both ends', async () => {
    const [tenant, other] = [await aTenant(), await aTenant()];
    const provider = await aProvider();
    const made = await aRelationship('many-to-many', { source_filter: { name: [tenant.name] } });
    await ok('POST', associations, link(made, tenant, provider));
    const text = `${other.name} violates ${made.label} source_filter restriction`;
    expect(await refused('POST', associations, link(made, other, provider))).toEqual({ source: [text] });
    const answer = await refused('PATCH', `${tenants}${other.id}/`, wish(made, 'destination', provider));
    expect(answer).toEqual([`{'source': ['${text}']}`]);
    expect((await ok('GET', `${tenants}${other.id}/?include=relationships`)).relationships).not.toHaveProperty(
      made.key,
    );
    expect((await ok('GET', `${tenants}${tenant.id}/?include=relationships`)).relationships).toHaveProperty(made.key);
    await drop(made);
  });

  it('let nobody pass a filter that has lost its meaning, and say that it is the filter', async () => {
    const group = await ok('POST', '/api/tenancy/tenant-groups/', { name: `group ${serial++}` });
    const [tenant, provider] = [await aTenant({ tenant_group: group.id }), await aProvider()];
    const made = await aRelationship('many-to-many', { source_filter: { tenant_group: [group.name] } });
    await ok('POST', associations, link(made, tenant, provider));
    await ok('PATCH', `/api/tenancy/tenant-groups/${group.id}/`, { name: `group ${serial++}` });
    const source = [`${tenant.name} violates ${made.label} source_filter restriction`];
    const other = await aProvider();
    expect(await refused('POST', associations, link(made, tenant, other))).toEqual({ source });
    const answer = await refused('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', provider, other));
    expect(answer).toEqual([`{'source': ['${source[0]}']}`]);
    await ok('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination'));
    expect(await count(made)).toBe(0);
    await drop(made);
  });

  it('are not made where a filter takes too long, whoever writes', async () => {
    const [tenant, provider] = [await aTenant({ comments: 'a'.repeat(9_999) }), await aProvider()];
    const slow = { comments__re: ['^(a+)(a+)(a+)\\1\\2\\3$'] };
    const made = await aRelationship('many-to-many', { source_filter: slow });
    const detail = expect.stringMatching(/^The regular expression takes too long/);
    expect(await refused('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', provider))).toEqual({ detail });
    expect(await refused('POST', associations, link(made, tenant, provider))).toEqual({ detail });
    await drop(made);
  });

  it.each(['one-to-one', 'one-to-many', 'symmetric-one-to-one'])(
    'of %s: the limit holds whoever writes',
    async (type) => {
      const made = await aRelationship(type);
      const isSymmetric = type.startsWith('symmetric');
      const target = isSymmetric ? await aTenant() : await aProvider();
      const sources = await Promise.all(Array.from({ length: 6 }, () => aTenant()));
      const types = { destination_type: isSymmetric ? 'tenancy.tenant' : 'circuits.provider' };
      const answers = await Promise.all([
        ...sources.slice(0, 3).map((source) => request('POST', associations, link(made, source, target, types))),
        ...sources
          .slice(3)
          .map((source) =>
            request('PATCH', `${tenants}${source.id}/`, wish(made, isSymmetric ? 'peer' : 'destination', target)),
          ),
      ]);
      const [winner, ...losers] = answers.sort((one, other) => one.status - other.status);
      expect(winner!.status).toBeLessThan(300);
      for (const loser of losers) expectStatus(loser, 400);
      expect(await count(made)).toBe(1);
      await drop(made);
    },
  );
});

describe('Objects', () => {
  it('are written with their relationships, all or nothing', async () => {
    const made = await aRelationship('many-to-many');
    const [one, two, three] = [await aProvider(), await aProvider(), await aProvider()];
    const tenant = await aTenant(wish(made, 'destination', one, two));
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([one.id, two.id].sort());
    await ok('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', two, three));
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([two.id, three.id].sort());
    const single = await aRelationship('one-to-one');
    await aTenant(wish(single, 'destination', one));
    const body = {
      description: 'not kept',
      relationships: { ...wish(made, 'destination').relationships, ...wish(single, 'destination', one).relationships },
    };
    await refused('PATCH', `${tenants}${tenant.id}/`, body);
    expect((await ok('GET', `${tenants}${tenant.id}/`)).description).toBe('');
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([two.id, three.id].sort());
    await drop(made);
    await drop(single);
  });

  it.each([
    ['tenancy.tenant', tenants, {}, {}],
    ['extras.secret', '/api/extras/secrets/', { provider: 'environment-variable', parameters: { variable: 'x' } }, {}],
    ['extras.tag', '/api/extras/tags/', { content_types: ['tenancy.tenant'] }, { color: '00ff00' }],
  ])(
    'of %s are related for the first time as they get another name, and go with that',
    async (label, list, made, more) => {
      const relationship = await aRelationship('many-to-many', { source_type: label });
      const provider = await aProvider();
      const [{ id }, other] = await ok('POST', list, [
        { name: `of ${relationship.key}`, ...made },
        { name: `other of ${relationship.key}`, ...made },
      ]);
      const name = `again of ${relationship.key}`;
      const body = { ...wish(relationship, 'destination', provider), ...more };
      expect((await ok('PATCH', `${list}${id}/`, { ...body, name })).name).toBe(name);
      await ok('PATCH', list, [{ id: other.id, ...body, name: `other ${name}` }]);
      expect(await count(relationship)).toBe(2);
      await ok('DELETE', list, [{ id }, { id: other.id }], 204);
      expect(await count(relationship)).toBe(0);
      await drop(relationship);
    },
  );

  it('are related to others for the first time as those get another name in the same list', async () => {
    const made = await aRelationship('symmetric-many-to-many');
    const [one, other] = [await aTenant(), await aTenant()];
    await ok('PATCH', tenants, [
      { id: one.id, ...wish(made, 'peer', other) },
      { id: other.id, name: `again ${other.name}` },
    ]);
    expect(await linked(tenants, other, made, 'peer')).toEqual([one.id]);
    await drop(made);
  });

  it('are related to no more than a field can hold', async () => {
    const made = await aRelationship('many-to-many');
    const many = Array.from({ length: 10_001 }, () => ({ name: 'one' }));
    const body = { relationships: { [made.key]: { destination: { objects: many } } } };
    expect(await refused('POST', tenants, { name: 'many', ...body })).toEqual({
      relationships: ['Ensure "objects" has no more than 10000 elements.'],
    });
    await drop(made);
  });

  it('leave nothing behind when their own write comes to nothing', async () => {
    const made = await aRelationship('many-to-many');
    const provider = await aProvider();
    const tenant = await aTenant(wish(made, 'destination', provider));
    const shown = await ok('PATCH', `${tenants}${tenant.id}/?dry_run=true`, wish(made, 'destination'));
    expect(shown.relationships[made.key].destination.objects).toEqual([]);
    await ok('POST', `${tenants}?dry_run=true`, { name: 'rehearsed', ...wish(made, 'destination', provider) });
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([provider.id]);
    expect(await count(made)).toBe(1);
    await drop(made);
  });

  it('of both ends see a relationship between objects of one kind from both', async () => {
    const made = await aRelationship('one-to-many', { destination_type: 'tenancy.tenant' });
    const [parent, child] = [await aTenant(), await aTenant()];
    await ok('PATCH', `${tenants}${child.id}/`, wish(made, 'source', parent));
    expect(await linked(tenants, parent, made, 'destination')).toEqual([child.id]);
    expect(await linked(tenants, parent, made, 'source')).toEqual([]);
    expect(await linked(tenants, child, made, 'source')).toEqual([parent.id]);
    await drop(made);
  });

  it('show those they are related to whole at depth 1, also peers', async () => {
    const made = await aRelationship('symmetric-many-to-many');
    const [one, two] = [await aTenant(), await aTenant()];
    await ok('PATCH', `${tenants}${one.id}/`, wish(made, 'peer', two));
    const { relationships: shown } = await ok('GET', `${tenants}${two.id}/?include=relationships&depth=1`);
    expect(shown[made.key].peer.objects[0]).toMatchObject({ id: one.id, name: one.name });
    await drop(made);
  });

  it('are found by what they are related to, unless that is hidden', async () => {
    const made = await aRelationship('many-to-many');
    const provider = await aProvider();
    const tenant = await aTenant(wish(made, 'destination', provider));
    const find = async (list: string, parameter: string) => (await ok('GET', `${list}?${parameter}`)).results;
    expect(await find(tenants, `cr_${made.key}__destination=${provider.id}`)).toMatchObject([{ id: tenant.id }]);
    expect(await find(providers, `cr_${made.key}__source=${tenant.id}`)).toMatchObject([{ id: provider.id }]);
    expect((await request('GET', `${tenants}?cr_${made.key}__destination=x`)).status).toBe(400);
    expect((await request('GET', `${tenants}?cr_${made.key}__source=${tenant.id}`)).status).toBe(400);
    await ok('PATCH', `${relationships}${made.id}/`, { source_hidden: true });
    expect((await request('GET', `${tenants}?cr_${made.key}__destination=${provider.id}`)).status).toBe(400);
    await drop(made);
  });

  it('cost the same for one and for many', async () => {
    const made = await aRelationship('many-to-many');
    const provided = await Promise.all(Array.from({ length: 3 }, () => aProvider()));
    const bodies = Array.from({ length: 40 }, () => ({
      name: `t${serial++}`,
      ...wish(made, 'destination', ...provided),
    }));
    const many = await ok('POST', tenants, bodies);
    const page = (objects: { id: string }[], depth: number) =>
      request(
        'GET',
        `${tenants}?include=relationships&depth=${depth}&${objects.map(({ id }) => `id=${id}`).join('&')}`,
      );
    for (const depth of [0, 1])
      await expectFlat(async () => {
        const one = await settled(() => page(many.slice(0, 2), depth));
        const all = await settled(() => page(many, depth));
        expect(all.body.results).toHaveLength(40);
        return [one.cost, all.cost];
      });
    const change = (objects: { id: string }[]) =>
      request(
        'PATCH',
        tenants,
        objects.map(({ id }) => ({ id, ...wish(made, 'destination', provided[0]!) })),
      );
    await expectFlat(async () => {
      const [one, all] = [await change(many.slice(0, 2)), await change(many)];
      expect(all.status).toBe(200);
      return [one.cost, all.cost];
    });
    expect(await count(made)).toBe(40);
    await drop(made);
  });
});

describe('A required relationship', () => {
  it('is demanded of new objects, and of others as soon as they speak of relationships', async () => {
    const made = await aRelationship('one-to-many', { required_on: 'destination' });
    const needed = {
      relationships: { [made.key]: [`You need to specify ["relationships"]["${made.key}"]["source"]["objects"].`] },
    };
    const tenant = await aTenant();
    expect(await refused('POST', providers, { name: 'p' })).toEqual(needed);
    // It is looked at last, and told of the first; other faults are told with the object each is of, and so is this if asked for.
    const two = [{ name: 'p' }, { name: 'q' }];
    expect(await refused('POST', providers, two)).toEqual(needed);
    const told = await plumbline.request('POST', providers, two, { as: admin, headers: { prefer: 'errors=list' } });
    expect([told.status, told.body]).toEqual([400, [needed, needed]]);
    expect(await refused('POST', providers, [{ name: 'p' }, {}])).toEqual([{}, { name: ['This field is required.'] }]);
    const provider = await aProvider(wish(made, 'source', tenant));
    await ok('PATCH', `${providers}${provider.id}/`, { comments: 'fine' });
    expect(await refused('PATCH', `${providers}${provider.id}/`, { relationships: {} })).toEqual(needed);
    expect(await refused('PATCH', `${providers}${provider.id}/`, wish(made, 'source'))).toEqual(needed);
    await ok('DELETE', `${tenants}${tenant.id}/`, undefined, 204);
    expect(await refused('PATCH', `${providers}${provider.id}/`, { comments: 'no' })).toEqual(needed);
    await drop(made);
  });

  it('says what to make first where there is nothing to link', async () => {
    const several = await aRelationship('many-to-many', {
      source_type: 'dcim.interfaceredundancygroup',
      destination_type: 'circuits.circuittype',
      required_on: 'destination',
    });
    const single = await aRelationship('one-to-one', {
      source_type: 'circuits.circuittype',
      destination_type: 'dcim.interfaceredundancygroup',
      required_on: 'source',
    });
    const hint = (how: string) =>
      `Circuit Types require ${how} interface redundancy group, but no interface redundancy groups exist yet. ` +
      'Create a interface redundancy group by posting to /api/dcim/interface-redundancy-groups/';
    const specify = (key: string, side: string) =>
      `You need to specify ["relationships"]["${key}"]["${side}"]["objects"].`;
    expect(await refused('POST', '/api/circuits/circuit-types/', { name: 't' })).toEqual({
      relationships: {
        [several.key]: [hint('at least one'), specify(several.key, 'source')],
        [single.key]: [hint('a'), specify(single.key, 'destination')],
      },
    });
    await drop(several);
    await drop(single);
  });
});

describe('Whoever may not', () => {
  it('view an object does not learn of it, nor link without the permission to', async () => {
    const made = await aRelationship('many-to-many');
    const [seen, hidden] = [await aProvider(), await aProvider()];
    const tenant = await aTenant(wish(made, 'destination', seen, hidden));
    const user = await aUser(plumbline, admin, [
      { object_types: ['tenancy.tenant'], actions: ['view', 'change'] },
      { object_types: ['circuits.provider'], actions: ['view'], constraints: { name: seen.name } },
    ]);
    for (const depth of [0, 1]) {
      const path = `${tenants}${tenant.id}/?include=relationships&depth=${depth}`;
      const { body } = await request('GET', path, undefined, user);
      expect(body.relationships[made.key].destination.objects).toMatchObject([{ id: seen.id }]);
      expect(JSON.stringify(body)).not.toContain(hidden.id);
    }
    const stranger = await aUser(plumbline, admin, [{ object_types: ['tenancy.tenant'], actions: ['view'] }]);
    const { body } = await request('GET', `${tenants}${tenant.id}/?include=relationships`, undefined, stranger);
    expect(body.relationships[made.key].destination.objects).toEqual([]);
    for (const objects of [[], [seen, hidden, await aProvider()]])
      expect(
        (await request('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', ...objects), user)).status,
      ).toBe(403);
    expect(await linked(tenants, tenant, made, 'destination')).toHaveLength(2);
    await drop(made);
  });

  it.each(['many-to-many', 'one-to-one', 'symmetric-many-to-many'])(
    'view an object does not take it away by writing back what was read: %s',
    async (type) => {
      const made = await aRelationship(type);
      const symmetric = type.startsWith('symmetric');
      const [list, side] = symmetric ? [tenants, 'peer'] : [providers, 'destination'];
      const another = symmetric ? aTenant : aProvider;
      const several = type.endsWith('many-to-many');
      const [hidden, seen, next] = [await another(), await another(), await another()];
      const tenant = await aTenant(wish(made, side, hidden, ...(several ? [seen] : [])));
      const names = [tenant, seen, next].map(({ name }) => name);
      const user = await aUser(plumbline, admin, [
        { object_types: ['tenancy.tenant'], actions: ['view', 'change'], constraints: { name__in: names } },
        { object_types: ['circuits.provider'], actions: ['view'], constraints: { name__in: names } },
        { object_types: ['extras.relationshipassociation'], actions: ['view', 'add', 'delete'] },
      ]);
      const path = `${tenants}${tenant.id}/`;
      const { body } = await request('GET', `${path}?include=relationships`, undefined, user);
      const read = body.relationships[made.key][side].objects;
      expect(read).toHaveLength(several ? 1 : 0);
      const changed = await request('PATCH', path, wish(made, side, ...read), user);
      expect(expectStatus(changed, 200).body.relationships[made.key][side].objects).toEqual(read);
      const all = [hidden.id, ...(several ? [seen.id] : [])].sort();
      expect(await linked(tenants, tenant, made, side)).toEqual(all);
      // What they see is theirs to replace; a place that is taken by what they do not see stays taken.
      const replaced = await request('PATCH', path, wish(made, side, next), user);
      expect(replaced.status).toBe(several ? 200 : 400);
      expect(await linked(tenants, tenant, made, side)).toEqual([hidden.id, ...(several ? [next.id] : [])].sort());
      // Whoever sees everything replaces everything, and what is not there any more is in nobody's way.
      await ok('PATCH', path, wish(made, side));
      expect(await linked(tenants, tenant, made, side)).toEqual([]);
      expect(await ok('GET', `${list}${hidden.id}/`)).toMatchObject({ id: hidden.id });
      await drop(made);
    },
  );

  it('view all that an object must have writes that back, too, and takes away nothing but what they see', async () => {
    const made = await aRelationship('many-to-many', { required_on: 'source' });
    const [hidden, seen] = [await aProvider(), await aProvider()];
    const tenant = await aTenant(wish(made, 'destination', hidden));
    const user = await aUser(plumbline, admin, [
      { object_types: ['tenancy.tenant'], actions: ['view', 'change'] },
      { object_types: ['circuits.provider'], actions: ['view'], constraints: { name: seen.name } },
      { object_types: ['extras.relationshipassociation'], actions: ['view', 'add', 'delete'] },
    ]);
    const path = `${tenants}${tenant.id}/`;
    const { relationships: read } = (await request('GET', `${path}?include=relationships`, undefined, user)).body;
    expect(read[made.key].destination.objects).toEqual([]);
    expectStatus(await request('PATCH', path, { relationships: read }, user), 200);
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([hidden.id]);
    await ok('PATCH', path, wish(made, 'destination', seen));
    expectStatus(await request('PATCH', path, wish(made, 'destination'), user), 400);
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([seen.id]);
    await drop(made);
  });
});

/** What extras is asked by a service that writes tenants. */
const ask = (verb: string, payload: object) => {
  const call = { requestId: crypto.randomUUID(), deadline: Date.now() + 60_000 };
  return plumbline.bus.request({ app: 'extras', model: 'relationship', verb }, payload, {
    ...call,
    asker: 'tenancy',
    vouched: { statement: { ...call, identity: admin, method: 'PATCH', base: '' } },
  });
};
/** Links a tenant for a write that has not ended; answers its name. */
const linkBy = async (
  relationship: { id: string },
  { id, name: display }: { id: string; name: string },
  ...others: { id: string }[]
) => {
  const operation = crypto.randomUUID();
  const change = { own: 'source', id, display, passes: true, others: others.map((one) => one.id) };
  const changes = [{ relationship: relationship.id, ...change }];
  expect(await ask('link', { app: 'tenancy', operation, label: 'tenancy.tenant', changes })).toBeNull();
  return operation;
};
const commit = (operation: string) =>
  plumbline.services
    .get('tenancy')!
    .engine.database.run(sql.unsafe`INSERT INTO shared_write (operation, time) VALUES (${operation}::uuid, now())`);
/** Such a write ends. */
const finish = async (outcome: string, operation: string) => {
  if (outcome === 'commits') await commit(operation);
  const settlement = { app: 'tenancy', operations: [operation] };
  await Promise.all([ask('reconsider', settlement), ask('reconsider', settlement)]);
};
const idsOf = async ({ key }: { key: string }): Promise<string[]> =>
  (await ok('GET', `${associations}?relationship=${key}`)).results.map((one: { id: string }) => one.id);
const unsettled = () =>
  plumbline.services.get('extras')!.engine.database.rows(sql.unsafe`SELECT 1 FROM shared_write_undo`);

it('A write that was read before the relationship came to be of others is sent back, and links nothing', async () => {
  const made = await aRelationship('many-to-many');
  const [tenant, provider] = [await aTenant(), await aProvider()];
  const change = { own: 'source', id: tenant.id, display: tenant.name, passes: true, others: [provider.id] };
  const changes = [{ relationship: made.id, ...change }];
  const asked = { app: 'tenancy', operation: crypto.randomUUID(), label: 'tenancy.tenant', changes };
  await ok('PATCH', `${relationships}${made.id}/`, { source_type: 'dcim.manufacturer' });
  await expect(ask('link', asked)).rejects.toMatchObject({ status: 409 });
  expect(await count(made)).toBe(0);
  await drop(made);
});

describe('A rehearsal', () => {
  it('shows what would be, and leaves every association as it was', async () => {
    const made = await aRelationship('one-to-one');
    const [one, two] = [await aTenant(), await aTenant()];
    const [first, second] = [await aProvider(), await aProvider()];
    await ok('PATCH', `${tenants}${one.id}/`, wish(made, 'destination', first));
    const before = await idsOf(made);
    const changes = '/api/extras/object-changes/?changed_object_type=extras.relationshipassociation&limit=1';
    const { count: recorded } = await ok('GET', changes);
    const shown = await ok('PATCH', `${tenants}?dry_run=true`, [
      { id: one.id, ...wish(made, 'destination') },
      { id: two.id, ...wish(made, 'destination', first) },
    ]);
    const objects = new Map(
      shown.map((each: { id: string; relationships: Record<string, { destination: { objects: object[] } }> }) => [
        each.id,
        each.relationships[made.key]!.destination.objects,
      ]),
    );
    expect([objects.get(one.id), objects.get(two.id)]).toMatchObject([[], [{ id: first.id }]]);
    const { relationships: given } = await ok(
      'POST',
      `${tenants}?dry_run=true`,
      { name: 'rehearsed', ...wish(made, 'destination', second) },
      201,
    );
    expect(given[made.key].destination.objects).toMatchObject([{ id: second.id }]);
    expect(await refused('PATCH', `${tenants}${two.id}/?dry_run=true`, wish(made, 'destination', first))).toEqual([
      expect.stringContaining('Unable to create more than one'),
    ]);
    expect(await idsOf(made)).toEqual(before);
    expect((await ok('GET', changes)).count).toBe(recorded);
    expect(await unsettled()).toEqual([]);
    await drop(made);
  });

  it.each(['many-to-many', 'symmetric-many-to-many'])('takes no link with it that others make: %s', async (type) => {
    const made = await aRelationship(type);
    const isSymmetric = type.startsWith('symmetric');
    const [list, sides] = isSymmetric ? [tenants, ['peer', 'peer']] : [providers, ['destination', 'source']];
    const tenant = await aTenant();
    const other = isSymmetric ? await aTenant() : await aProvider();
    const path = `${tenants}${tenant.id}/`;
    for (let round = 0; round < 12; round++) {
      await ok('PATCH', path, wish(made, sides[0]!));
      const rehearsing = ok('PATCH', `${path}?dry_run=true`, wish(made, sides[0]!, other));
      await delay(round * 2);
      await ok('PATCH', `${list}${other.id}/`, wish(made, sides[1]!, tenant));
      await rehearsing;
      expect(await linked(tenants, tenant, made, sides[0]!)).toEqual([other.id]);
    }
    await drop(made);
  });
});

describe('A write that finds what another one did and may not keep', () => {
  /** What the first does, how it ends, what the second does, how that ends; whether the link is there then. */
  const cases = [true, false].flatMap((before) =>
    ['commits', 'fails'].flatMap((first) =>
      [true, false].flatMap((wanted) =>
        ['commits', 'fails'].map((second) => {
          const between = first === 'commits' ? !before : before;
          const after = second === 'commits' ? wanted : between;
          return [before ? 'unlinked' : 'linked', first, wanted ? 'links' : 'unlinks', second, after] as const;
        }),
      ),
    ),
  );
  it.each(cases)('waits: %s, it %s; the other %s and %s', async (did, first, does, second, isThere) => {
    const made = await aRelationship('many-to-many');
    const [tenant, provider] = [await aTenant(), await aProvider()];
    if (did === 'unlinked') await ok('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', provider));
    const ids = await idsOf(made);
    const operation = await linkBy(made, tenant, ...(did === 'linked' ? [provider] : []));
    if (second === 'commits') {
      const body = wish(made, 'source', ...(does === 'links' ? [tenant] : []));
      const patching = request('PATCH', `${providers}${provider.id}/`, body);
      expect(await Promise.race([patching, delay(150, 'waits')])).toBe('waits');
      await finish(first, operation);
      expectStatus(await patching, 200);
    } else {
      const wanted = does === 'links' ? [provider] : [];
      await expect(linkBy(made, tenant, ...wanted)).rejects.toMatchObject({ status: 409 });
      await finish(first, operation);
      await finish(second, await linkBy(made, tenant, ...wanted));
    }
    expect(await linked(tenants, tenant, made, 'destination')).toEqual(isThere ? [provider.id] : []);
    if (did === 'unlinked' && first === 'fails' && isThere) expect(await idsOf(made)).toEqual(ids);
    expect(await unsettled()).toEqual([]);
    await drop(made);
  });

  it.each([
    ['commits', 201],
    ['fails', 400],
  ])('waits for the place of an association that another one gives up, and %s', async (outcome, status) => {
    const made = await aRelationship('one-to-one');
    const [tenant, other, provider] = [await aTenant(), await aTenant(), await aProvider()];
    await ok('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', provider));
    const operation = await linkBy(made, tenant);
    const posting = request('POST', associations, link(made, other, provider));
    const patching = request('PATCH', `${tenants}${other.id}/`, wish(made, 'destination', provider));
    await delay(150);
    await finish(outcome, operation);
    const [posted, patched] = await Promise.all([posting, patching]);
    const statuses = [posted.status, patched.status];
    if (status === 400) expect(statuses).toEqual([400, 400]);
    else
      expect([
        [201, 200],
        [201, 400],
        [400, 200],
      ]).toContainEqual(statuses);
    const owner = status === 201 ? other : tenant;
    expect(await linked(tenants, owner, made, 'destination')).toEqual([provider.id]);
    await drop(made);
  });
});

describe('After a crash', () => {
  it('links stay when the write they belong to has committed, and only then', async () => {
    const made = await aRelationship('one-to-one');
    const [tenant, other] = [await aTenant(), await aTenant()];
    const [provider, second] = [await aProvider(), await aProvider()];
    await ok('PATCH', `${tenants}${tenant.id}/`, wish(made, 'destination', provider));
    const operations = [await linkBy(made, tenant), await linkBy(made, other, second)];
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([]);
    await commit(operations[1]!);
    await ask('reconsider', { app: 'tenancy', operations });
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([provider.id]);
    expect(await linked(tenants, other, made, 'destination')).toEqual([second.id]);
    expect(await unsettled()).toEqual([]);
    await drop(made);
  });

  it('links of one service are settled whatever others are away', async () => {
    const made = await aRelationship('one-to-one');
    const [tenant, provider] = [await aTenant(), await aProvider()];
    await linkBy(made, tenant, provider);
    const { database } = plumbline.services.get('extras')!.engine;
    const away = ['a', 'b', 'c', 'd', 'e', 'x', 'y', 'z'].map((name) => `${name}_away`);
    await database.run(sql.unsafe`
      INSERT INTO shared_write_undo (operation, time, app, undo)
      SELECT gen_random_uuid(), now(), app, '{"added": [], "removed": []}' FROM unnest(${sql.array(away, 'text')}) AS app`);
    await database.run(sql.unsafe`UPDATE shared_write_undo SET time = now() - interval '1 minute'`);
    const left = () => database.rows<{ app: string }>(sql.unsafe`SELECT app FROM shared_write_undo ORDER BY app`);
    await eventually('its links are settled', 15_000, async () => (await left()).length === away.length);
    expect((await left()).map(({ app }) => app)).toEqual(away);
    expect(await linked(tenants, tenant, made, 'destination')).toEqual([]);
    await database.run(sql.unsafe`DELETE FROM shared_write_undo`);
    await drop(made);
  });
});
