import { randomBytes, randomUUID } from 'node:crypto';
// @boundaries-ignore extensions are built on this package
import { primary } from '@plumbline/extensions';
import { defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { settled, startTestServices, type TestServices } from '@plumbline/testkit';
import { Place, Status, Tag, Thing } from './sample';

/** Named like a type of PostgreSQL's own. */
const Interval = defineModel('ipam.interval', {
  endpoint: 'intervals',
  traits: [primary],
  fields: { name: f.text(50).unique() },
  filterable: ['name'],
});

let plumbline: TestServices;
let status: string;
beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'extras', models: [Tag, Status] },
    { app: 'ipam', models: [Place, Thing, Interval] },
  ]);
  const made = await plumbline.request('POST', '/api/extras/statuses/', {
    name: 'Active',
    content_types: ['ipam.thing'],
  });
  expect(made.body).toMatchObject({ name: 'Active' });
  status = made.body.id;
});
afterAll(() => plumbline?.stop());

test('a model may be called like a type of the database', async () => {
  const made = await plumbline.request('POST', '/api/ipam/intervals/', [{ name: 'a' }, { name: 'b' }]);
  expect(made.status).toBe(201);
  const taken = await plumbline.request('POST', '/api/ipam/intervals/', { name: 'a' });
  expect([taken.status, taken.body]).toEqual([400, { name: ['interval with this name already exists.'] }]);
  const url = `/api/ipam/intervals/${made.body[0].id}/`;
  expect((await plumbline.request('PATCH', url, { name: 'c' })).body).toMatchObject({ name: 'c' });
  expect((await plumbline.request('GET', '/api/ipam/intervals/?name=c')).body.count).toBe(1);
  const table = await plumbline.request('GET', '/api/ipam/intervals/', undefined, { headers: { accept: 'text/csv' } });
  expect(table.text).toContain('c,c,');
  expect((await plumbline.request('DELETE', url)).status).toBe(204);
});

test('creates, reads, changes and deletes an object', async () => {
  const made = await plumbline.request('POST', '/api/ipam/things/', {
    name: ' one ',
    block: '10.0.0.7/8',
    status: 'Active',
    place: null,
  });
  expect([made.status, made.body.name, made.body.block, made.body.network]).toEqual([
    201,
    'one',
    '10.0.0.0/8',
    '10.0.0.0',
  ]);
  expect(made.body.status).toEqual({
    id: status,
    object_type: 'extras.status',
    url: expect.stringContaining(`/api/extras/statuses/${status}/`),
  });
  const url = `/api/ipam/things/${made.body.id}/`;
  expect((await plumbline.request('GET', url)).body).toMatchObject({
    name: 'one',
    natural_slug: `one_${made.body.id.slice(0, 4)}`,
  });
  const deep = await plumbline.request('GET', `${url}?depth=1`);
  expect(deep.body.status).toMatchObject({ name: 'Active', object_type: 'extras.status' });
  const changed = await plumbline.request('PATCH', url, { description: 'x', size: '7' });
  expect(changed.body).toMatchObject({ description: 'x', size: 7, computed_fields: {}, relationships: {} });
  expect((await plumbline.request('GET', `${url}?name=two`)).status).toBe(404);
  expect((await plumbline.request('GET', `${url}?nope=two`)).body).toEqual({ nope: ['Unknown filter field'] });
  expect((await plumbline.request('DELETE', url)).status).toBe(204);
  expect((await plumbline.request('GET', url)).status).toBe(404);
});

test.each(['PATCH', 'PUT', 'DELETE'])(
  'a version is not taken with a %s of several objects, where it would not be looked at',
  async (method) => {
    const options = { headers: { 'if-match': '"any"' } };
    const answer = await plumbline.request(method, '/api/ipam/intervals/', [], options);
    expect([answer.status, answer.body]).toEqual([400, { detail: expect.stringContaining('about one object') }]);
  },
);

test('tells what is wrong with a body, field by field', async () => {
  const answer = await plumbline.request('POST', '/api/ipam/things/', {
    name: 'x'.repeat(21),
    size: 101,
    block: 'no',
    status: 'Nope',
    place: 5,
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body).sort()).toEqual(['block', 'name', 'place', 'size', 'status']);
  const empty = await plumbline.request('POST', '/api/ipam/things/', {});
  expect(Object.keys(empty.body).sort()).toEqual(['block', 'name', 'place', 'status']);
});

