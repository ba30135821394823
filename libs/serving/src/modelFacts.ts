import { abilityNames, type Catalog, type Field, type Filter, type Model } from '@plumbline/model';
import type { ModelFacts, RelationFacts } from '@plumbline/process';

/** The values of a filter that clients offer as a list; more are entered as text. */
const mostChoices = 200;

/** What clients are told of a model; what its filters lead to is looked up in the catalog. */
export function modelFacts(model: Model, catalog: Catalog): ModelFacts {
  const filters = Object.entries(model.filters);
  return {
    title: model.title,
    natural_key: model.naturalKey,
    tree: model.tree !== undefined,
    abilities: abilityNames.filter((ability) => model.abilities[ability] !== false),
    defaults: Object.fromEntries(
      Object.entries(model.fields).flatMap(([name, field]) => (isTold(field) ? [[name, field.options.default]] : [])),
    ),
    relations: Object.entries(model.fields).flatMap(([field, { options, stored, isMany }]): RelationFacts[] => {
      if (options.to === undefined || !stored || options.hidden) return [];
      const filter = filterBy(model, field);
      return [
        {
          field,
          to: options.to,
          many: isMany,
          ...(options.reverse === undefined ? {} : { reverse: options.reverse }),
          ...(filter === undefined ? {} : { filter }),
        },
      ];
    }),
    filters: Object.fromEntries(
      filters.map(([name, filter]) => {
        const to = findsObjects(filter.kind) ? (filter.target ?? leadsTo(model, filter.path, catalog)) : undefined;
        return [
          name,
          {
            kind: filter.takes ?? filter.kind,
            ...(to === undefined ? {} : { to }),
            ...(filter.choices === undefined || filter.choices.length > mostChoices
              ? {}
              : { choices: filter.choices.map(([value, label]) => [String(value), label] as const) }),
          },
        ];
      }),
    ),
  };
}

/** Whether the default of a field is a value that clients could enter: not nothing, not worked out, no object's natural key. */
const isTold = ({ isRelation, options }: Field): boolean =>
  !isRelation &&
  !options.hidden &&
  !options.readOnly &&
  !options.writeOnly &&
  typeof options.default !== 'function' &&
  ![undefined, null, '', false].includes(options.default as null);

/** The parameter that finds objects by one they refer to: by a relation, or as a rule of the model that is named after it. */
function filterBy(model: Model, field: string): string | undefined {
  const related = Object.entries(model.filters).find(([, { kind, path }]) => findsObjects(kind) && path === field);
  return related?.[0] ?? [`${field}_id`, field].find((name) => name in model.filters);
}

const findsObjects = (kind: Filter['kind']): boolean => kind === 'relation' || kind === 'relationId' || kind === 'tree';

/** The model that the relations of a path lead to; undefined where they cross what is no relation of a model. */
function leadsTo(model: Model, path: string, catalog: Catalog): string | undefined {
  const [first = '', ...others] = path.split('.').filter((name) => name !== 'id');
  let label = model.fields[first]?.options.to;
  for (const name of others) {
    if (label === undefined) return undefined;
    label = catalog.find(label)?.relations.find(({ field }) => field === name)?.to;
  }
  return label;
}
