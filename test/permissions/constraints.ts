import { columnType, type Field, type Model } from '@plumbline/model';
import type { Subject } from '@plumbline/testkit';
import type { Shown, World } from './world';

/** A constraint of a permission, and the objects it extends to. */
export interface Bounds {
  constraint: Record<string, unknown>;
  holds: (object: Shown) => boolean;
}

const plain = new Set(['text', 'integer', 'bigint', 'boolean', 'cidr', 'inet']);

/** Whether objects show what stands in the column. */
const isPlain = (field: Field): boolean =>
  field.options.plainChoice ||
  (plain.has(columnType(field)) &&
    !field.options.choices &&
    !field.isRelation &&
    !field.isFile &&
    !field.kind.isSealed);

/** A constraint on a column of the model itself that some objects meet and some do not. */
export function byOwnColumn({ model }: Subject, objects: Shown[]): Bounds | undefined {
  const shown = Object.entries(model.fields).filter(
    ([name, { stored, options }]) => name !== 'id' && stored && !options.hidden && !options.writeOnly,
  );
  // Keys of other objects only where nothing else tells objects apart.
  const columns = [
    ...shown.filter(([, field]) => isPlain(field)),
    ...shown.filter(([, field]) => columnType(field) === 'uuid' && !field.isRelation),
  ];
  for (const [name] of columns)
    for (const object of objects) {
      const value = object[name];
      const holds = (candidate: Shown) => candidate[name] === value;
      if (value !== null && value !== '' && splits(objects, holds)) return { constraint: { [name]: value }, holds };
    }
  return undefined;
}

/** A constraint on an object of another service: one the model refers to, or one that refers to it. */
export function byForeignObject(world: World, { model }: Subject, objects: Shown[]): Bounds | undefined {
  return forwards(world, model, objects) ?? backwards(world, model, objects);
}

/** Whether objects of a model refer to those of another service, or they to them. */
export const reachesAbroad = (world: World, { model }: Subject): boolean => {
  const refers = (field: string) =>
    world.objects.get(model.label)!.some((object) => [object[field]].flat().some(Boolean));
  return forwardLinks(world, model).some(({ field }) => refers(field)) || backwardLinks(world, model).length > 0;
};

/** A relation of the model that leads to another service, and what tells its targets apart. */
interface Link {
  field: string;
  label: string;
  key: string;
}

function forwardLinks(world: World, model: Model): Link[] {
  return Object.entries(model.fields).flatMap(([field, definition]) => {
    const target = foreignTarget(world, model, definition);
    const key = target && distinguishingField(target);
    return key ? [{ field, label: target.label, key }] : [];
  });
}

function forwards(world: World, model: Model, objects: Shown[]): Bounds | undefined {
  for (const { field, label, key } of forwardLinks(world, model)) {
    const known = world.objects.get(label)!;
    for (const { [key]: value } of known) {
      const meant = new Set(known.filter((related) => related[key] === value).map(({ id }) => id));
      const holds = (candidate: Shown) => [candidate[field]].flat().some((item) => meant.has(item?.id));
      if (splits(objects, holds)) return { constraint: { [`${field}__${key}`]: value }, holds };
    }
  }
  return undefined;
}

/** Relations of other services' models to this one that go by a name of their own. */
function backwardLinks(world: World, model: Model): (Link & { reverse: string })[] {
  const links = [...world.subjects.values()].flatMap(({ model: from }) =>
    Object.entries(from.fields).flatMap(([field, { options, stored }]) =>
      options.to === model.label && options.reverse && stored ? [{ from, field, reverse: options.reverse }] : [],
    ),
  );
  return links.flatMap(({ from, field, reverse }) => {
    const key = distinguishingField(from);
    const ambiguous = links.filter((link) => link.reverse === reverse).length > 1;
    return key && from.app !== model.app && !ambiguous ? [{ label: from.label, field, reverse, key }] : [];
  });
}

function backwards(world: World, model: Model, objects: Shown[]): Bounds | undefined {
  for (const { label, field, reverse, key } of backwardLinks(world, model)) {
    const known = world.objects.get(label)!;
    for (const { [key]: value } of known) {
      const meant = known.filter((referrer) => referrer[key] === value).flatMap((referrer) => referrer[field] ?? []);
      const holds = (candidate: Shown) => meant.some(({ id }) => id === candidate.id);
      if (splits(objects, holds)) return { constraint: { [`${reverse}__${key}`]: value }, holds };
    }
  }
  return undefined;
}

function foreignTarget(
  world: World,
  { app }: Model,
  { options, isRelation, isMany, stored }: Field,
): Model | undefined {
  if (!options.to || !stored || !(isRelation || isMany)) return undefined;
  const target = world.subjects.get(options.to)?.model;
  return target && target.app !== app ? target : undefined;
}

/** A column that tells objects of a model apart, more or less. */
const distinguishingField = ({ fields }: Model): string | undefined =>
  ['name', 'username', 'prefix', 'note', 'object_repr'].find((name) => fields[name]);

const splits = (objects: Shown[], holds: (object: Shown) => boolean): boolean => {
  const count = objects.filter(holds).length;
  return count > 0 && count < objects.length;
};
