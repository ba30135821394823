import { type Comparison, type Field, type FieldOptions, type Model, where } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import { type Item, parsed } from '../../core/item';
import { memoize } from '../../core/kept/memoize';

/** One relation of the items: its targets' model and what has to be known of them. */
export interface Relation {
  name: string;
  field: Field;
  label: string;
  needs: string[];
  /**
   * For one of the models a generic key may point at: the field that says that it does, and the one that shows the
   * target.
   */
  generic?: { typeField: string; shownAs: string };
}

/** What the objects that a relation may name have in common. */
export function scopeOf({ onlyFor, onlyIf }: Pick<FieldOptions, 'onlyFor' | 'onlyIf'>): Comparison[] {
  return [
    ...(onlyFor ? [where('content_types', 'exact', onlyFor)] : []),
    ...(onlyIf ? [where(onlyIf, 'exact', true)] : []),
  ];
}

/** Whether objects of a model name others by this field, beside the keys of generic relations. */
export const hasTargets = ({ stored, options }: Field): boolean =>
  options.to !== undefined && (stored || options.echoed === true);

/** The key of a generic relation is a UUID, so objects with numbers for keys are never meant. */
export const canPointAt = ({ engine }: UnitOfWork, { generic, label }: Relation): boolean =>
  !generic || engine.catalog.find(label)?.keyType === 'uuid';

export function targetsByLabel(relations: Relation[], items: Item[]): Map<string, Set<string | number>> {
  const ids = new Map<string, Set<string | number>>();
  const read = parsed(items);
  for (const relation of relations) {
    const wanted = ids.get(relation.label) ?? new Set();
    for (const item of read) for (const id of targetsOf(item, relation)) wanted.add(id);
    ids.set(relation.label, wanted);
  }
  return ids;
}

export const relationsOf = (model: Model, genericOf: (name: string, field: Field) => Relation[]): Relation[] =>
  leadingFields(model).flatMap((leading) => ('label' in leading ? leading : genericOf(leading.name, leading.field)));

/** The relations of a model; of generic ones only which fields they are, since objects say what they lead to. */
const leadingFields = memoize((model: Model) =>
  Object.entries(model.fields).flatMap(([name, field]): (Relation | Pick<Relation, 'name' | 'field'>)[] => {
    if (field.isGenericKey) return [{ name, field }];
    if (!hasTargets(field)) return [];
    const tree = model.tree?.parent === name ? ['tree_ids', 'tree_names', 'tree_order'] : [];
    const needs = [...(model.needs[name] ?? []), ...scopeOf(field.options).map(({ path }) => path), ...tree];
    return [{ name, field, label: field.options.to!, needs }];
  }),
);

export function genericRelations(
  { engine }: UnitOfWork,
  { fields }: Model,
  name: string,
  field: Field,
  items: Item[],
): Relation[] {
  const typeField = field.options.typeField!;
  const shown = Object.entries(fields).find(
    ([, { kind, options }]) => kind.source === 'generic' && options.via === name,
  );
  const generic = { typeField, shownAs: shown?.[0] ?? name };
  const { labels: choice = 'any' } = fields[typeField]!.options;
  const named = items.map((item) => ({ ...item.before, ...item.sent })[typeField]);
  const labels = choice === 'any' ? new Set(named.map(String)) : engine.catalog.contentTypesAmong(choice);
  return [...labels].map((label) => ({ name, field, label, needs: [], generic }));
}

/**
 * Ids an item's relation points at that matter: new ones, and stored ones the rules read. None of a relation that something is
 * wrong with already: what it was to be is not known, and what is stored is not what it was to stay.
 */
export function targetsOf(item: Item, { name, field, label, needs, generic }: Relation): (string | number)[] {
  if (generic) {
    if (!Object.hasOwn(item.sent, name) && !Object.hasOwn(item.sent, generic.typeField)) return [];
    const named = { ...item.before, ...item.sent };
    return named[generic.typeField] === label && named[name] ? [named[name] as string] : [];
  }
  if (item.errors && Object.hasOwn(item.errors, name)) return [];
  const sent = Object.hasOwn(item.sent, name);
  if (!sent && (!item.before || needs.length === 0 || field.isMany)) return [];
  const value = sent ? item.sent[name] : item.before![name];
  return (Array.isArray(value) ? value : [value]).filter((id) => id !== null && id !== undefined);
}
