import { type Model, type Row, splitPath } from '@plumbline/model';
import { type Engine, foreignManifest, type UnitOfWork } from '../core/engine';
import { perCatalog } from '../core/perCatalog';
import { perTransaction } from '../core/perTransaction';
import { shownPaths } from './paths';
import { gatheredFields } from './representation';

const foreseen = perCatalog(() => new WeakMap<Model, ReadonlyMap<string, readonly string[]>>());

/** Dotted paths of what lies elsewhere that is read when objects of a model have been written, beside what they show. */
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

/** Values of objects of other services as the transaction has read them, by label and id. */
const readIn = perTransaction(() => new Map<string, Map<unknown, Row>>());

/** Keeps for the transaction what has been read of objects of another service. It stands for the moment it was read at. */
export function keepForeseen(work: UnitOfWork, label: string, rows: readonly Row[]): void {
  if (!work.memory) return;
  const known = readIn(work).get(label) ?? new Map<unknown, Row>();
  for (const row of rows) known.set(row.id, { ...known.get(row.id), ...row });
  readIn(work).set(label, known);
}

/** What was kept of these objects; undefined where one of them or a value is not known. */
export function keptForeseen(
  work: UnitOfWork,
  label: string,
  ids: readonly unknown[],
  values: readonly string[],
): ReadonlyMap<unknown, Row> | undefined {
  const known = work.memory && readIn(work).get(label);
  if (!known) return undefined;
  const isKnown = (id: unknown): boolean => {
    const row = known.get(id);
    return row !== undefined && values.every((value) => Object.hasOwn(row, value));
  };
  return ids.every(isKnown) ? known : undefined;
}
