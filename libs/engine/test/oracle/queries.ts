import fc from 'fast-check';
import { levelValues, type Parameter } from './oracle';
import { moments, ratios, type World, words } from './world';

export interface Query {
  parameters: Parameter[];
  sort: string[];
  limit: number;
  offset: number;
}

const parts = ['ic', 'nic', 'isw', 'nisw', 'iew', 'niew', 'ie', 'nie'];
const patterns = ['^a', 'b$', 'a.b', '[ab]+', '^$', 'A|b', '\\.', '^[^a]'];
const ordered = ['', 'n', 'lt', 'lte', 'gt', 'gte'];
const wordsForYes = ['true', 'false', 'True', 'FALSE', '1', '0', 'yes', ''];

const parameter = (name: string, suffixes: string[], value: fc.Arbitrary<string>, most = 3): fc.Arbitrary<Parameter> =>
  fc.record({
    name: fc.constant(name),
    suffix: fc.constantFrom(...suffixes),
    values: fc.array(value, { minLength: 1, maxLength: most }),
  });

const from = (...values: string[]) => fc.constantFrom(...values);

/** Queries over a world: any parameters together, sorted and paged in any way. */
export function queries(world: World): fc.Arbitrary<Query> {
  const either = (objects: { id: string; name: string }[], ...more: string[]) =>
    from(...objects.flatMap(({ id, name }) => [id, name]), 'null', ...more);
  const things = world.things.map(({ id }) => id);
  const textual = (name: string) => [
    parameter(name, ['', 'n'], from(...words, '')),
    parameter(name, parts, from(...words, '%', '_', '\\', ' ')),
    parameter(name, ['re', 'nre', 'ire', 'nire'], from(...patterns)),
  ];
  const single = fc.oneof(
    ...textual('name'),
    ...textual('nick'),
    parameter('level', ['', 'n'], from(...levelValues)),
    parameter('level', parts, from('l', 'H', 'i', 'mid')),
    parameter('size', ordered, fc.integer({ min: -11, max: 11 }).map(String)),
    parameter('ratio', ordered, from(...ratios, '2', '0.050', '1e1')),
    parameter('seen', ordered, from(...moments, '2026-01-01', '2026-06-30')),
    parameter('flag', [''], from(...wordsForYes)),
    parameter('place', ['', 'n'], either(world.places)),
    parameter('exact_place', ['', 'n'], either(world.places)),
    parameter('place_id', ['', 'n'], from(...world.places.map(({ id }) => id), 'null')),
    parameter('area', ['', 'n'], either(world.areas)),
    parameter('owner', ['', 'n'], either(world.owners)),
    parameter('labels', ['', 'n'], either(world.owners)),
    parameter('any_label', ['', 'n'], either(world.owners)),
    parameter('twins', ['', 'n'], from(...things, 'null')),
    parameter('remarks', ['', 'n'], either(world.remarks)),
    ...['has_place', 'has_twins', 'has_remarks'].map((name) => parameter(name, [''], from(...wordsForYes))),
    ...['nick', 'size', 'ratio', 'seen', 'place', 'area', 'labels', 'twins', 'remarks'].map((name) =>
      parameter(name, ['isnull'], from(...wordsForYes)),
    ),
    parameter('q', [''], from(...words, '%', ' a', '')),
  );
  const column = from('name', 'nick', 'size', 'ratio', 'flag', 'seen', 'place', 'area');
  return fc.record({
    parameters: fc.uniqueArray(single, { maxLength: 4, selector: ({ name, suffix }) => `${name}__${suffix}` }),
    sort: fc.uniqueArray(
      fc.tuple(column, fc.boolean()).map(([name, down]) => (down ? `-${name}` : name)),
      { maxLength: 3, selector: (name) => name.replace('-', '') },
    ),
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.nat(50),
  });
}

/** The query as clients write it. */
export function written({ parameters, sort, limit, offset }: Query): string {
  const pairs = parameters.flatMap(({ name, suffix, values }) =>
    values.map((value) => `${suffix === '' ? name : `${name}__${suffix}`}=${encodeURIComponent(value)}`),
  );
  return [...pairs, ...(sort.length > 0 ? [`sort=${sort.join(',')}`] : []), `limit=${limit}`, `offset=${offset}`].join(
    '&',
  );
}
