import { mandatoryFields } from '@plumbline/engine';
import { bodyFrom } from './fixture';
import { asRead, withoutTimes } from './representation';
import { expectStatus, type Subject } from './subject';
import { expectNothingChanged } from './unchanged';

/** Changes change what they say and nothing else; refusals change nothing. */
export function testChanging(subject: Subject): void {
  const { model, path, request, fixture, made } = subject;
  const { change, minimal, bad = [] } = fixture.writes!;

  test('PATCH changes what it names', async () => {
    const before = await subject.aNew();
    const changed = expectStatus(await request('PATCH', subject.detail(before), change), 200).body;
    expect(changed).toMatchObject(change);
    const untouched = (object: object) =>
      Object.fromEntries(
        Object.entries(withoutTimes(object)).filter(
          ([key]) =>
            !Object.hasOwn(change, key) &&
            !model.fields[key]?.options.compute &&
            key !== 'display' &&
            key !== 'natural_slug',
        ),
      );
    expect(untouched(changed)).toEqual(untouched(before));
    expect((await request('GET', subject.detail(before))).body).toEqual(asRead(model, changed));
    const again = expectStatus(await request('PATCH', subject.detail(before), {}), 200).body;
    expect(withoutTimes(again)).toEqual(withoutTimes(changed));
  });

  test('PUT wants everything that is mandatory', async () => {
    const object = await subject.aNew();
    const mandatory = mandatoryFields(model);
    const answer = await expectNothingChanged(subject, () => request('PUT', subject.detail(object), {}));
    if (mandatory.length === 0) expectStatus(answer, 200);
    else expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, mandatory.toSorted()]);
    const empty = await request('POST', path, {});
    if (mandatory.length > 0)
      expect([empty.status, Object.keys(empty.body).sort()]).toEqual([400, mandatory.toSorted()]);
  });

  test('PUT keeps what it does not name', async () => {
    const body = subject.fresh();
    const object = expectStatus(await request('POST', path, body), 201).body;
    expectStatus(await request('PATCH', subject.detail(object), change), 200);
    const replaced = expectStatus(await request('PUT', subject.detail(object), body), 200).body;
    const kept = Object.keys(change).filter(
      (key) => !Object.hasOwn(body, key) && !model.fields[key]?.options.resetOnReplace,
    );
    for (const key of kept) expect([key, replaced[key]]).toEqual([key, change[key]]);
  });

  test('a change of an older version is refused', async () => {
    const object = await subject.aNew();
    const etag = (await request('GET', subject.detail(object))).headers.get('etag')!;
    expectStatus(await request('PATCH', subject.detail(object), change, { headers: { 'if-match': etag } }), 200);
    if (!model.abilities.timestamps) return;
    const stale = () => request('PATCH', subject.detail(object), change, { headers: { 'if-match': etag } });
    expectStatus(await expectNothingChanged(subject, stale), 412);
    expectStatus(await request('DELETE', subject.detail(object), undefined, { headers: { 'if-match': etag } }), 412);
    expectStatus(await request('GET', subject.detail(object)), 200);
  });

  test.each(bad.map(({ body, answer }, index) => [index, body, answer] as const))(
    'bad body %i',
    async (_, body, answer) => {
      const whole = { ...bodyFrom(minimal, made), ...bodyFrom(body, made) };
      const refused = await expectNothingChanged(subject, () => request('POST', path, whole));
      expect([refused.status, refused.body]).toEqual([400, answer]);
    },
  );

  test('what is no object is refused in the contract’s shapes', async () => {
    const { id } = made.minimal;
    await expectNothingChanged(subject, async () => {
      for (const body of ['"text"', '5', 'null', '{"', '[null]', '["text"]', '[5]']) {
        const answer = await request('POST', path, body, { headers: { 'content-type': 'application/json' } });
        expect([body, answer.status]).toEqual([body, 400]);
      }
      for (const body of ['"text"', '[]', '5', '{"'])
        for (const method of ['PATCH', 'PUT'])
          expect([body, (await request(method, subject.detail({ id }), body, json)).status]).toEqual([body, 400]);
      for (const body of ['{}', '"text"', '5', 'null', '[{}]', '[null]', '[{"id": null}]', '[{"id": "nonsense"}]'])
        for (const method of ['PATCH', 'PUT', 'DELETE'])
          expect([method, body, (await request(method, path, body, json)).status]).toEqual([method, body, 400]);
      expectStatus(
        await request('POST', path, 'a=b', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
        415,
      );
    });
  });

  test('an id that names nothing is a 404, whatever is asked of it', async () => {
    const unknown = model.keyType === 'int' ? '999999999' : crypto.randomUUID();
    for (const id of [unknown, 'nonsense;nonsense;nonsense', '%00', '0'])
      for (const [method, body] of [['GET'], ['PATCH', change], ['PUT', bodyFrom(minimal, made)], ['DELETE']] as const)
        expect([method, id, (await request(method, `${path}${id}/`, body)).status]).toEqual([method, id, 404]);
  });

  test('DELETE deletes it once', async () => {
    const object = await subject.aNew();
    const gone = expectStatus(await request('DELETE', subject.detail(object)), 204);
    expect(gone.text).toBe('');
    expectStatus(await request('GET', subject.detail(object)), 404);
    expectStatus(await request('DELETE', subject.detail(object)), 404);
  });

  (fixture.protector ? test : test.skip)('what is referred to cannot be deleted, alone or with others', async () => {
    const [endpoint, body] = fixture.protector!;
    expectStatus(await request('POST', `/api/${endpoint}/`, bodyFrom(body, made)), 201);
    const other = await subject.aNew();
    await expectNothingChanged(subject, async () => {
      const refused = expectStatus(await request('DELETE', subject.detail(made.minimal)), 409);
      expect(refused.body.detail).toContain('dependent objects were found');
      expectStatus(await request('DELETE', path, [{ id: other.id }, { id: made.minimal.id }]), 409);
    });
  });
}

const json = { headers: { 'content-type': 'application/json' } };