test('all of a list or nothing', async () => {
  const good = { name: 'bulk', block: '10.1.0.0/16', status, place: null };
  const refused = await plumbline.request('POST', '/api/ipam/things/', [good, { ...good, name: '' }]);
  expect([refused.status, refused.body]).toEqual([400, [{}, { name: ['This field may not be blank.'] }]]);
  expect((await plumbline.request('GET', '/api/ipam/things/?name=bulk')).body.count).toBe(0);
  const made = await plumbline.request(
    'POST',
    '/api/ipam/things/',
    Array.from({ length: 60 }, (_, index) => ({ ...good, name: `bulk ${index}`, size: 1 + index })),
  );
  expect([made.status, made.body.length]).toEqual([201, 60]);
  const page = await plumbline.request('GET', '/api/ipam/things/?name__isw=bulk&size__gte=10&sort=-size&limit=5');
  expect([page.body.count, page.body.results[0].size, page.body.results.length]).toEqual([51, 60, 5]);
  expect(page.body.next).toContain('limit=5&name__isw=bulk&offset=5&size__gte=10&sort=-size');
  const ids = made.body.map(({ id }: { id: string }) => ({ id }));
  const changed = await plumbline.request(
    'PATCH',
    '/api/ipam/things/',
    ids.map((item: object) => ({ ...item, description: 'new' })),
  );
  expect([changed.status, changed.body.length, changed.body[0].description]).toEqual([200, 60, 'new']);
  const one = await settled(() => plumbline.request('GET', '/api/ipam/things/?limit=1'));
  const many = await settled(() => plumbline.request('GET', '/api/ipam/things/?limit=50'));
  expect(many.cost).toEqual(one.cost);
  expect((await plumbline.request('DELETE', '/api/ipam/things/', ids)).status).toBe(204);
});

test('moves nodes of a tree together to where they are in the end', async () => {
  const places = '/api/ipam/places/';
  const add = async (name: string, parent: string | null) =>
    (await plumbline.request('POST', places, { name, parent })).body.id as string;
  const top = await add('top', null);
  const middle = await add('middle', top);
  const bottom = await add('bottom', middle);
  const leaf = await add('leaf', bottom);
  const shown = async () =>
    (await plumbline.request('GET', `${places}?subtree=${bottom}&subtree=${middle}`)).body.results.map(
      ({ display, tree_depth }: { display: string; tree_depth: number }) => [display, tree_depth],
    );
  const move = async (changes: object[], headers = {}) => {
    const { status, body } = await plumbline.request('PATCH', places, changes, { headers });
    return status === 200 ? 200 : [status, body];
  };
  const turned = [
    { id: middle, parent: null },
    { id: top, parent: bottom, name: 'was top' },
  ];
  const afterwards = [
    ['middle', 0],
    ['middle → bottom', 1],
    ['middle → bottom → leaf', 2],
    ['middle → bottom → was top', 2],
  ];
  expect(await move(turned)).toBe(200);
  expect(await shown()).toEqual(afterwards);
  const back = [
    { id: top, parent: null, name: 'top' },
    { id: middle, parent: top },
  ];
  expect(await move(back)).toBe(200);
  expect(await shown()).toEqual([
    ['top → middle', 1],
    ['top → middle → bottom', 2],
    ['top → middle → bottom → leaf', 3],
  ]);
  expect(await move([...turned].reverse())).toBe(200);
  expect(await shown()).toEqual(afterwards);
  const loop = { __all__: ['A node cannot be made a descendant of itself.'] };
  const looped = [
    { id: bottom, name: 'not moved' },
    { id: leaf, parent: top },
    { id: top, parent: leaf },
    { id: middle, parent: null },
  ];
  expect(await move(looped, { prefer: 'errors=list' })).toEqual([400, [{}, loop, loop, {}]]);
  expect(await shown()).toEqual(afterwards);
  const ids = [top, middle, bottom, leaf].map((id) => ({ id }));
  expect((await plumbline.request('DELETE', places, ids)).status).toBe(204);
});

