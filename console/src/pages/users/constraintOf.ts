import type { Description } from '../../api/description';
import type { Model } from '../../api/models';
import { readFilter, suffixOf } from '../../list/filterWords';

export interface Built {
  constraint: Record<string, unknown>;
  /** Filters that say what no constraint can, by their labels. */
  unsaid: string[];
}

/** What follows the name of a filter, as constraints say it. */
const lookups: Record<string, string> = {
  ic: 'icontains',
  isw: 'istartswith',
  iew: 'iendswith',
  ie: 'iexact',
  re: 'regex',
  ire: 'iregex',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const readers: Record<string, (value: string) => unknown> = {
  text: String,
  uuid: String,
  choice: String,
  date: String,
  datetime: String,
  number: Number,
  decimal: Number,
  boolean: (value) => value === 'true',
};

/** The filters of a list as a constraint that the same objects satisfy. What is no field, and what excludes, no constraint says. */
export function constraintOf(model: Model, description: Description, filters: URLSearchParams): Built {
  const built: Built = { constraint: {}, unsaid: [] };
  for (const parameter of new Set(filters.keys())) {
    const { filter } = readFilter(description, parameter);
    const said = filter && lookupOf(model, description, filter.name, parameter, filters.getAll(parameter));
    if (said) built.constraint[said[0]] = said[1];
    else built.unsaid.push(filter?.label ?? (parameter === 'q' ? 'Search' : parameter));
  }
  return built;
}

function lookupOf(
  model: Model,
  description: Description,
  name: string,
  parameter: string,
  values: string[],
): [string, unknown] | undefined {
  const kind = model.filters[name]?.kind ?? '';
  const relation = model.relations.find(({ filter }) => filter === name);
  const suffix = suffixOf(name, parameter);
  const path = relation?.field ?? (description.field(name) && kind in readers ? name : undefined);
  if (path === undefined) return undefined;
  if (suffix === 'isnull') return [`${path}__isnull`, values.at(-1) === 'true'];
  if (relation) {
    if (suffix !== '' || !values.every((value) => uuid.test(value))) return undefined;
    if (kind === 'tree') return [`${path}__subtree`, values];
    if (values.length === 1) return [path, values[0]];
    // Of tags all have to be there, and a constraint says of several only that one of them is.
    return relation.many && relation.to === 'extras.tag' ? undefined : [`${path}__in`, values];
  }
  const read = values.map(readers[kind]!);
  if (suffix === '') return read.length > 1 ? [`${path}__in`, read] : [path, read[0]];
  return suffix in lookups && read.length === 1 ? [`${path}__${lookups[suffix]}`, read[0]] : undefined;
}
