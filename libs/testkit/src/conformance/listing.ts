import type { Field } from '@plumbline/model';
import { expectShown } from './representation';
import { expectStatus, type Subject } from './subject';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

/** How many objects lists are tested with. */
export const crowd = 24;

/** Lists show what details show, in pages that neither skip nor repeat, in the order asked for. */
export function testListing(subject: Subject): void {
  const { model, path, request } = subject;
  const all = async (query = ''): Promise<Shown[]> =>
    expectStatus(await request('GET', `${path}?limit=0${query}`), 200).body.results;

  test('a list holds what the details show', async () => {
    const { count, next, previous, results } = expectStatus(await request('GET', `${path}?limit=0`), 200).body;
    expect([count, next, previous]).toEqual([results.length, null, null]);
    for (const object of results.slice(0, 3))
      expect(expectStatus(await request('GET', subject.detail(object)), 200).body).toEqual(object);
  });

  test('what is shown again is shown as it would be for the first time', async () => {
    // Whatever is asked for by name, nothing is shown as it was before.
    const anew = '&include=nothing';
    const list = `${path}?limit=20`;
    const { results } = expectStatus(await request('GET', list + anew), 200).body;
    const details: string[] = results.slice(0, 3).map(subject.detail);
    for (let time = 0; time < 4; time++) {
      expect(expectStatus(await request('GET', list), 200).body.results).toEqual(results);
      for (const [at, detail] of details.entries())
        expect(expectStatus(await request('GET', detail), 200).body).toEqual(results[at]);
    }
  });

  test('pages neither skip nor repeat, forwards and backwards', async () => {
    const wanted = (await all()).map(({ id }) => id);
    const size = Math.max(1, Math.floor(wanted.length / 4));
    const seen: unknown[] = [];
    let last = `${path}?limit=${size}`;
    for (let next: string | null = last; next !== null; ) {
      last = next;
      const { body }: Shown = expectStatus(await request('GET', next), 200);
      expect(body.count).toBe(wanted.length);
      seen.push(...body.results.map(({ id }: Shown) => id));
      next = relative(body.next);
    }
    expect(seen).toEqual(wanted);
    const { body } = await request('GET', last);
    const [start, middle] = [wanted.length - body.results.length - size, wanted.length - body.results.length];
    if (body.previous === null) return;
    const before = expectStatus(await request('GET', relative(body.previous)!), 200).body;
    expect(before.results.map(({ id }: Shown) => id)).toEqual(wanted.slice(Math.max(0, start), middle));
    for (const far of ['100000', '9'.repeat(30)])
      expect(expectStatus(await request('GET', `${path}?offset=${far}`), 200).body.results).toEqual([]);
  });

  test('every column can be sorted by, both ways', async () => {
    const objects = await all();
    const ids = objects.map(({ id }) => String(id)).sort();
    for (const name of sortable(subject)) {
      const up = await all(`&sort=${name}`);
      const down = await all(`&sort=-${name}`);
      for (const sorted of [up, down]) expect(sorted.map(({ id }) => String(id)).sort()).toEqual(ids);
      if (model.tree) expect(up).toEqual(objects);
      else expectSorted(model.fields[name]!, name, up, down);
    }
    expect(await all('&sort=no_such_column')).toEqual(objects);
  });

  test('depth shows what is related, so many levels deep', async () => {
    for (const depth of [0, 1, 2]) {
      const { results } = expectStatus(await request('GET', `${path}?limit=20&depth=${depth}`), 200).body;
      for (const object of results)
        expectShown(subject, model, object, { root: true, depth: model.depthIgnored ? 0 : depth });
    }
    for (const depth of ['11', '-1', 'x']) expectStatus(await request('GET', `${path}?depth=${depth}`), 400);
  });

  test('keys that have to be asked for', async () => {
    const { results } = expectStatus(
      await request('GET', `${path}?limit=1&include=computed_fields,relationships`),
      200,
    ).body;
    const wanted = [
      ...(model.abilities.computedFields ? ['computed_fields'] : []),
      ...(model.abilities.relationships ? ['relationships'] : []),
    ];
    for (const object of results) expect(Object.keys(object)).toEqual(expect.arrayContaining(wanted));
  });

  test('a reader who has the newest version is told so', async () => {
    const [object] = await all();
    if (!object) return;
    const etag = (await request('GET', subject.detail(object))).headers.get('etag')!;
    expectStatus(await request('GET', subject.detail(object), undefined, { headers: { 'if-none-match': etag } }), 304);
  });
}

const relative = (url: string | null): string | null => {
  if (url === null) return null;
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The inputs of values that the wire shows as they are stored. */
const comparableInputs = new Set([
  'string',
  'email',
  'url',
  'integer',
  'decimal',
  'float',
  'boolean',
  'datetime',
  'date',
]);

/** Columns whose values the wire shows as they are sorted. */
const sortable = ({ model }: Subject): string[] =>
  Object.entries(model.fields)
    .filter(
      ([, { kind, options, stored }]) =>
        (stored || kind.source === 'counted') &&
        comparableInputs.has(kind.input ?? '') &&
        !(options.hidden || options.unshown || options.writeOnly),
    )
    .map(([name]) => name);

/** Null last upwards, first downwards; text by its bytes. */
function expectSorted(field: Field, name: string, up: Shown[], down: Shown[]): void {
  const places = (objects: Shown[]) => objects.map((object) => object[name]);
  const sorted = places(up).toSorted((a, b) => compare(field, a, b));
  expect(places(up)).toEqual(sorted);
  expect(places(down)).toEqual(sorted.toReversed());
}

function compare(field: Field, a: Shown, b: Shown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const { type, format } = field.kind.wire(field);
  if (format === 'decimal' || type !== 'string') return Number(a) - Number(b);
  const bytes = (value: Shown) => Buffer.from(String(value));
  if (format === 'date-time') return Buffer.compare(bytes(withoutZone(a)), bytes(withoutZone(b)));
  return Buffer.compare(bytes(a), bytes(b));
}

/** A time whose second has just begun has no fraction; it comes before those of the same second that have one. */
const withoutZone = (time: string): string => time.replace(/Z$/, '');
