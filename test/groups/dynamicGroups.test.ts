import type { Identity } from '@plumbline/http';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { GroupLab, type Shown } from './groupLab';
import { makeRacks, rackFacts } from './racks';

const racks = Array.from({ length: 60 }, (_, number) => rackFacts(number));
const groups = 'extras/dynamic-groups';
const memberships = 'extras/dynamic-group-memberships';

let plumbline: TestServices;
let admin: Identity;
const lab = new GroupLab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
  await makeRacks(lab, racks.length);
});
afterAll(() => plumbline?.stop());

const change = (path: string, { id }: Shown, body: object) => lab.send('PATCH', `${path}/${id}/`, body);
const remove = (path: string, { id }: Shown) => lab.send('DELETE', `${path}/${id}/`);
const sorted = (names: string[]) => names.toSorted();
const namesOf = (holds: (rack: (typeof racks)[number]) => boolean) =>
  sorted(racks.filter(holds).map(({ name }) => name));

describe('A filter', () => {
  it.each([
    [{ status: 'Active' }, { status: ['Enter a list of values.'] }],
    [
      { location: 'Hall 1', nope: 1 },
      { location: ['Enter a list of values.'], nope: ['Unknown filter field'] },
    ],
    [{ status: ['Lost'] }, { status: ['Select a valid choice. Lost is not one of the available choices.'] }],
    [
      { tenant: ['nobody'], u_height: ['tall'], limit: 5 },
      {
        tenant: ['Select a valid choice. nobody is not one of the available choices.'],
        u_height: ['Enter a whole number.'],
        limit: ['Unknown filter field'],
      },
    ],
    [{ name: { first: 'x' } }, { name: ['Enter a valid value.'] }],
    [{ name: ['x', null] }, { name: ['Enter a valid value.'] }],
    [{ name__re: '(' }, { name__re: ['Enter a valid regular expression.'] }],
    [{ cf_none: 'x' }, { cf_none: ['Unknown filter field'] }],
    [['name'], { filter: ['Filter must be a dict'] }],
    [{ name: 'x'.repeat(70_000) }, { filter: ['Ensure this field has no more than 65536 characters.'] }],
  ])('%j is refused', async (filter, answer) => {
    const body = { name: lab.name(), content_type: 'dcim.rack', filter };
    expect(await lab.refused(groups, body)).toEqual(answer);
    const group = await lab.group();
    expect([(await change(groups, group, { filter })).status, await lab.names(group)]).toEqual([
      400,
      await lab.names(await lab.group()),
    ]);
  });

  it('is kept as it was sent', async () => {
    const filter = { serial: 'T', u_height: ['41'], desc_units: false, name: null, tags: [] };
    expect(await lab.group(filter)).toMatchObject({ filter });
  });

  it('of each group in a list is judged', async () => {
    const body = (filter: object) => ({ name: lab.name(), content_type: 'dcim.rack', filter });
    const bodies = [body({ a: 1 }), body({ name: 'x' }), body({ status: ['x'] })];
    expect(await lab.refused(groups, bodies)).toEqual([
      { a: ['Unknown filter field'] },
      {},
      { status: [expect.stringContaining('Select a valid choice')] },
    ]);
  });

  it('may be about custom fields and relationships', async () => {
    await lab.make('extras/custom-fields', {
      label: 'Floor',
      key: 'floor',
      type: 'integer',
      content_types: ['dcim.rack'],
    });
    const types = { source_type: 'dcim.rack', destination_type: 'tenancy.tenant' };
    await lab.make('extras/relationships', { label: 'Watched by', key: 'watched', type: 'many-to-many', ...types });
    const [bee] = (await lab.send('GET', 'tenancy/tenants/?name=Bee')).body.results;
    const [first, second] = (await lab.send('GET', 'dcim/racks/?name=rack 001&name=rack 002')).body.results;
    const relationships = { watched: { destination: { objects: [bee.id] } } };
    expectStatus(await change('dcim/racks', first, { custom_fields: { floor: 3 }, relationships }), 200);
    expectStatus(await change('dcim/racks', second, { custom_fields: { floor: 4 } }), 200);
    expect(await lab.names(await lab.group({ cf_floor__gte: [3] }))).toHaveLength(2);
    const watched = await lab.group({ cr_watched__destination: [bee.id], cf_floor: 3 });
    expect(await lab.names(watched)).toEqual([first.name]);
  });

  it('that means nothing any more finds nobody, alone and as a part', async () => {
    const tenant = await lab.make('tenancy/tenants', { name: lab.name('tenant') });
    const group = await lab.group({ tenant: [tenant.name] });
    const most = await lab.group();
    await lab.join(most, await lab.group(), 'union', 1);
    await lab.join(most, group, 'difference', 2);
    expectStatus(await remove('tenancy/tenants', tenant), 204);
    expect([await lab.names(group), (await lab.members(most)).count]).toEqual([[], racks.length]);
    expect((await change(groups, group, { description: 'still there' })).status).toBe(200);
    expect((await change(groups, group, { filter: { tenant: [tenant.id] } })).status).toBe(400);
  });

  it('that takes too long on what is stored is given up', async () => {
    const comments = 'a'.repeat(10_000);
    const [rack] = (await lab.send('GET', 'dcim/racks/?name=rack 003')).body.results;
    expectStatus(await change('dcim/racks', rack, { comments }), 200);
    const group = await lab.group({ comments__re: '^(((((a*)*)*)*)*)*\\1b$' });
    const begun = Date.now();
    const { status } = await lab.send('GET', `${groups}/${group.id}/members/`);
    expect([200, 400]).toContain(status);
    expect(Date.now() - begun).toBeLessThan(30_000);
  });
});

