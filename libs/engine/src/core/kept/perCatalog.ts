import type { Catalog } from '@plumbline/model';
import type { Engine } from '../engine';
import { perEngine } from './perEngine';

/** What a process keeps for one engine as long as it knows of the same models: another catalog begins anew. */
export function perCatalog<T extends object>(make: () => T): (engine: Pick<Engine, 'kept' | 'catalog'>) => T {
  const byCatalog = perEngine(() => new WeakMap<Catalog, T>());
  return (engine) => {
    const kept = byCatalog(engine);
    const known = kept.get(engine.catalog);
    if (known) return known;
    const made = make();
    kept.set(engine.catalog, made);
    return made;
  };
}
