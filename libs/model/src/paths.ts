import type { Catalog, Manifest } from './catalog';

/** Splits a dotted path into its first name and the rest. */
export function splitPath(path: string): [first: string, rest: string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** A path with the first of its names, where that is one of what rows link the model with, as the steps that it is. */
export function spelledOut(catalog: Catalog, label: string, path: string): string {
  const [first, rest] = splitPath(path);
  const steps = catalog.linkPath(label, first);
  if (steps === undefined) return path;
  return rest === '' ? steps : `${steps}.${rest}`;
}

/** Whether a path is over with its first name. */
export const isName = (path: string): boolean => !path.includes('.');

/** Names the contract uses for the key of an object. */
export const keyNames: ReadonlySet<string> = new Set(['id', 'pk', '']);

/** The field a name means: the reference's columns of custom fields and of relations to one object are names for them. */
export function fieldName(name: string, isSingleRelation: (name: string) => boolean): string {
  if (name === '_custom_field_data') return 'custom_fields';
  const relation = name.replace(/_id$/, '');
  return isSingleRelation(relation) ? relation : name;
}

/** Whether a path exists, seen from a model of any service. */
export function manifestHas(catalog: Catalog, { label, columns, relations }: Manifest, path: string): boolean {
  const [first, rest] = splitPath(spelledOut(catalog, label, path));
  if (keyNames.has(first)) return rest === '';
  if (columns.includes(path)) return true;
  const related = relations.filter(({ typeField }) => typeField === undefined);
  const name = fieldName(first, (known) => related.some(({ field, many }) => field === known && !many));
  if (name === 'custom_fields') return columns.includes(name) && isName(rest);
  const to = related.find(({ field }) => field === name)?.to;
  const next = to === undefined ? catalog.reverse(label, name)?.from : catalog.find(to);
  return next !== undefined && manifestHas(catalog, next, rest);
}

/** Where a path leads to many objects: the way to these, their model (content types have none), and how it goes on there. */
export interface ToMany {
  way: string;
  model?: Manifest;
  rest: string;
}

/** The first step of a path that leads to many objects, seen from a model of any service; undefined where none does. */
export function firstToMany(
  catalog: Catalog,
  { label, columns, relations }: Manifest,
  path: string,
): ToMany | undefined {
  const spelled = spelledOut(catalog, label, path);
  const [first, rest] = splitPath(spelled);
  if (keyNames.has(first)) return undefined;
  if (rest !== '' && columns.includes(spelled)) return { way: first, rest };
  const related = relations.filter(({ typeField }) => typeField === undefined);
  const name = fieldName(first, (known) => related.some(({ field, many }) => field === known && !many));
  const relation = related.find(({ field }) => field === name);
  const next = relation === undefined ? catalog.reverse(label, name)?.from : catalog.find(relation.to);
  if (next === undefined) return undefined;
  if (relation === undefined || relation.many) return { way: first, model: next, rest };
  const further = firstToMany(catalog, next, rest);
  return further && { ...further, way: `${first}.${further.way}` };
}