describe('Members', () => {
  it('of a group without a filter are all there are', async () => {
    expect(sorted(await lab.names(await lab.group()))).toEqual(namesOf(() => true));
  });

  it('come a page at a time, whatever else is asked for', async () => {
    const group = await lab.group({ status: ['Active'] });
    const list = (await lab.send('GET', 'dcim/racks/?status=Active&limit=0')).body.results;
    const page = await lab.members(group, '?offset=5&limit=5&name=none&depth=2&x=1');
    expect(page.results).toEqual(list.slice(5, 10));
    const address = page.results[0].url.replace(/dcim\/.*$/, `${groups}/${group.id}/members/`);
    expect(page).toMatchObject({
      count: list.length,
      next: `${address}?depth=2&limit=5&name=none&offset=10&x=1`,
      previous: `${address}?depth=2&limit=5&name=none&x=1`,
    });
    expect((await lab.send('GET', `${groups}/${encodeURIComponent(group.name)}/members/`)).status).toBe(200);
  });

  it('are one table, as the list of them is', async () => {
    const address = ({ id }: Shown) => `${groups}/${id}/members/`;
    const group = await lab.group({ status: ['Active'] });
    const [members, list] = [
      await lab.table(`${address(group)}?limit=1&offset=3`),
      await lab.table('dcim/racks/?status=Active'),
    ];
    expect([members.status, members.text]).toEqual([200, list.text]);
    for (const header of ['content-type', 'content-disposition'])
      expect(members.headers.get(header)).toBe(list.headers.get(header));
    const none = await lab.table(address(await lab.group({ serial: ['nobody has it'] })));
    expect([none.status, none.text]).toEqual([200, '']);
    const sees = [
      { object_types: ['extras.dynamicgroup'], actions: ['view'] },
      { object_types: ['dcim.rack'], actions: ['view'], constraints: { tenant__name: 'Bee' } },
    ];
    const reader = await aUser(plumbline, admin, sees);
    const seen = await lab.table('dcim/racks/?status=Active&tenant=Bee', reader);
    expect((await lab.table(address(group), reader)).text).toBe(seen.text);
    expect(seen.text.split('\r\n').length).toBeGreaterThan(3);
  });

  it('are those of the moment', async () => {
    const group = await lab.group({ serial: ['moved'] });
    const [rack] = (await lab.send('GET', 'dcim/racks/?name=rack 004')).body.results;
    expect(await lab.names(group)).toEqual([]);
    expectStatus(await change('dcim/racks', rack, { serial: 'moved' }), 200);
    expect(await lab.names(group)).toEqual([rack.name]);
    expectStatus(await change('dcim/racks', rack, { serial: '' }), 200);
    expect(await lab.names(group)).toEqual([]);
  });

  it('are those a group allows to see, of those the caller may see', async () => {
    const [open, closed] = [await lab.group({ status: ['Active'] }), await lab.group({ status: ['Active'] })];
    const seesGroup = { object_types: ['extras.dynamicgroup'], actions: ['view'], constraints: { name: open.name } };
    const seesRacks = { object_types: ['dcim.rack'], actions: ['view'], constraints: { tenant__name: 'Bee' } };
    const reader = await aUser(plumbline, admin, [seesGroup, seesRacks]);
    const ofBee = namesOf(({ status, tenant }) => status === 'Active' && tenant === 'Bee');
    expect(sorted(await lab.names(open, '?limit=0', reader))).toEqual(ofBee);
    expect((await lab.members(open, '?limit=1', reader)).count).toBe(ofBee.length);
    expect((await lab.send('GET', `${groups}/${closed.id}/members/`, undefined, reader)).status).toBe(404);
    expect(await lab.members(open, '', await aUser(plumbline, admin, [seesGroup]))).toMatchObject({
      count: 0,
      results: [],
    });
    const stranger = await aUser(plumbline, admin, [seesRacks]);
    expect((await lab.send('GET', `${groups}/${open.id}/members/`, undefined, stranger)).status).toBe(403);
  });

  it.each([
    [
      'ipam.prefix',
      { within: ['10.99.0.0/16'], status: ['Active'] },
      'ipam/prefixes',
      { prefix: '10.99.1.0/24', status: 'Active' },
    ],
    ['ipam.namespace', { name: ['Grouped'] }, 'ipam/namespaces', { name: 'Grouped' }],
    ['tenant', undefined, '', {}],
  ])('can be of kind %s or are refused', async (content_type, filter, path, body) => {
    if (filter === undefined) {
      const refused = { name: lab.name(), content_type: `tenancy.${content_type}`, filter: {} };
      expect(await lab.refused(groups, refused)).toEqual({ content_type: ['Invalid content type: tenancy.tenant'] });
      return;
    }
    const made = await lab.make(path, body);
    const group = await lab.group(filter, { content_type });
    expect((await lab.members(group)).results.map(({ id }: Shown) => id)).toEqual([made.id]);
  });
});

