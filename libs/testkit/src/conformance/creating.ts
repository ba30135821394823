import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsFolder, isOfContract } from '../facts';
import { bodyFrom } from './fixture';
import { asRead, expectShown } from './representation';
import { expectStatus, type Subject } from './subject';
import { expectNothingChanged } from './unchanged';

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;

/** What is made is there, looks as promised and says where it is. */
export function testCreating(subject: Subject): void {
  const { model, path, made, request, fixture } = subject;
  const writes = fixture.writes!;

  test('the minimal and the maximal object are there as they were answered', async () => {
    for (const object of [made.minimal, made.maximal]) {
      expectShown(subject, model, object, { root: true, depth: 0, written: true });
      const read = expectStatus(await request('GET', subject.detail(object)), 200).body;
      expect(read).toEqual(asRead(model, object));
      expect(read.object_type).toBe(model.label);
      expect(new URL(read.url).pathname).toBe(subject.detail(object));
      if (!model.abilities.timestamps) continue;
      expect([read.created, read.last_updated]).toEqual([expect.stringMatching(moment), expect.stringMatching(moment)]);
    }
  });

  test('a new object tells where it is, a list of them does not', async () => {
    const one = expectStatus(await request('POST', path, subject.fresh()), 201);
    expect(one.headers.get('location')).toBe(one.body.url);
    expect(one.headers.get('etag')).toMatch(/^".+"$/);
    const list = expectStatus(await request('POST', path, [subject.fresh()]), 201);
    expect([list.headers.get('location'), list.body.length]).toEqual([null, 1]);
  });

  test('the maximal object a second time', async () => {
    const body = bodyFrom(writes.maximal, made);
    if (writes.again === undefined) {
      expectStatus(await request('POST', path, body), 201);
      return;
    }
    const answer = await expectNothingChanged(subject, () => request('POST', path, body));
    expect(expectStatus(answer, 400).body).toEqual(writes.again);
  });

  test('sent back as it was shown, an object stays what it is', async () => {
    const shown = (await request('GET', subject.detail(made.maximal))).body;
    for (const method of ['PATCH', 'PUT'])
      expect(
        asRead(
          model,
          expectStatus(await request(method, subject.detail(shown), withSecrets(subject, shown)), 200).body,
        ),
      ).toEqual({
        ...shown,
        ...(model.abilities.timestamps ? { last_updated: expect.any(String) } : {}),
      });
  });

  test('a rehearsal makes nothing, a repeated request makes one', async () => {
    const rehearsed = await expectNothingChanged(subject, () =>
      request('POST', `${path}?dry_run=true`, subject.fresh()),
    );
    expectStatus(rehearsed, 201);
    const body = subject.fresh();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = expectStatus(await request('POST', path, body, { headers }), 201);
    const second = await expectNothingChanged(subject, () => request('POST', path, body, { headers }));
    expect([second.status, second.body]).toEqual([201, first.body]);
  });
}

/** Write-only fields are not shown, and those a replacement must name have to be sent all the same. */
function withSecrets({ model, fixture, made }: Subject, shown: object): object {
  const sent = bodyFrom(fixture.writes!.maximal, made);
  const secret = Object.entries(sent).filter(([name]) => model.fields[name]?.options.writeOnly);
  return { ...shown, ...Object.fromEntries(secret) };
}

/** Every object on the wire has the facts' keys in the facts' order, and a table of them the facts' columns. */
export function testFacts({ model, path, request }: Subject): void {
  const folder = factsFolder();
  if (folder && !isOfContract(folder, model)) return;
  const read = (): { root_keys: string[]; csv_headers: string[] } =>
    JSON.parse(readFileSync(join(folder!, 'models', `${model.app}.${model.endpoint}.json`), 'utf8')).serializer;

  (folder ? test : test.skip)('keys are those of the contract, in its order', async () => {
    const wanted = read().root_keys;
    for (const object of expectStatus(await request('GET', `${path}?limit=3`), 200).body.results)
      expect(Object.keys(object).filter((key) => wanted.includes(key))).toEqual(wanted);
  });

  (folder ? test : test.skip)('columns of a table are those of the contract, in its order', async () => {
    const { root_keys, csv_headers } = read();
    const table = expectStatus(await request('GET', path, undefined, { headers: { accept: 'text/csv' } }), 200).text;
    if (table === '') return;
    const isKnown = (column: string) => root_keys.includes(column.split('__')[0]!) && !column.startsWith('cf_');
    const columns = table.split('\r\n', 1)[0]!.split(',').filter(isKnown);
    const trees = csv_headers.flatMap((column) => /^(.*?)(?:parent__){2,}name$/.exec(column)?.[1] ?? []);
    const isOneLevel = (column: string) => !trees.some((tree) => column.startsWith(`${tree}parent__`));
    expect(columns.filter(isOneLevel)).toEqual(csv_headers.filter(isOneLevel));
  });
}
