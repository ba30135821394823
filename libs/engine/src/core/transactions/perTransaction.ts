import type { UnitOfWork } from '../engine';

/** What a transaction remembers, gone when it ends; outside a transaction nothing is remembered, and made each time. */
export function perTransaction<T extends object>(make: () => T): (within: Pick<UnitOfWork, 'transactionState'>) => T {
  return ({ transactionState }) => {
    const made = (transactionState?.get(make) as T | undefined) ?? make();
    transactionState?.set(make, made);
    return made;
  };
}
