import type { Catalog } from '../catalog/catalog';
import type { Manifest } from '../catalog/manifest';
import { type Comparison, type Lookup, lookups, ofJson, where } from './criteria';
import { endInside, type PathEnd } from './inside';

/** Splits a dotted path into its first name and the rest. */
export function splitPath(path: string): [first: string, rest: string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** A path that goes on with another; either may be empty. */
export const joinPaths = (path: string, onward: string): string =>
  path === '' || onward === '' ? `${path}${onward}` : `${path}.${onward}`;

/** A path with the first of its names, where that is one of what rows link the model with, as the steps that it is. */
export function spelledOut(catalog: Catalog, label: string, path: string): string {
  const [first, rest] = splitPath(path);
  const steps = catalog.linkPath(label, first);
  return steps === undefined ? path : joinPaths(steps, rest);
}

/** Names the contract uses for the key of an object. */
export const keyNames: ReadonlySet<string> = new Set(['id', 'pk', '']);

/** The field a name means: the reference's columns of custom fields and of relations to one object are names for them. */
export function fieldName(name: string, isSingleRelation: (name: string) => boolean): string {
  if (name === '_custom_field_data') return 'custom_fields';
  const relation = name.replace(/_id$/, '');
  return isSingleRelation(relation) ? relation : name;
}

/** What a name is, seen from a model of any service: a relation of its own or another's to it, and the model that leads to. */
function stepTo(catalog: Catalog, { label, relations }: Manifest, first: string) {
  const related = relations.filter(({ typeField }) => typeField === undefined);
  const name = fieldName(first, (known) => related.some(({ field, many }) => field === known && !many));
  const own = related.find(({ field }) => field === name);
  return { name, own, next: own === undefined ? catalog.reverse(label, name)?.from : catalog.find(own.to) };
}

/** What a path ends at, seen from a model of any service; undefined where it leads nowhere. */
export function manifestEnd(catalog: Catalog, manifest: Manifest, path: string): PathEnd | undefined {
  const { label, columns, inside } = manifest;
  const [first, rest] = splitPath(spelledOut(catalog, label, path));
  if (keyNames.has(first)) return rest === '' ? 'value' : undefined;
  const { name, next } = stepTo(catalog, manifest, first);
  const further = inside[name];
  if (further && columns.includes(name)) return endInside(further, rest);
  if (columns.includes(path)) return 'value';
  return next && manifestEnd(catalog, next, rest);
}

/** Whether a path exists, seen from a model of any service. */
export const manifestHas = (catalog: Catalog, manifest: Manifest, path: string): boolean =>
  manifestEnd(catalog, manifest, path) !== undefined;

/** How something is compared that a constraint names: by its path, and by a look-up where one is named, too. */
export interface Attribute {
  path: string;
  lookup?: Lookup;
}

/**
 * Reads what comes before a value in a constraint, `tenant__name__startswith`. A last name that the objects have something by is no
 * look-up, but for the keys of JSON, which has all of them.
 */
export function readAttribute(key: string, endOf: (path: string) => PathEnd | undefined): Attribute {
  const names = key.split('__');
  const path = names.join('.');
  const lookup = lookups.find((known) => known === names.at(-1));
  if (lookup === undefined || names.length === 1) return { path };
  const before = names.slice(0, -1).join('.');
  const end = endOf(before);
  const isLookup = end === 'json' || end === 'entry' ? ofJson.has(lookup) : endOf(path) === undefined;
  return isLookup ? { path: before, lookup } : { path };
}

/** The comparison of what a constraint names with a value. Null is one more value of JSON; elsewhere, that there is none. */
export function comparedWith({ path, lookup = 'exact' }: Attribute, value: unknown, end: PathEnd): Comparison {
  return end === 'json' && lookup === 'exact' && value === null
    ? where(path, 'in', [null])
    : where(path, lookup, value);
}

/** Where a path leads to many objects: the way to these, their model (content types have none), and how it goes on there. */
export interface ToMany {
  way: string;
  model?: Manifest;
  rest: string;
}

/** The first step of a path that leads to many objects, seen from a model of any service; undefined where none does. */
export function firstToMany(catalog: Catalog, manifest: Manifest, path: string): ToMany | undefined {
  const { label, columns } = manifest;
  const spelled = spelledOut(catalog, label, path);
  const [first, rest] = splitPath(spelled);
  if (keyNames.has(first)) return undefined;
  if (rest !== '' && columns.includes(spelled)) return { way: first, rest };
  const { own, next } = stepTo(catalog, manifest, first);
  if (next === undefined) return undefined;
  if (own === undefined || own.many) return { way: first, model: next, rest };
  const further = firstToMany(catalog, next, rest);
  return further && { ...further, way: joinPaths(first, further.way) };
}
