import { LRUCache } from 'lru-cache';
import type { Engine, UnitOfWork } from '../../core/engine';
import { perEngine } from '../../core/kept/perEngine';

/** Ids by model and name. */
const ids = perEngine(() => new LRUCache<string, string | number>({ max: 5_000 }));

const keyOf = (label: string, name: string): string => `${label} ${name}`;

/** The id of the object that a name meant the last time; where to look first, and nothing more. */
export const meantBefore = (engine: Engine, label: string, name: string): string | number | undefined =>
  ids(engine).get(keyOf(label, name));

/** Notes which object a name means, or that it means none, for models whose objects are known by their name alone. */
export function remember({ engine }: UnitOfWork, label: string, name: string, id: string | number | undefined): void {
  const [first, ...others] = engine.catalog.find(label)?.naturalKey ?? [];
  if (first !== 'name' || others.length > 0) return;
  if (id === undefined) ids(engine).delete(keyOf(label, name));
  else ids(engine).set(keyOf(label, name), id);
}
