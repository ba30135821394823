import type { Model } from '@plumbline/model';
import { expectStatus, type Subject } from './subject';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

/** Objects are found by their natural keys, and related ones may be named in five forms. */
export function testReferring(subject: Subject): void {
  const { model, path, request, made } = subject;

  const keyed = !model.naturalKey.includes('id');
  (keyed ? test : test.skip)('the natural key stands for the id in a URL', async () => {
    for (const object of [made.minimal, made.maximal]) {
      const key = await keyOf(subject, model, object.id);
      const answer = await request('GET', `${path}${encodeURIComponent(encodeKey(key))}/`);
      expect([key, answer.status, answer.body.id]).toEqual([key, 200, object.id]);
    }
  });

  test('the natural slug is made of the natural key', async () => {
    if (!model.abilities.slug) return;
    for (const { id, natural_slug } of [made.minimal, made.maximal])
      expect(natural_slug).toMatch(new RegExp(`(^|_)${typeof id === 'number' ? id : id.slice(0, 4)}$`));
  });

  const relations = Object.entries(model.fields).filter(
    ([, { isRelation, options, stored }]) =>
      isRelation && stored && !options.readOnly && !options.writeOnly && !options.onlyOnCreate,
  );
  if (relations.length === 0) return;
  test.each(relations)('%s may be named in five forms', async (name, field) => {
    const related = made.maximal[name];
    const target = subject.models().get(field.options.to!);
    if (!related || !target) return;
    const key = target.naturalKey.includes('id') ? undefined : await keyOf(subject, target, related.id);
    const forms: unknown[] = [
      related.id,
      related.url,
      { id: related.id, object_type: related.object_type },
      { url: related.url },
      ...(key ? [encodeKey(key), attributesOf(target, key)] : []),
    ];
    for (const form of forms) {
      const answer = await request('PATCH', subject.detail(made.maximal), { [name]: form });
      expect([form, answer.status, answer.body[name]]).toEqual([form, 200, related]);
    }
    // Of an empty list the search for duplicates tells, where the field takes part in one.
    const isTogether = model.unique.some(
      ({ fields, checkedBy, whenSent }) => checkedBy === 'serializer' && !whenSent && fields.includes(name),
    );
    const emptied = await request('PATCH', subject.detail(made.maximal), { [name]: [] });
    expect([emptied.status, Object.keys(emptied.body)]).toEqual([400, [isTogether ? 'non_field_errors' : name]]);
    const wrong = [
      { nonsense: 1 },
      'nonsense',
      true,
      { id: 'nonsense' },
      target.keyType === 'int' ? 999999 : crypto.randomUUID(),
    ];
    for (const form of wrong) {
      const answer = await request('PATCH', subject.detail(made.maximal), { [name]: form });
      expect([form, answer.status, Object.keys(answer.body)]).toEqual([form, 400, [name]]);
    }
  });
}

/** How far keys reach; things that cables connect show one another again and again, so that more would be too much. */
const farEnough = 5;

/** The parts of an object's natural key, as the wire shows them. */
export async function keyOf(subject: Subject, model: Model, id: unknown): Promise<(string | null)[]> {
  const { request } = subject;
  const shown = expectStatus(
    await request('GET', `/api/${model.root}/${model.endpoint}/${id}/?depth=${farEnough}`),
    200,
  ).body;
  const parts = model.naturalKey.flatMap((path): unknown[] => {
    if (!path.endsWith('tree_names[]')) return [valueAt(shown, path.split('.'))];
    const steps = path.split('.').slice(0, -1);
    return upwards(steps.length === 0 ? shown : valueAt(shown, steps));
  });
  return parts.map((part) => (part === null || part === undefined ? null : String(part)));
}

function valueAt(shown: Shown, steps: string[]): unknown {
  const [first, ...rest] = steps;
  if (shown === null || shown === undefined || first === undefined) return shown;
  if (typeof shown === 'string') return shown.split('.')[first === 'model' ? 1 : 0];
  return valueAt(shown[first], rest);
}

const upwards = (node: Shown): unknown[] => (node ? [node.name, ...upwards(node.parent)] : []);

/** As references have it; a URL wants it encoded once more. */
export const encodeKey = (parts: (string | null)[]): string =>
  parts.map((part) => (part === null ? '%00' : encodeURIComponent(part))).join(';');

/** The natural key as attributes of the object. */
function attributesOf(model: Model, key: (string | null)[]): Shown {
  const names = model.naturalKey.flatMap((path) =>
    path.endsWith('tree_names[]')
      ? key
          .slice(model.naturalKey.indexOf(path))
          .map((_, level) => path.replace('tree_names[]', `${'parent.'.repeat(level)}name`))
      : [path],
  );
  return Object.fromEntries(names.map((name, index) => [name.replaceAll('.', '__'), key[index]]));
}
