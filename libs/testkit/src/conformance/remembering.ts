import { expectStatus, type Subject } from './subject';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

/** The change log has one record for each object and request; notes can be kept where the model has them. */
export function testRemembering(subject: Subject): void {
  const { model, path, request } = subject;
  const { change } = subject.fixture.writes!;
  const records = async (query: string): Promise<Shown[]> =>
    expectStatus(await request('GET', `/api/extras/object-changes/?limit=0&${query}`), 200).body.results;

  (model.abilities.changeLog ? test : test.skip)('every change of an object is told once', async () => {
    const object = await subject.aNew();
    expectStatus(await request('PATCH', subject.detail(object), change), 200);
    expectStatus(await request('DELETE', subject.detail(object)), 204);
    const told = await records(`changed_object_id=${object.id}`);
    expect(told.map(({ action }) => action.value)).toEqual(['delete', 'update', 'create']);
    const { username } = subject.admin();
    for (const { changed_object_type, user_name, object_repr, object_data, object_data_v2 } of told) {
      expect([changed_object_type, user_name, object_data_v2.id]).toEqual([model.label, username, object.id]);
      expect(typeof object_repr).toBe('string');
      expect(Object.keys(object_data).length).toBeGreaterThan(0);
    }
  });

  (model.abilities.changeLog ? test : test.skip)('a list is one request in the log', async () => {
    const made: Shown[] = expectStatus(await request('POST', path, [1, 2, 3].map(subject.fresh)), 201).body;
    const [first] = await records(`changed_object_id=${made[0].id}`);
    const together = await records(`request_id=${first.request_id}&changed_object_type=${model.label}`);
    expect(together.map((record) => record.changed_object_id).sort()).toEqual(made.map(({ id }) => id).sort());
    expect(new Set(together.map(({ action }) => action.value))).toEqual(new Set(['create']));
  });

  test('notes are kept on an object, where the model has them', async () => {
    const notes = `${subject.detail(await subject.aNew())}notes/`;
    if (!model.abilities.notes) {
      expectStatus(await request('GET', notes), 404);
      return;
    }
    expect(expectStatus(await request('GET', notes), 200).body.results).toEqual([]);
    const note = expectStatus(await request('POST', notes, { note: 'seen' }), 201).body;
    expect(expectStatus(await request('GET', notes), 200).body.results).toMatchObject([{ id: note.id, note: 'seen' }]);
    for (const body of [{}, { note: '' }, { note: null }]) expectStatus(await request('POST', notes, body), 400);
    for (const method of ['PUT', 'PATCH', 'DELETE']) expectStatus(await request(method, notes, {}), 405);
  });
}
