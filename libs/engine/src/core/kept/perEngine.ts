import type { Engine } from '../engine';

/**
 * What a process keeps for one engine: made when it is first asked for, and gone with the engine. Engines of the same
 * process share nothing.
 */
export function perEngine<T extends object>(make: () => T): (engine: Pick<Engine, 'memory'>) => T {
  return ({ memory }) => {
    const kept = memory.get(make) as T | undefined;
    if (kept) return kept;
    const made = make();
    memory.set(make, made);
    return made;
  };
}
