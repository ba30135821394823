import { randomInt } from 'node:crypto';
import { expectStatus, type Subject } from './subject';
import { expectNothingChanged } from './unchanged';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

const size = 12;

/** Lists of objects are made, changed and deleted whole or not at all; the answer names the place of what is bad. */
export function testBulk(subject: Subject): void {
  const { model, path, request } = subject;
  const { change } = subject.fixture.writes!;
  const many = async (): Promise<Shown[]> =>
    expectStatus(await request('POST', path, Array.from({ length: size }, subject.fresh)), 201).body;

  test('a list is made in its order', async () => {
    const before = await subject.count();
    const made = await many();
    expect([made.length, await subject.count()]).toEqual([size, before + size]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(size);
    expect(expectStatus(await request('POST', path, []), 201).body).toEqual([]);
  });

  test('of a list with a bad object nothing is made', async () => {
    const place = randomInt(size);
    const bodies: unknown[] = Array.from({ length: size }, subject.fresh);
    bodies[place] = { ...(bodies[place] as object), ...nothingFits(subject) };
    const answer = await expectNothingChanged(subject, () => request('POST', path, bodies));
    expect(answer.status).toBe(400);
    expect(places(answer.body)).toEqual([place]);
    bodies[place] = 'text';
    const text = await expectNothingChanged(subject, () => request('POST', path, bodies));
    expect([text.status, places(text.body)]).toEqual([400, [place]]);
  });

  test.each(['PATCH', 'PUT'])('%s changes all of a list', async (method) => {
    const bodies = Array.from({ length: size }, subject.fresh);
    const made: Shown[] = expectStatus(await request('POST', path, bodies), 201).body;
    const changes = made.map(({ id }, index) => ({ ...(method === 'PUT' ? bodies[index] : {}), ...change, id }));
    // In the order that they have before: what is renamed stays in its place.
    const inOrder = (await request('GET', `${path}?limit=0`)).body.results.map(({ id }: Shown) => id);
    const changed: Shown[] = expectStatus(await request(method, path, changes.toReversed()), 200).body;
    for (const object of changed) expect(object).toMatchObject(change);
    const ids = new Set(made.map(({ id }) => id));
    expect(changed.map(({ id }) => id)).toEqual(inOrder.filter((id: unknown) => ids.has(id)));
  });

  test('of a list with a bad change nothing is changed', async () => {
    const made = await many();
    const place = randomInt(size);
    const changes: Shown[] = made.map(({ id }) => ({ id, ...change }));
    const unknown = changes.with(place, { ...change, id: model.keyType === 'int' ? 999999 : crypto.randomUUID() });
    const missing = await expectNothingChanged(subject, () => request('PATCH', path, unknown));
    expect([missing.status, places(missing.body)]).toEqual([400, [place]]);
    const bad = changes.with(place, { ...changes[place], ...nothingFits(subject) });
    const refused = await expectNothingChanged(subject, () => request('PATCH', path, bad));
    expect([refused.status, Array.isArray(refused.body)]).toEqual([400, false]);
    const nothing = await expectNothingChanged(subject, () => request('PATCH', path, changes.with(place, null)));
    expect([nothing.status, nothing.body[place]]).toEqual([400, ['This field may not be null.']]);
    const nameless = changes.with(place, change);
    const answer = await expectNothingChanged(subject, () => request('PATCH', path, nameless));
    expect([answer.status, answer.body[place]]).toEqual([400, { id: ['This field is required.'] }]);
  });

  test('DELETE deletes all of a list, also what is gone already', async () => {
    const made = await many();
    const before = await subject.count();
    const ids = made.map(({ id }) => ({ id }));
    await expectNothingChanged(subject, () => request('DELETE', path, ids.with(randomInt(size), { id: 'nonsense' })));
    expectStatus(await request('DELETE', subject.detail(ids[0]!)), 204);
    expectStatus(await request('DELETE', path, ids), 204);
    expectStatus(await request('DELETE', path, []), 204);
    expect(await subject.count()).toBe(before - size);
  });
}

/** Indexes of a list of error maps where something is wrong. */
const places = (errors: Shown): number[] =>
  errors.flatMap((error: Shown, index: number) => (Object.keys(error).length > 0 ? [index] : []));

/** A value no object of the model can have. */
function nothingFits({ model }: Subject): object {
  const writable = Object.entries(model.fields).filter(
    ([name, { options }]) =>
      name !== 'id' && name !== 'custom_fields' && !options.readOnly && !options.hidden && !options.onlyOnCreate,
  );
  const [name, field] =
    writable.find(([, { isRelation, stored }]) => isRelation && stored) ??
    writable.find(([, { kind }]) => kind.input === 'string') ??
    writable[0]!;
  return { [name]: field.isRelation ? { nonsense: 1 } : ['neither', 'text', 'nor', 'number'] };
}
