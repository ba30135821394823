import {
  columnType,
  type Field,
  fieldName,
  isName,
  keyNames,
  type Manifest,
  type Model,
  manifestHas,
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
  /** A value that the column holds by this key. */
  | { kind: 'key'; name: string; key: string }
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
    if (field.options.keyed) return isName(rest) ? { kind: 'key', name, key: rest } : { kind: 'unknown' };
    return across(engine, name, field) ?? { kind: 'unknown' };
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

/** Takes the first step of a path that leads to objects: with its last name, too, a relation is stepped over. */
export function walkToObjects(engine: Engine, model: Model, path: string): Walk {
  const reached = walk(engine, model, path);
  const { next } = reached;
  return next.kind === 'column' ? { ...reached, next: across(engine, next.name, next.field) ?? next } : reached;
}

/** Whether every part of the path exists, also where it leads through other services. */
export function pathExists(engine: Engine, model: Model, path: string): boolean {
  const { next, rest } = walk(engine, model, path);
  if (next.kind === 'relation') return pathExists(engine, next.target, rest);
  if (next.kind === 'reverse') return pathExists(engine, next.from, rest);
  if (next.kind === 'foreign') return manifestHas(engine.catalog, next.target, rest);
  if (next.kind === 'foreignReverse') return manifestHas(engine.catalog, next.relation.from, rest);
  return next.kind !== 'unknown';
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
