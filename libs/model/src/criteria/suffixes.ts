import type { Model } from '../model';
import type { Lookup } from './criteria';
import type { Filter, FilterKind } from './filter';

/** The look-up names of query parameters, as criteria have them. */
export const lookupNames: Record<string, Lookup> = {
  '': 'exact',
  ic: 'icontains',
  iew: 'iendswith',
  isw: 'istartswith',
  ie: 'iexact',
  re: 'regex',
  ire: 'iregex',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
};

const text = ['n', 'ic', 'nic', 'iew', 'niew', 'isw', 'nisw', 'ie', 'nie', 're', 'nre', 'ire', 'nire'];
const ordered = ['n', 'lt', 'lte', 'gt', 'gte'];

const byKind: Record<FilterKind, string[]> = {
  text,
  uuid: text,
  choice: text,
  number: ordered,
  datetime: ordered,
  date: ordered,
  relation: ['n'],
  relationId: ['n'],
  tree: ['n'],
  labels: text,
  label: ['n'],
  labelNumber: ['n'],
  decimal: [],
  boolean: [],
  has: [],
  search: [],
  rule: [],
};

/** The generated look-ups a filter has: by its kind, and `isnull` where the column can be null. */
export function suffixesOf(model: Model, filter: Filter): string[] {
  const generated =
    filter.lookups === false ? [] : filter.lookups === true && filter.kind === 'rule' ? ['n'] : byKindOf(model, filter);
  return (filter.isnull ?? (generated.length > 0 && isNullable(model, filter))) ? [...generated, 'isnull'] : generated;
}

/** Every query parameter that filters the model's list. */
export const filterParameters = (model: Model): string[] =>
  Object.entries(model.filters).flatMap(([name, filter]) => [
    name,
    ...suffixesOf(model, filter).map((suffix) => `${name}__${suffix}`),
  ]);

/** A filter on one content type out of several takes fewer than one on a set of them. */
function byKindOf(model: Model, { kind, path }: Filter): string[] {
  const field = model.fields[path];
  return kind === 'labels' && field?.kind.namesContentTypes && !field.isSet ? ['n'] : byKind[kind];
}

function isNullable(model: Model, filter: Filter): boolean {
  const field = model.fields[filter.path];
  return field ? field.options.nullable && !field.isMany : false;
}
