import type { Engine } from '../engine';

/**
 * What a process keeps for one engine: made when it is first asked for, and gone with the engine. Engines of the same
 * process share nothing.
 */
export function perEngine<T extends object>(make: () => T): (engine: Pick<Engine, 'kept'>) => T {
  return ({ kept }) => {
    const known = kept.get(make) as T | undefined;
    if (known) return known;
    const made = make();
    kept.set(make, made);
    return made;
  };
}
