import type { Filter } from '@plumbline/model';
import { filterOf, valueFor } from './parameters';
import { expectStatus, type Subject } from './subject';

/** Words that a filter cannot take, by what it filters on. */
const nonsense: Partial<Record<Filter['kind'], string>> = {
  uuid: 'nonsense',
  number: 'nonsense',
  decimal: 'nonsense',
  datetime: 'nonsense',
  date: 'nonsense',
  choice: 'nonsense',
  relation: 'nonsense',
  relationId: 'nonsense',
  tree: 'nonsense',
  labelNumber: 'nonsense',
};

/** Look-ups that take a part of a value, whatever it is. */
const partial = /^n?(ic|isw|iew|ie|re|ire)$/;

/** Every parameter of the model's list is taken, means something, and is refused when it makes no sense. */
export function testFiltering(subject: Subject): void {
  const { model, path, request, parameters, count } = subject;
  const found = async (query: string): Promise<string[]> =>
    expectStatus(await request('GET', `${path}?limit=0&${query}`), 200).body.results.map(({ id }: { id: unknown }) =>
      String(id),
    );

  const opposites = oppositesOf(subject);

  test('every parameter takes a sensible value', async () => {
    const paired = new Set([...opposites].flat());
    for (const parameter of parameters.filter((name) => !paired.has(name))) {
      const value = valueFor(subject, parameter);
      const answer = await request('GET', `${path}?limit=1&${parameter}=${encodeURIComponent(value)}`);
      if (answer.status !== 200) throw new Error(`${parameter}=${value}: ${answer.status} ${answer.text}`);
    }
  });

  test('what a parameter finds and what its opposite finds is everything, and nothing twice', async () => {
    const total = await count();
    const counted = new Set<string>();
    for (const [parameter, opposite] of opposites) {
      const value = encodeURIComponent(valueFor(subject, parameter));
      const [yes, no] = [`${parameter}=${value}`, `${opposite}=${value}`];
      expect([parameter, await count(`${yes}&${no}`)]).toEqual([parameter, 0]);
      // One statement is the other turned round: of each kind of path and look-up one tells of all.
      const { filter, suffix } = filterOf(model, opposite);
      const kind = [filter.kind, suffix, filter.path.split('.').length].join(' ');
      if (counted.has(kind)) continue;
      counted.add(kind);
      expect([parameter, (await count(yes)) + (await count(no))]).toEqual([parameter, total]);
    }
  });

  test('yes and no together are everything', async () => {
    const total = await count();
    const asked: string[] = [];
    for (const parameter of parameters) {
      const { filter, suffix } = filterOf(model, parameter);
      if (suffix !== 'isnull' && !['has', 'boolean'].includes(filter.kind)) continue;
      if (suffix === 'isnull' && filter.path.includes('.')) {
        // Of several related objects one may be with a value and another without: such an object is found by both.
        const either = new Set([...(await found(`${parameter}=true`)), ...(await found(`${parameter}=false`))]);
        expect([parameter, either.size]).toEqual([parameter, total]);
      } else {
        const sum = (await count(`${parameter}=true`)) + (await count(`${parameter}=false`));
        expect([parameter, sum]).toEqual([parameter, total]);
      }
      asked.push(parameter);
    }
    // What is neither filters nothing.
    expect(await count(asked.map((parameter) => `${parameter}=perhaps`).join('&'))).toBe(total);
  });

  test('yes and no of a column may be as Python writes them', async () => {
    const columns = parameters.filter((parameter) => {
      const { filter, suffix } = filterOf(model, parameter);
      return suffix === 'isnull' || filter.kind === 'boolean';
    });
    const ofEachKind = new Map(columns.map((parameter) => [filterOf(model, parameter).suffix, parameter]));
    for (const parameter of ofEachKind.values()) {
      const found = await Promise.all(['true', 'True', 'false', 'False'].map((word) => count(`${parameter}=${word}`)));
      const [yes, , no] = found;
      expect([parameter, ...found]).toEqual([parameter, yes, yes, no, no]);
    }
  });

  test('yes and no that the model declares itself are said in three ways each', async () => {
    const total = await count();
    for (const [name, filter] of Object.entries(model.filters)) {
      if (filter.kind !== 'has' && filter.takes !== 'boolean') continue;
      const found = await Promise.all(
        ['true', 'True', '1', 'false', 'False', '0'].map((word) => count(`${name}=${word}`)),
      );
      const [yes, , , no] = found;
      expect([name, ...found]).toEqual([name, yes, yes, yes, no, no, no]);
      for (const word of ['TRUE', 'FALSE', 'yes'])
        expect([name, word, await count(`${name}=${word}`)]).toEqual([name, word, total]);
    }
  });

  test('nonsense is refused, alone and all of it together', async () => {
    const bad = parameters.filter((parameter) => {
      const { filter, suffix } = filterOf(model, parameter);
      // Who asks for a part of an id has to name a whole one.
      const takesParts = partial.test(suffix) && filter.kind !== 'uuid';
      return nonsense[filter.kind] !== undefined && suffix !== 'isnull' && !takesParts;
    });
    const kinds = new Map(bad.map((parameter) => [filterOf(model, parameter).filter.kind, parameter]));
    for (const parameter of kinds.values()) {
      const answer = await request('GET', `${path}?${parameter}=nonsense`);
      expect([parameter, answer.status, Object.keys(answer.body)]).toEqual([parameter, 400, [parameter]]);
    }
    const together = await request(
      'GET',
      `${path}?${bad.map((parameter) => `${parameter}=nonsense`).join('&')}&nope=1`,
    );
    expect([together.status, Object.keys(together.body)]).toEqual([400, [...bad, 'nope']]);
    expect(together.body.nope).toEqual(['Unknown filter field']);
  });

  test('an empty value is no filter, unless it has to name an object or a choice', async () => {
    const emptied = (some: string[]) => some.map((parameter) => `${parameter}=`).join('&');
    const isChoice = ({ choices = [], nullWord }: Filter) =>
      nullWord === '' || choices.some(([choice]) => choice === '');
    const [names, others] = partitioned(parameters, (parameter) => {
      const { filter, suffix } = filterOf(model, parameter);
      if (filter.single || suffix === 'isnull') return false;
      if (filter.kind === 'choice') return !filter.anyText || !partial.test(suffix);
      return filter.namesObjects ?? ['relation', 'relationId', 'tree', 'labels', 'labelNumber'].includes(filter.kind);
    });
    expect(await count(emptied(others))).toBe(await count());
    const [taken, refused] = partitioned(names, (parameter) => isChoice(filterOf(model, parameter).filter));
    for (const parameter of taken) expectStatus(await request('GET', `${path}?${parameter}=`), 200);
    if (refused.length === 0) return;
    const { status, body } = await request('GET', `${path}?${emptied(refused)}`);
    expect([status, Object.keys(body)]).toEqual([400, refused]);
  });

  test('what an object always has is never null, and a date has no time', async () => {
    for (const [name, { kind }] of Object.entries(model.filters)) {
      const value = kind === 'uuid' ? 'null' : kind === 'date' ? '2026-01-01 10:00' : undefined;
      if (value === undefined) continue;
      const refused = await request('GET', `${path}?${name}=${encodeURIComponent(value)}`);
      expect([name, refused.status]).toEqual([name, 400]);
    }
  });

  test('one object can be found by its id, on the list and in its own URL', async () => {
    const [first] = await found('');
    if (first === undefined) return;
    expect(await found(`id=${first}`)).toEqual([first]);
    expect((await found(`id__n=${first}`)).includes(first)).toBe(false);
    const detail = `${path}${first}/`;
    expectStatus(await request('GET', `${detail}?id=${first}`), 200);
    expectStatus(await request('GET', `${detail}?id__n=${first}`), 404);
    expectStatus(await request('GET', `${detail}?nope=1`), 400);
  });

  test('a search finds an object by what it is about', async () => {
    if (!model.filters.q || !subject.made.maximal) return;
    const { maximal } = subject.made;
    const paths = Object.keys(model.filters.q.search ?? {}).filter((at) => at !== 'id');
    const column = paths.find((at) => typeof maximal[at] === 'string' && maximal[at].length > 2);
    if (column)
      expect(await found(`q=${encodeURIComponent(maximal[column].toUpperCase())}`)).toContain(String(maximal.id));
    expect(await count('q=')).toBe(await count());
    expectStatus(await request('GET', `${path}?q=%00`), 400);
  });
}

/** Parameters that come with one that finds exactly the others. */
function oppositesOf({ model, parameters }: Subject): [parameter: string, opposite: string][] {
  return parameters.flatMap((opposite): [string, string][] => {
    const { filter, name, suffix } = filterOf(model, opposite);
    // `n` of kinds of objects means the same as without it (docs/contract/lists.md).
    if (!/^n(|ic|isw|iew|ie|re|ire)$/.test(suffix) || ['label', 'labels'].includes(filter.kind)) return [];
    return [[suffix === 'n' ? name : `${name}__${suffix.slice(1)}`, opposite]];
  });
}

/** Those of which it is true, and the others. */
const partitioned = <T>(all: T[], isTrue: (one: T) => boolean): [yes: T[], no: T[]] => [
  all.filter(isTrue),
  all.filter((one) => !isTrue(one)),
];
