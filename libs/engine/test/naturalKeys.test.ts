import { bare, defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import fc from 'fast-check';

const numRuns = Number(process.env.PLUMBLINE_PROPERTY_RUNS ?? 60);

/**
 * Keys of every build: one name, a name below other names, parts that may be missing, parts of another service's key.
 */
const Maker = defineModel('tenancy.maker', { endpoint: 'makers', traits: [bare], fields: { name: f.text(200) } });
const Room = defineModel('ipam.room', {
  endpoint: 'rooms',
  traits: [bare],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: { name: f.text(200), parent: f.ref('ipam.room', { reverse: 'children', onDelete: 'cascade' }).optional() },
  naturalKey: ['tree_names[]'],
});
const Crate = defineModel('ipam.crate', {
  endpoint: 'crates',
  traits: [bare],
  fields: {
    label: f.text(200).optional(),
    maker: f.ref('tenancy.maker').optional(),
    room: f.ref('ipam.room', { reverse: 'crates' }).optional(),
  },
  order: ['label'],
  naturalKey: ['maker.name', 'label', 'room.tree_names[]'],
  display: ({ label }) => String(label),
});
const Label = defineModel('ipam.label', {
  endpoint: 'labels',
  traits: [bare],
  fields: {
    crate: f.ref('ipam.crate').optional(),
    room: f.ref('ipam.room').optional(),
    maker: f.ref('tenancy.maker').optional(),
  },
  order: ['id'],
  naturalKey: ['id'],
  display: ({ id }) => String(id),
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'tenancy', models: [Maker] },
    { app: 'ipam', models: [Room, Crate, Label] },
  ]);
});
afterAll(() => plumbline?.stop());
jest.setTimeout(600_000);

const special = fc.constantFrom(
  ';',
  '%',
  '%00',
  '+',
  ' ',
  '/',
  '.',
  '..',
  '&',
  '?',
  '#',
  '%3B',
  ';;',
  '%2500',
  'é',
  '日本',
  '😀',
  '"',
  "'",
  '\\',
);
/**
 * Text that is a name: what is left of it after trimming is neither nothing nor another way of writing an id or
 * nothing.
 */
const name = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ maxLength: 12 }),
    fc.array(special, { maxLength: 4 }).map((parts) => parts.join('')),
  )
  .map((text) => text.replaceAll('\0', '').trim())
  .filter((text) => text !== '');

/** As references have it; a URL wants it encoded once more. Dots alone would be steps of a path. */
const composite = (parts: (string | null)[]): string =>
  parts.map((part) => (part === null ? '%00' : encodeURIComponent(part).replaceAll('.', '%2E'))).join(';');

async function make(path: string, body: object): Promise<{ id: string }> {
  return expectStatus(await plumbline.request('POST', `/api/${path}/`, body), 201).body;
}

/** The key names exactly its object, in a URL and as a reference. */
async function expectNamed(path: string, field: string, key: (string | null)[], id: string): Promise<void> {
  const read = await plumbline.request('GET', `/api/${path}/${encodeURIComponent(composite(key))}/`);
  expect([key, read.status, read.body.id]).toEqual([key, 200, id]);
  // Where no part has a character of URLs in it the key may stand there as it is.
  if (key.every((part) => part === null || /^[a-z0-9]+$/i.test(part))) {
    const plain = await plumbline.request('GET', `/api/${path}/${composite(key)}/`);
    expect([key, plain.status, plain.body.id]).toEqual([key, 200, id]);
  }
  const label = await plumbline.request('POST', '/api/ipam/labels/', { [field]: composite(key) });
  expect([key, label.status, label.body[field]?.id]).toEqual([key, 201, id]);
}

const clear = async (path: string): Promise<void> => {
  // A page holds no more than so many.
  for (;;) {
    const { results, next } = (await plumbline.request('GET', `/api/${path}/?limit=0`)).body;
    const all = results.map(({ id }: { id: string }) => ({ id }));
    expectStatus(await plumbline.request('DELETE', `/api/${path}/`, all), 204);
    if (next === null) return;
  }
};

afterEach(async () => {
  for (const path of ['ipam/labels', 'ipam/crates', 'ipam/rooms', 'tenancy/makers']) await clear(path);
});

test('a name of any text', async () => {
  const used = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      name.filter((text) => !used.has(text)),
      async (text) => {
        used.add(text);
        const { id } = await make('tenancy/makers', { name: text });
        await expectNamed('tenancy/makers', 'maker', [text], id);
      },
    ),
    { numRuns, seed: 1, endOnFailure: true },
  );
});

test('a place in a tree, of any names, among places of the same name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
      const rooms: { id: string }[] = [];
      for (const text of names) rooms.push(await make('ipam/rooms', { name: text, parent: rooms.at(-1)?.id ?? null }));
      for (const [depth, { id }] of rooms.entries())
        await expectNamed('ipam/rooms', 'room', names.slice(0, depth + 1).reverse(), id);
      await clear('ipam/labels');
      await clear('ipam/rooms');
    }),
    { numRuns: Math.ceil(numRuns / 3), seed: 2, endOnFailure: true },
  );
});

test('several parts, some missing, some of other services', async () => {
  const maybe = fc.option(fc.oneof(name, fc.stringMatching(/^[a-z]{1,8}$/)), { nil: null });
  await fc.assert(
    fc.asyncProperty(maybe, maybe, fc.array(name, { maxLength: 2 }), async (maker, label, rooms) => {
      if (maker === null && label === null && rooms.length === 0) return;
      const made = maker === null ? null : (await make('tenancy/makers', { name: maker })).id;
      let room: string | null = null;
      for (const text of rooms) room = (await make('ipam/rooms', { name: text, parent: room })).id;
      const { id } = await make('ipam/crates', { label, maker: made, room });
      await expectNamed('ipam/crates', 'crate', [maker, label, ...rooms.toReversed()], id);
      for (const path of ['ipam/labels', 'ipam/crates', 'ipam/rooms', 'tenancy/makers']) await clear(path);
    }),
    { numRuns: Math.ceil(numRuns / 2), seed: 3, endOnFailure: true },
  );
});

test('a place in a tree has no names left out', async () => {
  const upper = await make('ipam/rooms', { name: 'upper', parent: null });
  await make('ipam/rooms', { name: 'lower', parent: upper.id });
  for (const key of ['lower;%00;upper', 'lower;\ud800;upper', '%00;upper']) {
    const label = await plumbline.request('POST', '/api/ipam/labels/', { room: key });
    expect([key, label.status, Object.keys(label.body)]).toEqual([key, 400, ['room']]);
  }
  expect((await plumbline.request('DELETE', '/api/ipam/rooms/lower;%2500;upper/')).status).toBe(404);
});
