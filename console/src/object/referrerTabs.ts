import { capitalized, type Model, type Models } from '../api/models';

/** A tab with the objects of a model that refer to one. */
export interface Referring {
  name: string;
  label: string;
  model: Model;
  /** The parameter of their list that finds them. */
  filter: string;
  /** The field by which they refer. */
  field: string;
}

/** Models that have a tab of their own kind. */
const elsewhere = new Set([
  'extras.note',
  'extras.objectchange',
  'extras.relationshipassociation',
  'extras.dynamicgroupmembership',
]);

/** Tabs of everything that may refer to objects of a model. */
export function referrerTabs(models: Models, model: Model, hidden: readonly string[]): Referring[] {
  const found = models
    .referrersOf(model.label)
    .filter(
      (one) =>
        !elsewhere.has(one.model.label) &&
        !hidden.includes(`${one.model.label}.${one.relation.field}`) &&
        !(one.relation.many && one.relation.field === 'tags'),
    );
  return found.map((one) => {
    const isOnly = found.filter((other) => other.model === one.model).length === 1;
    const words = one.relation.field === 'parent' ? 'children' : one.relation.field.replaceAll('_', ' ');
    return {
      name: isOnly ? one.model.url.split('/').at(-2)! : `${one.model.url.split('/').at(-2)}-by-${one.relation.field}`,
      label: isOnly
        ? capitalized(one.relation.field === 'parent' && one.model === model ? 'children' : one.model.plural)
        : `${capitalized(one.model.plural)} (${words})`,
      model: one.model,
      filter: one.relation.filter,
      field: one.relation.field,
    };
  });
}
