import { type Model, splitPath } from '@plumbline/model';
import { type Engine, foreignManifest } from '../core/engine';
import { perCatalog } from '../core/kept/perCatalog';
import { shownPaths } from './paths';
import { gatheredFields } from './representation';

const foreseen = perCatalog(() => new WeakMap<Model, ReadonlyMap<string, readonly string[]>>());

/** Dotted paths whose values are read when objects of a model have been written, beside those that they are shown with. */
export const gatheredPaths = (model: Model): string[] =>
  gatheredFields(model).flatMap(([, { options }]) => options.gatherNeeds ?? []);

/**
 * Values of objects of other services that are read when an object of a model has been written, by the relation that leads
 * there: who asks about these objects before may as well ask for them.
 */
export function foreseenValues(engine: Engine, model: Model): ReadonlyMap<string, readonly string[]> {
  const known = foreseen(engine).get(model);
  if (known) return known;
  const values = new Map<string, string[]>();
  for (const path of new Set([...shownPaths(model), ...gatheredPaths(model)])) {
    const [name, rest] = splitPath(path);
    const { kind, options } = model.fields[name] ?? {};
    if (rest === '' || kind?.namesContentTypes || !foreignManifest(engine, options?.to)) continue;
    values.set(name, [...(values.get(name) ?? []), rest]);
  }
  foreseen(engine).set(model, values);
  return values;
}