test('keeps trees walked depth first, renamed and moved', async () => {
  const add = async (name: string, parent: string | null) =>
    (await plumbline.request('POST', '/api/ipam/places/', { name, parent })).body.id as string;
  const root = await add('root', null);
  const two = await add('room 2', root);
  const ten = await add('room 10', root);
  const shelf = await add('shelf', two);
  const names = async (query = '') =>
    (await plumbline.request('GET', `/api/ipam/places/${query}`)).body.results.map(
      (place: { display: string }) => place.display,
    );
  expect(await names()).toEqual(['root', 'root → room 2', 'root → room 2 → shelf', 'root → room 10']);
  expect((await plumbline.request('PATCH', `/api/ipam/places/${root}/`, { parent: shelf })).body).toEqual({
    __all__: ['A node cannot be made a descendant of itself.'],
  });
  await plumbline.request('PATCH', `/api/ipam/places/${two}/`, { parent: ten, name: 'room 3' });
  expect(await names(`?subtree=${ten}`)).toEqual([
    'root → room 10',
    'root → room 10 → room 3',
    'root → room 10 → room 3 → shelf',
  ]);
  expect((await plumbline.request('GET', `/api/ipam/places/${shelf}/`)).body.tree_depth).toBe(3);
  const thing = await plumbline.request('POST', '/api/ipam/things/', {
    name: 't',
    block: '::/0',
    status,
    place: 'shelf;room+3;room+10;root',
    friends: [root],
  });
  expect([thing.status, thing.body.place?.id]).toEqual([201, shelf]);
  expect((await plumbline.request('GET', '/api/ipam/things/?place=root')).body.count).toBe(1);
  const refused = await plumbline.request('DELETE', `/api/ipam/places/${root}/`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('1 dependent objects were found: t ('),
  ]);
  await plumbline.request('DELETE', `/api/ipam/things/${thing.body.id}/`);
  expect((await plumbline.request('DELETE', `/api/ipam/places/${root}/`)).status).toBe(204);
  expect(await names()).toEqual([]);
});

test('walks trees of any depth, whatever is on the way down', async () => {
  const chain = Array.from({ length: 30 }, () => ({
    id: randomUUID(),
    // Bytes that nothing makes shorter.
    name: randomBytes(75).toString('base64'),
  }));
  const [root, ...below] = chain.map((place, level) => ({ ...place, parent: chain[level - 1]?.id ?? null }));
  const forks = ['b', 'a'].map((name) => ({ id: randomUUID(), name, parent: below.at(-1)!.id }));
  for (const place of [root, ...below, ...forks])
    expect((await plumbline.request('POST', '/api/ipam/places/', place)).status).toBe(201);
  const found = (await plumbline.request('GET', '/api/ipam/places/?limit=100')).body.results;
  expect(found.map(({ id }: { id: string }) => id)).toEqual([...chain, forks[1]!, forks[0]!].map(({ id }) => id));
  await plumbline.request('DELETE', '/api/ipam/places/', [{ id: root!.id }]);
});

test('protects what another service refers to, and lets go of tags', async () => {
  const tag = (await plumbline.request('POST', '/api/extras/tags/', { name: 'blue', content_types: ['ipam.thing'] }))
    .body.id;
  const thing = (
    await plumbline.request('POST', '/api/ipam/things/', {
      name: 'tagged',
      block: '10.0.0.0/8',
      status,
      place: null,
      tags: ['blue'],
    })
  ).body;
  expect(thing.tags).toEqual([{ id: tag, object_type: 'extras.tag', url: expect.any(String) }]);
  expect((await plumbline.request('GET', `/api/extras/statuses/${status}/`)).body.thing_count).toBe(1);
  expect((await plumbline.request('GET', '/api/ipam/things/?tags=blue')).body.count).toBe(1);
  const refused = await plumbline.request('DELETE', `/api/extras/statuses/${status}/`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('tagged (')]);
  expect((await plumbline.request('DELETE', `/api/extras/tags/${tag}/`)).status).toBe(204);
  expect((await plumbline.request('GET', `/api/ipam/things/${thing.id}/`)).body.tags).toEqual([]);
});