describe('Groups of groups', () => {
  it('are of one kind, for good', async () => {
    const [spaces, some] = [await lab.group({}, { content_type: 'ipam.namespace' }), await lab.group()];
    const answer = { group: ['ContentType for group and parent_group must match'] };
    expect(await lab.refused(memberships, lab.part(some, spaces))).toEqual(answer);
    const moved = await change(groups, some, { content_type: 'ipam.namespace' });
    expect([moved.status, moved.body]).toEqual([400, { content_type: ['ContentType cannot be changed once created'] }]);
  });

  it('have no filter when they become such; one that is set later counts besides', async () => {
    const parent = await lab.group();
    const membership = await lab.join(parent, await lab.group({ status: ['Active'] }));
    expectStatus(await change(groups, parent, { filter: { role: ['Hot'] } }), 200);
    const both = namesOf(({ status, role }) => status === 'Active' && role === 'Hot');
    expect(sorted(await lab.names(parent))).toEqual(both);
    const filtered = { parent_group: [expect.stringContaining('Clear the parent filter')] };
    expect(await lab.refused(memberships, lab.part(parent, await lab.group()))).toEqual(filtered);
    expect((await change(memberships, membership, { weight: 5 })).body).toEqual(filtered);
    const outer = await lab.group();
    await lab.join(outer, parent);
    expect(sorted(await lab.names(outer))).toEqual(both);
  });

  it('show their parts by weight', async () => {
    const parent = await lab.group();
    const [late, early] = [await lab.group({ name: 'rack 001' }), await lab.group({ name: 'rack 002' })];
    const [second, first] = [await lab.join(parent, late, 'union', 9), await lab.join(parent, early, 'union', 2)];
    const shown = (await lab.send('GET', `${groups}/${parent.id}/`)).body;
    expect(shown.children.map(({ id }: Shown) => id)).toEqual([first.id, second.id]);
    expect(shown.children[0]).toMatchObject({ object_type: 'extras.dynamicgroupmembership' });
  });

  it('close no loop, however long, in one request or by a change', async () => {
    const [a, b, c, d] = [await lab.group(), await lab.group(), await lab.group(), await lab.group()];
    await lab.join(a, b);
    await lab.join(b, c);
    const loop = { group: ['Cannot add ancestor as a child'] };
    expect(await lab.refused(memberships, lab.part(c, a))).toEqual(loop);
    expect(await lab.refused(memberships, [lab.part(c, d), lab.part(d, a)])).toEqual([loop, loop]);
    const harmless = await lab.join(d, a);
    const changed = await change(memberships, harmless, { parent_group: c.id });
    expect([changed.status, changed.body]).toEqual([400, loop]);
    // The other way round is no loop once the first way is given up.
    expectStatus(await change(memberships, harmless, { parent_group: c.id, group: d.id }), 200);
    expect(await lab.refused(memberships, lab.part(a, a))).toEqual({
      group: ['Cannot add group as a child of itself'],
    });
  });

  it('close no loop when each half is added at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const made = await Promise.all(Array.from({ length: 5 }, () => lab.group()));
      const answers = await Promise.all(
        made.map((group, index) =>
          lab.send('POST', `${memberships}/`, lab.part(group, made[(index + 1) % made.length])),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 400]);
      expect((await lab.members(made[0])).count).toBe(racks.length);
    }
  });

  it('stay of a size that can be asked for, counted as often as they are used', async () => {
    const chain = [await lab.group({ name: 'rack 001' })];
    for (let size = 1; size * 2 + 1 <= 250; size = size * 2 + 1) {
      const next = await lab.group();
      const parts = [lab.part(next, chain.at(-1), 'union', 1), lab.part(next, chain.at(-1), 'intersection', 2)];
      await lab.make(memberships, parts);
      chain.push(next);
    }
    const next = await lab.group();
    await lab.join(next, chain.at(-1), 'union', 1);
    const large = { group: [expect.stringContaining('at most 250 groups')] };
    expect(await lab.refused(memberships, lab.part(next, chain.at(-1), 'union', 2))).toEqual(large);
    // What is added far below is in there 32 times.
    const one = await lab.group();
    const below = [3, 4, 5, 6].map((weight) => lab.part(chain[1], one, 'union', weight));
    expect(await lab.refused(memberships, below)).toEqual(below.map(() => large));
    expect(await lab.names(next)).toEqual(['rack 001']);
    await lab.make(memberships, below.slice(0, 3));
    expect((await lab.members(next)).count).toBe(racks.length);
  });

  it('hold on to their parts, and let them go', async () => {
    const [a, b, child] = [await lab.group(), await lab.group(), await lab.group()];
    await lab.join(a, child);
    const membership = await lab.join(b, child);
    const answer = await remove(groups, child);
    expect(answer.status).toBe(409);
    for (const parent of [a, b]) expect(answer.body.detail).toContain(`${parent.name} (${parent.id})`);
    expect(answer.body.detail).toContain('2 dependent objects');
    expectStatus(await remove(groups, b), 204);
    expect((await lab.send('GET', `${memberships}/${membership.id}/`)).status).toBe(404);
    expect((await remove(groups, child)).status).toBe(409);
    expectStatus(await lab.send('DELETE', `${groups}/`, [{ id: child.id }, { id: a.id }]), 204);
    expect((await lab.send('GET', `${memberships}/?parent_group=${a.id}`)).status).toBe(400);
  });
});

