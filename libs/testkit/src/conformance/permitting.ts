import { randomUUID } from 'node:crypto';
import type { Identity } from '@plumbline/http';
import { expectStatus, type Subject } from './subject';
import { expectNothingChanged } from './unchanged';
import type { Permission } from './users';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

/** Without a permission nothing is to be had; with one, what it extends to and no more. */
export function testPermitting(subject: Subject, aUser: (permissions: Permission[]) => Promise<Identity>): void {
  const { model, path, request } = subject;
  const { change } = subject.fixture.writes!;
  const grant = (actions: string[], constraints: unknown = null, more: object = {}) =>
    aUser([{ object_types: [model.label], actions, constraints, ...more }]);
  const everyVerb = async (as: Identity, id: unknown): Promise<number[]> => {
    const statuses: number[] = [];
    for (const [method, url, body] of [
      ['GET', path],
      ['GET', subject.detail({ id })],
      ['POST', path, subject.fresh()],
      ['PATCH', subject.detail({ id }), change],
      ['PUT', subject.detail({ id }), {}],
      ['PATCH', path, [{ id, ...change }]],
      ['DELETE', subject.detail({ id })],
      ['DELETE', path, [{ id }]],
    ] as const)
      statuses.push((await request(method, url, body, { as })).status);
    return statuses;
  };

  test('nobody may do anything without a permission, or with a disabled one', async () => {
    const { id } = await subject.aNew();
    const refusals = Array(8).fill(403);
    const actions = ['view', 'add', 'change', 'delete'];
    const users = [
      await aUser([]),
      await grant(actions, null, { enabled: false }),
      await grant(actions, null, { object_types: ['dcim.cablepath'] }),
    ];
    await expectNothingChanged(subject, async () => {
      for (const as of users) expect(await everyVerb(as, id)).toEqual(refusals);
    });
    expectStatus(await request('OPTIONS', path, undefined, { as: await grant(['view']) }), 200);
  });

  test('a reader sees what the permission extends to', async () => {
    const [one, other] = [await subject.aNew(), await subject.aNew()];
    const as = await grant(['view'], { id: one.id });
    if (model.restrict) {
      expect(await subject.count('', as)).toBe(0);
      return;
    }
    const list = expectStatus(await request('GET', path, undefined, { as }), 200).body;
    expect([list.count, list.results.map(({ id }: Shown) => id)]).toEqual([1, [one.id]]);
    expectStatus(await request('GET', subject.detail(one), undefined, { as }), 200);
    expectStatus(await request('GET', subject.detail(other), undefined, { as }), 404);
    expect((await everyVerb(as, one.id)).slice(2)).toEqual(Array(6).fill(403));
    const table = await request('GET', path, undefined, { as, headers: { accept: 'text/csv' } });
    expect([table.text.includes(String(one.id)), table.text.includes(String(other.id))]).toEqual([true, false]);
  });

  const noted = model.abilities.notes && !model.restrict;
  (noted ? test : test.skip)('notes take leave to view notes first, and then the object', async () => {
    const [one, other] = [await subject.aNew(), await subject.aNew()];
    const viewOne = { object_types: [model.label], actions: ['view'], constraints: { id: one.id } };
    const statuses = async (permissions: Permission[]): Promise<number[]> => {
      const as = await aUser(permissions);
      const notesOf = (object: Shown) => request('GET', `${subject.detail(object)}notes/`, undefined, { as });
      return [(await notesOf(one)).status, (await notesOf(other)).status];
    };
    expect(await statuses([viewOne])).toEqual([403, 403]);
    expect(await statuses([viewOne, { object_types: ['extras.note'], actions: ['view'] }])).toEqual([200, 404]);
  });

  (model.restrict ? test.skip : test)('a writer changes and deletes what the permission extends to', async () => {
    const [one, other] = [await subject.aNew(), await subject.aNew()];
    const as = await grant(['change', 'delete'], { id: one.id });
    await expectNothingChanged(subject, async () => {
      expectStatus(await request('PATCH', subject.detail(other), change, { as }), 404);
      const passed = expectStatus(await request('PATCH', path, [{ id: other.id, ...change }], { as }), 200);
      expect(passed.body).toEqual([]);
      expectStatus(await request('DELETE', subject.detail(other), undefined, { as }), 404);
      expectStatus(await request('DELETE', path, [{ id: other.id }], { as }), 204);
    });
    expectStatus(await request('PATCH', subject.detail(one), change, { as }), 200);
    const both = [one, other].map(({ id }) => ({ id, ...change }));
    const changed = expectStatus(await request('PATCH', path, both, { as }), 200).body;
    expect(changed.map(({ id }: Shown) => id)).toEqual([one.id]);
    expectStatus(await request('DELETE', subject.detail(one), undefined, { as }), 204);
  });

  (model.restrict ? test.skip : test)('nobody makes or leaves an object beyond their permission', async () => {
    const [first] = Object.entries(change).filter(([, value]) => typeof value === 'string');
    const object = await subject.aNew();
    const adds = await grant(['add'], { id: randomUUID() });
    const changes = first && (await grant(['change'], { [first[0]]: (object as Shown)[first[0]] }));
    await expectNothingChanged(subject, async () => {
      expectStatus(await request('POST', path, subject.fresh(), { as: adds }), 403);
      expectStatus(await request('POST', path, [subject.fresh(), subject.fresh()], { as: adds }), 403);
      if (!changes) return;
      expectStatus(await request('PATCH', subject.detail(object), change, { as: changes }), 403);
      expectStatus(await request('PATCH', path, [{ id: object.id, ...change }], { as: changes }), 403);
    });
    expectStatus(await request('POST', path, subject.fresh(), { as: await grant(['add']) }), 201);
  });
}
