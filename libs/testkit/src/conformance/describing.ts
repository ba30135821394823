import { mandatoryFields } from '@plumbline/engine';
import { asRead, withoutTimes } from './representation';
import { expectStatus, type Subject } from './subject';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

const csv = { accept: 'text/csv' };

/** OPTIONS says what can be sent; objects can be had as a table, and sent back as one. */
export function testDescribing(subject: Subject): void {
  const { model, path, request, parameters } = subject;

  test('OPTIONS describes fields, filters and verbs', async () => {
    const { body, headers } = expectStatus(await request('OPTIONS', path), 200);
    expect(body.object_type).toBe(model.label);
    const verbs = ['POST', 'PUT'].filter((verb) => model.methods.includes(verb as 'POST'));
    expect(Object.keys(body.actions ?? {}).sort()).toEqual(verbs);
    if (verbs.includes('POST')) expect(body.schema.required.toSorted()).toEqual(mandatoryFields(model).toSorted());
    const described = Object.values<Shown>(body.filters).flatMap((filter) =>
      filter.lookup_types.map(({ value }: Shown) => value),
    );
    expect(described.toSorted()).toEqual(parameters.toSorted());
    expect(headers.get('allow')!.replace(', TRACE', '')).toBe([...model.methods, 'HEAD', 'OPTIONS'].join(', '));
  });

  test('a table has a line for each object', async () => {
    const { count } = (await request('GET', `${path}?limit=1`)).body;
    const table = expectStatus(await request('GET', path, undefined, { headers: csv }), 200);
    expect(table.headers.get('content-type')).toBe('text/csv; charset=UTF-8');
    expect(table.headers.get('content-disposition')).toBe(`attachment; filename="nautobot_${model.name}_data.csv"`);
    if (count > 0) expect(table.text.split('\r\n').length).toBeGreaterThan(count);
    else expect(table.text).toBe('');
  });

  (subject.fixture.writes ? test : test.skip)('a table sent back changes nothing', async () => {
    const { maximal, minimal } = subject.made;
    const query = `?id=${maximal.id}&id=${minimal.id}`;
    const before: Shown[] = (await request('GET', path + query)).body.results;
    const { text } = await request('GET', path + query, undefined, { headers: csv });
    const sent = expectStatus(await request('PATCH', path, text, { headers: { 'content-type': 'text/csv' } }), 200);
    const after: Shown[] = (await request('GET', path + query)).body.results;
    expect(after.map(withoutTimes)).toEqual(before.map(withoutTimes));
    expect(sent.body.map((object: Shown) => asRead(model, object))).toEqual(after);
  });

  // A table shows the address of a file, not the file.
  const needsFile = Object.values(model.fields).some((field) => field.isFile && field.options.required);
  (subject.fixture.writes && !needsFile ? test : test.skip)(
    'a table makes again what it was written from',
    async () => {
      const body = subject.fresh();
      const before = expectStatus(await request('POST', path, body), 201).body;
      const { text } = await request('GET', `${path}?id=${before.id}`, undefined, { headers: csv });
      expectStatus(await request('DELETE', subject.detail(before)), 204);
      const made = await request('POST', path, withoutIds(text), { headers: { 'content-type': 'text/csv' } });
      const [after] = expectStatus(made, 201).body;
      for (const key of Object.keys(body)) expect([key, after[key]]).toEqual([key, before[key]]);
    },
  );
}

/** The id of what is gone would be taken as the one to give. */
const withoutIds = (text: string): string => text.replace(/(?<=^[^\r\n]*\b)id(?=,)/, 'former_id');

/** Verbs the model does not know are a 405 to those who could use them. */
export function testVerbs(subject: Subject): void {
  const { model, path, request } = subject;
  const missing = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((verb) => !model.methods.includes(verb));
  (missing.length > 0 ? test : test.skip)('other verbs are not supported', async () => {
    for (const verb of missing) expectStatus(await request(verb, path, []), 405);
  });
}
