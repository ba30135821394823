import type { Field, Manifest, Model, ReverseRelation } from '@plumbline/model';
import { type Engine, foreignManifest, ownModel } from '../engine';

/** What the first part of a path is, seen from a model of this service. */
export type Step =
  | { kind: 'column'; name: string; field: Field }
  | { kind: 'relation'; name: string; field: Field; target: Model }
  | { kind: 'foreign'; name: string; field: Field; target: Manifest }
  | { kind: 'reverse'; relation: ReverseRelation; from: Model }
  | { kind: 'foreignReverse'; relation: ReverseRelation }
  | { kind: 'customField'; key: string }
  | { kind: 'label'; name: string; part: 'app_label' | 'model' }
  | { kind: 'unknown' };

/** Splits a dotted path into its first name and the rest. */
export function splitPath(path: string): [first: string, rest: string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** Whether a path is over with its first name. */
const isName = (path: string): boolean => !path.includes('.');

/** Names the contract uses for the key of an object. */
const keyNames = new Set(['id', 'pk', '']);

/** Passwords and the like: who may ask whether one starts with `a` will know it in the end. A relation is none. */
const isSecret = ({ kind, options }: Field): boolean =>
  (options.writeOnly && !options.to) || (options.hidden && kind.lookups === 'text');

/** The field a name means: the reference's columns of custom fields and of relations to one object are names for them. */
function fieldName(name: string, isSingleRelation: (name: string) => boolean): string {
  if (name === '_custom_field_data') return 'custom_fields';
  const relation = name.replace(/_id$/, '');
  return isSingleRelation(relation) ? relation : name;
}

/** Takes the first step of a path from a model. */
export function step(engine: Engine, model: Model, path: string): Step {
  const [first, rest] = splitPath(path);
  if (keyNames.has(first))
    return rest === '' ? { kind: 'column', name: 'id', field: model.fields.id! } : { kind: 'unknown' };
  const name = fieldName(first, (known) => {
    const field = model.fields[known];
    return field?.stored === true && field.isRelation;
  });
  const field = model.fields[name];
  if (field && isSecret(field)) return { kind: 'unknown' };
  if (field?.stored) {
    if (rest === '' || (field.options.to && keyNames.has(rest))) return { kind: 'column', name, field };
    if (field.kind.lookups === 'labels' || field.kind.name === 'contentType')
      return rest === 'model' || rest === 'app_label' ? { kind: 'label', name, part: rest } : { kind: 'unknown' };
    if (name === 'custom_fields') return isName(rest) ? { kind: 'customField', key: rest } : { kind: 'unknown' };
    const target = ownModel(engine, field.options.to);
    if (target) return { kind: 'relation', name, field, target };
    const foreign = foreignManifest(engine, field.options.to);
    return foreign ? { kind: 'foreign', name, field, target: foreign } : { kind: 'unknown' };
  }
  const relation = engine.catalog.reverse(model.label, name);
  if (!relation) return { kind: 'unknown' };
  const from = ownModel(engine, relation.from.label);
  return from ? { kind: 'reverse', relation, from } : { kind: 'foreignReverse', relation };
}

/** Whether every part of the path exists, also where it leads through other services. */
export function pathExists(engine: Engine, model: Model, path: string): boolean {
  const first = step(engine, model, path);
  const rest = splitPath(path)[1];
  if (first.kind === 'relation') return pathExists(engine, first.target, rest);
  if (first.kind === 'reverse') return pathExists(engine, first.from, rest);
  if (first.kind === 'foreign') return manifestHas(engine, first.target, rest);
  if (first.kind === 'foreignReverse') return manifestHas(engine, first.relation.from, rest);
  return first.kind !== 'unknown';
}

/** Whether a path exists, seen from a model of any service. */
export function manifestHas(engine: Engine, { label, columns, relations }: Manifest, path: string): boolean {
  const [first, rest] = splitPath(path);
  if (keyNames.has(first)) return rest === '';
  if (columns.includes(path)) return true;
  const related = relations.filter(({ typeField }) => typeField === undefined);
  const name = fieldName(first, (known) => related.some(({ field, many }) => field === known && !many));
  if (name === 'custom_fields') return columns.includes(name) && isName(rest);
  const to = related.find(({ field }) => field === name)?.to;
  const next = to === undefined ? engine.catalog.reverse(label, name)?.from : engine.catalog.find(to);
  return next !== undefined && manifestHas(engine, next, rest);
}