describe('What groups an object is in', () => {
  const asked = async (arguments_: string, as?: Identity) => {
    const query = `{ racks(name: ["rack 001", "rack 002"]) { name dynamic_groups${arguments_} { name } } }`;
    const { status, body } = await lab.send('POST', 'graphql/', { query }, as);
    expect([status, body.errors]).toEqual([200, undefined]);
    return Object.fromEntries(
      body.data.racks.map((rack: Shown) => [rack.name, rack.dynamic_groups.map(({ name }: Shown) => name)]),
    );
  };

  it('is told in GraphQL, of the groups that the caller may view', async () => {
    const word = lab.name('mine');
    const named = (name: string, filter: object) => lab.group(filter, { name: `${word} ${name}` });
    const [first, second] = [
      await named('a', { name: 'rack 001' }),
      await named('b', { name: ['rack 001', 'rack 002'] }),
    ];
    const without = await named('c', {});
    await lab.join(without, second, 'union', 1);
    await lab.join(without, first, 'difference', 2);
    const mine = `(name__isw: "${word}")`;
    expect(await asked(mine)).toEqual({
      'rack 001': [first.name, second.name],
      'rack 002': [second.name, without.name],
    });
    const viewer = await aUser(plumbline, admin, [
      { object_types: ['dcim.rack'], actions: ['view'] },
      { object_types: ['extras.dynamicgroup'], actions: ['view'], constraints: { name: second.name } },
    ]);
    expect(await asked('', viewer)).toEqual({ 'rack 001': [second.name], 'rack 002': [second.name] });
  });

  it('is nothing for a group whose filter has lost its meaning', async () => {
    const tenant = await lab.make('tenancy/tenants', { name: lab.name('leaving') });
    const group = await lab.group({ tenant: [tenant.name, 'Ant'], name: ['rack 001', 'rack 002'] });
    expectStatus(await lab.send('DELETE', `tenancy/tenants/${tenant.id}/`), 204);
    expect(await lab.names(group)).toEqual([]);
    expect(await asked(`(id: "${group.id}")`)).toEqual({ 'rack 001': [], 'rack 002': [] });
  });
});
