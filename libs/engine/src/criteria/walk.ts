import {
  columnType,
  endInside,
  type Field,
  fieldName,
  insideOf,
  keyNames,
  leadsInside,
  type Manifest,
  type Model,
  manifestEnd,
  type PartOfTime,
  type PathEnd,
  partOfTime,
  type ReverseRelation,
  spelledOut,
  splitPath,
} from '@plumbline/model';
import { type Engine, foreignManifest, ownModel } from '../core/engine';

/** What the first part of a path is, seen from a model of this service. */
export type Step =
  | { kind: 'column'; name: string; field: Field }
  | { kind: 'relation'; name: string; field: Field; target: Model }
  | { kind: 'foreign'; name: string; field: Field; target: Manifest }
  | { kind: 'reverse'; relation: ReverseRelation; from: Model }
  | { kind: 'foreignReverse'; relation: ReverseRelation }
  /** A value inside a column of JSON: the keys that lead to it. */
  | { kind: 'key'; name: string; field: Field; keys: string[] }
  | { kind: 'part'; name: string; field: Field; part: PartOfTime }
  | { kind: 'label'; name: string; part: 'app_label' | 'model' }
  | { kind: 'unknown' };

/** Passwords and the like: who may ask whether one starts with `a` will know it in the end. A relation is none. */
function isSecret(field: Field): boolean {
  const { options, stored } = field;
  return (options.writeOnly && !options.to) || (options.hidden && stored && columnType(field) === 'text');
}

/** The first step of a path, with the names that it and the rest of the path go by. */
export interface Walk {
  next: Step;
  first: string;
  rest: string;
}

/** Takes the first step of a path from a model. */
export function walk(engine: Engine, model: Model, path: string): Walk {
  const spelled = spelledOut(engine.catalog, model.label, path);
  const [first, rest] = splitPath(spelled);
  return { next: stepAlong(engine, model, first, rest), first, rest };
}

/** What the first part of a path is. */
export const step = (engine: Engine, model: Model, path: string): Step => walk(engine, model, path).next;

function stepAlong(engine: Engine, model: Model, first: string, rest: string): Step {
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
    if (field.kind.namesContentTypes)
      return rest === 'model' || rest === 'app_label' ? { kind: 'label', name, part: rest } : { kind: 'unknown' };
    return across(engine, name, field) ?? stepInside(name, field, rest) ?? { kind: 'unknown' };
  }
  const relation = engine.catalog.reverse(model.label, name);
  if (!relation) return { kind: 'unknown' };
  const from = ownModel(engine, relation.from.label);
  return from ? { kind: 'reverse', relation, from } : { kind: 'foreignReverse', relation };
}

/** The step over a relation to what it leads to; undefined for any other field. */
function across(engine: Engine, name: string, field: Field): Step | undefined {
  const target = ownModel(engine, field.options.to);
  if (target) return { kind: 'relation', name, field, target };
  const foreign = foreignManifest(engine, field.options.to);
  return foreign && { kind: 'foreign', name, field, target: foreign };
}

/** The step to what is inside a column. */
function stepInside(name: string, field: Field, rest: string): Step | undefined {
  const inside = insideOf(field);
  if (inside === undefined || !leadsInside(inside, rest)) return undefined;
  const part = partOfTime(inside, rest);
  return part ? { kind: 'part', name, field, part } : { kind: 'key', name, field, keys: rest.split('.') };
}

/** Takes the first step of a path that leads to objects: with its last name, too, a relation is stepped over. */
export function walkToObjects(engine: Engine, model: Model, path: string): Walk {
  const reached = walk(engine, model, path);
  const { next } = reached;
  return next.kind === 'column' ? { ...reached, next: across(engine, next.name, next.field) ?? next } : reached;
}

/** What a path ends at, also where it leads through other services; undefined where a part of it does not exist. */
export function pathEnd(engine: Engine, model: Model, path: string): PathEnd | undefined {
  const { next, rest } = walk(engine, model, path);
  switch (next.kind) {
    case 'relation':
      return pathEnd(engine, next.target, rest);
    case 'reverse':
      return pathEnd(engine, next.from, rest);
    case 'foreign':
      return manifestEnd(engine.catalog, next.target, rest);
    case 'foreignReverse':
      return manifestEnd(engine.catalog, next.relation.from, rest);
    case 'unknown':
      return undefined;
    case 'label':
      return 'value';
    default: {
      const inside = insideOf(next.field);
      return inside ? endInside(inside, rest) : 'value';
    }
  }
}

/** What can be asked for by a name that no column has: what objects are called, and how deep a tree is. */
export const madeNames: ReadonlySet<string> = new Set(['display', 'plain_text', 'tree_depth', 'tree_levels']);

/** Whether a part of the path, as far as it stays in this service, has a name that nothing here has. */
export function isMissing(engine: Engine, model: Model, path: string): boolean {
  const { next, first, rest } = walk(engine, model, path);
  if (next.kind === 'relation') return rest !== '' && isMissing(engine, next.target, rest);
  if (next.kind === 'reverse') return rest !== '' && isMissing(engine, next.from, rest);
  return next.kind === 'unknown' && model.fields[first] === undefined;
}
