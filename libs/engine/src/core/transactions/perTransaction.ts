import type { UnitOfWork } from '../engine';

/** What a transaction remembers, gone when it ends; outside a transaction nothing is remembered, and made each time. */
export function perTransaction<T extends object>(make: () => T): (within: Pick<UnitOfWork, 'memory'>) => T {
  return ({ memory }) => {
    const made = (memory?.get(make) as T | undefined) ?? make();
    memory?.set(make, made);
    return made;
  };
}
